"""What a session sees of the course: the rooms that students have, and none of the others."""

from __future__ import annotations

import ast
import shutil
from pathlib import Path

INSIDE = "course_tools/sandbox/inside"
"""What runs in there has to be there, too. The folders around it are empty in there."""

KEPT_AWAY = ("course_lib/search", "course_tools/engines", "course_lib/lessons/careless")
"""What is emptied: the rooms with searches, and in this one what comes close to an answer."""

_HARMLESS = Path("course_lib/search/questions.py")
"""The one of them that stays: it only checks arguments, and boards and random players need it."""
_REFUSAL = "from course_lib.closed import refused\nreturn refused()"


def as_they_are(course: Path, *, guarded: bool) -> dict[str, Path]:
    """The files and folders that a session sees unchanged, by their names in the course."""
    changed = _changed_rooms(guarded=guarded)
    wanted = ("course_lib/game.py", INSIDE, *_everything(course))
    places = {name: course / name for name in wanted if name not in changed}
    missing = [name for name, place in places.items() if not place.exists()]
    if missing:
        raise ValueError(f"{course} is not the course's folder: {missing[0]} is not in it")
    return places


def changed_files(course: Path, *, guarded: bool) -> dict[str, bytes]:
    """All files of the rooms in which something refuses to run, by name.

    That is every function of the searches where they are guarded. The files stand in for the
    whole room, so that nothing compiled from the others is seen, either.
    """
    found: dict[str, bytes] = {}
    for room in sorted(_changed_rooms(guarded=guarded) & set(_everything(course))):
        for path in sorted((course / room).rglob("*")):
            name = path.relative_to(course)
            if not path.is_file() or "__pycache__" in name.parts:
                continue
            data = path.read_bytes()
            searches = any(name.with_suffix("").is_relative_to(kept) for kept in KEPT_AWAY)
            if guarded and searches and path.suffix == ".py" and name != _HARMLESS:
                data = without_bodies(data.decode()).encode()
            found[name.as_posix()] = data
    return found


def copy_rooms(course: Path, folder: Path, *, guarded: bool) -> None:
    """Write to this folder what a session sees, where it can't be shown by a sandbox."""
    for name, place in as_they_are(course, guarded=guarded).items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if place.is_dir():
            shutil.copytree(place, target)
        else:
            shutil.copy2(place, target)
    for name, data in changed_files(course, guarded=guarded).items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def without_bodies(source: str) -> str:
    """The same names, classes and docstrings, and in place of functions' bodies a refusal."""
    return ast.unparse(ast.fix_missing_locations(_Emptying().visit(ast.parse(source))))


def _changed_rooms(*, guarded: bool) -> set[str]:
    """The first part of the names of all that differs from what lies in the course's folder."""
    return {"/".join(name.split("/")[:2]) for name in KEPT_AWAY} if guarded else set()


def _everything(course: Path) -> list[str]:
    """The files and folders of the library, all of which students have."""
    library = course / "course_lib"
    names = sorted(path.name for path in library.iterdir()) if library.is_dir() else []
    return [f"course_lib/{name}" for name in names if name != "__pycache__"]


class _Emptying(ast.NodeTransformer):
    """Takes the bodies out of functions."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """The function with its docstring and a refusal."""
        docstring = node.body[:1] if ast.get_docstring(node) is not None else []
        node.body = [*docstring, *ast.parse(_REFUSAL).body]
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AsyncFunctionDef:
        """The same for one that waits."""
        node.body = ast.parse(_REFUSAL).body
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        """A function without a name gives nothing."""
        node.body = ast.Constant(None)
        return node
