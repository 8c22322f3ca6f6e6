"""The exercise `best_action(game, state)`: any of the best actions does."""

from dataclasses import replace
from random import Random

from autograder_tests.cases import EVERY_TREE, Group, Position, everywhere
from autograder_tests.positions import (
    LARGE,
    SEEN,
    large_trees,
    late_state,
    minimax_visits,
    played,
    small_games,
)
from course_lib import Count, Nim, ScissorsPaperStone, TextbookTree, TicTacToe
from course_lib.games import random_tree

from .shared import RENAMED, TREES, best_case, best_of, twin_games

OPTIONS = {"seconds": 10, "digest": True, "budget": 50_000}

MINUTES = "9 to 14"

HINTS = (
    "Your minimax_value can rate any state. Which state would MIN like to move to?",
    (
        "Compare the actions by the value of the state that each leads to. MAX wants the"
        " largest of these values, MIN the smallest."
    ),
    (
        "if the game is over: None, as there is nothing to play\n"
        "for each action: find the value of the state it leads to\n"
        "    better than the best so far, for the player to move? keep the value and the action\n"
        "at the end: the action you kept"
    ),
)

EARLY = TextbookTree([[1, 3], [4, 5], [-1, -4]])
"""A tree in which 1 and -1 are good, and come before what is better."""

HALVES = [[-0.5, -0.25], [-0.75, 0.5]]
"""A tree whose numbers lie between -1 and 1."""

ALIKE = ([[1, 12], [11, 2]], [[11, 2], [1, 12]])
"""Trees with the same numbers in another order."""

SAME = {
    "6:2 game.is_terminal(state): -> False:": "a final state has no actions, so nothing is chosen",
    "14:7 > -> >=": "any of the best actions is right",
    "14:2 chosen -> chosen_value": "both are None until something is chosen",
}
"""Slips that change no answer, each with the reason."""


def visible():
    three = TicTacToe()
    trees = [TextbookTree(tree) for tree in TREES]
    large = [TextbookTree(tree) for tree in large_trees(Random(SEEN))]
    return groups_of(
        final=[*played(Count(3, 2), "1 2", "2 1"), *played(three, "a3 b2 b3 c1 c3")],
        for_max=[
            *((tree, ()) for tree in (*trees, TextbookTree(HALVES))),
            *played(Count(4, 2), ""),
            (trees[2], (1, 0)),
            (EARLY, ()),
            (trees[3], (0, 1)),
            *((tree, ()) for tree in (*large, *map(TextbookTree, ALIKE))),
        ],
        for_min=[
            (trees[0], (0,)),
            (trees[0], (2,)),
            (trees[1], (1,)),
            (EARLY, (2,)),
            *played(Count(5, 2), "1"),
            (trees[3], (1,)),
            *((tree, (0,)) for tree in large),
        ],
        games=[
            *played(Nim((1, 2)), ""),
            *played(ScissorsPaperStone(), "stone"),
            *played(three, "b2 a3 a1 c3", "b2 a2 a3"),
            *played(RENAMED, "b2 a3 a1 c3", "b2 a2 a3 c1"),
            *twin_games(6, 2, (1, 2)),
            *played(Count(8, 3), "1", "2", "3", "1 1", "1 2"),
        ],
    )


def hidden(rng):
    three = TicTacToe()
    trees = [random_tree(depth, (2, 3), rng) for depth in (1, 2, 3, 3, 4)] + [
        TextbookTree(LARGE[1])
    ]
    large = [TextbookTree(tree) for tree in large_trees(rng)]
    late = [
        late_state(three, rng, moves) for turn in (4, 5) for moves in (turn, turn + 2, turn + 2)
    ]
    return groups_of(
        final=[late_state(three, rng, 9) for _ in range(4)] + played(Count(6, 3), "3 3", "1 2 3"),
        for_max=(),
        for_min=[
            *((tree, (choice,)) for tree in trees[1:] for choice in (0, 1)),
            *((tree, (0,)) for tree in large),
            *played(Count(7, 3), "2"),
        ],
        games=[
            *((game, game.initial) for game in small_games(rng, 3)),
            *(at for at in late if not three.is_terminal(at[1])),
            *played(Nim((2, 3)), "", "b3"),
            *played(Nim((1, 2), misere=True), "", "a1"),
            *(late_state(RENAMED, rng, moves) for moves in (4, 5)),
            *played(Count(9, 3), "2", "3", "1 1", "1 2", "1 3"),
            *twin_games(
                rng.randint(5, 7), rng.randint(2, 3), (rng.randint(1, 2), rng.randint(2, 3))
            ),
        ],
    )


def probes():
    """States of which one action alone is best, and one alone is worst."""
    places = [
        *((TextbookTree(tree), ()) for tree in (*TREES, HALVES)),
        (TextbookTree(TREES[0]), (0,)),
        (TextbookTree(TREES[2]), (1,)),
        (TextbookTree(LARGE[0]), (0, 1)),
        *played(Count(3, 2), "1 2", "1"),
        *played(Count(4, 2), ""),
        *played(Count(5, 2), "1", ""),
    ]
    return [(game, Position(game, state)) for game, state in places]


def groups_of(final, for_max, for_min, games):
    """Final states, trees with each player to move, and games."""
    kinds = (
        ("a final state has no action: None", final),
        ("the best action where MAX is to move", for_max),
        ("the best action where MIN is to move", for_min),
        ("games with several moves to go", games),
    )
    groups = [Group(title, [case_of(*at) for at in places]) for title, places in kinds]
    small = everywhere(EVERY_TREE, "best_action(game, state)", by="one_of", right=best_of)
    return [replace(one, cases=(*one.cases, *[small] * (one is groups[1]))) for one in groups]


def case_of(game, state):
    """The question for this state."""
    size = minimax_visits(game, state)
    arguments = (game, Position(game, state))
    return best_case(game, state, arguments, size=size, budget=50 * size + 1_000)
