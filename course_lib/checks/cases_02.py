"""The visible cases of lesson 02: `minimax(game, state)`, what a state is worth to MAX."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from course_lib.checks.answer import Position
from course_lib.checks.cases import Case, Exercise, Group
from course_lib.checks.secret import Secret
from course_lib.game import Game, State
from course_lib.games import Count, Nim, ScissorsPaperStone, TextbookTree, TicTacToe
from course_lib.search import minimax_search

TREES = (
    [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
    [[5, 3], [-2, 7]],
    [[[-4, -6], [-3, -8]], [[-1, -7], [-9, -2]]],
)


def minimax(game: Game, state: State) -> float:
    """What the state is worth to the first player, who is MAX, if both play as well as possible."""
    first = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, first)
    value, _ = minimax_search(game, state)
    return value if game.to_move(state) == first else -value


def case_of(game: Game, state: State) -> Case:
    """The question for this state."""
    size = minimax_visits(game, state)
    shown = f"minimax({game!r}, {game.render(state).splitlines()[0]!r})"
    if isinstance(game, TicTacToe):
        shown = "minimax(game, state)"
    return Case(
        (game, Position(game, state)), minimax(game, state), shown, size, budget=20 * size + 1_000
    )


def secret_case(tree: Any) -> Case:
    """The question for the root of a tree whose leaves only the grader knows."""
    game = TextbookTree(tree)
    return Case(
        (Secret(tree), ()),
        minimax(game, ()),
        "minimax(tree, root)",
        minimax_visits(game, ()),
        budget=10_000,
    )


def groups_of(
    final: Iterable[tuple[Game, State]],
    last: Iterable[tuple[Game, State]],
    trees: Iterable[Case],
    whole: Iterable[tuple[Game, State]],
) -> tuple[Group, ...]:
    """Final states, states before the last move, trees, and longer games."""
    return (
        Group("final states are worth their utility", _cases(final)),
        Group("one move before the end", _cases(last)),
        Group("trees with numbers at the leaves", tuple(trees)),
        Group("games with several moves to go", _cases(whole), weight=2),
    )


def minimax_visits(game: Game, state: State) -> int:
    """How many states minimax visits from here."""
    return 1 + sum(
        minimax_visits(game, game.result(state, action)) for action in game.actions(state)
    )


def played(game: Game, *lines: str) -> list[tuple[Game, State]]:
    """The states after these moves."""
    return [(game, game.play(line)) for line in lines]


def visible_groups() -> tuple[Group, ...]:
    """The cases that students see."""
    three = TicTacToe()
    return groups_of(
        final=[*played(Count(3, 2), "1 2", "2 1", "1 1 1"), *played(three, "a3 b2 b3 c1 c3")],
        last=[*played(Count(3, 2), "1", "2"), *played(three, "a3 a2 b3 b2", "a3 a2 b3 b2 c1")],
        trees=[case_of(TextbookTree(tree), ()) for tree in TREES],
        whole=[
            *played(Count(5, 2), "", "1", "2"),
            *played(Nim((1, 2)), ""),
            *played(ScissorsPaperStone(), ""),
            *played(three, "b2 a3 a1 c3", "b2 a2 a3"),
        ],
    )


def probes() -> tuple[tuple[Any, ...], ...]:
    """Small positions on which every known mistake shows its own face."""
    three = TicTacToe()
    trees: list[tuple[Game, State]] = [(TextbookTree(tree), ()) for tree in TREES]
    games = [
        *played(Count(3, 2), "1 2", "1", ""),
        *played(Count(4, 2), "", "1"),
        *played(Nim((1, 2)), ""),
        *played(three, "b2 a2 a3 c1 b1"),
    ]
    lower: list[tuple[Game, State]] = [(TextbookTree(TREES[0]), (1,))]
    return tuple((game, Position(game, state)) for game, state in (*trees, *lower, *games))


def _cases(positions: Iterable[tuple[Game, State]]) -> tuple[Case, ...]:
    return tuple(case_of(game, state) for game, state in positions)


EXERCISES = (
    Exercise(
        "minimax", "02", visible_groups, probes, minimax, seconds=10, digest=True, budget=50_000
    ),
)
