"""`nbgrader autograde` and the formgrader's button grade as `course grade` does, and as safely."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from console import course, quick_module, ran
from doors import as_nbgrader_has_it, pressed, rows, shown
from grading_class import answer, course_of, gradebook_of, notebook_of, scores
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

from autograder_tests.hostile import entries

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


def by_command(root: Path) -> None:
    """Grade by `nbgrader autograde`."""
    said = autograde(root, LESSON)
    assert said.returncode == 0, said.stderr
    assert "Isolation: full" in said.stderr


def by_button(root: Path) -> None:
    """Grade by the formgrader's button, pressed for everybody."""
    assert all(told["success"] for told in pressed(root))


DOORS = {"command": by_command, "button": by_button}
"""Other ways in than `course grade`; a new one has to write what that writes."""


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
    by = {door: shutil.copytree(made, tmp_path / door) for door in ("grade", *DOORS)}
    done = course("grade", "--root", str(by["grade"]))
    assert done.code == 1, done.err
    first = rows(by["grade"])
    assert len(first["grades"]) == 4 * 3
    assert len(first["students"]) == 4
    with gradebook_of(by["grade"]) as book:
        assert book.find_submission(LESSON, "ada").late_submission_penalty == pytest.approx(0.4)
    for door, grade in DOORS.items():
        grade(by[door])
        assert rows(by[door]) == first
        assert shown(by[door]) == shown(by["grade"])
    with gradebook_of(by["button"]) as book:
        book.find_grade("check_player", LESSON, LESSON, "ada").manual_score = 0.25
        book.db.commit()
    [told] = pressed(by["button"], "ada")
    assert told["success"]
    with gradebook_of(by["button"]) as book:
        assert book.find_grade("check_player", LESSON, LESSON, "ada").manual_score == 0.25


# Attacks


ATTACKS = {
    *("reads_the_gradebook", "stays_behind", "way_out_of_a_zip", "zip_bomb", "pipe_as_a_notebook"),
    *("link_to_the_system", "link_to_a_neighbour", "link_to_the_solution", "link_as_a_folder"),
    *("same_file_as_a_neighbour", "folder_as_a_notebook"),
}
"""Two of what runs, and what may lie in a folder of nbgrader's; all others meet `course grade`."""


def _graded(how: str, base: Path, *students: str) -> Any:
    """What is said of this class, which is graded in a process of its own."""
    surroundings = environment(base)
    surroundings["PYTHONPATH"] += f"{os.pathsep}{HERE}"
    command = [sys.executable, HERE / "doors.py", how, base / "course", *students]
    before = everything(base)
    done = ran(*command, env=surroundings, cwd=base)
    assert done.returncode == 0, done.stderr[-3000:]
    assert everything(base) == before, "outside of `grading` nothing has changed"
    return json.loads(done.stdout)


@pytest.mark.needs("bubblewrap")
def test_no_attack_gains_anything_by_nbgraders_doors() -> None:
    """Each has the points of its honest part, no secret comes out, and the button adds nothing.

    What is sure to spoil nothing has all of them; who has no result is named.
    """
    hostile = [one for one in entries() if one.name in ATTACKS]
    assert len(hostile) == len(ATTACKS)
    base = Path(tempfile.mkdtemp(prefix="door-")).resolve()
    marker = f"{MARKER}-{os.getpid()}"
    root = build(base, hostile, marker=marker)
    as_nbgrader_has_it(root, hostile)
    planted = secrets_in(root / "grading")
    said = _graded("autograde", base)
    found, wrong = results(root), {}
    for one in hostile:
        for lesson in LESSONS:
            if (result := found.get((lesson, student_of(one)))) is not None:
                shares = {part.name: part.points / part.most for part in result.exercises}
                earned = {name: share for name, share in shares.items() if share}
                more = any(share > one.earns.get(name, 0) for name, share in earned.items())
                if more or (one.sure and lesson.startswith(one.lesson) and earned != one.earns):
                    wrong[one.name] = earned
    assert wrong == {}
    kept = {student for _, student in found}
    assert len(kept) > len(hostile) / 2
    assert {NEIGHBOUR, "bob", "cyd", "dan"} <= kept
    assert all(
        found[lesson, NEIGHBOUR].points == found[lesson, NEIGHBOUR].most for lesson in LESSONS
    )
    handed_in = {path.parts[-3] for path in root.glob("grading/submitted/*/*/*.ipynb")}
    assert handed_in <= {*kept, *re.findall(r"\w+", said)}
    for lesson in LESSONS:
        book = scores(root, lesson)
        assert book == {who: found[lesson, who].points for who in book}
    before = rows(root)
    linked = [student_of(one) for one in hostile if one.name == "link_to_the_solution"]
    for told in _graded("button", base, NEIGHBOUR, *linked):
        assert told["success"] is (told["student"] == NEIGHBOUR)
        assert told["success"] or "There is no result of link" in told["error"]
    assert rows(root) == before
    assert secrets_in(root / "grading") == planted
    assert running(marker) == []
    shutil.rmtree(base, ignore_errors=True)


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
