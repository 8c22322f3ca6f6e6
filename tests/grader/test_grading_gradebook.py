"""Grades stand in nbgrader's own gradebook, whole or not at all, and people's grades stay."""

import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from console import ran
from grading_class import EXERCISES, LESSON, POINTS, gradebook_of, small_course
from submissions import nbgrader

from course_lib.checks.verdict import CORRECT, WRONG
from course_tools.grader.classroom import gradebook
from course_tools.grader.classroom.gradebook import KEPT, Gradebook, GradebookError, back_up, copies
from course_tools.grader.judge.result import GRADED, NO_NOTEBOOK, STOPPED, ExerciseGrade, Result
from course_tools.grader.judge.tasks import graded_lesson


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    """A course of one small lesson, which its gradebook knows."""
    root = small_course(tmp_path_factory.mktemp("made"))
    book = Gradebook(root)
    book.register(graded_lesson(LESSON, root))
    book.close()
    return root


@pytest.fixture
def root(made: Path, tmp_path: Path) -> Path:
    """A fresh copy of it."""
    return Path(shutil.copytree(made, tmp_path / "course"))


@pytest.fixture
def book(root: Path) -> Iterator[Gradebook]:
    """Its gradebook, open."""
    found = Gradebook(root)
    yield found
    found.close()


def result(student: str = "ada", *points: float, outcome: str = GRADED, **more) -> Result:
    """A result with these points, in the order of the exercises; all points if none are said."""
    earned = points or tuple(POINTS[name] for name in EXERCISES)
    grades = tuple(
        ExerciseGrade(name, one, POINTS[name], CORRECT if one == POINTS[name] else WRONG)
        for name, one in zip(EXERCISES, earned, strict=True)
    )
    return Result(student, LESSON, outcome, grades, **more)


def nothing(points: float, late: Result) -> float:
    """No penalty."""
    return 0


def test_nbgrader_is_not_loaded_to_write_into_its_gradebook(root) -> None:
    """That takes longer than to grade a class of five, so its settings name things by words."""
    code = (
        "import sys\nfrom pathlib import Path\n"
        "from course_tools.grader.classroom.gradebook import Gradebook\n"
        "Gradebook(Path(sys.argv[1])).close()\n"
        "print(sorted({'nbgrader', 'nbconvert', 'sqlalchemy'} & set(sys.modules)))"
    )
    assert ran(sys.executable, "-c", code, str(root), check=True).stdout.split() == ["[]"]


def test_scores_are_those_of_the_results(root, book) -> None:
    """Nbgrader's own reading finds the points, and nothing that waits for a person."""
    book.record([result("ada"), result("bob", 0, 1.25, 3, full_name="Bob van Dam")], nothing)
    with gradebook_of(root) as opened:
        scores = {name: opened.find_submission(LESSON, name).score for name in ("ada", "bob")}
        assert scores == {"ada": 7, "bob": 4.25}
        bob = opened.find_student("bob")
        assert (bob.first_name, bob.last_name) == ("Bob van", "Dam")
        assert opened.find_submission(LESSON, "ada").max_score == 7
        assert not opened.find_submission(LESSON, "ada").needs_manual_grade
    automatic = {"check_player": 0, "check_actions": 1.25, "check_winner": 3}
    assert book.standings(LESSON)["bob"].automatic == automatic


def by_hand(root: Path, **values) -> None:
    """Do what a person does in formgrader with ada's grade for `player`."""
    with gradebook_of(root) as opened:
        grade = opened.find_grade("check_player", LESSON, LESSON, "ada")
        for name, value in values.items():
            setattr(grade, name, value)
        opened.find_comment("player", LESSON, LESSON, "ada").manual_comment = "Well argued."
        opened.db.commit()


def waits(root: Path) -> bool:
    """Whether formgrader says that a grade of ada's waits for somebody's eyes."""
    with gradebook_of(root) as opened:
        return bool(opened.find_submission(LESSON, "ada").needs_manual_grade)


def test_what_people_have_given_stays_when_it_is_graded_again(root, book) -> None:
    """Points, extra credit and comments by hand outlive a regrade, and other points are marked."""
    book.record([result("ada", 0, 2, 3)], nothing)
    by_hand(root, manual_score=1.5, extra_credit=0.5, needs_manual_grade=False)
    book.record([result("ada", 0, 2, 3)], nothing)
    standing = book.standings(LESSON)["ada"]
    assert (standing.score, standing.penalty, waits(root)) == (7, 0, False)
    assert standing.by_hand == {"player": 2}
    assert standing.comments == {"player": "Well argued."}
    book.record([result("ada", 2, 2, 3)], nothing)
    assert (book.standings(LESSON)["ada"].score, waits(root)) == (7, True)
    with gradebook_of(root) as opened:
        grade = opened.find_grade("check_player", LESSON, LESSON, "ada")
        assert (grade.auto_score, grade.manual_score, grade.score) == (2, 1.5, 2)
        comment = opened.find_comment("player", LESSON, LESSON, "ada")
        assert comment.comment == "Well argued."


def test_old_points_never_stay_when_grading_again_fails(root, book) -> None:
    """There are 0 points then, and a person is asked to look."""
    book.record([result("ada")], nothing)
    book.record([result("ada", 0, 0, 0, outcome=STOPPED)], nothing)
    assert (book.standings(LESSON)["ada"].score, waits(root)) == (0, True)
    book.record([result("ada")], nothing)
    assert (book.standings(LESSON)["ada"].score, waits(root)) == (7, False)


def test_who_handed_nothing_in_is_known_and_has_no_submission(root, book) -> None:
    """They are on nbgrader's list; if there were points before, they are gone."""
    absent = result("eve", 0, 0, 0, outcome=NO_NOTEBOOK)
    book.record([absent], nothing)
    assert book.standings(LESSON) == {}
    with gradebook_of(root) as opened:
        assert opened.find_student("eve").id == "eve"
    book.record([result("eve")], nothing)
    book.record([absent], nothing)
    assert book.standings(LESSON)["eve"].score == 0


def test_a_late_submission_loses_points_and_never_more_than_it_has(root, book) -> None:
    """The penalty stands beside the score, where nbgrader's export finds it."""
    late = result("ada", received="2026-11-21 06:30:00 UTC", days_late=2)
    book.record([late], lambda points, one: 100)
    assert book.standings(LESSON)["ada"].penalty == 7
    book.record([replace(late, days_late=0)], nothing)
    assert book.standings(LESSON)["ada"].penalty == 0
    with gradebook_of(root) as opened:
        assert str(opened.find_submission(LESSON, "ada").timestamp) == "2026-11-21 06:30:00"


def test_a_result_is_there_in_whole_or_not_at_all(root, book) -> None:
    """A fault in the middle of one leaves neither a submission nor the points of some cells."""
    book.record([result("ada", 0, 2, 3)], nothing)

    def fault(points: float, one: Result) -> float:
        if one.student == "bob":
            raise ZeroDivisionError
        return 0

    with pytest.raises(ZeroDivisionError):
        book.record([result("ada"), result("bob")], fault)
    assert {name: one[:2] for name, one in book.standings(LESSON).items()} == {"ada": (5, 0)}
    with gradebook_of(root) as opened:
        assert [one.id for one in opened.students] == ["ada"]


def test_a_result_costs_no_more_in_a_large_class(root, book) -> None:
    """The database finds what it needs by its indexes; 5,000 students took it most of an hour."""

    def steps(student: str) -> int:
        taken: list[int] = []
        book._file.set_progress_handler(lambda: taken.append(1), 10)
        book.record([result(student)], nothing)
        book._file.set_progress_handler(None, 0)
        return len(taken)

    first = steps("first")
    book.record([result(f"s{number}") for number in range(100)], nothing)
    assert steps("last") < 1.5 * first


def test_exercises_that_changed_are_a_clear_sentence(root, book) -> None:
    """Nbgrader can't add a cell to what has submissions; the way out is named."""
    book.record([result()], nothing)
    for edition in ("solutions", "notebooks"):
        shutil.rmtree(root / edition)
    small_course(root, exercises=("player", "winner"))
    with pytest.raises(GradebookError, match=f"{LESSON} has other exercises than when"):
        book.register(graded_lesson(LESSON, root))
    assert book.standings(LESSON)["ada"].score == 7


def test_solutions_that_are_missing_are_a_clear_sentence(tmp_path) -> None:
    """The command that makes them is named."""
    root = small_course(tmp_path)
    shutil.rmtree(root / "solutions" / LESSON)
    with closing(Gradebook(root)) as book, pytest.raises(GradebookError, match="`course build 01`"):
        book.register(graded_lesson(LESSON, root))


def test_a_locked_gradebook_is_a_clear_sentence(root, monkeypatch) -> None:
    """Somebody else is writing: nothing is waited for without an end."""
    monkeypatch.setattr(gradebook, "_PATIENCE", 0.1)
    path = root / "grading" / "gradebook.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(GradebookError, match=r"can't be used now .*locked.*give the same"):
            back_up(path, root / "grading" / "backups")
        with pytest.raises(GradebookError, match="locked"):
            Gradebook(root)
        other.rollback()


@pytest.mark.parametrize("damage", ["no database", "a hole"])
def test_a_damaged_gradebook_is_a_clear_sentence(root, damage: str) -> None:
    """The sentence says that results are safe, and names the newest copy that can be put back."""
    path, folder = root / "grading" / "gradebook.db", root / "grading" / "backups"
    kept = back_up(path, folder)
    content = bytearray(path.read_bytes())
    hole = slice(4096, 60_000) if damage == "a hole" else slice(100)
    content[hole] = bytes(len(content[hole]))
    path.write_bytes(content)
    with pytest.raises(GradebookError, match="is damaged") as caught:
        back_up(path, folder)
    assert str(kept) in str(caught.value)
    assert path.read_bytes() == content
    assert copies(folder) == [kept]


def test_the_last_ten_copies_are_kept(root, book) -> None:
    """A copy is a whole gradebook; one that would say the same as the last is not made."""
    path, folder = root / "grading" / "gradebook.db", root / "grading" / "backups"
    first = back_up(path, folder)
    assert back_up(path, folder) == first
    for number in range(KEPT + 3):
        book.record([result(f"student{number}")], nothing)
        back_up(path, folder)
    kept = copies(folder)
    assert len(kept) == KEPT
    assert first not in kept
    with closing(sqlite3.connect(kept[-1])) as copy:
        assert copy.execute("SELECT count(*) FROM submitted_assignment").fetchone() == (KEPT + 3,)
    assert back_up(root / "grading" / "none.db", folder) is None


@pytest.mark.slow
def test_a_new_gradebook_is_the_one_that_nbgrader_makes(root, book, tmp_path) -> None:
    """The same tables, with the same mark of their age, so that nbgrader can renew them one day."""
    small_course(tmp_path / "theirs")
    nbgrader(tmp_path / "theirs", "generate_assignment", LESSON, "--force")
    asked = (
        "SELECT name, replace(replace(sql, ' ', ''), '\t', '') FROM sqlite_master",
        "SELECT * FROM alembic_version",
        "SELECT name, duedate, course_id FROM assignment",
        "SELECT name, kernelspec FROM notebook",
        "SELECT name, type FROM base_cell",
        "SELECT name, max_score, cell_type FROM grade_cells JOIN base_cell USING (id)",
        "SELECT name FROM solution_cells JOIN base_cell USING (id)",
        "SELECT name, cell_type, locked, source, checksum FROM source_cell",
    )

    def read_from(course: Path) -> list[str]:
        with closing(sqlite3.connect(course / "grading" / "gradebook.db")) as file:
            rows = [sorted(file.execute(each), key=str) for each in asked]
            return [str(each).replace("\\n", "") for each in rows]

    assert read_from(root) == read_from(tmp_path / "theirs")
