"""The notebook that graders and students get to see: verdicts as outputs, points as results."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from nbformat import NotebookNode, from_dict, v4

from course_lib.checks.ran import LEFT_OUT, Ran
from course_lib.checks.verdict import Verdict
from course_tools.grade.harmless import harmless_markdown, harmless_outputs, plain_text
from course_tools.grade.notebooks import bare, notebook_bytes
from course_tools.grade.tasks import GradedLesson

NEWS = "course-grading"
"""The name of the cell on top that says what was put right."""

ROOM = 5_000_000
"""The outputs of all of a student's cells together are no longer than this, written as JSON."""


def autograded_notebook(
    notebook: NotebookNode,
    lesson: GradedLesson,
    ran: Mapping[int, Ran],
    verdicts: Mapping[str, Verdict],
    news: Sequence[str] = (),
) -> bytes:
    """The bytes of the notebook with what its cells showed, and the verdicts below its checks.

    `ran` says by number what each cell showed, `verdicts` by exercise what it is worth. Nothing
    that a student's code made is in it but text and pictures of dots.
    """
    copy = bare(_without_code_in_prose(notebook, lesson.released))
    room = ROOM
    for number, (index, outcome) in enumerate(sorted(ran.items()), 1):
        outputs = harmless_outputs(outcome.outputs)
        size = len(json.dumps(outputs))
        # What does not fit any more is left out, and smaller outputs below it may still fit.
        copy.cells[index].outputs = outputs if size <= room else _LEFT_OUT
        room -= size if size <= room else 0
        copy.cells[index].execution_count = number
    checks = {task.check: task for task in lesson.tasks}
    for cell in copy.cells:
        task = checks.get(cell.metadata.get("nbgrader", {}).get("grade_id", ""))
        if task is not None and cell.cell_type == "code":
            verdict = verdicts[task.name]
            cell.outputs = _outputs(verdict, verdict.points(task.most))
            cell.execution_count = 1
    if news:
        lines = "\n".join(f"- {plain_text(sentence, 500)}" for sentence in news)
        text = f"**Before this notebook was graded:**\n\n{lines}"
        cell = v4.new_markdown_cell(harmless_markdown(text), id=NEWS)  # type: ignore[no-untyped-call]
        copy.cells.insert(0, cell)
    return notebook_bytes(copy)


_LEFT_OUT = [
    from_dict({"output_type": "stream", "name": "stderr", "text": LEFT_OUT})  # type: ignore[no-untyped-call]
]


def _outputs(verdict: Verdict, points: float) -> list[NotebookNode]:
    """The verdict as it is shown in a notebook, and the points as the last expression's value."""
    shown = {"text/plain": plain_text(str(verdict)), "text/html": verdict._repr_html_()}
    outputs: list[dict[str, Any]] = [
        {"output_type": "display_data", "data": shown, "metadata": {}},
        {
            "output_type": "execute_result",
            "data": {"text/plain": repr(points)},
            "metadata": {},
            "execution_count": 1,
        },
    ]
    return [from_dict(output) for output in outputs]  # type: ignore[no-untyped-call]


def _without_code_in_prose(notebook: NotebookNode, released: NotebookNode) -> NotebookNode:
    """The notebook in which a student's prose is only prose; the course's own is as it was."""
    ours = {cell.source for cell in released.cells}
    copy = deepcopy(notebook)
    for cell in copy.cells:
        if cell.cell_type == "code":
            cell.source = plain_text(cell.source, 200_000)
            continue
        if cell.source not in ours:
            cell.source = harmless_markdown(cell.source)
        cell.pop("attachments", None)
    return copy
