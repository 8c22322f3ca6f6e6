"""The judges of lesson 10: numbers in lists, and a table in which something was learned."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeGuard

from course_lib.checks.calling import Answer
from course_lib.checks.cases import Case, Objection, is_number
from course_lib.checks.judges import gives, gives_about, shown

_NEAR = 1e-6


def about(case: Case, answer: Answer) -> Objection | None:
    """Objects unless all numbers are right, however they were rounded on their way."""
    if is_number(case.expected):
        return gives_about(case, answer)
    if not _near(case.expected, answer.value):
        given = answer.value
        if _is_numbers(given) and len(given) == len(case.expected):
            right, got = _short(case.expected), _short(given)
            return case.gave(got, right)
        return gives(case, answer)
    return None


def learns(
    case: Case, answer: Answer, *, table: Sequence[tuple[Any, Mapping[str, Any]]]
) -> Objection | None:
    """Objects unless the value is right and the table has learned what there was to be learned.

    `table` is each view of the table with its lists as they should be afterwards.
    """
    objection = gives_about(case, answer)
    if objection is not None:
        return objection
    _, _, reach, before, *_ = case.arguments
    after = answer.afterwards[3]
    now = answer.afterwards[2]
    if isinstance(reach, dict) and not (
        isinstance(now, dict) and {*now} == {*reach} and all(_near(reach[p], now[p]) for p in reach)
    ):
        got = shown(now)
        words = f"changed reach to {got}; make a new dictionary"
        return case.wrong(words, shown(reach), got)._replace(change=True)
    if not isinstance(after, dict) or set(after) != set(before):
        return case.wrong("changed which views are in the table", "the same views", "others")
    for what in ("regrets", "played"):
        for view, right in table:
            entry = after[view]
            mine = entry.get(what) if isinstance(entry, dict) else None
            if not _near(right[what], mine):
                wanted, got = _short(right[what]), shown(mine)
                got = _short(mine) if _is_numbers(mine) else got
                words = f"gave the right value, but left table[{view}][{what!r}] as {got}"
                return case.wrong(f"{words}, expected {wanted}", wanted, got)
    return None


def _near(right: Any, given: Any) -> bool:
    """Whether two numbers, or two lists of them, are the same but for rounding."""
    if is_number(right):
        return is_number(given) and math.isclose(right, given, rel_tol=_NEAR, abs_tol=_NEAR)
    if not isinstance(given, list | tuple) or len(right) != len(given):
        return False
    return all(map(_near, right, given))


def _is_numbers(given: Any) -> TypeGuard[Sequence[float]]:
    """Whether this is a list or tuple of numbers."""
    return isinstance(given, list | tuple) and all(map(is_number, given))


def _short(numbers: Sequence[float]) -> str:
    """The numbers with as many digits as a reader needs."""
    begin, end = "()" if isinstance(numbers, tuple) else "[]"
    return f"{begin}{', '.join(f'{number:.6g}' for number in numbers)}{end}"
