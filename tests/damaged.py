"""A small lesson as students get it, and ways to damage what they hand in."""

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from nbformat import NotebookNode
from toy_course import toy_course

from course_tools.studio.build import lessons
from course_tools.studio.build.notebooks import source_notebook
from course_tools.studio.build.release import student_notebook

LESSON = """\
# %% [markdown]
# # Numbers
#
# What is twice three?

# %%
from math import sqrt

from course_lib.checks import check

# %% exercise="double"
def double(number):
    \"\"\"Twice this number.\"\"\"
    ### BEGIN SOLUTION
    return 2 * number
    ### END SOLUTION


# %% check="double" points=3

# %% [markdown]
# And now the roots.

# %%
nine = 9
sqrt(nine)

# %% exercise="root"
def root(number):
    \"\"\"The root of this number, or None.\"\"\"
    ### BEGIN SOLUTION
    return sqrt(number)
    ### END SOLUTION


# %% check="root" points=2
# Is it a number?

# %%
print("the end")
"""
DOUBLE = 'def double(number):\n    """Twice this number."""\n    return number + number'
ROOT = 'def root(number):\n    """The root of this number, or None."""\n    return sqrt(number)'


@cache
def _released() -> NotebookNode:
    with TemporaryDirectory() as folder:
        root = toy_course(Path(folder), LESSON, "03_numbers")
        [lesson] = lessons(root)
        return student_notebook(lesson.name, source_notebook(lesson), root)


def released() -> NotebookNode:
    """The lesson as students get it, made by nbgrader."""
    return deepcopy(_released())


def answered() -> NotebookNode:
    """The lesson with both answers in it, as an honest student hands it in."""
    notebook = released()
    cell(notebook, "double").source = DOUBLE
    cell(notebook, "root").source = ROOT
    return notebook


def cell(notebook: NotebookNode, name: str) -> NotebookNode:
    """The cell that nbgrader knows by this name."""
    return notebook.cells[place(notebook, name)]


def place(notebook: NotebookNode, name: str) -> int:
    """Where the cell with this name for nbgrader stands first."""
    return [one.metadata.get("nbgrader", {}).get("grade_id") for one in notebook.cells].index(name)


def code(source: str, **metadata) -> NotebookNode:
    """A new cell with this code."""
    return nbformat.v4.new_code_cell(source, metadata=metadata)


def raw(notebook: dict) -> bytes:
    """The notebook's file, however wrong the notebook is."""
    return json.dumps(notebook, indent=1).encode()
