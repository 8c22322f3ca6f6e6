"""What a session sees of the course: the rooms that students have, and none of the others.

What is kept `away` of them, because it answers an exercise, is said by whoever asks for a session:
of our own lessons that is `autograder_tests/out_of_reach.py`.
"""

from __future__ import annotations

import ast
import shutil
from collections.abc import Collection, Sequence
from pathlib import Path

INSIDE = "course_tools/grader/sandbox/inside"
"""What runs in there has to be there, too. The folders around it are empty in there."""

_HARMLESS = Path("course_lib/search/questions.py")
"""This file of the searches stays: it checks arguments, and boards and random players need it."""
_REFUSAL = "from course_lib.closed import refused\nreturn refused()"


def as_they_are(course: Path, away: Sequence[str] = ()) -> dict[str, Path]:
    """The files and folders that a session sees unchanged, by their names in the course."""
    changed = _changed_rooms(course, away)
    wanted = ("course_lib/game.py", INSIDE, *_everything(course))
    places = {name: course / name for name in wanted if name not in changed}
    missing = [name for name, place in places.items() if not place.exists()]
    if missing:
        raise ValueError(f"{course} is not the course's folder: {missing[0]} is not in it")
    return places


def changed_files(course: Path, away: Sequence[str] = ()) -> dict[str, bytes]:
    """All files of the rooms in which something refuses to run, by name.

    They stand in for the whole room, so that nothing compiled from the others is seen, either.
    """
    found: dict[str, bytes] = {}
    for room in sorted(_changed_rooms(course, away) & set(_everything(course))):
        place = course / room
        for path in [place] if place.is_file() else sorted(place.rglob("*")):
            name = path.relative_to(course)
            if not path.is_file() or "__pycache__" in name.parts:
                continue
            data = path.read_bytes()
            if path.suffix == ".py" and name != _HARMLESS:
                here = [kept.partition(":") for kept in away]
                here = [kept for kept in here if name.with_suffix("").is_relative_to(kept[0])]
                names = {function for _, _, function in here}
                if names:
                    data = without_bodies(data.decode(), names).encode()
            found[name.as_posix()] = data
    return found


def copy_rooms(course: Path, folder: Path, away: Sequence[str] = ()) -> None:
    """Write to this folder what a session sees, where it can't be shown by a sandbox."""
    for name, place in as_they_are(course, away).items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if place.is_dir():
            shutil.copytree(place, target)
        else:
            shutil.copy2(place, target)
    for name, data in changed_files(course, away).items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def without_bodies(source: str, names: Collection[str] = ("",)) -> str:
    """The same names, classes and docstrings, and a refusal in place of these functions' bodies.

    An empty name means all of them.
    """
    return ast.unparse(ast.fix_missing_locations(_Emptying(names).visit(ast.parse(source))))


def _changed_rooms(course: Path, away: Sequence[str]) -> set[str]:
    """The first part of the names of all that differs from what lies in the course's folder."""
    rooms = {"/".join(name.partition(":")[0].split("/")[:2]) for name in away}
    return {f"{room}.py" if (course / f"{room}.py").is_file() else room for room in rooms}


def _everything(course: Path) -> list[str]:
    """The files and folders of the library, all of which students have."""
    library = course / "course_lib"
    names = sorted(path.name for path in library.iterdir()) if library.is_dir() else []
    return [f"course_lib/{name}" for name in names if name != "__pycache__"]


class _Emptying(ast.NodeTransformer):
    """Takes the bodies out of functions."""

    def __init__(self, names: Collection[str]) -> None:
        self.names, self.all = names, "" in names

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """The function with its docstring and a refusal."""
        if not self.all and node.name not in self.names:
            return node
        docstring = node.body[:1] if ast.get_docstring(node) is not None else []
        node.body = [*docstring, *ast.parse(_REFUSAL).body]
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AsyncFunctionDef:
        """The same for one that waits."""
        node.body = ast.parse(_REFUSAL).body
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        """A function without a name gives nothing."""
        if not self.all:
            return node
        node.body = ast.Constant(None)
        return node
