"""Sorts what was handed in by students and lessons; nothing is dropped silently."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from course_tools.grade.intake.folders import PLAIN_PYTHON
from course_tools.grade.intake.labels import Label, label_of, lesson_in, without_top
from course_tools.grade.intake.pieces import Piece, Pieces, Unreadable
from course_tools.grade.intake.zips import inside
from course_tools.grade.repair import signs_in

NOTEBOOK = re.compile(r"\.ipynb(\.txt|\.json)?$|\.ipynb\s?\(\d+\)$", re.IGNORECASE)
ARCHIVE = re.compile(r"\.(tar|tgz|gz|bz2|xz|rar|7z)$", re.IGNORECASE)
NO_NOTEBOOK = "is no notebook: it was not taken."
TIME = "timestamp.txt"
NAME = 3
"""A lesson's name in a file's name counts as much as so many of its cells."""


@dataclass(frozen=True)
class Handed:
    """A notebook that somebody handed in for a lesson."""

    piece: Piece
    label: Label
    lesson: str
    digest: str
    """The same for the same bytes."""
    alike: int = 0
    """How many of its cells are those of the lesson."""


@dataclass
class Person:
    """All that came under one name."""

    label: Label
    notebooks: list[Handed] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    beside: list[str] = field(default_factory=list)
    """Files that are no notebooks."""
    times: dict[str, str] = field(default_factory=dict)
    """By folder, the time that nbgrader wrote down."""


@dataclass
class Sorted:
    """Everybody who handed something in, and what belongs to nobody."""

    people: dict[tuple[str, tuple[str, ...]], Person] = field(default_factory=dict)
    odd: list[str] = field(default_factory=list)


def sort(
    found: Pieces,
    lessons: Mapping[str, Collection[str]],
    wanted: Collection[str],
    is_student: Callable[[str], bool],
) -> Sorted:
    """The files by the people who handed them in, each notebook with the lesson it is for.

    `lessons` are all lessons with the names of their cells, as far as they are known; `wanted` are
    those that are to be graded; `is_student` says whether the class list has such a name.
    """
    done = Sorted(odd=list(found.odd))
    shorter = without_top(found.names, lessons, is_student)
    for piece, path in zip(found.found, shorter, strict=True):
        label = label_of(path, lessons)
        loose = "/" not in path and not label.platform
        if loose and not (NOTEBOOK.search(path) or path.lower().endswith(".zip")):
            python = path.lower().endswith(".py")
            done.odd.append(f"{piece.name} {PLAIN_PYTHON if python else NO_NOTEBOOK}")
        elif not label.student:
            done.odd.append(f"{piece.name} does not say whose it is: it was not taken.")
        else:
            person = done.people.setdefault((label.student, label.numbers), Person(label))
            _take(person, piece, label, lessons, wanted)
    return done


def _take(
    person: Person,
    piece: Piece,
    label: Label,
    lessons: Mapping[str, Collection[str]],
    wanted: Collection[str],
    *,
    opened: bool = False,
) -> None:
    """Take a file for what it is: a notebook, a zip with some, a time, or something else."""
    name = piece.name
    try:
        if label.typed:
            person.odd.append(f"{name} was typed into {label.platform}; only notebooks are graded.")
        elif name.rpartition("/")[2] == TIME:
            person.times[name.rpartition("/")[0]] = piece.read()[:100].decode(errors="replace")
        elif NOTEBOOK.search(name):
            _notebook(person, piece, label, lessons, wanted)
        elif name.lower().endswith(".zip") and not opened:
            within = inside(piece)
            person.odd.append(f"{name} is a zip; what is in it was taken.")
            person.odd += [f"In {name}: {sentence}" for sentence in within.odd]
            for one in within.found:
                shown = replace(one, name=f"{name}/{one.name}")
                _take(person, shown, label, lessons, wanted, opened=True)
        elif ARCHIVE.search(name) or name.lower().endswith(".zip"):
            person.odd.append(f"{name} is an archive that is not opened; ask for the notebook.")
        else:
            person.beside.append(name)
    except Unreadable as error:
        person.odd.append(f"{name} {error}")


def _notebook(
    person: Person,
    piece: Piece,
    label: Label,
    lessons: Mapping[str, Collection[str]],
    wanted: Collection[str],
) -> None:
    """Take a notebook for the lesson whose cells it has, else for the one in its name."""
    data = piece.read()
    if not re.search(r"\.ipynb$", piece.name, re.IGNORECASE):
        person.odd.append(f"{piece.name} was read as a notebook, though its name ends otherwise.")
    signs = signs_in(data)
    alike = {lesson: len(signs & set(names)) for lesson, names in lessons.items()}
    named = lesson_in(piece.name, lessons)
    # Lessons may have a cell or two in common, so that a name in the file counts for some.
    likely = {lesson: count + NAME * (lesson == named) for lesson, count in alike.items()}
    lesson = max(likely, key=likely.__getitem__, default="")
    if not likely.get(lesson):
        lesson = next(iter(wanted)) if len(wanted) == 1 else ""
    if not lesson:
        person.odd.append(f"{piece.name} does not say which lesson it is for: it was not taken.")
    elif lesson not in wanted:
        person.odd.append(f"{piece.name} is for {lesson}, which is not graded now: not taken.")
    else:
        if named and named != lesson:
            person.odd.append(f"{piece.name} is called {named}, but it is a notebook of {lesson}.")
        digest = hashlib.sha256(data).hexdigest()
        person.notebooks.append(Handed(piece, label, lesson, digest, alike.get(lesson, 0)))


def chosen(handed: list[Handed]) -> tuple[Handed, str]:
    """The one of several notebooks for the same lesson that counts, and a sentence if need be."""
    order = sorted(
        handed, key=lambda one: (one.label.upload, one.alike, _is_named(one), one.piece.name)
    )
    best = order[-1]
    if len(handed) == 1:
        return best, ""
    others = ", ".join(one.piece.name for one in order[:-1])
    if all(one.digest == best.digest for one in handed):
        return (
            best,
            f"The same notebook was handed in {len(handed)} times: {best.piece.name} was taken.",
        )
    second = order[-2]
    if second.label.upload != best.label.upload:
        why = "is the newest"
    elif second.alike != best.alike:
        why = "has more of the lesson's cells"
    elif _is_named(second) != _is_named(best):
        why = "has the lesson's name"
    else:
        why = "has the last name in the order of the alphabet"
    return best, f"{best.piece.name} was taken for {best.lesson}, because it {why}; not {others}."


def _is_named(one: Handed) -> bool:
    """Whether the file has the name that the lesson's notebook has."""
    return one.label.file.lower() == f"{one.lesson}.ipynb"
