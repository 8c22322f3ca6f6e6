"""The visible cases of `share_visits(budget, weights)`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from course_lib.checks.answer import Answer
from course_lib.checks.cases import Case, Exercise, Group, Objection, gives
from course_lib.checks.references_08 import share_visits

Shared = tuple[int, list[int]]
"""A budget, and the weights by which it is shared."""


def groups_of(asked: Mapping[str, Iterable[Shared]]) -> tuple[Group, ...]:
    """A group for each of these titles."""
    return tuple(Group(title, tuple(map(_case, shared))) for title, shared in asked.items())


def right_shares(case: Case, answer: Answer) -> Objection | None:
    """Nothing for the right list, else what is wrong with its sum or with one of its numbers."""
    objection = gives(case, answer)
    value = answer.value
    numbers = isinstance(value, list) and all(type(each) is int for each in value)
    if objection and isinstance(value, list) and any(type(each) is float for each in value):
        return replace(objection, mistake="the shares are no whole numbers")
    if objection is None or not numbers or len(value) != len(case.expected):
        return objection
    budget, _ = case.arguments
    if sum(value) != budget:
        why = f"these are {sum(value)} visits in all, not {budget}"
    elif min(value) < 1:
        why = "nobody can search with less than 1 visit"
    else:
        why = f"expected {case.expected}"
    return Objection(f"{case.shown} gave {value}: {why}", None, objection.expected, objection.got)


def _case(shared: Shared) -> Case:
    budget, weights = shared
    shown = f"share_visits({budget}, {weights})"
    size = 1_000 * len(weights) + budget
    return Case((budget, weights), share_visits(budget, weights), shown, size, right_shares)


ASKED: dict[str, list[Shared]] = {
    "equal weights": [(6, [1, 1, 1]), (40, [5, 5, 5, 5]), (1, [1]), (17, [3])],
    "in proportion, where nothing is left over": [
        (8, [1, 2]),
        (23, [3, 1, 1]),
        (104, [1, 2, 1, 6]),
    ],
    "what is left over goes to the greatest weights": [
        (10, [1, 2, 1]),
        (12, [1, 1, 3]),
        (30, [2, 3, 3, 1]),
        (9, [1, 1]),
        (50, [5, 1, 4, 4, 2, 5]),
    ],
    "nobody goes without": [(4, [9, 0, 0]), (3, [1, 5, 2]), (20, [0, 30, 1, 0]), (7, [100, 1, 1])],
}
"""Budgets with weights, by what is tried with them."""


def _probes() -> tuple[tuple[Any, ...], ...]:
    return tuple(shared for group in ASKED.values() for shared in group)


SHARE_VISITS = Exercise(
    "share_visits", "08", lambda: groups_of(ASKED), _probes, reference=share_visits
)
