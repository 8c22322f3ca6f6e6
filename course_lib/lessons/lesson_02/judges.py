"""The judges of lesson 02: how deep a search looks, and what it remembers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from course_lib.checks.calling import Answer
from course_lib.checks.cases import Case, Objection, same
from course_lib.checks.judges import gives
from course_lib.lessons.search_judges import believes, best_action, each_once
from course_lib.words import Say, _, counted

SHARED = (best_action, believes, each_once)
"""Judges of several lessons that cases of this one name."""


def no_deeper(case: Case, answer: Answer, *, depth: int) -> Objection | None:
    """Objects to a wrong value, and to a look at a leaf of a secret tree below the depth."""
    below = next((len(leaf) for leaf in answer.leaves if len(leaf) > depth), None)
    if below is None:
        return gives(case, answer)
    template = _(
        "looked at a leaf that is {below} plies below the root; with depth={depth} nothing deeper"
        " than {depth} is to be looked at"
    )
    wanted = Say("leaves at most {depth} plies deep", depth=depth)
    got = Say("one that is {below} deep", below=below)
    return case.wrong(Say(template, below=below, depth=depth), wanted, got)


def keeps_true_values(
    case: Case, answer: Answer, *, values: Sequence[tuple[Any, float, bool]]
) -> Objection | None:
    """Objects unless the dictionary, the last argument, has right values of all states afterwards.

    `values` are states, what they are worth, and whether they may be left out.
    """
    kept = answer.afterwards[-1] if answer.afterwards else None
    kept = kept if isinstance(kept, dict) else {}
    for state, value, optional in values:
        facts = {"call": case.call, "state": repr(state), "value": f"{value:g}"}
        wanted = Say("seen[{state}] is {value}", **facts)
        if state in kept and not same(value, kept[state]):
            template = _("after {call} seen[{state}] is {got}; that state is worth {value} to MAX")
            sentence = Say(template, got=repr(kept[state]), **facts)
            return Objection(sentence, wanted, repr(kept[state]))
        if state not in kept and not optional:
            count = counted(len(kept), _("{n} value"), _("{n:,} values"))
            template = _(
                "after {call} the dictionary seen has {count}, and none for the state {state}; the"
                " state itself is the key, and its value is {value}"
            )
            got = Say("{count} in seen, and not this one", count=count)
            return Objection(Say(template, count=count, **facts), wanted, got)
    return None
