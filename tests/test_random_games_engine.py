"""Compiled random games: every move is legal, all are equally likely, and the counts are right."""

from __future__ import annotations

import math
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from compiled_twins import GAMES, SplitMix, counts_of, loop, random_state, swapping_playout

from course_lib.game import Playout
from course_lib.games import ConnectFour, Count, Gomoku, KInARow, Nim, TicTacToe, compact
from course_lib.play.rates import exact_rates
from course_tools.engines.mcts import compiled_game, plain_playouts, playouts

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_compiled_games_are_those_of_the_readable_rules(game):
    """With the same numbers for chance each game ends the same, however the board is kept.

    The readable game refuses a move that is not legal, so every compiled move was.
    """
    rng = Random(1)
    for _ in range(8 if game.rows * game.columns > 100 else 40):
        state, chance = random_state(game, rng), rng.getrandbits(64)
        seat = game.players.index(game.to_move(state))
        twin, expected = SplitMix(chance), [0, 0, 0]
        for _ in range(5):
            utility = swapping_playout(game, state, twin).utilities[seat]
            expected[int(utility) + 1] += 1
        assert counts_of(game, state, 5, chance) == expected


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_compiled_moves_and_results_are_those_of_the_readable_rules(game):
    """At each step of random games: the same moves in the same order, and the same outcome."""
    found = compiled_game(game, game.initial)
    if found is None:
        pytest.skip("numba is not installed")
    import numpy as np

    moves, _, play, _ = found.functions
    legal, make = loop(moves), loop(play)
    places = np.empty(int(found.rules[-1]), dtype=np.int16)
    rng, outcomes, seen = Random(2), set(), 0
    while seen < 400:
        state, board = game.initial, found.start.copy()
        while actions := game.actions(state):
            number = legal(found.rules, board, places)
            known = [found.action(game, state, int(place)) for place in places[:number]]
            assert known == list(actions)
            pick = rng.randrange(number)
            outcome = make(found.rules, board, int(places[pick]))
            state = game.result(state, actions[pick])
            won = game.winner(state) is not None
            assert outcome == (2 if won else 1 if game.is_terminal(state) else 0)
            outcomes.add(int(outcome))
            again = compiled_game(game, state).start if not game.is_terminal(state) else board
            assert again.tolist() == board.tolist()
            seen += 1
    assert len(outcomes) > 1


def deviations(counts, shares, games):
    """How many standard deviations each count is off."""
    return [
        abs(counts[who] - games * float(share)) / math.sqrt(games * float(share * (1 - share)))
        for who, share in shares.items()
        if 0 < share < 1
    ]


@pytest.mark.parametrize(
    "game", [TicTacToe(), KInARow(2, 4, 3), ConnectFour(3, 4, 3), KInARow(2, 5, 3, exact=True)]
)
def test_the_shares_are_the_exact_ones(game):
    """A million games are within five standard deviations of what the chances multiply out to."""
    exact = exact_rates(game, lambda game, state: game.actions(state))
    games = 1_000_000 if compiled_game(game, game.initial) else 2_000
    counts = playouts(game, game.initial, games, seed=3)
    assert sum(counts.values()) == games
    assert max(deviations(counts, exact.shares, games)) < 5


@pytest.mark.slow
def test_a_bias_would_be_found():
    """Where one game in five begins in the corner instead of anywhere, the same bound breaks."""
    game = TicTacToe()
    exact = exact_rates(game, lambda game, state: game.actions(state))
    fair = playouts(game, game.initial, 800_000, seed=4)
    corner = game.result(game.initial, (0, 0))
    biased = playouts(game, corner, 200_000, seed=5)
    counts = {who: fair[who] + biased[who] for who in fair}
    assert max(deviations(counts, exact.shares, 1_000_000)) > 5


@pytest.mark.parametrize("number", [2, 7, 9, 225])
def test_every_number_is_drawn_equally_often(number):
    """Each of so many within five standard deviations, and two in a row know nothing of another."""
    pytest.importorskip("numba")
    import numpy as np

    from course_tools.engines.rows_kernels import GOLDEN, drawn

    def draw(chance, number, alone, pairs):
        before = 0
        for _ in range(900_000):
            chance += GOLDEN
            pick = drawn(chance, number)
            alone[pick] += 1
            pairs[before % 7, pick % 7] += 1
            before = pick

    alone, pairs = np.zeros(number), np.zeros((7, 7))
    loop(draw)(np.uint64(6), number, alone, pairs)
    for found, share in [
        *((count, 1 / number) for count in alone),
        *(
            (pairs[one, two], (alone[one::7].sum() / 900_000) * (alone[two::7].sum() / 900_000))
            for one in range(min(number, 7))
            for two in range(min(number, 7))
        ),
    ]:
        assert abs(found - 900_000 * share) < 5 * math.sqrt(900_000 * share)


@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour(), Gomoku(9)])
def test_the_shares_are_those_of_the_games_own_playout(game):
    """Two samples, one of each, differ by less than five standard deviations."""
    state = random_state(game, Random(7))
    slow = plain_playouts(game, state, 3_000, Random(8))
    fast = playouts(game, state, 300_000, seed=9)
    for who, count in slow.items():
        share = fast[who] / 300_000
        assert abs(count - 3_000 * share) <= 5 * math.sqrt(3_000 * share * (1 - share)) + 1


def test_the_same_seed_gives_the_same_counts():
    """And another seed others, whatever size the seed has."""
    game = ConnectFour()
    counts = [playouts(game, game.initial, 5_000, seed=seed) for seed in (1, 1, 2, 2**70)]
    assert counts[0] == counts[1]
    assert len({tuple(count.items()) for count in counts}) == 3


def test_one_signature_does_for_every_game():
    """Final states, three players, heaps and compact states: the wins add up to the games."""
    tic_tac_toe = TicTacToe()
    over = tic_tac_toe.play("a1 a2 b1 b2 c1")
    assert playouts(tic_tac_toe, over, 10, seed=1) == {None: 0, "X": 10, "O": 0}
    three = TicTacToe(4, ("X", "O", "Z"))
    for game in (three, Count(), Nim(), KInARow(2, 3, 1), KInARow(2, 70, 4)):
        counts = playouts(game, game.initial, 20, seed=1)
        assert list(counts) == [None, *game.players]
        assert sum(counts.values()) == 20
    small = compact(tic_tac_toe)
    assert playouts(small, small.initial, 500, seed=2) == playouts(
        tic_tac_toe, tic_tac_toe.initial, 500, seed=2
    )


def test_a_game_with_rules_of_its_own_is_played_by_them():
    """A class that changes a rule is not taken for the game it comes from."""

    class Rigged(TicTacToe):
        def playout(self, state, rng):
            return Playout((), (-1, 1))

    game = Rigged()
    assert compiled_game(game, game.initial) is None
    assert playouts(game, game.initial, 300, seed=1) == {None: 0, "X": 0, "O": 300}


def test_bad_questions_get_a_sentence():
    """The game, the number of games, the seed."""
    game = TicTacToe()
    with pytest.raises(ValueError, match="playouts was given games=0"):
        playouts(game, game.initial, 0, seed=1)
    with pytest.raises(TypeError, match="a seed is a whole number"):
        playouts(game, game.initial, 5, seed="1")
    with pytest.raises(TypeError, match="a game first"):
        playouts(game.initial, game, 5, seed=1)


@pytest.mark.slow
def test_what_was_compiled_before_a_change_is_not_used_after_it(tmp_path):
    """In a copy of the library fours are made of three stones, in a file that the loop imports."""
    pytest.importorskip("numba")
    kept = shutil.ignore_patterns("__pycache__")
    for room in ("course_lib", "course_tools"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=kept)
    code = (
        "from course_lib.games import ConnectFour\n"
        "from course_tools.engines.mcts import playouts\n"
        "game = ConnectFour(4, 4); print(playouts(game, game.initial, 3000, seed=1)[None])"
    )

    def draws():
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
        return int(done.stdout)

    before = draws()
    assert before == draws() > 500
    rules = tmp_path / "course_tools" / "engines" / "rows_kernels.py"
    text = rules.read_text(encoding="utf-8")
    changed = text.replace("return rows & rows >> step + step", "return rows & rows >> step", 1)
    assert changed != text
    rules.write_text(changed, encoding="utf-8")
    assert draws() < before / 2
