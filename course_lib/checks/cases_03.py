"""The exercises of lesson 03, alpha-beta; each file `cases_03_*.py` has the cases of some."""

from __future__ import annotations

from course_lib.checks.cases_03_alphabeta import ALPHABETA
from course_lib.checks.cases_03_best import BEST_ACTIONS, LEAST_LEAVES
from course_lib.checks.cases_03_by_hand import BY_HAND
from course_lib.checks.cases_03_limited import LIMITED_ALPHABETA
from course_lib.checks.cases_03_lying import LYING_STATE

EXERCISES = (BY_HAND, ALPHABETA, LEAST_LEAVES, LIMITED_ALPHABETA, BEST_ACTIONS, LYING_STATE)
