"""All files that a class handed in: a folder with all below it, a zip, or one notebook."""

from __future__ import annotations

import os
import stat
import zipfile
from functools import partial
from pathlib import Path

from course_tools.grade.intake import zips
from course_tools.grade.intake.pieces import (
    KINDS,
    LARGEST,
    QUIET,
    Piece,
    Pieces,
    Unreadable,
    limited,
)

PLAIN_PYTHON = (
    "is plain Python, and no notebook: only a league takes it, if it has a function"
    " my_player(game, state, budget)."
)
SHARED = "is one file with another name elsewhere (a hard link): it was taken, but look at it."


def pieces(source: Path) -> Pieces:
    """The files in this folder or zip, or the one file that this is; else a `ValueError`."""
    if source.is_dir():
        return _of_folder(source)
    if not source.exists():
        raise ValueError(f"{source} does not exist; give a folder of notebooks, or a zip.")
    if zipfile.is_zipfile(source):
        try:
            return zips.of_zip(zipfile.ZipFile(source), zips.MOST_FILES, zips.MOST_BYTES)
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
            raise ValueError(f"{source} is a damaged zip ({error}).") from None
    if source.suffix == ".ipynb":
        return Pieces([Piece(source.name, partial(_bytes_of, source))])
    raise ValueError(f"{source} {_why_not(source.suffix.lower())}")


def _why_not(ending: str) -> str:
    """What is wrong with a single file whose name ends like this, and what would be right."""
    if ending == ".zip":
        return "is called a zip, but what is in it is none, or damaged; download it again."
    if ending == ".py":
        return f"{PLAIN_PYTHON} To grade, give a notebook, a folder or a zip."
    return "is neither a folder, nor a zip, nor a notebook (.ipynb), nor, for a league, Python."


def _of_folder(source: Path) -> Pieces:
    """The files in this folder and those below; links are not followed."""
    done = Pieces()

    def complain(error: OSError) -> None:
        done.odd.append(f"{Path(error.filename).name} cannot be read ({error.strerror}).")

    for folder, folders, files in os.walk(source, onerror=complain):
        for path in sorted(Path(folder) / name for name in [*folders, *files]):
            shown = path.relative_to(source).as_posix()
            if QUIET.search(shown):
                continue
            try:
                state = path.lstat()
            except OSError as error:
                complain(error)
                continue
            if why := KINDS.get(stat.S_IFMT(state.st_mode)):
                done.odd.append(f"{shown} {why}")
            elif stat.S_ISREG(state.st_mode):
                if state.st_nlink > 1:
                    done.odd.append(f"{shown} {SHARED}")
                done.found.append(Piece(shown, partial(_bytes_of, path)))
    done.found.sort(key=lambda piece: piece.name)
    return done


def _bytes_of(path: Path) -> bytes:
    """The bytes of this file, which is no link, however fast somebody exchanges it for one."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        with os.fdopen(os.open(path, flags | getattr(os, "O_BINARY", 0)), "rb") as file:
            state = os.fstat(file.fileno())
            if not stat.S_ISREG(state.st_mode):
                raise Unreadable("is no ordinary file: it was not taken.")
            return limited(file.read(LARGEST + 1))
    except OSError as error:
        raise Unreadable(f"cannot be read ({error.strerror}).") from None
