"""How many moves every position of Three Musketeers is from its end: `Distances(game)`.

The winner is as quick as can be, the loser as slow. What a position is worth is one byte, its
*rank*, so that the musketeers always want the greatest and the guards the least: `WON - d` where
the musketeers win in d moves, `1 + d` where the guards do, and 0 where nothing is known yet. One
move further away a rank is one nearer to the middle. A rank is kept for each position with the
guards to move; what the musketeers have is one capture further.

Colour the squares like a chessboard. Each capture moves one musketeer to the other colour and takes
one guard, so the number of guards and that of musketeers on black stay both even or both odd, or
stay unlike: half of all positions never come up in a game, and are left out. The lowest bit of a
set of guards then follows from the others. The whole game is 631 MB, in memory while it is worked
out, and as a file. On boards with a side of even length a mirror image may change the colours of an
odd number of musketeers; there every position is kept.

Ranks are listed by the set of guards. The six lowest squares are a place in a row of 64 ranks,
which the processor treats at once; `listed` and `starts` are the rows by how many bits their number
has, and `places[k]` are the places with k bits, filled up with -1.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from threading import local
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from course_lib.game import Action, Player, State
from course_tools.engines.jit import array_kernel, kernel
from course_tools.engines.musketeers_folding import Placement, squares_of
from course_tools.engines.musketeers_strong import LOW, StrongSolution, Whole

WON, MIDDLE = 254, 128
"""A rank is `WON - d` where the musketeers win in d moves, `1 + d` where the guards do."""

_BITS = 11


@kernel
def further(rank: int) -> int:
    """The rank of a position from which one move leads to one of this rank."""
    return rank - 1 if rank >= MIDDLE else rank + 1


class Outcome(NamedTuple):
    """Who wins from a position, and after how many moves of both sides."""

    winner: Player
    distance: int


class Distances(StrongSolution):
    """Who wins, and how soon, from every position that can come up in a game of this board.

    After `make`, `outcome`, `outcomes` and `best_line` only look up.
    """

    number = np.dtype("u1")
    most_bytes = 1_000_000_000

    @property
    def kept(self) -> str:  # type: ignore[override]
        """How the file's name ends: which half of the positions is in it."""
        other = self._halved and self._parity(*squares_of(self.rules.initial))
        return "other-distances" if other else "distances"

    def has(self, state: State) -> bool:
        """Whether this position is one of those that are kept, or the game is over there."""
        here, first = (self._parity(*squares_of(one)) for one in (state, self.rules.initial))
        return here == first or not self._halved or self.rules.is_terminal(state)

    def outcome(self, state: State) -> Outcome:
        """Who wins from this position, and how soon, if both sides play their best."""
        rules = self.rules
        if rules.is_terminal(state):
            return Outcome(str(rules.winner(state)), 0)
        if state.to_move == "guards":
            number, guards = self.folding.find(*squares_of(state))
            return _outcome(int(self.table[number, guards >> self._halved]))
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
        return len(self.folding.kept), 1 << self.folding.bits - self._halved

    @cached_property
    def _halved(self) -> int:
        """1 if mirror images keep the colours, as far as they count, else 0."""
        folding = self.folding
        return 0 + all(
            self._parity(tuple(image[at] for at in placement), 0) == self._parity(placement, 0)
            for placement in folding.kept
            for image in folding.images
        )

    def _parity(self, placement: Placement, guards: int) -> int:
        """0 if musketeers on black and guards are both even or both odd, else 1."""
        black = sum(sum(divmod(at, self.rules.columns)) for at in placement)
        return (black + guards.bit_count()) % 2

    def _work_on(self, table: Any, layer: int) -> Callable[[int], None]:
        lists, passing = self._lists, self.rules.stuck_guards == "pass"
        at_once = self.rules.stuck_musketeers == "any moment"
        many, begins = self._numbers
        places, own, halved = self._places, local(), self._halved
        wanted = (self._parity(*squares_of(self.rules.initial)) + layer) % 2

        def work(number: int) -> None:
            folding = self.folding
            if halved and self._parity(folding.kept[number], 0) != wanted:
                return
            if not hasattr(own, "mine"):
                own.mine = np.zeros(max(64, 1 << folding.bits) + 128, dtype=np.uint8)
            captures, in_line = self._captures[number]
            inside = own.mine[64 : 64 + (1 << folding.bits)]
            ranks_to_move(layer, captures, in_line, halved, table, inside, many, begins)
            ranks_not_to_move(
                layer,
                folding.near(number),
                self._one_by_one[number],
                passing,
                at_once,
                halved,
                own.mine,
                table[number],
                lists.listed,
                lists.starts,
                places,
            )

        return work

    @cached_property
    def _one_by_one(self) -> list[Whole]:
        # Steps between bits that are no places of a row come first: they are quickest.
        return [
            np.array(
                sorted(self.folding.steps(number), key=lambda step: min(step) < LOW),
                dtype=np.int64,
            ).reshape(-1, 2)
            for number in range(len(self.folding.kept))
        ]

    @cached_property
    def _captures(self) -> list[tuple[Whole, int]]:
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
    def _numbers(self) -> tuple[Whole, Whole]:
        """The numbers of 11 bits by how many are set, and where each kind begins."""
        have = np.bitwise_count(np.arange(1 << _BITS)).astype(np.int64)
        listed = np.argsort(have, kind="stable").astype(np.int64)
        return listed, np.searchsorted(have[listed], np.arange(_BITS + 2)).astype(np.int64)

    @cached_property
    def _places(self) -> Whole:
        """For each number of bits, which of the 64 places of a row have so many."""
        most = max(self.folding.bits, LOW) + 1
        found = np.full((most, 20), -1, dtype=np.int64)
        for bits in range(LOW + 1):
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


Ranks = NDArray[np.uint8]

STUCK = 255
"""What is left where no step was possible."""


@array_kernel
def ranks_to_move(  # noqa: PLR0912 - one loop in one piece, without keywords
    layer: int,
    captures: Whole,
    in_line: int,
    halved: int,
    ranks: Ranks,
    mine: Ranks,
    many: Whole,
    begins: Whole,
) -> None:
    """Put the ranks of one layer with the musketeers to move into `mine`.

    `ranks` are those with the guards to move; `captures` has a row for each capture that does not
    end in line: the bit taken, the placement after it, and where each bit goes. Those that take a
    bit of `in_line` do. `halved` is 1 where the lowest bit of a set is no part of its place in
    `ranks`, and else 0. `many` has the numbers of 11 bits by how many are set, from `begins` on.
    """
    for high in range(mine.size >> 11 or 1):
        here = layer - many_bits(high)
        if 0 <= here <= 11:
            for low in many[begins[here] : begins[here + 1]]:
                if high << 11 | low < mine.size:
                    mine[high << 11 | low] = 0
    first = np.zeros(2048, dtype=np.int64)
    second = np.zeros(mine.size >> 11 or 1, dtype=np.int64)
    for capture in range(captures.shape[0]):
        taken, after = 1 << captures[capture, 0], captures[capture, 1]
        for half, table in ((2, first), (13, second)):
            for some in range(1, table.size):
                low = 0
                while some >> low & 1 == 0:
                    low += 1
                # The guard that is taken goes nowhere.
                to = captures[capture, half + low]
                table[some] = table[some & (some - 1)] | (1 << to if to >= 0 else 0)
        source = ranks[after]
        for high in range(second.size):
            here = layer - many_bits(high)
            if not 0 <= here <= 11 or (taken >= 2048 and (high << 11) & taken == 0):
                continue
            base, begin = second[high], high << 11
            for low in many[begins[here] : begins[here + 1]]:
                if begin | low < mine.size and (begin | low) & taken != 0:
                    found = source[(base | first[low]) >> halved]
                    mine[begin | low] = max(mine[begin | low], found)
    for high in range(second.size):
        here = layer - many_bits(high)
        if 0 <= here <= 11:
            for low in many[begins[here] : begins[here + 1]]:
                at = high << 11 | low
                if at < mine.size:
                    rank = mine[at]
                    if rank:
                        mine[at] = further(rank)
                    else:
                        mine[at] = further(1) if at & in_line else WON


@array_kernel
def ranks_not_to_move(  # noqa: PLR0912 - one loop in one piece, without keywords
    layer: int,
    near: int,
    steps: Whole,
    passing: bool,  # noqa: FBT001 - compiled functions take no keywords
    at_once: bool,  # noqa: FBT001 - the same
    halved: int,
    mine: Ranks,
    theirs: Ranks,
    listed: Whole,
    starts: Whole,
    places: Whole,
) -> None:
    """Put the ranks of one layer with the guards to move into `theirs`, given those in `mine`.

    `mine` has 64 more at both ends, so that a row can be read from a place before it or after it.
    `halved` is what it is in `ranks_to_move`. Guards who can't move lose, or, if `passing`, leave
    it to the musketeers. With `at_once` musketeers who have nobody near win now.
    """
    most = steps.shape[0]
    having, other = np.zeros(most, dtype=np.int64), np.zeros(most, dtype=np.int64)
    far = np.zeros(most, dtype=np.int64)
    unable = np.zeros((most, 64), dtype=np.uint8)
    for step in range(most):
        leave, enter = steps[step, 0], steps[step, 1]
        if leave >= 6:
            having[step] = 1 << (leave - 6)
            other[step] = 1 << (leave - 6)
        else:
            far[step] -= 1 << leave
        if enter >= 6:
            other[step] |= 1 << (enter - 6)
        else:
            far[step] += 1 << enter
        for low in range(64):
            if (leave < 6 and low >> leave & 1 == 0) or (enter < 6 and low >> enter & 1 == 1):
                unable[step, low] = STUCK
    # Steps between high bits come first: they read whole rows, and all places can make them.
    high = 0
    while high < most and steps[high].min() >= 6:
        high += 1
    rows, best = mine[64:-64].reshape(-1, 64), np.empty(64, dtype=np.uint8)
    for many in range(max(0, layer - 6), min(starts.size - 2, layer) + 1):
        place = places[layer - many]
        for at in listed[starts[many] : starts[many + 1]]:
            least_of_rows(at, having[:high], other[:high], rows, best)
            least_of_able(at, having[high:], other[high:], far[high:], unable[high:], mine, best)
            for low in place:
                if low < 0:
                    break
                rank = best[low]
                if rank != STUCK:
                    rank = further(rank)
                elif passing:
                    rank = further(mine[64 + (at << 6 | low)])
                else:
                    rank = WON
                if at_once and (at << 6 | low) & near == 0:
                    rank = WON
                theirs[(at << 6 | low) >> halved] = rank


@array_kernel
def least_of_rows(at: int, having: Whole, other: Whole, rows: Ranks, best: Ranks) -> None:
    """Put the least ranks into `best` to which these steps lead from the row with this number."""
    best[:] = STUCK
    found, possible = np.empty(having.size, dtype=np.int64), 0
    for step in range(having.size):
        found[possible] = at ^ other[step]
        possible += 1 if at & other[step] == having[step] else 0
    for one in range(possible):
        row = rows[found[one]]
        for low in range(64):
            best[low] = min(best[low], row[low])


@kernel
def least_of_able(
    at: int, having: Whole, other: Whole, far: Whole, unable: Ranks, mine: Ranks, best: Ranks
) -> None:
    """Let `best` have the least of itself and what these steps lead to, where they are possible."""
    for step in range(having.size):
        if at & other[step] == having[step]:
            begin = np.uint64(64 + ((at ^ other[step]) << 6) + far[step])
            not_here = unable[step]
            for low in range(64):
                one = mine[begin + np.uint64(low)] | not_here[low]
                best[low] = min(best[low], one)


@kernel
def many_bits(number: int) -> int:
    """How many bits are set."""
    found = 0
    while number:
        number &= number - 1
        found += 1
    return found
