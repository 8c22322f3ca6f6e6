"""Searches to step through, to compare and to predict, in a notebook or on a page of its own."""

from course_lib.views.player.compare import compare, comparison_of
from course_lib.views.player.practice import REAL_POSITIONS, practice
from course_lib.views.player.steps import counters_at, story_of
from course_lib.views.player.widget import PlayerWidget, step_through

__all__ = [
    "REAL_POSITIONS",
    "PlayerWidget",
    "compare",
    "comparison_of",
    "counters_at",
    "practice",
    "step_through",
    "story_of",
]
