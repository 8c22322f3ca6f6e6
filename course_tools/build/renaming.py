"""Renames an exercise wherever it is named: in its lesson, its cases and answers, and in tests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from course_lib.checks.cases import did_you_mean
from course_tools.build.building import check_new, exercises_of
from course_tools.build.lesson import TESTS
from course_tools.notebooks import SOURCES, files_in

ROOMS = (SOURCES, TESTS, "course_lib", "course_tools", "tests", "benchmarks")
KINDS = {".py", ".md", ".po", ".json", ".toml"}


class Renamed(NamedTuple):
    """The files that have the new name now, those that may need a look, and lessons to build."""

    files: list[Path]
    unclear: list[Path]
    lessons: list[str]


def rename(old: str, new: str, root: Path) -> Renamed:
    """What was renamed; built data and notebooks follow when the lessons are built again.

    A name of several words, such as `nim_sum`, is nobody else's. One word, such as `player`, means
    other things as well: it is renamed where it is called or quoted in the files of its lesson, and
    the files elsewhere that quote it are `unclear`.
    """
    known = exercises_of(root)
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
        own = lesson in path.parts or path.stem in {lesson, old}
        if not word.search(text):
            after = text
        elif whole or own:
            after = word.sub(new, text)
        else:
            unclear += [path] if re.search(rf"[\"'`]{old}[\"'`]", text) else []
            continue
        place = path.with_name(f"{new}{path.stem.removeprefix(old)}{path.suffix}")
        if path.stem not in {old, f"{old}_answers"}:
            place = path
        if (place, after) != (path, text):
            path.unlink()
            place.write_text(after, encoding="utf-8", newline="\n")
            files.append(place)
            lessons |= {path.stem} if path.parent.name == SOURCES else set()
    (root / "course_lib" / "lessons" / lesson / f"{old}.json").unlink(missing_ok=True)
    return Renamed(files, unclear, sorted(lessons))


def _texts(root: Path) -> Iterator[Path]:
    """The files in which an exercise may be named, but for what is built, and for the past."""
    for path in [*root.glob("*.md"), *(one for room in ROOMS for one in files_in(root / room))]:
        is_built = path.suffix == ".json" and "lessons" in path.parts
        if path.suffix in KINDS and not is_built and path.name != "CHANGELOG.md":
            yield path
