"""Questions to students: `predict` before they run something, `defend` about their own code..."""

from course_lib.questions.breaking import Broken, break_it
from course_lib.questions.defending import defend
from course_lib.questions.predicting import calibration, guessed, predict

__all__ = ["Broken", "break_it", "calibration", "defend", "guessed", "predict"]
