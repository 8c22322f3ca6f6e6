"""The match of the Gomoku player stops when it is clear, and goes on where it stopped."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.match_gomoku import MATCHES, TEST, one_game, opening
from course_lib.games import Gomoku

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    ("points", "games", "says"),
    [
        (26, 26, "not clear yet"),
        (27, 27, "yes"),
        (36, 37, "not clear yet"),
        (41, 42, "yes"),
        (0, 3, "no"),
        (1, 3, "not clear yet"),
        (0, 0, "not clear yet"),
    ],
)
def test_the_sequential_test_knows_when_it_is_clear(points, games, says):
    """27 wins in a row are enough, a lost game costs about ten more; three losses are too many."""
    assert TEST.verdict(points, games) == says


def test_both_seats_get_the_same_opening():
    """Games 2n and 2n + 1 begin alike, others mostly not."""
    game = Gomoku(15)
    boards = [game.render(opening(game, number)) for number in range(20)]
    assert boards[::2] == boards[1::2]
    assert len(set(boards)) > 5


def test_finished_games_are_not_played_again(tmp_path):
    """With a file in which all is clear the command only prints its table."""
    path = tmp_path / "games.jsonl"
    games = [
        {**match, "number": number, "points": 1.0} for match in MATCHES for number in range(28)
    ]
    text = "".join(json.dumps(one) + "\n" for one in games)
    path.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "benchmarks.match_gomoku", "--file", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.count("| yes |\n") == len(MATCHES) == 6
    assert path.read_text(encoding="utf-8") == text


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
