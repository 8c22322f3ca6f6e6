"""From a file that was handed in to a notebook that can be graded: its cells, put into the lesson.

The lesson as it was handed out gives the order of the cells and all that students should not
change; the file gives the answers, what the student has changed elsewhere, and cells of their own.
A cell is known by its mark for nbgrader, else by its name in the file, else by its text; an answer
also by the function that it defines. Each change is told in plain words.
"""

from __future__ import annotations

import ast
import re
import textwrap
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from nbformat import NotebookNode

from course_tools.grade.notebooks import NBFORMAT
from course_tools.grade.records import Repair
from course_tools.grade.repair.code import Code, code_of, outer, parsed, plain, without_fence
from course_tools.grade.repair.reading import StudentCell, cells_of, kernel_of, language_of, read

_FEW = 4
"""A notebook in which less than this part of a lesson is found again is not one of the lesson."""

_MOST_PARTS = 6
"""Into so many cells a function is put together again."""

_SHOWN = 3
"""So many names are told in one sentence."""

_CHECK = "check_"
_MARKS = ("schema_version", "grade", "locked", "solution", "task", "points")
_WORD = re.compile(r"[^\W\d]\w*")


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
    lesson = [LessonCell(number, node) for number, node in enumerate(released.cells)]
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
    if answers <= len(done.strangers) and done.matched * _FEW < len(lesson):
        return _nothing(lesson, [*remarks, "The notebook is not one of this lesson."])
    kernel = kernel_of(data)
    wanted = released.metadata.get("kernelspec", {}).get("name", "")
    if not is_python:
        remarks.append(f"The notebook said that it is in {language}; it was read as Python.")
    elif not kernel and whole:
        remarks.append("The notebook did not say which kernel it needs; it got the lesson's.")
    elif kernel and kernel != wanted:
        remarks.append(f"The notebook asked for the kernel {kernel!r}; it got the lesson's.")
    slots = done.in_order()
    theirs = released.metadata
    metadata = {key: theirs[key] for key in ("kernelspec", "language_info") if key in theirs}
    notebook: NotebookNode = NBFORMAT.from_dict(
        {"cells": [], "metadata": deepcopy(metadata), "nbformat": 4, "nbformat_minor": 5}
    )
    names = {one.id for one in lesson}
    notebook.cells = [_node(slot, names) for slot in slots]
    return Repaired(notebook, (*map(Repair, remarks), *done.repairs))


def signs_of(released: NotebookNode) -> frozenset[str]:
    """The names by which a notebook of this lesson is known again, whatever its file is called."""
    cells = [LessonCell(number, node) for number, node in enumerate(released.cells)]
    return frozenset(name for cell in cells for name in (cell.id, cell.grade_id) if name)


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


@dataclass(frozen=True, eq=False)
class LessonCell:
    """One cell of the lesson; two are the same only if they are one and the same cell."""

    number: int
    node: NotebookNode

    @cached_property
    def kind(self) -> str:
        """`code`, `markdown` or `raw`."""
        return str(self.node.cell_type)

    @cached_property
    def source(self) -> str:
        """Its text."""
        return str(self.node.source)

    @cached_property
    def id(self) -> str:
        """The name that the notebook has for it."""
        return str(self.node.id)

    @cached_property
    def mark(self) -> dict[str, Any]:
        """What nbgrader is told about it; nothing for a cell that is none of nbgrader's."""
        mark = dict(self.node.metadata.get("nbgrader", {}))
        return mark if mark.get("grade") or mark.get("solution") or mark.get("locked") else {}

    @cached_property
    def grade_id(self) -> str:
        """The name by which nbgrader knows it, or nothing."""
        return str(self.mark.get("grade_id", ""))

    @cached_property
    def is_answer(self) -> bool:
        """Whether students write in it, and that is what is graded."""
        return bool(self.mark.get("solution"))

    @cached_property
    def is_fixed(self) -> bool:
        """Whether its text is the lesson's, whatever somebody made of it."""
        return bool(self.mark) and not self.is_answer

    @cached_property
    def exercise(self) -> str:
        """The exercise that it belongs to, or nothing."""
        if self.is_answer:
            return self.grade_id
        return self.grade_id.removeprefix(_CHECK) if self.mark.get("grade") else ""

    @cached_property
    def code(self) -> Code:
        """What its text is as Python."""
        return code_of(self.source) if self.kind == "code" else Code()

    @cached_property
    def plain(self) -> str:
        """Its text as it is compared."""
        return plain(self.source)

    @cached_property
    def function(self) -> str:
        """The function that students write in it, or nothing if they write something else."""
        if not self.is_answer:
            return ""
        written = list(self.code.functions)
        return self.grade_id if self.grade_id in written or not written else written[-1]

    @cached_property
    def name(self) -> str:
        """What the cell is called in a sentence."""
        if not self.exercise:
            return f"the cell {self.grade_id}"
        kind = "cell" if self.is_answer else "check"
        return f"the {kind} of {self.exercise}"


def _untouched(cell: StudentCell, one: LessonCell) -> bool:
    """Whether the student's cell holds nothing but what was handed out."""
    code = cell.code
    return cell.plain == one.plain or (
        code.readable and code.functions == one.code.functions and code.binds == one.code.binds
    )


# --- which cell is which -------------------------------------------------------------------------

Claims = dict[LessonCell, list[StudentCell]]
"""For each cell that nbgrader knows, all that claim to be it; for others, the one that is it."""


def _claims(lesson: list[LessonCell], cells: list[StudentCell]) -> Claims:
    """By the mark for nbgrader, then by the name in the notebook, then by the text.

    A cell of prose or a thing to try has to be of the same kind, too.
    """
    claims: Claims = {one: [] for one in lesson}
    marked = {one.grade_id: one for one in lesson if one.mark}
    for cell in cells:
        if cell.grade_id in marked:
            claims[marked[cell.grade_id]].append(cell)
    rest = [cell for cell in cells if cell.grade_id not in marked]

    def match(ones: Iterable[LessonCell], same: Callable[[LessonCell, StudentCell], bool]) -> None:
        """Let each cell that nobody claims yet have its first match."""
        for one in ones:
            if not claims[one] and (cell := next((c for c in rest if same(one, c)), None)):
                claims[one].append(cell)
                rest.remove(cell)

    for ones in ([one for one in lesson if one.mark], [one for one in lesson if not one.mark]):
        match(ones, lambda one, c: one.id == c.id and (bool(one.mark) or one.kind == c.kind))
        match(ones, lambda one, c: one.kind == c.kind and one.plain == c.plain)
    return claims


def _answer(one: LessonCell, claims: Claims, cells: list[StudentCell]) -> StudentCell | None:
    """The cell that holds the answer to this exercise, or `None` if there is none.

    Of the cells with the exercise's own mark the last one counts in which the function is written,
    and is no longer as it was handed out. If there is none, any other cell may hold it.
    """
    marked = claims[one]
    if not one.function:
        changed = [cell for cell in marked if cell.plain != one.plain]
        return next(reversed(changed or marked[:1]), None)
    known = {cell: other for other, several in claims.items() for cell in several}

    def is_written(cell: StudentCell) -> bool:
        """Whether it holds the function, and not in the form in which it was handed out."""
        code = cell.code.functions.get(one.function)
        return code is not None and code != one.code.functions.get(one.function)

    def may_be_own(cell: StudentCell) -> bool:
        """Whether the student may have written the answer in this cell, which is no graded one."""
        if cell.kind != "code" or (cell in known and known[cell].mark):
            return False
        # A lesson may show a function of the same name: that is nobody's answer.
        return cell not in known or one.function not in known[cell].code.functions

    own = [cell for cell in cells if may_be_own(cell)]
    others = [cell for cell in cells if cell in known and known[cell].mark and cell not in marked]
    for group in (marked, own, others):
        if written := [cell for cell in group if is_written(cell)]:
            # Of copies that say the same, the first one stands where the lesson has it.
            return next(cell for cell in written if cell.plain == written[-1].plain)
    tried = [cell for cell in marked if not _untouched(cell, one)]
    if begun := [cell for cell in tried + own if one.function in cell.code.begun]:
        return max(begun, key=cells.index)
    return next(reversed(tried or marked[:1]), None)


def _parts(one: LessonCell, cells: list[StudentCell]) -> int:
    """How many of these cells, the first one included, are one function in pieces."""
    most = 1
    for number in range(2, len(cells) + 1):
        last = cells[number - 1]
        if last.kind != "code" or last.grade_id not in ("", one.grade_id):
            break
        if not _goes_on(last.source):
            break
        together = code_of("\n".join(cell.source.strip("\n") for cell in cells[:number]))
        if together.readable and one.function in together.functions:
            most = number
    return most


def _goes_on(source: str) -> bool:
    """Whether this text can only be the rest of a function: IPython runs what is only indented."""
    first = next((line for line in source.splitlines() if line.strip()), "")
    if not first.startswith((" ", "\t")):
        return False
    tree = parsed(textwrap.dedent(source))
    return tree is None or any(isinstance(one, ast.Return) for one in outer(tree.body))


# --- the transplant ------------------------------------------------------------------------------


@dataclass(eq=False)
class Slot:
    """One cell of the notebook to be: a cell of the lesson, a student's text, or both."""

    of_lesson: LessonCell | None
    """The lesson's cell that it is, or `None` for a cell of the student's own."""
    cell: StudentCell | None
    """What the student made of it, or `None` if the lesson's text stands there."""
    own: bool = False
    """Whether it is an answer in a cell that is none of the lesson's."""


@dataclass
class _Transplant:
    """The student's cells with the roles that they have in the lesson; none is lost silently."""

    lesson: list[LessonCell]
    cells: list[StudentCell]
    repairs: list[Repair] = field(default_factory=list)
    strangers: list[str] = field(default_factory=list)
    """Names for nbgrader that this lesson does not have."""
    lost: list[LessonCell] = field(default_factory=list)
    """Exercises to which there is no answer anywhere."""
    elsewhere: dict[LessonCell, StudentCell] = field(default_factory=dict)
    """Answers that stand in the cell of another exercise."""

    def __post_init__(self) -> None:
        self._join_parts()
        self.claims = _claims(self.lesson, self.cells)
        self.matched = sum(bool(several) for several in self.claims.values())
        self.known = {cell: one for one, several in self.claims.items() for cell in several}
        self.roles: dict[StudentCell, LessonCell] = {}
        """Which cell is which of the lesson's, where the student's text counts."""
        for one in self.lesson:
            if not one.is_answer:
                continue
            cell = _answer(one, self.claims, self.cells)
            if cell is None:
                self.lost.append(one)
            elif cell in self.roles or (
                self.known.get(cell, one) is not one and (self.known[cell].is_answer)
            ):
                self.elsewhere[one] = cell
            else:
                self.roles[cell] = one
        for one in self.lesson:
            for cell in self.claims[one] if not one.mark else []:
                self.roles.setdefault(cell, one)
        self.slots = [slot for cell in self.cells for slot in self._slots_of(cell)]
        if self.strangers:
            names = ", ".join(repr(_short(name)) for name in self.strangers[:_SHOWN])
            more = len(self.strangers) - _SHOWN
            end = f" and {more} more" if more > 0 else ""
            self._say(f"Marks that this lesson does not have were taken off cells: {names}{end}.")

    def _say(self, sentence: str, exercise: str = "", *, lost: bool = False) -> None:
        """Add a repair, once."""
        repair = Repair(sentence, exercise, lost)
        if repair not in self.repairs:
            self.repairs.append(repair)

    def _join_parts(self) -> None:
        """Put functions together again whose end begins in the middle of another cell."""
        marked = {one.grade_id: one for one in self.lesson if one.function}
        whole: list[StudentCell] = []
        place = 0
        while place < len(self.cells):
            cell, parts = self.cells[place], 1
            one = marked.get(cell.grade_id)
            if one is not None and cell.kind == "code":
                parts = _parts(one, self.cells[place : place + _MOST_PARTS])
                if parts > 1:
                    pieces = self.cells[place : place + parts]
                    source = "\n".join(piece.source.strip("\n") for piece in pieces)
                    cell = replace(cell, source=source)
                    self._say(
                        f"The cell of {one.exercise} was split inside the function; its parts"
                        " were put together again.",
                        one.exercise,
                    )
            whole.append(cell)
            place += parts
        self.cells = whole

    def _slots_of(self, cell: StudentCell) -> list[Slot]:
        """What becomes of this cell."""
        one = self.roles.get(cell)
        if one is not None and one.is_answer:
            return [Slot(one, self._as_answer(one, cell), cell not in self.known)]
        if one is None and cell in self.known:
            return self._claimed(self.known[cell], cell)
        if cell.grade_id and cell.grade_id not in self.strangers:
            self.strangers.append(cell.grade_id)
        return [Slot(one, cell)]

    def _as_answer(self, one: LessonCell, cell: StudentCell) -> StudentCell:
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

    def _claimed(self, one: LessonCell, cell: StudentCell) -> list[Slot]:
        """What becomes of a cell that says it is one of the lesson's, and whose text counts not."""
        if one.is_fixed and cell is next(c for c in self.claims[one] if c not in self.roles):
            return self._fixed(one, cell)
        chosen = next((c for c, role in self.roles.items() if role is one), None)
        counts = one.plain if chosen is None else chosen.plain
        if cell.plain == counts or _untouched(cell, one):
            moved = one in self.elsewhere or (chosen is not None and chosen not in self.claims[one])
            if not moved:
                self._say(f"A second copy of {one.name} was left out.", one.exercise)
            return []
        if one.is_answer and len(self.claims[one]) > 1:
            self._say(
                f"Several cells say that they are {one.name}. The last one in which the function"
                " is written counts; the others were kept as cells of their own.",
                one.exercise,
            )
        elif one.is_fixed:
            self._say(f"A second copy of {one.name} was kept as a cell of its own.", one.exercise)
        return [Slot(None, cell)]

    def _fixed(self, one: LessonCell, cell: StudentCell) -> list[Slot]:
        """The lesson's own text in place of a cell that nobody should have changed."""
        if cell.kind != one.kind:
            self._kind_put_back(one, cell)
        elif cell.plain != one.plain:
            what = _sentence_of(one.name)
            self._say(f"{what} had been changed; the lesson's own text was put back.", one.exercise)
        self._marks_put_back(one, cell)
        if cell.kind != "code" or cell.code.binds <= one.code.binds:
            return [Slot(one, None)]
        self._say(
            f"What the student had written into {one.name} was moved to a cell of its own before"
            " it.",
            one.exercise,
        )
        return [Slot(None, cell), Slot(one, None)]

    def _kind_put_back(self, one: LessonCell, cell: StudentCell) -> None:
        kinds = {"code": "code", "markdown": "prose"}
        was, right = (kinds.get(kind, "plain text") for kind in (cell.kind, one.kind))
        what = _sentence_of(one.name)
        self._say(f"{what} had become {was}; it was made {right} again.", one.exercise)

    def _marks_put_back(self, one: LessonCell, cell: StudentCell) -> None:
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

    # --- the order -------------------------------------------------------------------------------

    def in_order(self) -> list[Slot]:
        """All cells in the lesson's order, with those that were missing.

        A cell of the student's own stays behind the cell of the lesson that it was written behind,
        and so does an answer that was moved; a check stands behind its answer.
        """
        placed: dict[int, Slot] = {}
        behind: dict[int, list[Slot]] = defaultdict(list)
        stubs: dict[LessonCell | None, list[Slot]] = defaultdict(list)
        moved = self._moved()
        here = -1
        for slot in self.slots:
            one = slot.of_lesson
            if one is None:
                home = self._replaced_by(slot)
                (behind[here] if home is None else stubs[home]).append(slot)
            elif one.is_answer and (slot.own or slot in moved):
                behind[here].append(slot)
            else:
                placed[one.number] = slot
                here = here if slot in moved else one.number
        self._put_back(placed)
        order: list[Slot] = []
        waiting: list[Slot] = []

        def put(slots: Iterable[Slot]) -> None:
            """Add these, each behind an untouched copy that it replaces."""
            for slot in slots:
                order.extend([*stubs.pop(slot.of_lesson, []), slot])

        def put_ready() -> None:
            """Add the lesson's cells that wait for nothing any more."""
            ready = [slot for slot in waiting if not self._waits(slot, order)]
            waiting[:] = [slot for slot in waiting if slot not in ready]
            put(ready)

        put(behind[-1])
        for one in self.lesson:
            waiting += [placed[one.number]] if one.number in placed else []
            put_ready()
            put(behind[one.number])
            put_ready()
        return order

    def _waits(self, slot: Slot, order: list[Slot]) -> bool:
        """Whether this is a check whose answer stands further down."""
        one = slot.of_lesson
        return (
            one is not None
            and one.is_fixed
            and any(
                other.of_lesson is not None
                and other.of_lesson.is_answer
                and other.of_lesson.exercise == one.exercise
                and other not in order
                for other in self.slots
            )
        )

    def _moved(self) -> set[Slot]:
        """The cells of the lesson that stand elsewhere than there, if they are not the most."""
        known = [slot for slot in self.slots if slot.of_lesson is not None and not slot.own]
        steady = _steady(known)
        if 2 * len(steady) < len(known):
            self._say("The cells stood in another order; they were put back into the lesson's.")
            return set()
        moved = {slot for slot in known if slot not in steady}
        for slot in known:
            one = slot.of_lesson
            if slot in moved and one is not None and not one.mark and one.code.binds:
                self._say(f"The cell that begins {_first(one)!r} was moved back to its place.")
        return moved

    def _replaced_by(self, slot: Slot) -> LessonCell | None:
        """The answer that would be replaced by this copy of what was handed out."""
        cell = slot.cell
        if cell is None or cell.kind != "code" or cell not in self.known:
            return None
        one = self.known[cell]
        stub = one.code.functions.get(one.function)
        holds = stub is not None and cell.code.functions.get(one.function) == stub
        return one if holds and one in self.roles.values() else None

    def _put_back(self, placed: dict[int, Slot]) -> None:
        """Add what was missing: all that nbgrader has to find, and what other cells need."""
        there = {slot.of_lesson for slot in self.slots}
        for one in self.lesson:
            if not one.mark or one in there:
                continue
            name = one.exercise
            placed[one.number] = Slot(one, None)
            if one in self.elsewhere:
                note = StudentCell("code", f"# {name} is written in another cell.")
                placed[one.number] = Slot(one, note)
                sentence = "stands in the cell of another exercise; it counts."
                self._say(f"The answer to {name} {sentence}", name)
            elif one in self.lost:
                found = f"no cell defines {one.function}" if one.function else "nothing replaces it"
                sentence = f"The cell of {name} is not in the notebook, and {found}: no points for"
                self._say(f"{sentence} it.", name, lost=True)
            else:
                self._say(f"{_sentence_of(one.name)} was missing; it was put back.", name)
        texts = [slot.cell or slot.of_lesson for slot in (*self.slots, *placed.values())]
        code = [text for text in texts if text is not None and text.kind == "code"]
        defined = {name for text in code for name in text.code.binds}
        used = {word for text in code for word in _WORD.findall(text.source)}
        for one in self.lesson:
            if not one.mark and one not in there and (one.code.binds - defined) & used:
                placed[one.number] = Slot(one, None)
                used |= set(_WORD.findall(one.source))
                self._say(
                    f"The cell that begins {_first(one)!r} was missing, and other cells need it;"
                    " it was put back."
                )


def _steady(slots: list[Slot]) -> set[Slot]:
    """A largest set of cells that stand in the order of the lesson: the others were moved."""
    ends: list[int] = []
    chains: list[list[Slot]] = []
    for slot in slots:
        number = slot.of_lesson.number if slot.of_lesson is not None else 0
        place = bisect_left(ends, number)
        chain = [*(chains[place - 1] if place else []), slot]
        ends[place : place + 1] = [number]
        chains[place : place + 1] = [chain]
    return set(chains[-1]) if chains else set()


def _first(one: LessonCell) -> str:
    """The first line of a cell of the lesson."""
    return next((line for line in one.source.splitlines() if line.strip()), "")[:60]


def _sentence_of(words: str) -> str:
    """The words as they stand at the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def _short(name: str) -> str:
    """A name that somebody else chose, fit to stand in a sentence."""
    return name if len(name) <= 40 else f"{name[:37]}..."


# --- the notebook that comes of it ---------------------------------------------------------------


def _node(slot: Slot, names: set[str]) -> NotebookNode:
    """The cell in the notebook's own form; `names` are those that are in use."""
    one, cell = slot.of_lesson, slot.cell
    if one is not None:
        node = deepcopy(one.node)
        if cell is None:
            return node
        node.source = cell.source
    else:
        node = NBFORMAT.from_dict({"cell_type": "code", "metadata": {}, "source": ""})
        if cell is not None:
            node.source, node.cell_type = cell.source, cell.kind
            node.id = _free(cell.id, names)
    if cell is not None and cell.pictures and node.cell_type == "markdown":
        node.attachments = NBFORMAT.from_dict(cell.pictures)
    if node.cell_type == "code":
        node.outputs, node.execution_count = [], None
    return node


def _free(name: str, names: set[str]) -> str:
    """This name if it is free, else one that is; it is in use from then on."""
    stem = (name or "own")[:50]
    number = len(names)
    wanted = name or f"{stem}-{number}"
    while wanted in names:
        number += 1
        wanted = f"{stem}-{number}"
    names.add(wanted)
    return wanted
