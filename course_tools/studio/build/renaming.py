"""Renames an exercise wherever it is named: in its lesson, its cases and answers, and in tests."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from course_lib.checks.cases import did_you_mean
from course_tools.notebooks import SOURCES, files_in
from course_tools.studio.build.building import check_new, drafts, exercises_of
from course_tools.studio.build.lesson import TESTS, handed_out

ROOMS = (SOURCES, TESTS, "course_lib", "course_tools", "tests", "benchmarks", "deploy", ".github")
KINDS = {".py", ".md", ".po", ".json", ".toml", ".yml"}


SCOPES = (ast.FunctionDef, ast.Lambda, ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)


class Renamed(NamedTuple):
    """The files that have the new name now, those that may need a look, and lessons to build."""

    files: list[Path]
    unclear: list[Path]
    lessons: list[str]


def rename(old: str, new: str, root: Path) -> Renamed:
    """What was renamed; built data and notebooks follow when the lessons are built again.

    A name of several words, such as `nim_sum`, is nobody else's. One word, such as `player`, means
    other things as well: it is renamed in the files of its lesson where code means the function or
    text quotes it, and the files elsewhere that quote it are `unclear`.
    """
    known = exercises_of([*drafts(root), *drafts(root, left=True)])
    if old not in known:
        raise ValueError(f"There is no exercise {old!r}{did_you_mean(old, known)}.")
    check_new(new, known)
    lesson, whole = known[old], "_" in old
    start = rf"(?:(?<![\w.])|(?<=\\n)){old}"  # in JSON a line begins with \n
    called = re.compile(rf"{start}(?=\()|(?<=[\"'`]){old}(?=[\"'`])")
    word = re.compile(rf"(?:\b|(?<=\\n)){old}\b") if whole else called
    files, unclear, lessons = [], [], {lesson}
    for path in _texts(root):
        text = path.read_text(encoding="utf-8")
        is_answers = path.parent.name == "answers_from_the_texts" and path.stem == old
        own = lesson in path.parts or path.stem == lesson or is_answers
        if not word.search(text):
            after = text
        elif whole or own:
            after = word.sub(new, text if whole or path.suffix != ".py" else _used(text, old, new))
        else:
            unclear += [path] if re.search(rf"[\"'`]{old}[\"'`]", text) else []
            continue
        its_own = own and path.stem in {old, f"{old}_answers"}
        place = path.with_name(path.name.replace(old, new)) if its_own else path
        if (place, after) != (path, text):
            path.unlink()
            place.write_text(after, encoding="utf-8", newline="\n")
            files.append(place)
            lessons |= {path.stem} if path.parent.name == SOURCES else set()
    (handed_out(lesson, root) / "exercises" / f"{old}.json").unlink(missing_ok=True)
    return Renamed(files, unclear, sorted(lessons))


def _used(code: str, old: str, new: str) -> str:
    """The code with this name of the whole file changed, but not where a function has its own."""
    lines = code.encode().splitlines(keepends=True)  # as Python counts columns, in bytes

    def uses(node: ast.AST) -> Iterator[tuple[int, int]]:
        if isinstance(node, ast.Name) and node.id == old:
            yield node.lineno - 1, node.col_offset
        for child in ast.iter_child_nodes(node):
            if not (isinstance(child, SCOPES) and _binds(child, old)):
                yield from uses(child)

    for at, start in sorted(uses(ast.parse(code)), reverse=True):
        end = start + len(old.encode())
        lines[at] = lines[at][:start] + new.encode() + lines[at][end:]
    return b"".join(lines).decode()


def _binds(scope: ast.AST, name: str) -> bool:
    """Whether this is a name of the scope's own, such as an argument."""
    return any(
        (isinstance(node, ast.arg) and node.arg == name)
        or (isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store))
        for node in ast.walk(scope)
    )


def _texts(root: Path) -> Iterator[Path]:
    """The files in which an exercise may be named, but for what is built, and for the past."""
    for path in [*root.glob("*.md"), *(one for room in ROOMS for one in files_in(root / room))]:
        is_built = path.suffix == ".json" and "lessons" in path.parts
        if path.suffix in KINDS and not is_built and path.name != "CHANGELOG.md":
            yield path
