"""One grader at a time on one gradebook: a lock that goes away with the process that holds it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from course_tools.grade.files import CantWriteError, cant_write

NAME = "grading.lock"


class LockedError(RuntimeError):
    """Another process is grading there now."""


@contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """While this lasts, no second grader works in this folder; the second is a `LockedError`.

    The system itself gives the lock back when its process ends, however it ends: there is no
    stale lock, and the file that stays says only who was the last.
    """
    path = folder / NAME
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
