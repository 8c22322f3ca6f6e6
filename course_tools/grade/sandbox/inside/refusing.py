"""Refuses what students don't have, and tells the grader, where no sandbox hides it.

It stops what is tried openly in this process. Other programs, and code that is not Python's, get
round it: it is no isolation.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

HIDDEN = ("autograder_tests", "course_tools", "solutions")
"""No cell can import these. What a session itself needs of them is imported before."""

_WITH_PATHS = ("open", "os.listdir", "os.scandir", "os.link", "os.rename", "sqlite3.connect")
"""What Python announces before it opens, lists or moves something: the first words are paths."""

_MOST_TOLD = 20


def refuse(course: Path, shown: Sequence[Path], replies: int) -> None:
    """From now on nothing in the course's folder can be opened but what is `shown`.

    Each thing that was refused is told once, as a line of its own among the replies.
    """
    told: set[str] = set()

    def real(path: Any) -> str:
        """The path without links, as this system compares paths."""
        return os.path.normcase(os.path.realpath(os.fsdecode(path)))

    hidden, seen = real(course), tuple(map(real, shown))

    def within(place: str, folder: str) -> bool:
        """Whether it is this folder, or lies below it."""
        return place == folder or place.startswith(folder.rstrip(os.sep) + os.sep)

    def is_hidden(path: Any) -> bool:
        """Whether it lies in the course, or is a folder on the way there."""
        if not isinstance(path, str | bytes | os.PathLike):
            return False  # a descriptor, of something that is open already
        place = real(path)
        inside = within(place, hidden) and not any(within(place, folder) for folder in seen)
        return inside or within(hidden, place)

    def tell(what: str) -> None:
        """Write to the grader."""
        if what not in told and len(told) < _MOST_TOLD:
            told.add(what)
            os.write(replies, json.dumps({"refused": what}).encode() + b"\n")

    def hook(event: str, words: tuple[Any, ...]) -> None:
        """What Python calls before it does anything that it announces."""
        if event == "import" and words[0].partition(".")[0] in HIDDEN:
            tell(f"import {words[0][:80]}")
            raise ModuleNotFoundError(f"No module named {words[0]!r}", name=words[0])
        if event in _WITH_PATHS:
            for path in filter(is_hidden, words[:2]):
                tell(f"{event} {os.fsdecode(path)[-80:]}")
                raise PermissionError(f"{os.fsdecode(path)} is not for students' code")

    sys.addaudithook(hook)
