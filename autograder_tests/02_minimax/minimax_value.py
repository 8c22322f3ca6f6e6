"""The exercise `minimax_value(game, state)`: what a state is worth to the first player."""

from random import Random

from autograder_tests.cases import EVERY_TREE, Case, Group, Position, everywhere
from autograder_tests.positions import (
    SEEN,
    almost_over,
    large_trees,
    late_state,
    minimax_visits,
    played,
    small_games,
)
from course_lib import Count, Nim, ScissorsPaperStone, TextbookTree, TicTacToe
from course_lib.games import random_tree

from .shared import RENAMED, TREES, twin_games

OPTIONS = {"seconds": 10, "digest": True, "budget": 50_000}

MINUTES = "15"

HINTS = (
    (
        "What is a final state worth? And if somebody told you the value of every state one move"
        " ahead, which one would the player to move choose?"
    ),
    (
        "MAX takes the largest of the values one move ahead, MIN the smallest."
        " Where do those values come from? From this same function: it calls itself."
    ),
    (
        "if the game is over: the utility for the first player, and you're done\n"
        "for each action: find the value of the state it leads to\n"
        "take the largest or the smallest of these, depending on whose turn it is"
    ),
)


def visible():
    three = TicTacToe()
    return groups_of(
        final=[*played(Count(3, 2), "1 2", "2 1", "1 1 1"), *played(three, "a3 b2 b3 c1 c3")],
        last=[*played(Count(3, 2), "1", "2"), *played(three, "a3 a2 b3 b2", "a3 a2 b3 b2 c1")],
        trees=[case_of(TextbookTree(tree), ()) for tree in (*TREES, *large_trees(Random(SEEN)))],
        whole=[
            *played(Count(5, 2), "", "1", "2"),
            *played(Nim((1, 2)), ""),
            *played(ScissorsPaperStone(), ""),
            *played(three, "b2 a3 a1 c3", "b2 a2 a3"),
            *played(RENAMED, "b2 a3 a1 c3", "b2 a2 a3 c1 b1"),
            *twin_games(5, 2, (1, 2)),
            *played(Count(30, 1), "", "1"),
        ],
    )


def hidden(rng):
    three = TicTacToe()
    late = [late_state(three, rng, moves) for moves in (4, 5, 5, 6, 6, 7, 7)]
    shallow = [random_tree(2, (2, 3), rng) for _ in range(3)]
    games = small_games(rng, 3)
    return groups_of(
        final=[late_state(three, rng, 9) for _ in range(6)]
        + played(Count(7, 3), "3 3 1", "1 3 3", "3 3 3")
        + [late_state(tree, rng, 2) for tree in shallow],
        last=[
            *played(Count(7, 3), "3 3", "3 1", "1 3 1 1"),
            *played(Nim((1, 1)), "a1"),
            *(almost_over(game, rng) for game in (*shallow, *games, three)),
        ],
        trees=(),
        whole=[
            *played(Count(8, 3), "", "1", "2"),
            *played(Nim((2, 2)), ""),
            *played(Nim((1, 2), misere=True), ""),
            *played(ScissorsPaperStone(), ""),
            *((game, game.initial) for game in games),
            *late,
            *(late_state(RENAMED, rng, moves) for moves in (5, 6)),
            *twin_games(
                rng.randint(5, 7), rng.randint(2, 3), (rng.randint(1, 2), rng.randint(2, 3))
            ),
            *played(Count(rng.randint(25, 40), 1), ""),
        ],
    )


def probes():
    """Small positions on which every known mistake shows its own face."""
    places = [
        *((TextbookTree(tree), ()) for tree in TREES),
        (TextbookTree(TREES[0]), (1,)),
        *played(Count(3, 2), "1 2", "1", ""),
        *played(Count(4, 2), "", "1"),
        *played(Nim((1, 2)), ""),
        *played(TicTacToe(), "b2 a2 a3 c1 b1"),
    ]
    return [(game, Position(game, state)) for game, state in places]


def groups_of(final, last, trees, whole):
    """Final states, states before the last move, trees, and longer games."""
    return (
        Group("final states are worth their utility", cases(final)),
        Group("one move before the end", cases(last)),
        Group(
            "trees with numbers at the leaves",
            [everywhere(EVERY_TREE, "minimax_value(game, state)"), *trees],
        ),
        Group("games with several moves to go", cases(whole), weight=2),
    )


def cases(places):
    """A case for each of these states."""
    return [case_of(game, state) for game, state in places]


def case_of(game, state):
    """The question for this state."""
    size = minimax_visits(game, state)
    return Case((game, Position(game, state)), size=size, budget=20 * size + 1_000)
