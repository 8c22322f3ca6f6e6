"""What students run on their own functions: `check`, `hint`, `mine`, `break_it`, `predict`..."""

from typing import TYPE_CHECKING, Any

from course_lib.checks.breaking import Broken, break_it
from course_lib.checks.checking import check
from course_lib.checks.hints import hint, needs
from course_lib.checks.keeping import back_in, mine
from course_lib.checks.verdict import GroupVerdict, Verdict

if TYPE_CHECKING:
    from course_lib.checks.defending import defend
    from course_lib.checks.predicting import calibration, guessed, predict

__all__ = [
    "Broken",
    "GroupVerdict",
    "Verdict",
    "back_in",
    "break_it",
    "calibration",
    "check",
    "defend",
    "guessed",
    "hint",
    "mine",
    "needs",
    "predict",
]


def __getattr__(name: str) -> Any:
    """What shows pages, whose library of widgets takes a moment to load: nobody else waits."""
    if name == "defend":
        from course_lib.checks import defending  # noqa: PLC0415

        return defending.defend
    if name not in {"calibration", "guessed", "predict"}:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from course_lib.checks import predicting  # noqa: PLC0415

    return getattr(predicting, name)
