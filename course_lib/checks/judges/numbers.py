"""The judges of numbers that need not be equal to the last digit."""

from __future__ import annotations

from course_lib.checks.answer import Answer
from course_lib.checks.cases import Case, Objection, a_judge, gives


@a_judge
def close_to(case: Case, answer: Answer) -> Objection | None:
    """Nothing for the right number, however it was rounded on its way."""
    given = answer.value
    if isinstance(given, int | float) and not isinstance(given, bool):
        if abs(given - case.expected) < 1e-9:
            return None
        shown = f"{given:.6g}, expected {case.expected:.6g}"
        return Objection(
            f"{case.shown} gave {shown}", expected=repr(case.expected), got=repr(given)
        )
    return gives(case, answer)
