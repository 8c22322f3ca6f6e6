"""The hidden checks: `grade` runs one on a notebook's functions and gives the points earned."""

from autograder_tests.grading import grade, hidden_check

__all__ = ["grade", "hidden_check"]
