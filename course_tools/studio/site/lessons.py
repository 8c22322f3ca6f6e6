"""The edition of a lesson that is published: what a run shows, and no answer to any exercise.

Its cells are those that students get, and its outputs those of the solved notebook. Where the
lesson steps through a search or replays a game, the page does so too, in a frame.
"""

from __future__ import annotations

import ast
import base64
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TypeGuard

from nbformat import NotebookNode, v4

from course_lib.words import language, speaking
from course_tools.grader.judge.slicing import (
    BEGINS,
    DEFINES,
    Part,
    defined,
    names_in,
    statements_in,
    together,
)
from course_tools.notebooks import SOURCES, STUDENTS, notebook_bytes, place, read_notebook
from course_tools.studio.build.edition import check_secrets
from course_tools.studio.build.lesson import Lesson
from course_tools.studio.build.notebooks import bare
from course_tools.studio.build.running import WIDGET, run, settle, shown
from course_tools.studio.build.translating import editions, lives, spoken
from course_tools.studio.site import living

ASKED = re.compile(r'^(?:print\()?(predict|guessed)\("(\w+)"\)+$', re.MULTILINE)
"""Where a lesson asks for a guess, or comes back to it; its page does so without Python."""

SURE = (*DEFINES, ast.Assign, ast.AnnAssign)
"""Statements that bind their names whenever they run."""


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


def _shown(html: str) -> NotebookNode:
    """An output that shows this."""
    output: NotebookNode = v4.new_output("display_data", {"text/html": html})  # type: ignore[no-untyped-call]
    return output


def _ran(name: str, solved: NotebookNode, root: Path, steppers: Path) -> NotebookNode:
    """The solved notebook with steppers that became pages of this name in this folder.

    Only they run, and what they need; everything else shows what it has shown in the build.
    A `ValueError` where they show something else than there.
    """
    needed = _needed(solved)
    copy = bare(solved)
    for index, cell in enumerate(copy.cells):
        if cell.cell_type == "code":
            cell.source = needed.get(index, "")
    code = f"from {living.__name__} import export_into\nexport_into({str(steppers)!r}, {name!r})"
    copy.cells.insert(0, v4.new_code_cell(code))  # type: ignore[no-untyped-call]
    ran, stopped = run(copy, root)
    why = stopped.why if stopped else ""
    settle(ran)
    del ran.cells[0]
    cells = []
    for new, old in zip(ran.cells, solved.cells, strict=True):
        cells.append(new if lives(old) else old)
        if lives(old) and not language() and shown(new) != shown(old):
            why = why or f"the cell {old.id} shows {shown(new)!r}, not {shown(old)!r}"
    if why:
        raise ValueError(
            f"lesson {name} doesn't run as in its build: {why}; course build says more"
        )
    ran.cells = cells
    return ran


def _needed(solved: NotebookNode) -> dict[int, str]:
    """What has to run for the cells that live: the text of each cell, without its other lines.

    From the end to the beginning: a statement runs if it binds a name that is wanted below it. What
    it binds is wanted no more above it, but for what it uses itself.
    """
    parts = [
        Part(index, cell.source, names_in(cell.source), own=lives(cell))
        for index, cell in enumerate(solved.cells)
        if cell.cell_type == "code" and not cell.metadata.get("nbgrader", {}).get("grade")
    ]
    statements = [one for part in parts for one in statements_in(part)]
    inside = {name: one.names.uses for one in statements for name in defined(one.source)}
    kept: list[Part] = []
    wanted: set[str] = set()
    for one in reversed(statements):
        changed = one.names.binds | {begun[1] for begun in BEGINS.finditer(one.source)}
        if one.own or wanted & changed:
            kept.insert(0, one)
            wanted = _above(ast.parse(one.source).body, wanted, inside)
    return {part.index: text for part in parts if (text := together(kept, part))}


def _above(
    body: list[ast.stmt], wanted: set[str], inside: Mapping[str, frozenset[str]]
) -> set[str]:
    """The names that are wanted above these statements; `inside` has those that functions use."""
    for one in reversed(body):
        sure = isinstance(one, SURE) or _runs_once(one)
        if isinstance(one, ast.With) or _runs_once(one):
            wanted = _above(one.body, wanted, inside)
            one.body = [ast.Pass()]
        names = names_in(ast.unparse(one))
        if sure:
            wanted = wanted - names.binds
        waiting, used = set(names.uses), set[str]()
        while waiting:
            used |= waiting
            waiting = set().union(*(inside.get(name, ()) for name in waiting)) - used
        wanted = wanted | used
    return wanted


def _runs_once(one: ast.stmt) -> TypeGuard[ast.For]:
    """Whether this is a loop whose whole body runs once, or more often."""
    if not isinstance(one, ast.For) or not getattr(one.iter, "elts", None):
        return False
    return not any(isinstance(node, ast.Break | ast.Continue) for node in ast.walk(one))


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
