"""The exercise `sample_and_learn`: regret by walks in which all but the learner is drawn."""

from copy import deepcopy
from random import Random

from autograder_tests.cases import Case, Group, Use
from autograder_tests.positions import states_below
from autograder_tests.solution import solution
from course_lib.games import likeliest

from .shared import KUHN, UNEQUAL, a_table, at, views

OPTIONS = {"budget": 2_000, "changes": (3,)}

MINUTES = "15 to 25"

HINTS = (
    "At which turns do you try out every action, and at which do you draw a single one?",
    (
        "At a chance node draw(game.chance(state)) is the action. At the other player's turn"
        " draw(zip(game.actions(state), now)) is, where now is matched(regrets); before that, add"
        " now to what was played. Only at the learner's own turn does the function call itself once"
        " for each action. All values are the learner's, so no sign is turned round anywhere."
    ),
    (
        "in a final state: the utility for the player who learns\n"
        "at a chance node: draw, and return the value of what follows\n"
        "at a turn: the view of whoever moves, its entry, now = matched(its regrets)\n"
        "    the other's turn: played grows by now; draw, and return the value of what follows\n"
        "    the learner's turn: a value for each action, their mean\n"
        "        regrets[i] grows by values[i] - mean; return the mean"
    ),
)

SAME = {
    "15:6 player, -> mover,": "they are the same player there",
    "15:12 game.actions(state)] -> game.actions(state)[:9]]": "nobody has so many choices",
    "20:3 zip(game.actions(state), -> zip(game.actions(state)[:9],": "nobody has so many choices",
    "16:10 zip(now, values))) -> zip(values, now)))": "a product is the same either way round",
    "17:12 zip(entry['regrets'], values)]"
    " -> zip(values, entry['regrets'])]": "a sum is the same either way round",
    "19:10 zip(entry['played'], now)]"
    " -> zip(now, entry['played'])]": "a sum is the same either way round",
}
"""Slips that change no answer, each with the reason."""

NEW = {view: {"regrets": [0, 0], "played": [0, 0]} for view in views()}
SOME, OTHER = a_table(Random(3)), a_table(Random(4))
DRAW = Use("likeliest")

ENDS = ((*at(KUHN, "K Q bet call"), "O", NEW), (*at(KUHN, "Q K check bet fold"), "X", SOME))
OWN = (
    (*at(KUHN, "K J bet"), "O", NEW),
    (*at(KUHN, "J Q check bet"), "X", NEW),
    (*at(KUHN, "Q J bet"), "O", SOME),
    (*at(KUHN, "Q K check bet"), "X", OTHER),
)
THEIRS = (
    (*at(KUHN, "K J bet"), "X", NEW),
    (*at(KUHN, "Q J check bet"), "O", SOME),
    (*at(KUHN, "J Q"), "O", SOME),
    (*at(KUHN, "K Q"), "X", OTHER),
    (*at(KUHN, "Q K"), "O", OTHER),
)
LEARNED = {UNEQUAL.view(UNEQUAL.play("a"), "O"): {"regrets": [3, 1], "played": [0, 2]}}

DEALS = (
    (*at(UNEQUAL, "a b"), "X", LEARNED),
    (*at(UNEQUAL, "a"), "O", LEARNED),
    (*at(UNEQUAL, "a"), "X", LEARNED),
    (*at(KUHN, "Q"), "O", NEW),
    (*at(KUHN, ""), "X", SOME),
    (*at(KUHN, ""), "O", OTHER),
)


def visible():
    return groups_of(ENDS, OWN, THEIRS, DEALS)


def hidden(rng):
    tables = [a_table(rng) for _ in range(3)]
    one, other = rng.sample("JQK", 2)
    return groups_of(
        [(*at(KUHN, f"{one} {other} bet call"), who, tables[0]) for who in "XO"],
        [(*at(KUHN, f"{one} {other} bet"), "O", table) for table in tables]
        + [(*at(KUHN, f"{other} {one} check bet"), "X", table) for table in tables],
        [(*at(KUHN, f"{one} {other}"), who, table) for table in tables for who in "XO"],
        [(*at(KUHN, ""), who, table) for table in tables for who in "XO"]
        + [(*at(UNEQUAL, "a"), who, LEARNED) for who in "XO"],
    )


def probes():
    return [(*deepcopy(each), DRAW) for each in (*ENDS, *OWN, *THEIRS, *DEALS)]


def groups_of(ends, own, theirs, deals):
    """Ends, the learner's own turns, the other's, and all that may be drawn."""
    return (
        Group("a final state is worth its utility, and teaches nothing", cases(ends), weight=0.5),
        Group("the learner tries every action", cases(own), weight=1.5),
        Group("of the other's actions one is drawn", cases(theirs), weight=1.5),
        Group("cards and dice are drawn", cases(deals), weight=1.5),
    )


def views_below(game, state):
    """Those that a walk from here may meet, so that a line can be read."""
    met = (each for each in states_below(game, state) if game.actions(each))
    return {game.view(each, game.to_move(each)) for each in met if not game.chance(each)}


def cases(asked):
    """A case for each of these, with the table as it should be afterwards."""
    found = []
    for size, (game, position, player, whole) in enumerate(asked):
        below = views_below(game, position.state)
        table = {view: entry for view, entry in whole.items() if view in below}
        after = deepcopy(table)
        solution("sample_and_learn")(game, position.state, player, after, likeliest)
        arguments = (game, position, player, deepcopy(table), DRAW)
        known = {"table": [[view, entry] for view, entry in after.items()]}
        found.append(Case(arguments, size=size, judge="learns", known=known))
    return found
