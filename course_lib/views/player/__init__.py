"""Searches to step through, to compare and to predict, in a notebook or on a page of its own."""

from course_lib.views.player.practice import REAL_POSITIONS, practice
from course_lib.views.player.widget import (
    PlayerWidget,
    compare,
    player_script,
    player_style,
    step_through,
)

__all__ = [
    "REAL_POSITIONS",
    "PlayerWidget",
    "compare",
    "player_script",
    "player_style",
    "practice",
    "step_through",
]
