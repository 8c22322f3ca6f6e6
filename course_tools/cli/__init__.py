"""The console command `course` with all it can do: students' commands, and those of this folder."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

from course_lib import commands as course
from course_lib.commands import plain_error, version

__all__ = ["commands", "main", "plain_error", "version"]

ROOMS = ("course_lib.commands", __name__)


def main(words: Sequence[str] | None = None) -> int:
    """The exit code of the command that these words (else those after `course`) ask for."""
    return course.main(words, rooms=ROOMS)


def commands() -> dict[str, ModuleType]:
    """The commands by name, students' among them."""
    return course.commands(ROOMS)
