"""The distance of every position of Three Musketeers to its end, beside a plain search."""

from __future__ import annotations

import json
from itertools import product
from random import Random

import numpy as np
import pytest
from test_musketeers_strong import READINGS, TOTALS, random_state

from course_lib.games import ThreeMusketeers
from course_lib.games.three_musketeers import MusketeersState
from course_tools.cli import main
from course_tools.engines.musketeers import start_of
from course_tools.engines.musketeers_distances import Distances
from course_tools.engines.musketeers_strong import StrongSolution


@pytest.fixture(autouse=True)
def _numba():
    """Distances are compiled."""
    pytest.importorskip("numba")


def made(game, path, **options):
    """The distances, worked out."""
    table = Distances(game, path)
    table.make(**options)
    return table


def top_down(game):
    """An independent method: the rules of the game itself, and nothing else, from the top."""
    known = {}

    def outcome(state):
        if game.is_terminal(state):
            return game.winner(state), 0
        if state not in known:
            after = [outcome(game.result(state, action)) for action in game.actions(state)]
            wins = [distance for winner, distance in after if winner == state.to_move]
            known[state] = (
                (state.to_move, 1 + min(wins))
                if wins
                else (after[0][0], 1 + max(distance for _, distance in after))
            )
        return known[state]

    return outcome


def states_of(game):
    """Every position out of line, with either side to move."""
    many = game.initial.board.count("M")
    for board in product("MG.", repeat=len(game.initial.board)):
        if board.count("M") == many and not game._aligned(board):
            for player in game.players:
                yield MusketeersState(board, player)


@pytest.mark.parametrize(("rules", "size"), [*product(READINGS, [(3, 3, 2), (2, 3, 3)])])
def test_every_distance_of_a_small_board_is_right(tmp_path, rules, size):
    """All positions of two boards, by whichever rules, beside a plain search."""
    game = ThreeMusketeers(start_of(*size), **rules)
    table, outcome = made(game, tmp_path / "t", threads=2), top_down(game)
    assert all(table.outcome(state) == outcome(state) for state in states_of(game))


def test_random_positions_of_a_larger_board_are_right(tmp_path):
    """Many words for each placement: few guards, top down; and who wins is as without distances."""
    game, rng = ThreeMusketeers(start_of(4, 4, 3)), Random(5)
    table, outcome = made(game, tmp_path / "t"), top_down(game)
    for _ in range(400):
        state = random_state(game, 5, rng)
        assert table.outcome(state) == outcome(state)
    strong = StrongSolution(game, tmp_path / "strong")
    strong.make()
    assert table.musketeers_win() == strong.counts()[2]
    state = game.initial
    line = table.best_line(state)
    assert (game.winner(game.play(line)), len(line)) == table.outcome(state)
    for name in line:
        action = game.action_named(name)
        assert table.outcomes(state)[action].distance + 1 == table.outcome(state).distance
        state = game.result(state, action)


def test_work_that_was_stopped_goes_on(tmp_path, monkeypatch):
    """Ctrl-C in layer 5 keeps what is whole; the next call goes on and gives the same."""
    game = ThreeMusketeers(start_of(3, 4, 3))
    whole, table = made(game, tmp_path / "whole"), Distances(game, tmp_path / "stopped")
    real, layers = Distances._work_on, []

    def stopped(self, ranks, layer):
        layers.append(layer)
        if layers == [*range(6)]:
            raise KeyboardInterrupt
        return real(self, ranks, layer)

    monkeypatch.setattr(Distances, "_work_on", stopped)
    with pytest.raises(KeyboardInterrupt):
        table.make()
    assert not table.complete
    table.make()
    assert layers[6] >= 4
    assert np.array_equal(table.table, whole.table)
    with pytest.raises(ValueError, match="kept 'distances'; it should be 'bitmaps'"):
        StrongSolution(game, tmp_path / "whole").winner(game.initial)


def test_the_commands_say_how_soon(tmp_path, monkeypatch, capsys):
    """`course solve --distances` makes the table, and `course analyse` then looks it up."""
    monkeypatch.setattr("course_tools.engines.musketeers_tables.data_folder", lambda: tmp_path)
    board = "GGGM/GGMG/MGGG"
    words = ["solve", "three-musketeers", "--start", board, "--json"]
    assert main([*words, "--strong", "--distances"]) == 0
    found = json.loads(capsys.readouterr().out)
    game = ThreeMusketeers(board)
    assert (found["winner"], found["moves_to_the_end"]) == top_down(game)(game.initial)
    assert len(found["line"]) == found["moves_to_the_end"]
    assert main([*words, "--distances"]) == 2
    assert "--distances goes with --strong" in capsys.readouterr().err
    assert main(["analyse", f"three-musketeers:start='{board}'", ""]) == 0
    assert f"{found['winner']} win in {found['moves_to_the_end']}\n" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "plies"), [({}, 33), (READINGS[1], 37), (READINGS[2], 33)], ids=str
)
def test_the_whole_game_is_over_after_the_known_number_of_plies(tmp_path, rules, plies):
    """The guards win from the start, in 33; random positions with few guards top down."""
    game, rng = ThreeMusketeers(**rules), Random(4)
    table = made(game, tmp_path / "t")
    assert table.outcome(game.initial) == ("guards", plies)
    line = table.best_line(game.initial)
    assert (game.winner(game.play(line)), len(line)) == ("guards", plies)
    if not rules:
        assert table.musketeers_win() == TOTALS[2]
    outcome = top_down(game)
    for _ in range(3000):
        state = random_state(game, 4, rng)
        assert table.outcome(state) == outcome(state)
