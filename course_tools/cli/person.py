"""Hand out all that is kept of one student, or take it out.

course person ada                       list the files that hold something of ada
course person ada --export ada/         write all of it to a new folder, for ada to read
course person ada --forget              take it out; what others have stays
course person "Ada Lovelace" --also lady-a --forget

Looked through are grading/ with earlier years, backups and fingerprints, nbgrader's folders and
gradebook, and what plans for course serve name: records of games, the drop box and its table; any
other folder with --in. Names of accounts come from people.csv; --also adds what a person is called
elsewhere, on the ladder for example. In games against others and the like, the word "someone"
stands for the name afterwards.

Stop course serve first. Pages and tables about the class are written again by the next course
grade. The exit code is 1 if nothing was found, or if a file is left that has the name: course.toml
or a class list, which are yours to change. What you have downloaded yourself, such as the
platform's zip, is not known here.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from course_lib.commands import DONE, LOOK
from course_tools.cli._common import course_folder, plain_refusals

AUDIENCE = "teachers"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course person`."""
    parser.add_argument("name", metavar="NAME", help="the name in the gradebook, or the full one")
    task = parser.add_mutually_exclusive_group()
    task.add_argument("--export", type=Path, metavar="DIR", help="write all of it to this folder")
    task.add_argument("--forget", action="store_true", help="take all of it out")
    parser.add_argument(
        "--also", action="append", default=[], metavar="WORD", help="what else the person is called"
    )
    parser.add_argument(
        "--in", dest="inside", action="append", default=[], type=Path, metavar="DIR",
        help="another folder to look through",
    )  # fmt: skip
    parser.add_argument("--root", type=Path, help="the course's folder (default: this one)")


def run(arguments: argparse.Namespace) -> int:
    """0 when it is done, 1 when nothing was found, or somebody has to change a name themselves."""
    with plain_refusals():
        from course_lib.plain import many
        from course_tools.grader.classroom.person import export, forget, held, places, who_is

        root = course_folder(arguments.root)
        who = who_is(root, arguments.name, arguments.also)
        where = places(root, arguments.inside)
        found = [part.path for part in held(root, who, where)]
        if not found:
            print(f"No file has anything of them; looked for was: {'; '.join(who.words)}.")
            print("Is it written as in grading/people.csv? --also adds another name of theirs.")
            return LOOK
        if arguments.export:
            made = export(root, who, where, arguments.export)
            print(f"{many(len(made), 'file')} of {who.id} in {arguments.export}")
            return DONE
        if not arguments.forget:
            words = "; ".join(who.words)
            print(*found, f"{many(len(found), 'file')}, looked for by: {words}", sep="\n")
            return DONE
        done, left = forget(root, who, where)
        print(f"{many(len(done), 'file')} had something of {who.id}, and have nothing any more.")
        for path in left:
            print(f"Please change {path} yourself: it has a name of theirs.")
        return LOOK if left else DONE
