"""What a session sees of the course: the rooms that students have, and none of the others."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Collection
from pathlib import Path

from course_lib.checks.guard import KEPT_AWAY

INSIDE = "course_tools/grade/sandbox/inside"
"""What runs in there has to be there, too. The folders around it are empty in there."""

_KEPT = tuple(module.replace(".", "/") for module in KEPT_AWAY)
_HARMLESS = Path("course_lib/search/questions.py")
"""No search stands in it, and its decorator runs when the searches are imported."""
_SEARCH = "from course_lib.checks.guard import refused\nreturn refused()"
_ANSWER = (
    "raise ImportError(\"while this lesson is graded, the library's own answer is out of reach:"
    ' it has to be the one you wrote")'
)


def as_they_are(course: Path, *, guarded: bool, answers: Collection[str] = ()) -> dict[str, Path]:
    """The files and folders that a session sees unchanged, by their names in the course."""
    changed = _changed_rooms(answers, guarded=guarded)
    wanted = ("course_lib/game.py", INSIDE, *_everything(course))
    places = {name: course / name for name in wanted if name not in changed}
    missing = [name for name, place in places.items() if not place.exists()]
    if missing:
        raise ValueError(f"{course} is not the course's folder: {missing[0]} is not in it")
    return places


def changed_files(
    course: Path, *, guarded: bool, answers: Collection[str] = ()
) -> dict[str, bytes]:
    """All files of the rooms in which something refuses to run, by name.

    That is every function of the searches where they are guarded, and every function among
    `answers`, such as `course_lib.checks.list_boards.winner`. The files stand in for the whole
    room, so that nothing compiled from the others is seen, either.
    """
    found: dict[str, bytes] = {}
    for room in sorted(_changed_rooms(answers, guarded=guarded) & set(_everything(course))):
        for path in sorted((course / room).rglob("*")):
            name = path.relative_to(course)
            if not path.is_file() or "__pycache__" in name.parts:
                continue
            data = path.read_bytes()
            searches = any(name.with_suffix("").is_relative_to(kept) for kept in _KEPT)
            lent = _of_module(name, answers)
            if guarded and searches and path.suffix == ".py" and name != _HARMLESS:
                data = without_bodies(data.decode()).encode()
            elif lent and path.suffix == ".py":
                data = without_bodies(data.decode(), only=lent).encode()
            found[name.as_posix()] = data
    return found


def copy_rooms(course: Path, folder: Path, *, guarded: bool, answers: Collection[str] = ()) -> None:
    """Write to this folder what a session sees, where it can't be shown by a sandbox."""
    for name, place in as_they_are(course, guarded=guarded, answers=answers).items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if place.is_dir():
            shutil.copytree(place, target)
        else:
            shutil.copy2(place, target)
    for name, data in changed_files(course, guarded=guarded, answers=answers).items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def without_bodies(source: str, only: Collection[str] | None = None) -> str:
    """The same names, classes and docstrings, and in place of functions' bodies a refusal.

    That is so for every function, or for `only` those with these names.
    """
    emptying = _Emptying() if only is None else _EmptyingAnswers(only)
    return ast.unparse(ast.fix_missing_locations(emptying.visit(ast.parse(source))))


def _changed_rooms(answers: Collection[str], *, guarded: bool) -> set[str]:
    """The first part of the names of all that differs from what lies in the course's folder."""
    rooms = {"/".join(name.split("/")[:2]) for name in _KEPT} if guarded else set()
    return rooms | {"/".join(answer.split(".")[:2]) for answer in answers}


def _everything(course: Path) -> list[str]:
    """The files and folders of the library, all of which students have."""
    library = course / "course_lib"
    names = sorted(path.name for path in library.iterdir()) if library.is_dir() else []
    return [f"course_lib/{name}" for name in names if name != "__pycache__"]


def _of_module(name: Path, answers: Collection[str]) -> set[str]:
    """The functions among these answers that stand in this file of the library."""
    module = ".".join(name.with_suffix("").parts)
    return {answer.rpartition(".")[2] for answer in answers if answer.rpartition(".")[0] == module}


class _Emptying(ast.NodeTransformer):
    """Takes the bodies out of functions."""

    refusal = _SEARCH

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """The function with its docstring and a refusal."""
        docstring = node.body[:1] if ast.get_docstring(node) is not None else []
        node.body = [*docstring, *ast.parse(self.refusal).body]
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AsyncFunctionDef:
        """The same for one that waits."""
        node.body = ast.parse(self.refusal).body
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        """A function without a name gives nothing."""
        node.body = ast.Constant(None)
        return node


class _EmptyingAnswers(_Emptying):
    """Takes the bodies out of the functions with these names, and leaves all others alone."""

    refusal = _ANSWER

    def __init__(self, names: Collection[str]) -> None:
        self.names = names

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """The function, which refuses if it is an answer."""
        return super().visit_FunctionDef(node) if node.name in self.names else node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AsyncFunctionDef:
        """The same for one that waits."""
        return super().visit_AsyncFunctionDef(node) if node.name in self.names else node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        """The same function."""
        return node
