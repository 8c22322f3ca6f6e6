"""What students run on their own functions: `check`, `hint`, `mine`, `needs`, `predict`."""

from course_lib.checks.answer import Answer, Before, Dice, Position, Use
from course_lib.checks.checking import check, hint, needs
from course_lib.checks.keeping import mine
from course_lib.checks.predicting import predict
from course_lib.checks.secret import Secret
from course_lib.checks.students import NotebookStudent, Student, loaded
from course_lib.checks.verdict import GroupVerdict, Verdict

__all__ = [
    "Answer",
    "Before",
    "Dice",
    "GroupVerdict",
    "NotebookStudent",
    "Position",
    "Secret",
    "Student",
    "Use",
    "Verdict",
    "check",
    "hint",
    "loaded",
    "mine",
    "needs",
    "predict",
]
