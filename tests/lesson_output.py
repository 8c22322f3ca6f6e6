"""What a lesson shows and defines, and what its checks say, for tests of the lessons."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

import nbformat

from autograder_tests import bank, hidden_check
from course_lib.checks import NotebookStudent, Verdict, loaded
from course_lib.checks.exercises import exercise_named
from course_lib.checks.judging import judge
from course_tools.build import read_lesson

ROOT = Path(__file__).resolve().parent.parent
DEFINITIONS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef)


@cache
def shown(notebook: Path) -> str:
    """All that the cells of this notebook show as text."""
    return "\n".join(
        output.get("text", "") or output.get("data", {}).get("text/plain", "")
        for cell in nbformat.read(notebook, as_version=4).cells
        if cell.cell_type == "code"
        for output in cell.outputs
    )


def prose(notebook: Path) -> str:
    """All prose of this notebook, and what its predictions say."""
    cells = nbformat.read(notebook, as_version=4).cells
    said = [cell.source for cell in cells if cell.cell_type == "markdown"]
    predictions = ROOT / "course_lib" / "lessons" / f"predictions_{notebook.name[:2]}.json"
    return "\n".join([*said, predictions.read_text("utf-8")])


def groups_in(notebook: Path, pattern: str) -> list[tuple[str, ...]]:
    """The groups of this pattern wherever it is in what the cells show."""
    return [found.groups() for found in re.finditer(pattern, shown(notebook), re.MULTILINE)]


@cache
def names_in(source: Path, *constants: str) -> dict[str, Any]:
    """The lesson's functions with their solutions, and these constants; nothing else is run."""
    names: dict[str, Any] = {"__name__": source.stem}
    for cell in read_lesson(source).cells:
        if cell.part.markdown or cell.check:
            continue
        body = [
            part
            for part in ast.parse(cell.part.source).body
            if isinstance(part, DEFINITIONS)
            or (isinstance(part, ast.Assign) and getattr(part.targets[0], "id", "") in constants)
        ]
        exec(compile(ast.Module(body, []), str(source), "exec"), names)  # noqa: S102 - our lesson
    return names


def answer(exercise: str, name: str) -> str:
    """The source of this answer of the bank."""
    [source] = [entry.source for entry in bank.entries(exercise) if entry.name == name]
    return source


def verdict_on(exercise: str, given: Any, *, guarded: bool = False) -> Verdict:
    """What the visible check says about this source, or this function."""
    return judge(exercise_named(exercise), _student(exercise, given, guarded=guarded))


def both(exercise: str, given: Any) -> list[Verdict]:
    """The visible and the hidden verdict on this source, or this function."""
    return [verdict_on(exercise, given), hidden_check(exercise)(_student(exercise, given))]


def _student(exercise: str, given: Any, *, guarded: bool = False) -> NotebookStudent:
    names = loaded(given, "<answer>") if isinstance(given, str) else given
    return NotebookStudent({exercise: names} if callable(names) else names, guarded=guarded)
