"""`Door`: in place of nbgrader's way to run a student's notebook as the teacher, a judge elsewhere.

nbgrader's `Autograde` opens notebooks by its exporter, which is a setting. A `Door` for an exporter
leaves out the one step that runs a notebook, and asks a judge instead. It knows nbgrader only.
"""

from __future__ import annotations

import glob
import stat
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
from nbconvert.exporters import NotebookExporter
from nbconvert.preprocessors import ExecutePreprocessor
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import parse_utc

OF_EXCHANGE = TIME, _ = ("timestamp.txt", "submission_secret.txt")
"""What nbgrader itself puts beside a notebook, and needs to give feedback back."""


class Handed(NamedTuple):
    """One notebook that nbgrader wants to have graded."""

    student: str
    assignment: str
    path: Path


class Door(NotebookExporter):
    """Asks a judge about each notebook; a course's own door says in `judged` who that is.

    Of a student's other files none is copied to where the teacher works, and no link is followed.
    """

    def __init__(self, *, parent: Autograde, **options: Any) -> None:
        """One is made for each run, when nbgrader knows what there is to grade."""
        super().__init__(parent=parent, **options)  # type: ignore[no-untyped-call]
        self.autograde = parent
        root = Path(parent.coursedir.root)
        self.submitted = root / parent.coursedir.submitted_directory
        self.autograded = root / parent.coursedir.autograded_directory
        handed_in = {folder: self._handed(folder) for folder in parent.assignments}
        self.prepare([one for several in handed_in.values() for one in several])
        parent.coursedir = _own_folders(parent.coursedir, handed_in)
        parent.assignments = {
            folder: taken
            for folder, several in handed_in.items()
            if (taken := [str(one.path) for one in several if self.takes(one)])
        }

    def prepare(self, handed_in: list[Handed]) -> None:
        """Do what is done once, before nbgrader touches anything; an exception ends the run."""

    def takes(self, one: Handed) -> bool:
        """Whether nbgrader goes on with this notebook; why it doesn't is said."""
        parts = one.path.relative_to(self.submitted).parts
        places = [self.submitted.joinpath(*parts[:number]) for number in range(1, len(parts) + 1)]
        usual = stat.S_ISREG(one.path.lstat().st_mode)
        if usual and not any(place.is_symlink() for place in places):
            return True
        self.log.error("%s is a link, or no ordinary file: it was not taken.", Path(*parts))
        return False

    def judged(self, one: Handed, notebook: bytes) -> bytes:
        """The notebook with its outputs, from which nbgrader reads the points.

        It comes with the course's own checks put back in. What is given back is shown to teachers.
        """
        raise NotImplementedError

    def register_preprocessor(self, preprocessor: Any, enabled: bool = False) -> Any:  # noqa: FBT001, FBT002 - as nbconvert has it
        """Take a step of nbgrader's, but for the one that runs the notebook."""
        # Names become classes, and classes instances, each of which comes here again.
        kind = preprocessor if isinstance(preprocessor, type) else type(preprocessor)
        if issubclass(kind, ExecutePreprocessor):
            return None
        return super().register_preprocessor(preprocessor, enabled)  # type: ignore[no-untyped-call]

    def from_filename(
        self, filename: str, resources: dict[str, Any] | None = None, **options: Any
    ) -> Any:
        """What was handed in, put right by nbgrader; and of what came of that, the judged one."""
        place = Path(filename)
        if resources is None or not place.is_relative_to(self.autograded):
            return super().from_filename(filename, resources=resources, **options)
        about = resources["nbgrader"]
        for file in OF_EXCHANGE:
            beside = self.submitted / about["student"] / about["assignment"] / file
            if beside.is_file() and not beside.is_symlink():
                place.with_name(file).write_bytes(beside.read_bytes())
        one = Handed(about["student"], about["assignment"], place)
        made = self.judged(one, place.read_bytes()).decode()
        notebook = nbformat.reads(made, as_version=4)  # type: ignore[no-untyped-call]
        return self.from_notebook_node(notebook, resources=resources)  # type: ignore[no-untyped-call]

    def _handed(self, folder: str) -> list[Handed]:
        """The notebooks in this folder of a student's, of which nbgrader knows."""
        student, assignment = Path(folder).relative_to(self.submitted).parts[:2]
        paths = sorted(self.autograde.assignments[folder])
        return [Handed(student, assignment, Path(path)) for path in paths]


class _Folders(CourseDirectory):  # type: ignore[misc]
    """The course's folders for one run, in which a time that can't be read stops nobody."""

    def get_existing_timestamp(self, dest_path: str) -> datetime | None:
        """When this was handed in, or `None` if nobody knows."""
        place = Path(dest_path, TIME)
        if place.is_symlink() or not place.is_file():
            return None
        try:
            time: datetime | None = parse_utc(place.read_text("utf-8").strip())
        except (ValueError, OverflowError):
            self.log.warning("The time in %s cannot be read; it counts as in time.", place)
            return None
        return time


def _own_folders(folders: CourseDirectory, handed_in: Iterable[str]) -> CourseDirectory:
    """These folders, of which nothing is copied that lies beside the notebooks of students."""
    values = {name: getattr(folders, name) for name in folders.trait_names()}
    ignore = [*folders.ignore, *map(glob.escape, handed_in)]
    return _Folders(**values | {"ignore": ignore})
