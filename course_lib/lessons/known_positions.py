"""Connect Four positions with exact scores, for lessons 04, 07, 08 and 09 to measure by."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from course_lib.game import State
from course_lib.games import ConnectFour

KNOWN = Path(__file__).with_suffix(".json")
DECIDED = Path(__file__).with_name("decided_positions.json")

KnownPosition = tuple[str, dict[str, int]]
"""The columns played so far, as digits from 1, and the score of each legal action by its name."""


def known_positions() -> list[KnownPosition]:
    """Positions of the usual Connect Four, each with the exact score of every legal action.

    They have from 8 to 30 stones, equally many with each number of them, and so both players are
    to move. In each of them nobody can finish a four with the next stone, and the choice matters:
    with the best action the game ends otherwise (won, drawn, lost) than with the worst.

    A score is for the player who takes the action: 22 minus the stones that the winner will have
    placed when he wins as soon as he can, negative for a loss, and 0 for a draw.

    >>> line, scores = known_positions()[0]
    >>> line
    '42132226'
    >>> scores
    {'a2': 1, 'b5': 1, 'c2': 0, 'd2': 5, 'e1': -1, 'f2': 2, 'g1': 1}
    """
    return [(line, scores) for line, scores in json.loads(KNOWN.read_text(encoding="utf-8"))]


def first_moves() -> dict[str, int]:
    """The exact score of each first move of the usual Connect Four, as in `known_positions()`.

    >>> [name for name, score in first_moves().items() if score > 0]
    ['d1']
    """
    return {"a1": -2, "b1": -1, "c1": 0, "d1": 1, "e1": 0, "f1": -1, "g1": -2}


class Decided(NamedTuple):
    """A position in which somebody can force a win, for whom, and in how many plies."""

    state: State
    winner: str
    plies: int


def decided_positions() -> list[Decided]:
    """Positions of all ages that are no draw, those with few stones first.

    Unlike `known_positions()` they are not chosen: they come from games between two players who
    mostly stop a four and otherwise play at random, and nobody can make four at once.

    >>> decided_positions()[0].plies
    30
    """
    game = ConnectFour()
    found = []
    for digits, score in json.loads(DECIDED.read_text(encoding="utf-8")):
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
