"""The visible cases of `ucb1(mean, visits, parent_visits, c)`."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from course_lib.checks.answer import Answer
from course_lib.checks.cases import Case, Exercise, Group, Objection, gives
from course_lib.checks.references_05 import ucb1

Asked = tuple[float, int, int, float]

UNTRIED: tuple[Asked, ...] = ((0, 0, 1, 1.4), (0, 0, 12, 1.4), (0, 0, 100, 0))
MEANS: tuple[Asked, ...] = ((0.25, 4, 9, 0), (-0.5, 2, 30, 0), (1, 1, 1, 1.4))
BONUS: tuple[Asked, ...] = (
    (0.5, 10, 40, 1.4),
    (0, 1, 2, 1),
    (0, 5, 50, 1),
    (-0.25, 8, 100, 2),
    (1, 3, 9, 0.5),
)


def near(case: Case, answer: Answer) -> Objection | None:
    """Nothing if the number is right to the sixth digit."""
    value = answer.value
    if not isinstance(value, int | float) or isinstance(value, bool):
        return gives(case, answer)
    if value == case.expected or math.isclose(value, case.expected, rel_tol=1e-6, abs_tol=1e-6):
        return None
    shown = "infinity" if math.isinf(case.expected) else f"{case.expected:.4f}"
    return Objection(f"{case.shown} gave {value:.4f}, expected {shown}", None, shown, repr(value))


def groups_of(
    untried: Iterable[Asked], means: Iterable[Asked], bonus: Iterable[Asked]
) -> tuple[Group, ...]:
    """Without visits, without a bonus, and with one."""
    return (
        Group("what was never tried comes before everything", _cases(untried)),
        Group("without a bonus it is the mean", _cases(means), weight=0.5),
        Group("the mean and the bonus", _cases(bonus), weight=1.5),
    )


def _cases(asked: Iterable[Asked]) -> tuple[Case, ...]:
    return tuple(
        Case(each, ucb1(*each), f"ucb1{each}", size, near) for size, each in enumerate(asked)
    )


def pieces(value: Any) -> list[str]:
    """The number to the fifth digit, so that it does not matter how it was worked out."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return [f"{value:.5f}" if number else str(type(value).__name__)]


def _visible() -> tuple[Group, ...]:
    return groups_of(UNTRIED, MEANS, BONUS)


def _probes() -> tuple[tuple[Any, ...], ...]:
    return (*UNTRIED, *MEANS, *BONUS)


UCB1 = Exercise("ucb1", "05", _visible, _probes, ucb1, pieces=pieces)
