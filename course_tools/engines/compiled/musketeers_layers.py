"""A table of all positions of Three Musketeers, layer by layer, in a file: `LayeredTable`.

Layers are sets of positions with the same number of guards; each follows from the one below, so
nothing is ever searched. `solvers/musketeers_folded.py` says how positions become numbers. What a
table keeps of a position, and how a layer is worked out, is for each kind of table to say.
"""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from math import comb
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from course_lib.game import Game
from course_lib.play.progress import with_progress
from course_tools.engines.compiled import musketeers_words as by_numpy
from course_tools.engines.compiled.musketeers_file import Kept, Table, read, write
from course_tools.engines.jit import have_numba
from course_tools.engines.openings import data_folder
from course_tools.engines.solvers.musketeers_folded import Folding, musketeers_game, squares_of

MOST_BYTES = 2_000_000_000
"""Larger tables are not begun: they would not fit into an ordinary computer's memory."""

_PARTS = 1000

Work = Callable[[int], None]


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

    def make(self, *, threads: int = 1, compiled: bool | None = None) -> None:
        """Work out what the file has not; the same call goes on with work that was stopped.

        `compiled`: whether numba does it; `None` says where it is installed.
        """
        if self.complete:
            self.check()
            return
        if threads < 1:
            raise ValueError(f"{threads} threads can't work; it must be 1 or more")
        begin = self._worker(have_numba() if compiled is None else compiled)
        begun = self.path.with_name(f"{self.path.name}.begun")
        done, table = 0, np.zeros(self.shape, dtype=self.numbers)
        if begun.exists():
            kept = read(begun, self.facts, self.numbers, check=True)
            done, table[...] = kept.layers, kept.table
            del kept  # some systems do not let go of a file that is still read
        kept_at = time.monotonic()
        work = self._layers(table, done, threads, begin)
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
    def _worker(self, compiled: bool) -> Callable[[Any, int], Work]:  # noqa: FBT001 - one answer
        """What, given a table and a layer, does the part of one placement after the other."""

    # --- the layers ------------------------------------------------------------------------------

    def _layers(
        self, table: Any, done: int, threads: int, begin: Callable[[Any, int], Work]
    ) -> Generator[tuple[int, int], None, None]:
        """Do the layers from this one on; after each part how many layers are whole by now."""
        placements = range(len(self.folding.kept))
        with ThreadPoolExecutor(threads) as pool:
            for layer in range(done, self.folding.bits + 1):
                work, said = begin(table, layer), self._parts[layer]
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
    def _lists(self) -> by_numpy.Lists:
        return by_numpy.lists_for(self.folding.bits)

    @cached_property
    def _parts(self) -> list[int]:
        """How many parts of all the work are done before each layer: by the words it looks at."""
        top = max(0, self.folding.bits - by_numpy.LOW)
        words = [
            sum(comb(top, many) for many in range(max(0, layer - by_numpy.LOW), layer + 1))
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
