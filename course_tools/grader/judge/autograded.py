"""The notebook that graders and students get to see: verdicts as outputs, points as results."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from nbformat import NotebookNode, from_dict, v4

from course_lib.checks.verdict import Verdict
from course_tools.grader.judge.tasks import GradedLesson
from course_tools.grader.sandbox.inside.serving import LEFT_OUT
from course_tools.grader.sandbox.pipe import Ran
from course_tools.notebooks import notebook_bytes

NEWS = "course-grading"
"""The name of the cell on top that says what was put right."""

ROOM = 5_000_000
"""The outputs of all of a student's cells together are no longer than this, written as JSON."""

_PICTURES = ("image/png", "image/jpeg")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_RISKY = re.compile(
    r"<[a-z/!?]|&[#\w]|!\[|(script|data|file)\s*:|\]\s*\(\s*[^)\s#h]", re.IGNORECASE
)
_LONGEST = 20_000
_MOST_SENTENCES = 20
_LONGEST_SENTENCE = 2_000


def autograded_notebook(
    notebook: NotebookNode,
    lesson: GradedLesson,
    ran: Mapping[int, Ran],
    verdicts: Mapping[str, Verdict],
    news: Sequence[str] = (),
) -> bytes:
    """The bytes of the notebook with what its cells showed, and the verdicts below its checks.

    `ran` says by number what each cell showed, `verdicts` by exercise what it is worth. Nothing
    that a student's code made is in it but text and pictures of dots. The notebook, which has no
    outputs yet, is made into it.
    """
    _keep_code_out_of_prose(notebook, lesson.released)
    room = ROOM
    for number, (index, outcome) in enumerate(sorted(ran.items()), 1):
        outputs = harmless_outputs(outcome.outputs)
        size = len(json.dumps(outputs))
        # What does not fit any more is left out, and smaller outputs below it may still fit.
        notebook.cells[index].outputs = outputs if size <= room else _LEFT_OUT
        room -= size if size <= room else 0
        notebook.cells[index].execution_count = number
    checks = {task.check: task for task in lesson.tasks}
    for cell in notebook.cells:
        task = checks.get(cell.metadata.get("nbgrader", {}).get("grade_id", ""))
        if task is not None and cell.cell_type == "code":
            verdict = verdicts[task.name]
            cell.outputs = _outputs(verdict, verdict.points(task.most))
            cell.execution_count = 1
    if news:
        lines = "\n".join(f"- {plain_text(sentence, 500)}" for sentence in news)
        text = f"**Before this notebook was graded:**\n\n{lines}"
        cell = v4.new_markdown_cell(harmless_markdown(text), id=NEWS)  # type: ignore[no-untyped-call]
        notebook.cells.insert(0, cell)
    return notebook_bytes(notebook)


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


def _keep_code_out_of_prose(notebook: NotebookNode, released: NotebookNode) -> None:
    """Make a student's prose into only prose; the course's own stays as it is."""
    ours = {cell.source: cell.get("attachments") for cell in released.cells}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.source = plain_text(cell.source, 200_000)
            continue
        if cell.source not in ours:
            cell.source = harmless_markdown(cell.source)
        cell.pop("attachments", None)
        # Where prose shows a picture that is not there, nbgrader makes no feedback at all.
        if pictures := ours.get(cell.source):
            cell.attachments = pictures


# --- what students have made, in a form that can do nothing to those who look at it --------------


def plain_text(text: str, most: int = _LONGEST) -> str:
    """The text without what a file or a page can't hold, and no longer than this."""
    clean = _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text)
    return clean if len(clean) <= most else clean[: most - 4] + " ..."


def few(sentences: Iterable[str]) -> tuple[str, ...]:
    """The first of these sentences, and how many more there are, as a page can hold them."""
    every = [plain_text(sentence, _LONGEST_SENTENCE) for sentence in dict.fromkeys(sentences)]
    more = len(every) - _MOST_SENTENCES
    return (
        *every[:_MOST_SENTENCES],
        *([f"There is more of this kind: {more}."] if more > 0 else []),
    )


def harmless_outputs(outputs: Iterable[dict[str, Any]]) -> list[NotebookNode]:
    """The outputs as text and pictures of dots; everything that a browser would run is left out."""
    kept = filter(None, map(_harmless, outputs))
    return [from_dict(output) for output in kept]  # type: ignore[no-untyped-call]


def harmless_markdown(text: str) -> str:
    """The prose as it is, or as plain letters where it holds more than prose."""
    clean = plain_text(text)
    if not _RISKY.search(clean):
        return clean
    longest = max((len(run) for run in re.findall(r"`+", clean)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{clean}\n{fence}"


def _harmless(output: dict[str, Any]) -> dict[str, Any] | None:
    """The output with the keys that it has in a notebook and no others, or `None`."""
    kind = output.get("output_type")
    if kind == "stream":
        name = "stderr" if output.get("name") == "stderr" else "stdout"
        return {"output_type": kind, "name": name, "text": plain_text(str(output.get("text")))}
    if kind == "error":
        found = output.get("traceback")
        lines = found[:60] if isinstance(found, list) else []
        return {
            "output_type": kind,
            "ename": plain_text(str(output.get("ename")), 80),
            "evalue": plain_text(str(output.get("evalue")), 500),
            "traceback": [plain_text(str(line), 2_000) for line in lines],
        }
    data = output.get("data")
    forms = data if isinstance(data, dict) else {}
    kept = {mime: forms[mime] for mime in _PICTURES if _is_picture(forms.get(mime))}
    if isinstance(forms.get("text/plain"), str):
        kept["text/plain"] = plain_text(forms["text/plain"])
    # A graded cell's result is the points: what a student's cell gave must not look like them.
    return {"output_type": "display_data", "data": kept, "metadata": {}} if kept else None


def _is_picture(text: object) -> bool:
    """Whether these letters stand for the bytes of a picture."""
    try:
        start = base64.b64decode("".join(str(text).split()), validate=True)[:3]
    except (binascii.Error, ValueError):
        return False
    return start in (b"\x89PN", b"\xff\xd8\xff")
