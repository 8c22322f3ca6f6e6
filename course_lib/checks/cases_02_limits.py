"""The visible cases of `depth_limited(game, state, depth, evaluate)`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from course_lib.checks.answer import Answer, Position, Use
from course_lib.checks.cases import Case, Exercise, Group, Objection, gives
from course_lib.checks.cases_02_states import At, call_of, played
from course_lib.checks.secret import Secret
from course_lib.game import Game, Player, State
from course_lib.games import (
    ConnectFour,
    Count,
    KInARow,
    Nim,
    TextbookTree,
    TicTacToe,
    mobility,
    near_the_middle,
)
from course_lib.search import alphabeta_search
from course_lib.search.questions import Evaluate

UNEVEN = (
    [[3, [5, 9], 4], 7, [[2, 8], [6, 1, 3]]],
    [[-2, [4, [7, -5]]], [[[1, 6], -3, [9, 2]], 0]],
    [[[2, [8, 1]], [[4, 3], 5, [7, 6]]], [[-4, -1, -2], -9]],
)
"""Trees whose leaves lie at different depths."""

ESTIMATES: dict[str, Evaluate] = {"mobility": mobility, "near_the_middle": near_the_middle}
"""The evaluations that are handed over, by the names under which the library has them."""


@dataclass(frozen=True)
class Asked:
    """What `depth_limited` is asked: a state, how many plies deep, and by which evaluation."""

    game: Game
    state: State
    depth: int
    evaluate: str = "mobility"


def depth_limited(game: Game, state: State, depth: int, evaluate: Evaluate) -> float:
    """What the state is worth to MAX if the search goes so many plies deep, and then estimates."""
    begins = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, begins)
    if depth == 0:
        return evaluate(game, state, begins)
    sign = 1 if game.to_move(state) == begins else -1

    def for_root(game: Game, state: State, _: Player) -> float:
        """The estimate for the player to move at the root, by way of the one for MAX."""
        return sign * evaluate(game, state, begins)

    value, _ = alphabeta_search(game, state, depth=depth, evaluate=for_root)
    return sign * value


def limited_visits(game: Game, state: State, depth: int) -> int:
    """How many states such a search visits."""
    return sum(game.count(state, depth))


def not_deeper(case: Case, answer: Answer) -> Objection | None:
    """Nothing if the value is right, and no leaf of a secret tree below the depth was looked at."""
    depth = case.arguments[2]
    below = [leaf for leaf in answer.leaves if len(leaf) > depth]
    if below and answer.error is None:
        return Objection(
            f"{case.shown} looked at a leaf that is {len(below[0])} plies below the root;"
            f" with depth={depth} nothing deeper than {depth} is to be looked at",
            expected=f"leaves at most {depth} plies deep",
            got=f"one that is {len(below[0])} deep",
        )
    return gives(case, answer)


def limited_case(asked: Asked) -> Case:
    """The question about this state."""
    game, state, depth = asked.game, asked.state, asked.depth
    size = limited_visits(game, state, depth)
    return Case(
        (game, Position(game, state), depth, Use(asked.evaluate)),
        depth_limited(game, state, depth, ESTIMATES[asked.evaluate]),
        call_of("depth_limited", game, state, depth, asked.evaluate),
        size,
        budget=50 * size + 2_000,
    )


def secret_limited(tree: Any, depth: int) -> Case:
    """The question about a tree whose leaves only the grader knows."""
    game = TextbookTree(tree)
    size = limited_visits(game, (), depth)
    return Case(
        (Secret(tree), (), depth, Use("mobility")),
        depth_limited(game, (), depth, mobility),
        f"depth_limited(tree, (), {depth}, mobility)",
        size,
        not_deeper,
        budget=10_000,
    )


def groups_of(
    final: Iterable[Asked],
    at_once: Iterable[Asked],
    trees: Iterable[Case],
    games: Iterable[Asked],
) -> tuple[Group, ...]:
    """Final states, depth 0, trees with leaves at all depths, and games."""
    return (
        Group("a final state is worth its utility, at depth 0 too", _cases(final)),
        Group("at depth 0 the evaluation for MAX is asked", _cases(at_once)),
        Group("trees, so many plies deep and no deeper", tuple(trees), weight=2),
        Group("games, so many plies deep", _cases(games), weight=2),
    )


def asked_of(places: Iterable[At], *depths: int, evaluate: str = "mobility") -> list[Asked]:
    """Each of these states at each of these depths."""
    return [Asked(game, state, depth, evaluate) for game, state in places for depth in depths]


def _visible() -> tuple[Group, ...]:
    three = TicTacToe()
    trees = [(TextbookTree(tree), ()) for tree in UNEVEN]
    return groups_of(
        final=[
            *asked_of(played(Count(3, 2), "1 2", "2 1"), 0, 2),
            *asked_of(played(three, "a3 b2 b3 c1 c3"), 0, evaluate="near_the_middle"),
        ],
        at_once=[
            *asked_of(played(Nim((2, 1)), "", "a1"), 0),
            *asked_of(played(three, "b2", "a3 b2"), 0, evaluate="near_the_middle"),
            *asked_of(trees, 0),
        ],
        trees=[limited_case(each) for each in asked_of(trees, 1, 2, 3)]
        + [limited_case(each) for each in asked_of([(trees[1][0], (1,))], 1, 2)],
        games=[
            *asked_of(played(Nim((2, 1, 1)), "", "a1"), 1, 2, 3),
            *asked_of(played(three, "b2 a3 a1", "b2 a3"), 1, 2, evaluate="near_the_middle"),
            *asked_of(played(ConnectFour(), "4435"), 2, 3, evaluate="near_the_middle"),
        ],
    )


def _probes() -> tuple[tuple[Any, ...], ...]:
    """Trees with leaves above, at and below the depth, and games in which the colours differ."""
    trees = [(TextbookTree(tree), ()) for tree in UNEVEN]
    found = [
        *asked_of(trees, 1, 2, 3, 4),
        *asked_of([(trees[1][0], (1,)), (trees[2][0], (0,))], 1, 2, 3),
        *asked_of(played(KInARow(3, 3, 3), "b2 a3"), 1, 2, evaluate="near_the_middle"),
    ]
    return tuple(
        (each.game, Position(each.game, each.state), each.depth, Use(each.evaluate))
        for each in found
    )


def _cases(asked: Iterable[Asked]) -> tuple[Case, ...]:
    return tuple(map(limited_case, asked))


DEPTH_LIMITED = Exercise(
    "depth_limited",
    "02",
    _visible,
    _probes,
    depth_limited,
    seconds=10,
    digest=True,
    budget=50_000,
)
