"""The library's own answers to the exercises of lesson 07, for lessons that build on them.

While lessons are graded in which students write their own, these are out of reach.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from course_lib.checks.layers_07 import states_with
from course_lib.game import Game, Player, State

Rows = tuple[str, ...]
Bounds = dict[State, tuple[float, float]]
Winners = dict[State, Player]


def nim_move(heaps: Sequence[int]) -> tuple[int, int] | None:
    """Which heap to take from and how many, to win at Nim; `None` where every move loses.

    >>> nim_move((3, 4, 5))
    (0, 2)
    """
    return next(iter(winning_moves(heaps)), None)


def winning_moves(heaps: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """All moves after which the heaps' exclusive or is 0."""
    whole = 0
    for size in heaps:
        whole ^= size
    changed = [(place, size, size ^ whole) for place, size in enumerate(heaps)]
    return tuple((place, size - left) for place, size, left in changed if left < size)


def least_image(board: Rows) -> Rows:
    """The least of the eight images of a square board, given as its rows.

    >>> least_image(("..", "G."))
    ('..', '.G')
    """
    across = tuple(map("".join, zip(*board, strict=True)))
    unswapped = [rows[::step] for rows in (board, across) for step in (1, -1)]
    return min(*unswapped, *(tuple(row[::-1] for row in rows) for rows in unswapped))


def next_key(key: int, numbers: Mapping[object, int], board: str, leave: int, enter: int) -> int:
    """The key after a piece went from one square to another, where it captures what is there."""
    piece, taken = board[leave], board[enter]
    changes: list[object] = ["turn", (leave, piece), (enter, piece)]
    if taken != ".":
        changes.append((enter, taken))
    for each in changes:
        key ^= numbers[each]
    return key


def bounded_alphabeta(game: Game, state: State, alpha: float, beta: float, table: Bounds) -> float:
    """What the state is worth to the first player, as far as the window asks.

    `table` keeps two bounds for each state, and is used where they answer the question.
    """
    opener = game.players[0]
    if not game.actions(state):
        return game.utility(state, opener)
    least, most = table.get(state, (-math.inf, math.inf))
    if least == most or least >= beta:
        return least
    if most <= alpha:
        return most
    rising = game.to_move(state) == opener
    low, high = alpha, beta
    found = -math.inf if rising else math.inf
    for action in game.actions(state):
        below = bounded_alphabeta(game, game.result(state, action), low, high, table)
        found = max(found, below) if rising else min(found, below)
        low, high = (max(low, found), high) if rising else (low, min(high, found))
        if low >= high:
            break
    table[state] = (
        max(least, found) if found > alpha else least,
        min(most, found) if found < beta else most,
    )
    return found


def proven_winner(game: Game, state: State, known: Winners) -> Player:
    """Who wins a game without draws; a player's own proven win ends the search of a state."""
    if state not in known:
        known[state] = _proven(game, state, lambda after: proven_winner(game, after, known))
    return known[state]


def solve_layer(game: Game, guards: int, known: Winners) -> Winners:
    """Who wins each state of Three Musketeers with so many guards, from the layer below."""
    found: Winners = {}
    for mover, below in zip(game.players, (known, found), strict=True):
        for each in states_with(game, guards, mover):
            found[each] = _proven(game, each, below.__getitem__)
    return found


def _proven(game: Game, state: State, winner_of: Callable[[State], Player]) -> Player:
    """Who wins a state, if that of the states after it can be asked for."""
    ended = game.winner(state)
    if ended is not None:
        return ended
    mine = game.to_move(state)
    [theirs] = [other for other in game.players if other != mine]
    follow = (game.result(state, action) for action in game.actions(state))
    return mine if any(winner_of(after) == mine for after in follow) else theirs
