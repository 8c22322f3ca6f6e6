"""The judges of searches: how deep they look, how often, and what they remember."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from course_lib.checks.answer import Answer
from course_lib.checks.cases import Case, Objection, a_judge, gives, gives_that_value, same
from course_lib.checks.verdict import MORE_VISITS


@a_judge
def no_deeper(case: Case, answer: Answer, *, depth: int) -> Objection | None:
    """Nothing if the value is right, and no leaf of a secret tree below the depth was looked at."""
    below = [leaf for leaf in answer.leaves if len(leaf) > depth]
    if below:
        return Objection(
            f"{case.shown} looked at a leaf that is {len(below[0])} plies below the root;"
            f" with depth={depth} nothing deeper than {depth} is to be looked at",
            expected=f"leaves at most {depth} plies deep",
            got=f"one that is {len(below[0])} deep",
        )
    return gives(case, answer)


@a_judge
def each_once(case: Case, answer: Answer, *, most: int) -> Objection | None:
    """Nothing if the value is right and no state was worked out twice: `most` visits do."""
    if answer.visits is not None and answer.visits > most and same(case.expected, answer.value):
        return Objection(
            f"{case.shown} gave the right value, but visited {answer.visits:,} states; where each"
            f" is worked out only once, it takes at most {most:,}",
            expected=f"at most {_many(most, 'visit')}",
            got=_many(answer.visits, "visit"),
            status=MORE_VISITS,
        )
    return gives_that_value(case, answer)


@a_judge
def believes(case: Case, answer: Answer, *, true: float, itself: bool) -> Objection | None:
    """Nothing if the value was made of those that were handed in, invented for this question.

    `true` is the value that a search gives; `itself` says whether the state's own was handed in.
    """
    if same(case.expected, answer.value) or not same(true, answer.value):
        return gives_that_value(case, answer)
    whose = "its value is" if itself else "the values of all states after it are"
    return Objection(
        f"{case.shown} gave {answer.value!r}, expected {case.expected!r}: {whose} in seen already,"
        " and what stands there has to be used, here an invented number",
        expected=repr(case.expected),
        got=repr(answer.value),
    )


@a_judge
def writes_down(
    case: Case, answer: Answer, *, values: Sequence[tuple[Any, float, bool]]
) -> Objection | None:
    """Nothing if the dictionary, the last argument, has right values of all states afterwards.

    `values` are states, what they are worth, and whether they may be left out.
    """
    place = len(case.arguments) - 1
    after = answer.afterwards[place] if len(answer.afterwards) > place else None
    kept = after if isinstance(after, dict) else {}
    shown = f"after {case.shown}"
    for state, value, optional in values:
        if state not in kept:
            if optional:
                continue
            return Objection(
                f"{shown} the dictionary seen has {_many(len(kept), 'value')}, and none for the"
                f" state {state!r}; the state itself is the key, and its value is {value:g}",
                expected=f"seen[{state!r}] is {value:g}",
                got=f"{_many(len(kept), 'value')} in seen, and not this one",
            )
        if not same(value, kept[state]):
            return Objection(
                f"{shown} seen[{state!r}] is {kept[state]!r}; that state is worth {value:g} to MAX",
                expected=f"seen[{state!r}] is {value:g}",
                got=repr(kept[state]),
            )
    return None


def _many(number: int, what: str) -> str:
    """So many of something, in words."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


@a_judge
def deepest_finished(case: Case, answer: Answer) -> Objection | None:
    """Nothing for the right action and depth, else which of the two is not right."""
    objection = gives(case, answer)
    if objection is None or not isinstance(answer.value, tuple) or len(answer.value) != 2:
        return objection
    (action, depth), (given, finished) = case.expected, answer.value
    if same(depth, finished) and not same(action, given):
        why = f"depth {depth} is right, and the best action of that search is {action!r}"
    else:
        why = f"the searches that can be finished with so many visits reach depth {depth}"
    return Objection(
        f"{case.shown} gave {answer.value!r}: {why}",
        expected=repr(case.expected),
        got=repr(answer.value),
    )
