"""The check of `by_hand()`: each tree by itself, its value and the leaves that are left out.

The right answers are worked out here and nowhere written down, and no message shows one: it says
what is not right yet, and why, one leaf at a time.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from course_lib.checks.answer import Answer, Strange
from course_lib.checks.cases import NO_RETURN, Case, Exercise, Group, Objection
from course_lib.checks.trees_03 import pen_and_paper_trees
from course_lib.checks.windows import leaf_windows, tree_value
from course_lib.games.textbook_tree import TextbookTree

FORM = "(value, [leaves that are never looked at])"


def by_hand() -> dict[str, tuple[float, list[float]]]:
    """For each tree its value, and the leaves that are never looked at, from left to right."""
    return {
        name: (tree_value(game), [leaf for leaf, (low, high) in leaves_of(game) if low >= high])
        for name, game in pen_and_paper_trees().items()
    }


def leaves_of(game: TextbookTree) -> list[tuple[float, tuple[float, float]]]:
    """The leaves from left to right: the number, and the window when its turn comes."""
    return [(game.utility(path, "MAX"), window) for path, window in leaf_windows(game).items()]


def groups() -> tuple[Group, ...]:
    """One group for each tree. The graded trees are these same ones."""
    return tuple(
        Group(
            f"tree {name}",
            (
                Case(
                    (),
                    f"an answer {FORM} for tree {name}",
                    "by_hand()",
                    number,
                    partial(judge_tree, name, game),
                ),
            ),
        )
        for number, (name, game) in enumerate(pen_and_paper_trees().items())
    )


def pieces(answer: Any) -> list[Any]:
    """The value and the leaves of each tree, whatever else was given back."""
    found: list[Any] = []
    for name in pen_and_paper_trees():
        given = answer.get(name) if isinstance(answer, dict) else None
        fine = isinstance(given, tuple | list) and len(given) == 2
        value, leaves = given if fine and given is not None else (None, None)
        found += [value if _is_number(value) else None, _leaves_in(leaves)]
    return found


def judge_tree(name: str, game: TextbookTree, _case: Case, answer: Answer) -> Objection | None:
    """Nothing if this tree's value and leaves are right; the order of the leaves does not count."""
    malformed = _malformed(name, answer)
    if malformed is not None:
        return malformed
    value, leaves = answer.value[name]
    return _wrong_value(name, game, value) or _wrong_leaf(name, game, _leaves_in(leaves) or [])


def _malformed(name: str, answer: Answer) -> Objection | None:
    """The objection to what is no answer for this tree at all."""
    given = answer.value
    if given is None:
        printed = bool(answer.printed.strip())
        mistake = "the result is printed instead of returned" if printed else NO_RETURN
        return Objection("by_hand() gave None; it has to return a dictionary", mistake)
    form = f"a dictionary with {FORM} for each tree is asked for"
    if not isinstance(given, dict):
        shown = given.shown if isinstance(given, Strange) else repr(given)
        return Objection(f"by_hand() gave {shown:.60}; {form}", "no dictionary is returned")
    if name not in given:
        return Objection(f"by_hand() says nothing about tree {name}; {form}")
    answered = given[name]
    if _is_number(answered):
        return Objection(
            f"tree {name}: {answered} stands alone, and {FORM} is asked for; where no leaf is"
            " left out, write an empty list",
            "the leaves are missing beside the value",
        )
    pair = isinstance(answered, tuple | list) and len(answered) == 2
    if not pair or not _is_number(answered[0]) or _leaves_in(answered[1]) is None:
        return Objection(f"tree {name}: {answered!r:.60} is not of the form {FORM}")
    return None


def _wrong_value(name: str, game: TextbookTree, value: float) -> Objection | None:
    right = tree_value(game)
    if value == right:
        return None
    if all(value != leaf for leaf, _ in leaves_of(game)):
        return Objection(f"tree {name}: the value {value} is the number of none of its leaves")
    if value > right:
        why = f"MIN does not let MAX have as much as {value}"
    else:
        why = f"MAX can be sure of more than {value}"
    return Objection(f"tree {name}: the value is not right yet, for {why}")


def _wrong_leaf(name: str, game: TextbookTree, listed: list[float]) -> Objection | None:
    """The objection to the first leaf, from the left, with which the list goes wrong."""
    leaves = leaves_of(game)
    for number in listed:
        if all(number != leaf for leaf, _ in leaves):
            return Objection(f"tree {name} has no leaf {number}")
    for leaf, (low, high) in leaves:
        window = f"alpha is {_shown(low)} and beta is {_shown(high)}"
        if low < high and leaf in listed:
            return Objection(
                f"tree {name}: {leaf} is in your list, but it is looked at: when its turn comes,"
                f" {window}, and what lies between them still matters"
            )
        if low >= high and leaf not in listed:
            return Objection(
                f"tree {name}: {leaf} is missing from your list: before its turn comes, {window},"
                " so nothing lies between them and the loop above it has ended"
            )
    return None


def _leaves_in(given: Any) -> list[float] | None:
    """The leaves that were listed, in order of size, or `None` for what is no list of numbers."""
    if not isinstance(given, list | tuple | set | frozenset) or not all(map(_is_number, given)):
        return None
    return sorted(set(given))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _shown(bound: float) -> str:
    """A bound as people write it."""
    if math.isinf(bound):
        return "infinity" if bound > 0 else "minus infinity"
    return str(bound)


BY_HAND = Exercise("by_hand", "03", groups, lambda: ((),), by_hand, pieces=pieces)
