"""The exercise `play_and_learn`: counterfactual regret, once through the game."""

from copy import deepcopy
from random import Random

from autograder_tests.cases import Case, Group
from autograder_tests.solution import solution

from .shared import KUHN, UNEQUAL, a_table, at, views

OPTIONS = {"budget": 2_000, "changes": (2, 3)}

MINUTES = "20 to 35"

HINTS = (
    "Which two numbers go into a regret: what is it about, and how much does it count?",
    (
        "Walk through the game as in `worth`, with the probabilities of matched(regrets) at each"
        " turn. On the way down, reach tells how likely each player comes here: a card multiplies"
        " both numbers, a choice only the number of whoever makes it, each time in a new"
        " dictionary. On the way up you know the value of each action and their mean. For the"
        " second player a value counts with the opposite sign."
    ),
    (
        "in a final state: the utility for the first player\n"
        "at a chance node: both reaches times the probability; the mean of the values below\n"
        "at a turn: the view, its entry, now = matched(its regrets)\n"
        "    values: for each action, a call with this player's reach times its probability\n"
        "    mean: probability times value, added up\n"
        "    regrets[i] grows by the OTHER's reach times (values[i] - mean), for O with minus\n"
        "    played[i] grows by the OWN reach times now[i]\n"
        "    return the mean"
    ),
)

SAME = {
    "19:16 zip(game.actions(state), -> zip(game.actions(state)[:9],": "nobody has so many choices",
    "20:10 zip(now, values))) -> zip(values, now)))": "a product is the same either way round",
}
"""Slips that change no answer, each with the reason."""

NEW = {view: {"regrets": [0, 0], "played": [0, 0]} for view in views()}
SOME, OTHER = a_table(Random(1)), a_table(Random(2))
ONE = {"X": 1, "O": 1}

FINAL = (
    (*at(KUHN, "K Q bet call"), ONE, NEW),
    (*at(KUHN, "J Q check check"), {"X": 0.5, "O": 0.25}, SOME),
    (*at(KUHN, "Q K check bet fold"), ONE, OTHER),
)
LAST = (
    (*at(KUHN, "K J bet"), ONE, NEW),
    (*at(KUHN, "J Q check bet"), ONE, NEW),
    (*at(KUHN, "K J bet"), {"X": 0.5, "O": 0.25}, NEW),
    (*at(KUHN, "J Q check bet"), {"X": 0.5, "O": 0.25}, NEW),
    (*at(KUHN, "Q J bet"), {"X": 0.2, "O": 0.75}, SOME),
    (*at(KUHN, "Q K check bet"), {"X": 0.2, "O": 0.75}, OTHER),
)
HANDS = (
    (*at(KUHN, "K J"), ONE, NEW),
    (*at(KUHN, "Q K check"), {"X": 0.5, "O": 1}, NEW),
    (*at(KUHN, "J Q"), {"X": 1 / 6, "O": 1 / 6}, SOME),
    (*at(KUHN, "Q K"), {"X": 0.4, "O": 0.6}, OTHER),
    (*at(KUHN, "K Q check"), {"X": 0.4, "O": 0.6}, OTHER),
)
LEARNED = {UNEQUAL.view(UNEQUAL.play("a"), "O"): {"regrets": [3, 1], "played": [0, 2]}}
"""A table for dice whose faces are not equally likely: after X's choice O chooses."""
FROM_THE_FIRST = LEARNED | {
    UNEQUAL.view(UNEQUAL.play(""), "X"): {"regrets": [1, -2, 4], "played": [0, 1, 3]},
    UNEQUAL.view(UNEQUAL.play("b"), "O"): {"regrets": [1, 2], "played": [5, 0]},
    UNEQUAL.view(UNEQUAL.play("c"), "O"): {"regrets": [-1, 2], "played": [1, 1]},
}
"""The same with X's own choice, of three dice."""

DEALS = (
    (*at(UNEQUAL, "a b"), {"X": 0.5, "O": 1}, LEARNED),
    (*at(UNEQUAL, "a"), {"X": 0.5, "O": 0.2}, LEARNED),
    (*at(UNEQUAL, ""), {"X": 1, "O": 0.4}, FROM_THE_FIRST),
    (*at(KUHN, "Q"), {"X": 0.5, "O": 1}, NEW),
    (*at(KUHN, "K"), {"X": 1 / 3, "O": 1 / 3}, SOME),
    (*at(KUHN, ""), ONE, NEW),
    (*at(KUHN, ""), ONE, SOME),
    (*at(KUHN, ""), ONE, OTHER),
)


def visible():
    return groups_of(FINAL, LAST, HANDS, DEALS)


def hidden(rng):
    def reach():
        return {"X": rng.randint(1, 9) / 10, "O": rng.randint(1, 9) / 10}

    tables = [a_table(rng) for _ in range(4)]
    one, other = rng.sample("JQK", 2)
    return groups_of(
        [(*at(KUHN, f"{one} {other} bet call"), reach(), tables[0])],
        [(*at(KUHN, f"{one} {other} bet"), reach(), table) for table in tables]
        + [(*at(KUHN, f"{other} {one} check bet"), reach(), table) for table in tables],
        [(*at(KUHN, f"{one} {other}"), reach(), table) for table in tables]
        + [(*at(KUHN, f"{other} {one} check"), reach(), table) for table in tables],
        [(*at(KUHN, ""), ONE, table) for table in tables[:2]]
        + [(*at(KUHN, rng.choice("JQK")), reach(), tables[2])]
        + [(*at(UNEQUAL, "a"), reach(), LEARNED), (*at(UNEQUAL, ""), reach(), FROM_THE_FIRST)],
    )


def probes():
    return [deepcopy(each) for each in (*FINAL, *LAST, *HANDS, *DEALS)]


def groups_of(final, last, hands, deals):
    """Ends, last decisions, whole hands, and all that the cards may bring."""
    return (
        Group("a final state is worth its utility, and teaches nothing", cases(final), weight=0.5),
        Group("the last decision of a hand", cases(last), weight=1.5),
        Group("a hand from an earlier decision on", cases(hands), weight=1.5),
        Group("all that cards and dice may bring", cases(deals), weight=1.5),
    )


def cases(asked):
    """A case for each of these, with the table as it should be afterwards."""
    found = []
    for size, (game, position, reach, table) in enumerate(asked):
        after = deepcopy(table)
        solution("play_and_learn")(game, position.state, dict(reach), after)
        arguments = (game, position, dict(reach), deepcopy(table))
        known = {"table": [[view, entry] for view, entry in after.items()]}
        found.append(Case(arguments, size=size, judge="learns", known=known))
    return found
