"""From a file that was handed in to a notebook that can be graded: a fresh lesson, with its cells.

The lesson as it was handed out is the frame: its cells in its order, and all that students should
not change. Into it go the answers, what the student has changed elsewhere, and, each behind the
cell it stood behind, cells of the student's own. A cell is known by its mark for nbgrader, else by
its name in the file, else by its text; an answer also by the function that it defines. Each change
is told in plain words.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, count

from nbformat import NotebookNode

from course_tools.grade.notebooks import NBFORMAT
from course_tools.grade.records import Repair
from course_tools.grade.repair.code import Code, code_of, goes_on, without_fence
from course_tools.grade.repair.reading import Cell, cells_of, kernel_of, language_of, read

_FEW = 4
"""A notebook in which less than this part of a lesson is found again is not one of the lesson."""

_MOST_PARTS = 6
"""Into so many cells a function is put together again."""

_SHOWN = 3
"""So many names are told in one sentence."""

_CHECK = "check_"
_MARKS = ("schema_version", "grade", "locked", "solution", "task", "points")
_WORD = re.compile(r"[^\W\d]\w*")
_KINDS = {"code": "code", "markdown": "prose"}


@dataclass(frozen=True)
class Repaired:
    """What can be graded of a file, and what was done to it."""

    notebook: NotebookNode | None
    """A notebook with each of the lesson's graded cells once, or `None` if there is nothing.

    A cell of the lesson has the name (`id`) that it has there, whatever the student's file says.
    Nothing has outputs, and of the metadata only what nbgrader needs is left.
    """
    repairs: tuple[Repair, ...] = ()


def repaired(raw: bytes, released: NotebookNode) -> Repaired:
    """The notebook in these bytes, put right by the student edition that it was made from.

    Nothing that the bytes hold raises an error, and the same bytes give the same notebook.
    """
    lesson = _lesson_cells(released)
    data, remarks, whole = read(raw)
    if data is None:
        return _nothing(lesson, remarks)
    cells, more = cells_of(data)
    remarks += more
    if not cells:
        return _nothing(lesson, [*remarks, "There is nothing in the notebook."])
    language = language_of(data)
    is_python = language.lower() in ("", "python", "python3", "ipython")
    done = _Transplant(lesson, cells)
    answers = sum(one.is_answer for one in lesson) - len(done.lost)
    if not is_python and not answers:
        return _nothing(lesson, [*remarks, f"The notebook is in {language}, and not in Python."])
    # Two lessons may have a function of one name: then the marks tell which of them it is.
    matched = sum(map(bool, done.claims.values()))
    if answers <= len(done.strangers) and matched * _FEW < len(lesson):
        return _nothing(lesson, [*remarks, "The notebook is not one of this lesson."])
    kernel = kernel_of(data)
    theirs = released.metadata
    if not is_python:
        remarks.append(f"The notebook said that it is in {language}; it was read as Python.")
    elif not kernel and whole:
        remarks.append("The notebook did not say which kernel it needs; it got the lesson's.")
    elif kernel and kernel != theirs.get("kernelspec", {}).get("name", ""):
        remarks.append(f"The notebook asked for the kernel {kernel!r}; it got the lesson's.")
    metadata = {key: theirs[key] for key in ("kernelspec", "language_info") if key in theirs}
    notebook: NotebookNode = NBFORMAT.from_dict(
        {"cells": [], "metadata": deepcopy(metadata), "nbformat": 4, "nbformat_minor": 5}
    )
    notebook.cells = done.nodes()
    return Repaired(notebook, (*map(Repair, remarks), *done.repairs))


def signs_of(released: NotebookNode) -> frozenset[str]:
    """The names by which a notebook of this lesson is known again, whatever its file is called."""
    return frozenset(
        name for cell in _lesson_cells(released) for name in (cell.id, cell.grade_id) if name
    )


def signs_in(raw: bytes) -> frozenset[str]:
    """The names in a file that was handed in, to be compared with those of the lessons."""
    data = read(raw).data
    cells, _ = ([], []) if data is None else cells_of(data)
    return frozenset(name for cell in cells for name in (cell.id, cell.grade_id) if name)


def _nothing(lesson: list[LessonCell], remarks: list[str]) -> Repaired:
    """The outcome of a file in which nothing can be graded."""
    why = remarks[-1]
    lost = [
        Repair(f"No points for {one.exercise}: {why}", one.exercise, lost=True)
        for one in lesson
        if one.is_answer
    ]
    return Repaired(None, (*map(Repair, remarks), *lost))


# --- the lesson as it was handed out -------------------------------------------------------------


@dataclass(eq=False)
class LessonCell(Cell):
    """One cell of the lesson, with what it is to students and to nbgrader."""

    number: int = 0
    node: NotebookNode = field(default_factory=NotebookNode)

    @cached_property
    def code(self) -> Code:
        """What its text is as Python; nothing for prose."""
        return code_of(self.source) if self.kind == "code" else Code()

    @property
    def is_answer(self) -> bool:
        """Whether students write in it, and that is what is graded."""
        return bool(self.mark.get("solution"))

    @property
    def is_fixed(self) -> bool:
        """Whether its text is the lesson's, whatever somebody made of it."""
        return bool(self.mark) and not self.is_answer

    @property
    def exercise(self) -> str:
        """The exercise that it belongs to, or nothing."""
        graded = self.is_answer or self.mark.get("grade")
        return self.grade_id.removeprefix(_CHECK) if graded else ""

    @property
    def function(self) -> str:
        """The function that students write in it, or nothing if they write something else."""
        written = list(self.code.functions) if self.is_answer else []
        return self.grade_id if self.grade_id in written or not written else written[-1]

    @property
    def name(self) -> str:
        """What the cell is called in a sentence."""
        if not self.exercise:
            return f"the cell {self.grade_id}"
        return f"the {'cell' if self.is_answer else 'check'} of {self.exercise}"

    @property
    def begins(self) -> str:
        """Its first line."""
        return next((line for line in self.source.splitlines() if line.strip()), "")[:60]

    def is_untouched(self, cell: Cell) -> bool:
        """Whether this cell of a student's holds nothing but what was handed out."""
        code = cell.code
        return cell.plain == self.plain or (
            code.readable
            and code.functions == self.code.functions
            and code.binds == self.code.binds
        )

    def is_written(self, cell: Cell) -> bool:
        """Whether this cell holds the function, and not in the form in which it was handed out."""
        code = cell.code.functions.get(self.function)
        return code is not None and code != self.code.functions.get(self.function)


def _lesson_cells(released: NotebookNode) -> list[LessonCell]:
    """The cells of a lesson, with the marks of those that nbgrader looks at."""
    cells = []
    for number, node in enumerate(released.cells):
        mark = dict(node.metadata.get("nbgrader", {}))
        if not (mark.get("grade") or mark.get("solution") or mark.get("locked")):
            mark = {}
        kind, source = str(node.cell_type), str(node.source)
        cells.append(LessonCell(kind, source, str(node.id), mark, {}, number, node))
    return cells


# --- which cell is which -------------------------------------------------------------------------

Claims = dict[LessonCell, list[Cell]]
"""For each cell that nbgrader knows, all that claim to be it; for others, the one that is it."""


def _claims(lesson: list[LessonCell], cells: list[Cell]) -> Claims:
    """By the mark for nbgrader, then by the name in the notebook, then by the text.

    A cell of prose or a thing to try has to be of the same kind, too.
    """
    claims: Claims = {one: [] for one in lesson}
    marked = {one.grade_id: one for one in lesson if one.mark}
    for cell in cells:
        if cell.grade_id in marked:
            claims[marked[cell.grade_id]].append(cell)
    rest = [cell for cell in cells if cell.grade_id not in marked]

    def match(ones: Iterable[LessonCell], same: Callable[[LessonCell, Cell], bool]) -> None:
        """Let each cell that nobody claims yet have its first match."""
        for one in ones:
            if not claims[one] and (cell := next((c for c in rest if same(one, c)), None)):
                claims[one].append(cell)
                rest.remove(cell)

    for ones in ([one for one in lesson if one.mark], [one for one in lesson if not one.mark]):
        match(ones, lambda one, c: one.id == c.id and (bool(one.mark) or one.kind == c.kind))
        match(ones, lambda one, c: one.kind == c.kind and one.plain == c.plain)
    return claims


def _answer(one: LessonCell, claims: Claims, cells: list[Cell]) -> Cell | None:
    """The cell that holds the answer to this exercise, or `None` if there is none.

    Of the cells with the exercise's own mark the last one counts in which the function is written,
    and is no longer as it was handed out. If there is none, any other cell may hold it.
    """
    marked = claims[one]
    if not one.function:
        changed = [cell for cell in marked if cell.plain != one.plain]
        return next(reversed(changed or marked[:1]), None)
    known = {cell: other for other, several in claims.items() for cell in several}

    def may_be_own(cell: Cell) -> bool:
        """Whether the student may have written the answer in this cell, which is no graded one."""
        if cell.kind != "code" or (cell in known and known[cell].mark):
            return False
        # A lesson may show a function of the same name: that is nobody's answer.
        return cell not in known or one.function not in known[cell].code.functions

    own = [cell for cell in cells if may_be_own(cell)]
    others = [cell for cell in cells if cell in known and known[cell].mark and cell not in marked]
    for group in (marked, own, others):
        if written := [cell for cell in group if one.is_written(cell)]:
            # Of copies that say the same, the first one stands where the lesson has it.
            return next(cell for cell in written if cell.plain == written[-1].plain)
    tried = [cell for cell in marked if not one.is_untouched(cell)]
    if begun := [cell for cell in tried + own if one.function in cell.code.begun]:
        return max(begun, key=cells.index)
    return next(reversed(tried or marked[:1]), None)


def _steady(known: list[tuple[Cell, LessonCell]]) -> set[Cell]:
    """A largest set of cells that stand in the order of the lesson: the others were moved."""
    ends: list[int] = []
    chains: list[list[Cell]] = []
    for cell, one in known:
        place = bisect_left(ends, one.number)
        chain = [*(chains[place - 1] if place else []), cell]
        ends[place : place + 1] = [one.number]
        chains[place : place + 1] = [chain]
    return set(chains[-1]) if chains else set()


# --- the transplant ------------------------------------------------------------------------------


class _Transplant:
    """The lesson with the student's cells in it; none of them is lost silently."""

    def __init__(self, lesson: list[LessonCell], cells: list[Cell]) -> None:
        self.lesson = lesson
        self.repairs: list[Repair] = []
        self.strangers: list[str] = []
        """Names for nbgrader that this lesson does not have."""
        self.cells = self._joined(cells)
        self.claims = _claims(lesson, self.cells)
        self._known = {cell: one for one, several in self.claims.items() for cell in several}
        chosen = {one: _answer(one, self.claims, self.cells) for one in lesson if one.is_answer}
        self.lost = [one for one, cell in chosen.items() if cell is None]
        """Exercises to which there is no answer anywhere."""
        self._answers = {one: cell for one, cell in chosen.items() if cell is not None}
        self._in_order = True
        self._anchors = self._anchored()
        self._texts: dict[LessonCell, Cell] = {}
        """The student's text in cells of the lesson; in all others the lesson's own stands."""
        self._before: dict[LessonCell, list[Cell]] = defaultdict(list)
        self._behind: dict[int, list[Cell]] = defaultdict(list)
        """Cells of the student's own, by the lesson's cell that they stand before or behind."""
        self._used: dict[Cell, LessonCell | None] = {}
        """The cells with answers, and where their text goes; `None` if it stays where it is."""
        for one, cell in self._answers.items():
            self._place(one, cell)
        for cell in self.cells:
            if self._used.get(cell) is None:
                self._keep(cell)
        self._left_out = self._missing()
        if self.strangers:
            names = _listed(repr(_short(name)) for name in self.strangers)
            self._say(f"Marks that this lesson does not have were taken off cells: {names}.")

    def nodes(self) -> list[NotebookNode]:
        """The cells of the whole notebook, in the lesson's order."""
        ids = {one.id for one in self.lesson}
        made = [_own_node(cell, ids) for cell in self._behind[-1]]
        for one in self.lesson:
            made += [_own_node(cell, ids) for cell in self._before[one]]
            if one not in self._left_out:
                made.append(_lesson_node(one, self._texts.get(one)))
            made += [_own_node(cell, ids) for cell in self._behind[one.number]]
        return made

    def _say(self, sentence: str, exercise: str = "", *, lost: bool = False) -> None:
        """Add a repair, once."""
        repair = Repair(sentence[:1].upper() + sentence[1:], exercise, lost)
        if repair not in self.repairs:
            self.repairs.append(repair)

    def _joined(self, cells: list[Cell]) -> list[Cell]:
        """The cells, with functions together again whose end begins another cell."""
        marked = {one.grade_id: one for one in self.lesson if one.function}
        whole: list[Cell] = []
        place = 0
        while place < len(cells):
            cell, end = cells[place], place + 1
            one = marked.get(cell.grade_id)
            if one is not None and cell.kind == "code":
                end = place + _parts(one, cells[place : place + _MOST_PARTS])
            if one is not None and end > place + 1:
                text = "\n".join(part.source.strip("\n") for part in cells[place:end])
                cell = replace(cell, source=text)
                self._say(
                    f"The cell of {one.exercise} was split inside the function; its parts were put"
                    " together again.",
                    one.exercise,
                )
            whole.append(cell)
            place = end
        return whole

    def _anchored(self) -> dict[Cell, int]:
        """For each cell the number of the lesson's cell behind which it stands, -1 on top."""
        known = [(cell, self._known[cell]) for cell in self.cells if cell in self._known]
        steady = _steady(known)
        if 2 * len(steady) < len(known):
            self._in_order = False
            steady = {cell for cell, _ in known}
            self._say("The cells stood in another order; they were put back into the lesson's.")
        anchors, here = {}, -1
        for cell in self.cells:
            anchors[cell] = here
            one = self._known.get(cell)
            if one is not None and cell in steady:
                here = one.number
            elif one is not None and not one.mark and one.code.binds:
                self._say(f"The cell that begins {one.begins!r} was moved back to its place.")
        return anchors

    def _place(self, one: LessonCell, cell: Cell) -> None:
        """Put an answer into its cell, or say that it counts where it stands."""
        name = one.exercise
        check = next((each for each in self.lesson if each.grade_id == _CHECK + name), one)
        other = self._known.get(cell, one)
        if cell in self._used or (other is not one and other.is_answer):
            why = "stands in the cell of another exercise"
        elif self._in_order and self._anchors[cell] > check.number and cell.kind == one.kind:
            self._used[cell] = None
            why = "stands further down in the notebook"
        else:
            self._used[cell] = one
            self._texts[one] = self._as_answer(one, cell)
            return
        self._texts[one] = Cell("code", f"# {name} is written in another cell.")
        self._say(f"The answer to {name} {why}; it counts.", name)

    def _as_answer(self, one: LessonCell, cell: Cell) -> Cell:
        """The cell with an answer, with all that is wrong with it put right."""
        name = one.exercise
        if cell.grade_id == one.grade_id:
            self._marks_put_back(one, cell)
        elif cell.grade_id:
            self._say(
                f"The cell with the answer to {name} was called {_short(cell.grade_id)!r}"
                f" for nbgrader; it was given its own name back.",
                name,
            )
        else:
            self._say(
                f"The answer to {name} stood in a cell that was not marked for grading; it was"
                " found all the same, and marked.",
                name,
            )
        if cell.kind == one.kind:
            return cell
        self._kind_put_back(one, cell)
        source = without_fence(cell.source) if one.kind == "code" else cell.source
        return replace(cell, kind=one.kind, source=source, pictures={})

    def _keep(self, cell: Cell) -> None:
        """Find a place for a cell whose text is no answer, or one that counts where it stands."""
        one = self._known.get(cell)
        if one is None or cell in self._used:
            if cell.grade_id and one is None and cell.grade_id not in self.strangers:
                self.strangers.append(cell.grade_id)
            self._behind[self._anchors[cell]].append(cell)
        elif not one.mark:
            self._texts[one] = cell
        elif one.is_answer:
            self._copy(one, cell, self._answers.get(one, one))
        elif cell is next(each for each in self.claims[one] if each not in self._used):
            self._fixed(one, cell)
        else:
            self._copy(one, cell, one)

    def _copy(self, one: LessonCell, cell: Cell, counts: Cell) -> None:
        """Keep a copy of a graded cell if it says something of its own; another one counts."""
        if cell.plain == counts.plain or one.is_untouched(cell):
            if counts is one or counts in self.claims[one]:
                self._say(f"A second copy of {one.name} was left out.", one.exercise)
            return
        if one.is_answer and len(self.claims[one]) > 1:
            self._say(
                f"Several cells say that they are {one.name}. The last one in which the function"
                " is written counts; the others were kept as cells of their own.",
                one.exercise,
            )
        elif one.is_fixed:
            self._say(f"A second copy of {one.name} was kept as a cell of its own.", one.exercise)
        # Before the answer, so that nothing in it takes the answer's place.
        self._before[one].append(cell)

    def _fixed(self, one: LessonCell, cell: Cell) -> None:
        """The lesson's own text stands in a cell that nobody should have changed."""
        if cell.kind != one.kind:
            self._kind_put_back(one, cell)
        elif cell.plain != one.plain:
            self._say(
                f"{one.name} had been changed; the lesson's own text was put back.", one.exercise
            )
        self._marks_put_back(one, cell)
        if cell.kind == "code" and not cell.code.binds <= one.code.binds:
            self._say(
                f"What the student had written into {one.name} was moved to a cell of its own"
                " before it.",
                one.exercise,
            )
            self._before[one].append(cell)

    def _kind_put_back(self, one: LessonCell, cell: Cell) -> None:
        was, right = (_KINDS.get(kind, "plain text") for kind in (cell.kind, one.kind))
        self._say(f"{one.name} had become {was}; it was made {right} again.", one.exercise)

    def _marks_put_back(self, one: LessonCell, cell: Cell) -> None:
        """Say which parts of what nbgrader was told are no longer as they were handed out."""
        changed = [key for key in _MARKS if cell.mark.get(key, "") != one.mark.get(key, "")]
        if cell.grade_id != one.grade_id:
            changed = ["its name"]
        if changed:
            self._say(
                f"What nbgrader was told about {one.name} had been changed ({', '.join(changed)});"
                " it was put back.",
                one.exercise,
            )

    def _missing(self) -> set[LessonCell]:
        """The lesson's cells that may stay away: nothing that is there needs them.

        Of the others that were missing it is said that they were put back.
        """
        code = [cell for cell in self.cells if cell.kind == "code"]
        defined = {name for cell in code for name in cell.code.binds}
        words = {word for cell in code for word in _WORD.findall(cell.source)}
        left_out, put_back = set(), []
        for one in reversed(self.lesson):  # what a cell needs stands above it
            if one in self._texts or self.claims[one]:
                continue
            if one in self.lost:
                found = f"no cell defines {one.function}" if one.function else "nothing replaces it"
                self._say(
                    f"The cell of {one.exercise} is not in the notebook, and {found}: no points for"
                    " it.",
                    one.exercise,
                    lost=True,
                )
            elif one.mark:
                self._say(f"{one.name} was missing; it was put back.", one.exercise)
            elif (one.code.binds - defined) & words:
                words |= set(_WORD.findall(one.source))
                put_back.append(repr(one.begins))
            else:
                left_out.add(one)
        if put_back:
            cells = _listed(reversed(put_back))
            self._say(f"Cells were missing that others need, and were put back: {cells}.")
        return left_out


def _parts(one: LessonCell, cells: list[Cell]) -> int:
    """How many of these cells, the first one included, are one function in pieces."""
    most = 1
    for number, last in enumerate(cells[1:], 2):
        if last.kind != "code" or last.grade_id not in ("", one.grade_id):
            break
        if not goes_on(last.source):
            break
        together = code_of("\n".join(cell.source.strip("\n") for cell in cells[:number]))
        if one.function in together.functions:
            most = number
    return most


def _listed(names: Iterable[str]) -> str:
    """The first few of these names, and how many more there are."""
    every = list(names)
    more = len(every) - _SHOWN
    return ", ".join(every[:_SHOWN]) + (f" and {more} more" if more > 0 else "")


def _short(name: str) -> str:
    """A name that somebody else chose, fit to stand in a sentence."""
    return name if len(name) <= 40 else f"{name[:37]}..."


# --- the notebook that comes of it ---------------------------------------------------------------


def _lesson_node(one: LessonCell, cell: Cell | None) -> NotebookNode:
    """A cell of the lesson, with the student's text if there is one for it."""
    node = deepcopy(one.node)
    if cell is not None:
        node.source = cell.source
        if cell.pictures and node.cell_type == "markdown":
            node.attachments = NBFORMAT.from_dict(cell.pictures)
    return node


def _own_node(cell: Cell, ids: set[str]) -> NotebookNode:
    """A cell of the student's own; `ids` are the names that are in use."""
    node: NotebookNode = NBFORMAT.from_dict(
        {"cell_type": cell.kind, "metadata": {}, "source": cell.source}
    )
    others = (f"{(cell.id or 'own')[:50]}-{number}" for number in count(len(ids)))
    names = chain([cell.id] if cell.id else [], others)
    node.id = next(name for name in names if name not in ids)
    ids.add(node.id)
    if cell.pictures:
        node.attachments = NBFORMAT.from_dict(cell.pictures)
    if cell.kind == "code":
        node.outputs, node.execution_count = [], None
    return node
