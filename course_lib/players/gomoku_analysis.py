"""What there is to say about every move in a Gomoku position, as plain data: `analysis`."""

from __future__ import annotations

import math
from typing import Any

from course_lib.game import Game, State
from course_lib.players.gomoku import Expert, choices, squashed
from course_lib.players.gomoku_position import Position

DEPTH, POSITIONS = 2, 300
"""How far alpha-beta looks ahead after each move, and how much it may search for that."""


def analysis(game: Game, state: State, *, expert: Expert | None = None) -> dict[str, Any]:
    """Who is to move, a value for each move worth a thought, and the forced win by fours.

        {"to_move": "X", "moves": {"h8": 0.12, ...},
         "forced_win": {"fours": 2, "line": ["h8", ...], "first_moves": ["h8", ...]}}

    A value is for the player who makes the move. 1 is a win that is proven: the move makes a five,
    or keeps a forced win by fours. -1 is a proven loss: it lets the other do so. All other values
    lie between -0.99 and 0.99 and are estimates. The moves are those near a stone, in reading
    order; on an empty board the middle. `forced_win` is `None` where there is none.
    """
    expert = expert or Expert(game)
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
