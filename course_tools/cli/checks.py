"""Show how good the checks are: the bank of wrong and right answers, and what each is told.

course checks                      which exercises have checks, and how many answers are kept
course checks --report             ask every answer of the bank, in both forms of a student
course checks --report minimax     the same for one exercise

The exit code is 0 when every wrong answer loses points and is told its mistake's name, and every
right one gets full marks. It needs the folder autograder_tests, which students do not have.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course checks`."""
    parser.add_argument("--report", action="store_true", help="ask all answers, print the table")
    parser.add_argument("exercise", nargs="?", help="only this exercise")
    parser.add_argument(
        "--form", choices=("notebook", "pipe"), action="append", help="only this form of a student"
    )


def run(arguments: argparse.Namespace) -> int:
    """0 when all is as it should be, else 1."""
    if not find_autograder_tests():
        print("No folder autograder_tests here; course checks is for those who have it.")
        return 1
    from autograder_tests import bank, report

    if not arguments.report:
        kept = Counter((entry.exercise, entry.right) for entry in bank.entries(arguments.exercise))
        for name in sorted({exercise for exercise, _ in kept}):
            print(f"{name:12} {kept[name, False]:3} wrong answers, {kept[name, True]} right ones")
        return 0
    found = list(report.lines(arguments.exercise, tuple(arguments.form or report.FORMS)))
    if not found:
        print(f"The bank has no answers to {arguments.exercise!r}; course checks lists what it has")
        return 1
    print(report.table(found))
    return 1 if any(line.fault for line in found) else 0


def find_autograder_tests() -> bool:
    """Whether the hidden checks can be imported: from here, or from beside course_lib."""
    beside = Path(__file__).resolve().parent.parent.parent
    for folder in (Path.cwd(), beside):
        if (folder / "autograder_tests" / "__init__.py").exists():
            if str(folder) not in sys.path:
                sys.path.insert(0, str(folder))
            return True
    return False
