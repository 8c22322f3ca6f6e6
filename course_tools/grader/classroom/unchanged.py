"""Whether anything has changed since the last run of `course grade`, without reading any of it.

A file that has the size, the times and the number that it had is the same file. So 55,000
submissions of which none is new take seconds, and what the last run said is said again.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from course_tools.files import LOCK, write_whole
from course_tools.settings import FILE, OWN_CASES, SETTINGS, folders
from course_tools.workers import COURSE

KEPT = "unchanged.json"
_COARSE = 2.0
"""So many seconds apart, two changes of a file have other times on every disk."""
_NOT_OURS = {KEPT, LOCK, "backups", "hidden", "intake", "__pycache__", "gradebook.db"}


class Said(NamedTuple):
    """What a run said in the end, and its exit code."""

    text: str
    code: int


@dataclass(frozen=True)
class Before:
    """What lay there before a run read it: what was handed in, and all that decides about it."""

    began: float
    newest: float
    digest: str

    @classmethod
    def of(cls, source: Path, root: Path, *more: object) -> Before:
        """The state of this source and of the course in this folder; `more` decides, too."""
        digest, newest = hashlib.sha256(repr((sys.version, source, more)).encode()), 0.0
        ours = [COURSE / name for name in ("course_lib", "course_tools", "autograder_tests")]
        there = folders(root)
        rest = [there.students, there.sources, COURSE / "solutions"]
        rest += [root / name for name in (FILE, SETTINGS, OWN_CASES)]
        for place in (source, *ours, *rest, *(one for one in more if isinstance(one, Path))):
            for path, state in _files(place):
                digest.update(_name(path, state))
                newest = max(newest, state.st_mtime if place == source else 0)
        return cls(time.time(), newest, digest.hexdigest())


def state_of(book: Path) -> str:
    """The name of this file as it is now: one that somebody writes to gets another."""
    return _name(str(book), book.stat()).hex() if book.exists() else ""


def last_said(grading: Path, before: Before) -> Said | None:
    """What the last run said, if nothing has changed since then."""
    try:
        kept = json.loads((grading / KEPT).read_bytes())
        if kept["state"] == _state(grading, before, state_of(folders(grading.parent).gradebook)):
            return Said(str(kept["text"]), int(kept["code"]))
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return None


def keep_said(grading: Path, before: Before, book: str, said: Said) -> None:
    """Keep what this run said, which read what lay there `before`, and the gradebook like this."""
    if before.newest < before.began - _COARSE:
        data = {"state": _state(grading, before, book), **said._asdict()}
        write_whole(grading / KEPT, json.dumps(data).encode())


def _state(grading: Path, before: Before, book: str) -> str:
    digest = hashlib.sha256(f"{before.digest} {book}".encode())
    for path, state in _files(grading):
        digest.update(_name(path, state))
    return digest.hexdigest()


def _files(place: Path | str) -> Iterator[tuple[str, os.stat_result]]:
    """The files there and below, in an order that is the same each time."""
    try:
        entries = sorted(os.scandir(place), key=lambda entry: entry.name)
    except NotADirectoryError:
        yield str(place), os.stat(place)  # noqa: PTH116 - of many thousand files
        return
    except OSError:
        return
    for entry in entries:
        if entry.name not in _NOT_OURS:
            if entry.is_dir(follow_symlinks=False):
                yield from _files(entry.path)
            else:
                yield entry.path, entry.stat(follow_symlinks=False)


def _name(path: str, state: os.stat_result) -> bytes:
    facts = (path, state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino)
    return repr(facts).encode(errors="surrogateescape")
