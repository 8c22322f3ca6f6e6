"""What a session sees of the course: the rooms that students have, and none of the others."""

from __future__ import annotations

import ast
import shutil
from pathlib import Path

from course_lib.checks.guard import KEPT_AWAY

_COMMANDS = ("__init__.py", "__main__.py", "_programs.py", "doctor.py", "jupyter", "lab.py")
ROOMS = (
    *("__init__.py", "game.py", "plain.py", "games", "search", "watch", "play", "views", "checks"),
    *(f"cli/{command}" for command in _COMMANDS),
)
"""What the student edition has of `course_lib`."""

INSIDE = "grading/sandbox/inside"
"""What runs in there has to be there, too. The folders around it are empty in there."""

_KEPT = tuple(module.removeprefix("course_lib.").replace(".", "/") for module in KEPT_AWAY)
_REFUSAL = ast.parse("from course_lib.checks.guard import refused\nreturn refused()").body


def as_they_are(course: Path, *, guarded: bool) -> dict[str, Path]:
    """The files and folders of `course_lib` that a session sees unchanged, by their names."""
    library = course / "course_lib"
    changed = {name.partition("/")[0] for name in _KEPT} if guarded else set()
    places = {name: library / name for name in (*ROOMS, INSIDE) if name not in changed}
    missing = [name for name, place in places.items() if not place.exists()]
    if missing:
        raise ValueError(
            f"{course} is not the course's folder: course_lib/{missing[0]} is not in it"
        )
    return places


def changed_files(course: Path) -> dict[str, bytes]:
    """All files of the rooms with searches, by name, where functions that search refuse to run.

    They stand in for the whole room, so that nothing compiled from the others is seen, either.
    """
    library = course / "course_lib"
    found: dict[str, bytes] = {}
    for room in sorted({name.partition("/")[0] for name in _KEPT} & set(ROOMS)):
        for path in sorted((library / room).rglob("*")):
            name = path.relative_to(library)
            if not path.is_file() or "__pycache__" in name.parts:
                continue
            data = path.read_bytes()
            searches = any(name.with_suffix("").is_relative_to(kept) for kept in _KEPT)
            if searches and path.suffix == ".py":
                data = without_bodies(data.decode()).encode()
            found[name.as_posix()] = data
    return found


def copy_rooms(course: Path, folder: Path, *, guarded: bool) -> None:
    """Write to this folder what a session sees, where it can't be shown by a sandbox."""
    for name, place in as_they_are(course, guarded=guarded).items():
        target = folder / "course_lib" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if place.is_dir():
            shutil.copytree(place, target)
        else:
            shutil.copy2(place, target)
    for name, data in changed_files(course).items() if guarded else ():
        target = folder / "course_lib" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def without_bodies(source: str) -> str:
    """The same names, classes and docstrings, and in place of every function's body a refusal."""
    return ast.unparse(ast.fix_missing_locations(_Emptying().visit(ast.parse(source))))


class _Emptying(ast.NodeTransformer):
    """Takes the bodies out of functions."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """The function with its docstring and a refusal."""
        docstring = node.body[:1] if ast.get_docstring(node) is not None else []
        node.body = [*docstring, *_REFUSAL]
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AsyncFunctionDef:
        """The same for one that waits."""
        node.body = list(_REFUSAL)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        """A function without a name gives nothing."""
        node.body = ast.Constant(None)
        return node
