"""How many moves every position of Three Musketeers is from its end: `Distances(game)`.

The winner is as quick as can be, the loser as slow. A byte is kept for each position with the
guards to move; what the musketeers have is one capture further. `musketeers_distances_compiled.py`
does the work. The whole game is 1.3 GB, in memory while it is worked out, and as a file.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from threading import local
from typing import Any, NamedTuple

import numpy as np

from course_lib.game import Action, Player, State
from course_tools.engines.compiled import musketeers_words as by_numpy
from course_tools.engines.compiled.musketeers_layers import LayeredTable, Work
from course_tools.engines.solvers.musketeers_folded import squares_of

WON, MIDDLE = 254, 128
"""A rank is `WON - d` where the musketeers win in d moves, `1 + d` where the guards do."""

_BITS = 11


def further(rank: int) -> int:
    """The rank of a position from which one move leads to one of this rank."""
    return rank - 1 if rank >= MIDDLE else rank + 1


class Outcome(NamedTuple):
    """Who wins from a position, and after how many moves of both sides."""

    winner: Player
    distance: int


class Distances(LayeredTable):
    """Who wins from every position of one board and one reading of the rules, and how soon.

    After `make`, `outcome`, `outcomes` and `best_line` only look up.
    """

    ending = "distances"
    numbers = "|u1"
    between = 60.0

    def outcome(self, state: State) -> Outcome:
        """Who wins from this position, and how soon, if both sides play their best."""
        rules = self.rules
        if rules.is_terminal(state):
            return Outcome(str(rules.winner(state)), 0)
        if state.to_move == "guards":
            number, guards = self.folding.find(*squares_of(rules, state))
            return _outcome(int(self.table[number, guards]))
        after = self._after(state)
        return _outcome(further(max(after.values())))

    def outcomes(self, state: State) -> dict[Action, Outcome]:
        """What each action leads to: the winner, and the moves from the position after it."""
        return {action: _outcome(rank) for action, rank in self._after(state).items()}

    def best_line(self, state: State) -> tuple[str, ...]:
        """The names of moves to the end: the winner's quickest, the loser's slowest.

        It has as many as `outcome(state)` says.
        """
        names = []
        while after := self._after(state):
            best = (max if state.to_move == "musketeers" else min)(after.values())
            action = next(action for action, rank in after.items() if rank == best)
            names.append(self.rules.action_name(action))
            state = self.rules.result(state, action)
        return tuple(names)

    def musketeers_win(self) -> int:
        """How many positions with the guards to move the musketeers win."""
        return sum(
            weight * int(np.count_nonzero(ranks >= MIDDLE))
            for weight, ranks in zip(self.folding.weights, self.table, strict=True)
        )

    def furthest(self) -> int:
        """The greatest distance of a position with the guards to move."""
        return max(int(np.minimum(ranks - 1, WON - ranks).max()) for ranks in self.table)

    def _after(self, state: State) -> dict[Action, int]:
        """The rank that each action leads to."""
        return {
            action: _rank(self.outcome(self.rules.result(state, action)))
            for action in self.rules.actions(state)
        }

    # --- the layers ------------------------------------------------------------------------------

    def _shape(self) -> tuple[int, ...]:
        return len(self.folding.kept), 1 << self.folding.bits

    def _worker(self, compiled: bool) -> Callable[[Any, int], Work]:  # noqa: FBT001 - one answer
        if not compiled:
            raise ValueError(
                "distances need numba, without which they would take far too long: pip install"
                " numba; who wins can be had without it, and without --distances"
            )
        return self._compiled

    def _compiled(self, table: Any, layer: int) -> Work:
        """What does one placement's part of a layer, compiled."""
        from course_tools.engines.compiled import musketeers_distances_compiled as compiled

        lists, passing = self._lists, self.rules.stuck_guards == "pass"
        at_once = self.rules.stuck_musketeers == "any moment"
        many, begins = self._numbers
        places, own = self._places, local()

        def work(number: int) -> None:
            folding = self.folding
            if not hasattr(own, "mine"):
                own.mine = np.zeros(max(64, 1 << folding.bits) + 128, dtype=np.uint8)
            captures, in_line = self._captures[number]
            inside = own.mine[64 : 64 + (1 << folding.bits)]
            compiled.ranks_to_move(layer, captures, in_line, table, inside, many, begins)
            compiled.ranks_not_to_move(
                layer,
                folding.near(number),
                self._steps[number],
                passing,
                at_once,
                own.mine,
                table[number],
                lists.listed,
                lists.starts,
                places,
            )

        return work

    @cached_property
    def _steps(self) -> list[by_numpy.Whole]:
        # Steps between bits that are no places of a row come first: they are quickest.
        return [
            np.array(
                sorted(self.folding.steps(number), key=lambda step: min(step) < by_numpy.LOW),
                dtype=np.int64,
            ).reshape(-1, 2)
            for number in range(len(self.folding.kept))
        ]

    @cached_property
    def _captures(self) -> list[tuple[by_numpy.Whole, int]]:
        """For each placement a row for each capture, and the bits that are only taken in line."""
        found, spare = [], max(0, 2 * _BITS - self.folding.bits)
        for number in range(len(self.folding.kept)):
            rows, in_line = [], 0
            for taken, after, where in self.folding.captures(number):
                if after is None:
                    in_line |= 1 << taken
                else:
                    to = [-1 if bit is None else bit for bit in where]
                    rows.append([taken, after, *to, *[0] * spare])
            columns = 2 + self.folding.bits + spare
            found.append((np.array(rows, dtype=np.int64).reshape(-1, columns), in_line))
        return found

    @cached_property
    def _numbers(self) -> tuple[by_numpy.Whole, by_numpy.Whole]:
        """The numbers of 11 bits by how many are set, and where each kind begins."""
        have = np.bitwise_count(np.arange(1 << _BITS)).astype(np.int64)
        listed = np.argsort(have, kind="stable").astype(np.int64)
        return listed, np.searchsorted(have[listed], np.arange(_BITS + 2)).astype(np.int64)

    @cached_property
    def _places(self) -> by_numpy.Whole:
        """For each number of bits, which of the 64 places of a row have so many."""
        most = max(self.folding.bits, by_numpy.LOW) + 1
        found = np.full((most, 20), -1, dtype=np.int64)
        for bits in range(by_numpy.LOW + 1):
            row = [at for at in range(min(64, 1 << self.folding.bits)) if at.bit_count() == bits]
            found[bits, : len(row)] = row
        return found


def _rank(outcome: Outcome) -> int:
    """The rank of a position with this outcome."""
    winner, distance = outcome
    return WON - distance if winner == "musketeers" else 1 + distance


def _outcome(rank: int) -> Outcome:
    """What a rank says."""
    return Outcome("musketeers", WON - rank) if rank >= MIDDLE else Outcome("guards", rank - 1)
