"""Runs both editions of a lesson: solutions earn all points, and untouched exercises none."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

from nbformat import NotebookNode, v4

from course_tools.build.lesson import Cell, Lesson
from course_tools.build.notebooks import bare
from course_tools.build.regions import TESTS
from course_tools.build.running import address, run, settle, shown, warnings

JUDGE = "judge"


def run_solutions(
    lesson: Lesson, notebook: NotebookNode, root: Path
) -> tuple[NotebookNode, list[str]]:
    """The source notebook with its outputs, and what it warned of, when all of it is well."""
    ran = _ran(lesson, notebook, root, "with the solutions in place")
    notes = []
    for cell, node in zip(lesson.cells, _cells(ran), strict=True):
        where = f"{lesson.path.parent.name}/{lesson.path.name}:{cell.part.line}"
        if said := warnings(node):
            notes.append(f"{where}: a warning is shown: {said.splitlines()[0]}")
        if place := address(node):
            sentence = f"this cell shows {place!r}, which is different in every run."
            raise lesson.fault(cell.part.line, sentence)
    for cell, judge, said in _judged(lesson, ran):
        full = cell.points or 1
        if judge is None:
            raise lesson.fault(cell.part.line, _no_number(cell, said))
        if judge != full:
            sentence = (
                f"the solution of {cell.check!r} earns {judge:g} of {full:g} points from its own"
                f" check, which says: {said or 'nothing'}"
            )
            raise lesson.fault(cell.part.line, sentence)
    ran.cells = _cells(ran)
    settle(ran)
    return ran, notes


def run_untouched(lesson: Lesson, source: NotebookNode, student: NotebookNode, root: Path) -> None:
    """Nothing, when the student edition runs as it is handed out and earns no point."""
    # The hidden part is what will judge it, so it stands in its place for this run.
    mixed = deepcopy(student)
    mixed.cells = [
        deepcopy(theirs if cell.check else ours)
        for cell, theirs, ours in zip(lesson.cells, source.cells, student.cells, strict=True)
    ]
    ran = _ran(lesson, mixed, root, "with its exercises untouched")
    for cell, judge, said in _judged(lesson, ran):
        if judge is None:
            raise lesson.fault(cell.part.line, _no_number(cell, said))
        if judge != 0:
            sentence = f"{cell.check!r} gives {judge:g} points to an exercise that nobody touched."
            raise lesson.fault(cell.part.line, sentence)


def _ran(lesson: Lesson, notebook: NotebookNode, root: Path, how: str) -> NotebookNode:
    """The notebook after a run of all its cells, with a judge after each check of no points."""
    copy = bare(notebook)
    cells = []
    places = []
    for cell, node in zip(lesson.cells, copy.cells, strict=True):
        cells.append(node)
        places.append(cell)
        if cell.check and not cell.points:
            cells.append(_judge(cell))
            places.append(cell)
    copy.cells = cells
    ran, stopped = run(copy, root)
    if stopped:
        cell = places[stopped.cell]
        # An exercise without its solution, and a check, have other lines than the source.
        same = stopped.line is not None and cell.grade_id is None
        line = cell.part.first + (stopped.line or 1) - 1 if same else cell.part.line
        raise lesson.fault(line, f"run {how}, this cell fails: {stopped.why}")
    return ran


def _judge(cell: Cell) -> NotebookNode:
    """A cell that asks the hidden check of a practice for one point, for the build alone."""
    code = f'from {TESTS} import grade\n\ngrade("{cell.check}", points=1)'
    make = v4.new_code_cell
    node: NotebookNode = make(code, metadata={JUDGE: True})  # type: ignore[no-untyped-call]
    return node


def _cells(ran: NotebookNode) -> list[NotebookNode]:
    """The cells that are the lesson's own."""
    return [node for node in ran.cells if JUDGE not in node.metadata]


def _judged(lesson: Lesson, ran: NotebookNode) -> list[tuple[Cell, float | None, str]]:
    """Each check with the points that its hidden part gave, if a number, and what it said."""
    nodes = iter(ran.cells)
    judged: list[tuple[Cell, float | None, str]] = []
    for cell in lesson.cells:
        node = next(nodes)
        if not cell.check:
            continue
        if not cell.points:
            node = next(nodes)
        results = [one for one in node.outputs if one.output_type == "execute_result"]
        last = results[-1].data.get("text/plain", "") if results else ""
        said = shown(node).removesuffix(last).strip()
        try:
            judged.append((cell, float(last), said))
        except ValueError:
            judged.append((cell, None, said))
    return judged


def _no_number(cell: Cell, said: str) -> str:
    """The sentence about a hidden check that gave no points at all."""
    return (
        f"the hidden check of {cell.check!r} gave no number of points; is there a check of that"
        f" name in {TESTS}? It said: {said or 'nothing'}"
    )
