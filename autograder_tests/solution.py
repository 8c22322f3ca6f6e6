"""The solution of an exercise, taken out of its lesson's source: it is the reference of all checks.

Nothing else of the lesson is run: only the definitions and imports that the function needs.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

OF_THE_BUILD = re.compile(r"^# %% (?:picture|predict)=.*?(?=^# %%|\Z)", re.MULTILINE | re.DOTALL)
SOURCES = Path(__file__).resolve().parent.parent / "solutions"


def solution(name: str) -> Callable[..., Any]:
    """The function that solves this exercise.

    >>> solution("nim_sum")((3, 5))
    6
    """
    return namespace(name)[name]


def source_of(name: str) -> ast.FunctionDef:
    """The definition of the function that solves this exercise."""
    tree = ast.parse(_path_of(name).read_text(encoding="utf-8"))
    [function] = [part for part in _defining(tree, name) if isinstance(part, ast.FunctionDef)]
    return function


@cache
def namespace(name: str) -> dict[str, Any]:
    """The names that the solution of this exercise needs, and its own."""
    path = _path_of(name)
    # What an earlier lesson's exercise would bring back is that exercise's solution.
    names: dict[str, Any] = {"__name__": path.stem, "mine": solution}
    for part in parts_of(name):
        module = ast.Module([part], type_ignores=[])
        exec(compile(module, str(path), "exec"), names)  # noqa: S102 - the author's own code
    return names


def parts_of(name: str) -> list[ast.stmt]:
    """The statements of the lesson that the solution of this exercise needs, and its own."""
    path = _path_of(name)
    # The cells of pictures and predictions bind names of their own; line numbers stay.
    text = OF_THE_BUILD.sub(lambda cell: "\n" * cell[0].count("\n"), path.read_text("utf-8"))
    tree = ast.parse(text)
    parts: list[ast.stmt] = []
    wanted, waiting = set[str](), [name]
    while waiting:
        wanted.add(sought := waiting.pop())
        for part in _defining(tree, sought):
            if part not in parts:
                parts.append(part)
                waiting += _names_in(part) - wanted
    parts.sort(key=lambda part: (not _is_import(part), part.lineno))
    return [part for part in parts if not _brings_mine(part)]


@cache
def exercises_in(path: Path) -> tuple[str, ...]:
    """The exercises of this lesson's source, in order."""
    text = path.read_text(encoding="utf-8")
    return tuple(re.findall(r'^# %% exercise="(\w+)"', text, flags=re.MULTILINE))


def _path_of(name: str) -> Path:
    """The source of the lesson with this exercise."""
    for path in sorted(SOURCES.glob("[0-9][0-9]_*.py")):
        if name in exercises_in(path):
            return path
    raise LookupError(f'no source in solutions/ has a cell with exercise="{name}"')


def _defining(tree: ast.Module, name: str) -> Iterator[ast.stmt]:
    """The statements at the top that bind this name, the last of them if there are several."""
    binding = [part for part in tree.body if name in _bound_by(part)]
    yield from binding[-1:]


def _bound_by(part: ast.stmt) -> set[str]:
    """The names that this statement defines, imports or assigns."""
    if isinstance(part, ast.FunctionDef | ast.ClassDef):
        return {part.name}
    if isinstance(part, ast.Import | ast.ImportFrom):
        return {alias.asname or alias.name.partition(".")[0] for alias in part.names}
    if isinstance(part, ast.Assign | ast.AnnAssign):
        targets = part.targets if isinstance(part, ast.Assign) else [part.target]
        names = [node for target in targets for node in ast.walk(target)]
        return {node.id for node in names if isinstance(node, ast.Name)} - {"_"}
    return set()


def _is_import(part: ast.stmt) -> bool:
    return isinstance(part, ast.Import | ast.ImportFrom)


def _names_in(part: ast.stmt) -> set[str]:
    return {node.id for node in ast.walk(part) if isinstance(node, ast.Name)}


def _brings_mine(part: ast.stmt) -> bool:
    """Whether this is the import of `mine`, which prints whose function it brings."""
    return isinstance(part, ast.ImportFrom) and part.module == "course_lib.checks"
