"""What the searches of lesson 07 share: trees of which only the grader knows the leaves."""

from autograder_tests.cases import Case, Position, Secret
from autograder_tests.exercises import solved
from autograder_tests.positions import states_below
from autograder_tests.solution import solution
from course_lib.games import TextbookTree

BUDGET = 60_000


def values_below(game, state):
    """The fields of this state and of each that can follow, with what it is worth."""
    values = {}
    solution("remembering")(game, state, values)
    return [(tuple(below), values[below]) for below in states_below(game, state)]


def once_case(game, *more, times):
    """The question at a game's start, with so many times the visits of no state twice at most."""
    states = states_below(game, game.initial)
    most = times * (1 + sum(len(game.actions(state)) for state in states))
    arguments = (game, Position(game, game.initial), *more)
    return Case(arguments, size=most, judge="each_once", known={"most": most}, budget=BUDGET)


def leaves_case(name, tree, *more, bound=99, words, budget=BUDGET):
    """The question about a tree, in which no leaf is to be looked at in vain."""
    needed = solved(name, Secret(tree, bound=bound), (), *more)
    return Case(
        (Secret(tree, bound=bound), (), *more),
        needed.value,
        size=sum(TextbookTree(tree).count((), 9)),
        judge="no_leaf_too_many",
        known={"leaves": list(needed.leaves), **words},
        budget=budget,
    )
