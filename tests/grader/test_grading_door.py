"""`nbgrader autograde` and the formgrader's button grade as `course grade` does, and as safely."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from console import course, quick_module, ran
from doors import pressed, rows, shown
from grading_class import answer, course_of, gradebook_of, notebook_of
from sandboxed import without_sandboxes
from submissions import hand_in

pytestmark = pytest.mark.programs

BIN = str(Path(sys.executable).parent)
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
    """Row by row: scores, comments, penalties; also the notebooks that formgrader shows.

    And of a cell that reads the solutions nothing comes out at any of them.
    """
    made = course_of(tmp_path / "made", {})
    with (made / "course.toml").open("a", encoding="utf-8") as file:
        file.write(LATE)
    wrong = {"winner": answer("winner", right=False), **PLAYER}
    spy = f"print(open({str(made / 'solutions' / f'{LESSON}.py')!r}).read())"
    for student, answers in {"ada": PLAYER, "bob": wrong, "Eva Groß": PLAYER}.items():
        notebook = notebook_of(made, answers)
        notebook.cells.insert(0, nbformat.v4.new_code_cell(spy, id="spy"))
        hand_in(made, student, LESSON, notebook)
    cut = made / "grading" / "submitted" / "cyd" / LESSON / f"{LESSON}.ipynb"
    cut.parent.mkdir(parents=True)
    cut.write_bytes((made / "notebooks" / LESSON / f"{LESSON}.ipynb").read_bytes()[:900])
    with_time(made, "ada", "2026-11-21 19:00:00 UTC")
    with_time(made, "bob", "2026-11-20 17:00:00 UTC")
    with_time(made, "cyd", "in the evening")
    by = {door: shutil.copytree(made, tmp_path / door) for door in ("grade", *DOORS)}
    done = course("grade", "--nbgrader", "--root", str(by["grade"]))
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
        told = b"".join(shown(by[door]).values())
        assert b"FileNotFoundError" in told
        assert b"BEGIN SOLUTION" not in told
    with gradebook_of(by["button"]) as book:
        book.find_grade("check_player", LESSON, LESSON, "ada").manual_score = 0.25
        book.db.commit()
    [told] = pressed(by["button"], "ada")
    assert told["success"]
    with gradebook_of(by["button"]) as book:
        assert book.find_grade("check_player", LESSON, LESSON, "ada").manual_score == 0.25
    linked = by["button"] / "grading" / "submitted" / "eve" / LESSON / f"{LESSON}.ipynb"
    linked.parent.mkdir(parents=True)
    linked.symlink_to(made / "solutions" / LESSON / f"{LESSON}.ipynb")
    [told] = pressed(by["button"], "eve")
    assert not told["success"]
    assert "There is no result of eve" in told["error"]


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
