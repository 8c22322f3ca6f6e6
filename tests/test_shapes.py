"""What a check accepts the lesson can use: right answers of other types live through every cell."""

import ast
import re

import nbformat
import pytest
from lesson_output import ROOT

from autograder_tests.solution import around
from course_lib.checks.cases import exercises
from course_lib.checks.checking import NotebookStudent, judge
from course_tools.build.running import run, shown

LESSONS = (
    "01_state_representation",
    "03_alpha_beta",
    "05_monte_carlo_tree_search",
    "06_havannah",
)

SHAPES = {
    "list": "list(value) if isinstance(value, (set, frozenset, tuple)) else value",
    "tuple": "tuple(value) if isinstance(value, (set, frozenset, list)) else value",
    "frozenset": "frozenset(value) if isinstance(value, set) else value",
    "numpy": (
        "numpy.array(value) if isinstance(value, list) and value"
        " else numpy.asarray(value)[()] if isinstance(value, (bool, int, float)) else value"
    ),
}
"""How the value that a solution gives comes back."""


def reshaped(name, shape):
    """Lines that make the function of this name give its values in this shape."""
    return f"""
import functools
import numpy


def _in_another_shape(function):
    @functools.wraps(function)
    def shaped(*arguments, **options):
        value = function(*arguments, **options)
        return {SHAPES[shape]}

    return shaped


own_{name}, {name} = {name}, _in_another_shape({name})
"""


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("lesson", LESSONS)
def test_right_answers_of_every_shape_live_through_their_lesson(lesson, shape):
    """No given cell stops, and what it says of the student's functions stays the same."""
    notebook = nbformat.read(ROOT / "solutions" / lesson / f"{lesson}.ipynb", as_version=4)
    changed = []
    for cell in notebook.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        if cell.cell_type != "code" or name not in exercises():
            continue
        if name not in {part.name for part in ast.parse(cell.source).body if hasattr(part, "name")}:
            continue
        for before in changed:  # students' own functions know what their others give
            cell.source = re.sub(rf"(?<!def )\b{before}\(", f"own_{before}(", cell.source)
        source = f"{cell.source}\n{reshaped(name, shape)}"
        names = around(name, cell.source.replace("own_", ""))
        names |= {f"own_{one}": names[one] for one in changed if one in names}
        exec(compile(source, "<answer>", "exec"), names)  # noqa: S102 - running it is the purpose
        if judge(exercises()[name], NotebookStudent(names), named=False).passed:
            changed.append(name)
            cell.source = source
    assert changed
    before = [said(cell) for cell in notebook.cells]
    ran, stopped = run(notebook, ROOT)
    assert stopped is None, (changed, stopped, ran.cells[stopped.cell].source)
    differ = [cell.source for cell, old in zip(ran.cells, before, strict=True) if said(cell) != old]
    assert differ == [], changed


def said(cell):
    """The words and numbers that this cell shows, without brackets and order; no guesses."""
    if cell.cell_type != "code" or "predict(" in cell.source:
        return []
    return sorted(re.findall(r"\w+", shown(cell)))
