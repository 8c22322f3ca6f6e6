"""Questions to students: `predict` what comes, `recall` what was, `defend` their own code..."""

from course_lib.questions.breaking import Broken, break_it
from course_lib.questions.defending import defend
from course_lib.questions.predicting import calibration, guessed, predict
from course_lib.questions.recalling import practice, recall, what_stayed

__all__ = [
    "Broken",
    "break_it",
    "calibration",
    "defend",
    "guessed",
    "practice",
    "predict",
    "recall",
    "what_stayed",
]
