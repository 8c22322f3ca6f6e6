"""The exercise `deepening(game, state, visits, deepest, evaluate)`: as deep as visits allow."""

from functools import cache
from itertools import pairwise

from autograder_tests.cases import Case, Group, Position, Use
from autograder_tests.positions import played
from autograder_tests.solution import namespace
from course_lib.games import ConnectFour, KInARow, mobility, near_the_middle

from .shared import open_states

OPTIONS = {"seconds": 15}

MINUTES = "8"

HINTS = (
    "A search runs out of visits. What do you still have from the searches before it?",
    (
        "Search one ply deep, then two, then three. Keep the action of the last search that was"
        " finished, and how many visits are left. Stop at the first one that isn't finished."
    ),
    (
        "until you know better: the first legal action, found at depth 0\n"
        "for each depth, from 1 to the deepest that is allowed:\n"
        "    search with the visits that are left\n"
        "    not finished? then stop here\n"
        "    keep its action and its depth, and subtract its visits\n"
        "at the end: the action and the depth you kept"
    ),
)

ESTIMATES = {"mobility": mobility, "near_the_middle": near_the_middle}
"""The evaluations that are handed over, by the names under which the library has them."""

MOST = 4

ALMOST_FULL = "a1 b1 c1 d1 b2 a2 d2 c2 a3 b3 c3 d3 a4"
"""Moves of Connect Four on 16 squares, after which three are left."""

SAME = {
    "8:4 (game.actions(state)[0], -> (game.actions(state)[:9][0],": "it is the first of both",
}
"""Slips that change no answer, each with the reason."""


def visible():
    return groups_of(
        [
            *(
                (*at, "near_the_middle")
                for at in played(ConnectFour(), "4453", "4455636", "4352671")
            ),
            *((*at, "mobility") for at in played(KInARow(4, 5, 3), "b2 c3 a1")),
        ],
        "a1 c1 b1 e1 d1",
        491,
    )


def hidden(rng):
    """States whose best action changes with the depth, and one of a random game."""
    four = played(ConnectFour(), "55152466612432", "7635266523")
    four += open_states(ConnectFour(), 1, (6,), rng.random())
    return groups_of(
        [
            *((*at, "near_the_middle") for at in four),
            *((*at, "mobility") for at in played(KInARow(4, 4, 3), "b2 c3")),
        ],
        "c1 a1 e1 d1",
        541,
    )


def probes():
    """The questions that are answered soon."""
    cases = (case for group in visible() for case in group.cases)
    return [case.arguments for case in cases if case.arguments[2] < 400]


def groups_of(places, odd, visits):
    """What is asked about these states, each with the evaluation to use.

    After the moves `odd` five plies take less than four, and so many visits are just enough.
    """
    [last] = played(ConnectFour(4, 5, 3), odd)
    [full] = played(ConnectFour(4, 4, 4), ALMOST_FULL)
    enough, together, no_deeper, too_few = [case_of(*last, visits, 9, "mobility")], [], [], []
    for game, state, evaluate in places:
        used = costs(game, state, evaluate)
        sums = [sum(used[:depth]) for depth in range(1, MOST + 1)]
        for before, after in pairwise(sums):
            enough.append(case_of(game, state, (before + after) // 2, MOST + 3, evaluate))
        enough += [case_of(game, state, just, MOST + 3, evaluate) for just in sums[:2]]
        # The next depth would fit by itself, and does not fit after those before it.
        together += [
            case_of(game, state, sums[depth] - 6, MOST + 3, evaluate)
            for depth in range(1, MOST)
            if sums[depth] - used[depth] > 12
        ]
        no_deeper += [
            case_of(game, state, sums[depth] + 40, depth, evaluate) for depth in (1, MOST - 2)
        ]
        too_few.append(case_of(game, state, 3, MOST, evaluate))
    enough.append(case_of(*last, 20_000, 12, "mobility"))
    other = (ConnectFour(4, 5, 4), last[1])
    enough += [case_of(*at, 300, 9, each) for at in (last, other) for each in ESTIMATES]
    # With 17 the second depth would fit by itself (15), and not after the first (6).
    pairs = ((231, 3), (3, 231), (23, 13), (2, 313), (17, 13))
    too_few += [case_of(*last, *pair, "mobility") for pair in pairs]
    no_deeper += [case_of(*full, 900, depth, "mobility") for depth in (7, 12, 20)]
    return (
        Group("the deepest search that can be finished", enough),
        Group("one budget for all depths together", together),
        Group("no deeper than asked", no_deeper),
        Group("too few visits for a single ply", too_few),
    )


@cache
def costs(game, state, evaluate):
    """How many visits a search of each depth takes in this state."""
    search = namespace("deepening")["search_within"]
    estimate = ESTIMATES[evaluate]
    return [search(game, state, depth, 1_000_000, estimate)[1] for depth in range(1, MOST + 1)]


def case_of(game, state, visits, deepest, evaluate):
    """The question with so many visits, and no deeper than this."""
    return Case(
        (game, Position(game, state), visits, deepest, Use(evaluate)),
        size=visits,
        judge="deepest_finished",
    )
