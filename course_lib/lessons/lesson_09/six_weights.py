"""What lesson 09 hands out for an evaluation of six numbers: counts of stones, and a player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from random import Random
from typing import Any

from course_lib.game import OTHER, Game, Player, State
from course_lib.lessons.lesson_09.self_play import FOUR, WINDOWS, Seen, Tables, one_ahead
from course_lib.play.players import PlayerFunction

Example = tuple[list[int], float]
"""Six counts, and the result of the game for the player whom they are about."""


def six_counts(seen: Sequence[Seen], mark: str) -> list[int]:
    """In how many windows this mark is alone with one, two, three stones; then the other mark.

    >>> six_counts([(4, "..XX"), (9, "O..."), (7, "XO..")], "X")
    [0, 1, 0, 1, 0, 0]
    """
    found = [0] * 6
    for _, text in seen:
        mine, empty = text.count(mark), text.count(".")
        stones = len(text) - empty
        if 0 < stones < FOUR.length and mine in (0, stones):
            found[stones - 1 + (0 if mine else 3)] += 1
    return found


def examples_from(
    self_play: Callable[..., Any], tables: Tables, games: int, rng: Random
) -> list[Example]:
    """After each move of so many games: six counts for who has moved, and that player's result."""
    found = []
    for _ in range(games):
        moves, result = self_play(tables, 1, rng)
        for to_move, seen, _, _ in moves:
            moved = OTHER[to_move]
            found.append((six_counts(seen, moved), result if moved == "X" else -result))
    return found


def by_weights(weights: Sequence[float], windows_seen: Callable[..., Any]) -> PlayerFunction:
    """A player that looks one move ahead with these six weights, and takes a win."""

    def evaluate(game: Game, state: State, player: Player) -> float:
        if game.winner(state) == player:
            return inf
        counts = six_counts(windows_seen("".join(state.board), WINDOWS), player)
        return sum(weight * count for weight, count in zip(weights, counts, strict=True))

    return one_ahead(evaluate)
