"""Files that are there in whole or not at all, whatever happens while they are written."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from pathlib import Path

UNFINISHED = ".unfinished"


class CantWriteError(OSError):
    """A file could not be written; the text says which, why, and what is safe."""


def write_whole(path: Path, content: bytes) -> None:
    """Put this content there at once: whoever looks finds the old file or the new one.

    It is on the disk when this returns, so that not even a power cut leaves half of it.
    """
    name = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(UNFINISHED, f".{path.name}.", path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)
        Path(name).replace(path)
        _settle(path.parent)
    except OSError as error:
        if name:
            with contextlib.suppress(OSError):
                Path(name).unlink(missing_ok=True)
        raise CantWriteError(error.errno, cant_write(path, error)) from error


def cant_write(path: Path, error: OSError) -> str:
    """The sentence that says why this file could not be written."""
    why = {
        errno.ENOSPC: "the disk is full",
        errno.EDQUOT: "there is no room left for this user",
        errno.EROFS: "the disk can only be read",
        errno.EACCES: "this user may not write there",
        errno.EPERM: "this user may not write there",
        errno.ENOTDIR: "a part of its path is no folder",
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
