"""Games of rows on lists of lists: boards as texts, and a game's rules as plain functions."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, NamedTuple

from course_lib.game import Game, State
from course_lib.games import TicTacToe

Board = list[list[Any]]
"""Rows of squares, each of them a player's mark or `None`."""


class BoardRules(NamedTuple):
    """The rules of a game as functions that take a board of lists."""

    player: Callable[[Board], str]
    actions: Callable[[Board], set[Any]]
    result: Callable[[Board, Any], Board]
    winner: Callable[[Board], str | None]
    terminal: Callable[[Board], bool]
    utility: Callable[[Board], float]


@cache
def board_rules(game: Game) -> BoardRules:
    """The rules of this game on boards of lists: the way back from `game_from_functions`.

    >>> board_rules(TicTacToe()).winner(board("XXX/OO./..."))
    'X'
    """
    parsed = lru_cache(maxsize=8_192)(game.parse)

    def state_of(squares: Board) -> State:
        return parsed("\n".join("".join(mark or "." for mark in row) for row in squares))

    def on_states(ask: Callable[..., Any]) -> Callable[..., Any]:
        return lambda squares, *more: ask(state_of(squares), *more)

    return BoardRules(
        on_states(game.to_move),
        on_states(lambda state: set(game.actions(state))),
        on_states(lambda state, action: board_of(game, game.result(state, action))),
        on_states(game.winner),
        on_states(game.is_terminal),
        on_states(lambda state: game.utility(state, game.players[0])),
    )


def board_of(game: Game, state: State) -> Board:
    """The board of lists that shows this state."""
    return board(game.render(state).replace(" ", "").replace("\n", "/"))


def board(text: str) -> Board:
    """The board that such a text shows, `/` between the rows.

    >>> board("X.O/.X./...")
    [['X', None, 'O'], [None, 'X', None], [None, None, None]]
    """
    return [[None if mark == "." else mark for mark in row] for row in text.split("/")]


def stones(squares: Board) -> int:
    """How many marks are on the board."""
    return sum(mark is not None for row in squares for mark in row)


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
