"""What commands share: a sandbox for files, which options go together, options about a class."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, TextIO

import course_lib
from course_tools.cli import find_autograder_tests
from course_tools.settings import OWN_CASES, SETTINGS, folders

if TYPE_CHECKING:
    from course_tools.grader.sandbox.session import Session

COURSE = Path(course_lib.__file__).resolve().parents[1]
"""The course's folder."""


def course_folder(named: Path | None) -> Path:
    """The folder of the course that a command is about: named, or this one, or the one of ours."""
    here = Path.cwd()
    return (named or (here if (here / SETTINGS).is_file() else COURSE)).resolve()


def its_cases(named: Path | None) -> Path:
    """The same, where the hidden cases can be had; else refuse."""
    root = course_folder(named)
    if not (root / OWN_CASES).is_dir():
        find_autograder_tests()
    return root


MEMORY = 1024 * 1024 * 1024
"""What a student's file may take, in bytes."""


# --- students' files in a sandbox -----------------------------------------------------------------


@contextmanager
def file_sandbox(*, away: Sequence[str] = ()) -> Iterator[Callable[[], Session]]:
    """What starts a sandboxed process for a student's file.

    What is kept `away`, such as the library's own searches, refuses to run in there.
    """
    from course_tools.grader.sandbox import Limits, Sandbox

    with Sandbox(COURSE, limits=Limits(memory=MEMORY), away=away) as sandbox:
        yield sandbox.session


LONGEST_LINE = 1_000_000
"""What comes in has no line of more characters; a device may have no end."""


def lines_in(stream: TextIO) -> Iterator[str]:
    """The lines that come in, as they come; one without an end is a `ValueError`."""
    while line := stream.readline(LONGEST_LINE):
        if len(line) == LONGEST_LINE:
            raise ValueError(f"a line of {LONGEST_LINE:,} characters and more has come in")
        yield line


def options_given(arguments: argparse.Namespace) -> set[str]:
    """The names of what stands after the command and is not the default."""
    usual = arguments.parser.get_default
    return {name for name, value in vars(arguments).items() if value != usual(name)}


def check_company(
    arguments: argparse.Namespace,
    only_with: Mapping[str, str],
    not_with: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Refuse an option that has no effect: without those that it goes with, or beside others."""
    given, parser = options_given(arguments), arguments.parser
    actions = parser._actions  # noqa: SLF001
    spelled = {one.dest: one.option_strings[-1:] or [one.dest] for one in actions}
    for option, others in only_with.items():
        if option in given and not given & {*others.split()}:
            *most, last = [word for name in others.split() for word in spelled[name]]
            there = f"{', '.join(most)} or {last}" if most else last
            raise ValueError(f"{spelled[option][0]} goes with {there}")
    for option, others in not_with.items():
        if option in given and (beside := [one for one in others.split() if one in given]):
            both = f"{spelled[beside[0]][0]} and {spelled[option][0]}"
            raise ValueError(f"{both} do not go together; leave one of them out")


def check_from_one(option: str, number: int | None) -> None:
    """Refuse 0 and less."""
    if number is not None and number < 1:
        raise ValueError(f"{option} {number}: it must be a whole number from 1 up")


def check_writable(path: Path | None) -> None:
    """Refuse a file in a folder that is not there, before any work is done."""
    if path is not None and not path.absolute().parent.is_dir():
        raise ValueError(f"there is no folder {path.absolute().parent} for {path}; make it first")


# --- what a class has handed in -------------------------------------------------------------------


def add_class_arguments(parser: argparse.ArgumentParser, work: str, several: str) -> None:
    """What may stand after a command that does this `work` to what a class has handed in."""
    parser.add_argument("--class-list", type=Path, metavar="CSV", help="who is in the class")
    parser.add_argument(
        "--workers", type=int, metavar="N", help=f"{several} at once (default: all cores)"
    )
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help=f"let a Dask cluster {work}, such as tcp://HOST:8786"
    )
    parser.add_argument("--dry-run", action="store_true", help=f"only list what there is to {work}")
    parser.add_argument("--json", action="store_true", help="print everything as one line of JSON")
    parser.add_argument("--root", type=Path, help="the course's folder (default: this one)")


class ClassWork(NamedTuple):
    """Where a class's work is, and how many processes may look at it."""

    root: Path
    source: Path
    workers: int


def class_work(arguments: argparse.Namespace) -> ClassWork:
    """What the arguments say about it; a `ValueError` says which of them can't be."""
    root = course_folder(arguments.root)
    source = arguments.source or folders(root).submitted
    if arguments.source is None and not source.exists():
        source = root / "grading" / "results"
    for path, what in ((source, "what was handed in"), (arguments.class_list, "the class list")):
        if path is not None and not path.exists():
            raise ValueError(f"{what}: there is no file or folder {path}")
    workers = os.cpu_count() or 1 if arguments.workers is None else arguments.workers
    check_from_one("--workers", workers)
    return ClassWork(root, source.resolve(), workers)


@contextmanager
def plain_refusals() -> Iterator[None]:
    """Make a `ValueError` of what keeps a class's work from being looked at."""
    from course_tools.cluster import SchedulerError
    from course_tools.files import LockedError
    from course_tools.grader.classroom.gradebook import GradebookError
    from course_tools.grader.judge.tasks import NoLessonError
    from course_tools.grader.sandbox import NoIsolation

    try:
        yield
    except NoIsolation as error:
        raise ValueError(str(error)) from None
    except (LockedError, GradebookError, NoLessonError, SchedulerError) as error:
        raise ValueError(str(error.args[-1] if error.args else error)) from error
