"""A best line of a solved game: the winner hurries, the loser holds out, as far as can be told."""

from __future__ import annotations

import pytest

from course_lib.games import (
    Count,
    Havannah,
    KInARow,
    Nim,
    TextbookTree,
    ThreeMusketeers,
    TicTacToe,
    compact,
)
from course_lib.search import solve
from course_tools.engines.havannah_solver import HavannahSolver
from course_tools.engines.musketeers_proof import MusketeersProof
from course_tools.engines.proofs import EVERYTHING, best_line, prove

DECIDED = [
    KInARow(3, 4, 3, gravity=True),
    Count(6, 3),
    Count(9, 2),
    Nim((2, 3, 4)),
    Nim((1, 4, 5)),
    Nim((1, 2, 2), misere=True),
    Havannah(2),
    TextbookTree([[[1], [1]], 1]),
    TextbookTree([-1, [[-1, -1], [-1, -1]]]),
    TextbookTree([[5, 9], [7, 7], [7, [7]], [[9], 7]]),
    *map(ThreeMusketeers, ("MGG/GGG/GGM", "GGM/GMG/MGG", ".GGG/..MG/MM.G", "M.G/GM./.GM")),
]


@pytest.mark.parametrize("game", DECIDED, ids=repr)
def test_a_decided_game_lasts_as_long_as_the_winner_can_force(game):
    """The line is as long as an independent solver says, after every one of its moves."""
    for switches in (EVERYTHING, EVERYTHING._replace(symmetry=False, stop_at_win=False)):
        proof = prove(game, game.initial, switches=switches)
        assert proof.line_kind == "shortest win, longest defence"
        state = game.initial
        for played, name in enumerate(proof.line):
            assert solve(game, state).distance == len(proof.line) - played
            state = game.result(state, game.action_in(state, name))
        assert game.is_terminal(state)


def test_nobody_blunders_in_connect_three():
    """Each side stops a win at once, and takes one: nine plies, not seven."""
    game = KInARow(3, 4, 3, gravity=True)
    assert len(prove(game, game.initial).line) == 9


def test_a_draw_is_kept():
    """No move of it gives the other side more."""
    game = TicTacToe()
    proof = prove(game, game.initial)
    assert (proof.value, proof.line_kind) == (0, "keeps the value")
    state = game.initial
    for name in proof.line[:-1]:
        state = game.result(state, game.action_named(name))
        assert solve(game, state).value == 0


@pytest.mark.parametrize("effort", [1, 9, 25, 60])
def test_with_little_effort_the_value_is_kept_and_the_end_is_exact(effort):
    """Both sides keep the value; what is called quickest lasts as long as it has to."""
    game = ThreeMusketeers(".GGG/..MG/MM.G")
    proof = MusketeersProof(game)
    small = compact(game)

    def value_of(state):
        return 1 if proof.winner(small.unpack(state)) == small.to_move(state) else -1

    line = best_line(small, small.initial, value_of, effort=effort)
    assert 0 < line.quickest <= len(line.names)
    assert str(line.quickest) in line.kind or line.kind == "shortest win, longest defence"
    state, winner = game.initial, proof.winner(game.initial)
    for left in range(len(line.names), 0, -1):
        if left <= line.quickest:
            assert solve(game, state).distance == left
        state = game.result(state, game.action_in(state, line.names[-left]))
        assert proof.winner(state) == winner
    assert game.is_terminal(state)


def test_an_end_at_once_is_always_seen():
    """However little is looked at, a winner who can win now does."""
    near = TextbookTree([[[1], [1]], 1])
    assert best_line(near, (), lambda _: 1, effort=1) == (("1",), 1)


def test_with_little_effort_the_loser_still_puts_the_end_off():
    """Of two lost moves the one that was seen to hold out, though it is the second."""
    game = TextbookTree([[1, [[[[1]]]]]])
    line = best_line(game, (), lambda state: 1 if game.to_move(state) == "MAX" else -1, effort=5)
    assert len(line.names) == solve(game, ()).distance == 6
    assert 0 < line.quickest < 6


def test_a_wrong_value_is_noticed():
    """A value that no move keeps is an error of the solver, not a line."""
    game = TextbookTree([[1, 2], [3, 4]])
    with pytest.raises(RuntimeError, match="keeps the value 2"):
        best_line(game, (), lambda state: 2 if state == () else 0)


def test_havannah_on_three_has_a_line_to_the_end():
    """The first player wins from a corner, and the counts say what it took."""
    game = Havannah(3)
    solver = HavannahSolver(game, 5_000)
    assert solver.value(game.initial) == 1
    counts = solver.counted()
    assert counts.positions == counts.entries == 5_000 - solver.left > 0
    assert counts.cuts > 0 < counts.hits
    assert 1 < counts.depth <= 19
    line = best_line(game, game.initial, solver.value, effort=500)
    assert game.winner(game.play(line.names)) == "X"
