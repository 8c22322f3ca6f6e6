"""The solution of an exercise, taken out of its lesson's source: it is the reference of all checks.

Nothing else of the lesson is run: only the definitions and imports that the function needs.
"""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Callable, Iterator
from functools import cache
from io import StringIO
from itertools import pairwise
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

from course_lib.checks.keeping import names_used

OF_THE_BUILD = re.compile(
    r"^# %% (?:picture|predict|claim)=.*?(?=^# %%|\Z)", re.MULTILINE | re.DOTALL
)
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


FEWEST = 3
"""Fewer lines than these are no puzzle."""
TELLING = 12
"""Lines with fewer signs tell nothing of a solution (`course_tools/studio/build/leaks.py`)."""


def shuffled(name: str) -> str:
    """The lines of the solution in a wrong order and without indentation, or "" for no puzzle.

    No two lines that follow each other do so in the solution. A function without arguments says
    what its author found out: there the order is nothing to think about.
    """
    lines = _lines_of(name)
    if len(lines) < FEWEST or not source_of(name).args.args:
        return ""
    rng, order = Random(name), [*lines]
    while _neighbours(lines) & _neighbours(order):
        rng.shuffle(order)
    return "\n".join(order)


def _neighbours(lines: list[str]) -> set[tuple[str, str]]:
    """The pairs of lines that follow each other, short ones skipped as well as not."""
    long = [line for line in lines if len("".join(line.split())) >= TELLING]
    return {*pairwise(lines), *pairwise(long)}


def _lines_of(name: str) -> list[str]:
    """The lines of the solution, each without indentation; what Python reads as one line is one."""
    text = _path_of(name).read_text("utf-8").partition(f'# %% exercise="{name}"')[2]
    text = text.partition("### BEGIN SOLUTION\n")[2].partition("### END SOLUTION")[0]
    rows, lines, begin = dedent(text).splitlines(), [], None
    for token in tokenize.generate_tokens(StringIO(dedent(text)).readline):
        if token.type in (tokenize.INDENT, tokenize.DEDENT, tokenize.COMMENT, tokenize.NL):
            continue
        if token.type == tokenize.NEWLINE and begin is not None:
            line = " ".join(row.strip() for row in rows[begin : token.end[0]])
            lines.append(re.sub(r",? (?=[)\]}])", "", re.sub(r"(?<=[(\[{]) ", "", line)))
            begin = None
        elif begin is None:
            begin = token.start[0] - 1
    return lines


@cache
def namespace(name: str) -> dict[str, Any]:
    """The names that the solution of this exercise needs, and its own."""
    return _names_of(_path_of(name), parts_of(name))


def around(name: str, answer: str) -> dict[str, Any]:
    """What this answer to an exercise finds in its lesson: all that it uses and does not define."""
    path, own = _path_of(name), ast.parse(answer)
    defined = set[str]().union(*map(_bound_by, own.body))
    return _names_of(path, _parts_for(path, _names_in(*own.body) - defined))


def _names_of(path: Path, parts: list[ast.stmt]) -> dict[str, Any]:
    """The names that these parts of a lesson define."""
    # What an earlier lesson's exercise would bring back is that exercise's solution.
    names: dict[str, Any] = {"__name__": path.stem, "mine": solution}
    for part in parts:
        module = ast.Module([part], type_ignores=[])
        exec(compile(module, str(path), "exec"), names)  # noqa: S102 - the author's own code
    return names


def parts_of(name: str) -> list[ast.stmt]:
    """The statements of the lesson that the solution of this exercise needs, and its own."""
    return _parts_for(_path_of(name), {name})


def _parts_for(path: Path, names: set[str]) -> list[ast.stmt]:
    """The statements of this lesson that define these names, and what those need."""
    # The cells of pictures, predictions and claims bind names of their own; line numbers stay.
    text = OF_THE_BUILD.sub(lambda cell: "\n" * cell[0].count("\n"), path.read_text("utf-8"))
    tree = ast.parse(text, str(path))
    parts: list[ast.stmt] = []
    wanted, waiting = set[str](), sorted(names)
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


def _names_in(*parts: ast.stmt) -> set[str]:
    """The global names that this code looks up when it runs, or when its functions do."""
    return names_used(compile(ast.Module(list(parts), []), "<part>", "exec"))


def _brings_mine(part: ast.stmt) -> bool:
    """Whether this is the import of `mine`, which prints whose function it brings."""
    return isinstance(part, ast.ImportFrom) and part.module == "course_lib.checks"
