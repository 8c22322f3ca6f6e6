"""Files written in whole or not at all, tables of a spreadsheet, and a lock for one grader."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path

from course_lib import plain
from course_lib.plain import UNFINISHED

LOCK = "grading.lock"

LARGEST_LIST = 10_000_000
"""No class list has more bytes; a device has no end."""


class CantWriteError(OSError):
    """A file could not be written; the text says which, why, and what is safe."""


def write_whole(path: Path, content: bytes, *, private: bool = False) -> None:
    """Put this content there at once: whoever looks finds the old file or the new one.

    It is on the disk when this returns, and its folder is made where there is none.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        plain.write_whole(path, content, private=private)
        _settle(path.parent)
    except OSError as error:
        raise CantWriteError(error.errno, cant_write(path, error)) from error


def cant_write(path: Path, error: OSError) -> str:
    """The sentence that says why this file could not be written."""
    why = {
        errno.ENOSPC: "the disk is full",
        errno.EDQUOT: "there is no room left for this user",
        errno.EROFS: "the disk can only be read",
        errno.EACCES: "this user may not write there",
        errno.EPERM: "this user may not write there",
        errno.ENOTDIR: "a part of its path is not a folder",
    }.get(error.errno or 0, error.strerror or str(error))
    return f"{path} could not be written: {why}"


def remove_unfinished(folder: Path) -> None:
    """Remove what was being written when an earlier run was ended by force."""
    for path in folder.rglob(f".*{UNFINISHED}"):
        with contextlib.suppress(OSError):
            path.unlink()


def _settle(folder: Path) -> None:
    """Let the disk know the folder's new entry, where a system has a way to say so."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def separator(table: str) -> str:
    """What stands between the cells of this table: where people write 0,5 it is a semicolon."""
    return max(",;\t|", key=table.partition("\n")[0].count)


def text_of(path: Path) -> str:
    """The text of a table, in whichever of the usual encodings a spreadsheet has saved it."""
    with path.open("rb") as file:
        raw = file.read(LARGEST_LIST + 1)
    if len(raw) > LARGEST_LIST:
        raise ValueError(f"{path} has more than {LARGEST_LIST:,} bytes; no class list is that long")
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


class LockedError(RuntimeError):
    """Another process is grading there now."""


@contextlib.contextmanager
def only_one(folder: Path, lock: str = LOCK) -> Iterator[None]:
    """While this lasts, no second process holds this lock in there; the second is a `LockedError`.

    The system itself gives the lock back when its process ends, however it ends: there is no
    stale lock, and the file that stays says only who was the last.
    """
    path = folder / lock
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise CantWriteError(error.errno, cant_write(path, error)) from error
    try:
        if not _locked(handle):
            os.lseek(handle, 1, os.SEEK_SET)
            who = os.read(handle, 40).decode("ascii", "replace").strip()
            raise LockedError(
                f"another `course grade` is at work in {folder} (process {who or 'unknown'});"
                " wait until it is done, or end it: what it has graded is safe"
            )
        os.ftruncate(handle, 1)
        os.lseek(handle, 1, os.SEEK_SET)
        os.write(handle, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.close(handle)


def _locked(handle: int) -> bool:
    """Whether the file is ours now, until its handle is closed."""
    try:
        if os.name == "nt":
            import msvcrt  # noqa: PLC0415 - only Windows has it

            # Only the first byte: others have to be able to read who holds it.
            os.lseek(handle, 0, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl  # noqa: PLC0415 - Windows has none

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
