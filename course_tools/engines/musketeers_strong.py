"""Who wins from every position of Three Musketeers: `StrongSolution(game)`.

A bitmap has a bit for each set of guards, in words of 64: the six lowest squares are a place in
the word, the others its number. Words are listed by how many bits their number has (`listed`,
`starts`), and `lows[k]` marks the places in a word with k bits, so that a layer is a few lists of
words with a mask each. `musketeers_tables.py` goes through the layers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from course_lib.game import Action, Player, State
from course_tools.engines.jit import array_kernel, kernel
from course_tools.engines.musketeers_folding import squares_of
from course_tools.engines.musketeers_tables import LOW, LayeredTable, Whole, Words, Work

_NONE, _ONE, _SIX = np.uint64(0), np.uint64(1), np.uint64(6)


def _lowest_bits() -> Whole:
    """Which bit the lowest is, by the top six bits of its product with a de Bruijn number."""
    found = np.zeros(64, dtype=np.int64)
    for bit in range(64):
        found[(0x03F79D71B4CB0A89 << bit & 2**64 - 1) >> 58] = bit
    return found


_PRODUCT, _TOP = np.uint64(0x03F79D71B4CB0A89), np.uint64(58)
_LOWEST = _lowest_bits()


@kernel
def places(having: int, lacking: int) -> np.uint64:
    """The places in a word that have all of these bits, and none of those."""
    found = _NONE
    for place in range(64):
        if place & having == having and place & lacking == 0:
            found |= _ONE << np.uint64(place)
    return found


@kernel
def place_of(bit: np.uint64) -> int:
    """Which place this one bit of a word is."""
    return _LOWEST[np.uint64(bit * _PRODUCT) >> _TOP]


@array_kernel
def musketeers_layer(
    layer: int,
    number: int,
    near: int,
    undone: Whole,
    bitmaps: Words,
    busy: Words,
    have: Whole,
    lows: Words,
) -> None:
    """Mark where the musketeers, to move, win with so many guards on this placement.

    They win where no guard is `near`, which layer 0 marks for all layers, and where a capture leads
    to a position that is won with the guards to move. `bitmaps` has two for each placement: the
    musketeers to move, and the guards. `busy` has a bit for each word that may hold such a
    position, for the layers with an even number and for the others.
    """
    mine = bitmaps[number, 0]
    if layer == 0:
        calm = places(0, near & 63)
        for at in range(mine.size):
            if at << 6 & near == 0:
                mine[at] = calm
        return
    # The set of guards before is put together from its lowest 6 bits, the next 8, and the others.
    first, second = np.zeros(64, dtype=np.int64), np.zeros(256, dtype=np.int64)
    third = np.zeros(1 << (undone.shape[1] - 17), dtype=np.int64)
    for capture in range(undone.shape[0]):
        after, left, taken = undone[capture, 0], undone[capture, 1], undone[capture, 2]
        for half, table in ((3, first), (9, second), (17, third)):
            for some in range(1, table.size):
                bit = place_of(np.uint64(some & -some))
                table[some] = table[some & (some - 1)] | (1 << undone[capture, half + bit])
        # Mostly the lowest 6 stay as they are. Then a whole word is carried over at once.
        guard, gone = 1 << taken, 1 << left & 63
        allowed, alike = places(0, gone), True
        for low in range(64):
            alike &= low & gone != 0 or first[low] == low
        source = bitmaps[after, 1]
        for group in range(busy.shape[2]):
            words = busy[1 - layer % 2, after, group]
            while words != 0:
                lowest = words & (~words + _ONE)
                words ^= lowest
                at = group << 6 | place_of(lowest)
                fewer = layer - 1 - have[at]
                if fewer < 0 or (at << 6) >> left & 1 != 0:
                    continue
                word = source[at] & lows[fewer] & allowed
                base = guard | second[at & 255] | third[at >> 8]
                if alike:
                    mine[base >> 6] |= word << np.uint64(base & 63)
                    continue
                while word != 0:
                    lowest = word & (~word + _ONE)
                    word ^= lowest
                    to = np.uint64(base | first[place_of(lowest)])
                    mine[to >> _SIX] |= _ONE << (to & np.uint64(63))


@array_kernel
def guards_layer(  # noqa: PLR0912 - one loop in one piece
    layer: int,
    number: int,
    near: int,
    apart: Whole,
    paths: Whole,
    passing: bool,  # noqa: FBT001 - compiled functions take no keywords
    at_once: bool,  # noqa: FBT001 - the same
    bitmaps: Words,
    busy: Words,
    listed: Whole,
    starts: Whole,
    lows: Words,
) -> None:
    """Mark where the musketeers win with so many guards on this placement, the guards to move.

    That is where every step leads to a position that is won with the musketeers to move. Guards
    who can't move lose, or, if `passing`, leave it to the musketeers. With `at_once` musketeers who
    have nobody near win now.

    A step goes from a square to its neighbour or back. `apart` has those between two bits of a
    word's number, together where they are equally far apart: how far, and the lower bits. `paths`
    has the others, the lower bit and the higher.
    """
    mine, theirs, found = bitmaps[number, 0], bitmaps[number, 1], busy[layer % 2, number]
    found[:] = 0
    top = starts.size - 2
    calm = places(0, near & 63)
    # For each path: the bit of the word's number at its end, or 0; how far it is within a word; and
    # the places in a word that have a guard to go up it, and one to come down.
    most = paths.shape[0]
    end, far = np.zeros(most, dtype=np.int64), np.zeros(most, dtype=np.uint64)
    up, down = np.zeros(most, dtype=np.uint64), np.zeros(most, dtype=np.uint64)
    for path in range(most):
        low, high = paths[path, 0], paths[path, 1]
        end[path] = 0 if high < 6 else 1 << (high - 6)
        far[path] = (1 << high) - (1 << low) if high < 6 else 1 << low
        up[path] = places(1 << low, 1 << high & 63)
        down[path] = places(1 << high & 63, 1 << low)
    for many in range(max(0, layer - 6), min(top, layer) + 1):
        mask = lows[layer - many]
        for at in listed[starts[many] : starts[many + 1]]:
            word = mask
            stuck = mask
            for kind in range(apart.shape[0]):
                distance, lower = apart[kind, 0], apart[kind, 1]
                steps = (at ^ at >> distance) & lower
                if steps != 0:
                    stuck = _NONE
                while steps != 0:
                    one = steps & -steps
                    steps ^= one
                    word &= mine[at ^ one ^ one << distance]
                if word == 0:
                    break
            for path in range(most if word != 0 else 0):
                there = mine[at ^ end[path]]
                if end[path] == 0:
                    able = up[path] | down[path]
                    there = there >> far[path] & up[path] | there << far[path] & down[path]
                elif at & end[path]:
                    able = down[path]
                    there = there >> far[path]
                else:
                    able = up[path]
                    there = there << far[path]
                word &= ~able | there
                stuck &= ~able
            if passing:
                word &= ~stuck | mine[at]
            if at_once and at << 6 & near == 0:
                word |= mask & calm
            if word != 0:
                theirs[at] |= word
                found[at >> 6] |= _ONE << np.uint64(at & 63)


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
        listed, starts, lows, have = self._lists
        passing = self.rules.stuck_guards == "pass"
        at_once = self.rules.stuck_musketeers == "any moment"

        def work(number: int) -> None:
            near, undone, steps = self._near[number], self._undone[number], self._steps[number]
            known = table, self._busy
            with np.errstate(over="ignore"):  # products wrap around, in plain Python too
                musketeers_layer(layer, number, near, undone, *known, have, lows)
                guards_layer(
                    layer, number, near, *steps, passing, at_once, *known, listed, starts, lows
                )

        return work

    @cached_property
    def _busy(self) -> Words:
        # All bits are set: nothing is known yet of the words, which may come from a file.
        groups = max(1, self.shape[2] // 64)
        return np.full((2, len(self.folding.kept), groups), 2 ** min(64, self.shape[2]) - 1, "u8")

    @cached_property
    def _near(self) -> list[int]:
        return [self.folding.near(number) for number in range(len(self.folding.kept))]

    @cached_property
    def _steps(self) -> list[tuple[Whole, Whole]]:
        found = []
        for number in range(len(self.folding.kept)):
            apart: dict[int, int] = {}
            paths = []
            for low, high in self.folding.steps(number):
                if LOW <= low < high:
                    apart[high - low] = apart.get(high - low, 0) | 1 << low - LOW
                elif low < high:
                    paths.append((low, high))
            found.append((_table(list(apart.items()), 2), _table(paths, 2)))
        return found

    @cached_property
    def _undone(self) -> list[Whole]:
        # The lowest 14 bits are looked up in two tables, so there are as many at least.
        spare = max(0, 14 - self.folding.bits)
        return [
            _table(
                [(one.after, one.left, one.taken, *one.where, *[0] * spare) for one in undone],
                3 + self.folding.bits + spare,
            )
            for undone in self.folding.undone
        ]


def _table(rows: Sequence[tuple[int, ...]], columns: int) -> Whole:
    """The rows as an array, which keeps its columns if there are none."""
    return np.array(rows, dtype=np.int64).reshape(-1, columns)
