"""The positions of known value are fair to measure with, right, and can be made again."""

from collections import Counter

import pytest

from benchmarks import known_positions as made
from course_lib import ConnectFour
from course_lib.lessons.known_positions import KNOWN, first_moves, known_positions
from course_tools.arena.engines.connect_four import OpenedSolver

GAME = ConnectFour()
POSITIONS = known_positions()


def test_there_are_as_many_with_each_number_of_stones():
    """From 8 to 30, so both players are to move as often as they can be, and none comes twice."""
    assert Counter(len(line) for line, _ in POSITIONS) == dict.fromkeys(range(8, 31), 14)
    assert len({GAME.play(line) for line, _ in POSITIONS}) == len(POSITIONS)
    assert KNOWN.stat().st_size <= 60_000


def test_every_action_has_a_score_and_the_choice_matters():
    """No game is over, none is decided by the next stone, and some action is worse than another."""
    for line, scores in POSITIONS:
        state = GAME.play(line)
        assert list(scores) == [GAME.action_name(action) for action in GAME.actions(state)]
        assert len({(score > 0) - (score < 0) for score in scores.values()}) > 1
        other = state._replace(to_move="O" if state.to_move == "X" else "X")
        for action in GAME.actions(state):
            assert GAME.winner(GAME.result(state, action)) is None
            assert GAME.winner(GAME.result(other, action)) is None


def test_the_command_makes_the_same_positions_again():
    """Those with 20 to 30 stones, byte for byte; the slow test makes all of them."""
    pytest.importorskip("numba")
    again = made.written(made.made(range(20, 31)))
    assert KNOWN.read_text(encoding="utf-8").endswith(again.removeprefix("["))


def test_the_first_moves_are_worth_what_the_solver_says():
    """All seven, as its table of openings has them."""
    scores = OpenedSolver(GAME).scores(GAME.initial)
    assert first_moves() == {GAME.action_name(action): score for action, score in scores.items()}
