"""Who wins from every position of Three Musketeers: `StrongSolution(game)`.

A bitmap has a bit for each set of guards, in words of 64: the six lowest squares are a place in
the word, the others its number. Words are listed by how many bits their number has (`listed`,
`starts`), and `lows[k]` marks the places in a word with k bits, so that a layer is a few lists of
words with a mask each. `musketeers_tables.py` goes through the layers.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from course_lib.game import Action, Player, State
from course_tools.engines.jit import kernel
from course_tools.engines.musketeers_folding import squares_of
from course_tools.engines.musketeers_tables import LOW, LayeredTable, Whole, Words, Work

_ONE, _SIX = np.uint64(1), np.uint64(6)


def _lowest_bits() -> Whole:
    """Which bit the lowest is, by the top six bits of its product with a de Bruijn number."""
    found = np.zeros(64, dtype=np.int64)
    for bit in range(64):
        found[(0x03F79D71B4CB0A89 << bit & 2**64 - 1) >> 58] = bit
    return found


_PRODUCT, _TOP = np.uint64(0x03F79D71B4CB0A89), np.uint64(58)
_LOWEST = _lowest_bits()


@kernel
def musketeers_layer(  # noqa: PLR0912 - one loop in one piece, compiled without keywords
    layer: int,
    number: int,
    near: int,
    undone: Whole,
    bitmaps: Words,
    listed: Whole,
    starts: Whole,
    lows: Words,
) -> None:
    """Mark where the musketeers, to move, win with so many guards on this placement.

    They win where no guard is `near`, and where a capture leads to a position that is won with the
    guards to move. `bitmaps` has two for each placement: the musketeers to move, and the guards.
    """
    mine = bitmaps[number, 0]
    top = starts.size - 2
    calm = np.uint64(0)
    for low in range(64):
        if low & near == 0:
            calm |= _ONE << np.uint64(low)
    for many in range(max(0, layer - 6), min(top, layer) + 1):
        marked = lows[layer - many] & calm
        for at in listed[starts[many] : starts[many + 1]]:
            if at << 6 & near == 0:
                mine[at] |= marked
    # The set of guards before is looked up for the lowest 11 bits and for the others.
    first = np.zeros(2048, dtype=np.int64)
    second = np.zeros(1 << max(0, undone.shape[1] - 14), dtype=np.int64)
    for capture in range(undone.shape[0] if layer else 0):
        after, left, taken = undone[capture, 0], undone[capture, 1], undone[capture, 2]
        first[0] = 1 << taken
        for half, table in ((3, first), (14, second)):
            for some in range(1, table.size):
                bit = _LOWEST[np.uint64(np.uint64(some & -some) * _PRODUCT) >> _TOP]
                table[some] = table[some & (some - 1)] | (1 << undone[capture, half + bit])
        allowed = ~np.uint64(0)
        if left < 6:
            for low in range(64):
                if low >> left & 1:
                    allowed ^= _ONE << np.uint64(low)
        source = bitmaps[after, 1]
        for many in range(max(0, layer - 1 - 6), min(top, layer - 1) + 1):
            mask = lows[layer - 1 - many] & allowed
            for at in listed[starts[many] : starts[many + 1]]:
                word = source[at] & mask
                if word == 0 or (at << 6) >> left & 1 != 0:
                    continue
                base, begin = second[at >> 5], (at & 31) << 6
                while word != 0:
                    lowest = word & (~word + _ONE)
                    word ^= lowest
                    low = _LOWEST[np.uint64(lowest * _PRODUCT) >> _TOP]
                    to = np.uint64(base | first[begin | low])
                    mine[to >> _SIX] |= _ONE << (to & np.uint64(63))


@kernel
def guards_layer(  # noqa: PLR0912 - the same
    layer: int,
    number: int,
    near: int,
    steps: Whole,
    passing: bool,  # noqa: FBT001 - compiled functions take no keywords
    at_once: bool,  # noqa: FBT001 - the same
    bitmaps: Words,
    listed: Whole,
    starts: Whole,
    lows: Words,
) -> None:
    """Mark where the musketeers win with so many guards on this placement, the guards to move.

    That is where every step leads to a position that is won with the musketeers to move. Guards
    who can't move lose, or, if `passing`, leave it to the musketeers. With `at_once` musketeers who
    have nobody near win now.
    """
    mine, theirs = bitmaps[number, 0], bitmaps[number, 1]
    top = starts.size - 2
    calm = np.uint64(0)
    if at_once:
        for low in range(64):
            if low & near == 0:
                calm |= _ONE << np.uint64(low)
    most = steps.shape[0]
    # For each step: the bits of the word's number that change, and those of them that must be set;
    # which places in the word may make it; and how far up or down they move.
    having, other = np.zeros(most, dtype=np.int64), np.zeros(most, dtype=np.int64)
    places = np.zeros(most, dtype=np.uint64)
    up, down = np.zeros(most, dtype=np.uint64), np.zeros(most, dtype=np.uint64)
    for step in range(most):
        leave, enter = steps[step, 0], steps[step, 1]
        places[step] = ~np.uint64(0)
        far = 0
        if leave >= 6:
            having[step] = 1 << (leave - 6)
            other[step] = 1 << (leave - 6)
        else:
            far -= 1 << leave
        if enter >= 6:
            other[step] |= 1 << (enter - 6)
        else:
            far += 1 << enter
        for low in range(64):
            if (leave < 6 and low >> leave & 1 == 0) or (enter < 6 and low >> enter & 1 == 1):
                places[step] ^= _ONE << np.uint64(low)
        up[step], down[step] = max(0, -far), max(0, far)
    for many in range(max(0, layer - 6), min(top, layer) + 1):
        mask = lows[layer - many]
        for at in listed[starts[many] : starts[many + 1]]:
            word = mask
            stuck = mask
            for step in range(most):
                if at & other[step] == having[step]:
                    able = places[step]
                    found = mine[at ^ other[step]] >> down[step] << up[step]
                    word &= ~able | found
                    stuck &= ~able
                    if word == 0:
                        break
            if passing:
                word &= ~stuck | mine[at]
            if at_once and at << 6 & near == 0:
                word |= mask & calm
            theirs[at] |= word


MUSKETEERS, GUARDS = 0, 1
"""The two bitmaps of a placement, by who is to move; a bit is set where the musketeers win."""


class StrongSolution(LayeredTable):
    """Who wins from every position of one board and one reading of the rules, in a file.

    After `make`, `values` and `winner` only look up.
    """

    ending = "bitmaps"
    numbers = "<u8"

    @property
    def bitmaps(self) -> Words:
        """For each placement two bitmaps, MUSKETEERS and GUARDS to move, from the file."""
        return self.table

    def winner(self, state: State) -> Player:
        """Who wins from this position, if both sides play their best."""
        rules, player = self.rules, state.to_move
        if rules.is_terminal(state):
            return str(rules.winner(state))
        number, guards = self.folding.find(*squares_of(state))
        word = self.bitmaps[number, rules.players.index(player), guards >> LOW]
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
        return len(self.folding.kept), 2, 1 << max(0, self.folding.bits - LOW)

    def _work_on(self, table: Words, layer: int) -> Work:
        lists, passing = self._lists, self.rules.stuck_guards == "pass"
        at_once = self.rules.stuck_musketeers == "any moment"

        def work(number: int) -> None:
            near, undone, steps = self._near[number], self._undone[number], self._steps[number]
            with np.errstate(over="ignore"):  # products wrap around, in plain Python too
                musketeers_layer(layer, number, near, undone, table, *lists)
                guards_layer(layer, number, near, steps, passing, at_once, table, *lists)

        return work

    @cached_property
    def _near(self) -> list[int]:
        return [self.folding.near(number) for number in range(len(self.folding.kept))]

    @cached_property
    def _steps(self) -> list[Whole]:
        # Steps that change only the number of a word come first: they are quickest.
        return [
            _table(
                sorted(
                    self.folding.steps(number),
                    key=lambda step: sum(bit < LOW for bit in step),
                ),
                2,
            )
            for number in range(len(self.folding.kept))
        ]

    @cached_property
    def _undone(self) -> list[Whole]:
        # The lowest 11 bits are looked up at once, so there are as many at least.
        spare = max(0, 11 - self.folding.bits)
        return [
            _table(
                [(one.after, one.left, one.taken, *one.where, *[0] * spare) for one in undone],
                3 + self.folding.bits + spare,
            )
            for undone in self.folding.undone
        ]


def _table(rows: list[tuple[int, ...]], columns: int) -> Whole:
    """The rows as an array, which keeps its columns if there are none."""
    return np.array(rows, dtype=np.int64).reshape(-1, columns)
