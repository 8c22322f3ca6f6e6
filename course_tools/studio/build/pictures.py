"""What a run of the lesson makes for its readers: predictions, and pictures to see before a run.

The code of a picture and of a prediction stands in the lesson's source and in no notebook. It runs
with the lesson's solutions, so that what a reader is told to be true was worked out and not typed.
"""

from __future__ import annotations

import base64
import difflib
import inspect
import json
import re
import textwrap
from collections.abc import Iterator
from html import unescape
from typing import Any

from nbformat import NotebookNode, v4

from course_lib.questions.predicting import ASKED, guess_card, still
from course_lib.views.boards import board_svg
from course_lib.views.dots import few_dots
from course_lib.views.svg import Picture
from course_lib.words import told
from course_tools.studio.build.lesson import Cell, Lesson
from course_tools.studio.build.notebooks import KEPT

KINDS = {"question", "answer", "choices", "on", "because", "later"}
IMAGE = re.compile(r'<img [^>]*src="data:image/svg\+xml;base64,([^"]+)"[^>]*>')
ALT = re.compile(r'alt="([^"]*)"')
DOTS = 2  # for each pixel: sharp on a screen of today


def prediction_source(cell: Cell) -> str:
    """The code that runs in the place of a prediction's cell, and prints it as JSON."""
    return (
        f"def prediction():\n{textwrap.indent(cell.part.source, '    ')}\n    return locals()\n\n\n"
        f"from {__name__} import packed\n\nprint(packed(prediction()))"
    )


def packed(values: dict[str, Any]) -> str:
    """A prediction as JSON, or a `ValueError` about what its author has to mend."""
    for name in values.keys() - KINDS:  # an author may use names of their own besides
        if near := difflib.get_close_matches(name, KINDS, 1, cutoff=0.8):
            raise ValueError(f"a prediction has no {name}; was {near[0]} meant?")
    if not {"question", "answer"} <= values.keys():
        raise ValueError("a prediction needs a question and an answer")
    data: dict[str, Any] = {name: values[name] for name in KINDS - {"on"} if name in values}
    if "choices" in values and values["answer"] not in values["choices"]:
        raise ValueError(f"the answer {values['answer']!r} is none of the choices")
    if "on" in values:
        game, state = values["on"]
        answers = values["answer"] if isinstance(values["answer"], list) else [values["answer"]]
        data["answer"] = [game.action_name(action) for action in answers]
        data["board"] = board_svg(game, state)
    data["because"] = inspect.cleandoc(values.get("because", ""))
    return json.dumps(data, sort_keys=True)


def predictions(lesson: Lesson, ran: NotebookNode) -> dict[str, Any]:
    """The lesson's predictions by name, from a run in which `prediction_source` stood for them."""
    return {
        str(cell.predict): json.loads("".join(output.text for output in node.outputs))
        for cell, node in zip(lesson.cells, ran.cells, strict=True)
        if cell.predict
    }


def attach(notebook: NotebookNode, drawn: dict[str, NotebookNode]) -> None:
    """Put each picture into the cells of prose that show it; `drawn` has its code's cell."""
    for node in notebook.cells:
        for name in node.metadata.get("pictures", {}):
            pictures = list(pictures_in(drawn[name].outputs))
            if len(pictures) != 1:
                raise ValueError(f"the code of {name} should end with one picture")
            dots = few_dots(pictures[0].png(scale=DOTS))
            attached = node.setdefault("attachments", {})
            attached[f"{name}.png"] = {"image/png": base64.b64encode(dots).decode()}


def mark_openings(lesson: Lesson, source: NotebookNode, untouched: NotebookNode) -> None:
    """Mark the cells of the run source notebook whose pictures students see before any run.

    Those are the pictures that no answer changes: a run with untouched exercises shows them, too.
    """
    may_show = cells_with_pictures(lesson)
    for number, (node, other) in enumerate(zip(source.cells, untouched.cells, strict=True)):
        images = list(images_of(node.outputs)) if number in may_show else []
        if images and images == list(images_of(other.outputs)):
            node.metadata[KEPT] = True


def open_with(student: NotebookNode, source: NotebookNode) -> None:
    """Give the student notebook what the marked cells of the run source notebook show."""
    for node, ran in zip(student.cells, source.cells, strict=True):
        if ran.metadata.get(KEPT):
            node.metadata[KEPT] = True
            node.outputs = opening(ran)


def opening(ran: NotebookNode) -> list[NotebookNode]:
    """What a marked cell shows before it is run: a prediction's question, or pictures alone."""
    return list(ran.outputs if "predict" in ran.metadata else images_of(ran.outputs))


def closed(student: NotebookNode, source: NotebookNode) -> list[int]:
    """The numbers, from 1, of the student's cells that have lost what they should open with."""
    return [
        number
        for number, (node, ran) in enumerate(zip(student.cells, source.cells, strict=False), 1)
        if ran.metadata.get(KEPT) and not node.get("outputs")
    ]


def ask_before_running(
    lesson: Lesson, notebook: NotebookNode, questions: dict[str, dict[str, Any]]
) -> None:
    """Give each prediction's cell its question, for readers who can't run it."""
    for cell, node in zip(lesson.cells, notebook.cells, strict=True):
        if cell.predict:
            node.metadata[KEPT] = True
            node.outputs = [question_shown(questions[cell.predict])]


def question_shown(question: dict[str, Any]) -> NotebookNode:
    """The output that shows this question and nothing of its answer."""
    card = guess_card(question)
    words = f"{told(ASKED)} {told(card.text)}"
    bundle = {"text/html": still(card), "text/plain": words}
    output: NotebookNode = v4.new_output("display_data", bundle)  # type: ignore[no-untyped-call]
    return output


def cells_with_pictures(lesson: Lesson) -> set[int]:
    """The cells that may show a picture before they are run: code of the lesson's own.

    None right after a prediction: that one would give the answer away. A heading ends its topic.
    """
    may_show, asked = set(), False
    for number, cell in enumerate(lesson.cells):
        if cell.part.markdown:
            asked = asked and not re.search(r"^#+ ", cell.part.source, re.MULTILINE)
        else:
            if not (asked or cell.grade_id or cell.predict):
                may_show.add(number)
            asked = bool(cell.predict)
    return may_show


def first_beyond_pictures(
    lesson: Lesson, student: NotebookNode, questions: dict[str, dict[str, Any]]
) -> int | None:
    """The number of the first cell, from 1, with an output that no student should find there."""
    may_show = cells_with_pictures(lesson)
    for number, (cell, node) in enumerate(zip(lesson.cells, student.cells, strict=True)):
        outputs = node.get("outputs", [])
        pictures = list(images_of(outputs))
        if cell.predict:
            there = cell.predict in questions
            fits = outputs == ([question_shown(questions[cell.predict])] if there else [])
        else:
            fits = pictures == outputs and (not outputs or number in may_show)
        if not fits:
            return number + 1
    return None


def images_of(outputs: list[NotebookNode]) -> Iterator[NotebookNode]:
    """An output for each picture in these, as SVG that nobody needs to trust to see it."""
    for picture in pictures_in(outputs):
        bundle = {"text/html": picture._repr_html_(), "text/plain": picture.alt}
        yield v4.new_output("display_data", bundle)  # type: ignore[no-untyped-call]


def pictures_in(outputs: list[NotebookNode]) -> Iterator[Picture]:
    """The pictures in these outputs, in order."""
    for output in outputs:
        for image in IMAGE.finditer(output.get("data", {}).get("text/html", "")):
            alt = ALT.search(image[0])
            words = unescape(alt[1]) if alt else "a picture"
            yield Picture(base64.b64decode(image[1]).decode(), words)
