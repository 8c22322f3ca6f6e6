"""Notebooks that were damaged on purpose: marks, points, checks, forms and kernels."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from autograder_tests.hostile.making import (
    HONEST,
    STUB,
    Hostile,
    by_hand,
    cell_of,
    copied,
    new_code,
    place_of,
    right,
    stored,
)

NO_POINTS: dict[str, float] = {}


def _damaged(
    name: str,
    what: str,
    change: Callable[[NotebookNode], bytes | None],
    *told: str,
    earns: dict[str, float] | None = None,
) -> Hostile:
    """An attack on the notebook's own form; student and instructor are told the same."""
    return by_hand(name, what, "damage", change, student=told, instructor=told, earns=earns)


def _mark(name: str, **changes: Any) -> Callable[[NotebookNode], None]:
    """Changes what nbgrader is told about this cell."""

    def change(notebook: NotebookNode) -> None:
        """Change it."""
        cell_of(notebook, name).metadata.nbgrader.update(changes)

    return change


def _check_is(source: str) -> Callable[[NotebookNode], None]:
    """Writes this into the check of an exercise that was not attempted."""

    def change(notebook: NotebookNode) -> None:
        """Write it."""
        cell_of(notebook, "check_winner").source = source

    return change


def _copied_check(notebook: NotebookNode) -> None:
    copied(notebook, "check_winner")
    cell_of(notebook, "check_winner").source = "3"


def _copied_answer(notebook: NotebookNode) -> None:
    copied(notebook, "winner", points=300, grade=True)


def _split(notebook: NotebookNode) -> None:
    cell = cell_of(notebook, "player")
    lines = cell.source.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("def ")) + 2
    at = place_of(notebook, "player") + 1
    cell.source = "\n".join(lines[:first])
    notebook.cells.insert(at, new_code("\n".join(lines[first:])))


def _deleted_checks(notebook: NotebookNode) -> None:
    notebook.cells = [
        cell for cell in notebook.cells if not cell.metadata.get("nbgrader", {}).get("grade")
    ]


def _deleted_answer(notebook: NotebookNode) -> None:
    del notebook.cells[place_of(notebook, "winner")]


def _exchanged(notebook: NotebookNode) -> None:
    """Gives the easy answer the mark of the exercise with most points."""
    cell_of(notebook, "winner").metadata.nbgrader["grade_id"] = "player_too"
    cell_of(notebook, "player").metadata.nbgrader["grade_id"] = "winner"


def _prose(notebook: NotebookNode) -> None:
    for name in ("player", "check_player"):
        cell = cell_of(notebook, name)
        cell.cell_type = "markdown"
        cell.pop("outputs", None)
        cell.pop("execution_count", None)


def _same_names(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        cell["id"] = "same"


def _own_exercise(notebook: NotebookNode) -> None:
    marks = {"schema_version": 3, "locked": False}
    notebook.cells += [
        new_code("bonus = 1", grade_id="bonus", solution=True, grade=False, task=False, **marks),
        new_code(
            "100",
            grade_id="check_bonus",
            solution=False,
            grade=True,
            task=False,
            points=100,
            **marks,
        ),
        new_code(
            "1000",
            grade_id="task",
            solution=True,
            grade=True,
            task=True,
            points=1000,
            **marks,
        ),
    ]


def _oldest(notebook: NotebookNode) -> bytes:
    """The notebook in the form of 2014, without a mark."""
    cells = [
        {"cell_type": "code", "input": cell.source, "language": "python", "outputs": []}
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]
    return stored({"nbformat": 3, "nbformat_minor": 0, "worksheets": [{"cells": cells}]})


def _of_form(**changes: Any) -> Callable[[NotebookNode], bytes]:
    """Changes what the notebook says of its own form."""
    return lambda notebook: stored({**notebook, **changes})


def _strange_cells(notebook: NotebookNode) -> bytes:
    whole = json.loads(stored(notebook))
    whole["cells"] += [
        None,
        7,
        [],
        {},
        {"cell_type": "code", "source": 12, "metadata": []},
        {"cell_type": "code", "source": [1, None, {}], "metadata": {"nbgrader": "yes"}},
        {"cell_type": "evil", "source": "1", "metadata": {"nbgrader": {"grade_id": ["a"]}}},
        {"cell_type": "code", "source": "1", "metadata": {"nbgrader": {"points": [1]}}},
    ]
    return stored(whole)


def _not_a_number(notebook: NotebookNode) -> bytes:
    cell_of(notebook, "check_winner").metadata.nbgrader["points"] = float("nan")
    return json.dumps(notebook).encode()


def _repeated_keys(notebook: NotebookNode) -> bytes:
    """A file in which the cells stand twice: whoever reads the first sees something else."""
    decoy = json.dumps([new_code("'all is well'")]).encode()
    return b'{"cells": ' + decoy + b"," + stored(notebook).lstrip(b"{ \n")


def _other_lesson(_: NotebookNode) -> bytes:
    cells = [new_code(right(HONEST["02"]), grade_id=HONEST["02"], solution=True, grade=False)]
    return stored({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def _other_kernel(notebook: NotebookNode) -> None:
    notebook.metadata["kernelspec"] = {
        "name": "bash",
        "display_name": "<script>evil_kernel()</script>",
        "argv": ["sh", "-c", "touch hostile-was-here"],
    }


def _scripts_in_prose(notebook: NotebookNode) -> None:
    texts = (
        "<script>evil_prose()</script>",
        "<IMG SRC=x OnError=evil_prose()>",
        "[look](javascript:evil_prose())",
        "[look][1]\n\n[1]: javascript:evil_prose()",
        "![x](data:text/html;base64,PHNjcmlwdD4=)",
        "```\nclosed\n```\n<script>evil_prose()</script>\n````\n```",
        "&lt;script&gt;evil_prose()&lt;/script&gt;",
        "$\\href{javascript:evil_prose()}{x}$",
        "~~~\n</textarea></pre><svg/onload=evil_prose()>",
    )
    for text in texts:
        cell = new_markdown_cell(text)  # type: ignore[no-untyped-call]
        notebook.cells.append(cell)
    notebook.cells[-1]["attachments"] = {
        "x.svg": {"image/svg+xml": "<svg onload='evil_prose()'/>"},
        "<script>evil_prose()</script>.png": {"image/png": "iVBORw0KGgo="},
    }


def _scripts_in_code(notebook: NotebookNode) -> None:
    cell_of(notebook, "player").source += "\n# </code></pre></script><script>evil_source()</script>"
    notebook.metadata["title"] = "<script>evil_source()</script>"
    notebook.metadata["widgets"] = {"evil": "<script>evil_source()</script>"}
    notebook.cells[0].metadata["tags"] = ["<script>evil_source()</script>"]


def _with_outputs(notebook: NotebookNode, size: int) -> bytes:
    """The notebook with so many letters of outputs in its first cell of code."""
    cell = next(one for one in notebook.cells if one.cell_type == "code")
    cell.outputs = [{"output_type": "stream", "name": "stdout", "text": "@"}]
    return stored(notebook).replace(b'"@"', b'"' + b"x" * size + b'"')


def _with_cells(notebook: NotebookNode, count: int, source: str) -> bytes:
    """The notebook with so many cells more at its end."""
    more = [json.loads(json.dumps(new_code(source))) for _ in range(count)]
    whole = json.loads(json.dumps(notebook))
    whole["cells"] += more
    return stored(whole)


ENTRIES: tuple[Hostile, ...] = (
    _damaged("check_of_its_own", "Writes points into the check.", _check_is("3"), "changed", STUB),
    _damaged(
        "negative_points",
        "Writes a negative number into the check, which other graders turn round.",
        _check_is("-1e300"),
        "changed",
        STUB,
    ),
    _damaged(
        "points_that_are_no_number",
        "Writes a number into the check that is none.",
        _check_is("float('nan')"),
        "changed",
        STUB,
    ),
    _damaged(
        "check_that_cheats",
        "Writes a check that raises the points of all others.",
        _check_is("import autograder_tests\nautograder_tests.grade = lambda *_, points: points\n3"),
        "changed",
        STUB,
    ),
    _damaged("copied_check", "Copies a check, and changes the first.", _copied_check, "check of"),
    _damaged(
        "copied_answer", "Copies an answer with points of its own.", _copied_answer, "second copy"
    ),
    _damaged("split_answer", "Splits an answer into two cells.", _split, "split over two cells"),
    _damaged("deleted_checks", "Deletes all checks.", _deleted_checks, "was missing", STUB),
    _damaged("deleted_answer", "Deletes an exercise.", _deleted_answer, "no points for it"),
    _damaged(
        "more_points",
        "Gives an exercise 2,000 points.",
        _mark("check_player", points=2000),
        "points",
    ),
    _damaged(
        "lost_points",
        "Takes the points of an exercise away, so that nothing is left to divide by.",
        _mark("check_winner", points=0),
        "points",
        STUB,
    ),
    _damaged(
        "points_in_words", "Gives points in words.", _mark("check_player", points="many"), "points"
    ),
    _damaged(
        "wrong_schema",
        "Says that its marks are of a form that does not exist.",
        _mark("player", schema_version=99),
        "schema_version",
    ),
    _damaged(
        "unlocked_check",
        "Says that the check is the student's own, to be graded by hand.",
        _mark("check_winner", locked=False, solution=True, task=True),
        "put right",
    ),
    _damaged("exchanged_marks", "Exchanges the marks of two exercises.", _exchanged, "player"),
    _damaged(
        "strange_mark",
        "Calls a cell by a name that leads out of every folder.",
        _mark("player", grade_id="../../etc/passwd"),
        "was called",
    ),
    _damaged("answer_as_prose", "Makes an answer and its check prose.", _prose, "prose"),
    _damaged("same_names", "Gives all cells the same name.", _same_names, STUB),
    _damaged("own_exercise", "Adds exercises with points.", _own_exercise, "bonus", STUB),
    _damaged("form_of_2014", "Is stored in the form of 2014.", _oldest, "old form"),
    _damaged(
        "form_of_the_future",
        "Says it is of a form that does not exist yet.",
        _of_form(nbformat=99, nbformat_minor=-1),
        STUB,
    ),
    _damaged(
        "no_metadata",
        "Has a text where the notebook's metadata belong.",
        _of_form(metadata="none"),
        STUB,
    ),
    _damaged("strange_cells", "Has cells that are no cells.", _strange_cells, STUB),
    _damaged("number_that_is_none", "Has NaN for points.", _not_a_number, "points"),
    _damaged("repeated_keys", "Has its cells twice.", _repeated_keys, STUB),
    _damaged(
        "other_lesson",
        "Is a notebook of another lesson under this one's name.",
        _other_lesson,
        "not one of this lesson",
        earns=NO_POINTS,
    ),
    _damaged("other_kernel", "Asks for a kernel that runs a command.", _other_kernel, STUB),
    _damaged(
        "no_notebook_at_all",
        "Is no notebook.",
        lambda _: b'"cells"',
        "not a notebook",
        earns=NO_POINTS,
    ),
    _damaged(
        "cut_off",
        "Ends in the middle.",
        lambda notebook: stored(notebook)[: len(stored(notebook)) // 4],
        "damaged",
    ),
    _damaged("empty_file", "Is empty.", lambda _: b"", "empty", earns=NO_POINTS),
    _damaged(
        "deeper_than_json",
        "Has a hundred thousand brackets in each other.",
        lambda _: b'{"cells": ' + b"[" * 100_000,
        "damaged",
        earns=NO_POINTS,
    ),
    _damaged(
        "zip_in_disguise",
        "Is a zip with the name of a notebook.",
        lambda _: b"PK\x03\x04" + bytes(100),
        "zip",
        earns=NO_POINTS,
    ),
    by_hand(
        "scripts_in_prose",
        "Has scripts in its prose.",
        "damage",
        _scripts_in_prose,
        student=(STUB,),
    ),
    by_hand(
        "scripts_in_code",
        "Has scripts in comments and marks.",
        "damage",
        _scripts_in_code,
        student=(STUB,),
    ),
    by_hand(
        "huge_outputs",
        "Hands in 100 MB of outputs.",
        "resources",
        lambda notebook: _with_outputs(notebook, 100_000_000),
        student=(STUB,),
    ),
    by_hand(
        "ten_thousand_cells",
        "Hands in ten thousand cells.",
        "resources",
        lambda notebook: _with_cells(notebook, 10_000, "1 / 0"),
        student=("were left out", STUB),
        instructor=("were left out",),
    ),
    by_hand(
        "showing_cells",
        "Has 400 cells show as much as each of them may.",
        "resources",
        lambda notebook: _with_cells(
            notebook,
            400,
            "display({'image/png': 'iVBORw0K' * 20_000}, raw=True)",
        ),
        student=(STUB,),
    ),
    by_hand(
        "suspicious_cells",
        "Has 900 cells that each raise an error, and a suspicion of every kind.",
        "resources",
        lambda notebook: _with_cells(
            notebook,
            900,
            "socket; os._exit; ctypes; COURSE_GRADING; gradebook; autograder_tests; '../'",
        ),
        student=(STUB,),
        instructor=("names the grader",),
    ),
)
