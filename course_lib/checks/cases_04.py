"""The exercises of lesson 04, Connect Four and Gomoku; the files `cases_04_*.py` have the cases."""

from __future__ import annotations

from course_lib.checks.cases_04_boards import DROP_ACTIONS, LINE_THROUGH, OUTCOME
from course_lib.checks.cases_04_deepening import DEEPENING
from course_lib.checks.cases_04_puzzles import PUZZLE_MOVES
from course_lib.checks.cases_04_states import EVALUATE_LINES, NEAR_STONES

EXERCISES = (
    DROP_ACTIONS,
    LINE_THROUGH,
    OUTCOME,
    EVALUATE_LINES,
    NEAR_STONES,
    DEEPENING,
    PUZZLE_MOVES,
)
