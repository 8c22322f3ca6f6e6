"""Grading a class: submissions in, isolated runs, grades, feedback and a page about the class."""
