"""The match of the Gomoku player stops when it is clear, and goes on where it stopped."""

import pytest

from benchmarks.match_gomoku import one_game, opening
from course_lib import Gomoku


def test_both_seats_get_the_same_opening():
    """Games 2n and 2n + 1 begin alike, others mostly not."""
    game = Gomoku(15)
    boards = [game.render(opening(game, number)) for number in range(20)]
    assert boards[::2] == boards[1::2]
    assert len(set(boards)) > 5


def test_a_game_is_told_from_our_side():
    """Whoever begins: a won game is a point."""
    pytest.importorskip("numba")
    for number in (0, 1):
        match = {"opponent": "mcts_player(simulations=10_000)", "exact": False}
        record = one_game(match, number)
        assert record["reason"] == "win"
        stones = 225 - record["opening"].count(".") + len(record["moves"].split())
        winner = "XO"[(stones - 1) % 2]
        assert record["points"] == (winner == "XO"[number])
