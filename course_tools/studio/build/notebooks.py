"""Notebooks as files: the source notebook of a lesson, and the one way in which any is written."""

from __future__ import annotations

import hashlib
from copy import deepcopy
from typing import Any

from nbformat import NotebookNode

from course_tools import notebooks
from course_tools.notebooks import NBFORMAT
from course_tools.studio.build.lesson import BEGIN_HIDDEN, END_HIDDEN, SHOWN, TESTS, Cell, Lesson

KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
METADATA = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
KEPT = "keep_output"
"""The mark of a cell that shows something before it is run; nbstripout heeds it, too."""
STUB = "YOUR CODE HERE"
"""nbgrader puts this comment where a solution was (`nbgrader_config.py`), and looks for it nowhere;
the error on the line below stays in English, as by it grading knows an exercise nobody began."""
FOLDED = {
    "cellView": "form",  # for Colab
    "_kg_hide-input": True,  # for Kaggle
    "tags": ["remove-cell"],  # for our site
}
# What JupyterLab, papermill and nbclient leave behind about a run, which differs each time.
OF_A_RUN = ("execution", "collapsed", "scrolled", "papermill", "ExecuteTime")
AGAIN = "after a restart: the lesson's first cell, then yours"
"""What stands behind a call of the build's own, and so in the error where its name is unknown."""


def source_notebook(lesson: Lesson) -> NotebookNode:
    """The source notebook of this lesson: with solutions and hidden parts, and not yet run."""
    notebook = NBFORMAT.v4.new_notebook(metadata=deepcopy(METADATA))
    seen: dict[str, int] = {}
    for cell in lesson.cells:
        make = NBFORMAT.v4.new_markdown_cell if cell.part.markdown else NBFORMAT.v4.new_code_cell
        node = make(cell_source(cell), id=_cell_id(cell, seen))
        if cell.first:
            node.metadata.update(deepcopy(FOLDED))
        if cell.grade_id is not None:
            node.metadata["nbgrader"] = _nbgrader(cell)
        # A notebook does not hold the code behind these, so it tells by a digest that it changed.
        if cell.predict:
            node.metadata["predict"] = digest(cell.part.source)
        if cell.claims:
            node.metadata["claims"] = digest("".join(one.part.source for one in cell.claims))
        if cell.part.markdown and (names := SHOWN.findall(cell.part.source)):
            drawn = {each.picture: each.part.source for each in lesson.pictures}
            node.metadata["pictures"] = {name: digest(drawn[name]) for name in names}
        notebook.cells.append(node)
    return notebook


def cell_source(cell: Cell) -> str:
    """What stands in the notebook's cell: what the author wrote, or what the build makes of it."""
    if cell.check:
        return check_source(cell)
    if cell.predict:
        return f'predict("{cell.predict}")'
    return cell.part.source


def check_source(cell: Cell) -> str:
    """The code of a check's cell: what the author noted, the visible check, and the hidden one.

    In grading both names are imported here, whatever became of the lesson's first cell.
    """
    lines = [
        cell.part.source,
        BEGIN_HIDDEN,
        f"from {TESTS} import grade",
        "from course_lib.checks import check",
        "",
        END_HIDDEN,
        f'check("{cell.check}")  # {AGAIN}',
        BEGIN_HIDDEN,
        f'grade("{cell.check}", points={cell.points})',
        END_HIDDEN,
    ]
    return "\n".join(lines if cell.part.source else lines[1:])


def notebook_bytes(notebook: NotebookNode) -> bytes:
    """What stands in the notebook's file, without what differs from run to run."""
    return notebooks.notebook_bytes(normal(notebook))


def normal(notebook: NotebookNode) -> NotebookNode:
    """The same notebook without what differs from run to run or from program to program."""
    copy = deepcopy(notebook)
    copy.metadata = NBFORMAT.from_dict(deepcopy(METADATA))
    copy.nbformat, copy.nbformat_minor = 4, 5
    for cell in copy.cells:
        for key in OF_A_RUN:
            cell.metadata.pop(key, None)
    return copy


def bare(notebook: NotebookNode) -> NotebookNode:
    """The same notebook as it was before any of its cells was run."""
    copy = notebooks.bare(normal(notebook))
    for cell in copy.cells:
        cell.pop("attachments", None)
        cell.metadata.pop(KEPT, None)
    return copy


def digest(text: str) -> str:
    """A short name for a text, such as a cell is called by."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _cell_id(cell: Cell, seen: dict[str, int]) -> str:
    """A name from what the cell says; graded cells keep theirs when their text changes."""
    kind = "markdown" if cell.part.markdown else "code"
    fixed = cell.grade_id
    name = fixed or digest(f"{kind}\n{cell.part.source}")
    seen[name] = seen.get(name, 0) + 1
    return name if seen[name] == 1 else f"{name}-{seen[name]}"


def _nbgrader(cell: Cell) -> dict[str, Any]:
    """What nbgrader wants to know about an exercise, a check, or the cell of names."""
    known: dict[str, Any] = {
        "schema_version": 3,
        "grade_id": cell.grade_id,
        "grade": cell.check is not None,
        "locked": cell.check is not None or cell.first,
        "solution": cell.exercise is not None,
        "task": False,
    }
    return known | ({"points": cell.points} if cell.check else {})
