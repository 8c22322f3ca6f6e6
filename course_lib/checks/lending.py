"""What the library lends to a later lesson, where a reader has no function of their own.

A function that is lent stands in for the reader's in the lessons that come after. In its own
lesson, where it would be the answer, it refuses to be called while that exercise is checked.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from course_lib.checks.backing_up import backed_up, open_lines
from course_lib.checks.list_boards import board_of, state_of
from course_lib.game import Action, Game, State
from course_lib.games import TicTacToe

_checked: list[str] = []
"""The functions that are being checked at this moment."""


def lent(name: str) -> Callable[..., Any]:
    """The library's function in place of this exercise's; a `LookupError` where it has none."""
    lesson = lesson_of(name)
    function = LENT.get(lesson, {}).get(name)
    if function is None:
        raise LookupError(f"{name} has not passed its check yet, and the library has none to lend")

    @functools.wraps(function)
    def borrowed(*arguments: Any, **named: Any) -> Any:
        if _checked and lesson_of(_checked[-1]) == lesson:
            raise ImportError(
                "while this lesson is checked, the library's own answer is out of reach:"
                " it has to be the one you wrote"
            )
        return function(*arguments, **named)

    borrowed.__name__ = borrowed.__qualname__ = name
    vars(borrowed)["lent"] = True
    return borrowed


@contextmanager
def being_checked(name: str) -> Iterator[None]:
    """While this lasts, what the library lends in place of this lesson's answers refuses."""
    _checked.append(name)
    try:
        yield
    finally:
        _checked.pop()


def lesson_of(name: str) -> str:
    """The number of the lesson with this exercise, which a course may leave out, or nothing."""
    from course_lib.checks.exercises import exercises  # noqa: PLC0415 - only where it is asked

    lending = (lesson for lesson, names in LENT.items() if name in names)
    return exercises()[name].lesson if name in exercises() else next(lending, "")


def _mcts(
    game: Game, state: State, simulations: int, rng: Random, c: float = 1.4
) -> tuple[Action, Any]:
    """The most visited action and the root, as `mcts_search` has them.

    Its means go from 0 to 1, not from -1 to 1, so that half of c explores as much.
    """
    # Loaded when it is called: where searches are out of reach, the rest can still be lent.
    from course_lib.search import mcts_search  # noqa: PLC0415

    found = mcts_search(game, state, simulations=simulations, rng=rng, c=c / 2, prove=False)
    return found[1], found.tree


def _on_boards(ask: Callable[..., Any]) -> Callable[..., Any]:
    """This question about a state of tic-tac-toe, asked about a board of lists."""
    return lambda squares, *more: ask(state_of(squares), *more)


_GAME = TicTacToe()

LENT: dict[str, dict[str, Callable[..., Any]]] = {
    "01": {
        "player": _on_boards(_GAME.to_move),
        "actions": _on_boards(lambda state: set(_GAME.actions(state))),
        "result": _on_boards(lambda state, action: board_of(_GAME, _GAME.result(state, action))),
        "winner": _on_boards(_GAME.winner),
        "terminal": _on_boards(_GAME.is_terminal),
        "utility": _on_boards(lambda state: _GAME.utility(state, _GAME.players[0])),
    },
    "02": {
        "minimax_value": lambda game, state: backed_up(None, None, None, game, state),
        "depth_limited": lambda game, state, depth, evaluate: backed_up(
            None, depth, evaluate, game, state
        ),
        "remembering": lambda game, state, seen: backed_up(seen, None, None, game, state),
    },
    "04": {
        "evaluate_lines": lambda game, state, player: open_lines(4, 100, player, game, state),
    },
    "05": {"mcts": _mcts},
}
"""The functions that can be lent, by the lesson in which they are exercises."""
