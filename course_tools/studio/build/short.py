"""Short editions: a lesson without its further parts, and how many minutes each part takes.

An author marks the parts in the lesson's source: `# %% [markdown] part="further"` begins what a
short edition does without, up to the next cell that says `part="core"`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import count, product
from pathlib import Path
from typing import NamedTuple

from nbformat import NotebookNode

from course_tools.studio.build.lesson import TESTS, Cell, Lesson

HEADING = re.compile(r"^#{1,2} (.+)", re.MULTILINE)
NUMBERED = re.compile(r"^(## \w+ )\d+(?=:)", re.MULTILINE)
"""The heading of an exercise, up to its number."""

WORDS = 180, 90
"""How many words somebody reads in a minute, at a quick and at a slow pace."""
RUNS = 0.4, 0.8
"""How many minutes it takes to run a cell, look at it and guess, at the same paces."""


class Minutes(NamedTuple):
    """How long something takes at a quick and at a slow pace."""

    quick: float = 0
    slow: float = 0

    def __str__(self) -> str:
        quick, slow = (max(1, round(one)) for one in self)
        return f"{quick} to {slow}"


def total(several: Sequence[Minutes]) -> Minutes:
    """All of them, one after the other."""
    return Minutes(sum(one.quick for one in several), sum(one.slow for one in several))


@dataclass
class Section:
    """What stands under one heading: how many words and cells, and which exercises."""

    title: str
    words: int = 0
    cells: int = 0
    exercises: list[str] = field(default_factory=list)

    def minutes(self, of_exercises: Mapping[str, Minutes]) -> Minutes:
        """How long it takes to read it, run it, and do its exercises."""
        work = total([of_exercises[name] for name in self.exercises])
        quick, slow = (
            self.words / pace + self.cells * run for pace, run in zip(WORDS, RUNS, strict=True)
        )
        return Minutes(quick + work.quick, slow + work.slow)


def sections(lesson: Lesson, *, short: bool) -> list[Section]:
    """The sections of a lesson, or of its short edition, in order."""
    found = [Section("")]
    number = count(1)
    for cell in _kept(lesson, short=short):
        words = cell.part.source
        if cell.part.markdown:
            before = 0
            for heading in HEADING.finditer(words):
                found[-1].words += len(words[before : heading.start()].split())
                before = heading.start()
                title = re.sub(r"(\w+ )\d+(?=:)", lambda m: f"{m[1]}{next(number)}", heading[1])
                found.append(Section(title))
            found[-1].words += len(words[before:].split())
        elif cell.exercise:
            found[-1].exercises.append(cell.exercise)
        elif not cell.check:
            found[-1].cells += 1
            found[-1].words += len(words.split()) if cell.predict else 0
    return [one for one in found if one.words or one.cells]


def of_exercises(lesson: Lesson, root: Path) -> dict[str, Minutes]:
    """How long each exercise of the lesson takes, as its file says."""
    found = {}
    for name in (cell.exercise for cell in lesson.cells if cell.exercise):
        text = (root / TESTS / lesson.name / f"{name}.py").read_text(encoding="utf-8")
        said = re.search(r'^MINUTES = "(\d+)(?: to (\d+))?"', text, re.MULTILINE)
        quick, slow = (said[1], said[2] or said[1]) if said else ("0", "0")
        found[name] = Minutes(float(quick), float(slow))
    return found


def minutes(lesson: Lesson, root: Path, *, short: bool) -> Minutes:
    """How long the lesson takes, or its short edition."""
    own = of_exercises(lesson, root)
    return total([one.minutes(own) for one in sections(lesson, short=short)])


def fitting(lessons: Sequence[Lesson], most: float | None, root: Path) -> dict[str, bool]:
    """Which of these lessons have to be short so that all fit into so many minutes, slowly done.

    As little as possible is left out; a `ValueError` where even all short ones take longer.
    """
    choices = [
        (False, True) if any(cell.further for cell in one.cells) else (False,) for one in lessons
    ]
    ways = {
        way: sum(minutes(one, root, short=s).slow for one, s in zip(lessons, way, strict=True))
        for way in product(*choices)
    }
    well = {way: slow for way, slow in ways.items() if most is None or slow <= most}
    if not well:
        names = " and ".join(one.name[:2] for one in lessons)
        raise ValueError(
            f"the least of {names} takes up to {math.ceil(min(ways.values()))} minutes, which is"
            f" more than {most:g}; take fewer lessons, or more hours"
        )
    best = max(well, key=lambda way: well[way])
    return {one.name: short for one, short in zip(lessons, best, strict=True)}


def shortened(lesson: Lesson, notebook: NotebookNode) -> NotebookNode:
    """This notebook of the lesson, in any language, without its further parts.

    The exercises that stay are numbered anew.
    """
    made, number = deepcopy(notebook), count(1)
    pairs = zip(lesson.cells, made.cells, strict=True)
    made.cells = [node for cell, node in pairs if not cell.further]
    for node in made.cells:
        if node.cell_type == "markdown":
            node.source = NUMBERED.sub(lambda found: f"{found[1]}{next(number)}", node.source)
    return made


def _kept(lesson: Lesson, *, short: bool) -> list[Cell]:
    return [cell for cell in lesson.cells if not (short and cell.further)]
