"""The console command `course` with all it can do: students' commands, and those of this folder."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

ROOMS = ("course_lib.commands", __name__)


def main(words: Sequence[str] | None = None) -> int:
    """The exit code of the command that these words (else those after `course`) ask for."""
    try:
        from course_lib import commands
    except KeyboardInterrupt:  # pressed while Python was still loading
        print("Stopped.", file=sys.stderr)
        return 130
    return commands.main(words, rooms=ROOMS)


def commands() -> dict[str, ModuleType]:
    """The commands by name, students' among them."""
    from course_lib import commands as course

    return course.commands(ROOMS)


def find_autograder_tests() -> None:
    """Let the hidden checks be imported, from here or from beside course_lib; else refuse."""
    for folder in (Path.cwd(), Path(__file__).resolve().parents[2]):
        if (folder / "autograder_tests" / "__init__.py").exists():
            if str(folder) not in sys.path:
                sys.path.insert(0, str(folder))
            return
    raise ValueError(
        "there is no folder autograder_tests here; this command is for those who have it"
    )
