"""What there is to say about every move in a Gomoku position, as plain data."""

from __future__ import annotations

import math
from typing import Any

from course_lib.game import State
from course_lib.players.gomoku_expert import Expert, choices, squashed
from course_lib.players.gomoku_position import Position

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
    places = sorted(sure.union(position.candidates()))
    name = game.action_name
    values = {
        place: 1.0 if place in sure else value_of_move(position, player, place, expert)
        for place in places
    }
    return {
        "to_move": game.to_move(state),
        "moves": {name(expert.square(place)): value for place, value in values.items()},
        "forced_win": won
        and {
            "fours": won.fours,
            "line": [name(square) for square in won.line],
            "first_moves": [name(square) for square in first_moves],
        },
    }


def value_of_move(position: Position, player: int, place: int, expert: Expert) -> float:
    """The value of a move that is no proven win, for the player who makes it."""
    other, limit = 1 - player, expert.threat_positions
    position.put(place, player)
    places = choices(position, other)
    if not places:
        value = 0.0  # the board is full
    elif position.forced_line(other, math.inf, limit, threes=False):
        value = -1.0
    else:
        value = -squashed(position.best(other, places, DEPTH, POSITIONS).value)
    position.take_back(place)
    return round(value, 3)
