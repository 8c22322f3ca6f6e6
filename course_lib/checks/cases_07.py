"""The exercises of lesson 07, solving games; `cases_07_*.py` have the cases of each."""

from __future__ import annotations

from course_lib.checks.cases_07_bounds import BOUNDED_ALPHABETA
from course_lib.checks.cases_07_keys import LEAST_IMAGE, NEXT_KEY
from course_lib.checks.cases_07_layers import SOLVE_LAYER
from course_lib.checks.cases_07_nim import NIM_MOVE
from course_lib.checks.cases_07_proof import PROVEN_WINNER

EXERCISES = (NIM_MOVE, BOUNDED_ALPHABETA, LEAST_IMAGE, NEXT_KEY, PROVEN_WINNER, SOLVE_LAYER)
