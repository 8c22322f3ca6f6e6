"""Lesson 00: its practice exercise is judged fairly, and its notebook shows what its prose says."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat

from course_lib.checks import NotebookStudent, loaded
from course_lib.checks.exercises import exercise_named
from course_lib.checks.judging import judge

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOK = ROOT / "solutions" / "00_start_here" / "00_start_here.ipynb"


def outputs() -> list[str]:
    """What each output of the executed lesson says as text."""
    cells = nbformat.read(NOTEBOOK, as_version=4).cells
    found = [output for cell in cells for output in cell.get("outputs", [])]
    return [one.get("text") or one.get("data", {}).get("text/plain", "") for one in found]


def test_a_player_that_knows_one_board_only_is_told_where_it_fails() -> None:
    """The message names the game and the line, and shows the smallest position."""
    source = (
        "def middle_first(game, state):\n    return (1, 1) if '.' == state.board[4] else (0, 0)"
    )
    verdict = judge(exercise_named("middle_first"), NotebookStudent(loaded(source, "a")))
    assert 0 < verdict.share < 1
    assert "Count" in str(verdict) or "ConnectFour" in str(verdict)


def test_the_notebook_shows_what_its_prose_says() -> None:
    """All is installed; the middle helps X; the thinker never loses; two of them draw."""
    shown = outputs()
    assert shown[0] == "Everything is installed.\n"
    counts = [
        {who: int(number) for who, number in re.findall(r"'?(X|O|None)'?: (\d+)", text)}
        for text in shown
        if text.startswith("Counter(")
    ]
    thoughtless, middle, thinker = counts
    assert thoughtless["X"] > 2 * thoughtless["O"]
    assert middle["X"] > thoughtless["X"]
    assert sum(middle.values()) == sum(thoughtless.values()) == 500
    assert "X" not in thinker
    assert sum(thinker.values()) == 200
    assert any(text.startswith("<Picture: Tic-tac-toe, a draw") for text in shown)
