"""Submissions as students hand them in: the student edition, with answers in its exercises.

    notebook = nbformat.read("notebooks/02_minimax/02_minimax.ipynb", as_version=4)
    solved = submission(notebook, reference(source))

Answers are sources by the exercise's name: the author's own, or entries of the bank.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy

from nbformat import NotebookNode

_MARKS = ("### BEGIN SOLUTION", "### END SOLUTION")


def submission(notebook: NotebookNode, answers: Mapping[str, str]) -> NotebookNode:
    """A copy of this notebook in which these exercises are answered, and all others untouched."""
    copy = deepcopy(notebook)
    cells = _exercise_cells(copy)
    if strange := [name for name in answers if name not in cells]:
        raise LookupError(
            f"answers to {', '.join(strange)} were given, and the notebook has the exercises"
            f" {', '.join(cells) or '(none)'}"
        )
    for name, source in answers.items():
        cells[name].source = source.strip("\n")
    return copy


def reference(source: NotebookNode) -> dict[str, str]:
    """The author's answers by exercise, from the source notebook with the solutions."""
    return {
        name: "\n".join(line for line in cell.source.splitlines() if line.strip() not in _MARKS)
        for name, cell in _exercise_cells(source).items()
    }


def points(notebook: NotebookNode) -> dict[str, float]:
    """The most points that each exercise of this notebook can earn, in the notebook's order."""
    most = {
        cell.metadata.nbgrader.grade_id: cell.metadata.nbgrader.points
        for cell in notebook.cells
        if cell.metadata.get("nbgrader", {}).get("grade")
    }
    return {name: most[f"check_{name}"] for name in _exercise_cells(notebook)}


def _exercise_cells(notebook: NotebookNode) -> dict[str, NotebookNode]:
    """The cells in which answers stand, by the exercise's name."""
    return {
        cell.metadata.nbgrader.grade_id: cell
        for cell in notebook.cells
        if cell.metadata.get("nbgrader", {}).get("solution")
    }
