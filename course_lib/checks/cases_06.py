"""The exercises of lesson 06, Havannah; the files `cases_06_*.py` have the cases."""

from __future__ import annotations

from course_lib.checks.cases_06_chains import CHAIN_OF, CORNERS_AND_SIDES, NEIGHBOURS
from course_lib.checks.cases_06_moves import DEFENCE, STRAIGHT
from course_lib.checks.cases_06_wins import HAS_RING, WIN_KINDS

EXERCISES = (
    NEIGHBOURS,
    CHAIN_OF,
    CORNERS_AND_SIDES,
    HAS_RING,
    WIN_KINDS,
    STRAIGHT,
    DEFENCE,
)
