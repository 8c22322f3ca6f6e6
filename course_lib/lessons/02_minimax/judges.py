"""The judges of lesson 02: how deep a search looks, and what it remembers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from course_lib.checks.calling import Answer
from course_lib.checks.cases import Case, Objection, same
from course_lib.checks.judges import gives
from course_lib.plain import many


def no_deeper(case: Case, answer: Answer, *, depth: int) -> Objection | None:
    """Objects to a wrong value, and to a look at a leaf of a secret tree below the depth."""
    below = next((len(leaf) for leaf in answer.leaves if len(leaf) > depth), None)
    if below is None:
        return gives(case, answer)
    words = (
        f"looked at a leaf that is {below} plies below the root; with depth={depth} nothing deeper"
        f" than {depth} is to be looked at"
    )
    return case.wrong(words, f"leaves at most {depth} plies deep", f"one that is {below} deep")


def keeps_true_values(
    case: Case, answer: Answer, *, values: Sequence[tuple[Any, float, bool]]
) -> Objection | None:
    """Objects unless the dictionary, the last argument, has right values of all states afterwards.

    `values` are states, what they are worth, and whether they may be left out.
    """
    kept = answer.afterwards[-1] if answer.afterwards else None
    kept = kept if isinstance(kept, dict) else {}
    for state, value, optional in values:
        wanted = f"seen[{state!r}] is {value:g}"
        if state in kept and not same(value, kept[state]):
            sentence = (
                f"after {case.call} seen[{state!r}] is {kept[state]!r}; that state is worth"
                f" {value:g} to MAX"
            )
            return Objection(sentence, wanted, repr(kept[state]))
        if state not in kept and not optional:
            count = many(len(kept), "value")
            sentence = (
                f"after {case.call} the dictionary seen has {count}, and none for the state"
                f" {state!r}; the state itself is the key, and its value is {value:g}"
            )
            return Objection(sentence, wanted, f"{count} in seen, and not this one")
    return None
