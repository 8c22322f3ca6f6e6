"""Searches as other courses and textbooks write them step in one line, and what is said is so."""

import dataclasses
from functools import partial
from random import Random
from types import ModuleType

import pytest
import search_families
from films import words_of
from other_manners import truth
from other_manners.searches import (
    aima,
    cs50,
    cs188,
    lists,
    mistakable,
    moves,
    others,
    packages,
    textbooks,
    trees,
    written_late,
)

from course_lib import watch
from course_lib.views import step_through
from course_lib.views.trees import film_of

PLACES: tuple[ModuleType, ...] = (aima, cs188, cs50, trees, moves, packages, others, textbooks,
                                    written_late, mistakable)  # fmt: skip
CALLS = {name: call for place in PLACES for name, call in place.CALLS.items()}
CALLS |= {
    f"family {each.name}": lambda run, each=each: each.run(run, Random(1))[0]
    for each in search_families.FAMILIES
    if not each.jumps and each.name not in ("flat", "with_rave")
}

TEXTS = "texts and numbers are not told apart"
CALLS_MISSING = "No function called itself, or was handed an object that another had given back"
# No tree, and what the sentence says is missing. All others have a tree.
SENTENCE = {
    "cs188 reflex": CALLS_MISSING,  # successors are made inside the evaluation
    "an explicit stack": TEXTS,
    "counts in dictionaries": TEXTS,
    "a formula": CALLS_MISSING,
}
LOOPS = {
    "aima monte_carlo_tree_search",
    "gather on objects",
    "a stack of tuples",
    "one leaf, two estimates",
}
"""Whose states are not each handed to a call; of all others a node is a call, in its place."""


@pytest.mark.parametrize("name", CALLS)
def test_it_steps_in_one_line_and_all_that_is_said_is_so(name: str) -> None:
    """A tree, or a sentence that says what is missing; each claim agrees with a run alone."""
    trace = CALLS[name](watch)
    CALLS[name](step_through)
    film = film_of(trace)
    assert trace.error is None
    assert (len(trace.nodes) <= 1) == (name in SENTENCE)
    assert SENTENCE.get(name, "") in words_of(film)[-1]
    calls = name not in LOOPS | SENTENCE.keys()
    false = truth.false_claims(trace, film, CALLS[name], each_call=calls)
    assert not false, "\n".join(false)


@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("a stack of tuples", "stack is done: its answer is 1. 29 visits."),
        ("an explicit stack", "stack is done: its answer is \u22121."),
        ("counts in dictionaries", "counts is done: its answer is 5."),
        ("an action at the top", "action_at_top is done: value unknown, action 2. 25 visits."),
        ("a heap in several ways", "can_take_last is done: value True, action (0, 1). 17 visits."),
        ("df-pn", "dfpn is done: its answer is (0, 1000000). 9 visits."),
        ("value and count", "counting is done: value 1. 15 visits."),
        ("an interval", "interval is done: its answer is (0, 0). 5 visits."),
    ],
)
def test_what_came_back_is_told_and_nothing_made_of_it(name: str, end: str) -> None:
    """Who keeps a stack gives a number that nobody can call a value; it is an answer still."""
    assert words_of(film_of(CALLS[name](watch)))[-1].startswith(end)


def test_where_nobody_knows_who_chooses_a_bound_that_moved_is_told() -> None:
    """Ghosts take turns, so no level is MAX or MIN; bounds move all the same."""
    words = words_of(film_of(CALLS["cs188 alpha-beta, two ghosts"](watch)))
    assert [each for each in words if "so alpha" in each or "so beta" in each] == [
        "The final position returns \u2212491, so beta falls from \u221e to \u2212491.",
        "West returns \u2212491, so alpha rises from \u2212\u221e to \u2212491.",
        "West returns \u22122, so beta falls from \u221e to \u22122.",
        "West returns \u22122, so beta falls from \u221e to \u22122.",
    ]


def false_of_lists(name: str, seeds: range) -> list[str]:
    """What is said of this search on these random lists, and isn't so."""
    false = []
    for seed in seeds:
        tree = lists.random_list(seed)
        call = partial(lists.SEARCHES[name], tree=tree)
        trace = call(watch)
        false += [f"{tree} {each}" for each in truth.false_claims(trace, film_of(trace), call)]
    return false


@pytest.mark.parametrize("seeds", [5, pytest.param(200, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", lists.SEARCHES)
def test_nothing_is_false_of_random_lists(name: str, seeds: int) -> None:
    """Values, roles, windows, cuts and sentences, on lists of which many are mostly zeros."""
    assert not false_of_lists(name, range(seeds))


def test_what_was_seen_of_random_lists_is_said() -> None:
    """Not by saying nothing: who chooses, and nearly all that was cut."""
    cut = told = 0
    for seed in range(25):
        call, log = partial(lists.SEARCHES["fail-soft"], tree=lists.random_list(seed)), truth.Log()
        call(log.run)
        cut += sum(f.all - len(f.children) for f in log.facts if "cut" in f.marks)
        told += call(watch).cut
    assert 0.9 * cut <= told <= cut


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("cs50 minimax", {"value": 7}),
        ("cs50 minimax", {"final": True}),
        ("cs50 minimax with a window", {"window_in": (0, 1)}),
        ("piles, i and j", {"known": 1}),
        ("names in a dictionary", {"value": True}),
    ],
)
def test_the_check_sees_a_changed_fact(name: str, change: dict) -> None:
    """A trace in which one fact of one node is another is false."""
    trace = CALLS[name](watch)
    node = next(n for n in trace.nodes[1:] if trace.children(n.id))
    nodes = tuple(n._replace(**change) if n.id == node.id else n for n in trace.nodes)
    changed = dataclasses.replace(trace, nodes=nodes)
    assert truth.false_claims(changed, film_of(trace), CALLS[name])
