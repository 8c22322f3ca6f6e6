"""A damaged notebook is put right before it runs, and whoever reads of it knows what was done."""

import json
import random
import re
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

import nbformat
import pytest
from damaged import DOUBLE, ROOT, answered, cell, code, place, raw, released
from hypothesis import given, settings, strategies
from nbformat import NotebookNode
from nbgrader import nbgraderformat
from toy_course import ROOT as ROOT_FOLDER

from autograder_tests.submissions import reference, submission
from course_tools.grader.judge.repair import TOO_LITTLE, Repaired, repaired, signs_in

GRADED = ["double", "check_double", "root", "check_root"]


@pytest.fixture
def notebook() -> NotebookNode:
    """What an honest student hands in, to be damaged."""
    return answered()


def mended(notebook: dict) -> Repaired:
    """What is made of this notebook, which nbgrader and everybody else can read afterwards."""
    return sound(repaired(raw(notebook), released()))


def sound(done: Repaired) -> Repaired:
    """The same, if nothing is wrong with the notebook any more."""
    notebook = done.notebook
    assert notebook is not None, said(done)
    nbformat.validate(notebook)
    text = nbformat.writes(notebook).encode().decode()
    assert nbgraderformat.reads(text, as_version=4) is not None
    assert sorted(filter(None, map(grade_id, notebook.cells))) == sorted(GRADED)
    fresh = released()
    for name in GRADED:
        assert cell(notebook, name).metadata == cell(fresh, name).metadata
        assert cell(notebook, name).cell_type == "code"
        assert place(notebook, name) >= place(notebook, name.removeprefix("check_"))
    for name in ("check_double", "check_root"):
        assert cell(notebook, name).source == cell(fresh, name).source
    return done


def grade_id(one: NotebookNode) -> str:
    """The name by which nbgrader knows a cell, or nothing."""
    return one.metadata.get("nbgrader", {}).get("grade_id", "")


def said(done: Repaired) -> str:
    """All sentences about the repairs, one a line."""
    return "\n".join(repair.sentence for repair in done.repairs)


def lost(done: Repaired) -> list[str]:
    """The exercises that could not be saved."""
    return [repair.exercise for repair in done.repairs if repair.lost]


def works(done: Repaired) -> bool:
    """Whether both answers do what they should, with all that is above them."""
    found = results(done)
    return found["double"](4) == 8 and found["root"](9) == 3


def answers(done: Repaired) -> list[str]:
    """What stands in the cells of the two exercises."""
    return [cell(done.notebook, name).source for name in ("double", "root")]


def results(done: Repaired) -> dict:
    """The names that there are after all cells have run but the checks."""
    names: dict = {}
    for one in done.notebook.cells:
        if one.cell_type == "code" and not grade_id(one).startswith("check_"):
            exec(one.source, names)  # noqa: S102 - it stands above, in this file
    return names


def test_a_notebook_that_jupyterlab_has_saved_comes_through_as_well(notebook) -> None:
    """Outputs, counts, widgets, trust, folded cells and another order of keys are no damage."""
    for number, one in enumerate(notebook.cells):
        one.metadata.update(trusted=True, collapsed=False, jupyter={"source_hidden": True})
        if one.cell_type == "code":
            one.execution_count = number + 1
            one.outputs = [{"output_type": "stream", "name": "stdout", "text": ["hello\n"]}]
            one.source = one.source.splitlines(keepends=True)
    notebook.metadata.widgets = {"application/vnd.jupyter.widget-state+json": {"state": {}}}
    notebook.metadata.language_info = {"name": "python", "version": "3.12.1"}
    notebook.metadata.kernelspec.display_name = "My Python"
    shuffled = {key: notebook[key] for key in sorted(notebook, reverse=True)}
    done = sound(repaired(json.dumps(shuffled).encode(), released()))
    assert done.repairs == ()
    assert done.notebook == answered()


@pytest.mark.parametrize(
    "lesson", sorted((ROOT_FOLDER / "notebooks").glob("*/*.ipynb")), ids=lambda path: path.stem
)
def test_every_lesson_comes_through_as_it_is(lesson: Path) -> None:
    """As it was handed out, and with the author's own answers; no two lessons look alike."""
    handed_out = nbformat.read(lesson, as_version=4)
    assert repaired(lesson.read_bytes(), handed_out) == Repaired(handed_out)
    author = ROOT_FOLDER / "solutions" / lesson.stem / lesson.name
    solved = submission(handed_out, reference(nbformat.read(author, as_version=4)))
    assert repaired(raw(solved), handed_out) == Repaired(solved)
    for other in (ROOT_FOLDER / "notebooks").glob("*/*.ipynb"):
        if other != lesson:
            assert repaired(other.read_bytes(), handed_out).notebook is None
            alike = signs_in(lesson.read_bytes()).keys() & signs_in(other.read_bytes())
            assert len(alike) * 4 < len(handed_out.cells)


def test_a_students_own_cells_are_kept(notebook) -> None:
    """Cells that were added stay where they are, also with a tag of the student's own."""
    notebook.cells.insert(2, code("helper = 1", tags=["remove_cell"]))
    notebook.cells.append(nbformat.v4.new_markdown_cell("# My notes"))
    notebook.cells[2].id = "mine"
    done = mended(notebook)
    assert done.repairs == ()
    assert [one.source for one in done.notebook.cells] == [one.source for one in notebook.cells]
    assert done.notebook.cells[2].id == "mine"
    assert done.notebook.cells[2].metadata == {}


# How the bytes were stored


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda data: b"\xef\xbb\xbf" + data, "UTF-8-SIG"),
        (lambda data: data.decode().encode("utf-16"), "UTF-16"),
        (lambda data: data.decode().encode("utf-16-be"), "UTF-16-BE"),
        (lambda data: data.decode().encode("utf-32"), "UTF-32"),
        (lambda data: data.replace(b"Twice", "Zweimal für".encode("latin-1")), "UTF-8"),
        (lambda data: data.replace(b"\n", b"\r\n"), ""),
        (lambda data: data.replace(b"\\n", b"\\r\\n"), ""),
        (lambda data: data + b"\0\0\0\0", ""),
        (lambda data: data + data, "behind the notebook's end"),
        (lambda data: data.replace(b'"nbformat":', b'"a": NaN, "nbformat":'), ""),
        (lambda data: data.replace(b'"nbformat":', b'"a": %s, "nbformat":' % (b"9" * 9000)), ""),
        (lambda data: data.replace(b"Twice", b"Twi\tce"), ""),
        (lambda data: data.replace(b"Numbers", b"\\ud800 Numbers"), ""),
        (
            lambda data: data.replace(
                b' "nbformat": 4,\n',
                b'<<<<<<< HEAD\n "nbformat": 4,\n=======\n "nbformat": 4,,\n>>>>>>> theirs\n',
            ),
            "Git",
        ),
        (lambda data: data.replace(b' "nbformat": 4,\n', b' "nbformat": 4,,\n'), "damaged"),
    ],
)
def test_a_file_is_read_however_it_was_stored(damage: Callable, words: str) -> None:
    """Both answers are there whatever an editor, a mail program or Git did to the file."""
    data = damage(raw(answered()))
    assert data != raw(answered())
    done = sound(repaired(data, released()))
    assert words in said(done)
    assert (len(done.repairs) > 0) == bool(words)
    assert lost(done) == []
    assert not any("\r" in one.source for one in done.notebook.cells)
    assert works(done)


def test_what_can_be_read_of_a_truncated_file_is_graded() -> None:
    """The first exercise counts, the second is lost, and both are said."""
    data = raw(answered())
    cut = data[: data.index(b"The root of this")]
    done = sound(repaired(cut, released()))
    assert "damaged" in said(done)
    assert lost(done) == ["root"]
    assert "no points" in said(done)
    assert answers(done)[0] == DOUBLE


def test_a_file_that_ends_before_the_first_answer_is_asked_for_again() -> None:
    """It is one of the lesson, and nothing of it is left to grade."""
    data = raw(answered())
    done = repaired(data[: data.index(b'"id": "double"')], released())
    assert done.notebook is None
    assert done.repairs[-1].sentence.endswith(TOO_LITTLE)


def test_a_letter_that_was_cut_does_not_change_the_others(notebook) -> None:
    """A file that ends inside a letter of several bytes is still read as what it is."""
    notebook.cells[0].source = "Zählen"
    notebook.cells[-1].source = "ä"
    data = json.dumps(notebook, ensure_ascii=False).encode()
    end = data.index(bytes("ä", "utf-8"), data.index(b"check_root"))
    done = sound(repaired(data[: end + 1], released()))
    assert done.notebook.cells[0].source == "Zählen"
    assert lost(done) == []


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"  \n", "empty"),
        (b"\0\0\0\0", "not a notebook"),
        (b"%PDF-1.7 ...", "a PDF"),
        (b"PK\x03\x04...", "zip"),
        (b"<!doctype html><html>", "web page"),
        (b"def double(number): pass", "not a notebook"),
        (b"[1, 2]", "no cells"),
        (b'"text"', "no cells"),
        (b'{"metadata": {}}', "no cells"),
        (b'{"cells": []}', "nothing in the notebook"),
        (b'{"cells": 3, "worksheets": 4}', "nothing in the notebook"),
        (b'{"cells": [{"cell_type": "markdown", "source": "Hello"}]}', "not one of this lesson"),
        (b"[" * 100_000, "not a notebook"),
        (b'{"cells": [' + b"[" * 100_000, "none of its cells"),
        (bytes(range(256)) * 9, "not a notebook"),
    ],
    ids=len,
)
def test_a_file_without_a_notebook_is_said_to_be_one(data: bytes, words: str) -> None:
    """There is nothing to grade: each exercise is lost, with the reason."""
    done = repaired(data, released())
    assert done.notebook is None
    assert words in done.repairs[0].sentence or words in said(done)
    assert lost(done) == ["double", "root"]
    assert all(words in one.sentence for one in done.repairs if one.lost)


# Forms of notebooks


KERNEL = {"kernelspec": {"name": "my-env", "language": "python"}}
FORMS = [{"nbformat": 5}, {"nbformat": "4"}, {"nbformat_minor": -1}, {"nbformat_minor": 2}]


@pytest.mark.parametrize("change", [*FORMS, {"nbformat": 4.0e99}, {"metadata": KERNEL}])
def test_what_a_notebook_says_of_its_form_is_not_believed(change: dict) -> None:
    """Also without names for its cells, each is known again by what it says."""
    notebook = json.loads(raw(answered() | change))
    for one in notebook["cells"]:
        del one["id"]
    assert mended(notebook) == Repaired(answered())


@pytest.mark.parametrize("wrong", ["double", "a b", "x" * 65, 7, None])
def test_missing_parts_are_filled_in(wrong: object) -> None:
    """Cells without metadata, names, outputs or a kind of their own are cells all the same."""
    notebook = json.loads(raw(answered()))
    del notebook["metadata"]
    for one in notebook["cells"]:
        for key in ("outputs", "execution_count", "id"):
            one.pop(key, None)
    del notebook["cells"][0]["metadata"]
    del notebook["cells"][4]["source"]
    notebook["cells"][5]["metadata"] = None
    notebook["cells"][8]["cell_type"] = "program"
    notebook["cells"] += [None, 3, "text", {}, {"source": 7, "id": wrong}, {"id": wrong}]
    assert answers(mended(notebook)) == [DOUBLE, ROOT]


IN_R = {"name": "ir", "language": "R", "display_name": "R"}


@pytest.mark.parametrize("metadata", [{"kernelspec": IN_R}, {"language_info": {"name": "R"}}])
def test_a_notebook_in_another_language_is_read_if_there_are_answers(metadata: dict) -> None:
    """The wrong kernel on the right notebook costs nothing; a notebook in R has nothing for us."""
    done = mended(answered() | {"metadata": metadata})
    assert "in R; it was read as Python" in said(done)
    assert lost(done) == []
    other = {"cells": [code("double <- function(x) 2 * x")], "metadata": metadata}
    done = repaired(raw(other), released())
    assert done.notebook is None
    assert "in R, and not in Python" in done.repairs[-1].sentence


# Copied, split, converted, deleted, moved and renamed cells


def copied(notebook: NotebookNode, one: NotebookNode) -> None:
    """Copy and paste in JupyterLab copies the mark as well; stock nbgrader stops there."""
    notebook.cells.append(deepcopy(one))


def converted(kind: str) -> Callable:
    """One key in JupyterLab makes a cell prose; the answer is still in it."""

    def convert(_: NotebookNode, one: NotebookNode) -> None:
        one.cell_type = kind
        del one["outputs"], one["execution_count"]

    return convert


def marked(**change) -> Callable:
    """A changed mark stops stock nbgrader, or gives points away."""
    return lambda _, one: one.metadata.nbgrader.update(change)


def unmarked(rest: object, **name: str) -> Callable:
    """A cell without its mark is known by its name in the file, or by what stands in it."""
    return lambda _, one: one.update(metadata={"nbgrader": rest}, **name)


DAMAGES = [
    (copied, "A second copy of the c"),
    (converted("markdown"), "had become"),
    (converted("raw"), "had become"),
    *((unmarked(rest), "") for rest in ({}, [], "mark", {"grade": True})),
    *((unmarked(rest, id="other"), "") for rest in ({}, [], "mark", {"grade": True})),
    (marked(grade_id="answer1"), "nbgrader|marked"),
    (marked(grade_id=["a"]), "nbgrader|marked"),
    (marked(schema_version="three"), "nbgrader|marked"),
    (marked(points=100), "nbgrader|marked"),
    (marked(points=float("nan")), "nbgrader|marked"),
    (marked(locked=None), "nbgrader|marked"),
    (marked(grade=False, solution=False, locked=False), "nbgrader|marked"),
    (marked(grade=True, solution=True, locked=True), "nbgrader|marked"),
    (marked(task=True), "nbgrader|marked"),
]


@pytest.mark.parametrize("name", GRADED)
@pytest.mark.parametrize(("damage", "words"), DAMAGES)
def test_what_was_done_to_a_cell_is_undone(notebook, name: str, damage: Callable, words: str):
    """The notebook is what it was before, nothing is lost, and it is said."""
    damage(notebook, cell(notebook, name))
    assert notebook != answered()
    done = mended(notebook)
    assert done.notebook == answered()
    assert lost(done) == []
    assert done.repairs
    assert re.search(words, said(done))


HELPER = "\n\ndef helper():\n    return 7"


def test_of_two_versions_the_last_one_that_is_written_counts(notebook) -> None:
    """The other stays as a cell of the student's own, before the one that counts."""
    older = deepcopy(cell(notebook, "double"))
    older.source = f"def double(number):\n    return 3 * number\n{HELPER}"
    notebook.cells.insert(2, older)
    done = mended(notebook)
    assert answers(done) == [DOUBLE, ROOT]
    assert "The last one in which the function is written counts" in said(done)
    assert results(done)["helper"]() == 7
    assert works(done)


@pytest.mark.parametrize("here", [3, 4])
def test_a_copy_that_was_left_as_it_was_never_counts(notebook, here: int) -> None:
    """It stands below the answer, and would replace it; what else it holds is kept."""
    copy = deepcopy(cell(released(), "double"))
    copy.source = f"# as it was\n{copy.source}{HELPER}"
    notebook.cells.insert(here, copy)
    done = mended(notebook)
    assert answers(done) == [DOUBLE, ROOT]
    assert results(done)["helper"]() == 7
    assert works(done)


def test_a_copy_that_became_something_else_is_an_own_cell(notebook) -> None:
    """Many write a helper into a copy of the exercise's cell, mark and all."""
    helper = deepcopy(cell(notebook, "double"))
    helper.source = "def helper(number):\n    return number"
    notebook.cells.insert(3, helper)
    cell(notebook, "double").source = DOUBLE.replace("number + number", "helper(number) * 2")
    done = mended(notebook)
    assert works(done)
    assert helper.source in [one.source for one in done.notebook.cells]


@pytest.mark.parametrize("marked", [True, False])
@pytest.mark.parametrize("lines", [1, 2, "between"])
def test_a_cell_that_was_split_is_put_together(notebook, lines, marked) -> None:
    """JupyterLab gives both halves the mark, other programs only the first one.

    Split between functions, the half with the function counts; the other is a cell of its own.
    """
    first = cell(notebook, "double")
    rest = deepcopy(first) if marked else code("")
    notebook.cells.insert(place(notebook, "double") + 1, rest)
    if lines == "between":
        first.source = "twice = 2"
        rest.source = DOUBLE.replace("number + number", "twice * number")
    else:
        halves = DOUBLE.splitlines()[:lines], DOUBLE.splitlines()[lines:]
        first.source, rest.source = map("\n".join, halves)
    wanted = rest.source if lines == "between" else DOUBLE
    done = mended(notebook)
    assert answers(done) == [wanted, ROOT]
    assert results(done)["double"](4) == 8
    if lines != "between":
        assert "split over two cells" in said(done)
        assert len(done.notebook.cells) == len(answered().cells)


def test_an_indented_cell_of_ones_own_stays_one(notebook) -> None:
    """IPython runs it, so the function above is whole without it."""
    cell(notebook, "double").source = DOUBLE.replace("number + number", "FACTOR * number")
    own = code("    FACTOR = 2\n    print(FACTOR)")
    notebook.cells.insert(place(notebook, "double") + 1, own)
    done = mended(notebook)
    assert own.source in [one.source for one in done.notebook.cells]
    assert "split over two cells" not in said(done)


def test_an_answer_in_a_cell_of_its_own_is_found_by_its_name() -> None:
    """The exercise's cell was left alone, and the function written at the end of the notebook."""
    notebook = released()
    notebook.cells += [code("factor = 2"), code(DOUBLE.replace("number +", "factor * number or"))]
    done = mended(notebook)
    assert "further down in the notebook; it counts" in said(done)
    assert results(done)["double"](4) == 8
    assert answers(done) == [
        "# double is written in another cell.",
        cell(released(), "root").source,
    ]
    notebook.cells.insert(3, notebook.cells.pop())
    done = mended(notebook)
    assert "not marked for grading" in said(done)
    assert answers(done)[0] == notebook.cells[3].source


@pytest.mark.parametrize("source", [DOUBLE, "double = lambda number: 2 * number"])
def test_a_draft_that_python_cannot_read_is_not_the_answer(source: str) -> None:
    """Of the student's own cells the last one counts in which the function can be called."""
    notebook = released()
    notebook.cells[3:3] = [code(source), code("def double(number):\n    return 2 *")]
    assert answers(mended(notebook))[0] == source


def test_code_between_fences_is_code(notebook) -> None:
    """Who makes the cell prose may write the fences that prose needs around code."""
    one = cell(notebook, "double")
    one.cell_type, one.source = "markdown", f"```python\n{DOUBLE}\n```"
    assert answers(mended(notebook)) == [DOUBLE, ROOT]


def test_a_deleted_exercise_is_lost_and_the_other_is_graded(notebook) -> None:
    """Nothing is there to grade: no points, with the reason, and the rest counts."""
    del notebook.cells[place(notebook, "double")]
    done = mended(notebook)
    assert lost(done) == ["double"]
    assert "no cell defines double" in said(done)
    assert answers(done) == [cell(released(), "double").source, ROOT]


@pytest.mark.parametrize("name", ["check_double", "check_root"])
def test_a_deleted_check_comes_back_behind_the_students_own_cells(notebook, name: str) -> None:
    """A helper below the exercise is there before the check asks for it."""
    here = place(notebook, name)
    notebook.cells[here] = code("helper = 1")
    notebook.cells[here].id = "helper"
    done = mended(notebook)
    assert place(done.notebook, name) == here + 1
    assert "was missing; it was put back" in said(done)


def test_a_changed_check_is_put_back_and_what_it_defined_is_kept(notebook) -> None:
    """A function that somebody wrote into the check's cell is still there for the exercise."""
    cell(notebook, "check_double").source = "twice = 2\nprint('full marks')\n3"
    cell(notebook, "double").source = DOUBLE.replace("number +", "twice * number or")
    cell(notebook, "check_root").source = "2"
    done = mended(notebook)
    assert results(done)["double"](4) == 8
    assert "The check of root had been changed" in said(done)
    assert len(done.notebook.cells) == len(notebook.cells) + 1


def test_an_answer_in_the_checks_cell_is_found(notebook) -> None:
    """Two cells that were merged have the mark of one of them."""
    cell(notebook, "check_double").source = DOUBLE + "\n\ncheck('double')"
    del notebook.cells[place(notebook, "double")]
    done = mended(notebook)
    assert lost(done) == []
    assert answers(done)[0] == DOUBLE + "\n\ncheck('double')"


@pytest.mark.parametrize(("name", "other"), [("double", "root"), ("root", "double")])
@pytest.mark.parametrize("deleted", [True, False])
def test_two_answers_in_one_cell_both_count(name: str, other: str, *, deleted: bool) -> None:
    """Merged exercises have the mark of one; the other's cell is gone, or as it was handed out."""
    notebook = released()
    cell(notebook, name).source = DOUBLE + "\n\n" + ROOT
    if deleted:
        del notebook.cells[place(notebook, other)]
    done = mended(notebook)
    assert lost(done) == []
    assert works(done)
    assert "in the cell of another exercise" in said(done)


def test_a_mark_that_the_lesson_does_not_know_is_taken_off(notebook) -> None:
    """A cell that was copied from another lesson is a cell of the student's own here."""
    mark = dict(cell(notebook, "double").metadata.nbgrader, grade_id="other")
    notebook.cells.append(code("other = 1", nbgrader=mark))
    done = mended(notebook)
    assert "'other'" in said(done)
    assert done.notebook.cells[-1].metadata == {}


def test_cells_that_were_moved_still_work(notebook) -> None:
    """The imports go back up, the checks down below their exercises; nothing else moves."""
    imports = notebook.cells.pop(1)
    notebook.cells.append(imports)
    check = notebook.cells.pop(place(notebook, "check_root"))
    notebook.cells.insert(0, check)
    done = mended(notebook)
    assert done.notebook == answered()
    assert "'from math import sqrt' was moved back" in said(done)


def test_a_deleted_cell_of_the_lesson_comes_back_if_it_is_needed(notebook) -> None:
    """Imports are needed; a cell that only shows something, and prose, may stay away."""
    del notebook.cells[8], notebook.cells[4], notebook.cells[1]
    done = mended(notebook)
    assert len(done.repairs) == 1
    assert "were put back: 'from math import sqrt'" in said(done)
    assert results(done)["root"](9) == 3
    assert len(done.notebook.cells) == 7


BROKEN = "def double(number)\n    return 2"
CHANGED = [(1, "import math\n\nsqrt = math.sqrt"), (5, "nine = 16"), (2, BROKEN), (2, "")]


@pytest.mark.parametrize(("number", "source"), CHANGED)
def test_a_changed_cell_stays_changed(notebook, number: int, source: str) -> None:
    """Lessons ask their readers to change things; what Python cannot read is for the check."""
    notebook.cells[number].source = source
    done = mended(notebook)
    assert done.repairs == ()
    assert [one.source for one in done.notebook.cells] == [one.source for one in notebook.cells]


def test_lines_for_ipython_do_not_hide_a_function() -> None:
    """The function is seen between magics, questions and commands."""
    notebook = released()
    notebook.cells.append(code(f"%%time\n%matplotlib inline\n!ls\nsqrt?\n{DOUBLE}"))
    done = mended(notebook)
    assert "answer to double" in said(done)


DEEP = ["-" * 40_000 + "1", "1+" * 20_000 + "1", "(" * 40_000, " " * 40_000 + "("]
ODD = ["\0def double(number): pass", "x = " + "9" * 9_000, '"\\d"']


@pytest.mark.parametrize("source", [*DEEP, *ODD], ids=len)
def test_code_that_is_too_much_for_python_is_kept_as_it_is(notebook, source: str) -> None:
    """Nothing that stands in a cell can stop the repair."""
    cell(notebook, "root").source = source
    notebook.cells.append(code(source))
    assert answers(mended(notebook)) == [DOUBLE, source]


def test_a_notebook_of_any_size_is_repaired(notebook) -> None:
    """Of much too much text and too many cells the exercises are kept before all others."""
    long = f"{ROOT}  # {'x' * 95_000}"
    cell(notebook, "root").source = long
    notebook.cells[0:0] = [code("data = 1\n" * 10_000) for _ in range(9)]
    notebook.cells.append(code("#" * 200_000))
    notebook.cells += [code(str(number)) for number in range(3_000)]
    done = mended(notebook)
    assert answers(done) == [DOUBLE, long]
    assert "too much text to be written by hand were left out: 6" in said(done)
    assert "has 3019 cells; those after 1000 were left out" in said(done)


# Anything at all


@pytest.mark.parametrize("times", [40, pytest.param(400, marks=pytest.mark.slow)])
def test_damaged_bytes_never_stop_the_repair(times: int) -> None:
    """Whatever was put in or taken away, there is a sound notebook or a reason, always the same."""
    dice, honest = random.Random(20), raw(answered())
    for _ in range(times):
        text = honest
        for _ in range(dice.randint(1, 3)):
            here = dice.randrange(len(text))
            there = dice.choice([here, here + 1, here + dice.randrange(200)])
            text = text[:here] + bytes(dice.choices(range(256), k=dice.randrange(3))) + text[there:]
        done = repaired(text, released())
        assert done == repaired(text, released())
        if done.notebook is None:
            assert lost(done) == ["double", "root"]
        else:
            sound(done)


JSON = strategies.recursive(
    strategies.none() | strategies.booleans() | strategies.floats() | strategies.text(),
    lambda inner: strategies.lists(inner) | strategies.dictionaries(strategies.text(), inner),
    max_leaves=4,
)
MARK = strategies.dictionaries(
    strategies.sampled_from(["grade_id", "grade", "solution", "locked", "task", "points"]),
    JSON | strategies.sampled_from([*GRADED, True, False, 3]),
)
CELL = strategies.fixed_dictionaries(
    {},
    optional={
        "cell_type": strategies.sampled_from(["code", "markdown", "raw", "heading", None]) | JSON,
        "source": strategies.sampled_from([DOUBLE, ROOT, DOUBLE + "\n" + ROOT, "    return 2"])
        | JSON,
        "metadata": strategies.fixed_dictionaries({}, optional={"nbgrader": MARK | JSON}) | JSON,
        "id": strategies.sampled_from([*GRADED, "x"]) | JSON,
        "outputs": JSON,
        "attachments": JSON,
    },
)
HONEST = strategies.sampled_from(json.loads(raw(answered()))["cells"])
ODD_CELL = strategies.builds(dict.__or__, HONEST, CELL)
METADATA = strategies.fixed_dictionaries({}, optional={"kernelspec": JSON, "language_info": JSON})


@settings(max_examples=50, deadline=None, derandomize=True)
@given(
    strategies.lists(HONEST | ODD_CELL | CELL | JSON, max_size=12),
    strategies.fixed_dictionaries(
        {}, optional={"metadata": METADATA | JSON, "nbformat": JSON, "nbformat_minor": JSON}
    ),
)
def test_any_cells_give_a_sound_notebook_or_a_reason(cells: list, rest: dict) -> None:
    """Cells of all kinds, whole and damaged, with marks of all kinds, in any order and number."""
    done = repaired(raw({"cells": cells, **rest}), released())
    if done.notebook is None:
        assert lost(done) == ["double", "root"]
    else:
        sound(done)
        text = "\n".join(one.source for one in done.notebook.cells)
        for one in cells:
            # What somebody wrote is somewhere in the notebook, whatever was done to it.
            is_code = isinstance(one, dict) and one.get("cell_type") == "code"
            if is_code and one.get("source") in (DOUBLE, ROOT):
                assert one["source"] in text
