"""Another course is graded by a teacher's lines, without a game and a lesson of ours."""

import ast
import json
import os
import shutil
import subprocess
import sys
import tomllib
from contextlib import closing
from pathlib import Path

import nbformat
import pytest

from course_lib.checks.evidence import NotebookStudent
from course_lib.checks.keeping import loaded
from course_tools.grader import example
from course_tools.grader.classroom.gradebook import (
    Gradebook,
    GradebookError,
    back_up,
    class_seed,
    said_in,
)
from course_tools.grader.classroom.intake import due_time
from course_tools.grader.classroom.run import Order, planned
from course_tools.grader.classroom.years import new_class
from course_tools.grader.judge.cases import TO_LOOK, for_class
from course_tools.grader.judge.own import HIDDEN, own_cases
from course_tools.grader.judge.result import Submission
from course_tools.grader.judge.tasks import NoLessonError, fingerprint, graded_lesson
from course_tools.grader.judge.worker import Job, Setting, outcome_of
from course_tools.settings import folders

ROOT = Path(__file__).resolve().parents[2]
WHEEL = ROOT / "deploy" / "grader"
OF_THE_WHOLE = {
    "autograder_tests",
    "course_lib.games",
    "course_lib.lessons",
    "course_lib.views.boards",
    "course_lib.views.dots",
    "course_lib.checks.secret_tree",
    "course_tools.arena",
    "course_lib.questions",
    "course_tools.cli._week",
    "course_tools.grader.league",
    "course_tools.studio",
}
"""What is asked for only where our own course is there, never when a module is loaded."""


GIVEN = """\
SQUARES = {}
for i in range(9):
    SQUARES[i] = i * i
WORDS = ["bee", "anteaters"]
WORDS.sort()"""
"""A given cell that changes what it has made."""


@pytest.fixture
def course(tmp_path) -> Path:
    """The example, with what nbgrader hands out of it."""
    example.write(tmp_path / "course")
    released = example.source()
    for cell in released.cells:
        if cell.metadata.get("nbgrader", {}).get("solution"):
            head, *_ = cell.source.partition("    ### BEGIN")
            cell.source = f"{head}    raise NotImplementedError"
    place = tmp_path / "course" / "release" / "ps1" / "ps1.ipynb"
    place.parent.mkdir(parents=True)
    nbformat.write(released, place)
    return tmp_path / "course"


def test_a_folder_of_nbgraders_is_known_by_its_settings(course) -> None:
    """Its own names hold, and where the settings say nothing, nbgrader's."""
    assert folders(course).students == course / "release"
    assert folders(course).gradebook == course / "gradebook.db"
    with (course / "nbgrader_config.py").open("a") as file:
        file.write('c.CourseDirectory.submitted_directory = "in"\n')
    assert folders(course).submitted == course / "in"


def test_lines_become_cases_with_what_the_solution_gives(course) -> None:
    """The same seed draws the same; another seed draws others, and so do new cases."""
    lesson = graded_lesson("ps1", course)
    one, again, other = (for_class(lesson, course, seed) for seed in ("a", "a", "b"))
    assert one.own == again.own != other.own
    assert [task.name for task in one.tasks] == list(example.EXERCISES)
    assert one.away == one.rules == ()
    total = own_cases(one.own)["total"]
    groups = {group.title: group.cases for group in total.groups[HIDDEN]}
    assert [(case.line, case.expected) for case in groups["nothing at all"]] == [("total([])", 0)]
    [case] = groups["several"]
    assert case.expected == sum(case.arguments[0])
    assert [group.title for group in total.new(TO_LOOK)] == ["several"]
    names = {fingerprint("", made, b"", "") for made in (one, again, other)}
    assert len(names) == 2


def test_a_sum_of_decimals_may_be_added_from_the_other_end(course) -> None:
    """Also where the solution gives 1.0, and another order of the same sum a little less."""
    file = course / "hidden_cases" / "ps1.py"
    file.write_text(file.read_text().replace('"total([4])"', '"total([0.1, 0.2, 0.7])"'))
    lesson = for_class(graded_lesson("ps1", course), course, "seed")
    source = "def total(numbers):\n    return numbers[0] + total(numbers[1:]) if numbers else 0\n"
    student = NotebookStudent(loaded(source))
    assert student.call("total([0.1, 0.2, 0.7])").value < 1
    assert own_cases(lesson.own)["total"].check()(student).share == 1


def test_what_is_right_is_what_the_whole_solved_notebook_gives(course) -> None:
    """Loops and calls change what is used; what the notebook itself refutes is not taken."""
    place = course / "source" / "ps1" / "ps1.ipynb"
    notebook = nbformat.read(place, 4)
    notebook.cells.insert(1, nbformat.v4.new_code_cell(GIVEN))
    shown = "%matplotlib inline\ndisplay(SQUARES)"
    fails = nbformat.v4.new_code_cell("1 / 0", metadata={"tags": ["raises-exception"]})
    notebook.cells += [nbformat.v4.new_code_cell(shown), fails]
    [total] = [one for one in notebook.cells if one.source.startswith("def total")]
    total.source = total.source.replace("sum(numbers)", "sum(numbers) + SQUARES[3] - len(WORDS[0])")
    nbformat.write(notebook, place)
    lesson = graded_lesson("ps1", course)
    own = own_cases(for_class(lesson, course, "seed").own)["total"]
    assert {case.line: case.expected for case in own.groups[HIDDEN][1].cases} == {"total([4])": 4}
    notebook.cells[1].source = GIVEN.replace("i * i", "i")
    nbformat.write(notebook, place)
    wrong = r"ps1.ipynb is not right by its own examples of total: total\(\[1, 2, 3\]\) gave 0"
    with pytest.raises(ValueError, match=wrong):
        for_class(lesson, course, "seed")


def test_more_time_excuses_and_groups_hold_in_her_course(course, tmp_path) -> None:
    """Wherever her gradebook lies; an excuse from no lesson is said, and more time for it."""
    (course / "grading").mkdir()
    people = "id,group,ps1,ps,ps2,met\nada,pair,2026-12-24 18:00+00:00,,2026-12-24,2026-11-01\n"
    people += "bob,pair,excused,excused,,\n"
    (course / "grading" / "people.csv").write_text(people)
    for student in ("ada", "bob"):
        place = course / "in" / student / "ps1" / "ps1.ipynb"
        place.parent.mkdir(parents=True)
        shutil.copy(course / "source" / "ps1" / "ps1.ipynb", place)
    plan = planned(Order(course, course / "in"), tmp_path / "into")
    assert plan.deadlines.of("ada", "ps1").due == due_time("2026-12-24 18:00+00:00")
    assert plan.deadlines.excused == {("bob", "ps1")}
    assert plan.deadlines.groups == (("ada", "bob"),)
    sentence = "people.csv excuses somebody from ps, which is no lesson here; there are ps1."
    assert sentence in plan.odd
    late = "people.csv gives somebody more time for ps2, which is no lesson here; there are ps1."
    assert [each for each in plan.odd if "more time" in each] == [late]


def test_a_year_of_her_course_is_put_away_whole(course) -> None:
    """Her gradebook and nbgrader's folders lie beside `grading`; copies of the one lie in it."""
    for seed in ("first", "second"):
        with closing(Gradebook(course)) as book:
            book.keep_seed(seed)
        back_up(course / "gradebook.db", course / "grading" / "backups")
    place = course / "submitted" / "ada" / "ps1" / "ps1.ipynb"
    place.parent.mkdir(parents=True)
    place.write_text("hers")
    new_class(course, "2026")
    old = course / "grading" / "earlier" / "2026"
    assert {path.name for path in old.iterdir()} == {"backups", "gradebook.db", "submitted"}
    assert said_in(old / "gradebook.db").seed == "second" != class_seed(course)
    back_up(course / "gradebook.db", course / "grading" / "backups")
    (course / "gradebook.db").write_bytes(b"x" * 5_000)
    with pytest.raises(GradebookError) as said:
        Gradebook(course)
    for place in ("backups/gradebook-0001.db", "results."):
        assert str(course / "grading" / place) in str(said.value)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("def cases", "def case", "no function cases"),
        (
            '"total([4])"',
            '"totl([4])"',
            r"totl\(\[4\]\) calls no exercise; there are total, longest",
        ),
        ('"median([3])"', '"median(3)"', "the solution of median.* can't be had: TypeError"),
        ("median(", "total(", "no line that calls median"),
        ("rng.choices", "rng.choice", "TypeError"),
    ],
)
def test_what_is_wrong_in_her_file_is_a_sentence(course, old, new, sentence) -> None:
    """It names the file, and what to mend."""
    file = course / "hidden_cases" / "ps1.py"
    file.write_text(file.read_text().replace(old, new))
    with pytest.raises(ValueError, match=sentence) as said:
        for_class(graded_lesson("ps1", course), course, "seed")
    assert str(file) in str(said.value)


def test_points_without_an_answer_and_an_assignment_without_cases_are_refused(course) -> None:
    """Nobody loses a point in silence."""
    shutil.move(course / "hidden_cases" / "ps1.py", course / "hidden_cases" / "ps2.py")
    with pytest.raises(NoLessonError, match=r"ps1.py is missing: it says by which cases total"):
        for_class(graded_lesson("ps1", course), course, "seed")
    shutil.move(course / "hidden_cases" / "ps2.py", course / "hidden_cases" / "ps1.py")
    place = course / "release" / "ps1" / "ps1.ipynb"
    place.write_text(place.read_text().replace("check_median", "test_median"))
    with pytest.raises(NoLessonError, match="points in the cell test_median"):
        for_class(graded_lesson("ps1", course), course, "seed")


@pytest.mark.needs("bubblewrap")
def test_a_hand_in_is_repaired_and_judged_from_outside(course) -> None:
    """A missing check comes back, a wrong answer loses its kinds of cases, its words are hers."""
    notebook = example.source()
    wrong = "def longest(words):\n    return max(words, key=len)"
    for cell in notebook.cells:
        cell.source = wrong if "def longest" in cell.source else cell.source
    notebook.cells = [one for one in notebook.cells if "assert total" not in one.source]
    given = nbformat.v4.new_code_cell(GIVEN)
    use = "return sum(numbers) + SQUARES[3] - len(WORDS[0])"
    for cell in notebook.cells:
        cell.source = cell.source.replace("return sum(numbers)", use)
    lesson = for_class(graded_lesson("ps1", course), course, "seed")
    for cells in (lesson.released.cells, notebook.cells):
        cells.insert(1, given)
    raw = nbformat.writes(notebook).encode()
    made = outcome_of(
        Job(Submission("ada", "ps1", course), raw, lesson.raw, Setting(), lesson.own, "")
    )
    points = {one.name: one.points for one in made.result.exercises}
    assert points == dict.fromkeys(example.EXERCISES, 2) | {"longest": 1.5}
    assert any("check of total was missing" in one.sentence for one in made.result.repairs)
    [said] = [one.message for one in made.result.exercises if one.name == "longest"]
    assert "hidden case: nothing at all" in said


@pytest.mark.needs("bubblewrap")
def test_from_the_wheel_alone_a_class_is_graded_and_has_its_page(course, tmp_path) -> None:
    """With nothing else of the repository, the letters of the page included."""
    build = tomllib.loads((WHEEL / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    for origin, goal in build["targets"]["wheel"]["force-include"].items():
        place, copy = WHEEL / origin, tmp_path / "wheel" / goal
        copy.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if place.is_dir() else shutil.copy)(place, copy)
    place = course / "submitted" / "ada" / "ps1" / "ps1.ipynb"
    place.parent.mkdir(parents=True)
    shutil.copy(course / "source" / "ps1" / "ps1.ipynb", place)
    grade = f"import sys; sys.path.remove({str(ROOT)!r})"  # where this checkout is installed
    grade += "; from course_tools.cli import main; sys.exit(main(['grade']))"
    done = subprocess.run(
        [sys.executable, "-c", grade],
        cwd=course,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "wheel")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (course / "grading" / "report.html").is_file()
    [result] = (course / "grading" / "results" / "ps1").glob("*.json")
    assert [one["points"] for one in json.loads(result.read_text())["exercises"]] == [2] * 5


def test_the_wheel_has_all_that_it_imports() -> None:
    """Whatever a module of it loads is in it; the rest is asked for where our course is there."""
    build = tomllib.loads((WHEEL / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    goals = build["targets"]["wheel"]["force-include"]
    files = {}
    for origin, goal in goals.items():
        place = (WHEEL / origin).resolve()
        assert place.exists(), origin
        inside = sorted(place.rglob("*.py")) if place.is_dir() else [place]
        for path in inside:
            files[goal if place == path else f"{goal}/{path.relative_to(place).as_posix()}"] = path
    modules = {
        name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for name in files
        if name.endswith(".py")
    }
    packages = {name.rpartition(".")[0] for name in modules}
    missing = set()
    for name, path in files.items():
        if not name.endswith(".py"):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                wanted = {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
            elif isinstance(node, ast.Import):
                wanted = {one.name for one in node.names}
            else:
                continue
            ours = {one for one in wanted if one.startswith(("course_", "autograder_tests"))}
            if ours and not ours & (modules | packages):
                missing |= {min(ours, key=len)}
    assert {one for one in missing if not one.startswith(tuple(OF_THE_WHOLE))} == set()
    assert not any(part in name for name in files for part in ("games/", "lessons/", "arena/"))
