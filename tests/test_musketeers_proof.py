"""Solving by search: the proof in plain Python, the general solver, and one almost right."""

from __future__ import annotations

from random import Random

import pytest
from hasty_search import TURNED_AROUND, hasty_value

from course_lib.games import ConnectFour, Count, KInARow, Nim, ThreeMusketeers, TicTacToe, compact
from course_lib.lessons.capstone_log import MISTAKE, capstone_log, log_lines
from course_lib.search import minimax_search, solve
from course_tools.engines.musketeers_proof import MusketeersProof
from course_tools.engines.proofs import (
    EVERYTHING,
    Switches,
    TooManyStatesError,
    prove,
    values_by_solving,
)

STARTS = [
    "MGG/GGG/GGM",
    "GGM/GMG/MGG",
    "MG./.G./.GM",
    "GM../..MM/GG..",
    ".GGG/..MG/MM.G",
    "G.../GM../G.MM",
    "MGM/GGG/GMG",
    "M.G/GM./.GM",
]
GAMES = [
    TicTacToe(),
    KInARow(3, 3, 3, gravity=True),
    KInARow(3, 4, 3, gravity=True),
    KInARow(4, 3, 3, gravity=True),
    ConnectFour(3, 3, 3),
    Count(6, 3),
    Count(7, 2),
    *(Nim(heaps) for heaps in ((1, 2, 3), (1, 1), (2, 3), (3, 4, 5), (1, 4, 5), (2, 2, 2))),
    Nim((1, 2, 2), misere=True),
    *(ThreeMusketeers(start) for start in STARTS),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_general_solver_has_the_value_of_an_independent_one(game):
    """Twenty-two small games, with everything on and with each improvement off."""
    expected = solve(game, game.initial).value
    for name in ("everything", *Switches._fields):
        off = {} if name == "everything" else {name: False}
        if name == "table" and len(game.options.get("heaps", ())) == 3:
            continue  # without a table that takes long
        proof = prove(game, game.initial, switches=EVERYTHING._replace(**off))
        assert proof.value == expected, name
        end = game.play(proof.line)
        assert game.is_terminal(end)
        assert game.utility(end, game.to_move(game.initial)) == expected


def test_nim_follows_the_nim_sum():
    """Every position of up to three heaps of up to three."""
    for first in range(4):
        for second in range(4):
            for third in range(1, 4):
                game = Nim((first, second, third))
                value = prove(game, game.initial).value
                assert (value == 1) == (first ^ second ^ third != 0)


def test_the_counts_say_what_the_search_did():
    """Each improvement is counted; a table and symmetry save positions in tic-tac-toe."""
    game = TicTacToe()
    costs = {
        name: prove(game, game.initial, switches=EVERYTHING._replace(**{name: False})).counts
        for name in Switches._fields
    }
    best = prove(game, game.initial).counts
    assert best.positions < costs["symmetry"].positions < costs["table"].positions
    assert costs["table"].hits == costs["table"].entries == 0
    assert best.entries < best.inner + 1
    assert best.depth == 9
    assert best.bytes_each > 50
    assert 1 < best.branching < 9
    with pytest.raises(ValueError, match="takes more than 10 positions"):
        prove(game, game.initial, most=10)


@pytest.mark.parametrize("start", STARTS)
def test_the_proof_agrees_with_the_plain_search(start):
    """The winner, every move's value, and a line that ends with the winner's win."""
    game = ThreeMusketeers(start)
    proof, solution = MusketeersProof(game), solve(game, game.initial)
    winner = "musketeers" if solution.value == 1 else "guards"
    assert proof.winner(game.initial) == winner
    assert proof.values(game.initial) == values_by_solving(game, game.initial, 100_000)
    assert game.winner(game.play(proof.best_line(game.initial).names)) == winner
    assert proof.counted().positions > 0
    assert MusketeersProof(compact(game)).winner(game.initial) == winner


def test_the_proof_has_its_limits():
    """Too many positions, another reading of the rules and another game get a sentence."""
    game = ThreeMusketeers()
    with pytest.raises(ValueError, match="takes more than 2,000 positions"):
        MusketeersProof(game, 2000).winner(game.initial)
    with pytest.raises(ValueError, match="knows the usual rules only"):
        MusketeersProof(ThreeMusketeers(stuck_guards="pass"))
    with pytest.raises(ValueError, match="knows Three Musketeers"):
        MusketeersProof(TicTacToe())
    with pytest.raises(TooManyStatesError, match="more than 50"):
        values_by_solving(TicTacToe(), TicTacToe().initial, 50)


def test_stopping_at_the_wrong_kind_of_position_turns_a_result_around():
    """The guards win this start; the almost right search says the musketeers do; mended, not."""
    game = ThreeMusketeers(TURNED_AROUND)
    assert minimax_search(game, game.initial)[0] == -1
    assert hasty_value(game, game.initial) == 1
    assert hasty_value(game, game.initial, only_the_first=True) == -1


def test_the_log_of_the_false_proof_is_a_legal_game():
    """Its end is the musketeers' win; every claim is false until the guards' mistake."""
    rows = capstone_log()
    assert [row.ply for row in rows] == [*range(43)]
    assert {row.claimed for row in rows} == {"musketeers"}
    assert [row.ply for row in rows if row.true != row.claimed] == [*range(MISTAKE)]
    assert ThreeMusketeers().winner(rows[-1].state) == "musketeers"
    assert len(log_lines()) == 44


def test_the_end_of_the_log_has_its_true_values():
    """From ply 30 on, by search; the slow test of the strong solution has all of them."""
    proof = MusketeersProof(ThreeMusketeers())
    for row in capstone_log()[30:]:
        assert proof.winner(row.state) == row.true


def test_random_games_keep_their_value_under_best_play():
    """If the side to move wins, one of its moves does; else none: on random small positions."""
    game, rng = ThreeMusketeers("GGGM/GGMG/MGGG"), Random(2)
    proof = MusketeersProof(game)
    for _ in range(20):
        state = game.initial
        for _ in range(rng.randrange(4, 9)):
            if game.is_terminal(state):
                break
            values = proof.values(state)
            assert (proof.winner(state) == state.to_move) == (1 in values.values())
            state = game.result(state, rng.choice(game.actions(state)))
