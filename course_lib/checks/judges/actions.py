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
def lists_all_best(case: Case, answer: Answer) -> Objection | None:
    """Nothing if the list has all best actions in order; else what it has too many or too few."""
    given, right = answer.value, case.expected
    if not isinstance(given, list | tuple | set | frozenset) or same(right, given):
        return gives(case, answer)
    extra = [action for action in given if action not in right]
    lost = [action for action in right if action not in given]
    if not isinstance(given, list):
        why = f"a {type(given).__name__}, and a list is asked for"
    elif extra:
        why = f"action {extra[0]!r} is not as good as {right[0]!r}"
    elif lost:
        why = f"action {lost[0]!r} is just as good, and missing"
    else:
        why = "the order is that of game.actions, each action once"
    return Objection(f"{case.shown} gave {given!r}: {why}", expected=repr(right), got=repr(given))
