"""The files in a zip; nothing is unpacked, and no path in it leads anywhere."""

from __future__ import annotations

import contextlib
import io
import re
import stat
import zipfile
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from course_tools.grade.intake.pieces import (
    KINDS,
    LARGEST,
    QUIET,
    Piece,
    Pieces,
    Unreadable,
    limited,
)

LARGEST_INSIDE = 50_000_000  # bytes of a zip inside
MOST_INSIDE = 1_000  # its files
MOST_BYTES = 8_000_000_000  # of all files of a zip that are read
MOST_FILES = 50_000
LONGEST_NAME = 500


def of_zip(archive: zipfile.ZipFile, most_files: int, most_bytes: int) -> Pieces:
    """The files in this zip, under names that can do no harm."""
    done = Pieces()
    members = archive.infolist()
    budget = _Budget(most_bytes)
    for member in members[:most_files]:
        name = _name_of(member)
        why = _objection(name, member)
        if member.is_dir() or QUIET.search(name):
            continue
        if why:
            done.odd.append(f"{name[:LONGEST_NAME]} {why}")
            continue
        done.found.append(Piece(name, partial(_member, archive, member, budget), _time_of(member)))
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
        return of_zip(archive, MOST_INSIDE, LARGEST)
    except (zipfile.BadZipFile, OSError, NotImplementedError) as error:
        raise Unreadable(f"is a zip that cannot be read ({error}).") from None


@dataclass
class _Budget:
    """How much may still be read of a zip; what is read twice counts once."""

    left: int
    read: set[int] = field(default_factory=set)

    def pay(self, place: int, size: int) -> bool:
        """Whether so much may be read at this place of the zip."""
        if place not in self.read:
            if size > self.left:
                return False
            self.read.add(place)
            self.left -= size
        return True


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, budget: _Budget) -> bytes:
    """The bytes of one file in a zip, never more than are allowed, whatever the zip says."""
    try:
        with archive.open(member) as file:
            data = file.read(LARGEST + 1)
    except (zipfile.BadZipFile, OSError, EOFError, ValueError, NotImplementedError) as error:
        raise Unreadable(f"cannot be read from the zip ({error}).") from None
    except RuntimeError:
        raise Unreadable("is locked with a password, and cannot be read.") from None
    except Exception as error:  # noqa: BLE001 - each way of packing has errors of its own
        raise Unreadable(f"is damaged in the zip ({type(error).__name__}).") from None
    if not budget.pay(member.header_offset, len(data)):
        raise Unreadable("would make this zip larger than is allowed: it was not taken.")
    return limited(data)


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
