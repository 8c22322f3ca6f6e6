"""`course new-class`: a year is put away whole, and the next class meets other hidden cases."""

import json
import shutil
from pathlib import Path

import pytest
from class_of_thirty import COPY, ORIGINAL
from console import course
from grading_class import LESSON, small_course

from course_tools.files import CantWriteError
from course_tools.grader.classroom.exports import Row
from course_tools.grader.classroom.gradebook import Gradebook, said_in
from course_tools.grader.classroom.pages.writing import Known, class_page
from course_tools.grader.classroom.records import Results
from course_tools.grader.classroom.years import earlier_answers, new_class
from course_tools.grader.judge.result import GRADED, ExerciseGrade, Result
from course_tools.grader.judge.tasks import graded_lesson

MINE, THEIRS = (text.format(name="player") for text in (ORIGINAL, COPY))


def answered(student: str, source: str) -> Result:
    """The result of a student who has written this."""
    exercise = ExerciseGrade("player", 1, 1, "correct", source=source)
    return Result(student, LESSON, GRADED, (exercise,))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A course with a class of two, and what `course grade` leaves behind."""
    root = small_course(tmp_path / "a course")
    book = Gradebook(root)
    book.keep_seed("old words")
    book.register(graded_lesson(LESSON, root))
    book.close()
    results = Results(root / "grading" / "results")
    for student, text in (("ada", MINE), ("bob", "def player(heaps):\n    return 0\n")):
        results.write(answered(student, text), b'{"cells": []}')
    (root / "grading" / "report.html").write_text("last year", "utf-8")
    (root / "course.toml").write_text("[lessons.01]\ndue = '2026-11-20'\n", "utf-8")
    (root / "grading" / "people.csv").write_text("id,group\nada,team\nbob,team\n", "utf-8")
    return root


def test_a_class_is_put_away_and_its_answers_are_known_again(root: Path) -> None:
    """Nothing of it is lost or left, the seed is another, and a copy from it is named."""
    grading = root / "grading"
    done = course("new-class", "2026", "--root", str(root))
    assert done.code == 1
    assert "2 students and all their work are in" in done.out
    assert "course.toml still has what was meant for them: lessons.01." in done.out
    old = grading / "earlier" / "2026"
    assert {path.name for path in grading.iterdir()} == {
        *("earlier", "fingerprints", "gradebook.db", "grading.lock")
    }
    assert (old / "report.html").read_text("utf-8") == "last year"
    assert (old / "course.toml").read_bytes() == (root / "course.toml").read_bytes()
    assert len(list(Results(old / "results").all(LESSON))) == 2
    assert said_in(old / "gradebook.db").seed == "old words"
    assert len(said_in(grading / "gradebook.db").seed) == 16

    shutil.rmtree(old)  # as a school's rules may ask
    kept = next((grading / "fingerprints").rglob("*.json")).read_text("utf-8")
    assert "ada" in kept
    assert not any(word in kept for word in ("pile", "level", "wanted", "insert"))
    earlier = earlier_answers(grading)
    rows = [Row(answered("cyd", THEIRS), 1), Row(answered("dan", "def player(a): pass"), 0)]
    page = class_page(rows, Known(earlier=earlier))
    assert "<summary>cyd and ada, class of 2026: player 100% alike</summary>" in page
    assert "Of an earlier class only fingerprints are kept here." in page
    assert "class of 2026" not in class_page(rows[1:], Known(earlier=earlier))


def test_a_class_that_could_not_be_put_away_whole_is_put_away_by_the_next_call(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that another program holds is named; the same call then goes on from there."""
    move, grading = Path.replace, root / "grading"

    def held(path: Path, target: Path) -> Path:
        if path.name == "results":
            raise PermissionError(13, "in use")
        return move(path, target)

    monkeypatch.setattr(Path, "replace", held)
    with pytest.raises(CantWriteError, match=r"results can't be moved to .*in use.*Close it"):
        new_class(root, "2026")
    monkeypatch.undo()
    assert said_in(grading / "gradebook.db").seed == "old words"
    assert new_class(root, "2026").students == 2
    assert (grading / "earlier" / "2026" / "report.html").exists()
    assert said_in(grading / "gradebook.db").seed != "old words"


def test_what_would_mix_two_classes_is_refused(root: Path) -> None:
    """A seed of one's own, a name that is taken or none, and a course where nothing was graded."""

    def refused(name: str) -> str:
        before = sorted((root / "grading").rglob("*"))
        with pytest.raises(ValueError, match=r"\w") as told:
            new_class(root, name)
        assert sorted((root / "grading").rglob("*")) == before
        return str(told.value)

    assert "no name for a folder" in refused("../2026")
    text = (root / "course.toml").read_text("utf-8")
    (root / "course.toml").write_text(f'seed = "mine"\n{text}', "utf-8")
    assert "would meet the cases of the old one" in refused("2026")
    (root / "course.toml").unlink()
    new_class(root, "2026")
    assert "is there already" in refused("2026")
    (root / "grading" / "gradebook.db").unlink()
    assert "no class to put away yet" in refused("2027")


def test_damaged_fingerprints_are_named(root: Path) -> None:
    """Nobody believes that answers were compared with a year whose file can't be read."""
    new_class(root, "2026")
    [path] = (root / "grading" / "fingerprints").rglob("*.json")
    for nonsense in ("{", "[]", json.dumps({"ada": {"player": [3]}})):
        path.write_text(nonsense, "utf-8")
        with pytest.raises(ValueError, match=r"01_small.json is damaged"):
            earlier_answers(root / "grading")
