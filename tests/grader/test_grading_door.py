"""`nbgrader autograde` and the formgrader's button grade as `course grade` does, and as safely."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tempfile
from ast import literal_eval
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from console import course, quick_module, ran
from doors import as_nbgrader_has_it, judged, pressed, rows, shown
from grading_class import answer, course_of, gradebook_of, notebook_of
from hostile_class import (
    LESSONS,
    MARKER,
    NEIGHBOUR,
    build,
    environment,
    everything,
    results,
    secrets_in,
    student_of,
)
from sandboxed import running, without_sandboxes
from submissions import hand_in

from autograder_tests import demo_class
from autograder_tests.hostile import Hostile, entries, second
from course_tools.grader.classroom.gradebook import said_in

pytestmark = pytest.mark.programs

BIN = str(Path(sys.executable).parent)
HERE = Path(__file__).resolve().parents[1]
LESSON = "01_small"
PLAYER = {"player": answer("player", right=True)}
LATE = """
[late]
per_day = 0.1

[lessons.01_small]
due = "2026-11-20 18:00+00:00"
"""


def autograde(root: Path, *words: str, **surroundings: str) -> Any:
    """What `nbgrader autograde` does in this course's folder."""
    return _nbgrader(root, "autograde", *words, **surroundings)


def _nbgrader(root: Path, *words: str, **surroundings: str) -> Any:
    paths = {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", **surroundings}
    return ran(*quick_module("nbgrader", *words), cwd=root, env=os.environ | paths)


def with_time(root: Path, student: str, time: str, lesson: str = LESSON) -> None:
    """Write down when this was handed in, as nbgrader does."""
    place = root / "grading" / "submitted" / student / lesson / "timestamp.txt"
    place.write_text(f"{time}\n", encoding="utf-8")


# Several ways in, one gradebook


@pytest.mark.needs("bubblewrap")
@pytest.mark.timeout(300)
@pytest.mark.usefixtures("warm_graders")
def test_three_doors_write_the_same_gradebook(tmp_path: Path) -> None:
    """Row by row: scores, comments, penalties; also the notebooks that formgrader shows."""
    made = course_of(tmp_path / "made", {})
    with (made / "course.toml").open("a", encoding="utf-8") as file:
        file.write(LATE)
    wrong = {"winner": answer("winner", right=False), **PLAYER}
    for student, answers in {"ada": PLAYER, "bob": wrong, "Eva Groß": PLAYER}.items():
        hand_in(made, student, LESSON, notebook_of(made, answers))
    cut = made / "grading" / "submitted" / "cyd" / LESSON / f"{LESSON}.ipynb"
    cut.parent.mkdir(parents=True)
    cut.write_bytes((made / "notebooks" / LESSON / f"{LESSON}.ipynb").read_bytes()[:900])
    with_time(made, "ada", "2026-11-21 19:00:00 UTC")
    with_time(made, "bob", "2026-11-20 17:00:00 UTC")
    with_time(made, "cyd", "in the evening")
    by = {door: shutil.copytree(made, tmp_path / door) for door in ("grade", "command", "button")}
    done = course("grade", "--root", str(by["grade"]))
    assert done.code == 1, done.err
    said = autograde(by["command"], LESSON)
    assert said.returncode == 0, said.stderr
    assert "Isolation: full" in said.stderr
    for told in pressed(by["button"]):
        assert told["success"], told
    first = rows(by["grade"])
    assert len(first["grades"]) == 4 * 3
    assert len(first["students"]) == 4
    with gradebook_of(by["grade"]) as book:
        assert book.find_submission(LESSON, "ada").late_submission_penalty == pytest.approx(0.4)
    for door in ("command", "button"):
        assert rows(by[door]) == first
        assert shown(by[door]) == shown(by["grade"])
    with gradebook_of(by["button"]) as book:
        book.find_grade("check_player", LESSON, LESSON, "ada").manual_score = 0.25
        book.db.commit()
    [told] = pressed(by["button"], "ada")
    assert told["success"]
    with gradebook_of(by["button"]) as book:
        assert book.find_grade("check_player", LESSON, LESSON, "ada").manual_score == 0.25


@pytest.mark.slow
@pytest.mark.needs("bubblewrap")
@pytest.mark.timeout(600)
def test_the_demo_class_has_the_same_grades_by_nbgraders_command(tmp_path: Path) -> None:
    """Thirty students: damaged files, attacks, twins, late work and one who is absent."""
    lesson, made = demo_class.LESSON, tmp_path / "grade"
    assert demo_class.grade_demo(made) == 0
    other = tmp_path / "command"
    for folder in ("notebooks", "solutions"):
        shutil.copytree(made / folder, other / folder)
    shutil.copy(made / "nbgrader_config.py", other)
    shutil.copytree(made / "grading" / "submitted", other / "grading" / "submitted")
    with gradebook_of(made) as book:
        names = {one.id: (one.first_name, one.last_name) for one in book.students}
    seed = said_in(made / "grading" / "gradebook.db").seed
    rules = (
        f'seed = "{seed}"\n[late]\nper_day = 0.1\n[lessons.{lesson}]\ndue = "{demo_class.DUE}"\n'
    )
    (other / "course.toml").write_text(rules, encoding="utf-8")
    done = autograde(other, lesson)
    assert done.returncode == 0, done.stderr
    assert len(rows(made)["grades"]) == 29 * 6
    assert len(names) == 30
    for kind in ("grades", "comments"):
        assert rows(other)[kind] == rows(made)[kind]
    assert not [name for name, text in shown(other).items() if b"root:x:" in text]


# Attacks


QUICK = {
    *("reads_hidden_checks", "reads_the_gradebook", "writes_the_gradebook", "reads_passwords"),
    *("reads_solutions", "reads_a_neighbours_work", "stays_behind", "leaves_in_a_call"),
}
RACES = {"protocol_read"}
"""Which of their questions an attacker's process reads before it ends is another one each time."""

PRESSED = {"reads_hidden_checks", "writes_the_gradebook", "link_to_the_solution"}


def _some(kind: str) -> list[Hostile]:
    links = [one for one in entries("links") if not one.slow]
    few = [one for one in entries() if one.name in QUICK] + links
    return {"few": few, "all": entries(), "second": second()}[kind]


LONG = (pytest.mark.slow, pytest.mark.timeout(2_400))


class Attacked(NamedTuple):
    """A class with attackers, graded by `course grade` and, in another folder, by nbgrader."""

    hostile: list[Hostile]
    by_course: Path
    by_nbgrader: Path
    planted: list[tuple[str, str]]
    """The secrets in what was handed in, as links to them."""
    said: str
    """How nbgrader ends."""


def _graded(how: str, base: Path, *students: str) -> Any:
    """What is said of this class, which is graded in a process of its own."""
    surroundings = environment(base)
    surroundings["PYTHONPATH"] += f"{os.pathsep}{HERE}"
    command = [sys.executable, HERE / "doors.py", how, base / "course", *students]
    before = everything(base)
    done = ran(*command, env=surroundings, cwd=base)
    assert done.returncode == 0, done.stderr[-3000:]
    assert everything(base) == before, "outside of `grading` nothing has changed"
    return json.loads(done.stdout or "null")


@pytest.fixture(
    scope="module",
    params=["few", *(pytest.param(kind, marks=LONG) for kind in ("all", "second"))],
)
def attacked(request: pytest.FixtureRequest) -> Iterator[Attacked]:
    """The class, with the attackers of a kind."""
    hostile = _some(request.param)
    base = Path(tempfile.mkdtemp(prefix="door-")).resolve()
    marker = f"{MARKER}-{os.getpid()}"
    for how in ("grade", "autograde"):
        root = build(base / how, hostile, marker=marker)
        as_nbgrader_has_it(root, hostile)
        planted = secrets_in(root / "grading")
        said = _graded(how, base / how)
    assert running(marker) == []
    by_course = base / "grade" / "course"
    yield Attacked(hostile, by_course, base / "autograde" / "course", planted, said)
    shutil.rmtree(base, ignore_errors=True)


@pytest.mark.needs("bubblewrap")
def test_no_attack_gains_anything_by_nbgraders_command(attacked: Attacked) -> None:
    """Each has the points of its honest part at most, and no secret has come anywhere."""
    found = {(one.student, one.lesson): one for one in results(attacked.by_nbgrader).values()}
    graded, more = 0, {}
    for one in attacked.hostile:
        for lesson in LESSONS:
            if (result := found.get((student_of(one), lesson))) is not None:
                graded += 1
                shares = {part.name: part.points / part.most for part in result.exercises}
                if any(share > one.earns.get(name, 0) for name, share in shares.items()):
                    more[one.name] = shares
    assert more == {}
    assert graded > len(attacked.hostile) / 2
    assert secrets_in(attacked.by_nbgrader / "grading") == attacked.planted


@pytest.mark.needs("bubblewrap")
def test_attackers_and_honest_students_have_the_grades_of_course_grade(attacked: Attacked) -> None:
    """Every row of the gradebook, and every notebook; who has no result is named.

    Where an attack may spoil its own honest part, or not, it may do so by one of them alone.
    """
    unsure = {student_of(one) for one in attacked.hostile if not one.sure}
    made, other = rows(attacked.by_nbgrader), rows(attacked.by_course)
    assert made["students"] == other["students"]
    for kind in ("grades", "comments"):
        differ = {*made[kind]} ^ {*other[kind]}
        assert [row for row in differ if literal_eval(row)[0] not in unsure] == []
    shown_here, shown_there = judged(attacked.by_nbgrader), judged(attacked.by_course)
    assert shown_here.keys() == shown_there.keys()
    differ = {path for path, cells in shown_here.items() if cells != shown_there[path]}
    assert {path.partition("/")[0] for path in differ} <= unsure | RACES
    kept = {student for _, student in results(attacked.by_nbgrader)}
    assert {NEIGHBOUR, "bob", "cyd", "dan"} <= kept
    named = re.findall(r"[\w]+", attacked.said)
    for path in (attacked.by_nbgrader / "grading" / "submitted").glob("*/*/*.ipynb"):
        student = path.parts[-3]
        assert student in kept or student in named


@pytest.mark.needs("bubblewrap")
def test_the_button_changes_nothing_of_that(attacked: Attacked) -> None:
    """Pressed for attackers and for an honest student it grades them once more."""
    before = rows(attacked.by_nbgrader)
    some = [student_of(one) for one in attacked.hostile if one.name in PRESSED]
    said = _graded("button", attacked.by_nbgrader.parent, NEIGHBOUR, *some)
    assert {one["student"] for one in said} == {NEIGHBOUR, *some}
    for one in said:
        link = one["student"].startswith("link")
        assert one["success"] is not link
        assert ("There is no result of link" in one.get("error", "")) is link
    assert rows(attacked.by_nbgrader) == before


# Where it can't grade


def test_without_a_sandbox_it_refuses_and_says_what_to_do(tmp_path: Path) -> None:
    """Nothing is touched then."""
    root = course_of(tmp_path, {})
    hand_in(root, "ada", LESSON, notebook_of(root, PLAYER))
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    done = autograde(root, LESSON, **without_sandboxes(tmp_path))
    assert done.returncode == 1
    assert "bubblewrap is not installed" in done.stderr
    assert "course sandbox" in done.stderr
    assert "Nothing was graded." in done.stderr
    assert "Traceback" not in done.stderr
    assert not (root / "grading" / "autograded").exists()
    changed = {name for name, text in before.items() if name.read_bytes() != text}
    assert changed == set()
