"""Grading at hand-in: the grader packed for another platform's machine, and what runs there."""
