"""The visible cases of `bounded_alphabeta(game, state, alpha, beta, table)`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import inf
from typing import Any

from course_lib.checks.answer import Answer, Position
from course_lib.checks.cases import Case, Exercise, Group, Objection, gives, same
from course_lib.checks.cases_02_states import At, call_of, played
from course_lib.checks.judging_07 import as_the_table_says, true_bounds, values_below
from course_lib.checks.references_07 import Bounds, bounded_alphabeta
from course_lib.checks.secret import Secret
from course_lib.checks.students import NotebookStudent
from course_lib.checks.verdict import MORE_VISITS
from course_lib.game import Game, State
from course_lib.games import Count, Nim, TextbookTree, TicTacToe

NAME = "bounded_alphabeta"
BUDGET = 30_000

Window = tuple[float, float]
Asked = tuple[Game, State, Window, Bounds]
"""A game, a state, a window and what the table knows before."""


@cache
def window_case(game: Game, state: State, window: Window = (-inf, inf)) -> Case:
    """The question about this window with an empty table."""
    values = values_below(game, state)
    return Case(
        (game, Position(game, state), *window, {}),
        values[state],
        call_of(NAME, game, state, *window, {}),
        len(values),
        true_bounds,
        budget=BUDGET,
    )


def used_case(asked: Asked) -> Case:
    """The question with a table that was filled before, some of it with invented numbers."""
    game, state, (alpha, beta), table = asked
    expected = bounded_alphabeta(game, state, alpha, beta, dict(table))
    return Case(
        (game, Position(game, state), alpha, beta, {tuple(key): table[key] for key in table}),
        expected,
        call_of(NAME, game, state, alpha, beta, "table"),
        10 + len(table),
        as_the_table_says,
        budget=BUDGET,
    )


def leaves_case(tree: Any) -> Case:
    """The question about a tree whose leaves only the grader knows."""
    game = TextbookTree(tree)
    arguments: tuple[Any, ...] = (Secret(tree), (), -inf, inf, {})
    reference = NotebookStudent({NAME: bounded_alphabeta}).call(NAME, *arguments)
    shown = f"{NAME}(tree, (), -inf, inf, {{}})"
    size = sum(game.count((), 9))

    def no_leaf_too_many(case: Case, answer: Answer) -> Objection | None:
        """Nothing if the value is right, and no more leaves were looked at than alpha-beta does."""
        more = set(answer.leaves) - set(reference.leaves)
        if more and same(case.expected, answer.value):
            return Objection(
                f"{case.shown} gave the right value, but looked at {len(answer.leaves)} leaves;"
                f" alpha-beta needs {len(reference.leaves)}",
                "nothing is cut off",
                f"{len(reference.leaves)} leaves",
                f"{len(answer.leaves)} leaves",
                MORE_VISITS,
            )
        return None if same(case.expected, answer.value) else gives(case, answer)

    return Case(
        (Secret(tree), (), -inf, inf, {}),
        bounded_alphabeta(game, (), -inf, inf, {}),
        shown,
        size,
        no_leaf_too_many,
        budget=BUDGET,
    )


TWO = Nim((2, 2))

FINAL: tuple[At, ...] = (
    *played(Count(3, 2), "1 2", "2 1"),
    *played(TicTacToe(), "a3 b2 b3 c1 c3"),
    *played(Nim((2,), misere=True), "a2"),
)
WHOLE: tuple[At, ...] = (
    *played(Count(5, 2), "", "1"),
    *played(Nim((1, 2)), "", "a1"),
    *played(TWO, "", "a1"),
    *played(TicTacToe(), "a1 b2 c3 c1 a3", "b2 a1 c3 a3 a2"),
    *played(TicTacToe(), "a2 c3 b2 c2", "a3 b3 b2 a1 c2 c3"),
    *played(Nim((2, 2, 2)), ""),
    *played(Nim((2, 2, 2), misere=True), "c1"),
    *played(Nim((2, 3, 1), misere=True), ""),
)
NARROW: tuple[tuple[Game, str, Window], ...] = (
    (TWO, "", (0, 1)),
    (TWO, "a1", (-1, 0)),
    (Count(5, 2), "", (-0.5, 0.5)),
    (Nim((1, 2)), "", (-1, 1)),
    (Nim((1, 2)), "b1", (-1, -0.5)),
    (TicTacToe(), "a1 b2 c3 c1 a3", (-0.5, 0.5)),
    (TicTacToe(), "b2 a1 c3 a3 a2", (0.5, 1)),
)


def entries(game: Game, **bounds: Window) -> Bounds:
    """A table with these bounds, each under the moves that lead to its state: `a1_b1=(0, 1)`."""
    return {game.play(names.replace("_", " ").strip()): pair for names, pair in bounds.items()}


# Entries that answer their question are invented; those that do not are true, because a search may
# use them to narrow its window.
FILLED: tuple[Asked, ...] = (
    (TWO, TWO.initial, (-1, 1), entries(TWO, _=(0.25, 0.25))),
    (TWO, TWO.initial, (-1, 0.5), entries(TWO, _=(0.5, inf))),
    (TWO, TWO.initial, (-0.5, 1), entries(TWO, _=(-inf, -0.5))),
    (TWO, TWO.initial, (-inf, inf), entries(TWO, _=(-1, 0))),
    (TWO, TWO.initial, (-1, 1), entries(TWO, _=(-inf, 0.75))),
    (TWO, TWO.play("a1 a1"), (-1, 1), entries(TWO, a1_a1=(-0.5, inf))),
    (TWO, TWO.play("a1 a1"), (-inf, inf), entries(TWO, a1_a1=(0, 1))),
    (TWO, TWO.initial, (-1, 1), entries(TWO, a1=(0.25, 0.25), a2=(-0.5, -0.5), b1=(0, 0))),
    (TWO, TWO.play("a1"), (-1, 1), entries(TWO, a1_a1=(0.5, 0.5), a1_b1=(0.25, 0.25))),
)
TREES = (
    [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
    [[[5, 6], [7, 4, 5]], [[3]], [[6, 9], [7]]],
    [[-1, 4], [0, [2, -3], 5], [-2, [1, 6]]],
)


def groups_of(
    final: Iterable[At],
    whole: Iterable[At],
    narrow: Iterable[tuple[Game, str, Window]],
    filled: Iterable[Asked],
    trees: Iterable[Any],
) -> tuple[Group, ...]:
    """Final states, whole windows, narrow ones, full tables, and what is cut off."""
    return (
        Group("final states are worth their utility", _cases(final), weight=0.5),
        Group("the value, and a table of true bounds", _cases(whole), weight=1.5),
        Group(
            "narrow windows, and a table of true bounds",
            tuple(window_case(game, game.play(line), window) for game, line, window in narrow),
        ),
        Group("the table is used where it answers, only there", tuple(map(used_case, filled))),
        Group("no leaf is looked at in vain", tuple(map(leaves_case, trees))),
    )


def _cases(positions: Iterable[At]) -> tuple[Case, ...]:
    return tuple(window_case(game, state) for game, state in positions)


def _visible() -> tuple[Group, ...]:
    return groups_of(FINAL, WHOLE, NARROW, FILLED, TREES)


def _probes() -> tuple[tuple[Any, ...], ...]:
    tree = TextbookTree(TREES[0])
    places = [FINAL[0], WHOLE[0], *WHOLE[3:5], *WHOLE[8:9], *WHOLE[10:], (tree, ())]
    return (
        *((game, Position(game, state), -inf, inf, {}) for game, state in places),
        *(used_case(asked).arguments for asked in FILLED),
    )


def _value_alone(value: Any) -> list[Any]:
    """The value without the table, which two who err alike may have filled differently."""
    return [value]


BOUNDED_ALPHABETA = Exercise(
    NAME,
    "07",
    _visible,
    _probes,
    bounded_alphabeta,
    seconds=10,
    budget=BUDGET,
    pieces=_value_alone,
)
