"""The exercises of lesson 08, a player of your own; `cases_08_*.py` have the cases of each."""

from __future__ import annotations

from course_lib.checks.cases_08_evaluation import MY_EVALUATION
from course_lib.checks.cases_08_order import MY_ORDER
from course_lib.checks.cases_08_player import MY_PLAYER
from course_lib.checks.cases_08_shares import SHARE_VISITS

EXERCISES = (MY_EVALUATION, MY_ORDER, SHARE_VISITS, MY_PLAYER)
