"""What students run on their own functions: `check`, `hint`, `mine`, `break_it`, `predict`..."""

from typing import TYPE_CHECKING, Any

from course_lib.checks.breaking import Broken, break_it
from course_lib.checks.checking import check
from course_lib.checks.hints import hint, needs
from course_lib.checks.keeping import mine
from course_lib.checks.verdict import GroupVerdict, Verdict

if TYPE_CHECKING:
    from course_lib.checks.predicting import predict

__all__ = [
    "Broken",
    "GroupVerdict",
    "Verdict",
    "break_it",
    "check",
    "hint",
    "mine",
    "needs",
    "predict",
]


def __getattr__(name: str) -> Any:
    """`predict`, whose library of widgets takes a moment to load: nobody else waits for it."""
    if name != "predict":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from course_lib.checks.predicting import predict  # noqa: PLC0415

    return predict
