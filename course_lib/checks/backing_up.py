"""What is lent in place of several exercises; out of reach where students write theirs."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import Any

from course_lib.game import Game, Player, State
from course_lib.games.k_in_a_row import lines_of

Evaluate = Callable[[Game, State, Player], float]


def backed_up(
    seen: dict[State, float] | None, plies: int | None, guess: Evaluate | None, *at: Any
) -> float:
    """What a state is worth to the first player: `at` are the game and this state.

    Values in `seen` are believed, and others written there; after so many `plies` it is a guess.
    """
    game, state = at
    if seen is not None and state in seen:
        return seen[state]
    first = game.players[0]
    if game.is_terminal(state):
        value = game.utility(state, first)
    elif plies == 0 and guess is not None:
        value = guess(game, state, first)
    else:
        left = None if plies is None else plies - 1
        choose = max if game.to_move(state) == first else min
        after = [game.result(state, action) for action in game.actions(state)]
        value = choose(backed_up(seen, left, guess, game, each) for each in after)
    if seen is not None:
        seen[state] = value
    return value


def open_lines(base: int, scale: int, player: Player, *at: Any) -> float:
    """An estimate of a state for this player by the lines still open: `at` are game and state.

    Each stone more in a line counts `base` times as much, and `scale` points make a half.
    """
    game, state = at
    board, worth = state.board, _worth(base, player)
    total = sum(worth[marks(board)] for marks in _readers(game.rows, game.columns, game.length))
    return total / (scale + abs(total))


class _Worth(dict[tuple[str, ...], int]):
    """What the marks of a line count for a player, worked out when first asked for."""

    def __init__(self, base: int, player: Player) -> None:
        super().__init__()
        self.base, self.player = base, player

    def __missing__(self, marks: tuple[str, ...]) -> int:
        """Nothing for a line of both or of nobody, else a power of the base."""
        owners = set(marks) - {"."}
        points = self.base ** (len(marks) - marks.count(".") - 1) if len(owners) == 1 else 0
        return self.setdefault(marks, points if self.player in owners else -points)


_worth = cache(_Worth)


@cache
def _readers(*shape: int) -> list[Callable[[Any], tuple[str, ...]]]:
    """For each line the function that reads its marks from a board: the fastest way to do so."""
    return [itemgetter(*line) for line in lines_of(*shape)]
