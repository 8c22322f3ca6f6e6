"""The visible cases of lesson 00: a player that likes the middle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from course_lib.checks.answer import Position
from course_lib.checks.cases import Case, Exercise, Group
from course_lib.game import Action, Game, State
from course_lib.games import ConnectFour, Count, KInARow, TicTacToe

MIDDLE = (1, 1)
TIC_TAC_TOE = TicTacToe()

FREE = ("", "a3", "c1", "a3 b3", "c2 a1 c1", "a1 a2 c1 c2 b3")
"""Lines of tic-tac-toe after which the middle is free."""

TAKEN = ("b2", "a3 b2", "b2 a3", "b2 a3 b3", "b2 b3 a3 c1", "a3 b2 b3 c3 a1 a2 c2")
"""Lines of tic-tac-toe after which it is taken."""

OTHER = (
    (KInARow(4, 5, 3), ""),
    (KInARow(4, 5, 3), "b3 a4"),
    (ConnectFour(4, 4, 3), "a"),
    (Count(7, 3), "2"),
)
"""Lines of other games: on a larger board, with columns that fill from below, without a board."""


def middle_first(game: Game, state: State) -> Action:
    """The middle square (1, 1) if it is legal, else the first legal action."""
    legal = game.actions(state)
    return MIDDLE if MIDDLE in legal else legal[0]


def middle_groups(
    free: Iterable[str], taken: Iterable[str], other: Iterable[tuple[Game, str]]
) -> tuple[Group, ...]:
    """The middle where it is free, the first action where it is not, and other games."""
    return (
        Group("the middle, where it is free", _cases((TIC_TAC_TOE, line) for line in free)),
        Group("else the first legal action", _cases((TIC_TAC_TOE, line) for line in taken)),
        Group("the same in other games", _cases(other)),
    )


def _cases(lines: Iterable[tuple[Game, str]]) -> tuple[Case, ...]:
    return tuple(_case(game, line) for game, line in lines)


def _case(game: Game, line: str) -> Case:
    state = game.play(line)
    where = f"after {line}" if line else "at the start"
    return Case(
        (game, Position(game, state)),
        middle_first(game, state),
        f"middle_first(game, state), {where} in {game!r},",
        len(line.split()),
    )


def _visible() -> tuple[Group, ...]:
    return middle_groups(FREE, TAKEN, OTHER)


def _probes() -> tuple[tuple[Any, ...], ...]:
    return tuple(case.arguments for group in _visible() for case in group.cases)


EXERCISES = (Exercise("middle_first", "00", _visible, _probes, middle_first),)
