"""The console command `course` with all it can do: students' commands, and those of this folder."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from types import ModuleType

from course_lib import commands as course
from course_lib.commands import plain_error, version

__all__ = ["commands", "main", "plain_error", "plain_errors", "version"]

Run = Callable[[argparse.Namespace], int]

ROOMS = ("course_lib.commands", __name__)


def main(words: Sequence[str] | None = None) -> int:
    """The exit code of the command that these words (else those after `course`) ask for."""
    return course.main(words, rooms=ROOMS)


def commands() -> dict[str, ModuleType]:
    """The commands by name, students' among them."""
    return course.commands(ROOMS)


def plain_errors(run: Run) -> Run:
    """The same `run` of a command; what is wrong with its words or files is a sentence, and a 2."""
    name = run.__module__.rpartition(".")[2].replace("_", "-")

    @wraps(run)
    def plainly(arguments: argparse.Namespace) -> int:
        try:
            return run(arguments)
        except BrokenPipeError:
            raise  # whoever read the output has had enough: `main` knows
        except (OSError, ValueError, ModuleNotFoundError) as error:
            print(f"course {name}: {plain_error(error)}", file=sys.stderr)
            return 2

    return plainly
