"""Runs both editions of a lesson: solutions earn all points, and untouched exercises none.

A notebook runs as with a reader: in a fresh kernel and a folder of its own, from top to bottom.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import NotebookNode, v4

from course_tools.studio.build.lesson import TESTS, Cell, Lesson, LessonFault, refuse
from course_tools.studio.build.notebooks import bare
from course_tools.studio.build.pictures import (
    ask_before_running,
    attach,
    prediction_source,
    predictions,
)

LONGEST = 600  # seconds for one cell: a safety net, not a measure
TRIES = 3
WIDGET = "application/vnd.jupyter.widget-view+json"
ADDRESS = re.compile(r"\bat 0x[0-9a-fA-F]{6,}")
JUDGE, PICTURE, CLAIM = "judge", "picture", "claim"


class Solved(NamedTuple):
    """The source notebook with its outputs, what it warned of, and its predictions by name."""

    notebook: NotebookNode
    notes: list[str]
    predictions: dict[str, Any]


def run_solutions(lesson: Lesson, notebook: NotebookNode, root: Path) -> Solved:
    """What a run with the solutions made, when all of it is well."""
    ran = _ran(lesson, notebook, root, "with the solutions in place", solved=True)
    notes = []
    for cell, node in zip(lesson.cells, _cells(ran), strict=True):
        where = f"{lesson.path.parent.name}/{lesson.path.name}:{cell.part.line}"
        if said := warnings(node):
            notes.append(f"{where}: a warning is shown: {said.splitlines()[0]}")
        if place := address(node):
            sentence = f"this cell shows {place!r}, which is different in every run."
            raise lesson.fault(cell.part.line, sentence)
    refuse(_misjudged(lesson, ran, solved=True))
    drawn = {node.metadata[PICTURE]: node for node in ran.cells if PICTURE in node.metadata}
    ran.cells = _cells(ran)
    guesses = predictions(lesson, ran)
    for cell, node, original in zip(lesson.cells, ran.cells, notebook.cells, strict=True):
        if cell.predict:
            node.source = original.source
    ask_before_running(lesson, ran, guesses)
    attach(ran, drawn)
    settle(ran)
    return Solved(ran, notes, guesses)


def run_untouched(
    lesson: Lesson, source: NotebookNode, student: NotebookNode, root: Path
) -> NotebookNode:
    """The student edition after a run, when it runs as it is handed out and earns no point."""
    # The hidden part is what will judge it, so it stands in its place for this run.
    mixed = deepcopy(student)
    mixed.cells = [
        deepcopy(theirs if cell.check else ours)
        for cell, theirs, ours in zip(lesson.cells, source.cells, student.cells, strict=True)
    ]
    ran = _ran(lesson, mixed, root, "with its exercises untouched")
    refuse(_misjudged(lesson, ran, solved=False))
    ran.cells = _cells(ran)
    settle(ran)
    return ran


def _ran(
    lesson: Lesson, notebook: NotebookNode, root: Path, how: str, *, solved: bool = False
) -> NotebookNode:
    """The notebook after a run of all its cells, with a judge after each check of no points.

    With the solutions it also runs the code of predictions, claims below their cells, and the code
    of pictures at its end.
    """
    copy = bare(notebook)
    cells = []
    places = []
    for cell, node in zip(lesson.cells, copy.cells, strict=True):
        cells.append(node)
        places.append(cell)
        if solved and cell.predict:
            node.source = prediction_source(cell)
        if cell.check and not cell.points:
            code = f'from {TESTS} import grade\n\ngrade("{cell.check}", points=1)'
            cells.append(_extra(code, JUDGE, cell.check))
            places.append(cell)
        for claim in cell.claims if solved else ():
            cells.append(_extra(claim.part.source, CLAIM, str(claim.claim)))
            places.append(claim)
    for cell in lesson.pictures if solved else ():
        cells.append(_extra(cell.part.source, PICTURE, str(cell.picture)))
        places.append(cell)
    copy.cells = cells
    ran, stopped = run(copy, root)
    if stopped:
        cell = places[stopped.cell]
        # An exercise without its solution, a check, a prediction have other lines than the source.
        same = stopped.line is not None and cell.grade_id is None and not cell.predict
        line = cell.part.first + (stopped.line or 1) - 1 if same else cell.part.line
        raise lesson.fault(line, f"run {how}, this cell fails: {stopped.why}")
    return ran


def _extra(code: str, kind: str, name: str) -> NotebookNode:
    """A cell that runs in the build alone."""
    node: NotebookNode = v4.new_code_cell(code, metadata={kind: name})  # type: ignore[no-untyped-call]
    return node


def _cells(ran: NotebookNode) -> list[NotebookNode]:
    """The cells that are the lesson's own."""
    return [node for node in ran.cells if not {JUDGE, PICTURE, CLAIM} & node.metadata.keys()]


def with_claims(lesson: Lesson, notebook: NotebookNode) -> NotebookNode:
    """The notebook of this lesson with its claims below their cells, to be run with any answers."""
    copy = deepcopy(notebook)
    copy.cells = []
    for cell, node in zip(lesson.cells, notebook.cells, strict=True):
        copy.cells.append(node)
        for claim in cell.claims:
            copy.cells.append(_extra(claim.part.source, CLAIM, str(claim.claim)))
    return copy


def _judged(lesson: Lesson, ran: NotebookNode) -> list[tuple[Cell, float | None, str]]:
    """Each check with the points that its hidden part gave, if a number, and what it said."""
    nodes = iter(node for node in ran.cells if CLAIM not in node.metadata)
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


def _misjudged(lesson: Lesson, ran: NotebookNode, *, solved: bool) -> Iterator[LessonFault]:
    """Each check that gave no points at all, or not those that its exercise should earn."""
    for cell, judge, said in _judged(lesson, ran):
        full = (cell.points or 1) if solved else 0
        if judge == full:
            continue
        says = said or "nothing"
        if judge is None:
            sentence = (
                f"the hidden check of {cell.check!r} gave no number of points; is there a check of"
                f" that name in {TESTS}? It said: {says}"
            )
        elif solved:
            sentence = (
                f"the solution of {cell.check!r} earns {judge:g} of {full:g} points from its own"
                f" check, which says: {says}"
            )
        else:
            sentence = f"{cell.check!r} gives {judge:g} points to an exercise that nobody touched."
        yield lesson.fault(cell.part.line, sentence)


# --- one run -------------------------------------------------------------------------------------


class Stopped(NamedTuple):
    """Where a run came to its end too early: the cell, the line inside it if known, and why."""

    cell: int
    line: int | None
    why: str


def run(notebook: NotebookNode, root: Path) -> tuple[NotebookNode, Stopped | None]:
    """This notebook with its outputs, and where it stopped, or `None` when all of it ran.

    `root` is the course's folder: its packages are found there, whatever else is installed.
    """
    for _ in range(TRIES - 1):
        # Kernels that start at the same moment may choose the same port, and then one of them
        # dies before it has run anything.
        with contextlib.suppress(RuntimeError):
            return _run_once(notebook, root)
    return _run_once(notebook, root)


def _run_once(notebook: NotebookNode, root: Path) -> tuple[NotebookNode, Stopped | None]:
    """The same, or a `RuntimeError` when there was no kernel to begin with."""
    copy = deepcopy(notebook)
    begun = [0]

    def remember(cell: NotebookNode, cell_index: int) -> None:  # noqa: ARG001 - as nbclient calls
        begun.append(cell_index)

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        client = NotebookClient(
            copy,
            timeout=LONGEST,
            resources={"metadata": {"path": folder}},
            store_widget_state=False,
            record_timing=False,
            on_cell_start=remember,
            extra_arguments=["--log-level=40"],  # it warns of things that are the same everywhere
        )
        try:
            client.execute(env=surroundings(root))
        except CellExecutionError as error:
            line = re.search(r"Cell In\[\d+\], line (\d+)", _plain(error.traceback))
            why = f"{error.ename}: {_plain(error.evalue)}"
            return copy, Stopped(begun[-1], int(line[1]) if line else None, why)
        except CellTimeoutError:
            return copy, Stopped(begun[-1], None, f"it was not done after {LONGEST} seconds")
        except DeadKernelError:
            return copy, Stopped(begun[-1], None, "Python itself died there")
    return copy, None


def surroundings(root: Path) -> dict[str, str]:
    """The environment of a kernel in which sets and pictures come out the same each time."""
    found = [str(root), os.environ.get("PYTHONPATH", "")]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, found)),
        "PYTHONHASHSEED": "0",
        "SOURCE_DATE_EPOCH": "315532800",
    }


def settle(notebook: NotebookNode) -> None:
    """Bring what a kernel wrote into the one form that it has after every run."""
    count = 0
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        ran = cell.execution_count is not None
        count += ran
        cell.execution_count = count if ran else None
        cell.outputs = _joined(cell.outputs)
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = count
            data = output.get("data", {})
            # The model of a widget lives in the kernel; its picture as HTML is what stays, and a
            # second one, in dots, would only make the file larger.
            if "text/html" in data:
                for form in (WIDGET, "image/png"):
                    data.pop(form, None)


def shown(cell: NotebookNode) -> str:
    """What the outputs of this cell say in plain text."""
    texts = [
        output.get("text", "") or output.get("data", {}).get("text/plain", "")
        for output in cell.get("outputs", [])
    ]
    return "\n".join(text.strip() for text in texts if text.strip())


def warnings(cell: NotebookNode) -> str:
    """What this cell wrote where errors and warnings go."""
    streams = [output for output in cell.get("outputs", []) if output.get("name") == "stderr"]
    return _WIPED.sub("", "".join(output.text for output in streams)).strip()


def address(cell: NotebookNode) -> str | None:
    """A place in memory that this cell shows, such as `at 0x7f3a5c`, or `None`."""
    found = ADDRESS.search(shown(cell))
    return found[0] if found else None


def _joined(outputs: list[Any]) -> list[Any]:
    """The outputs with neighbouring pieces of one stream as one: a kernel cuts by the clock."""
    joined: list[Any] = []
    for output in outputs:
        last = joined[-1] if joined else None
        stream = output.output_type == "stream"
        if stream and last and last.output_type == "stream" and last.name == output.name:
            last.text += output.text
        else:
            joined.append(output)
    streams = [output for output in joined if output.output_type == "stream"]
    for output in streams:
        output.text = _WIPED.sub("", output.text)
    return [output for output in joined if output not in streams or output.text]


_WIPED = re.compile(r"(\r[^\r\n]+)*\r +\r")
"""A line of progress that was wiped out at its end: it is there only on a slow machine."""


def _plain(text: str) -> str:
    """The text without the codes that colour it in a terminal."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)
