"""Who wins from every position of Three Musketeers: `StrongSolution(game)`.

`musketeers_layers.py` goes through the layers; `musketeers_compiled.py` and `musketeers_words.py`
do the work, with numba and without.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from course_lib.game import Action, Player, State
from course_tools.engines.compiled import musketeers_words as by_numpy
from course_tools.engines.compiled.musketeers_layers import LayeredTable, Work
from course_tools.engines.solvers.musketeers_folded import squares_of

MUSKETEERS, GUARDS = 0, 1
"""The two bitmaps of a placement, by who is to move; a bit is set where the musketeers win."""


class StrongSolution(LayeredTable):
    """Who wins from every position of one board and one reading of the rules, in a file.

    After `make`, `values` and `winner` only look up.
    """

    ending = "bitmaps"
    numbers = "<u8"

    @property
    def bitmaps(self) -> by_numpy.Words:
        """For each placement two bitmaps, MUSKETEERS and GUARDS to move, from the file."""
        return self.table

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

    # --- the layers ------------------------------------------------------------------------------

    def _shape(self) -> tuple[int, ...]:
        return len(self.folding.kept), 2, 1 << max(0, self.folding.bits - by_numpy.LOW)

    def _worker(self, compiled: bool) -> Callable[[Any, int], Work]:  # noqa: FBT001 - one answer
        return self._compiled if compiled else self._plain

    def _compiled(self, bitmaps: by_numpy.Words, layer: int) -> Work:
        """What does one placement's part of a layer, compiled."""
        from course_tools.engines.compiled import musketeers_compiled as compiled

        lists, passing = self._lists, self.rules.stuck_guards == "pass"
        at_once = self.rules.stuck_musketeers == "any moment"

        def work(number: int) -> None:
            near, undone, steps = self._near[number], self._undone[number], self._steps[number]
            compiled.musketeers_layer(layer, number, near, undone, bitmaps, *lists)
            compiled.guards_layer(layer, number, near, steps, passing, at_once, bitmaps, *lists)

        return work

    def _plain(self, bitmaps: by_numpy.Words, layer: int) -> Work:
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


def _table(rows: list[tuple[int, ...]], columns: int) -> by_numpy.Whole:
    """The rows as an array, which keeps its columns if there are none."""
    return np.array(rows, dtype=np.int64).reshape(-1, columns)
