"""The file of a strong solution: a line of JSON that says what it is, then the table.

It is written whole or not at all. The line has the version of the form, the game, how many layers
are done, and a checksum of what follows; a file that does not fit its line is refused.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Table = NDArray[Any]

WHAT, VERSION = "Three Musketeers, every position", 1

HEAD = 4096
"""The line has so many bytes, filled up with spaces: a page, so that the table begins on one."""

AT_ONCE = 1 << 24


class Kept(NamedTuple):
    """What a file holds: how many layers are done, and the table."""

    layers: int
    table: Table


def write(path: Path, facts: dict[str, Any], kept: Kept) -> None:
    """Put the table and these facts about its game where they are read from again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    head = {
        "what": WHAT,
        "version": VERSION,
        **facts,
        "shape": list(kept.table.shape),
        "layers": kept.layers,
        "crc32": checksum(kept.table),
    }
    line = json.dumps(head).encode().ljust(HEAD - 1) + b"\n"
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with beside.open("wb") as file:
            file.write(line)
            file.write(_bytes(kept.table))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def read(path: Path, facts: dict[str, Any], numbers: str, *, check: bool = False) -> Kept:
    """What such a file of these numbers holds; `check` compares the checksum.

    It is read only where it is looked at. Another game's file, one of another version and a
    damaged one are a `ValueError`.
    """
    with path.open("rb") as file:
        line = file.read(HEAD)
    try:
        head = json.loads(line)
        shape = tuple(int(number) for number in head["shape"])
        layers, found, wanted = int(head["layers"]), head["crc32"], {**facts}
        wanted |= {"what": WHAT, "version": VERSION}
        differing = [name for name in wanted if head.get(name) != wanted[name]]
    except (ValueError, KeyError, TypeError):
        raise ValueError(
            f"{path} should begin with a line of JSON about a strong solution; delete it"
        ) from None
    if differing:
        raise ValueError(
            f"{path} has {differing[0]} {head.get(differing[0])!r}; it should be"
            f" {wanted[differing[0]]!r}. Delete it"
        )
    size = HEAD + np.dtype(numbers).itemsize * int(np.prod(shape, dtype=np.int64))
    if path.stat().st_size != size:
        raise ValueError(
            f"{path} has {path.stat().st_size:,} bytes, and should have {size:,}; delete it"
        )
    table = np.memmap(path, dtype=numbers, mode="r", offset=HEAD, shape=shape)
    if check and checksum(table) != found:
        raise ValueError(f"{path} is damaged: its checksum is not the one it was written with")
    return Kept(layers, table)


def checksum(table: Table) -> int:
    """The CRC of the table's bytes."""
    value, data = 0, _bytes(table)
    for at in range(0, len(data), AT_ONCE):
        value = crc32(data[at : at + AT_ONCE], value)
    return value


def _bytes(table: Table) -> memoryview:
    """The bytes of the numbers, the lowest first on every machine."""
    low_first: Any = np.ascontiguousarray(table, dtype=table.dtype.newbyteorder("<"))
    return memoryview(low_first).cast("B")
