"""The exercises of lesson 05, Monte Carlo tree search; `cases_05_*.py` have the cases of each."""

from __future__ import annotations

from course_lib.checks.cases_05_backup import BACKUP
from course_lib.checks.cases_05_expand import EXPAND
from course_lib.checks.cases_05_mcts import MCTS
from course_lib.checks.cases_05_playout import RANDOM_PLAYOUT
from course_lib.checks.cases_05_select import SELECT
from course_lib.checks.cases_05_settled import SETTLED
from course_lib.checks.cases_05_ucb1 import UCB1

EXERCISES = (RANDOM_PLAYOUT, UCB1, SELECT, EXPAND, BACKUP, MCTS, SETTLED)
