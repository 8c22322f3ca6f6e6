"""The judges of searches with a window: by the contract, and by the leaves that were looked at.

The contract: asked with a window alpha < beta about a state whose true value is v, the answer x is

    v itself            where alpha < v < beta,
    v <= x <= alpha     where v <= alpha (it fails low: x is an upper bound),
    beta <= x <= v      where v >= beta (it fails high: x is a lower bound).

So a search may give back the bound that was passed (fail-hard) or the best it has seen (fail-soft).
Leaves are counted on secret trees only, from left to right as `game.actions` lists the children.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from course_lib.checks.answer import Answer
from course_lib.checks.cases import Case, Objection, a_judge, gives
from course_lib.checks.verdict import MORE_VISITS

Leaf = tuple[tuple[int, ...], float, float, float]
"""The path of a leaf, its number, and alpha and beta when its turn comes."""


@a_judge
def keeps_contract(case: Case, answer: Answer, *, window: tuple[float, float]) -> Objection | None:
    """Nothing if the answer to a question with this window says what it may say."""
    low, high = window
    true, given = case.expected, answer.value
    number = isinstance(given, int | float) and not isinstance(given, bool)
    if not number or low < true < high:
        return gives(case, answer)
    if true <= low:
        where, least, most = "at or below alpha, so any number", true, low
    else:
        where, least, most = "at or above beta, so any number", high, true
    if least <= given <= most:
        return None
    expected = f"a number from {least} to {most}" if least < most else f"{least}"
    return Objection(
        f"{case.shown} gave {given}; the true value {true} lies {where} from {least} to {most} is"
        " right",
        expected=expected,
        got=repr(given),
    )


@a_judge
def looks_at_leaves(
    case: Case, answer: Answer, *, window: tuple[float, float], leaves: Sequence[Leaf]
) -> Objection | None:
    """Nothing if the contract is kept, and exactly the leaves that matter were looked at."""
    wrong = keeps_contract(case, answer, window=window)
    if wrong is not None:
        return wrong
    looked = set(answer.leaves)
    wanted = _leaves(sum(low < high for _, _, low, high in leaves))
    for path, number, low, high in leaves:
        if low < high and path not in looked:
            return Objection(
                f"{case.shown} did not look at the leaf {number} at {path}, which matters: alpha is"
                f" {bound(low)} and beta {bound(high)} when its turn comes, in the order of"
                " game.actions",
                expected=wanted,
                got=_leaves(len(looked)),
            )
    for path, number, low, high in leaves:
        if low >= high and path in looked:
            return Objection(
                f"{case.shown} gave {answer.value}, which is right, but looked at the leaf"
                f" {number} at {path}, which cannot matter: alpha is {bound(low)} and beta"
                f" {bound(high)} by then",
                expected=wanted,
                got=_leaves(len(looked)),
                status=MORE_VISITS,
            )
    return None


def bound(number: float) -> str:
    """A bound as people write it."""
    if math.isinf(number):
        return "infinity" if number > 0 else "minus infinity"
    return str(number)


def _leaves(count: int) -> str:
    return "1 leaf looked at" if count == 1 else f"{count} leaves looked at"
