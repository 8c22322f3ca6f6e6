"""Connect Four positions of all ages with their exact score, for lesson 04: who will win, and when.

Unlike those of `course_lib.lessons.four_known` they are not chosen: they come from games between
two players who mostly stop a four and otherwise play at random, and nobody can make four at once.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from course_lib.game import State
from course_lib.games import ConnectFour

PLACE = Path(__file__).with_suffix(".json")


class Decided(NamedTuple):
    """A position in which somebody can force a win, for whom, and in how many plies."""

    state: State
    winner: str
    plies: int


def decided_positions() -> list[Decided]:
    """The positions that are no draw, those with few stones first.

    >>> decided_positions()[0].plies
    30
    """
    game = ConnectFour()
    found = []
    for digits, score in json.loads(PLACE.read_text(encoding="utf-8")):
        state = game.play(digits)
        if score:
            mover = game.to_move(state)
            other = next(player for player in game.players if player != mover)
            winner = mover if score > 0 else other
            found.append(Decided(state, winner, plies_to_come(game, state, winner, abs(score))))
    return found


def plies_to_come(game: ConnectFour, state: State, winner: str, score: int) -> int:
    """How many more stones are put until this winner, with such a score, has won.

    A score is how many stones the winner has still to put when the last one of them wins, that
    one counted.
    """
    stones = len(state.board) - state.board.count(".")
    first = winner == game.players[0]
    supply = len(state.board) // 2
    his = supply - score + 1
    return 2 * his - (1 if first else 0) - stones
