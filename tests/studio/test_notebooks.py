"""The notebooks agree with their sources, and carry pictures alone.

That each of them runs from top to bottom is shown by `test_student_edition.py`.
"""

import ast
import json
import shutil
from contextlib import suppress
from pathlib import Path

import nbformat
import pytest

from autograder_tests import bank
from autograder_tests.exercises import files
from course_tools.grader.judge.slicing import names_in
from course_tools.studio.build import building, differences, lessons, strangers

ROOT = Path(__file__).resolve().parents[2]
LESSONS = lessons(ROOT)
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*/*.ipynb"))


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_no_lesson_hands_out_more_code_than_can_be_read(lesson):
    """At most 150 lines beside imports and exercises; the rest lives in `course_lib/lessons`."""
    given = 0
    for cell in lesson.cells:
        if cell.part.markdown or cell.grade_id or cell.predict or cell.first:
            continue
        body = ast.parse(cell.part.source).body
        imports = [part for part in body if isinstance(part, (ast.Import, ast.ImportFrom))]
        skipped = {line for part in imports for line in range(part.lineno, part.end_lineno + 1)}
        lines = enumerate(map(str.strip, cell.part.source.splitlines()), 1)
        given += sum(line[:1] not in ("", "#") and number not in skipped for number, line in lines)
    assert 0 < given <= 150


def test_there_is_a_notebook_for_every_source_and_no_other():
    """`solutions/NN_topic.py` belongs to `notebooks/NN_topic/NN_topic.ipynb`, one to one."""
    names = [lesson.name for lesson in LESSONS]
    assert [ROOT / "notebooks" / name / f"{name}.ipynb" for name in names] == NOTEBOOKS
    assert NOTEBOOKS
    assert list(strangers(ROOT, LESSONS)) == []


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_the_notebooks_say_what_their_source_says(lesson, monkeypatch):
    """Both editions follow from the source: nobody has edited one of them by hand.

    The data of the checks, which takes long to make, is compared by `test_checks.py`.
    """
    made = []
    monkeypatch.setattr(building, "check_data", lambda *asked: made.append(asked) or ({}, []))
    assert list(differences(lesson, ROOT)) == []
    assert made == [(lesson, ROOT)]


def test_there_is_data_for_every_exercise_and_no_other():
    """`course_lib/lessons/lesson_NN/exercises/NAME.json` belongs to an exercise of that lesson."""
    data = ROOT.glob("course_lib/lessons/*/exercises/*")
    there = {(path.parents[1].name, path.stem) for path in data if path.suffix == ".json"}
    assert there == {(f"lesson_{path.parent.name[:2]}", name) for name, path in files().items()}


@pytest.fixture
def alone(tmp_path):
    """A course of nothing but the last lesson, as it was built."""
    lesson = LESSONS[-1]
    for place in (
        "nbgrader_config.py",
        "pyproject.toml",
        "course_lib/__init__.py",
        f"course_lib/lessons/lesson_{lesson.name[:2]}/predictions.json",
        f"solutions/{lesson.name}/{lesson.name}.ipynb",
        f"notebooks/{lesson.name}/{lesson.name}.ipynb",
    ):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / place, tmp_path / place)
    return lesson, tmp_path, tmp_path / place


def test_what_students_see_first_is_marked_as_nbstripout_wants_it():
    """Each output of theirs stands in a cell with `keep_output`, and pictures are among them."""
    for path in NOTEBOOKS:
        cells = nbformat.read(path, as_version=4).cells
        shown = [cell for cell in cells if cell.get("outputs")]
        assert shown == [cell for cell in cells if cell.metadata.get("keep_output")]
        kinds = {kind for cell in shown for output in cell.outputs for kind in output.data}
        assert kinds == {"text/plain", "text/html"}


def test_a_term_of_notebooks_is_small():
    """What a student gets, and hands in again with its answers, is at most 1.5 MB for all lessons.

    Pictures are SVG where they stand below a cell, and dots of few colours inside of prose.
    """
    assert sum(path.stat().st_size for path in NOTEBOOKS) < 1_500_000


def test_pictures_that_somebody_took_out_are_missed_and_come_back(alone, monkeypatch):
    """The check names the cell, and the build puts everything back without running anything."""
    lesson, root, student = alone
    whole = student.read_bytes()
    assert list(differences(lesson, root)) == []
    emptied = nbformat.read(student, as_version=4)
    shown = [number for number, cell in enumerate(emptied.cells) if cell.get("outputs")]
    for cells in ([shown[0]], [shown[-1]], shown):
        emptied = nbformat.reads(whole, as_version=4)
        for number in cells:
            emptied.cells[number].outputs = []
        nbformat.write(emptied, student)
        [sentence] = differences(lesson, root)
        assert f"lost what students see before they run cell {cells[0] + 1};" in sentence
        for run in ("run_solutions", "run_untouched"):
            monkeypatch.delattr(building, run, raising=False)
        assert building.build(lesson, root).word == "built"
        assert student.read_bytes() == whole


def test_a_source_notebook_without_its_outputs_is_not_as_it_should_be(alone):
    """What the site and the students' pictures are made of is gone, though every word is there."""
    lesson, root, _ = alone
    path = building.places(lesson.name, root)[0]
    stripped = nbformat.read(path, as_version=4)
    for cell in stripped.cells:
        if cell.cell_type == "code" and not cell.metadata.get("keep_output"):
            cell.outputs, cell.execution_count = [], None
        elif cell.cell_type == "code":
            cell.execution_count = None
    nbformat.write(stripped, path)
    [sentence] = differences(lesson, root)
    assert "has lost its outputs, as nbstripout takes them out" in sentence


KEEPS = {"best", "cache", "helper", "kept", "known", "memo", "memory", "search", "seen", "table"}
"""Names that answers have for what they keep."""


def helpers_of(exercise):
    """The functions that answers to this exercise define beside it."""
    texts = ROOT / "tests" / "answers_from_the_texts" / f"{exercise}.json"
    sources = [entry.source for entry in bank.entries(exercise)]
    if texts.exists():
        sources += [each["source"] for each in json.loads(texts.read_text(encoding="utf-8"))]
    found = set()
    for source in sources:
        with suppress(SyntaxError):  # a wrong answer that can't run defines nothing
            body = ast.parse(source).body
            found |= {node.name for node in body if isinstance(node, ast.FunctionDef)}
    return found - set(files())


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_no_given_cell_takes_a_name_that_answers_have(lesson):
    """A student's `table` or `value`, on which a function of theirs depends, is nobody else's."""
    taken = set(KEEPS)
    for cell in lesson.cells:
        if cell.exercise:
            taken |= helpers_of(cell.exercise)
        elif not (cell.part.markdown or cell.check or cell.predict):
            assert not names_in(cell.part.source).binds & taken, cell.part.line


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_check_after_a_restart_says_what_to_run(path):
    """Its line is shown above the error; with the first cell alone the verdict says the rest."""
    cells = nbformat.read(path, as_version=4).cells
    checks = [cell for cell in cells if cell.metadata.get("nbgrader", {}).get("grade")]
    assert checks
    assert all(cell.source.endswith("the lesson's first cell, then yours") for cell in checks)
    names = {}
    first = next(cell for cell in cells if cell.cell_type == "code")
    for cell in (first, checks[0]):
        exec(compile(cell.source, "<cell>", "exec"), names)  # noqa: S102 - our own cell
    verdict = names["check"](checks[0].metadata.nbgrader.grade_id.removeprefix("check_"))
    assert "run the cell that defines it" in str(verdict)
