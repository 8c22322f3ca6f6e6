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
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field, replace
from itertools import chain, count, product

from nbformat import NotebookNode

from course_lib.plain import listed
from course_tools.grader.judge.reading import (
    Cell,
    cells_of,
    code_of,
    language_of,
    read,
    without_fence,
)
from course_tools.grader.judge.result import Repair
from course_tools.notebooks import NBFORMAT

_FEW = 4
"""A notebook in which less than this part of a lesson is found again is not one of the lesson."""

_MOST = 4
"""So many names are told in one sentence."""

TOO_LITTLE = "No exercise is left in the file; it has to be handed in again."

_CHECK = "check_"
_BEHIND = re.compile(r'^(check\("\w+"\))  # .*$')
"""A check with what is told behind it, in whichever language the lesson is read."""
_LEAVES = re.compile(r"^\s*(return|yield)\b", re.MULTILINE)
"""What stands in functions alone."""
_MARKS = ("schema_version", "grade", "locked", "solution", "task", "points")
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
    data, remarks = read(raw)
    cells, more = ([], []) if data is None else cells_of(data)
    remarks += more
    if data is None or not cells:
        return _nothing(lesson, remarks or ["There is nothing in the notebook."])
    done = _Transplant(lesson, cells)
    language = language_of(data)
    if language.lower() not in ("", "python", "python3", "ipython"):
        if not done.answers:
            why = f"The notebook is in {language}, and not in Python."
            return _nothing(lesson, [*remarks, why])
        remarks.append(f"The notebook said that it is in {language}; it was read as Python.")
    # Two lessons may have a function of one name: then the marks tell which of them it is.
    matched = len(set(done.known.values()))
    if len(done.answers) <= len(done.strangers) and matched * _FEW < len(lesson):
        cut = remarks and matched and not done.answers
        why = TOO_LITTLE if cut else "The notebook is not one of this lesson."
        return _nothing(lesson, [*remarks, why])
    metadata = {
        key: deepcopy(released.metadata[key])
        for key in ("kernelspec", "language_info")
        if key in released.metadata
    }
    notebook: NotebookNode = NBFORMAT.from_dict(
        {"cells": [], "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    )
    notebook.cells = done.nodes()
    return Repaired(notebook, (*map(Repair, remarks), *done.repairs))


def signs_of(released: NotebookNode) -> dict[str, str]:
    """The names by which a notebook of this lesson is known again, each with its cell's text."""
    return _signs(_lesson_cells(released))


def signs_in(raw: bytes) -> dict[str, str]:
    """The names in a file that was handed in, to be compared with those of the lessons."""
    data, _ = read(raw)
    return _signs(cells_of(data)[0] if data is not None else [])


def _signs(cells: Iterable[Cell]) -> dict[str, str]:
    return {name: cell.plain for cell in cells for name in (cell.id, cell.grade_id) if name}


def _nothing(lesson: list[LessonCell], remarks: list[str]) -> Repaired:
    """The outcome of a file in which nothing can be graded."""
    lost = [
        Repair(f"No points for {one.exercise}: {remarks[-1]}", one.exercise, lost=True)
        for one in lesson
        if one.is_answer
    ]
    return Repaired(None, (*map(Repair, remarks), *lost))


# --- the lesson as it was handed out -------------------------------------------------------------


@dataclass(eq=False)
class LessonCell(Cell):
    """One cell of the lesson: the cell of an exercise, its check, or one without a mark."""

    number: int = 0
    node: NotebookNode = field(default_factory=NotebookNode)

    @property
    def is_answer(self) -> bool:
        """Whether students write in it the function that is graded, which has its name."""
        return bool(self.mark.get("solution"))

    @property
    def exercise(self) -> str:
        """The exercise that it belongs to, or nothing."""
        return self.grade_id.removeprefix(_CHECK)

    @property
    def name(self) -> str:
        """What the cell is called in a sentence."""
        return f"the {'cell' if self.is_answer else 'check'} of {self.exercise}"

    @property
    def begins(self) -> str:
        """Its first line."""
        return next((line for line in self.source.splitlines() if line.strip()), "")[:60]

    def is_untouched(self, cell: Cell) -> bool:
        """Whether this cell of a student's holds nothing but what was handed out."""
        return cell.plain == self.plain or cell.code == self.code

    def is_written(self, cell: Cell) -> bool:
        """Whether this cell holds the function, and not in the form in which it was handed out."""
        code = cell.code.functions.get(self.exercise)
        return code is not None and code != self.code.functions.get(self.exercise)


def _lesson_cells(released: NotebookNode) -> list[LessonCell]:
    """The cells of a lesson, with the marks of those that nbgrader looks at."""
    cells = []
    for number, node in enumerate(released.cells):
        mark = dict(node.metadata.get("nbgrader", {}))
        mark = mark if mark.get("grade") or mark.get("solution") else {}
        kind, source = str(node.cell_type), str(node.source)
        cells.append(LessonCell(kind, source, str(node.id), mark, number, node))
    return cells


# --- which cell is which -------------------------------------------------------------------------


def _known(lesson: list[LessonCell], cells: list[Cell]) -> dict[Cell, LessonCell]:
    """Of cells that were handed in, which cell of the lesson each is, or claims to be.

    By the mark for nbgrader, of which there may be copies, then by the name in the notebook, then
    by the text. A cell of prose or a thing to try has to be of the same kind, too.
    """

    def same_name(one: LessonCell, cell: Cell) -> bool:
        return one.id == cell.id and (bool(one.mark) or one.kind == cell.kind)

    def same_text(one: LessonCell, cell: Cell) -> bool:
        return one.kind == cell.kind and one.plain == cell.plain

    marked = {one.grade_id: one for one in lesson if one.mark}
    known = {cell: marked[cell.grade_id] for cell in cells if cell.grade_id in marked}
    found = set(known.values())
    for is_marked, same in product((True, False), (same_name, same_text)):
        for one in lesson:
            if one in found or bool(one.mark) != is_marked:
                continue
            cell = next((cell for cell in cells if cell not in known and same(one, cell)), None)
            if cell is not None:
                known[cell] = one
                found.add(one)
    return known


def _answer(one: LessonCell, known: dict[Cell, LessonCell], cells: list[Cell]) -> Cell | None:
    """The cell that holds the answer to this exercise, or `None` if there is none.

    Of the cells with the exercise's own mark the last one counts in which the function is written,
    and is no longer as it was handed out. If there is none, any other cell may hold it.
    """
    marked = [cell for cell in cells if known.get(cell) is one]
    others = [cell for cell in cells if cell in known and known[cell].mark and cell not in marked]
    own = [
        cell
        for cell in cells
        if cell.kind == "code"
        and cell not in marked + others
        # A lesson may show a function of the same name: that is nobody's answer.
        and (cell not in known or one.exercise not in known[cell].code.functions)
    ]
    for group in (marked, own, others):
        if written := [cell for cell in group if one.is_written(cell)]:
            # Of copies that say the same, the first one stands where the lesson has it.
            return next(cell for cell in written if cell.plain == written[-1].plain)
    tried = [cell for cell in marked if not one.is_untouched(cell)]
    begun = re.compile(rf"^[ \t]*(?:async[ \t]+)?def[ \t]+{one.exercise}\b", re.MULTILINE)
    if started := [cell for cell in tried + own if begun.search(cell.source)]:
        return max(started, key=cells.index)
    return next(reversed(tried or marked[:1]), None)


def _steady(known: dict[Cell, LessonCell]) -> set[Cell]:
    """A largest set of cells that stand in the order of the lesson: the others were moved."""
    ends: list[int] = []
    chains: list[list[Cell]] = []
    for cell, one in known.items():
        place = bisect_left(ends, one.number)
        ends[place : place + 1] = [one.number]
        chains[place : place + 1] = [[*(chains[place - 1] if place else []), cell]]
    return set(chains[-1]) if chains else set()


# --- the transplant ------------------------------------------------------------------------------


class _Transplant:
    """The lesson with the student's cells in it; none of them is lost silently."""

    def __init__(self, lesson: list[LessonCell], cells: list[Cell]) -> None:
        self.lesson = lesson
        self.repairs: list[Repair] = []
        cells = self._joined(cells)
        self.known = known = _known(lesson, cells)
        chosen = {one: _answer(one, known, cells) for one in lesson if one.is_answer}
        self.answers = {one: cell for one, cell in chosen.items() if cell is not None}
        self.strangers = {cell.grade_id: None for cell in cells if cell not in known}
        self.strangers.pop("", None)
        """Names for nbgrader that this lesson does not have."""
        self._texts: dict[LessonCell, str] = {}
        """The student's text in cells of the lesson; in all others the lesson's own stands."""
        self._behind: dict[int, list[Cell]] = defaultdict(list)
        """Cells of the student's own, by the lesson's cell that they stand behind, -1 on top."""
        self._moved: set[Cell] = set()
        """The cells with answers whose text goes into the exercise's own cell."""
        anchors = self._anchors(cells)
        for one, cell in self.answers.items():
            self._place(one, cell, anchors[cell])
        for cell in cells:
            if cell not in self._moved:
                self._keep(cell, anchors[cell])
        self._left_out = self._missing({name for cell in cells for name in cell.binds})
        if self.strangers:
            names = listed([repr(name[:40]) for name in self.strangers], _MOST)
            self._say(f"Marks that this lesson does not have were taken off cells: {names}.")

    def nodes(self) -> list[NotebookNode]:
        """The cells of the whole notebook, in the lesson's order."""
        ids = {one.id for one in self.lesson}
        made = [_own_node(cell, ids) for cell in self._behind[-1]]
        for one in self.lesson:
            if one not in self._left_out:
                made.append(deepcopy(one.node))
                made[-1].source = self._texts.get(one, one.source)
            made += [_own_node(cell, ids) for cell in self._behind[one.number]]
        return made

    def _say(self, sentence: str, exercise: str = "", *, lost: bool = False) -> None:
        """Add a repair, once."""
        repair = Repair(sentence[:1].upper() + sentence[1:], exercise, lost)
        if repair not in self.repairs:
            self.repairs.append(repair)

    def _joined(self, cells: list[Cell]) -> list[Cell]:
        """The cells, with functions together again whose end begins another cell."""
        whole: list[Cell] = []
        for cell in cells:
            both = f"{whole[-1].source}\n{cell.source}" if whole else ""
            is_rest = cell.kind == "code" and cell.source.lstrip("\n")[:1].isspace()
            if is_rest and whole and whole[-1].code.functions:
                # IPython runs an indented cell, too; this one may have been pasted so.
                is_rest = bool(cell.grade_id or not cell.binds or _LEAVES.search(cell.source))
            if is_rest and not cell.code.functions and code_of(both).functions:
                whole[-1] = replace(whole[-1], source=both)
                self._say("A function that was split over two cells was put together again.")
            else:
                whole.append(cell)
        return whole

    def _anchors(self, cells: list[Cell]) -> dict[Cell, int]:
        """For each cell the number of the lesson's cell behind which it stands, -1 on top."""
        in_order = {cell: self.known[cell] for cell in cells if cell in self.known}
        steady = _steady(in_order)
        anchors, here = {}, -1
        for cell in cells:
            anchors[cell] = here
            one = in_order.get(cell)
            if one is not None and cell in steady:
                here = one.number
            elif one is not None and not one.mark and one.binds:
                self._say(f"The cell that begins {one.begins!r} was moved back to its place.")
        return anchors

    def _place(self, one: LessonCell, cell: Cell, anchor: int) -> None:
        """Put an answer into its cell, or say that it counts where it stands."""
        check = next((each for each in self.lesson if each.grade_id == _CHECK + one.exercise), one)
        other = self.known.get(cell, one)
        if cell in self._moved or (other is not one and other.is_answer):
            why = "stands in the cell of another exercise"
        elif anchor > check.number and cell.kind == one.kind:
            why = "stands further down in the notebook"
            if other.mark:
                self._behind[anchor].append(cell)
                self._moved.add(cell)
        else:
            self._moved.add(cell)
            self._put_right(one, cell)
            self._texts[one] = cell.source if cell.kind == one.kind else without_fence(cell.source)
            return
        self._texts[one] = f"# {one.exercise} is written in another cell."
        self._say(f"The answer to {one.exercise} {why}; it counts.", one.exercise)

    def _put_right(self, one: LessonCell, cell: Cell) -> None:
        """Say what of a graded cell is no longer as it was handed out."""
        wrong = []
        if cell.kind != one.kind:
            wrong.append(f"had become {_KINDS.get(cell.kind, 'plain text')}")
        elif not one.is_answer and _BEHIND.sub(r"\1", cell.plain) != _BEHIND.sub(r"\1", one.plain):
            wrong.append("had been changed")
        if not cell.grade_id:
            wrong.append("was not marked for grading")
        elif cell.grade_id != one.grade_id:
            wrong.append(f"was called {cell.grade_id[:40]!r} for nbgrader")
        elif marks := [key for key in _MARKS if cell.mark.get(key, "") != one.mark.get(key, "")]:
            wrong.append(f"had other marks for nbgrader ({', '.join(marks)})")
        if wrong:
            self._say(f"{one.name} {' and '.join(wrong)}; it was put right.", one.exercise)

    def _keep(self, cell: Cell, anchor: int) -> None:
        """Find a place for a cell whose text is no answer, or one that counts where it stands."""
        one = self.known.get(cell)
        if one is None:
            self._behind[anchor].append(cell)
        elif not one.mark:
            self._texts[one] = cell.source
        elif one.is_answer or one in self._texts:
            self._copy(one, cell)
        else:
            self._texts[one] = one.source
            self._put_right(one, cell)
            if cell.kind == "code" and not cell.binds <= one.binds:
                self._say(
                    f"What the student had written into {one.name} was moved to a cell of its own"
                    " before it.",
                    one.exercise,
                )
                self._behind[one.number - 1].append(cell)

    def _copy(self, one: LessonCell, cell: Cell) -> None:
        """Keep a copy of a graded cell if it says something of its own; another one counts."""
        if cell.plain == self._texts.get(one, one.source).strip() or one.is_untouched(cell):
            self._say(f"A second copy of {one.name} was left out.", one.exercise)
            return
        self._say(
            f"Several cells say that they are {one.name}. The last one in which the function is"
            " written counts; the others were kept as cells of their own.",
            one.exercise,
        )
        # Before the answer, so that nothing in it takes the answer's place.
        self._behind[one.number - 1].append(cell)

    def _missing(self, defined: set[str]) -> set[LessonCell]:
        """The lesson's cells that stay away: prose, and what students have written otherwise.

        Of the others that were missing it is said that they were put back.
        """
        left_out, put_back = set(), []
        there = {*self._texts, *self.known.values()}
        for one in (one for one in self.lesson if one not in there):
            if one.is_answer:
                self._say(
                    f"The cell of {one.exercise} is not in the notebook, and no cell defines"
                    f" {one.exercise}: no points for it.",
                    one.exercise,
                    lost=True,
                )
            elif one.mark:
                self._say(f"{one.name} was missing; it was put back.", one.exercise)
            elif one.kind != "code" or not one.binds or one.binds & defined:
                left_out.add(one)
            else:
                put_back.append(repr(one.begins))
        if put_back:
            self._say(f"Cells were missing, and were put back: {listed(put_back, _MOST)}.")
        return left_out


def _own_node(cell: Cell, ids: set[str]) -> NotebookNode:
    """A cell of the student's own; `ids` are the names that are in use."""
    others = (f"{(cell.id or 'own')[:50]}-{number}" for number in count(len(ids)))
    name = next(name for name in chain([cell.id], others) if name and name not in ids)
    ids.add(name)
    node: NotebookNode = NBFORMAT.from_dict(
        {"cell_type": cell.kind, "id": name, "metadata": {}, "source": cell.source}
    )
    if cell.kind == "code":
        node.outputs, node.execution_count = [], None
    return node
