"""A table of all positions of Three Musketeers, layer by layer, in a file: `LayeredTable`.

Layers are sets of positions with the same number of guards; each follows from the one below, so
nothing is ever searched. `musketeers_folding.py` says how positions become numbers. What a table
keeps of a position, and how a layer is worked out, is for each kind of table to say.

The file is a line of JSON that says what it is, then the table. It is written whole or not at all.
The line has the version of the form, the game, how many layers are done, and a checksum of what
follows; a file that does not fit its line is refused.
"""

from __future__ import annotations

import json
import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from math import comb
from pathlib import Path
from typing import Any, ClassVar, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from course_lib.game import Game
from course_lib.play.progress import with_progress
from course_tools.engines.jit import have_numba
from course_tools.engines.musketeers_folding import Folding, musketeers_game, squares_of
from course_tools.engines.openings import data_folder

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


MOST_BYTES = 2_000_000_000
"""Larger tables are not begun: they would not fit into an ordinary computer's memory."""

_PARTS = 1000

Work = Callable[[int], None]

Words = NDArray[np.uint64]
Whole = NDArray[np.int64]

LOW = 6
"""So many bits of a set of guards are a place in a word."""

MOST_BITS_IN_PLAIN_PYTHON = 9
"""With more squares for guards the work would take hours without numba."""


class LayeredTable(ABC):
    """Something known of every position of one board and one reading of the rules, in a file.

    `make` works it out, and goes on where it was stopped.
    """

    ending: ClassVar[str]
    """How the file's name ends, which also says what is in it."""

    numbers: ClassVar[str]
    """The type of what is kept, as numpy names it."""

    between: ClassVar[float] = 20.0
    """After so many seconds, and when it is stopped, the work that was done is kept."""

    def __init__(self, game: Game, path: str | os.PathLike[str] | None = None) -> None:
        """Fold this game's board; nothing is worked out or read yet."""
        self.rules = musketeers_game(game)
        number = squares_of(self.rules, self.rules.initial)[0]
        self.folding = Folding(self.rules.rows, self.rules.columns, len(number))
        self.shape = self._shape()
        self.facts: dict[str, Any] = {
            "rows": self.folding.rows,
            "columns": self.folding.columns,
            "musketeers": self.folding.musketeers,
            "stuck_guards": self.rules.stuck_guards,
            "stuck_musketeers": self.rules.stuck_musketeers,
            "kept": self.ending,
        }
        self.path = Path(path) if path else data_folder() / self._name()
        size = np.dtype(self.numbers).itemsize * int(np.prod(self.shape, dtype=np.int64))
        if size > MOST_BYTES:
            raise ValueError(
                f"{self.rules!r} has too many positions to be solved strongly: the file would have"
                f" {size / 1e9:,.0f} gigabytes, and {MOST_BYTES / 1e9:.0f} are the most. Take a"
                " smaller board, or fewer musketeers"
            )

    @property
    def complete(self) -> bool:
        """Whether the file is there."""
        return self.path.exists()

    @cached_property
    def table(self) -> Table:
        """What is kept, from the file."""
        return self._whole(read(self.path, self.facts, self.numbers)).table

    def check(self) -> None:
        """Compare the file with its checksum: a damaged one is a `ValueError`."""
        self._whole(read(self.path, self.facts, self.numbers, check=True))

    def make(self, *, threads: int = 1) -> None:
        """Work out what the file has not; the same call goes on with work that was stopped."""
        if self.complete:
            self.check()
            return
        if threads < 1:
            raise ValueError(f"{threads} threads can't work; it must be 1 or more")
        if self.folding.bits > MOST_BITS_IN_PLAIN_PYTHON and not have_numba():
            raise ValueError(
                f"every position of {self.rules!r} would take days in plain Python: pip install"
                " numba, or take a smaller board"
            )
        begun = self.path.with_name(f"{self.path.name}.begun")
        done, table = 0, np.zeros(self.shape, dtype=self.numbers)
        if begun.exists():
            kept = read(begun, self.facts, self.numbers, check=True)
            done, table[...] = kept.layers, kept.table
            del kept  # some systems do not let go of a file that is still read
        kept_at = time.monotonic()
        work = self._layers(table, done, threads)
        try:
            for layer, _ in with_progress(work, _PARTS + 1 - self._parts[done], "parts"):
                if layer > done and time.monotonic() - kept_at >= self.between:
                    write(begun, self.facts, Kept(layer, table))
                    kept_at = time.monotonic()
                done = layer
        except KeyboardInterrupt:
            work.close()
            write(begun, self.facts, Kept(done, table))
            raise
        write(self.path, self.facts, Kept(self.folding.bits + 1, table))
        begun.unlink(missing_ok=True)

    def close(self) -> None:
        """Let go of the file, so that it can be deleted on every system."""
        self.__dict__.pop("table", None)

    # --- for each kind of table to say -----------------------------------------------------------

    @abstractmethod
    def _shape(self) -> tuple[int, ...]:
        """How many numbers are kept, placements first."""

    @abstractmethod
    def _work_on(self, table: Any, layer: int) -> Work:
        """What does a layer's part of one placement after the other."""

    # --- the layers ------------------------------------------------------------------------------

    def _layers(
        self, table: Any, done: int, threads: int
    ) -> Generator[tuple[int, int], None, None]:
        """Do the layers from this one on; after each part how many layers are whole by now."""
        placements = range(len(self.folding.kept))
        with ThreadPoolExecutor(threads) as pool:
            for layer in range(done, self.folding.bits + 1):
                work, said = self._work_on(table, layer), self._parts[layer]
                share = self._parts[layer + 1] - said
                futures = [pool.submit(work, number) for number in placements]
                try:
                    for number, future in enumerate(futures, 1):
                        future.result()
                        now = self._parts[layer] + share * number // len(placements)
                        for part in range(said, now):
                            yield layer, part
                        said = now
                finally:
                    for future in futures:
                        future.cancel()
            yield self.folding.bits + 1, _PARTS

    @cached_property
    def _lists(self) -> Lists:
        return lists_for(self.folding.bits)

    @cached_property
    def _parts(self) -> list[int]:
        """How many parts of all the work are done before each layer: by the words it looks at."""
        top = max(0, self.folding.bits - LOW)
        words = [
            sum(comb(top, many) for many in range(max(0, layer - LOW), layer + 1))
            for layer in range(self.folding.bits + 1)
        ]
        return [_PARTS * sum(words[:layer]) // sum(words) for layer in range(len(words) + 1)]

    def _whole(self, kept: Kept) -> Kept:
        """What was read, if it has the shape of this board and all layers."""
        if kept.table.shape != self.shape or kept.layers != self.folding.bits + 1:
            raise ValueError(f"{self.path} is not the whole solution of {self.rules!r}; delete it")
        return kept

    def _name(self) -> str:
        """The file's name: the board, the musketeers, and how the rules are read if unusually."""
        facts = f"{self.folding.rows}x{self.folding.columns}-{self.folding.musketeers}"
        passing = "-pass" if self.rules.stuck_guards == "pass" else ""
        at_once = "-any-moment" if self.rules.stuck_musketeers == "any moment" else ""
        return f"three-musketeers-{facts}{passing}{at_once}.{self.ending}"


class Lists(NamedTuple):
    """What every layer uses: see `musketeers_compiled.py`."""

    listed: Whole
    starts: Whole
    lows: Words


def lists_for(bits: int) -> Lists:
    """The words by how many bits their number has, and the places in a word likewise."""
    number = 1 << max(0, bits - LOW)
    have = np.bitwise_count(np.arange(number)).astype(np.int64)
    listed = np.argsort(have, kind="stable").astype(np.int64)
    starts = np.searchsorted(have[listed], np.arange(number.bit_length() + 1)).astype(np.int64)
    # The array is longer than a word has bits, so that layers beyond find an empty mask.
    lows = np.zeros(bits + 1 if bits > LOW else LOW + 1, dtype=np.uint64)
    for place in range(min(64, 1 << bits)):
        lows[place.bit_count()] |= np.uint64(1 << place)
    return Lists(listed, starts, lows)
