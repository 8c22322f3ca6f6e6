"""The files that a class handed in: a folder with all below it, a zip, or one notebook.

Nothing is unpacked, no link is followed, and no path in a zip leads anywhere.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import stat
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path

LARGEST = 320_000_000  # bytes of one file
KINDS = {
    stat.S_IFLNK: "is a link, and links are not followed: it was not taken.",
    stat.S_IFCHR: "is a device and no file: it was not taken.",
    stat.S_IFBLK: "is a device and no file: it was not taken.",
    stat.S_IFIFO: "is a pipe and no file: it was not taken.",
    stat.S_IFSOCK: "is a socket and no file: it was not taken.",
}
# What programs leave behind, of which nobody needs to hear.
QUIET = re.compile(
    r"(^|/)(__MACOSX|\.ipynb_checkpoints|__pycache__|\.git|my_work|\.vscode|\.idea)(/|$)"
    r"|(^|/)(\._[^/]*|\.DS_Store|Thumbs\.db|desktop\.ini|\.~[^/]*)$"
)

LARGEST_INSIDE = 50_000_000  # bytes of a zip inside
MOST_INSIDE = 1_000  # its files
MOST_BYTES = 8_000_000_000  # of all files of a zip that are read
MOST_FILES = 20_000
LONGEST_NAME = 500

PLAIN_PYTHON = (
    "is plain Python, and no notebook: only a league takes it, if it has a function"
    " my_player(game, state, budget)."
)
SHARED = "is one file with another name elsewhere (a hard link): it was taken, but look at it."


class Unreadable(ValueError):
    """A file that cannot be read, with the reason as the end of a sentence."""


@dataclass(frozen=True)
class Piece:
    """One file that was handed in."""

    name: str
    """Its path in the folder or zip, with `/` between the parts."""
    read: Callable[[], bytes]
    """Its bytes, or an `Unreadable`."""
    time: datetime | None = None
    """The time that a zip has for it, in a zone that nobody knows."""
    owner: Callable[[], str] = str
    """Whose file it is for the system, as far as that says so."""


@dataclass
class Pieces:
    """All files of a folder or zip that may be of use, and a sentence about each of the others."""

    found: list[Piece] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)


def pieces(source: Path) -> Pieces:
    """The files in this folder or zip, or the one file that this is; else a `ValueError`."""
    if source.is_dir():
        return _of_folder(source)
    if not source.exists():
        raise ValueError(f"{source} does not exist; give a folder of notebooks, or a zip.")
    if not source.is_file():
        raise ValueError(f"{source} is no ordinary file; give a folder of notebooks, or a zip.")
    if zipfile.is_zipfile(source):
        try:
            archive = zipfile.ZipFile(source)
            many = len(archive.infolist())
            if many <= MOST_FILES:
                return _of_zip(archive, MOST_FILES, MOST_BYTES)
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
            raise ValueError(f"{source} is a damaged zip ({error}).") from None
        raise ValueError(
            f"{source} holds {many:,} files, and a class hands in fewer than {MOST_FILES:,}: look"
            " what is in it, and give a folder or a zip of the notebooks alone."
        )
    if source.suffix == ".ipynb":
        return Pieces([Piece(_in_letters(source.name), partial(_bytes_of, source))])
    why = {
        ".zip": "is called a zip, but what is in it is none, or damaged; download it again.",
        ".py": f"{PLAIN_PYTHON} To grade, give a notebook, a folder or a zip.",
    }
    other = "is neither a folder, nor a zip, nor a notebook (.ipynb)."
    raise ValueError(f"{source} {why.get(source.suffix.lower(), other)}")


def _of_folder(source: Path) -> Pieces:
    """The files in this folder and those below; links are not followed."""
    done = Pieces()

    def complain(error: OSError) -> None:
        done.odd.append(f"{Path(error.filename).name} cannot be read ({error.strerror}).")

    for folder, folders, files in os.walk(source, onerror=complain):
        for path in sorted(Path(folder) / name for name in [*folders, *files]):
            shown = "/".join(map(_in_letters, path.relative_to(source).parts))
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
                owner = partial(_owner_of, path)
                done.found.append(Piece(shown, partial(_bytes_of, path), owner=owner))
    done.found.sort(key=lambda piece: piece.name)
    return done


def _in_letters(name: str) -> str:
    """The name of a file; one that is no UTF-8 is read as Windows writes it in the west."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return os.fsencode(name).decode("cp1252", errors="replace")
    return name


def _owner_of(path: Path) -> str:
    """The name of the user to whom this file belongs; Windows has none."""
    try:
        return path.owner()
    except (KeyError, OSError, NotImplementedError):
        return ""


def _bytes_of(path: Path) -> bytes:
    """The bytes of this file, which is no link, however fast somebody exchanges it for one."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        with os.fdopen(os.open(path, flags | getattr(os, "O_BINARY", 0)), "rb") as file:
            state = os.fstat(file.fileno())
            if not stat.S_ISREG(state.st_mode):
                raise Unreadable("is not an ordinary file: it was not taken.")
            return _limited(file.read(LARGEST + 1))
    except OSError as error:
        raise Unreadable(f"cannot be read ({error.strerror}).") from None


def _limited(data: bytes) -> bytes:
    """These bytes, if they are not too many."""
    if len(data) > LARGEST:
        raise Unreadable(f"has more than {LARGEST // 1_000_000} MB: it was not taken.")
    return data


# --- zips ----------------------------------------------------------------------------------------


def _of_zip(archive: zipfile.ZipFile, most_files: int, most_bytes: int) -> Pieces:
    """The files in this zip, under names that can do no harm."""
    done = Pieces()
    members = archive.infolist()
    spent: dict[int, int] = {}
    for member in members[:most_files]:
        name = _name_of(member)
        why = _objection(name, member)
        if member.is_dir() or QUIET.search(name):
            continue
        if why:
            done.odd.append(f"{name[:LONGEST_NAME]} {why}")
            continue
        done.found.append(
            Piece(name, partial(_member, archive, member, spent, most_bytes), _time_of(member))
        )
    if len(members) > most_files:
        done.odd.append(
            f"The zip holds {len(members)} files; those after {most_files} were not looked at."
        )
    done.found.sort(key=lambda piece: piece.name)
    return done


def inside(piece: Piece) -> Pieces:
    """The files in a zip that is itself one of the files; a damaged one is `Unreadable`."""
    data = piece.read()
    if len(data) > LARGEST_INSIDE:
        raise Unreadable(f"is a zip of more than {LARGEST_INSIDE // 1_000_000} MB: not opened.")
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        return _of_zip(archive, MOST_INSIDE, LARGEST)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise Unreadable(f"is a zip that cannot be read ({error}).") from None


def _member(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, spent: dict[int, int], most: int
) -> bytes:
    """The bytes of one file in a zip, never more than are allowed, whatever the zip says.

    What is `spent` is the size of each file that was read, by its place, so that none counts twice.
    """
    try:
        with archive.open(member) as file:
            data = file.read(LARGEST + 1)
    except (zipfile.BadZipFile, OSError, EOFError, ValueError, NotImplementedError) as error:
        raise Unreadable(f"cannot be read from the zip ({error}).") from None
    except RuntimeError:
        raise Unreadable("is locked with a password, and cannot be read.") from None
    except Exception as error:  # noqa: BLE001 - each way of packing has errors of its own
        raise Unreadable(f"is damaged in the zip ({type(error).__name__}).") from None
    if sum((spent | {member.header_offset: len(data)}).values()) > most:
        raise Unreadable("would make this zip larger than is allowed: it was not taken.")
    spent[member.header_offset] = len(data)
    return _limited(data)


def _objection(name: str, member: zipfile.ZipInfo) -> str:
    """Why this file must not be taken, as the end of a sentence, or nothing."""
    if name.startswith("/") or re.match(r"[A-Za-z]:", name) or ".." in name.split("/"):
        return "has a path that leads out of the zip: it was not taken."
    if len(name) > LONGEST_NAME:
        return f"has a name of more than {LONGEST_NAME} letters: it was not taken."
    return KINDS.get(stat.S_IFMT(member.external_attr >> 16), "")


def _name_of(member: zipfile.ZipInfo) -> str:
    """The file's path, with the letters that were meant."""
    name = member.filename
    if not member.flag_bits & 0x800:
        # Python reads such names as a PC of 1981 would; most programs mean UTF-8 all the same.
        with contextlib.suppress(UnicodeError):
            name = name.encode("cp437").decode("utf-8")
    return name.replace("\\", "/")


def _time_of(member: zipfile.ZipInfo) -> datetime | None:
    """The time that the zip has for this file."""
    try:
        return datetime(*member.date_time)  # noqa: DTZ001 - a zip knows no zones
    except ValueError:
        return None
