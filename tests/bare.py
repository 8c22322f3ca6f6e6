"""A bare machine: the programs that the course can do without are hidden."""

import os
from functools import cache
from pathlib import Path

from course_lib.commands.doctor import PROGRAMS

HIDDEN = {"git", *(name for program in PROGRAMS.values() for name in program.commands)}


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
