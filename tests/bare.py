"""A bare machine: the programs that the course can do without are hidden, or seen when started."""

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from course_lib.commands.doctor import PROGRAMS

HIDDEN = {"git", *(name for program in PROGRAMS.values() for name in program.commands)}
GRADING = {"grade", "league", "peer-review", "sandbox"}
"""The commands of `course` that start a sandbox."""


def path_without(folder: Path) -> str:
    """A PATH with everything that is on this one but what is hidden, as links in this folder."""
    for place in map(Path, os.get_exec_path()):
        for program in place.iterdir() if place.is_dir() else ():
            link = folder / program.name
            if program.name.removesuffix(".exe") not in HIDDEN and not link.is_symlink():
                link.symlink_to(program)
    return str(folder)


@cache
def is_marked(file: Path) -> bool:
    """Whether a test in this file says that it starts such a program, or needs it."""
    text = file.read_text("utf-8")
    return "pytest.mark.programs" in text or "pytest.mark.needs(" in text


def program_in(command: str | bytes | os.PathLike[str] | Sequence[Any]) -> str | None:
    """What this command starts that may be missing, or that may start what may be missing."""
    every = [command] if isinstance(command, str | bytes | os.PathLike) else command
    words = [os.fsdecode(word) for word in every]
    first = Path(words[0]).stem
    if first in HIDDEN:
        return first
    if "course_tools.workers" in words:
        return "a process that grades"
    if "course_tools.cli" in words and (found := GRADING & set(words)):
        return f"course {min(found)}"
    return None
