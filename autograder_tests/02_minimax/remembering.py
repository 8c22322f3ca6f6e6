"""The exercise `remembering(game, state, seen)`: no state is worked out twice."""

from random import Random

from autograder_tests.cases import EVERY_TREE, Case, Group, Position, everywhere
from autograder_tests.positions import (
    SEEN,
    large_trees,
    late_state,
    minimax_visits,
    played,
    small_games,
    states_below,
    value_for_max,
)
from course_lib import Count, Nim, TextbookTree, TicTacToe
from course_lib.games import random_tree

from .shared import RENAMED, TREES, twin_games

OPTIONS = {"seconds": 10, "digest": True, "budget": 50_000, "changes": (2,)}

MINUTES = "9"

HINTS = (
    "When do you know the answer without any work? And when is it time to write one down?",
    (
        "Look into seen before you do anything else. Once you have worked out a value, put it"
        " there under its state, and only then return it."
    ),
    (
        "if the state is in seen: take its value from there, and you're done\n"
        "work out the value as before, passing the same dictionary along\n"
        "put it into seen under this state\n"
        "and return it"
    ),
)


def visible():
    three = TicTacToe()
    return groups_of(
        values=[
            *played(Count(3, 2), "1 2", "1", ""),
            *played(Nim((1, 2)), "", "b1"),
            *played(three, "a3 b2 b3 c1 c3", "b2 a3 a1 c3"),
            (TextbookTree(TREES[3]), ()),
            *((TextbookTree(tree), ()) for tree in large_trees(Random(SEEN))),
            *played(RENAMED, "b2 a3 a1 c3"),
            *twin_games(5, 2, (1, 2)),
            *played(Count(150, 1), ""),
        ],
        large=[*played(Count(7, 2), ""), *played(Nim((2, 2)), ""), *played(three, "b2 a3 a1")],
        small=[*played(Count(4, 2), ""), *played(Nim((1, 2)), "")],
        known=[
            *played(Count(6, 2), "", "1"),
            *played(Nim((2, 2)), ""),
            (TextbookTree([[0, 3], [7, 0]]), ()),
        ],
    )


def hidden(rng):
    three, games = TicTacToe(), small_games(rng, 4)
    return groups_of(
        values=(),
        large=[
            *played(Count(9, 3), "", "1"),
            *played(Nim((1, 2, 2)), ""),
            late_state(three, rng, 3),
        ],
        small=[
            *played(Count(6, 3), "", "2"),
            *played(Nim((2, 2)), ""),
            *(late_state(game, rng, 1) for game in games),
        ],
        known=[
            *played(Count(8, 3), "", "2"),
            *played(Nim((1, 3)), ""),
            (TextbookTree([[0, [2, -1]], [4, [0, -6], 9]]), ()),
            *((random_tree(3, (2, 3), rng), ()) for _ in range(3)),
        ],
    )


def probes():
    """Fresh dictionaries, and some with invented values that show whether they are believed."""
    count, nim, three = Count(4, 2), Nim((1, 2)), TicTacToe()
    at = Position(count, count.initial)
    invented = ({(0, "X"): 5}, {(1, "O"): 0, (2, "O"): -3}, {(2, "X"): 0, (3, "X"): 2})
    return (
        *((count, at, seen) for seen in invented),
        (count, at, {}),
        (count, Position(count, count.play("1")), {}),
        (nim, Position(nim, nim.initial), {}),
        (Count(5, 2), Position(Count(5, 2), Count(5, 2).initial), {}),
        (three, Position(three, three.play("b2 a3 a1 c3 c2 a2")), {}),
    )


def groups_of(values, large, small, known):
    """The value, the visits, what is kept, and what is used.

    A process can only tell us about its own visits. So there is a game, too, that nobody finishes
    who does not remember: plain minimax would visit more states than there are atoms. The states of
    `small` and `known` have to be plain tuples, as in Count, Nim and trees: only those are the
    same key on both sides of a pipe.

    Its recursion stays within Python's limit where each level is three calls deep, too, as in
    `max(... for ...)`.
    """
    game = Count(100, 2)
    endless = Case(
        (game, Position(game, game.play("1")), {}),
        size=10_000,
        judge="each_once",
        known={"most": visits_once(game, game.play("1"))},
        budget=20_000,
    )
    heaps = Nim((9, 9, 8))  # more than a thousand states, each of which has to be kept
    many = Case(
        (heaps, Position(heaps, heaps.initial), {}),
        size=9_000,
        judge="each_once",
        known={"most": visits_once(heaps, heaps.initial)},
        budget=40_000,
    )
    return (
        Group(
            "the value is right",
            [
                everywhere(EVERY_TREE, "remembering(game, state, {})"),
                *(fresh_case(*at, "gives") for at in values),
            ],
        ),
        Group(
            "no state is worked out twice",
            [*(fresh_case(*at, "each_once", most=visits_once(*at)) for at in large), many, endless],
            weight=3,
        ),
        Group(
            "seen holds the values afterwards",
            [fresh_case(*at, "keeps_true_values", values=values_below(*at)) for at in small],
        ),
        Group(
            "values already in seen are used",
            [filled_case(*at, itself=itself) for at in known for itself in (True, False)],
        ),
    )


def fresh_case(game, state, judge, **parameters):
    """A state, and nothing in `seen`."""
    return Case(
        (game, Position(game, state), {}),
        size=visits_once(game, state),
        judge=judge,
        known=parameters,
        budget=20 * minimax_visits(game, state) + 1_000,
    )


def filled_case(game, state, *, itself):
    """A state with an invented value in `seen`, or with invented ones for all states after it."""
    true = value_for_max(game, state)
    after = sorted({game.result(state, action) for action in game.actions(state)})
    # A value of 0 is a value too, and nothing to be worked out again.
    seen = {tuple(each): 40 + number for number, each in enumerate(after)}
    if itself:
        seen = {tuple(state): 0 if true else 40}
    return Case(
        (game, Position(game, state), seen),
        size=visits_once(game, state),
        judge="believes",
        budget=20 * minimax_visits(game, state) + 1_000,
    )


def visits_once(game, state):
    """How many states are visited at most if no action is tried twice in the same state."""
    return 1 + sum(len(game.actions(below)) for below in states_below(game, state))


def values_below(game, state):
    """Each state from here on, what it is worth, and whether it is final."""
    return [
        (tuple(below), value_for_max(game, below), game.is_terminal(below))
        for below in states_below(game, state)
    ]
