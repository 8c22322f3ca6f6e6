"""A file that was handed in, as a name and a way to read it, wherever it lies."""

from __future__ import annotations

import re
import stat
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

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


@dataclass
class Pieces:
    """All files of a folder or zip that may be of use, and a sentence about each of the others."""

    found: list[Piece] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        """What the files are called."""
        return [piece.name for piece in self.found]


def limited(data: bytes) -> bytes:
    """These bytes, if they are not too many."""
    if len(data) > LARGEST:
        raise Unreadable(f"has more than {LARGEST // 1_000_000} MB: it was not taken.")
    return data
