"""Grade what a class has handed in, each notebook shut in by itself.

course grade FOLDER               a folder of notebooks, nbgrader's submitted/ tree, or an LMS zip
course grade FOLDER --lesson 03   only this lesson
course grade FOLDER --dry-run     list what would be graded, and all that is odd; grade nothing
course grade FOLDER --explain ada grade one again, and show everything; no grade is changed

The same command again grades only what is new or has changed, and goes on where it was stopped.
In the folder grading/ lie: report.html about the class, and feedback/STUDENT.html for each student;
grades.csv, grades_moodle.csv and grades_canvas.csv; results/ with all there is to know of each
submission; gradebook.db, submitted/ and autograded/, which nbgrader's formgrader and feedback use;
backups/ of the gradebook; changes.jsonl, what grading again changed.

Exit codes: 0 all is graded; 1 something needs a look, and is listed; 2 nothing was graded, because
of wrong arguments, missing isolation, another grader at work, or a gradebook that can't be used.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import course_lib
from course_tools.cli._grading import Reporter, as_json, explained, listed, summary
from course_tools.cli.checks import find_autograder_tests

DONE, LOOK, NOT_STARTED = 0, 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course grade`."""
    parser.add_argument(
        "source",
        nargs="?",
        type=Path,
        metavar="FOLDER",
        help="what was handed in: a folder or a zip (default: grading/submitted)",
    )
    parser.add_argument(
        "--lesson",
        action="append",
        default=[],
        metavar="NN",
        help="only this lesson, such as 03 or 03_alpha_beta; may be given again",
    )
    parser.add_argument("--class-list", type=Path, metavar="CSV", help="who is in the class")
    parser.add_argument("--due", metavar="TIME", help="when work is due: 2026-11-21 18:00")
    parser.add_argument("--grace", type=float, default=0, metavar="MINUTES", help="still in time")
    parser.add_argument(
        "--per-day",
        type=float,
        default=0,
        metavar="PART",
        help="what each day late costs, such as 0.1 of the points (default: nothing)",
    )
    parser.add_argument(
        "--last-day", type=int, metavar="DAYS", help="work that is more days late earns nothing"
    )
    parser.add_argument("--workers", type=int, metavar="N", help="how many at once (default: all)")
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="let a Dask cluster grade, such as tcp://HOST:8786"
    )
    parser.add_argument("--again", action="store_true", help="grade what has not changed, too")
    parser.add_argument("--dry-run", action="store_true", help="only list what would be graded")
    parser.add_argument("--explain", metavar="STUDENT", help="grade one again, show everything")
    parser.add_argument("--json", action="store_true", help="everything as JSON, on one line")
    parser.add_argument(
        "--unsafe-no-isolation",
        action="store_true",
        help="go on where notebooks can't be shut in; they could read and change what you can",
    )
    parser.add_argument("--root", type=Path, help="the course's folder, if it is not this one")


def run(arguments: argparse.Namespace) -> int:
    """0 when all is graded, 1 when something needs a look, 2 when it could not begin."""
    if not find_autograder_tests():
        return _not_started(
            "There is no folder autograder_tests here, and grading needs its checks."
        )
    from course_tools.grade.files import CantWriteError, LockedError
    from course_tools.grade.gradebook import GradebookError
    from course_tools.grade.sandbox import NoIsolation
    from course_tools.grade.tasks import NoLessonError
    from course_tools.workers import SchedulerError

    expected = (LockedError, GradebookError, CantWriteError, NoLessonError, SchedulerError)
    reporter = Reporter(quiet=arguments.json)
    try:
        return _run(arguments, reporter)
    except NoIsolation as error:
        advice = "To grade without isolation, at your own risk: --unsafe-no-isolation"
        return _not_started(f"{error}\n{advice}")
    except (*expected, ValueError) as error:
        print(error.args[-1] if error.args else error, file=sys.stderr)
        if not reporter.done:
            return NOT_STARTED
        print("The grades until then are kept; the same command goes on there.", file=sys.stderr)
        return LOOK
    except OSError as error:
        return _not_started(f"{error.filename or 'a file'} can't be used: {error.strerror}")


def _run(arguments: argparse.Namespace, reporter: Reporter) -> int:
    from course_tools.grade.run import grade_class

    order = _order(arguments)
    if arguments.explain:
        return explained(order, arguments.explain)
    if arguments.dry_run:
        return listed(order)
    with reporter:
        finished = grade_class(order, reporter.tell)
    looks = finished.needs_a_look
    if arguments.json:
        print(as_json(finished, LOOK if looks else DONE))
    else:
        print(summary(finished))
    return LOOK if looks else DONE


def _order(arguments: argparse.Namespace) -> Any:
    """What the arguments ask for; a `ValueError` says which of them can't be."""
    import os
    from datetime import timedelta

    from course_tools.grade.intake import Policy, due_time
    from course_tools.grade.run import Order

    course = Path(course_lib.__file__).resolve().parent.parent
    root = (arguments.root or course).resolve()
    source = arguments.source or root / "grading" / "submitted"
    for path, what in ((source, "what was handed in"), (arguments.class_list, "the class list")):
        if path is not None and not path.exists():
            raise ValueError(f"{path} is not there; {what} is a file or folder that exists")
    workers = arguments.workers if arguments.workers is not None else os.cpu_count() or 1
    if workers < 1:
        raise ValueError(f"--workers {workers} can't be; it is a number from 1 on")
    late = arguments.per_day or arguments.last_day is not None or arguments.grace
    if late and not arguments.due:
        raise ValueError("--per-day, --last-day and --grace mean something only beside --due TIME")
    policy = Policy(
        due=due_time(arguments.due) if arguments.due else None,
        grace=timedelta(minutes=arguments.grace),
        per_day=arguments.per_day,
        last_day=arguments.last_day,
    )
    return Order(
        root,
        source.resolve(),
        tuple(arguments.lesson),
        arguments.class_list,
        policy,
        workers,
        arguments.again,
        arguments.unsafe_no_isolation,
        scheduler=arguments.scheduler or "",
    )


def _not_started(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return NOT_STARTED
