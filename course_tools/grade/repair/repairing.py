"""From the bytes of a file that was handed in to a notebook that can be graded."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import nbformat
from nbformat import NotebookNode

from course_tools.grade.records import Repair
from course_tools.grade.repair.cells import cells_of, kernel_of, language_of
from course_tools.grade.repair.fitting import Fitted, Slot, fitted
from course_tools.grade.repair.placing import place
from course_tools.grade.repair.reading import read
from course_tools.grade.repair.template import Template, template

FEW = 4
"""A notebook in which less than this part of a lesson is found again is not one of the lesson."""
NBFORMAT: Any = nbformat  # its functions say no types


@dataclass(frozen=True)
class Repaired:
    """What can be graded of a file, and what was done to it."""

    notebook: NotebookNode | None
    """A notebook with each of the lesson's graded cells once, or `None` if there is nothing.

    A cell of the lesson has the name (`id`) that it has there, whatever the student's file says.
    Nothing has outputs, and of the metadata only what nbgrader needs is left.
    """
    repairs: tuple[Repair, ...] = ()


def repaired(raw: bytes, released: NotebookNode) -> Repaired:
    """The notebook in these bytes, put right by the student edition that it was made from.

    Nothing that the bytes hold raises an error, and the same bytes give the same notebook.
    """
    lesson = template(released)
    data, said, whole = read(raw)
    if data is None:
        return _nothing(lesson, said)
    cells, more = cells_of(data)
    said += more
    if not cells:
        return _nothing(lesson, [*said, "There is nothing in the notebook."])
    language = language_of(data)
    is_python = language.lower() in ("", "python", "python3", "ipython")
    done = fitted(lesson, cells)
    answers = len(lesson.answers) - len(done.lost)
    if not is_python and not answers:
        return _nothing(lesson, [*said, f"The notebook is in {language}, and not in Python."])
    # Two lessons may have a function of one name: then the marks tell which of them it is.
    if answers <= len(done.strangers) and done.matched * FEW < len(lesson.cells):
        return _nothing(lesson, [*said, "The notebook is not one of this lesson."])
    kernel = kernel_of(data)
    wanted = released.metadata.get("kernelspec", {}).get("name", "")
    if not is_python:
        said.append(f"The notebook said that it is in {language}; it was read as Python.")
    elif not kernel and whole:
        said.append("The notebook did not say which kernel it needs; it got the lesson's.")
    elif kernel and kernel != wanted:
        said.append(f"The notebook asked for the kernel {kernel!r}; it got the lesson's.")
    place(lesson, done)
    repairs = (*map(Repair, said), *done.repairs)
    return Repaired(_notebook(lesson, done), repairs)


def signs_of(released: NotebookNode) -> frozenset[str]:
    """The names by which a notebook of this lesson is known again, whatever its file is called."""
    lesson = template(released)
    return frozenset({one.id for one in lesson.cells} | set(lesson.marked))


def signs_in(raw: bytes) -> frozenset[str]:
    """The names in a file that was handed in, to be compared with those of the lessons."""
    data = read(raw).data
    cells, _ = ([], []) if data is None else cells_of(data)
    return frozenset(name for cell in cells for name in (cell.id, cell.grade_id) if name)


def _nothing(lesson: Template, said: list[str]) -> Repaired:
    """The outcome of a file in which nothing can be graded."""
    why = said[-1]
    lost = [
        Repair(f"No points for {one.exercise}: {why}", one.exercise, lost=True)
        for one in lesson.answers
    ]
    return Repaired(None, (*map(Repair, said), *lost))


def _notebook(lesson: Template, done: Fitted) -> NotebookNode:
    """The notebook of these cells, in the form of today."""
    theirs = lesson.notebook.metadata
    metadata = {key: theirs[key] for key in ("kernelspec", "language_info") if key in theirs}
    notebook: NotebookNode = NBFORMAT.from_dict(
        {"cells": [], "metadata": deepcopy(metadata), "nbformat": 4, "nbformat_minor": 5}
    )
    names = {one.id for one in lesson.cells}
    notebook.cells = [_node(slot, names) for slot in done.slots]
    return notebook


def _node(slot: Slot, names: set[str]) -> NotebookNode:
    """The cell in the notebook's own form; `names` are those that are in use."""
    asked, cell = slot.asked, slot.cell
    if asked is not None:
        node = deepcopy(asked.node)
        if cell is None:
            return node
        node.source = cell.source
    else:
        node = NBFORMAT.from_dict({"cell_type": "code", "metadata": {}, "source": ""})
        if cell is not None:
            node.source, node.cell_type = cell.source, cell.kind
            node.id = _free(cell.id, names)
    if cell is not None and cell.pictures and node.cell_type == "markdown":
        node.attachments = NBFORMAT.from_dict(cell.pictures)
    if node.cell_type == "code":
        node.outputs, node.execution_count = [], None
    return node


def _free(name: str, names: set[str]) -> str:
    """This name if it is free, else one that is; it is in use from then on."""
    stem = (name or "own")[:50]
    number = len(names)
    wanted = name or f"{stem}-{number}"
    while wanted in names:
        number += 1
        wanted = f"{stem}-{number}"
    names.add(wanted)
    return wanted
