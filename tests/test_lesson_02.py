"""Lesson 02 says what is true, and its checks teach: minimax, from values to remembered values."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from autograder_tests import bank, hidden_check
from course_lib import ConnectFour, Nim, Table, TicTacToe, alphabeta_search, minimax_search
from course_lib.checks import NotebookStudent, Verdict, loaded
from course_lib.checks.exercises import exercise_named
from course_lib.checks.judging import judge
from course_lib.checks.verdict import CRASHED, WRONG
from course_lib.game import Game, State
from course_lib.games import mobility, near_the_middle
from course_tools.build.lesson import read_lesson

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "solutions" / "02_minimax.py"
EXERCISES = {
    "minimax_value": 4,
    "best_action": 2,
    "nim_sum": 1,
    "minimax": 3,
    "depth_limited": 3,
    "remembering": 2,
}


@cache
def said() -> str:
    """All that the executed notebook prints."""
    path = ROOT / "solutions" / "02_minimax" / "02_minimax.ipynb"
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    return "\n".join("".join(output.get("text", "")) for output in outputs)


def states_from(game: Game, state: State) -> set[State]:
    """All states that can follow, this one included."""
    found, waiting = {state}, [state]
    while waiting:
        state = waiting.pop()
        after = {game.result(state, action) for action in game.actions(state)} - found
        found |= after
        waiting += after
    return found


def verdict_on(source: str, name: str) -> Verdict:
    """What the visible check says about this source."""
    student = NotebookStudent(loaded(source, "<answer>"), guarded=True)
    return judge(exercise_named(name), student)


def answer(exercise: str, name: str) -> str:
    """The source of this answer of the bank."""
    [found] = [entry.source for entry in bank.entries(exercise) if entry.name == name]
    return found


# --- what the lesson claims ----------------------------------------------------------------------


def test_the_lesson_has_its_six_exercises_and_fifteen_points() -> None:
    """Names and points are those that other lessons and the gradebook count on."""
    cells = read_lesson(SOURCE).cells
    assert {cell.check: cell.points for cell in cells if cell.check} == EXERCISES
    assert "six exercises, with 15 points" in SOURCE.read_text(encoding="utf-8")


def test_the_count_of_visits_is_that_of_a_second_method() -> None:
    """Adding up the ways below each state, kept by state, gives 549,946; the states are 5,478."""
    game = TicTacToe()

    @cache
    def ways(state: State) -> int:
        return 1 + sum(ways(game.result(state, action)) for action in game.actions(state))

    states = states_from(game, game.initial)
    assert f"after {ways(game.initial):,} visits" in said()
    assert f"{len(states):,} states, so each is visited 100 times" in said()
    assert f"after {len(states):,} visits" in said()


def test_nobody_wins_against_the_best_action() -> None:
    """All games against the library's minimax end as the notebook says."""
    game = TicTacToe()

    @cache
    def endings(state: State) -> tuple[int, int, int]:
        """How many games X wins, O wins and nobody wins."""
        if game.is_terminal(state):
            winner = game.winner(state)
            return (int(winner == "X"), int(winner == "O"), int(winner is None))
        mine = game.to_move(state) == "O"
        actions = [minimax_search(game, state)[1]] if mine else game.actions(state)
        after = [endings(game.result(state, action)) for action in actions]
        return (sum(a[0] for a in after), sum(a[1] for a in after), sum(a[2] for a in after))

    x, o, nobody = endings(game.initial)
    assert x == 0
    assert f"of {o + nobody} games: {{'O': {o}, 'draw': {nobody}}}" in said()


def test_the_lost_nims_are_those_with_sum_zero() -> None:
    """The notebook lists them, and the two methods agree."""
    lost = [(a, b, c) for a in range(4) for b in range(a, 4) for c in range(b, 4) if a ^ b == c]
    assert f"of 20 Nims, whoever begins loses {lost}" in said()
    assert "both agree: True" in said()
    assert minimax_search(Nim((1, 2, 3)), Nim((1, 2, 3)).initial)[0] == -1


def test_depth_2_blunders_and_depth_4_does_not() -> None:
    """Alpha-beta finds the same: the middle loses by force, and two other moves are best."""
    game = ConnectFour()
    state = game.play("6 4 4 3")

    def value(action: Any, depth: int) -> float:
        after = game.result(state, action)
        return -alphabeta_search(game, after, depth=depth - 1, evaluate=near_the_middle)[0]

    shallow = {game.action_name(a): value(a, 2) for a in game.actions(state)}
    deep = {game.action_name(a): value(a, 4) for a in game.actions(state)}
    assert max(shallow, key=shallow.__getitem__) == "d3"
    assert sorted(name for name, found in deep.items() if found == -1) == ["c2", "d3", "f2", "g1"]
    best = sorted(name for name, found in deep.items() if found == max(deep.values()))
    assert best == ["b1", "e1"]
    assert f"depth 2 {shallow}" in said()
    assert f"depth 4 {deep}" in said()


@pytest.mark.parametrize(
    ("rows", "columns", "value", "words"),
    [
        (3, 3, 0, "a draw"),
        (4, 3, 0, "a draw"),
        (3, 4, 1, "the first player wins"),
        (3, 5, 1, "the first player wins"),
    ],
)
def test_connect_three_ends_as_the_notebook_says(
    rows: int, columns: int, value: int, words: str
) -> None:
    """Alpha-beta with a table finds the same values; the states are counted one by one."""
    game = ConnectFour(rows, columns, length=3)
    assert alphabeta_search(game, game.initial, table=Table())[0] == value
    many = len(states_from(game, game.initial))
    assert f"{rows} rows, {columns} columns: {words} ({many:,} states)" in said()


def test_the_two_evaluations_are_small_and_opposite_for_the_two_players() -> None:
    """No estimate looks like a win, and one player's gain is the other's loss."""
    game = ConnectFour()
    for moves in ("", "4", "44", "4435", "6443", "123456"):
        state = game.play(moves)
        for evaluate in (mobility, near_the_middle):
            value = evaluate(game, state, "X")
            assert abs(value) < 0.5
            assert evaluate(game, state, "O") == -value
    assert near_the_middle(game, game.play("445"), "X") == 0.02


# --- what students are told ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("exercise", "name", "status", "words"),
    [
        ("minimax_value", "both players maximise", WRONG, "expected"),
        ("minimax_value", "the sign is wrong where MIN moves", WRONG, "expected"),
        (
            "best_action",
            "MIN takes the action that is best for MAX",
            WRONG,
            "MIN is to move, wants that value to be small",
        ),
        ("best_action", "the value is returned instead of the action", WRONG, "is no action of"),
        (
            "best_action",
            "a final state raises an exception, where None is right",
            CRASHED,
            "raised ValueError: max()",
        ),
        ("nim_sum", "the heaps are added up", WRONG, "nim_sum((1, 1)) gave 2, expected 0"),
        ("minimax", "it always plays for X", WRONG, "O is to move"),
        ("minimax", "the board was changed", WRONG, "changed the board that it was given"),
        ("minimax", "None is returned, so a return is missing", WRONG, "has a move to make"),
        ("depth_limited", "the search stops one ply too early", WRONG, "1, mobility) gave"),
        (
            "depth_limited",
            "at depth 0 final states are evaluated, where their utility is known",
            WRONG,
            "'3 of 3, O has won', 0, mobility)",
        ),
        (
            "depth_limited",
            "at depth 0 utility is asked of states that are not final",
            CRASHED,
            "utility is for final states only",
        ),
        ("remembering", "what is in seen is never looked up", WRONG, "about this very state"),
        ("remembering", "nothing is ever written into seen", WRONG, "has 0 values"),
        ("remembering", "a value of 0 in seen is taken for no value", WRONG, "here invented"),
    ],
)
def test_a_common_mistake_is_named_and_explained(
    exercise: str, name: str, status: str, words: str
) -> None:
    """The verdict has its name, its status, a board and the words that matter."""
    verdict = verdict_on(answer(exercise, name), exercise)
    assert verdict.mistake == name
    assert verdict.status == status
    assert words in verdict.message
    assert 0 <= verdict.share < 1
    assert name in str(verdict)
    if exercise != "nim_sum":
        assert verdict.board is not None


def test_a_search_that_looks_below_its_depth_is_found_out() -> None:
    """On a secret tree the grader knows which leaves were looked at, even if the value is right."""
    source = answer("depth_limited", "one function").replace("depth_limited", "search")
    source += """
def depth_limited(game, state, depth, evaluate):
    search(game, state, depth + 2, evaluate)
    return search(game, state, depth, evaluate)
"""
    student = NotebookStudent(loaded(source, "<answer>"), guarded=True)
    verdict = hidden_check("depth_limited")(student)
    assert not verdict.passed
    assert "is to be looked at" in verdict.message


def test_any_of_several_best_actions_is_right() -> None:
    """A player who takes the last of several best actions loses nothing."""
    source = answer(
        "best_action", "the last of several best actions, by the value of the state itself"
    )
    assert verdict_on(source, "best_action").passed
    student = NotebookStudent(loaded(source, "<answer>"), guarded=True)
    assert hidden_check("best_action")(student).passed


def test_the_librarys_search_can_not_stand_in_for_ones_own() -> None:
    """While this lesson is graded it refuses, and the verdict says why."""
    source = """
from course_lib import minimax_search

def minimax_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    value, _ = minimax_search(game, state)
    return value if game.to_move(state) == game.players[0] else -value
"""
    verdict = verdict_on(source, "minimax_value")
    assert verdict.status == CRASHED
    assert "the one you wrote" in verdict.message
