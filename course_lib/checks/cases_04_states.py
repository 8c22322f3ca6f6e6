"""The visible cases of lesson 04 about single states: estimates, and candidate moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from course_lib.checks import boards_04
from course_lib.checks.answer import Answer, Position
from course_lib.checks.cases import Case, Exercise, Group, Objection, gives, same
from course_lib.checks.cases_02_states import At, call_of, played
from course_lib.game import Game, State
from course_lib.games import ConnectFour, Gomoku, KInARow, TicTacToe

FOUR = ConnectFour()
SMALL = KInARow(4, 5, 3)
FIVE = Gomoku(9)


def line_values(asked: Mapping[str, Iterable[tuple[At, str]]]) -> tuple[Group, ...]:
    """A group for each of these titles: states, each with the player for whom to estimate."""
    return tuple(
        Group(title, tuple(_value_case(*at, player) for at, player in asked_of))
        for title, asked_of in asked.items()
    )


def near_groups(asked: Mapping[str, Iterable[tuple[At, int]]]) -> tuple[Group, ...]:
    """A group for each of these titles: states, each with a distance."""
    return tuple(
        Group(title, tuple(_near_case(*at, distance) for at, distance in asked_of))
        for title, asked_of in asked.items()
    )


def close_to(case: Case, answer: Answer) -> Objection | None:
    """Nothing for the right number, however it was rounded on its way."""
    given = answer.value
    if isinstance(given, int | float) and not isinstance(given, bool):
        if abs(given - case.expected) < 1e-9:
            return None
        shown = f"{given:.6g}, expected {case.expected:.6g}"
        return Objection(f"{case.shown} gave {shown}", None, repr(case.expected), repr(given))
    return gives(case, answer)


def right_moves(case: Case, answer: Answer) -> Objection | None:
    """Nothing for the right list, else what it has too much, what it lacks, or its order."""
    given, right = answer.value, case.expected
    objection = gives(case, answer)
    if objection is None or not isinstance(given, list) or same(right, given):
        return objection
    extra = [action for action in given if action not in right]
    lost = [action for action in right if action not in given]
    if extra:
        why = f"{extra[0]!r} does not belong there"
    elif lost:
        why = f"{lost[0]!r} is missing"
    else:
        why = "each action comes once, in the order of game.actions"
    return Objection(
        f"{case.shown} gave {len(given)} actions: {why}",
        expected=_shortly(right),
        got=_shortly(given),
    )


def _value_case(game: Game, state: State, player: str) -> Case:
    return Case(
        (game, Position(game, state), player),
        boards_04.evaluate_lines(game, state, player),
        call_of("evaluate_lines", game, state, repr(player)),
        _stones(state),
        close_to,
    )


def _near_case(game: Game, state: State, distance: int) -> Case:
    return Case(
        (game, Position(game, state), distance),
        boards_04.near_stones(game, state, distance),
        call_of("near_stones", game, state, distance),
        10 * _stones(state) + distance,
        right_moves,
    )


def _stones(state: State) -> int:
    return sum(mark != "." for mark in state.board)


def _shortly(actions: list[Any]) -> str:
    """A list, of which the middle is left out when it is long."""
    if len(actions) < 12:
        return repr(actions)
    return f"{repr(actions[:5])[:-1]}, ... {len(actions)} in all]"


def _for_both(places: Iterable[At]) -> list[tuple[At, str]]:
    return [(at, player) for at in places for player in ("X", "O")]


VALUES: dict[str, list[tuple[At, str]]] = {
    "lines of one player alone": [
        *((at, "X") for at in played(SMALL, "b2", "a4", "b2 a4")),
        *((at, "X") for at in played(FOUR, "4", "1", "4141", "42434")),
    ],
    "lines that both have a stone in count nothing": [
        *((at, "X") for at in played(FOUR, "44", "4455", "445566", "4352671")),
        *((at, "X") for at in played(SMALL, "b2 b3", "b2 b3 c2 d2")),
    ],
    "for the other player too, whoever is to move": [
        *((at, "O") for at in played(SMALL, "b2", "b2 a4 c2")),
        *((at, "O") for at in played(FOUR, "4", "43", "4141", "4435621")),
    ],
    "lines of five": [
        *_for_both(played(FIVE, "e5", "e5 e6", "e5 e6 f5 f6 g5 c3 d5")),
    ],
}
"""States with a player, by what is tried with them."""

NEAR: dict[str, list[tuple[At, int]]] = {
    "an empty board": [(at, 1) for game in (FIVE, SMALL, TicTacToe()) for at in played(game, "")],
    "around one stone": [
        (at, distance) for at in played(FIVE, "e5", "a1", "i5") for distance in (1, 2, 3)
    ],
    "around several stones, each action once": [
        (at, distance)
        for at in played(FIVE, "e5 f5", "e5 f6 b2", "a9 i1 e5 e6", "e5 e6 d5 c4 f5")
        for distance in (1, 2)
    ],
    "other games": [
        (at, distance)
        for at in (*played(SMALL, "a1 e4", "c2"), *played(TicTacToe(), "a3", "b2 a3"))
        for distance in (1, 2)
    ],
}
"""States with a distance, by what is tried with them."""


def _asked_in(groups: Iterable[Group]) -> tuple[tuple[Any, ...], ...]:
    return tuple(case.arguments for group in groups for case in group.cases)


EVALUATE_LINES = Exercise(
    "evaluate_lines",
    "04",
    lambda: line_values(VALUES),
    lambda: _asked_in(line_values(VALUES)),
    boards_04.evaluate_lines,
)
NEAR_STONES = Exercise(
    "near_stones",
    "04",
    lambda: near_groups(NEAR),
    lambda: _asked_in(near_groups(NEAR)),
    boards_04.near_stones,
)
