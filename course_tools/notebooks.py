"""Notebooks as files: where a lesson's editions lie, and how a notebook is read and written."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

SOURCES, STUDENTS = "solutions", "notebooks"
LEFT_BEHIND = {".ipynb_checkpoints", ".virtual_documents", "__pycache__"}
NBFORMAT: Any = nbformat  # its functions say no types


def place(root: Path, edition: str, lesson: str) -> Path:
    """Where this edition of the lesson lies in the course's folder."""
    return root / edition / lesson / f"{lesson}.ipynb"


def files_in(folder: Path) -> Iterator[Path]:
    """The files in this folder and below, without what Python and JupyterLab leave behind."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not LEFT_BEHIND & set(path.relative_to(folder).parts):
            yield path


def read_notebook(path: Path) -> NotebookNode | None:
    """The notebook in this file, or `None` when there is none that can be read."""
    try:
        notebook: NotebookNode = NBFORMAT.read(path, as_version=4)
        # nbformat only logs it where a cell has no kind, or a source that is no text
        whole = all(cell.cell_type and isinstance(cell.source, str) for cell in notebook.cells)
    except (OSError, ValueError, RecursionError, nbformat.ValidationError):
        return None
    except (AssertionError, AttributeError, KeyError, TypeError):
        return None  # what nbformat raises where a part is of another type than it should be
    return notebook if whole else None


def notebook_bytes(notebook: NotebookNode) -> bytes:
    """What stands in the notebook's file: sorted, one newline at the end, on every system."""
    return (NBFORMAT.writes(notebook, version=4).rstrip("\n") + "\n").encode()


def bare(notebook: NotebookNode) -> NotebookNode:
    """The same notebook as it was before any of its cells was run."""
    copy = deepcopy(notebook)
    for cell in copy.cells:
        if cell.cell_type == "code":
            cell.outputs = []
            cell.execution_count = None
    return copy
