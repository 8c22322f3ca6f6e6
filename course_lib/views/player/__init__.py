"""Searches to step through, to compare and to predict, in a notebook or on a page of its own."""

from course_lib.views.player.practice import practice
from course_lib.views.player.widget import compare, player_script, player_style, step_through

__all__ = ["compare", "player_script", "player_style", "practice", "step_through"]
