"""Makes lessons known to the gradebook, as `nbgrader generate_assignment` does it."""

from __future__ import annotations

import logging
import tempfile
from pathlib import Path

from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from traitlets.config.loader import PyFileConfigLoader

from course_tools.grade.gradebook import SETTINGS, Gradebook
from course_tools.grade.gradebook_file import GradebookError
from course_tools.grade.notebooks import SOURCES, bare, notebook_bytes, place, read_notebook
from course_tools.grade.tasks import GradedLesson


def register(lesson: GradedLesson, book: Gradebook) -> None:
    """See to it that the gradebook knows this lesson with its exercises and points."""
    if book.known(lesson.name) == {task.check: task.most for task in lesson.tasks}:
        return
    source = read_notebook(place(book.root, SOURCES, lesson.name))
    if source is None:
        raise GradebookError(
            f"the solutions of {lesson.name} are missing; `course build {lesson.name[:2]}`"
            " makes them, and the gradebook needs them once"
        )
    config = PyFileConfigLoader(SETTINGS, path=str(book.root)).load_config()
    config.CourseDirectory.assignment_id = lesson.name
    said = _Said()
    # nbgrader writes a student edition while it does this; that one is thrown away.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, book.guarded():
        notebook = place(Path(folder), SOURCES, lesson.name)
        notebook.parent.mkdir(parents=True)
        notebook.write_bytes(notebook_bytes(bare(source)))
        config.CourseDirectory.root = folder
        config.CourseDirectory.source_directory = SOURCES
        config.CourseDirectory.release_directory = "release"
        converter = GenerateAssignment(coursedir=CourseDirectory(config=config), config=config)
        converter.log = said.log
        try:
            converter.start()
        except Exception as error:
            # nbgrader hides every reason behind an exception of its own, and logs the text.
            raise GradebookError(_not_registered(lesson.name, said.text, book.path)) from error


class _Said(logging.Handler):
    """What nbgrader has logged, as one text."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []
        self.log = logging.Logger("course.grading")  # noqa: LOG001 - nobody else shall hear it
        self.log.addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep this line."""
        self.lines.append(record.getMessage())

    @property
    def text(self) -> str:
        """All of it."""
        return "\n".join(self.lines)


def _not_registered(lesson: str, said: str, path: Path) -> str:
    """The sentence about a lesson that nbgrader does not accept."""
    if "Cannot add or remove cells" in said:
        return (
            f"{lesson} has other exercises than when {path} first took grades for it, and nbgrader"
            " can't change that later. Move the gradebook away and give the same command again:"
            " all automatic grades come back; grades by hand stay in the old file."
        )
    last = said.strip().splitlines()[-1] if said.strip() else "it does not say why"
    return f"nbgrader does not take {lesson} into {path}: {last}"
