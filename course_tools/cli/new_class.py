"""Put last year's class away, and begin with a new one.

course new-class 2026               everything in grading/ moves to grading/earlier/2026,
                                    and nbgrader's folders and gradebook wherever they are
course new-class 2026 --root DIR    the same for the course in another folder

The new class gets new hidden cases, so last year's answers don't help. Of every answer a
fingerprint stays in grading/fingerprints/2026: from then on, the class page also names those whose
work is like somebody's from an earlier year. An answer can't be read from its fingerprint, but it
has the student's name. Delete both folders when your school's rules ask for it.

A seed in course.toml has to go or change first. Due dates stay there, and are listed, because they
are last year's. The exit code is then 1, and 0 if there is nothing to
change; 2 means that nothing was done.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from course_lib.commands import DONE, LOOK
from course_tools.cli._common import course_folder, plain_refusals

AUDIENCE = "teachers"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course new-class`."""
    parser.add_argument("name", metavar="NAME", help="what the old class is called, such as 2026")
    parser.add_argument("--root", type=Path, help="the course's folder (default: this one)")


def run(arguments: argparse.Namespace) -> int:
    """0 when the class was put away, 1 when something in `course.toml` is still about it."""
    with plain_refusals():
        from course_lib.plain import many
        from course_tools.grader.classroom.years import new_class

        done = new_class(course_folder(arguments.root), arguments.name)
    print(f"{many(done.students, 'student')} and all their work are in {done.folder}.")
    print(f"{many(done.answers, 'fingerprint')} stay. New hidden cases were drawn.")
    if done.still_said:
        print(f"course.toml still has what was meant for them: {', '.join(done.still_said)}.")
    return LOOK if done.still_said else DONE
