"""What students run on their own functions: `check`, `hint`, `mine`..."""

from course_lib.checks.checking import check
from course_lib.checks.hints import hint, needs
from course_lib.checks.joining import join_class
from course_lib.checks.keeping import back_in, mine
from course_lib.checks.verdict import GroupVerdict, Verdict

__all__ = [
    "GroupVerdict",
    "Verdict",
    "back_in",
    "check",
    "hint",
    "join_class",
    "mine",
    "needs",
]
