"""Every position of Three Musketeers solved, layer by layer: `StrongSolution(game)`.

Layers are sets of positions with the same number of guards; each follows from the one below, so
nothing is ever searched. `solvers/musketeers_folded.py` says how positions become numbers,
`musketeers_compiled.py` and `musketeers_words.py` do the work, with numba and without.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from math import comb
from pathlib import Path

import numpy as np

from course_lib.fast import musketeers_words as by_numpy
from course_lib.fast.having import have_numba
from course_lib.fast.musketeers_file import Kept, Words, read, write
from course_lib.fast.openings import data_folder
from course_lib.game import Action, Game, Player, State
from course_lib.play.progress import with_progress
from course_lib.solvers.musketeers_folded import Folding, musketeers_game, squares_of

MOST_BYTES = 2_000_000_000
"""Larger bitmaps are not begun: they would not fit into an ordinary computer's memory."""

BETWEEN = 20.0
"""After so many seconds, and when it is stopped, the work that was done is kept."""

MUSKETEERS, GUARDS = 0, 1
"""The two bitmaps of a placement, by who is to move; a bit is set where the musketeers win."""

_PARTS = 1000

Work = Callable[[int], None]


class StrongSolution:
    """Who wins from every position of one board and one reading of the rules, in a file.

    `make` works it out, and goes on where it was stopped. Then `values` and `winner` only look up.
    """

    def __init__(self, game: Game, path: str | os.PathLike[str] | None = None) -> None:
        """Fold this game's board; nothing is worked out or read yet."""
        self.rules = musketeers_game(game)
        number = squares_of(self.rules, self.rules.initial)[0]
        self.folding = Folding(self.rules.rows, self.rules.columns, len(number))
        self.shape = (len(self.folding.kept), 2, 1 << max(0, self.folding.bits - by_numpy.LOW))
        self.facts = {
            "rows": self.folding.rows,
            "columns": self.folding.columns,
            "musketeers": self.folding.musketeers,
            "stuck_guards": self.rules.stuck_guards,
            "stuck_musketeers": self.rules.stuck_musketeers,
        }
        self.path = Path(path) if path else data_folder() / self._name()
        size = 8 * int(np.prod(self.shape, dtype=np.int64))
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
    def bitmaps(self) -> Words:
        """For each placement two bitmaps, MUSKETEERS and GUARDS to move, from the file."""
        return self._whole(read(self.path, self.facts)).bitmaps

    def check(self) -> None:
        """Compare the file with its checksum: a damaged one is a `ValueError`."""
        self._whole(read(self.path, self.facts, check=True))

    def make(self, *, threads: int = 1, compiled: bool | None = None) -> None:
        """Work out what the file has not; the same call goes on with work that was stopped.

        `compiled`: whether numba does it; `None` says where it is installed.
        """
        if self.complete:
            self.check()
            return
        if threads < 1:
            raise ValueError(f"{threads} threads can't work; it must be 1 or more")
        if compiled is None:
            compiled = have_numba()
        begun = self.path.with_name(f"{self.path.name}.begun")
        done, bitmaps = 0, np.zeros(self.shape, dtype=np.uint64)
        if begun.exists():
            kept = read(begun, self.facts, check=True)
            done, bitmaps[...] = kept.layers, kept.bitmaps
            del kept  # some systems do not let go of a file that is still read
        kept_at = time.monotonic()
        work = self._layers(bitmaps, done, threads, self._compiled if compiled else self._plain)
        try:
            for layer, _ in with_progress(work, _PARTS + 1 - self._parts[done], "parts"):
                if layer > done and time.monotonic() - kept_at >= BETWEEN:
                    write(begun, self.facts, Kept(layer, bitmaps))
                    kept_at = time.monotonic()
                done = layer
        except KeyboardInterrupt:
            work.close()
            write(begun, self.facts, Kept(done, bitmaps))
            raise
        write(self.path, self.facts, Kept(self.folding.bits + 1, bitmaps))
        begun.unlink(missing_ok=True)

    def winner(self, state: State) -> Player:
        """Who wins from this position, if both sides play their best."""
        rules, player = self.rules, state.to_move
        if rules.is_terminal(state):
            return str(rules.winner(state))
        number, guards = self.folding.find(*squares_of(rules, state))
        word = self.bitmaps[number, rules.players.index(player), guards >> by_numpy.LOW]
        return "musketeers" if int(word) >> (guards & 63) & 1 else "guards"

    def values(self, state: State) -> dict[Action, float]:
        """1 for every action that wins, and -1 for every one that loses."""
        return {
            action: 1 if self.winner(self.rules.result(state, action)) == state.to_move else -1
            for action in self.rules.actions(state)
        }

    def counts(self) -> tuple[int, int, int]:
        """Positions a side out of line, and those the musketeers win: to move, and not."""
        ours = [0, 0]
        for weight, sides in zip(self.folding.weights, self.bitmaps, strict=True):
            for side in (MUSKETEERS, GUARDS):
                ours[side] += weight * int(np.bitwise_count(sides[side]).sum(dtype=np.int64))
        return sum(self.folding.weights) << self.folding.bits, ours[0], ours[1]

    def close(self) -> None:
        """Let go of the file, so that it can be deleted on every system."""
        self.__dict__.pop("bitmaps", None)

    # --- the layers ------------------------------------------------------------------------------

    def _layers(
        self, bitmaps: Words, done: int, threads: int, begin: Callable[[Words, int], Work]
    ) -> Generator[tuple[int, int], None, None]:
        """Do the layers from this one on; after each part how many layers are whole by now."""
        placements = range(len(self.folding.kept))
        with ThreadPoolExecutor(threads) as pool:
            for layer in range(done, self.folding.bits + 1):
                work, said = begin(bitmaps, layer), self._parts[layer]
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

    def _compiled(self, bitmaps: Words, layer: int) -> Work:
        """What does one placement's part of a layer, compiled."""
        from course_lib.fast import musketeers_compiled as compiled  # noqa: PLC0415 - slow to load

        lists, passing = self._lists, self.rules.stuck_guards == "pass"
        at_once = self.rules.stuck_musketeers == "any moment"

        def work(number: int) -> None:
            near, undone, steps = self._near[number], self._undone[number], self._steps[number]
            compiled.musketeers_layer(layer, number, near, undone, bitmaps, *lists)
            compiled.guards_layer(layer, number, near, steps, passing, at_once, bitmaps, *lists)

        return work

    def _plain(self, bitmaps: Words, layer: int) -> Work:
        """What does one placement's part of a layer with numpy alone."""
        masks = by_numpy.masks_of(layer, self._lists)
        below = by_numpy.masks_of(layer - 1, self._lists)
        won = [by_numpy.places_of(sides[GUARDS] & below) for sides in bitmaps]
        passing = self.rules.stuck_guards == "pass"
        at_once = self.rules.stuck_musketeers == "any moment"

        def work(number: int) -> None:
            (mine, theirs), near = bitmaps[number], self._near[number]
            by_numpy.musketeers_layer(masks, near, self._undone[number], mine, won)
            theirs |= by_numpy.guards_layer(masks, self._steps[number], mine, passing=passing)
            if at_once:
                theirs |= masks & by_numpy.calm_words(near, masks.size)

        return work

    @cached_property
    def _lists(self) -> by_numpy.Lists:
        return by_numpy.lists_for(self.folding.bits)

    @cached_property
    def _near(self) -> list[int]:
        return [self.folding.near(number) for number in range(len(self.folding.kept))]

    @cached_property
    def _steps(self) -> list[by_numpy.Whole]:
        # Steps that change only the number of a word come first: they are quickest.
        return [
            _table(
                sorted(
                    self.folding.steps(number),
                    key=lambda step: sum(bit < by_numpy.LOW for bit in step),
                ),
                2,
            )
            for number in range(len(self.folding.kept))
        ]

    @cached_property
    def _undone(self) -> list[by_numpy.Whole]:
        # The compiled twin looks the lowest 11 bits up at once, so there are as many at least.
        spare = max(0, by_numpy.HALF - self.folding.bits)
        return [
            _table(
                [(one.after, one.left, one.taken, *one.where, *[0] * spare) for one in undone],
                3 + self.folding.bits + spare,
            )
            for undone in self.folding.undone
        ]

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
        if kept.bitmaps.shape != self.shape or kept.layers != self.folding.bits + 1:
            raise ValueError(f"{self.path} is not the whole solution of {self.rules!r}; delete it")
        return kept

    def _name(self) -> str:
        """The file's name: the board, the musketeers, and how the rules are read if unusually."""
        facts = f"{self.folding.rows}x{self.folding.columns}-{self.folding.musketeers}"
        passing = "-pass" if self.rules.stuck_guards == "pass" else ""
        at_once = "-any-moment" if self.rules.stuck_musketeers == "any moment" else ""
        return f"three-musketeers-{facts}{passing}{at_once}.bitmaps"


def _table(rows: list[tuple[int, ...]], columns: int) -> by_numpy.Whole:
    """The rows as an array, which keeps its columns if there are none."""
    return np.array(rows, dtype=np.int64).reshape(-1, columns)
