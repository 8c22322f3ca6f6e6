"""The gradebook as a file: is it whole, is it free, and copies from before each run."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from pathlib import Path

from course_tools.grade.files import CantWriteError, cant_write

KEPT = 10
_NAME = re.compile(r"gradebook-(\d{4,})\.db")
_PATIENCE = 5.0
"""So many seconds it may be in use, for example by formgrader, before we say so."""


class GradebookError(RuntimeError):
    """The gradebook can't be used; the text says why, and what to do."""


def back_up(gradebook: Path, folder: Path) -> Path | None:
    """Where a copy of the gradebook lies now; `None` if there is no gradebook yet.

    A damaged or locked gradebook is a `GradebookError`. The last ten copies that differ are kept.
    """
    if not gradebook.exists() or gradebook.stat().st_size == 0:
        return None
    before = copies(folder)
    number = int(_NAME.fullmatch(before[-1].name)[1]) + 1 if before else 1  # type: ignore[index]
    place = folder / f"gradebook-{number:04}.db"
    unfinished = folder / f".{place.name}.unfinished"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _copy(gradebook, unfinished, folder)
        if before and before[-1].read_bytes() == unfinished.read_bytes():
            unfinished.unlink()
            return before[-1]
        unfinished.replace(place)
    except OSError as error:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise CantWriteError(error.errno, cant_write(place, error)) from error
    for old in copies(folder)[:-KEPT]:
        old.unlink(missing_ok=True)
    return place


def copies(folder: Path) -> list[Path]:
    """The copies that are kept, the newest last; no clock has a say in it."""
    found = [path for path in folder.glob("gradebook-*.db") if _NAME.fullmatch(path.name)]
    return sorted(found, key=lambda path: int(path.stem.partition("-")[2]))


def _copy(gradebook: Path, place: Path, folder: Path) -> None:
    """Copy a whole gradebook, also while somebody else has it open."""
    try:
        with (
            contextlib.closing(sqlite3.connect(gradebook, timeout=_PATIENCE)) as source,
            contextlib.closing(sqlite3.connect(place)) as target,
        ):
            _check(source)
            source.execute("BEGIN IMMEDIATE").fetchone()  # whether we could write, too
            source.rollback()
            source.backup(target)
    except sqlite3.OperationalError as error:
        raise GradebookError(in_use(gradebook, error)) from error
    except sqlite3.DatabaseError as error:
        raise GradebookError(damaged(gradebook, error, folder)) from error


def _check(source: sqlite3.Connection) -> None:
    """Nothing, if the database is whole."""
    (found,) = source.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(found)


def in_use(gradebook: Path, error: Exception) -> str:
    """The sentence about a gradebook that can't be written to just now."""
    if "full" in str(error):
        return f"{gradebook} could not be written: the disk is full. What is in results/ is safe."
    return (
        f"{gradebook} can't be used now ({error}). Is another program writing to it, or may this"
        " user not? Close it and give the same command again."
    )


def damaged(gradebook: Path, error: Exception, folder: Path) -> str:
    """The sentence about a gradebook that is no whole database any more."""
    kept = copies(folder)
    advice = f" or put {kept[-1]} in its place" if kept else ""
    return (
        f"{gradebook} is damaged ({error}). Nothing of the automatic grading is lost: move the"
        f" file away{advice}, and give the same command again; the grades come back from"
        f" {gradebook.parent / 'results'}."
    )
