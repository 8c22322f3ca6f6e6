"""Every line that an opponent can play against a student's `minimax`: `games_against`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from course_lib.game import Action, Player, State
from course_lib.games import TicTacToe

GAME = TicTacToe()

Choice = tuple[Action, str]
"""What is chosen in a state: `(action, "")`, or `(None, why)` where no legal move came."""


class Games(NamedTuple):
    """All games from one position on: how many there are, and how the program can be beaten."""

    lines: int
    beaten: int
    shortest: tuple[Action, ...] | None
    """The fewest moves after which it has lost, or stands without a legal move."""
    why: str
    """`""` if it was beaten on the board, else what kept it from moving."""


def games_against(seat: Player, choose: Callable[[State], Choice]) -> Games:
    """All games in which this program plays for `seat`; each of its boards is asked for once.

    `choose` gives its move. The other side plays whatever is legal, in every order.
    """
    known: dict[State, Games] = {}

    def games(state: State) -> Games:
        if state not in known:
            known[state] = _from(state)
        return known[state]

    def _from(state: State) -> Games:
        if GAME.is_terminal(state):
            lost = GAME.utility(state, seat) < 0
            return Games(1, int(lost), () if lost else None, "")
        if GAME.to_move(state) != seat:
            return _together({one: games(GAME.result(state, one)) for one in GAME.actions(state)})
        action, why = choose(state)
        if why:
            return Games(1, 1, (), why)
        return _together({action: games(GAME.result(state, action))})

    return games(GAME.initial)


def _together(after: dict[Action, Games]) -> Games:
    """The games of all these moves."""
    found = [
        (len(games.shortest), (action, *games.shortest), games.why)
        for action, games in after.items()
        if games.shortest is not None
    ]
    _, shortest, why = min(found, key=lambda one: one[0]) if found else (0, None, "")
    lines = sum(games.lines for games in after.values())
    return Games(lines, sum(games.beaten for games in after.values()), shortest, why)


def board_for(state: State, empty: Any) -> list[list[Any]]:
    """The position as the file's functions know it."""
    marks = [mark if mark in GAME.players else empty for mark in state.board]
    return [marks[at : at + 3] for at in (0, 3, 6)]
