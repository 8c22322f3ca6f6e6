"""`course.toml` in the course's folder: what a teacher sets for a class, and the lessons it has."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

FILE, SETTINGS = "course.toml", "nbgrader_config.py"
LEFT_OUT = f"{FILE} leaves out the lesson {{}}."
TABLES = {"seed", "late", "lessons", "extensions", "groups"}


def settings(root: Path) -> dict[str, Any]:
    """What stands in the file, nothing if there is none; a `ValueError` says what can't be."""
    path = root / FILE
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} can't be read: {error}.") from None
    only(data, TABLES, "the file")
    return data


def left_out(
    root: Path, lessons: Mapping[str, Sequence[Any]]
) -> tuple[set[str], dict[str, list[str]]]:
    """The lessons that are left out, and of others the exercises that earn no points.

    `lessons` has the exercises of each.
    """
    gone: set[str] = set()
    practice: dict[str, list[str]] = {}
    for word, own in table(settings(root), "lessons").items():
        name = lesson_named(word, list(lessons), "[lessons]")
        out = own.get("leave_out", False) if isinstance(own, dict) else False
        strangers = set(out) - set(lessons[name]) if isinstance(out, list) else set()
        if strangers or not isinstance(out, bool | list):
            what = f"there is no exercise {min(map(str, strangers))}" if strangers else repr(out)
            raise ValueError(
                f"{FILE}: in [lessons.{word}], leave_out should be true, or a list of exercises"
                f" from {', '.join(lessons[name])}; {what}."
            )
        if out is True:
            gone.add(name)
        practice[name] = [] if isinstance(out, bool) else out
    return gone, practice


def table(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """The table of this name, an empty one if there is none."""
    found = data.get(key, {})
    if not isinstance(found, dict):
        raise ValueError(f"{FILE}: {key} should be a table, [{key}]; found {found!r}.")
    return found


def only(found: Mapping[str, Any], known: set[str], where: str) -> None:
    """Refuse a key that means nothing here."""
    if wrong := sorted(set(found) - known):
        raise ValueError(
            f"{FILE}: {where} has {wrong[0]!r}, which means nothing; known are"
            f" {', '.join(sorted(known))}."
        )


def lesson_named(word: str, lessons: Sequence[str], where: str) -> str:
    """The lesson that this number or name means."""
    for name in lessons:
        if word in (name, name[:2]):
            return name
    there = ", ".join(lessons)
    raise ValueError(f"{FILE}: in {where}, there is no lesson {word}; there are {there}.")
