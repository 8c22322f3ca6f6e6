"""The compiled Gomoku expert is the plain one, only sooner."""

from __future__ import annotations

import math
import subprocess
import sys

import pytest
from gomoku_oracle import random_state, seeded

from course_lib.games import Gomoku
from course_tools.engines.compiled import gomoku as fast
from course_tools.engines.players import gomoku as plain
from course_tools.engines.players.gomoku_position import PlainPosition

GAMES = [Gomoku(15), Gomoku(9, exact=True), Gomoku(5), Gomoku(6, exact=True), Gomoku(19)]


def twins(game, state):
    """The same position on a plain board and on arrays, and who is to move."""
    pytest.importorskip("numba")
    from course_tools.engines.compiled.gomoku_desk import CompiledPosition

    player = game.players.index(state.to_move)
    return PlainPosition(game, state.board), CompiledPosition(game, state.board), player


def states(game, name, number):
    """So many random states whose stones lie close together."""
    rng, spread = seeded(name, game), min(game.size, 7)
    most = min(32, spread * spread * 2 // 3)
    return [random_state(game, rng.randint(2, most), rng, spread=spread) for _ in range(number)]


def assert_same_patterns(slow, quick):
    """Fives, fours, threes, answers, candidates, promises and estimates are equal."""
    for player in (0, 1):
        fours = slow.fours(player)
        assert slow.fives(player) == quick.fives(player)
        first_two = {place: sorted(fives)[:2] for place, fives in fours.items()}
        assert first_two == {place: sorted(fives) for place, fives in quick.fours(player).items()}
        assert slow.threes(player) == quick.threes(player)
        assert slow.answers_to_threes(player, fours) == quick.answers_to_threes(player, fours)
        assert slow.estimate(player) == quick.estimate(player)
    assert slow.candidates() == quick.candidates()
    for place in slow.candidates():
        assert slow.promise(place) == quick.promise(place)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_patterns_are_the_same_while_stones_come_and_go(game):
    """In hundreds of positions of each game, and after each stone is taken back again."""
    rng = seeded("stones", game)
    for state in states(game, "patterns", 60):
        slow, quick, _ = twins(game, state)
        assert_same_patterns(slow, quick)
        put = []
        for _ in range(6):
            empty = [place for place, player in enumerate(slow.at) if player < 0]
            if put and rng.random() < 0.4:
                place = put.pop()
                slow.take_back(place)
                quick.take_back(place)
            elif empty:
                put.append(rng.choice(empty))
                player = rng.randint(0, 1)
                slow.put(put[-1], player)
                quick.put(put[-1], player)
            assert_same_patterns(slow, quick)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_forced_wins_by_fours_are_the_same(game):
    """Found or not, and the very same line, in a thousand positions in all."""
    won = 0
    for state in states(game, "fours", 200):
        slow, quick, player = twins(game, state)
        line = slow.forced_line(player, math.inf, math.inf, threes=False)
        assert line == quick.forced_line(player, math.inf, math.inf, threes=False)
        won += line is not None
    assert won > 0


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_forced_wins_by_threes_are_the_same(game):
    """Found or not, and the very same line, up to three threats."""
    for state in states(game, "threes", 30):
        slow, quick, player = twins(game, state)
        line = slow.forced_line(player, 3, math.inf, threes=True)
        assert line == quick.forced_line(player, 3, math.inf, threes=True)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_alphabeta_gives_the_same_value_and_move(game):
    """To a depth of three, with tables that are kept from one search to the next."""
    for state in states(game, "alphabeta", 6):
        slow, quick, player = twins(game, state)
        for depth in (1, 3, 2):
            places = slow.candidates()
            assert (
                slow.best(player, list(places), depth, math.inf)[:3]
                == quick.best(player, list(places), depth, math.inf)[:3]
            )
        assert_same_patterns(slow, quick)


def test_the_public_functions_are_the_same():
    """Wins, first moves, estimates and searches of both rooms, and what `analysis` says."""
    pytest.importorskip("numba")
    for game in (Gomoku(9), Gomoku(9, exact=True)):
        for state in states(game, "public", 10):
            assert plain.forced_win(game, state) == fast.forced_win(game, state)
            assert plain.winning_first_moves(game, state) == fast.winning_first_moves(game, state)
            assert plain.evaluate(game, state, "O") == fast.evaluate(game, state, "O")
            assert plain.gomoku_search(game, state, depth=1)[0] == pytest.approx(
                fast.gomoku_search(game, state, depth=1)[0]
            )
    game = Gomoku(9)
    state = game.play("e5 e6 f5 d4 g5 h5")
    assert plain.analysis(game, state)["forced_win"] == fast.analysis(game, state)["forced_win"]


def test_too_few_positions_stop_both():
    """A search that is cut short gives no line, and a place from the list all the same."""
    game = Gomoku(9)
    state = game.play("c5 c1 d5 d1 e5 g1")
    for position in twins(game, state)[:2]:
        assert position.forced_line(0, math.inf, 1, threes=False) is None
        assert position.forced_line(0, math.inf, math.inf, threes=False) is not None
        found = position.best(0, [5, 6, 7], math.inf, 1)
        assert found.place in (5, 6, 7)
        assert found.depth == 0


def test_what_was_stopped_stays_stopped():
    """No line is found any more, and of the places the most promising comes back, unseen."""
    game = Gomoku(9)
    for position in twins(game, game.play("c5 c1 d5 d1 e5 g1"))[:2]:
        position.stop()
        assert position.stopped
        assert position.forced_line(0, math.inf, math.inf, threes=False) is None
        assert position.forced_line(0, math.inf, math.inf, threes=True) is None
        assert position.best(0, [0, 38], math.inf, math.inf)[1:3] == (38, 0)


def test_without_numba_plain_python_answers():
    """A Python that can't find numba gives the same win, and says once that it is slower."""
    code = """
import sys
sys.modules["numba"] = None
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "numba" else found(name, *rest)
from course_tools.engines.compiled import gomoku
from course_lib.games import Gomoku
game = Gomoku(9)
state = game.play("c5 c1 d5 d1 e5 g1")
print(gomoku.forced_win(game, state).fours)
print(game.action_name(gomoku.gomoku_player()(game, state)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "b5"]
    assert done.stderr.count("numba is not installed") == 1


def test_importing_the_room_loads_no_numba():
    """Only a question does."""
    code = "import sys, course_tools.engines.compiled.gomoku; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
