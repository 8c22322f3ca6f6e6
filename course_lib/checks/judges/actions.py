"""The judges of actions: any of several may be right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from course_lib.checks.answer import Answer, Strange
from course_lib.checks.cases import NO_RETURN, PRINTED, Case, Objection, a_judge, gives, same


@a_judge
def best_action(
    case: Case, answer: Answer, *, values: Sequence[tuple[Any, float]], first: str, mover: str
) -> Objection | None:
    """Nothing for any of the best actions, else what the chosen one leads to.

    `values` are all actions of the state, each with what it leads to for the `first` player.
    """
    got, best = answer.value, case.expected
    if any(same(right, got) for right in best):
        return None
    shown = got.shown if isinstance(got, Strange) else repr(got)
    sentence, mistake = f"{case.shown} gave {shown}", None
    if not values:
        sentence += "; the game is over, so there is nothing to choose, and None is right"
    elif got is None:
        sentence += f", but {mover} has a move to make: {best!r}"
        mistake = PRINTED if answer.printed.strip() else NO_RETURN
    elif any(same(action, got) for action, _ in values):
        [value] = [value for action, value in values if same(action, got)]
        [most] = [value for action, value in values if same(action, best[0])]
        wish = "large" if mover == first else "small"
        sentence += (
            f", which leads to a value of {value:g} for {first}; {mover} is to move, wants that"
            f" value to be {wish}, and gets {most:g} with {best!r}"
        )
    else:
        sentence += f", which is no action of this state; right is {best!r}"
    return Objection(sentence, mistake, repr(best), shown)


@a_judge
def right_list(
    case: Case, answer: Answer, *, extra: str, order: str, lost: str = "{} is missing"
) -> Objection | None:
    """Nothing for the right list, else what it has too much, what it lacks, or its order.

    `extra` and `lost` say what is wrong about a member, which stands where they have `{}`.
    """
    objection = gives(case, answer)
    given, right = answer.value, case.expected
    if objection is None or not isinstance(given, list) or same(right, given):
        return objection
    too_many = [member for member in given if member not in right]
    too_few = [member for member in right if member not in given]
    if too_many:
        why = extra.format(repr(too_many[0]))
    elif too_few:
        why = lost.format(repr(too_few[0]))
    else:
        why = order
    shown = repr(given) if len(given) < 12 else f"{len(given)} actions"
    return Objection(
        f"{case.shown} gave {shown}: {why}", expected=_shortly(right), got=_shortly(given)
    )


def _shortly(members: list[Any]) -> str:
    """A list, of which the middle is left out when it is long."""
    if len(members) < 12:
        return repr(members)
    return f"{repr(members[:5])[:-1]}, ... {len(members)} in all]"
