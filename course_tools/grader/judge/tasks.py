"""What a lesson asks of students, what each answer is worth, and names for all that decides it."""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from course_lib.checks.cases import SEED, exercise_named
from course_tools.files import write_whole
from course_tools.grader.judge.own import Own, own_cases
from course_tools.notebooks import (
    SOURCES,
    files_in,
    notebook_bytes,
    read_notebook,
)
from course_tools.settings import FILE, folders, how_to_make

_ENDINGS = {".py", ".json"}
_POINTS = re.compile(
    r'^# ?%%(?=.*\bcheck\s*=\s*"(\w+)")(?=.*\bpoints\s*=\s*(\d+\.?\d*))', re.MULTILINE
)
"""The line in a lesson's source that says what an exercise is worth."""


class NoLessonError(LookupError):
    """There is no such lesson, or its student edition can't be read."""


@dataclass(frozen=True)
class Task:
    """One exercise: its name, the most points it earns, and the cell that checks it."""

    name: str
    most: float
    check: str
    seed: str = SEED
    """The seed of its hidden cases."""
    own: Own | None = None
    """Its cases, where a teacher has written them for a course of her own."""

    @property
    def lesson(self) -> str:
        """The lesson of ours that it belongs to, or ""."""
        return exercise_named(self.name).lesson if self.own is None else ""


@dataclass(frozen=True)
class GradedLesson:
    """A lesson as it was handed out, and its exercises in order."""

    name: str
    released: NotebookNode
    tasks: tuple[Task, ...]
    own: str = ""
    """The cases that a teacher has written, as drawn for a class (`own.py`)."""

    @cached_property
    def raw(self) -> bytes:
        """What stands in its file."""
        return notebook_bytes(self.released)

    @property
    def away(self) -> tuple[str, ...]:
        """What of the library is empty where this is graded, because it answers an exercise."""
        return _out_of_reach("kept_away", self)

    @property
    def rules(self) -> tuple[str, ...]:
        """What is empty besides while hidden cases are asked, if work is counted here."""
        return _out_of_reach("rules_of", self)


def _out_of_reach(kind: str, lesson: GradedLesson) -> tuple[str, ...]:
    """What `autograder_tests` says is out of reach; nothing where all cases are a teacher's own."""
    ours = {task.lesson for task in lesson.tasks} - {""}
    if not ours:
        return ()
    table = importlib.import_module("autograder_tests.out_of_reach")
    return tuple(getattr(table, kind)(ours))


def graded_lesson(name: str, root: Path) -> GradedLesson:
    """The lesson with this name, such as `03_alpha_beta`, of the course in this folder."""
    path = folders(root).students / name / f"{name}.ipynb"
    released = read_notebook(path)
    if released is None:
        raise NoLessonError(f"{path} is missing or no notebook; {how_to_make(root, name)} makes it")
    return lesson_of(name, released)


def lesson_of(name: str, released: NotebookNode, seed: str = SEED, own: str = "") -> GradedLesson:
    """The lesson that was handed out as this notebook, for a class with this seed."""
    return GradedLesson(name, released, _tasks(released, seed, own_cases(own)), own)


def with_points(lesson: GradedLesson, root: Path, practice: Sequence[str]) -> GradedLesson:
    """The lesson in which the exercises for `practice` earn nothing, as `course.toml` leaves out.

    Where its source lies beside it, the build has seen to that: a notebook that gives an exercise
    other points is refused.
    """
    source = root / SOURCES / f"{lesson.name}.py"
    if not source.is_file():
        return _without_points(lesson, practice) if practice else lesson
    built = {task.name: task.most for task in lesson.tasks}
    says = {name: float(points) for name, points in _POINTS.findall(source.read_text("utf-8"))}
    says |= dict.fromkeys(practice, 0)
    for name in {**built, **says}:
        here, there = built.get(name, 0), says.get(name, 0)
        if here != there:
            where = FILE if name in practice else source.relative_to(root).as_posix()
            raise NoLessonError(
                f"{where} gives {name} {there:g} point{'s' * (there != 1)}, and the notebook of"
                f" {lesson.name} still gives it {here:g}: `course build {lesson.name[:2]}` fixes"
                " that, and then you can grade."
            )
    return lesson


def _without_points(lesson: GradedLesson, names: Sequence[str]) -> GradedLesson:
    checks = {task.check for task in lesson.tasks if task.name in names}
    released = deepcopy(lesson.released)
    for cell in released.cells:
        if (marks := cell.metadata.get("nbgrader", {})).get("grade_id") in checks:
            marks["points"] = 0
    return lesson_of(lesson.name, released)


def lesson_names(root: Path) -> list[str]:
    """The names of all lessons with a student edition, in order."""
    # JupyterLab leaves copies and notebooks without a name there.
    found = folders(root).students.glob("*/*.ipynb")
    return sorted(path.stem for path in found if path.stem == path.parent.name)


def _tasks(released: NotebookNode, seed: str, own: Mapping[str, Own]) -> tuple[Task, ...]:
    """The exercises in the order in which they are checked."""
    graded = [cell.metadata.get("nbgrader", {}) for cell in released.cells]
    written = {marks["grade_id"] for marks in graded if marks.get("solution")}
    return tuple(
        Task(
            marks["grade_id"].removeprefix("check_"),
            float(marks["points"]),
            marks["grade_id"],
            seed,
            own.get(marks["grade_id"].removeprefix("check_")),
        )
        for marks in graded
        if marks.get("grade") and not marks.get("solution")
        if marks["grade_id"].removeprefix("check_") in written
    )


_ROOMS = ("sandbox", "judge")
"""The rooms of the grader that decide a grade, each with every file in it."""


def course_fingerprint(course: Path, *more: str) -> str:
    """The name of all that decides a grade as it is now, and of this Python.

    Where they decide more than grades, such as games, `more` rooms of the grader have a say.
    It lies beside what Python has compiled, and spares whoever asks again with the same files.
    """
    rooms = (*_ROOMS, *more)
    kept = course / "course_tools" / "grader" / rooms[-1] / "__pycache__" / "course.sha256"
    contents = {path: path.read_bytes() for path in _files(course, rooms)}
    names = {path: path.relative_to(course).as_posix().encode() for path in contents}
    python = f"{sys.version_info[:3]} {sys.platform}".encode()
    raw, digest = hashlib.sha256(python), hashlib.sha256(python)
    for path, content in contents.items():
        raw.update(names[path] + b"\0" + hashlib.sha256(content).digest())
    with contextlib.suppress(OSError, ValueError):
        before, known = kept.read_text("ascii").split()
        if before == raw.hexdigest():
            return known
    for path, content in contents.items():
        digest.update(names[path] + b"\0" + hashlib.sha256(_deciding(path, content)).digest())
    with contextlib.suppress(OSError):  # a course may lie where nobody can write
        write_whole(kept, f"{raw.hexdigest()} {digest.hexdigest()}".encode())
    return digest.hexdigest()


def _deciding(path: Path, content: bytes) -> bytes:
    """What of this file can change a grade: no comment, layout, docstring or hint."""
    try:
        if path.suffix == ".json":
            return repr(json.loads(content, object_hook=_without_hints)).encode()
        tree = ast.parse(content)
    except (SyntaxError, ValueError):
        return content
    for node in ast.walk(tree):
        if isinstance(body := getattr(node, "body", None), list):
            body[:] = [one for one in body if not _only_says(one)]
    return ast.dump(tree).encode()


def _without_hints(data: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != "hints"}


def _only_says(statement: ast.AST) -> bool:
    """Whether this statement is a docstring, or an exercise's hints."""
    match statement:
        case ast.Expr(ast.Constant()) | ast.Assign([ast.Name("HINTS")]):
            return True
    return False


def fingerprint(course: str, lesson: GradedLesson, submitted: bytes | None, limits: str) -> str:
    """The name of everything that decides what this submission earns."""
    parts = (
        course.encode(),
        lesson.raw + lesson.own.encode(),
        b"nothing" if submitted is None else b"this: " + submitted,
        limits.encode(),
    )
    digests = [hashlib.sha256(part).digest() for part in parts]
    return hashlib.sha256(b"".join(digests)).hexdigest()


def _files(course: Path, rooms: Sequence[str]) -> Iterator[Path]:
    """Every file that can change a grade, in an order that is the same everywhere.

    Of the exercises' known answers, what decides is in the data: the fingerprints of those that
    are named.
    """
    tests = course / "autograder_tests"
    folders = [course / "course_tools" / "grader" / room for room in rooms]
    folders += [course / "course_lib", *tests.glob("[0-9]*")]
    files = [path for folder in folders for path in files_in(folder) if path.suffix in _ENDINGS]
    files += [*tests.glob("*.py"), *(course / "solutions").glob("*.py")]  # these say what is right
    yield from sorted(path for path in files if not path.stem.endswith("_answers"))
