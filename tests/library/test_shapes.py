"""What a check accepts the lesson can use, and what it says is true of every right answer.

Right answers of other types, and those of the bank, live through every cell, and through the claims
that its author has put below cells whose outputs the text speaks of.
"""

import ast
import re
from collections import Counter
from functools import wraps

import nbformat
import pytest
from lesson_output import ROOT

from autograder_tests import bank
from autograder_tests.solution import around
from course_lib.checks.cases import exercises
from course_lib.checks.causes import judge
from course_lib.checks.evidence import NotebookStudent
from course_tools.studio.build.building import lessons
from course_tools.studio.build.running import CLAIM, run, shown, with_claims

LESSONS = sorted(path.stem for path in (ROOT / "solutions").glob("[0-9][0-9]_*.py"))

QUICK = LESSONS[0], 0
"""Tried whenever tests run; the others take minutes."""

INSIDE = "lists in a list"
"""The shape that changes what is in a value."""

SHAPES = {
    "list": "list(value) if isinstance(value, (set, frozenset, tuple)) else value",
    "tuple": "tuple(value) if isinstance(value, (set, frozenset, list)) else value",
    "frozenset": "frozenset(value) if isinstance(value, set) else value",
    INSIDE: (
        "[list(one) if isinstance(one, tuple) else one for one in value]"
        " if isinstance(value, (set, frozenset, tuple, list)) else value"
    ),
    "numpy": (
        "numpy.array(value) if isinstance(value, list) and value"
        " else numpy.asarray(value)[()] if isinstance(value, (bool, float))"
        " or isinstance(value, int) and abs(value) < 2**31 else value"
    ),
}
"""How the value that a solution gives comes back; whole numbers of 64 bits are Python's in any."""


MOST = 4
"""So many different shapes the values of one function may have."""


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


def places(lesson):
    """The numbers of the right answers in the bank; an exercise with fewer repeats its last one."""
    rights = Counter(entry.exercise for entry in bank.entries() if entry.right)
    names = [name for name, each in exercises().items() if lesson.startswith(each.lesson)]
    return range(max(rights[name] for name in names))


def notebook_of(lesson):
    """The solved notebook with its claims, and its cells that define exercises, by their names."""
    notebook = nbformat.read(ROOT / "solutions" / lesson / f"{lesson}.ipynb", as_version=4)
    [source] = [one for one in lessons(ROOT) if one.name == lesson]
    notebook, cells = with_claims(source, notebook), {}
    for cell in notebook.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        if cell.cell_type == "code" and name in exercises():
            cells[name] = cell
    return notebook, cells


def shapes_of(name, cell):
    """What follows this cell so that its function gives values of other kinds that its check takes.

    Shapes that make no difference to it, or the same one, are tried once.
    """
    different = {}
    for shape, ending in {"": "", **{shape: reshaped(name, shape) for shape in SHAPES}}.items():
        names, kinds = around(name, cell.source), []
        exec(compile(f"{cell.source}\n{ending}", "<answer>", "exec"), names)  # noqa: S102 - to run it
        names[name] = noting(names[name], kinds)
        if judge(exercises()[name], NotebookStudent(names), causes=False).passed:
            # What is a number in a check may be a pair in the lesson: an action, for example.
            inside = shape == INSIDE and any(within for _, within in kinds)
            different.setdefault((str(kinds), inside), ending)
    found = [ending for ending in different.values() if ending]
    assert len(found) <= MOST
    return found


def noting(function, kinds):
    """This function, which notes what kind of value it gives."""

    @wraps(function)
    def noted(*arguments, **options):
        value = function(*arguments, **options)
        kinds.append(kind_of(value))
        return value

    return noted


def kind_of(value):
    """Its type, and those of the values in it."""
    inside = [*map(kind_of, value)] if isinstance(value, (list, tuple)) else []
    return type(value), inside


@pytest.mark.parametrize(
    ("lesson", "place"),
    [
        pytest.param(lesson, place, marks=() if (lesson, place) == QUICK else pytest.mark.slow)
        for lesson in LESSONS
        for place in range(MOST)
    ],
)
def test_right_answers_of_every_shape_live_through_their_lesson(lesson, place):
    """No given cell stops, and what it says of the student's functions stays the same.

    Every function gives its values in the shape that has this place among those that it may have.
    """
    notebook, cells = notebook_of(lesson)
    changed = []
    for name, cell in cells.items():
        if name not in {part.name for part in ast.parse(cell.source).body if hasattr(part, "name")}:
            continue
        endings = shapes_of(name, cell)
        for before in changed:  # students' own functions know what their others give
            cell.source = re.sub(rf"(?<!def )\b{before}\(", f"own_{before}(", cell.source)
        if place < len(endings):
            changed.append(name)
            cell.source = f"{cell.source}\n{endings[place]}"
    if not changed:
        pytest.skip("no answer of that lesson may have as many shapes")
    before = [said(cell) for cell in notebook.cells]
    ran, stopped = run(notebook, ROOT)
    assert stopped is None, (changed, stopped, ran.cells[stopped.cell].source)
    differ = [
        cell.source
        for cell, old in zip(ran.cells, before, strict=True)
        if said(cell) != old and CLAIM not in cell.metadata  # what a claim prints is shown nowhere
    ]
    assert differ == [], changed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lesson", "place"), [(lesson, place) for lesson in LESSONS for place in places(lesson)]
)
def test_each_right_answer_of_the_bank_lives_through_its_lesson(lesson, place):
    """Inlined, recursive, with other draws and with ties to the last: no given cell stops."""
    notebook, cells = notebook_of(lesson)
    for name, cell in cells.items():
        rights = [entry.source for entry in bank.entries(name) if entry.right]
        cell.source = rights[min(place, len(rights) - 1)]
    ran, stopped = run(notebook, ROOT)
    assert stopped is None, (stopped, ran.cells[stopped.cell].source)


def said(cell):
    """The words and numbers that this cell shows, without brackets and order; no verdicts."""
    if cell.cell_type != "code" or "predict(" in cell.source or "check(" in cell.source:
        return []
    plain = re.sub(r"np\.\w+\(([^()]*)\)", r"\1", shown(cell))  # numpy.float64(3) is 3
    return sorted(re.findall(r"\w+", plain))
