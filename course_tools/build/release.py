"""The student edition of a notebook, made by nbgrader itself in a folder that is then removed."""

from __future__ import annotations

import logging
import tempfile
from pathlib import Path

from nbformat import NotebookNode
from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import SaveCells
from traitlets.config.loader import PyFileConfigLoader

from course_tools.build.notebooks import bare, notebook_bytes, read_notebook

SETTINGS = "nbgrader_config.py"


def student_notebook(name: str, source: NotebookNode, root: Path) -> NotebookNode:
    """What students get of this source notebook, by the course's own settings of nbgrader."""
    config = PyFileConfigLoader(SETTINGS, path=str(root)).load_config()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        place = Path(folder)
        notebook = place / "source" / name / f"{name}.ipynb"
        notebook.parent.mkdir(parents=True)
        notebook.write_bytes(notebook_bytes(bare(source)))
        config.CourseDirectory.root = str(place)
        config.CourseDirectory.source_directory = "source"
        config.CourseDirectory.release_directory = "release"
        config.CourseDirectory.assignment_id = name
        converter = GenerateAssignment(coursedir=CourseDirectory(config=config), config=config)
        # No gradebook: it is nbgrader's own affair, and would start a program for its tables.
        converter.no_database = True
        converter.preprocessors = [one for one in converter.preprocessors if one is not SaveCells]
        converter.log = logging.getLogger("course.build")
        converter.log.setLevel(logging.ERROR)
        converter.start()
        made = read_notebook(place / "release" / name / f"{name}.ipynb")
    if made is None:
        raise ValueError(f"nbgrader made no notebook of {name}, and did not say why.")
    return bare(made)
