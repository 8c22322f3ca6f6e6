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
Words = NDArray[np.uint64]
Whole = NDArray[np.int64]

Work = Callable[[int], None]

HEAD = 4096
"""The line has so many bytes, filled up with spaces: a page, so that the table begins on one."""

MOST_BYTES = 2_000_000_000
"""Larger tables are not begun: they would not fit into an ordinary computer's memory."""

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
        rules = self.rules = musketeers_game(game)
        number = squares_of(rules.initial)[0]
        self.folding = Folding(rules.rows, rules.columns, len(number))
        self.shape = self._shape()
        self.facts: dict[str, Any] = {
            "what": "Three Musketeers, every position",
            "version": 2,
            "rows": rules.rows,
            "columns": rules.columns,
            "musketeers": len(number),
            "stuck_guards": rules.stuck_guards,
            "stuck_musketeers": rules.stuck_musketeers,
            "kept": self.ending,
            "shape": [*self.shape],
        }
        name = f"three-musketeers-{rules.rows}x{rules.columns}-{len(number)}"
        name += "-pass" if rules.stuck_guards == "pass" else ""
        name += "-any-moment" if rules.stuck_musketeers == "any moment" else ""
        self.path = Path(path) if path else data_folder() / f"{name}.{self.ending}"
        self.size = np.dtype(self.numbers).itemsize * int(np.prod(self.shape, dtype=np.int64))
        if self.size > MOST_BYTES:
            raise ValueError(
                f"{rules!r} has too many positions to be solved strongly: the file would have"
                f" {self.size / 1e9:,.0f} gigabytes, and {MOST_BYTES / 1e9:.0f} are the most. Take"
                " a smaller board, or fewer musketeers"
            )

    @property
    def complete(self) -> bool:
        """Whether the file is there."""
        return self.path.exists()

    @cached_property
    def table(self) -> Table:
        """What is kept, from the file, which is read only where it is looked at."""
        return self._read(self.path)[1]

    def make(self, *, threads: int = 1) -> None:
        """Work out what the file has not; the same call goes on with work that was stopped.

        A file that is there already is compared with its checksum.
        """
        if self.complete:
            self._read(self.path, check=True)
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
            # Copied at once: some systems do not let go of a file that is still read.
            done, table[...] = self._read(begun, check=True)
        kept_at, layers = time.monotonic(), self.folding.bits + 1
        work = self._layers(table, done, threads)
        parts = (layers - done) * len(self.folding.kept)
        try:
            for layer in with_progress(work, parts, "parts"):
                if layer > done and time.monotonic() - kept_at >= self.between:
                    self._write(begun, layer, table)
                    kept_at = time.monotonic()
                done = layer
        except KeyboardInterrupt:
            work.close()
            self._write(begun, done, table)
            raise
        self._write(self.path, layers, table)
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

    def _layers(self, table: Any, done: int, threads: int) -> Generator[int, None, None]:
        """Do the layers from this one on; after each placement, how many layers are whole."""
        with ThreadPoolExecutor(threads) as pool:
            for layer in range(done, self.folding.bits + 1):
                work = self._work_on(table, layer)
                futures = [pool.submit(work, one) for one in range(len(self.folding.kept))]
                try:
                    for future in futures:
                        future.result()
                        yield layer
                finally:
                    for future in futures:
                        future.cancel()

    @cached_property
    def _lists(self) -> Lists:
        """The words by how many bits their number has, and the places in a word likewise."""
        bits = self.folding.bits
        number = 1 << max(0, bits - LOW)
        have = np.bitwise_count(np.arange(number)).astype(np.int64)
        listed = np.argsort(have, kind="stable").astype(np.int64)
        starts = np.searchsorted(have[listed], np.arange(number.bit_length() + 1)).astype(np.int64)
        # The array is longer than a word has bits, so that layers beyond find an empty mask.
        lows = np.zeros(bits + 1 if bits > LOW else LOW + 1, dtype=np.uint64)
        for place in range(min(64, 1 << bits)):
            lows[place.bit_count()] |= np.uint64(1 << place)
        return Lists(listed, starts, lows, have)

    # --- the file --------------------------------------------------------------------------------

    def _write(self, path: Path, layers: int, table: Table) -> None:
        """Put the table, of which so many layers are done, where it is read from again."""
        path.parent.mkdir(parents=True, exist_ok=True)
        head = {**self.facts, "layers": layers, "crc32": crc32(_bytes(table))}
        beside = path.with_name(f"{path.name}.{os.getpid()}.new")
        try:
            with beside.open("wb") as file:
                file.write(json.dumps(head).encode().ljust(HEAD - 1) + b"\n")
                file.write(_bytes(table))
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)

    def _read(self, path: Path, *, check: bool = False) -> tuple[int, Table]:
        """How many layers are done, and the table; `check` compares the checksum.

        Another game's file, one of another version and a damaged one are a `ValueError`.
        """
        with path.open("rb") as file:
            line = file.read(HEAD)
        try:
            head = json.loads(line)
            layers, found = int(head["layers"]), head["crc32"]
            differing = [name for name, right in self.facts.items() if head.get(name) != right]
        except (ValueError, KeyError, TypeError):
            raise ValueError(
                f"{path} should begin with a line of JSON about a strong solution; delete it"
            ) from None
        if differing:
            name = differing[0]
            raise ValueError(
                f"{path} has {name} {head.get(name)!r}; it should be {self.facts[name]!r}."
                " Delete it"
            )
        if (size := path.stat().st_size) != HEAD + self.size:
            raise ValueError(
                f"{path} has {size:,} bytes, and should have {HEAD + self.size:,}; delete it"
            )
        if path == self.path and layers != self.folding.bits + 1:
            raise ValueError(f"{path} is not the whole solution of {self.rules!r}; delete it")
        table = np.memmap(path, dtype=self.numbers, mode="r", offset=HEAD, shape=self.shape)
        if check and crc32(_bytes(table)) != found:
            raise ValueError(f"{path} is damaged: its checksum is not the one it was written with")
        return layers, table


class Lists(NamedTuple):
    """What every layer uses: `musketeers_strong.py` says what for."""

    listed: Whole
    starts: Whole
    lows: Words
    have: Whole


def _bytes(table: Table) -> memoryview:
    """The bytes of the numbers, the lowest first on every machine."""
    low_first: Any = np.ascontiguousarray(table, dtype=table.dtype.newbyteorder("<"))
    return memoryview(low_first).cast("B")
