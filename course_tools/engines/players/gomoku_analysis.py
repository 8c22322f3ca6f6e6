"""What there is to say about every move in a Gomoku position, as plain data."""

from __future__ import annotations

import math
from typing import Any

from course_lib.game import State
from course_lib.games.rows import EMPTY
from course_tools.engines.players.gomoku_expert import Expert, choices, squashed
from course_tools.engines.players.gomoku_position import Position

DEPTH, POSITIONS = 2, 300
"""How far alpha-beta looks ahead after each move, and how much it may search for that."""


def analysis_by(expert: Expert, state: State) -> dict[str, Any]:
    """What `analysis` says about this state, as this expert finds it out."""
    game = expert.game
    position, player = expert.look(state, "analysis")
    won = expert.forced_win(state)
    first_moves = expert.winning_first_moves(state)
    columns = expert.rules.columns
    sure = {row * columns + column for row, column in first_moves}
    name, board = game.action_name, expert.readable(state).board
    places = [place for place, mark in enumerate(board) if mark == EMPTY]
    near = sure.union(position.candidates())
    far = value_of_far_moves(position, player, expert) if len(near) < len(places) else None

    def value_of(place: int) -> float:
        if place in sure:
            return 1.0
        if far is None or place in near:
            return value_of_move(position, player, place, expert)
        return far

    return {
        "to_move": game.to_move(state),
        "moves": {name(expert.square(place)): value_of(place) for place in places},
        "forced_win": won
        and {
            "fours": won.fours,
            "line": [name(square) for square in won.line],
            "first_moves": [name(square) for square in first_moves],
        },
    }


def value_of_far_moves(position: Position, player: int, expert: Expert) -> float | None:
    """What all moves are worth that change nothing; `None` if each may be a loss or a rescue.

    A stone far from all others is worth no more than to pass. But where passing loses by force, it
    may stand in the way of the last stone of a long chain.
    """
    other = 1 - player
    if position.forced_line(other, math.inf, expert.threat_positions, threes=False):
        return None
    return _estimate(position, other)


def value_of_move(position: Position, player: int, place: int, expert: Expert) -> float:
    """The value of a move that is no proven win, for the player who makes it."""
    other, limit = 1 - player, expert.threat_positions
    position.put(place, player)
    if position.forced_line(other, math.inf, limit, threes=False):
        value = -1.0
    else:
        value = _estimate(position, other)
    position.take_back(place)
    return value


def _estimate(position: Position, other: int) -> float:
    """The worth, for the player who has just moved, of what the other one can do now."""
    places = choices(position, other)
    if not places:
        return 0.0  # the board is full
    return round(0.0 - squashed(position.best(other, places, DEPTH, POSITIONS).value), 3)
