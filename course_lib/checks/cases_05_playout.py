"""The visible cases of `random_playout(game, state, rng)`."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from functools import partial
from random import Random
from typing import Any

from course_lib.checks.answer import Answer, Dice, Position
from course_lib.checks.cases import Case, Exercise, Group, Objection, gives, same
from course_lib.checks.cases_02_states import At, call_of, played
from course_lib.checks.draws_05 import SAME_EVERY_TIME, all_drawn, drawn_alike
from course_lib.checks.references_05 import random_playout
from course_lib.checks.secret import Secret
from course_lib.games import Count, Nim, TextbookTree, TicTacToe

BUDGET = 2_000
THREE = TicTacToe()
CHAIN = TextbookTree([[[[7]]]])
"""A tree without a choice: whoever is to move, there is one way to go."""

NINE = [[4, -7, 1], [8, 3, -2], [-5, 6, 9]]
UNEVEN = [[2, 6], [[4, [1, 9]], 8], [[7, 3], 5]]


def end_case(game: Any, state: Any, size: int = 0) -> Case:
    """A question whose answer does not hang on chance: what is left has one way to end."""
    rng = Random(0)
    return Case(
        (game, Position(game, state), Dice(1)),
        random_playout(game, state, rng),
        call_of("random_playout", game, state, "rng"),
        size,
        budget=BUDGET,
    )


def leaf_case(tree: Any, state: tuple[int, ...], seed: int, *, hidden: bool = False) -> Case:
    """A random game in a tree, whose leaves are looked at under the grader's eyes."""
    shown = "tree" if hidden else repr(TextbookTree(tree))
    return Case(
        (Secret(tree), state, Dice(seed)),
        "the number of the leaf where the game ends",
        f"random_playout({shown}, {state}, Random({seed}))",
        judge=partial(one_game, state),
        budget=BUDGET,
    )


def one_game(start: tuple[int, ...], case: Case, answer: Answer) -> Objection | None:
    """Nothing if one leaf below the start was looked at, and its number came back."""
    tree = case.arguments[0].game
    number = isinstance(answer.value, int | float) and not isinstance(answer.value, bool)
    if not number:
        return gives(case, answer)
    if len(answer.leaves) != 1:
        return Objection(
            f"{case.shown} looked at {len(answer.leaves)} leaves; one random game ends at one leaf",
            expected="1 leaf",
            got=f"{len(answer.leaves)} leaves",
        )
    [leaf] = answer.leaves
    if leaf[: len(start)] != start:
        return Objection(
            f"{case.shown} ended at the leaf {leaf}, which is not below {start}: play on from the"
            " state that is handed in",
            "the game starts at the beginning, not at the state",
            f"a leaf below {start}",
            repr(leaf),
        )
    value = tree.utility(leaf, "MAX")
    if same(value, answer.value):
        return None
    return Objection(
        f"{case.shown} ended at a leaf that is worth {value} to the first player, and gave"
        f" {answer.value!r}",
        expected=repr(value),
        got=repr(answer.value),
    )


def leaf_of(_case: Case, answer: Answer) -> Hashable:
    """Where the random game has ended."""
    return answer.leaves[0]


def drawn_cases(
    tree: Any, seeds: Iterable[int], *, hidden: bool = False, state: tuple[int, ...] = ()
) -> tuple[Case, ...]:
    """Random games with these seeds, in which every action has to come up at every node."""
    game = TextbookTree(tree)
    leaves = leaves_below(game, state)
    seeds = list(seeds)

    def words(found: Collection[Any]) -> Objection:
        """What is missing, and what that looks like."""
        missing = sorted(set(leaves) - set(found))
        mistake = None
        if len(found) == 1:
            first = found == [leaves[0]]
            mistake = "the first action is always taken" if first else SAME_EVERY_TIME
        elif all(_is_last(game, leaf, state) for leaf in missing):
            mistake = "the last action is never drawn"
        return Objection(
            f"random_playout was called with {len(seeds)} different seeds and never came to the"
            f" leaf {missing[0]}; every action has to be drawn as often as the others",
            mistake,
            f"all {len(leaves)} leaves",
            f"{len(found)} of them",
        )

    make = partial(leaf_case, tree, state, hidden=hidden)
    return all_drawn(make, seeds, leaf_of, leaves, words)


def leaves_below(game: TextbookTree, state: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The leaves below this state, from left to right."""
    if game.is_terminal(state):
        return [state]
    below = [game.result(state, action) for action in game.actions(state)]
    return [leaf for child in below for leaf in leaves_below(game, child)]


def _is_last(game: TextbookTree, leaf: tuple[int, ...], start: tuple[int, ...]) -> bool:
    """Whether somewhere on the way to this leaf the last of several actions is taken."""
    return any(
        len(game.actions(leaf[:depth])) - 1 == leaf[depth] for depth in range(len(start), len(leaf))
    )


def groups_of(
    ends: Iterable[At], leaves: Iterable[Case], drawn: Iterable[Case], alike: Iterable[Case]
) -> tuple[Group, ...]:
    """What the end is worth, the way there, and chance."""
    cases = [end_case(game, state, size) for size, (game, state) in enumerate(ends)]
    return (
        Group("what the end of the game is worth to the first player", tuple(cases), weight=1.5),
        Group("one game, from the state to an end", tuple(leaves)),
        Group("every action can be drawn", tuple(drawn)),
        Group("the same seed gives the same game", tuple(alike), weight=0.5),
    )


def _visible() -> tuple[Group, ...]:
    return groups_of(
        ends=ENDS,
        leaves=[leaf_case(NINE, (), 1), leaf_case(NINE, (2,), 2), leaf_case(UNEVEN, (1,), 3)],
        drawn=drawn_cases(NINE, range(140)),
        alike=drawn_alike(partial(leaf_case, NINE, ()), range(10, 22), leaf_of),
    )


ENDS: tuple[At, ...] = (
    *played(THREE, "a3 b3 a2 b2 a1", "a3 b3 a2 b2 c1 b1", "b2 a3 c3 a1 a2 c2 b3 b1 c1"),
    *played(THREE, "b2 a3 c3 a1 a2 c2 b3 b1"),
    (CHAIN, (0, 0, 0, 0)),
    (CHAIN, (0, 0, 0)),
    (CHAIN, (0,)),
    (CHAIN, ()),
    *played(Count(3, 1), "1 1 1", "1 1", "1", ""),
    *played(Count(4, 1), "", "1 1 1"),
    *played(Nim((1, 1)), "a1 b1", "a1"),
)


def _probes() -> tuple[tuple[Any, ...], ...]:
    return tuple((game, Position(game, state), Dice(1)) for game, state in ENDS)


RANDOM_PLAYOUT = Exercise(
    "random_playout", "05", _visible, _probes, random_playout, budget=BUDGET, seconds=5
)
