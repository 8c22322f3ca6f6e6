"""Zobrist keys: a number for each position, and what happens when two positions share one.

Each mark on each square has a random number, and so has the side to move; a position's key is all
of them taken together by exclusive or, so that a move changes a key by two or three numbers only.
A key says less than the position. Two positions may have the same one, a *collision*, and then a
table answers for the one what it was told of the other: nothing notices, and the value may be
wrong. With enough bits that is unlikely, but never impossible. `prove` and `MusketeersProof` keep
whole positions in their tables instead, so what they say does not rest on luck.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from random import Random

from course_lib.game import Game, State
from course_lib.games.three_musketeers import EMPTY
from course_lib.search.questions import check_count, check_not_over, check_opponents

Key = Callable[[State], Hashable]


class Zobrist:
    """Keys of so many bits for states with a `board`, a sequence of marks, and a `to_move`."""

    def __init__(self, bits: int, rng: Random) -> None:
        """Draw numbers as they are needed, in the order in which they are."""
        check_count(bits, "bits", "Zobrist")
        self.bits, self.rng = bits, rng
        self._numbers: dict[Hashable, int] = {}

    def __call__(self, state: State) -> int:
        """The key of this state."""
        key = self._number(state.to_move)
        for at, mark in enumerate(state.board):
            if mark != EMPTY:
                key ^= self._number((at, mark))
        return key

    def moved(self, key: int, before: State, after: State) -> int:
        """The key of `after`, made from that of `before` by what differs between the two."""
        key ^= self._number(before.to_move) ^ self._number(after.to_move)
        for at, (old, new) in enumerate(zip(before.board, after.board, strict=True)):
            if old != new:
                for mark in (old, new):
                    key ^= self._number((at, mark)) if mark != EMPTY else 0
        return key

    def _number(self, of: Hashable) -> int:
        """The random number of a mark on a square, or of a side."""
        if (number := self._numbers.get(of)) is None:
            number = self._numbers[of] = self.rng.getrandbits(self.bits)
        return number


def collisions(states: Iterable[State], key: Key) -> int:
    """How many of these different states have a key that one before them has, too."""
    different = {state: key(state) for state in states}
    return len(different) - len(set(different.values()))


def expected_collisions(states: int, bits: int) -> float:
    """How many there would be on average if every key were drawn by lot, as in a lottery.

    It is what the birthday problem says, about `states ** 2 / 2 ** (bits + 1)` where that is small.
    Zobrist keys collide as often on average, but in bunches: what makes two positions collide is
    mostly a difference that other pairs have as well.

    >>> round(expected_collisions(100_000, 32), 2)
    1.16
    """
    kinds = 2**bits
    expected = 0.0  # the n-th state meets one of the keys already there
    taken = 0.0
    for _ in range(states):
        expected += taken / kinds
        taken += 1 - taken / kinds
    return expected


def value_by_keys(game: Game, state: State, key: Key) -> float:
    """What a search takes for the value, for the first player, that remembers values by key alone.

    Right if no two positions that it meets share a key.
    """
    check_opponents(game, "value_by_keys")
    check_not_over(game, state, "value_by_keys")
    first, known = game.players[0], dict[Hashable, float]()

    def value(state: State) -> float:
        if game.is_terminal(state):
            return game.utility(state, first)
        name = key(state)
        if name not in known:
            after = (value(game.result(state, action)) for action in game.actions(state))
            known[name] = max(after) if game.to_move(state) == first else min(after)
        return known[name]

    return value(state)
