"""What the library lends to a later lesson, where a reader has no function of their own.

A function that is lent stands in for the reader's in the lessons that come after. In its own
lesson, where it would be the answer, it refuses to be called while an exercise is checked.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache, lru_cache
from operator import itemgetter
from random import Random
from typing import Any

from course_lib.closed import refuse_in
from course_lib.game import Action, Game, Player, State
from course_lib.games import TicTacToe
from course_lib.games.k_in_a_row import lines_of


def lent(name: str) -> Callable[..., Any]:
    """The library's function in place of this exercise's; a `LookupError` where it has none."""
    function = LENT.get(lesson_of(name), {}).get(name)
    if function is None:
        raise LookupError(f"{name} has not passed its check yet, and the library has none to lend")
    return function


def lesson_of(name: str) -> str:
    """The number of the lesson that lends this function, which a course may leave out, or ""."""
    return next((lesson for lesson, names in LENT.items() if name in names), "")


class OpenLines:
    """Estimates of states in which lines of this length win, by those that are still open.

    Each stone more in a line counts four times as much, and 100 points make a half.
    """

    def __init__(self, rows: int, columns: int, length: int) -> None:
        # The fastest way to read the marks of a line.
        self._marks_in = [itemgetter(*line) for line in lines_of(rows, columns, length)]

    def estimate(self, state: State, player: Player) -> float:
        """Between -1 and 1, what is open for this player against what is for the other."""
        refuse_in("04")
        board, points = state.board, _points(player)
        total = sum([points[marks_in(board)] for marks_in in self._marks_in])
        return total / (100 + abs(total))


class _Points(dict[tuple[str, ...], int]):
    """What the marks of a line count for a player, worked out when first asked for."""

    def __init__(self, player: Player) -> None:
        super().__init__()
        self.player = player

    def __missing__(self, marks: tuple[str, ...]) -> int:
        """Nothing for a line of both or of nobody, else a power of four."""
        owners = set(marks) - {"."}
        points = 4 ** (len(marks) - marks.count(".") - 1) if len(owners) == 1 else 0
        return self.setdefault(marks, points if self.player in owners else -points)


_points = cache(_Points)
_open_lines = cache(OpenLines)


def _minimax(game: Game, **options: Any) -> Any:
    # Loaded when it is called: where searches are out of reach, the rest can still be lent.
    from course_lib.search.values import Minimax  # noqa: PLC0415

    return Minimax(game, **options)


def _mcts(
    game: Game, state: State, simulations: int, rng: Random, c: float = 1.4
) -> tuple[Action, Any]:
    """The most visited action and the root, as `mcts_search` has them.

    Its means go from 0 to 1, not from -1 to 1, so that half of c explores as much.
    """
    from course_lib.search import mcts_search  # noqa: PLC0415 - as above

    found = mcts_search(game, state, simulations=simulations, rng=rng, c=c / 2, prove=False)
    return found[1], found.tree


_game = cache(TicTacToe)

Rows = list[list[Any]]
"""Rows of squares, each of them a player's mark or `None`."""


def state_of(board: Rows) -> State:
    """The state of tic-tac-toe with this board."""
    return _parsed("\n".join("".join(mark or "." for mark in row) for row in board))


@lru_cache(maxsize=8_192)
def _parsed(text: str) -> State:
    return _game().parse(text)


def board_of(game: Game, state: State) -> Rows:
    """The board of lists that shows this state of a game of rows."""
    rows = game.render(state).replace(" ", "").splitlines()
    return [[None if mark == "." else mark for mark in row] for row in rows]


def _on_boards(ask: Callable[..., Any]) -> Callable[..., Any]:
    """This question to tic-tac-toe about a state, asked about a board of lists."""
    return lambda board, *more: ask(_game(), state_of(board), *more)


def _lent(lesson: str, **functions: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """These functions by name, which refuse while an exercise of their lesson is checked."""

    def borrowed(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            refuse_in(lesson)
            return function(*arguments, **named)

        call.__name__ = call.__qualname__ = name
        vars(call).update(lent=True, __signature__=inspect.signature(function))
        return call

    return {name: borrowed(name, function) for name, function in functions.items()}


LENT: dict[str, dict[str, Callable[..., Any]]] = {
    "01": _lent(
        "01",
        player=_on_boards(TicTacToe.to_move),
        actions=_on_boards(lambda game, state: set(game.actions(state))),
        result=_on_boards(lambda game, state, action: board_of(game, game.result(state, action))),
        winner=_on_boards(TicTacToe.winner),
        terminal=_on_boards(TicTacToe.is_terminal),
        utility=_on_boards(lambda game, state: game.utility(state, game.players[0])),
    ),
    "02": _lent(
        "02",
        minimax_value=lambda game, state: _minimax(game).value(state),
        depth_limited=lambda game, state, depth, evaluate: _minimax(
            game, depth=depth, evaluate=evaluate
        ).value(state),
        remembering=lambda game, state, seen: _minimax(game, seen=seen).value(state),
    ),
    "04": _lent(
        "04",
        evaluate_lines=lambda game, state, player: _open_lines(
            game.rows, game.columns, game.length
        ).estimate(state, player),
    ),
    "05": _lent("05", mcts=_mcts),
}
"""The functions that can be lent, by the lesson in which they are exercises."""
