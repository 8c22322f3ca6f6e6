"""Searches to step through, to compare and to predict, in a notebook or on a page of its own."""

from course_lib.views.player.practice import practice
from course_lib.views.player.stepping import compare, step_through

__all__ = ["compare", "practice", "step_through"]
