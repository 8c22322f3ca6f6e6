"""`course.toml` in the course's folder: what a teacher sets for a class, and the lessons it has."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

FILE, SETTINGS = "course.toml", "nbgrader_config.py"
OWN_CASES = "hidden_cases"
"""Where a teacher's cases lie in the folder of a course of her own."""
LEFT_OUT = f"{FILE} leaves out the lesson {{}}."
T = TypeVar("T")
TABLES = {"seed", "names", "regrade", "late", "lessons"}


class Folders(NamedTuple):
    """Where nbgrader has what in a course's folder."""

    sources: Path
    """The solved notebooks."""
    students: Path
    """What was handed out."""
    submitted: Path
    autograded: Path
    feedback: Path
    gradebook: Path


def folders(root: Path) -> Folders:
    """Where things lie: in our own course as we have it, else as `nbgrader_config.py` says."""
    if is_ours(root):
        made = root / "grading"
        names = ("submitted", "autograded", "feedback", "gradebook.db")
        return Folders(root / "solutions", root / "notebooks", *(made / name for name in names))
    said = config(root)
    kinds = ("source", "release", "submitted", "autograded", "feedback")
    book = said.get("db_url", "sqlite:///gradebook.db").removeprefix("sqlite:///")
    places = [*(said.get(f"{kind}_directory", kind) for kind in kinds), book]
    return Folders(*(root / place for place in places))


def config(root: Path) -> Any:
    """What `nbgrader_config.py` says of the course's folders."""
    # It takes a while to load, and a folder of ours asks for nothing.
    from traitlets.config.loader import PyFileConfigLoader  # noqa: PLC0415

    return PyFileConfigLoader(SETTINGS, path=str(root)).load_config().CourseDirectory


def is_ours(root: Path) -> bool:
    """Whether this is a folder of our own course: nothing says otherwise, or it looks like ours."""
    found = all((root / name).is_dir() for name in ("solutions", "notebooks"))
    return found or not (root / SETTINGS).is_file()


def how_to_make(root: Path, lesson: str) -> str:
    """The command that makes the notebook that students get of this lesson."""
    if is_ours(root):
        return f"`{' '.join(['course build', lesson[:2]]).strip()}`"
    return f"`nbgrader generate_assignment {lesson or 'NAME'}`"


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
    for name, own in lesson_tables(settings(root), list(lessons)).items():
        out = own.get("leave_out", False)
        listed = out if isinstance(out, list) else []
        strangers = [one for one in listed if one not in lessons[name]]
        if strangers or not isinstance(out, bool | list):
            what = f"there is no exercise {strangers[0]}" if strangers else f"found {out!r}"
            raise ValueError(
                f"{FILE}: in [lessons.{name}], leave_out should be true, or a list of exercises"
                f" from {', '.join(lessons[name])}; {what}."
            )
        if out is True:
            gone.add(name)
        practice[name] = listed
    return gone, practice


def name_pattern(root: Path) -> str:
    """How names say whose work it is, where no platform that we know has made them."""
    return _text(root, "names", "week2-*-{student}")


def regrade_words(root: Path) -> str:
    """What a student is told who thinks that something was judged wrongly."""
    return _text(root, "regrade", "Write to ann@uni.example by 30 November.")


def chosen_seed(root: Path) -> str:
    """What hidden cases are drawn from, where a teacher has chosen it."""
    return _text(root, "seed", "7c1e 2027")


def _text(root: Path, key: str, example: str) -> str:
    """What stands under this key; nothing if the file doesn't have it."""
    found = settings(root).get(key, "")
    if not isinstance(found, str):
        raise ValueError(f'{FILE}: {key} should be a text, such as "{example}"; found {found!r}.')
    return found


def titles(root: Path, lessons: Sequence[str]) -> dict[str, str]:
    """What the tables for platforms call lessons, where the file says so."""
    tables = lesson_tables(settings(root), lessons)
    found = {name: own["title"] for name, own in tables.items() if "title" in own}
    for name, title in found.items():
        if not isinstance(title, str):
            raise ValueError(
                f"{FILE}: in [lessons.{name}], title should be a text; found {title!r}."
            )
    return found


def table(data: Mapping[str, Any], key: str, within: str = "") -> Mapping[str, Any]:
    """The table of this name, an empty one if there is none."""
    found = data.get(key, {})
    if not isinstance(found, dict):
        name = f"{within}.{key}" if within else key
        raise ValueError(f"{FILE}: {name} should be a table, [{name}]; found {found!r}.")
    return found


def lesson_tables(data: Mapping[str, Any], lessons: Sequence[str]) -> dict[str, Mapping[str, Any]]:
    """The table that each of these lessons has in the file, by the lesson's name."""
    own = table(data, "lessons")
    tables = {word: table(own, word, "lessons") for word in own}
    return by_lesson(tables, lessons)


def by_lesson(
    found: Mapping[str, T], lessons: Sequence[str], where: str = f"{FILE}, [lessons]"
) -> dict[str, T]:
    """What stands in a table under the number or name of a lesson, by the lesson's name."""
    made: dict[str, T] = {}
    for word, value in found.items():
        name = next((one for one in lessons if means(word, one)), None)
        if name is None:
            there = ", ".join(lessons)
            raise ValueError(f"{where}: there is no lesson {word}; there are {there}.")
        if name in made:
            raise ValueError(f"{where}: {name} is there by its name and its number; keep one.")
        made[name] = value
    return made


def means(word: str, lesson: str) -> bool:
    """Whether somebody who says this word means the lesson: its name or its number will do."""
    return word == lesson or (word.isdigit() and word == lesson[:2])


def only(found: Mapping[str, Any], known: set[str], where: str) -> None:
    """Refuse a key that means nothing here."""
    if wrong := sorted(set(found) - known):
        raise ValueError(
            f"{FILE}: {where} has {wrong[0]!r}, which means nothing; known are"
            f" {', '.join(sorted(known))}."
        )
