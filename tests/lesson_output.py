"""What a lesson shows and defines, for tests of what it says: its cells' text, its functions."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

import nbformat

from course_tools.build.lesson import read_lesson

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
