"""Due dates, exceptions for people, groups and weights, as `course.toml` and nbgrader say them."""

import shutil
from datetime import timedelta
from pathlib import Path

import pytest
from grading_class import ROOT, gradebook_of

from course_tools.grader.classroom.exports import Beside, Row, course_percent, for_platform
from course_tools.grader.classroom.gradebook import Gradebook
from course_tools.grader.classroom.intake import (
    Deadlines,
    Policy,
    due_time,
    read_deadlines,
    read_register,
)
from course_tools.grader.classroom.intake.platforms import PLATFORMS
from course_tools.grader.judge.result import ExerciseGrade, Result, Submission

LESSONS = ("01_small", "02_small")
WHOLE = """
[late]
grace_minutes = 15
per_day = 0.1

[lessons.01]
due = "2026-11-20 18:00+00:00"
weight = 2

[lessons.02_small]
due = 2026-11-27T18:00:00Z
per_day = 0.5
"""
PEOPLE = """id,group,01,02_small,seat
ada,,2026-11-24 18:00+00:00,excused,3
bob,team,,,
cyd,team,,,
dan,team,,,
"""


def read(folder: Path, text: str = WHOLE, people: str = PEOPLE) -> Deadlines:
    """What these files say."""
    (folder / "course.toml").write_text(text, encoding="utf-8")
    (folder / "grading").mkdir(exist_ok=True)
    (folder / "grading" / "people.csv").write_text(people, encoding="utf-8")
    register = read_register(folder / "grading" / "people.csv")
    return read_deadlines(folder, LESSONS).with_people(register)


def test_each_lesson_and_each_student_has_rules_of_their_own(tmp_path: Path) -> None:
    """What holds for all, what a lesson changes of it, and who has more time."""
    found = read(tmp_path)
    day = due_time("2026-11-23 12:00+00:00")
    bob, ada = found.of("bob", "01_small"), found.of("ada", "01_small")
    assert (bob.days_late(day), ada.days_late(day)) == (3, 0)
    assert bob.grace_minutes == ada.grace_minutes == 15
    assert bob.points(10, 3) == 7
    assert found.of("bob", "02_small").points(10, 1) == 5
    assert found.excused == {("ada", "02_small")}
    assert found.weights == {"01_small": 2, "02_small": 1}


def test_no_file_means_nothing_is_late(tmp_path) -> None:
    """Where nobody has said when work is due."""
    nothing = read_deadlines(tmp_path, LESSONS)
    assert nothing.of("bob", "01_small") == Policy()


@pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")  # nbgrader's own way
def test_nbgraders_own_dates_count_where_the_file_says_nothing(tmp_path) -> None:
    """A due date of an assignment, and an extension that the gradebook has."""
    gradebook = tmp_path / "grading" / "gradebook.db"
    gradebook.parent.mkdir(exist_ok=True)
    shutil.copy(ROOT / "nbgrader_config.py", tmp_path)
    Gradebook(tmp_path).close()
    with gradebook_of(tmp_path) as book:
        for lesson in LESSONS:
            book.add_assignment(lesson, duedate="2026-10-01 10:00:00")
        book.add_student("eve")
        book.add_submission("02_small", "eve").extension = timedelta(days=2, hours=1)
        book.db.commit()
    found = read(tmp_path, "[lessons.01]\ndue = '2026-11-20 18:00+00:00'")
    assert found.of("bob", "01_small").due == due_time("2026-11-20 18:00+00:00")
    assert found.of("bob", "02_small").due == due_time("2026-10-01 10:00+00:00")
    assert found.of("eve", "02_small").due == due_time("2026-10-03 11:00+00:00")
    gradebook.write_bytes(b"damaged")
    assert read(tmp_path, "").of("eve", "02_small").due is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[late", "can't be read: "),
        ("[lates]", "the file has 'lates', which means nothing; known are late, lessons, names"),
        ("[late]\nper_week = 1", "[late] has 'per_week', which means nothing"),
        ("[late]\nper_day = 'much'", "per_day should be a number from 0 to 1; found 'much'"),
        ("[late]\nper_day = 3", "in [late], per_day should be a number from 0 to 1; found 3"),
        ("[late]\ngrace_minutes = inf", "should be a number from 0 to 525,600; found inf"),
        ("[late]\ngrace_minutes = -1", "should be a number from 0 to 525,600; found -1"),
        ("[late]\nlast_day = inf", "should be a whole number from 0 to 10,000; found inf"),
        ("[late]\nlast_day = 1.5", "should be a whole number from 0 to 10,000; found 1.5"),
        ("[lessons.01]\nweight = nan", "weight should be a number from 0 to 1,000; found nan"),
        ("[lessons.01]\nweight = true", "weight should be a number from 0 to 1,000; found True"),
        (
            "[lessons.01]\n[lessons.01_small]",
            "[lessons]: 01_small is there by its name and its number",
        ),
        ("[lessons.77]", "[lessons]: there is no lesson 77; there are 01_small, 02_small"),
        ("[lessons.01]\ndue = 'soon'", "in [lessons.01_small], 'soon' is not a time such as"),
        ("[lessons.01]\ndue = 20261120", "in [lessons.01_small], 20261120 is not a time such as"),
        ("[lessons.01]\ndue = 18:00:00", "is not a time such as 2026-11-21 18:00"),
        ("[lessons.01]\nwaight = 2", "[lessons.01_small] has 'waight'"),
        ("[lessons]\n01 = 3", "lessons.01 should be a table, [lessons.01]; found 3"),
    ],
)
def test_what_cannot_be_is_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    """It names the place in the file, and says what would be right."""
    with pytest.raises(ValueError, match=r"course\.toml") as caught:
        read(tmp_path, text)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("people", "sentence"),
    [
        ("id,01,01_small\nada,excused,excused\n", "01_small is there by its name and its number"),
        ("id,05\nada,excused\n", "there is no lesson 05; there are 01_small, 02_small"),
        ("id,01\nada,Excused\n", "ada, 01: 'Excused' is not a time such as 2026-11-21 18:00"),
        ("name\nAda\n", "should begin with a line of headers, such as id,name"),
        ("", "should begin with a line of headers"),
        ("id\nada\nADA\n", "line 3: ADA has a line already; keep one of them"),
        ("id\n../x\n", "line 2: '../x' can't be a name in the gradebook"),
        (
            "id,accounts\nada,Canvas 12\nbob,called b; Canvas 12\n",
            "Canvas 12 is in the lines of ada",
        ),
    ],
)
def test_what_people_cannot_have_is_a_sentence(tmp_path: Path, people: str, sentence: str) -> None:
    """It names the line, and says what would be right."""
    with pytest.raises(ValueError, match=r"people\.csv") as caught:
        read(tmp_path, people=people)
    assert sentence in str(caught.value)


def test_a_date_without_a_time_is_the_end_of_that_day(tmp_path: Path) -> None:
    """As a text and as TOML writes dates; a day far away is no trouble either."""
    for day in ("'2026-11-20'", "2026-11-20"):
        due = read(tmp_path, f"[lessons.01]\ndue = {day}").of("bob", "01_small").due
        assert f"{due:%Y-%m-%d %H:%M:%S}" == "2026-11-20 23:59:59"
    never = read(tmp_path, "[late]\ngrace_minutes = 15\n[lessons.01]\ndue = 9999-12-30")
    assert never.of("ada", "01_small").days_late(due_time("2026-11-20")) == 0


def test_a_group_hands_in_one_notebook(tmp_path: Path) -> None:
    """Who has none gets the newest of the group, with rules of their own; others keep theirs."""
    found = read(tmp_path)
    came = [
        Submission("bob", "01_small", tmp_path / "b", "2026-11-20 17:00:00 UTC"),
        Submission("cyd", "01_small", tmp_path / "c", "2026-11-22 17:00:00 UTC", 2),
        Submission("dan", "01_small", None, full_name="Dan Dee", odd=("Nothing came.", "A note.")),
        Submission("ada", "01_small", None, odd=("Nothing came.",)),
        Submission("ada", "02_small", None, odd=("Nothing came.",)),
    ]
    *first, excused = found.shared(came)
    shared = {one.student: one for one in first}
    assert shared["bob"].notebook == tmp_path / "b"
    dan = shared["dan"]
    assert (dan.notebook, dan.days_late, dan.full_name) == (tmp_path / "c", 2, "Dan Dee")
    assert dan.odd[0] == "A note."
    assert "2 days late" in dan.odd[1]
    assert (shared["ada"].odd, excused.odd) == (("Nothing came.",), ())
    found = read(tmp_path, people="id,group\nbob,team\nzoe,team\n")
    assert [one.student for one in found.shared(came[:1])] == ["bob", "zoe"], "who can know?"
    assert [one.student for one in found.shared(came[:1], ["bob", "zoey"])] == ["bob"]


def test_weights_and_excuses_reach_the_tables() -> None:
    """A lesson with weight 2 counts twice; who is excused has no number there."""

    def row(student: str, lesson: str, points: float, weight: float, **more) -> Row:
        grade = ExerciseGrade("x", points, 10, "wrong")
        result = Result(student, lesson, "graded", (grade,), canvas_id=f"id of {student}")
        return Row(result, points, weight=weight, **more)

    rows = [
        *(row("ada", "01", 10, 2), row("ada", "02", 4, 1)),
        *(row("bob", "01", 5, 2), row("bob", "02", 0, 1, excused=True)),
        row("cyd", "02", 0, 1, excused=True),
    ]
    assert course_percent(rows[:2]) == 80
    assert course_percent(rows[2:4]) == 50
    assert course_percent(rows[4:]) is None
    tables = {one.name: one.table for one in PLATFORMS}
    assert for_platform(tables["Moodle"], rows, Beside()) == [
        ["ID number", "Full name", "01", "02", "Course (%)"],
        ["ada", "", 10, 4, 80],
        ["bob", "", 5, "", 50],
        ["cyd", "", "", "", ""],
    ]
    assert for_platform(tables["Canvas"], rows, Beside())[-2] == [
        "bob",
        "id of bob",
        "",
        "bob",
        "",
        5,
        "EX",
    ]
