"""Solving by search: values, best lines in which the winner hurries, and a proof almost right."""

import contextlib
import io
import re
import sys

import pytest
from search_games import values_by_solve

from course_lib import TextbookTree, TicTacToe, solve
from course_lib.games import ConnectFour, Count, Havannah, KInARow, Nim, ThreeMusketeers
from course_lib.lessons.lesson_07.capstone_log import capstone_log, plot_claims
from course_tools.arena.engines import proofs
from course_tools.arena.engines.havannah_solver import HavannahSolver
from course_tools.arena.engines.proofs import (
    SHORTEST,
    TooManyStatesError,
    keeping,
    prove,
    values_by_solving,
)

STARTS = [
    *("MGG/GGG/GGM", "GGM/GMG/MGG", "MG./.G./.GM", "GM../..MM/GG..", ".GGG/..MG/MM.G"),
    *("G.../GM../G.MM", "MGM/GGG/GMG", "M.G/GM./.GM"),
]
GAMES = [
    TicTacToe(),
    KInARow(3, 3, 3, gravity=True),
    KInARow(3, 4, 3, gravity=True),
    ConnectFour(4, 3, 3),
    Count(6, 3),
    Count(7, 2),
    *(Nim(heaps) for heaps in ((1, 2, 3), (1, 1), (2, 3), (3, 4, 5), (1, 4, 5), (2, 2, 2))),
    Nim((1, 2, 2), misere=True),
    Havannah(2),
    TextbookTree([[[1], [1]], 1]),
    TextbookTree([-1, [[-1, -1], [-1, -1]]]),
    TextbookTree([[5, 9], [7, 7], [7, [7]], [[9], 7]]),
    *map(ThreeMusketeers, STARTS),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_values_and_lines_are_those_of_an_independent_solver(game):
    """No line is longer or shorter than it must be.

    In a decided game every state of the line is as far from the end as that solver says; in a draw
    none of them is worth more to either side.
    """
    expected, proof = solve(game, game.initial), prove(game, game.initial)
    assert proof.value == expected.value
    assert values_by_solving(game, game.initial, 10_000) == values_by_solve(game, game.initial)
    end = game.play(proof.line.names)
    assert game.is_terminal(end)
    assert game.utility(end, game.to_move(game.initial)) == expected.value
    assert proof.line.kind == (SHORTEST if expected.value else "keeps the value")
    state = game.initial
    for played, step in enumerate(proof.line.names):
        if expected.value:
            assert solve(game, state).distance == len(proof.line.names) - played
        else:
            assert solve(game, state).value == 0
        state = game.result(state, game.action_in(state, step))


def test_a_search_says_how_far_it_is(monkeypatch):
    """On a terminal, in a line that is wiped out, also where there are too many positions."""
    monkeypatch.setattr(proofs, "MOMENT", 0.0)
    for most in (10_000, 500):
        screen = io.StringIO()
        screen.isatty = lambda: True
        monkeypatch.setattr(sys, "stderr", screen)
        with contextlib.suppress(TooManyStatesError):
            values_by_solving(KInARow(4, 4, 4), KInARow(4, 4, 4).initial, most)
        assert "256 positions in 0 s" in screen.getvalue()
        assert re.search(r"\r +\r$", screen.getvalue())


def test_the_counts_say_what_the_search_did():
    """Mirror images share entries: fewer are kept than tic-tac-toe has positions."""
    game = TicTacToe()
    counts = prove(game, game.initial).counts
    assert counts.entries < counts.inner + 1 < counts.positions < 5478
    assert counts.hits > 0 < counts.cuts
    assert counts.depth == 9
    assert counts.bytes_each > 50
    assert 1 < counts.branching < 9
    with pytest.raises(TooManyStatesError, match="takes more than 10 positions"):
        prove(game, game.initial, most=10)
    with pytest.raises(TooManyStatesError, match="more than 50"):
        values_by_solving(game, game.initial, 50)


# --- best lines ---------------------------------------------------------------------------------


def test_a_large_game_has_a_line_that_keeps_the_value(monkeypatch):
    """Where nobody would wait until every position is counted; each state is worth the same."""
    monkeypatch.setattr(proofs, "SMALL", 0)
    game = ThreeMusketeers(".GGG/..MG/MM.G")
    proof, state = prove(game, game.initial), game.initial
    assert proof.line.kind == "keeps the value"
    for name in proof.line.names:
        assert solve(game, state).value == (1 if game.to_move(state) == "guards" else -1)
        state = game.result(state, game.action_in(state, name))
    assert game.winner(state) == "guards"


def test_havannah_on_three_has_a_line_to_the_end():
    """The first player wins from a corner, and the counts say what it took."""
    game = Havannah(3)
    solver = HavannahSolver(game, 5_000)
    assert solver.value(game.initial) == 1
    counts = solver.counted()
    assert counts.positions == counts.entries == 5_000 - solver.left > 0
    assert counts.cuts > 0 < counts.hits
    assert 1 < counts.depth <= 19
    line = keeping(game, game.initial, solver.value)
    assert game.winner(game.play(line.names)) == "X"


# --- Three Musketeers ---------------------------------------------------------------------------


def test_the_log_is_drawn_beside_the_truth():
    """A picture with both curves and a caption that says what they show.

    Every claim is false until the guards' mistake. That the log is a legal game, and what is true
    of it, the tests of lesson 07 find by another method.
    """
    plot = plot_claims(capstone_log())
    assert plot.alt.startswith("Shaded: 22 of 43 claims are false. With ply 22, ")
    _, true, claimed = plot.panels[0].curves
    assert [side for _, side in true.points] == [0] * 22 + [1] * 21
    assert {side for _, side in claimed.points} == {1.15}
    with pytest.raises(ValueError, match="no plies to plot"):
        plot_claims([])
