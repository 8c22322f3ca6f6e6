"""The compiled generator in plain Python, and games drawn with it, for tests of compiled code."""

from functools import cache
from random import Random

import pytest

from benchmarks.random_games import outcomes
from course_lib import ConnectFour, Gomoku, Havannah, KInARow, TicTacToe
from course_lib.game import Playout
from course_tools.arena.engines.mcts import compiled_game

GAMES = [
    TicTacToe(),
    ConnectFour(),
    ConnectFour(9, 10),
    Gomoku(7),
    KInARow(1, 31, 3),
    KInARow(7, 8, 2),
    KInARow(6, 7, 3, exact=True),
    KInARow(5, 12, 4, gravity=True, exact=True),
    KInARow(12, 12, 12, exact=True),
    *map(Havannah, (2, 3, 4, 6)),
    *(
        pytest.param(game, marks=pytest.mark.slow)
        for game in (
            TicTacToe(4),
            ConnectFour(4, 5),
            Gomoku(9, exact=True),
            Gomoku(),
            KInARow(8, 8, 4),
            KInARow(7, 8, 6, gravity=True),
            KInARow(63, 3, 4, gravity=True),
            KInARow(12, 5, 11),
            *map(Havannah, (5, 7, 8, 9, 10, 15)),
        )
    ),
]
"""In one word, in lines and in hexagons, with and without gravity, rows of all kinds of lengths."""


class SplitMix(Random):
    """SplitMix64, as its author describes it; `random` has 32 bits, as the compiled code takes."""

    def __init__(self, start):
        super().__init__()
        self.at = start

    def getrandbits(self, bits):
        """Where the generator stands: what a compiled search takes for its own."""
        assert bits == 64
        return self.at

    def random(self):
        """The next number from 0 up, below 1."""
        self.at = (self.at + 0x9E3779B97F4A7C15) % 2**64
        word = self.at
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
        return ((word ^ word >> 31) >> 32) / 2**32


def swapping_playout(game, state, rng):
    """A random game by the readable rules, which keeps the list of moves as the compiled one does.

    Instead of what was played stands what it opened above it, or else the last of the list.
    """
    choices, played = list(game.actions(state)), []
    while game.actions(state):
        assert sorted(choices) == sorted(game.actions(state))
        pick = int(rng.random() * len(choices))
        action = choices[pick]
        played.append(action)
        state = game.result(state, action)
        if getattr(game, "gravity", False) and action[0] > 0:
            choices[pick] = (action[0] - 1, action[1])
        else:
            choices[pick] = choices[-1]
            choices.pop()
    return Playout(tuple(played), tuple(game.utility(state, player) for player in game.players))


@cache
def loop(function):
    """A function compiled once, for this run only."""
    return pytest.importorskip("numba").njit(function)


def twin_counts(game, state, games, chance):
    """Losses, draws and wins of the player to move, by the readable rules with this chance."""
    twin, counts, seat = SplitMix(chance), [0, 0, 0], game.players.index(game.to_move(state))
    for _ in range(games):
        counts[int(swapping_playout(game, state, twin).utilities[seat]) + 1] += 1
    return counts


def counts_of(game, state, games, chance):
    """The same by the compiled loop."""
    pytest.importorskip("numba")
    return [*outcomes(compiled_game(game, state), games, chance)]
