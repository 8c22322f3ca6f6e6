"""Boards of games of rows as lists of lists, and as texts."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from course_lib.game import Game, State
from course_lib.games import TicTacToe

Board = list[list[Any]]
"""Rows of squares, each of them a player's mark or `None`."""


_parsed = lru_cache(maxsize=8_192)(TicTacToe().parse)


def state_of(squares: Board) -> State:
    """The state of tic-tac-toe with this board."""
    return _parsed("\n".join("".join(mark or "." for mark in row) for row in squares))


def board_of(game: Game, state: State) -> Board:
    """The board of lists that shows this state."""
    return board(game.render(state).replace(" ", "").replace("\n", "/"))


def board(text: str) -> Board:
    """The board that such a text shows, `/` between the rows.

    >>> board("X.O/.X./...")
    [['X', None, 'O'], [None, 'X', None], [None, None, None]]
    """
    return [[None if mark == "." else mark for mark in row] for row in text.split("/")]


@cache
def reachable_boards() -> tuple[str, ...]:
    """All 5,478 boards of tic-tac-toe as texts that `board` reads, those with few marks first."""
    game = TicTacToe()
    states, waiting = {game.initial}, [game.initial]
    while waiting:
        state = waiting.pop()
        after = {game.result(state, action) for action in game.actions(state)} - states
        states |= after
        waiting += after
    texts = [game.render(state).replace(" ", "").replace("\n", "/") for state in states]
    return tuple(sorted(texts, key=lambda text: (9 - text.count("."), text)))
