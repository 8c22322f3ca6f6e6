"""A lesson as its author wrote it: cells of percent text, exercises, checks and solutions.

The text is what jupytext calls the percent format, and a test compares the two readings. This
reader is our own for two reasons: an error can name the line it speaks of, and a mark that is
misspelt is an error, where jupytext would take it for the title of a cell.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

MARKS = ("exercise", "check", "points", "picture", "predict", "claim")
PARTS = {'"core"': False, '"further"': True}
"""What a cell of prose may say of itself and all cells behind it, up to the next that says so."""
NAME = re.compile(r"\d\d_[a-z0-9_]+")

BEGIN = "### BEGIN SOLUTION"
END = "### END SOLUTION"
BEGIN_HIDDEN = "### BEGIN HIDDEN TESTS"
END_HIDDEN = "### END HIDDEN TESTS"
TESTS = "autograder_tests"
FIRST = "names_of_the_lesson"
"""What nbgrader calls the cell that brings them: with it, nobody deletes that cell by mistake."""
HINTS = 3
"""So many hints are words; behind them may be a solution's lines in a wrong order."""

# nbgrader looks for these words anywhere in a line, in prose too.
MARKER = re.compile(r"(BEGIN|END) SOLUTION")
SOLUTION = re.compile(rf"^[ \t]*{BEGIN}[ \t]*\n(.*?)^[ \t]*{END}[ \t]*$", re.DOTALL | re.MULTILINE)
FOREIGN = re.compile(r"(BEGIN|END) (HIDDEN TESTS|MARK SCHEME)|### (HASHED )?AUTOTEST")

START = re.compile(r"^# ?%%")
HEADER = re.compile(r"(?:\s+\[markdown\])?(?:\s+\w+\s*=\s*(?:\"[^\"]*\"|\S+))*")
POINTS = re.compile(r"\d+(\.\d+)?")
MARK = re.compile(r"(\w+)\s*=\s*(\"[^\"]*\"|\S+)")
OURS = re.compile(r"^from course_lib\.\w+ import (\([^)]*\)|.*)", re.MULTILINE)
SHAPES = (
    '`# %%`, `# %% [markdown]`, `# %% exercise="name"`, `# %% check="name" points=3`,'
    ' `# %% picture="name"`, `# %% predict="name"` and `# %% claim="name"`'
)
# Words of prose that show a picture: the build draws it, and puts it where this stands.
SHOWN = re.compile(r"\(attachment:(\w+)\.png\)")


def handed_out(lesson: str, root: Path) -> Path:
    """The folder of all that the lesson with this name hands out beside its notebook."""
    return root / "course_lib" / "lessons" / f"lesson_{lesson[:2]}"


class LessonFault(ValueError):
    """What an author has to mend, behind its file and line, which editors can follow."""


def refuse(faults: Iterable[LessonFault]) -> None:
    """Raise these as one, with a line for each, if there are any."""
    every = dict.fromkeys(map(str, faults))
    if every:
        raise LessonFault("\n".join(every))


@dataclass(frozen=True)
class Cell:
    """One cell: prose, code, an exercise with its solution, its check, or a prediction.

    A picture's cell is in no notebook: its code draws what a cell of prose shows. Nor is a claim's:
    its assertions hold what the prose says of the cell above it.
    """

    part: Part
    exercise: str | None = None
    check: str | None = None
    points: int | float = 0
    predict: str | None = None
    picture: str | None = None
    claim: str | None = None
    claims: tuple[Cell, ...] = ()
    """What has to hold as soon as this cell has run."""
    further: bool = False
    """Whether a short edition of the lesson does without it."""
    first: bool = False
    """Whether it is the first of code, which brings the lesson's names; the build adds to it."""

    @property
    def grade_id(self) -> str | None:
        """What nbgrader calls this cell, or `None` when it is none of nbgrader's."""
        return f"check_{self.check}" if self.check else self.exercise or self.first * FIRST or None


@dataclass(frozen=True)
class Lesson:
    """The cells of `solutions/NN_topic.py`."""

    path: Path
    cells: tuple[Cell, ...]
    pictures: tuple[Cell, ...] = ()
    faults: tuple[LessonFault, ...] = ()
    """What its author has to mend before anything can be made of it."""

    @property
    def name(self) -> str:
        """What the lesson's folders and notebooks are called, such as `02_minimax`."""
        return self.path.stem

    @property
    def checks(self) -> tuple[Cell, ...]:
        """The cells that check an exercise."""
        return tuple(cell for cell in self.cells if cell.check)

    def fault(self, line: int, sentence: str) -> LessonFault:
        """The error that says this of this line."""
        return LessonFault(f"{self.path.parent.name}/{self.path.name}:{line}: {sentence}")


def read_lesson(path: Path) -> Lesson:
    """The lesson in this file, or a `LessonFault` about all that is wrong with it."""
    lesson = draft(path)
    refuse(lesson.faults)
    return lesson


def draft(path: Path) -> Lesson:
    """The lesson in this file, with all faults that are seen by reading it.

    A mark that is wrong is taken for what it seems to mean, so that it hides no other fault.
    """
    if not NAME.fullmatch(path.stem):
        lesson = Lesson(path, ())
        sentence = "a lesson's name is two digits and its topic, such as 02_minimax.py."
        return replace(lesson, faults=(lesson.fault(1, sentence),))
    return _draft(path, path.read_text(encoding="utf-8"))


@lru_cache(100)
def _draft(path: Path, text: str) -> Lesson:
    """The lesson that has this text, read once: whoever publishes asks for it again and again."""
    found, early = parts(text)
    cells = [*_in_parts(map(_cell, found))]
    lesson = Lesson(
        path,
        tuple(_with_claims(cell for cell in cells if not cell.picture)),
        tuple(cell for cell in cells if cell.picture),
    )
    marks = chain.from_iterable(map(_faults_of_marks, found))
    regions = chain.from_iterable(map(_faults_of_regions, lesson.cells))
    pairs, pictures = _faults_of_pairs(lesson), _faults_of_pictures(lesson)
    claims = chain.from_iterable(map(_faults_of_claims, cells))
    faults = chain(early, marks, regions, pairs, _faults_of_names(lesson), pictures, claims)
    return replace(lesson, faults=tuple(lesson.fault(*fault) for fault in faults))


def twice_named(lessons: Iterable[Lesson]) -> Iterator[Lesson]:
    """The lessons, with a fault for each exercise whose name another has used before.

    Checks and `mine` find work by its name.
    """
    seen: dict[str, Lesson] = {}
    for lesson in lessons:
        again = []
        for cell in lesson.cells:
            other = seen.setdefault(cell.exercise, lesson) if cell.exercise else lesson
            if other is not lesson:
                sentence = f"an exercise is called {cell.exercise!r} here and in {other.name}."
                again.append(lesson.fault(cell.part.line, sentence))
        yield replace(lesson, faults=(*lesson.faults, *again))


def _cell(part: Part) -> Cell:
    """The cell with what its marks mean, or seem to mean."""
    written = {} if part.markdown else part.marks
    marks: dict[str, Any] = {_meant(mark): value.strip('"') for mark, value in written.items()}
    marks.pop("", None)
    points = marks.pop("points", "0")
    number = float(points) if POINTS.fullmatch(points) else 0
    return Cell(part, points=int(number) if number == int(number) else number, **marks)


def _with_claims(cells: Iterable[Cell]) -> list[Cell]:
    """The cells without claims, each with those that stand below it."""
    kept: list[Cell] = []
    for cell in cells:
        if cell.claim and kept:
            kept[-1] = replace(kept[-1], claims=(*kept[-1].claims, cell))
        elif not cell.claim:
            kept.append(cell)
    return kept


def _in_parts(cells: Iterable[Cell]) -> Iterator[Cell]:
    """The cells, of which those behind `part="further"` know that they are not the core."""
    further = False
    for cell in cells:
        if cell.part.markdown:
            further = PARTS.get(cell.part.marks.get("part", ""), further)
        yield replace(cell, further=further)


def _meant(mark: str) -> str:
    """The mark that this one is or comes close to, or nothing."""
    close = [mark] if mark in MARKS else difflib.get_close_matches(mark, MARKS, 1)
    return next(iter(close), "")


# --- what may be wrong with a lesson: lines with sentences ----------------------------------------

Faults = Iterator[tuple[int, str]]


def _faults_of_marks(part: Part) -> Faults:
    """What is wrong with the line that begins this cell, and with its marks."""
    yield from part.faults
    if part.markdown:
        yield from _faults_of_prose(part)
        return
    for mark in part.marks:
        if mark not in MARKS:
            near = _meant(mark)
            meant = f"; was {near}= meant?" if near else "."
            known = ", ".join(f"{each}=" for each in MARKS)
            yield part.line, f"the mark {mark}= is unknown{meant} There are {known}"
    kinds = [mark for mark in part.marks if mark in MARKS and mark != "points"]
    if len(kinds) > 1:
        sentence = f"a cell is {kinds[0]}= or {kinds[1]}=, not both; give each a cell of its own."
        yield part.line, sentence
    for mark in kinds:
        value = part.marks[mark]
        if value != f'"{value[1:-1]}"' or not value[1:-1].isidentifier():
            sentence = f'{mark}={value} should be a name in quotes, such as {mark}="minimax".'
            yield part.line, sentence
    points = part.marks.get("points")
    if "check" not in part.marks:
        if points is not None:
            yield part.line, 'points= belongs to a check: # %% check="name" points=3'
        return
    # The build writes the code of checks, so that all are alike.
    for number, line in enumerate(part.source.splitlines(), part.first):
        if line.strip() and not line.lstrip().startswith("#"):
            sentence = f"{line.strip()!r} is in a check's cell, which the build fills by itself."
            yield number, sentence
    if points is None:
        yield part.line, "this check does not say its points=; points=0 is a check for practice."
    elif not POINTS.fullmatch(points):
        yield part.line, f"points={points} should be a number from 0 on, such as points=3."


def _faults_of_prose(part: Part) -> Faults:
    """A mark that means nothing above prose."""
    for mark, value in part.marks.items():
        if mark != "part":
            yield part.line, "a cell of prose has no mark but part=; others belong to code."
        elif value not in PARTS:
            yield part.line, f'part={value} should be part="core" or part="further".'


def _faults_of_pairs(lesson: Lesson) -> Faults:
    """An exercise or a check that is alone, comes twice, or stands in the wrong order."""
    lines: dict[str, dict[str, int]] = {"exercise": {}, "check": {}}
    exercises, checks = lines.values()
    for cell in lesson.cells:
        line = cell.part.line
        for (kind, seen), name in zip(lines.items(), (cell.exercise, cell.check), strict=True):
            if name in seen:
                yield (
                    line,
                    f"a second {kind} is called {name!r}; the first is in line {seen[name]}.",
                )
            if name:
                seen[name] = line
        if cell.check and cell.check not in exercises:
            yield line, f'before this check there is no cell # %% exercise="{cell.check}".'
    for name, line in exercises.items():
        if name not in checks:
            sentence = (
                f"the exercise {name!r} has no check after it; an exercise for practice"
                f' has one too: # %% check="{name}" points=0'
            )
            yield line, sentence
        if f"check_{name}" in exercises:
            sentence = f"nbgrader would call this and the check of {name!r} the same; rename it."
            yield exercises[f"check_{name}"], sentence


def _faults_of_names(lesson: Lesson) -> Faults:
    """A call that the build writes, of a name that no cell above it imports."""
    imported: set[str] = set()
    for cell in lesson.cells:
        for name, room, written in (
            ("check", "checks", cell.check),
            ("predict", "questions", cell.predict),
        ):
            if written and name not in imported:
                imported.add(name)
                place = f"from course_lib.{room} import {name}"
                sentence = f"no cell above imports {name}; the first cell of code says {place}"
                yield cell.part.line, sentence
        if not (cell.part.markdown or cell.grade_id or cell.predict):
            lines = OURS.findall(cell.part.source)
            imported |= set(re.findall(r"\w+", "\n".join(lines)))


def _faults_of_pictures(lesson: Lesson) -> Faults:
    """A picture that no prose shows, and prose that shows one that nobody draws."""
    drawn = {str(cell.picture): cell.part.line for cell in lesson.pictures}
    prose = [cell.part for cell in lesson.cells if cell.part.markdown]
    wanted = {name: part.line for part in prose for name in SHOWN.findall(part.source)}
    for name in sorted(wanted.keys() - drawn.keys()):
        sentence = f'this prose shows {name}.png, and no cell # %% picture="{name}" draws it.'
        yield wanted[name], sentence
    for name in sorted(drawn.keys() - wanted.keys()):
        sentence = f"no prose shows this picture; ![what is on it](attachment:{name}.png) does."
        yield drawn[name], sentence


def _faults_of_claims(cell: Cell) -> Faults:
    """A claim that asserts nothing."""
    if cell.claim and not re.search(r"^\s*assert ", cell.part.source, re.MULTILINE):
        yield cell.part.line, "a claim says with `assert` what has to hold."


def _faults_of_regions(cell: Cell) -> Faults:
    """A solution's marker in the wrong place, open or closed twice; words students must not see."""
    opened = regions = 0
    for number, line in enumerate(cell.part.source.splitlines(), cell.part.first):
        if TESTS in line:
            yield number, f"students would read of {TESTS} here; only the build writes that name."
        if foreign := FOREIGN.search(line):
            yield (
                number,
                f"{foreign[0]!r} means something to nbgrader, and only the build writes it.",
            )
        marker = MARKER.search(line)
        if not marker:
            continue
        if line.strip() not in (BEGIN, END):
            yield number, f"{line.strip()!r} should be {BEGIN!r} or {END!r}, alone in its line."
        if not cell.exercise:
            yield number, 'a solution stands in a cell that begins with # %% exercise="name".'
        if marker[1] == "BEGIN" and opened:
            yield number, f"this solution begins before the one of line {opened} has ended."
        if marker[1] == "END" and not opened:
            yield number, f"no solution is open here; {BEGIN!r} is missing."
        opened = number if marker[1] == "BEGIN" else 0
        regions += marker[1] == "END"
    if opened:
        yield opened, f"this solution is not closed; {END!r} is missing."
    elif cell.exercise and not regions:
        yield cell.part.line, f"this exercise has no solution between {BEGIN!r} and {END!r}."


def solutions(source: str) -> Iterator[list[str]]:
    """The lines of each solution in a cell's text, which has been checked."""
    for match in SOLUTION.finditer(source):
        yield match[1].splitlines()


def without_solutions(source: str) -> str:
    """The cell's text without them."""
    return SOLUTION.sub("", source)


# --- percent text: the cells with the lines where they stand --------------------------------------


@dataclass(frozen=True)
class Part:
    """One cell as it stands in the source: its marks, its text, and its lines."""

    markdown: bool
    marks: dict[str, str]
    source: str
    line: int
    """Where `# %%` stands; lines count from 1."""
    first: int
    """Where the text itself begins."""
    faults: tuple[tuple[int, str], ...] = ()
    """What is wrong with these lines, by themselves."""


def parts(text: str) -> tuple[list[Part], list[tuple[int, str]]]:
    """The cells of this text in order, and what is wrong before the first of them."""
    lines = text.splitlines()
    starts = [number for number, line in enumerate(lines) if START.match(line)]
    early = [
        (number, f"{line!r} stands before the first cell; begin with # %%.")
        for number, line in enumerate(lines[: starts[0] if starts else None], 1)
        if line.strip()
    ]
    ends = [*starts[1:], len(lines)]
    cells = [_part(lines, start, end) for start, end in zip(starts, ends, strict=False)]
    return cells, early[:1]


def _part(lines: list[str], start: int, end: int) -> Part:
    """The cell whose `# %%` is at this index, and which ends before that one."""
    faults = []
    rest = lines[start].partition("%%")[2]
    if not HEADER.fullmatch(rest.rstrip()):
        sentence = f"{lines[start]!r} does not begin a cell; the ways to do so are {SHAPES}."
        faults.append((start + 1, sentence))
    found = MARK.findall(rest)
    if twice := [name for name, count in Counter(name for name, _ in found).items() if count > 1]:
        faults.append((start + 1, f"the mark {twice[0]}= stands here twice; one is enough."))
    markdown = rest.lstrip().startswith("[")
    body = [line.rstrip() if markdown else line for line in lines[start + 1 : end]]
    first = start + 1
    while body and not body[0].strip():
        del body[0]
        first += 1
    while body and not body[-1].strip():
        del body[-1]
    if markdown:
        for number, line in enumerate(body, first + 1):
            if line and not line.startswith("#"):
                sentence = f"{line!r} is in a cell of prose, where each line begins with #."
                faults.append((number, sentence))
        body = [re.sub(r"^# ?", "", line) for line in body]
    return Part(markdown, dict(found), "\n".join(body), start + 1, first + 1, tuple(faults))
