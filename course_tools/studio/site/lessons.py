"""The edition of a lesson that is published: what a run shows, and no answer to any exercise.

Its cells are those that students get, and its outputs those of the solved notebook. Where the
lesson steps through a search or replays a game, the page does so too, in a frame.
"""

from __future__ import annotations

import base64
import re
from html import escape
from itertools import count
from pathlib import Path
from typing import Any

from nbformat import NotebookNode, v4

from course_lib.views.export import heading, html_page
from course_lib.views.widgets import PlayerWidget, PlayWidget
from course_lib.words import Say, language, speaking, told
from course_tools.grader.judge.slicing import parts_to_run
from course_tools.notebooks import SOURCES, STUDENTS, notebook_bytes, place, read_notebook
from course_tools.studio.build.edition import check_secrets
from course_tools.studio.build.lesson import Lesson
from course_tools.studio.build.notebooks import bare
from course_tools.studio.build.running import WIDGET, run, settle
from course_tools.studio.build.translating import editions, lives, spoken
from course_tools.studio.site import living

ASKED = re.compile(r'^(?:print\()?(predict|guessed)\("(\w+)"\)+$', re.MULTILINE)
"""Where a lesson asks for a guess, or comes back to it; its page does so without Python."""

STEPPERS = "steppers"
"""The folder of the pages that are shown in frames, beside that of the lessons."""


def publish(lesson: Lesson, root: Path, folder: Path, *, steppers: Path | None = None) -> Path:
    """Where in this folder the notebook was written that the site shows, beside its pictures.

    Beside it lies one for each language into which the lesson is translated.

    What its steppers need is run to write live pages into `steppers`; without that folder the
    pictures of the solved notebook stay. A `ValueError` says what would be given away.
    """
    solved, student = (
        read_notebook(place(root, edition, lesson.name)) for edition in (SOURCES, STUDENTS)
    )
    if solved is None or student is None:
        raise ValueError(f"{lesson.name} has not been built; course build makes its notebooks")
    live = steppers if any(map(lives, solved.cells)) else None
    for other, page in editions(lesson, student, root).items():
        page.metadata["orphan"] = True  # the list of the pages is in English
        with speaking(other):
            told_so = spoken(solved, other, lesson, root)
            ran = _ran(f"{lesson.name[:2]}-{other}", told_so, root, live) if live else told_so
            _write(folder / f"{lesson.name}_{other}.ipynb", page, ran, solved, root)
    ran = _ran(lesson.name[:2], solved, root, live) if live else solved
    return _write(folder / f"{lesson.name}.ipynb", student, ran, solved, root)


def _write(
    page: Path, student: NotebookNode, ran: NotebookNode, solved: NotebookNode, root: Path
) -> Path:
    """Where the page was written: the student's cells with the outputs of a run."""
    for ours, run_cell, solved_cell in zip(student.cells, ran.cells, solved.cells, strict=True):
        if _exercise(ours) != _exercise(solved_cell):
            raise ValueError(f"the two notebooks of {page.stem} differ; course build fixes it")
        if ours.cell_type == "code":
            hidden = ours.metadata.get("tags", [])
            ours.metadata["tags"] = [*hidden, f"cell-{ours.id}"]  # by which `living.js` knows it
            checks = ours.metadata.get("nbgrader", {}).get("grade")  # the solution is not there
            ours.outputs = [] if checks else [_kept(one) for one in run_cell.outputs]
            if asked := ASKED.search(ours.source):
                alive = {"predict": living.guess, "guessed": living.guessed}[asked[1]]
                ours.outputs = [_shown(alive(asked[2], root="../"))]
            ours.execution_count = None
        for drawn, picture in ours.pop("attachments", {}).items():  # Sphinx knows files only
            file = "-".join(filter(None, (page.name[:2], language(), drawn)))
            page.with_name(file).write_bytes(base64.b64decode(picture["image/png"]))
            ours.source = ours.source.replace(f"attachment:{drawn}", file)
    made = notebook_bytes(student)
    check_secrets({page.name: made}, root)
    page.write_bytes(made)
    return page


def export_into(folder: str, name: str) -> None:
    """From now on, in this Python, widgets show themselves as they live on the site.

    A stepper is a page that is written into this folder, under this name and a number, and shown
    in a frame; a tree to touch, and a board, live in the page of the lesson.
    """
    numbers = count(1)

    def framed(widget: PlayerWidget, **_: Any) -> dict[str, str]:
        if widget.story.get("kind") == "touch":
            return {"text/html": living.touch(widget.story, root="../")}
        page = f"{name}-{next(numbers)}.html"
        Path(folder, page).write_text(html_page(widget), encoding="utf-8", newline="\n")
        return {
            "text/html": frame(f"../{STEPPERS}/{page}", heading(widget)),
            "text/plain": repr(widget),
        }

    pictured = PlayWidget._repr_mimebundle_

    def played(widget: PlayWidget, **options: Any) -> Any:
        board = living.board_of(widget.controller, root="../")
        return {"text/html": board} if board else pictured(widget, **options)

    setattr(PlayerWidget, "_repr_mimebundle_", framed)  # noqa: B010 - in this Python alone
    setattr(PlayWidget, "_repr_mimebundle_", played)  # noqa: B010 - the same


def frame(address: str, title: str) -> str:
    """HTML that shows one of our pages inside another, with a link to it alone."""
    words, alone = escape(title), told(Say("{title}, in a page of its own", title=title))
    return (
        f'<iframe class="course-page" src="{address}" title="{words}" loading="lazy"></iframe>'
        f'<p><a href="{address}">{escape(alone)}</a></p>'
    )


def _shown(html: str) -> NotebookNode:
    """An output that shows this."""
    output: NotebookNode = v4.new_output("display_data", {"text/html": html})  # type: ignore[no-untyped-call]
    return output


def _ran(name: str, solved: NotebookNode, root: Path, steppers: Path) -> NotebookNode:
    """The solved notebook with steppers that became pages of this name in this folder.

    Only they run, and what they need; everything else shows what it has shown in the build.
    """
    others = v4.new_notebook(  # type: ignore[no-untyped-call]
        cells=[cell for cell in solved.cells if not lives(cell)]
    )
    needed = {part.index: part.source for part in parts_to_run(solved, others)}
    copy = bare(solved)
    for index, cell in enumerate(copy.cells):
        if cell.cell_type == "code":
            cell.source = needed.get(index, "")
    code = f"from {__name__} import export_into\nexport_into({str(steppers)!r}, {name!r})"
    copy.cells.insert(0, v4.new_code_cell(code))  # type: ignore[no-untyped-call]
    ran, stopped = run(copy, root)
    if stopped:
        raise ValueError(
            f"lesson {name} does not run to its end: {stopped.why}; course build says more"
        )
    settle(ran)
    del ran.cells[0]
    ran.cells = [
        new if lives(old) else old for new, old in zip(ran.cells, solved.cells, strict=True)
    ]
    return ran


def _exercise(cell: NotebookNode) -> str | None:
    """The name by which nbgrader knows this cell."""
    name: str | None = cell.metadata.get("nbgrader", {}).get("grade_id")
    return name


def _kept(output: NotebookNode) -> NotebookNode:
    """The output without what needs a kernel, and without words where there is a picture."""
    data = output.get("data", {})
    data.pop(WIDGET, None)
    if "text/html" in data:
        data.pop("text/plain", None)
    return output
