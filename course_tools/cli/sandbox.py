"""Get a sandbox for students' code, and say which one there is.

course sandbox            get it, once (50 MB), make it ready for the lessons here, and try it
course sandbox --check    only say what there is

On Linux that is bubblewrap, where the system has it. Everywhere else students' code runs in
WebAssembly: pip brings the program Deno, and Deno a Python for browsers. Both are held against
their hashes, and once they are here, nothing is downloaded any more.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from contextlib import ExitStack

from course_lib.commands import json_line
from course_lib.play.progress import patience
from course_tools.cli import find_autograder_tests
from course_tools.cli._common import COURSE, course_folder, plain_refusals

AUDIENCE = "teachers"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course sandbox`."""
    parser.add_argument("--check", action="store_true", help="download nothing")
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def run(arguments: argparse.Namespace) -> int:
    """0 when students' code can be sandboxed here; a `ValueError` says why it can't be."""
    from course_tools.grader.sandbox import NoIsolation, Sandbox, portable
    from course_tools.notebooks import STUDENTS

    news = ["A sandbox is being tried"]
    with plain_refusals(), ExitStack() as stack:
        stack.enter_context(patience(lambda: news[-1]))
        try:
            sandbox = stack.enter_context(Sandbox(COURSE))
        except NoIsolation:
            if arguments.check:
                raise
            news.append("Deno and its Python are being fetched and made ready, once")
            portable.fetch()
            sandbox = stack.enter_context(Sandbox(COURSE))
        if not arguments.check and sandbox.isolation == portable.WEBASSEMBLY:
            here = (course_folder(None) / STUDENTS).glob("[0-9][0-9]_*")
            every = _all_kept_away(folder.name[:2] for folder in here)
            for number, away in enumerate(every, 1):
                news.append(f"Made ready for the lessons here, once: {number} of {len(every)}")
                stack.enter_context(Sandbox(COURSE, away=away))
        sandbox.session().close()
        isolation = sandbox.isolation
    print(json_line("sandbox", {"isolation": isolation}) if arguments.json else isolation)
    return 0


def _all_kept_away(lessons: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """What is out of reach in any of these lessons, or nothing in another course."""
    try:
        find_autograder_tests()
    except ValueError:
        return ()
    from autograder_tests.out_of_reach import all_kept_away

    return all_kept_away(lessons)
