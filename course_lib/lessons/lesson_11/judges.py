"""The judge of lesson 11: two numbers, however they were rounded."""

from __future__ import annotations

import math

from course_lib.checks.calling import Answer
from course_lib.checks.cases import Case, Objection, is_number
from course_lib.checks.judges import gives


def gives_ends(case: Case, answer: Answer) -> Objection | None:
    """Objects unless both ends are right, in a tuple or list."""
    ends = answer.value
    pair = isinstance(ends, list | tuple) and len(ends) == len(case.expected)
    if pair and all(map(is_number, ends)):
        near = zip(ends, case.expected, strict=True)
        if all(math.isclose(one, right, abs_tol=1e-6) for one, right in near):
            return None
    return gives(case, answer)
