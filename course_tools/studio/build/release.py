"""The student edition of a notebook, made by nbgrader itself in a folder that is then removed."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from nbconvert.exporters import NotebookExporter
from nbformat import NotebookNode
from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import ClearOutput, SaveCells
from traitlets.config.loader import PyFileConfigLoader

from course_tools.notebooks import read_notebook
from course_tools.settings import SETTINGS
from course_tools.studio.build.notebooks import KEPT, bare, notebook_bytes
from course_tools.studio.build.pictures import opening


class ClearButForOpenings(ClearOutput):  # type: ignore[misc]
    """Takes all outputs but those that students see before a run."""

    def preprocess_cell(
        self, cell: NotebookNode, resources: Any, cell_index: int
    ) -> tuple[NotebookNode, Any]:
        """The cell without its outputs, or with its opening."""
        shown = opening(cell) if cell.metadata.get(KEPT) else []
        cell, resources = super().preprocess_cell(cell, resources, cell_index)
        if shown:
            cell.outputs = shown
        return cell, resources


class WithOpenings(NotebookExporter):
    """Writes the student edition; `nbgrader_config.py` names it.

    So nbgrader's own *Generate* hands out the same notebooks as `course build`.
    """

    def register_preprocessor(self, preprocessor: Any, *more: Any) -> Any:
        """Take this step of nbgrader's, with ours in place of its `ClearOutput`."""
        ours = ClearButForOpenings if preprocessor is ClearOutput else preprocessor
        return super().register_preprocessor(ours, *more)  # type: ignore[no-untyped-call]


@contextmanager
def converter(
    name: str, source: NotebookNode, root: Path, log: logging.Logger
) -> Iterator[tuple[GenerateAssignment, Path]]:
    """What makes the student edition of this source notebook, and where that one will lie.

    It works by the course's own settings of nbgrader.
    """
    config = PyFileConfigLoader(SETTINGS, path=str(root)).load_config()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        place, made = (Path(folder, kind, name, f"{name}.ipynb") for kind in ("source", "release"))
        place.parent.mkdir(parents=True)
        place.write_bytes(notebook_bytes(bare(source)))
        config.CourseDirectory.root = folder
        config.CourseDirectory.source_directory = "source"
        config.CourseDirectory.release_directory = "release"
        config.CourseDirectory.assignment_id = name
        generate = GenerateAssignment(coursedir=CourseDirectory(config=config), config=config)
        generate.log = log
        yield generate, made


def student_notebook(name: str, source: NotebookNode, root: Path) -> NotebookNode:
    """What students get of this source notebook."""
    log = logging.getLogger("course.build")
    log.setLevel(logging.ERROR)
    with converter(name, source, root, log) as (generate, place):
        # No gradebook: it is nbgrader's own affair, and would start a program for its tables.
        generate.no_database = True
        generate.preprocessors = [one for one in generate.preprocessors if one is not SaveCells]
        generate.start()
        made = read_notebook(place)
    if made is None:
        raise ValueError(f"nbgrader made no notebook of {name}, and did not say why.")
    return bare(made)
