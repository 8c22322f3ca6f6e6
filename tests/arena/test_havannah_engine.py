"""Havannah compiled: small boards are solved, and the search takes, blocks and ends.

`test_compiled_games.py` has the rules and the random games.
"""

import json
import os
import sys
from random import Random

import pytest
from console import course, ran
from search_games import random_state, values_by_solve

from course_lib import Havannah
from course_tools.arena.engines.havannah_solver import HavannahSolver
from course_tools.arena.engines.mcts import compiled_game, mcts_search
from course_tools.arena.engines.proofs import TooManyStatesError

pytest.importorskip("numba")


def test_other_rules_and_large_boards_are_not_compiled():
    """With passing, beyond size 15, or with a rule of its own, the readable game answers."""

    class Rigged(Havannah):
        def actions(self, state):
            return super().actions(state)[:1]

    for game in (Havannah(3, passing=True), Havannah(16), Rigged(3)):
        assert compiled_game(game, game.initial) is None


# --- exact values -------------------------------------------------------------------------------


def test_exact_values_are_those_of_the_plain_search():
    """From the start of size 2, in positions with few cells left, and where games end in a draw.

    That search knows nothing of threats or bits.
    """
    game = Havannah(2)
    assert HavannahSolver(game).values(game.initial) == values_by_solve(game, game.initial)
    rng, seen, drawn = Random(6), set(), 0
    for size, left in ((3, 9), (4, 7)):
        game, number = Havannah(size), 3
        solver = HavannahSolver(game)
        while number:
            actions = game.playout(game.initial, rng).actions
            if len(actions) > len(game.initial.board) - left:
                state = game.play(map(game.action_name, actions[: len(game.initial.board) - left]))
                values = solver.values(state)
                assert values == values_by_solve(game, state)
                seen |= set(values.values())
                number -= 1
    game = Havannah(3)
    while not drawn:
        played = game.playout(game.initial, rng)
        if played.utilities[0] == 0:
            state = game.play(map(game.action_name, played.actions[:-4]))
            assert HavannahSolver(game).values(state) == values_by_solve(game, state)
            drawn += 1
    assert seen >= {1, -1}


def test_only_the_corners_win_on_size_3():
    """The known values of every first move: the six corners win, everything else loses."""
    game = Havannah(3)
    values = HavannahSolver(game).values(game.initial)
    winning = {game.action_name(action) for action, value in values.items() if value == 1}
    assert winning == {"A1", "A3", "C1", "C5", "E3", "E5"}
    assert set(values.values()) == {1, -1}


def test_too_large_a_question_is_refused():
    """With a sentence; a game in which players may pass can't be solved either."""
    game = Havannah(4)
    with pytest.raises(TooManyStatesError, match="takes more than 50 positions"):
        HavannahSolver(game, 50).values(game.initial)
    with pytest.raises(ValueError, match="who may pass"):
        HavannahSolver(Havannah(3, passing=True))


def test_the_command_gives_every_move_its_value():
    """On sizes 2, 3 and with few cells left on 4.

    On size 2 all first stones win but the centre, as a picture of lesson 06 says.
    """

    def analysed(*words):
        found = json.loads(course("analyse", *words, "--json").out)
        return found["to_move"], found["moves"]

    values = {"A1": 1, "A2": 1, "B1": 1, "B2": -1, "B3": 1, "C2": 1, "C3": 1}
    assert analysed("havannah:size=2", "") == ("X", values)
    game = Havannah(3)
    values = HavannahSolver(game).values(game.play("A1 B2"))
    expected = {game.action_name(action): value for action, value in values.items()}
    assert analysed("havannah:size=3", "a1 b2") == ("X", expected)
    late = "D4 A1 D5 B1 C3 B4 D7 G7 E6 C2 E4 F5 B3 A2 G4 D2"
    assert len(analysed("havannah:size=4", late)[1]) == 37 - len(late.split())
    # Two threats at once can't both be blocked, however large the board is.
    rings = "E5 A1 E6 A3 F5 A5 G6 A7 G7 A9 J10 S10 J11 S12 K10 S14 L11 S16 L12"
    assert set(analysed("havannah", rings)[1].values()) == {-1}


# --- the search -----------------------------------------------------------------------------------


def test_a_win_is_taken_a_loss_is_blocked_and_what_is_certain_is_true():
    """A bridge to finish, the same to block; on size 3 what the search proves the solver says."""
    game = Havannah(4)
    for line in ("A1 D4 A2 E4 A3 D5", "A1 D4 A2 E4 A3"):
        found = mcts_search(game, game.play(line), simulations=10_000, rng=Random(1))
        assert game.action_name(found[1]) == "A4"
    game, rng, certain = Havannah(3), Random(3), 0
    solver = HavannahSolver(game)
    for _ in range(20):
        state = random_state(game, rng)
        found = mcts_search(game, state, simulations=20_000, rng=rng)
        if found.tree.proven is not None:
            value, action = found
            values = solver.values(state)
            assert value == max(values.values()) == values[action]
            certain += 1
    assert certain > 10


@pytest.mark.slow
def test_compiled_code_stays_inside_its_arrays(tmp_path):
    """Searches on all sizes in a process in which numba checks every index."""
    code = (
        "from random import Random\n"
        "from course_lib.games import Havannah\n"
        "from course_tools.arena.engines.mcts import mcts_search\n"
        "for size in range(2, 16):\n"
        "    game, rng = Havannah(size), Random(size)\n"
        "    for number in (0, 1, 2, 3):\n"
        "        state, actions = game.initial, game.playout(game.initial, rng).actions\n"
        "        for action in actions[: number * len(actions) // 4]:\n"
        "            state = game.result(state, action)\n"
        "        mcts_search(game, state, simulations=300, rng=rng)\n"
        "print('inside')\n"
    )
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path)}
    done = ran(sys.executable, "-c", code, env=environment)
    assert done.stdout.split() == ["inside"], done.stderr
