"""The exercise `worth(game, state, plan)`: what a state brings if everybody follows a plan."""

from random import Random

from autograder_tests.cases import Case, Group
from course_lib import Nim, TextbookTree

from .shared import KUHN, UNEQUAL, a_plan, at, views

OPTIONS = {"budget": 2_000}

MINUTES = "8 to 14"

HINTS = (
    "Who chooses here, if both players do what their plan says?",
    (
        "It is expectimax without a maximum and a minimum. At a chance node the game has the pairs"
        " of action and probability. At a player's turn you make such pairs: the actions of the"
        " state beside the list in the plan, which you find by the view of the player to move."
    ),
    (
        "in a final state: the utility for the first player\n"
        "pairs: those of game.chance(state)\n"
        "if there are none: the actions, zipped with plan[view of the player to move]\n"
        "return the sum of probability times the worth of the state after the action"
    ),
)

SAME = {
    "11:3 zip(game.actions(state), -> zip(game.actions(view),": "a view has the same actions",
}
"""Slips that change no answer, each with the reason."""

EVEN = {view: [0.5, 0.5] for view in views()}
HONEST = {view: [0, 1] if "K" in view[0] else [1, 0] for view in views()}
BOLD = {view: [0, 1] for view in views()}
LIAR = {view: [0, 1] if "K" in view[0] or "J" in view[0] else [0.5, 0.5] for view in views()}
SOME = a_plan(Random(3))
HEAPS = Nim((1, 2))
TAKES = {
    HEAPS.initial: [0.5, 0.25, 0.25],
    HEAPS.play("a1"): [0.1, 0.9],
    HEAPS.play("b1"): [0.3, 0.7],
    HEAPS.play("b2"): [1],
    HEAPS.play("a1 b1"): [1],
    HEAPS.play("b1 a1"): [1],
    HEAPS.play("b1 b1"): [1],
}

ROLLS = {UNEQUAL.play("a"): [0.25, 0.75]}

FINAL = (
    (*at(KUHN, "K Q bet call"), EVEN),
    (*at(KUHN, "J Q check check"), HONEST),
    (*at(KUHN, "Q J check bet fold"), SOME),
    (*at(KUHN, "Q K check bet call"), EVEN),
)
TURNS = (
    *((*at(KUHN, moves), EVEN) for moves in ("K J bet", "J K check bet", "Q J", "J K")),
    *((*at(KUHN, moves), SOME) for moves in ("K J bet", "J Q check", "Q K", "Q J")),
    *((*at(KUHN, moves), LIAR) for moves in ("J Q", "K Q check", "Q J check")),
    (*at(HEAPS, "a1"), TAKES),
    (*at(HEAPS, ""), TAKES),
    (TextbookTree([*range(12)]), (), {(): [1 / 12] * 12}),
    (TextbookTree([5, 1]), (), {(): [0.25, 0.75]}),
    (TextbookTree([1, 5]), (), {(): [0.25, 0.75]}),
)
DEALS = (
    *((*at(KUHN, "Q"), plan) for plan in (EVEN, HONEST, SOME)),
    *((*at(KUHN, ""), plan) for plan in (EVEN, HONEST, BOLD, LIAR, SOME)),
    *((*at(UNEQUAL, moves), ROLLS) for moves in ("a b", "a c", "a")),
)


def visible():
    return groups_of(FINAL, TURNS, DEALS)


def hidden(rng):
    plans = [a_plan(rng) for _ in range(4)]
    one, other = rng.sample("JQK", 2)
    return groups_of(
        [
            (*at(KUHN, f"{one} {other} {rng.choice(('bet fold', 'check bet call'))}"), plans[0]),
            (*at(KUHN, f"{other} {one} {rng.choice(('bet call', 'check check'))}"), plans[1]),
        ],
        [
            (*at(KUHN, f"{one} {other} {said}"), plan)
            for plan, said in zip(plans, ("", "bet", "check", "check bet"), strict=True)
        ]
        + [(*at(KUHN, f"{other} {one}"), plan) for plan in plans]
        + [
            (TextbookTree(tree), (), {(): [0.4, 0.6]})
            for tree in ([rng.randint(1, 9), 0], [0, rng.randint(1, 9)])
        ],
        [
            *((*at(KUHN, ""), plan) for plan in plans),
            (*at(KUHN, one), plans[0]),
            *((*at(UNEQUAL, moves), {}) for moves in ("b a", "c a")),
        ],
    )


def probes():
    return [*FINAL, *TURNS, *DEALS]


def groups_of(final, turns, deals):
    """Ends, turns of players, and cards to be dealt."""
    return (
        Group("a final state is worth its utility", cases(final), weight=0.5),
        Group("at a turn, the mean by the plan for what is seen", cases(turns), weight=1.25),
        Group("where cards are dealt, the mean by chance", cases(deals), weight=1.25),
    )


def cases(asked):
    """A case for each of these; the plan is too long for a sentence."""
    return [Case(each, size=size, judge="gives_about") for size, each in enumerate(asked)]
