"""The two evaluations: what they give, and for which games."""

from random import Random

import pytest

from course_lib import ConnectFour, Game, Gomoku, Nim, TicTacToe, Watched, compact
from course_lib.games import mobility, near_the_middle

GAMES = [TicTacToe(), ConnectFour(), ConnectFour(4, 5, 3), Gomoku(6)]


def by_text(game: Game, text: str, player: str) -> int:
    """The steps from the nearer edge, added and taken off, as the printed board has them."""
    steps = 0
    for row in text.splitlines():
        marks = row.split()
        for column, mark in enumerate(marks):
            if mark in game.players:
                near = min(column, len(marks) - 1 - column)
                steps += near if mark == player else -near
    return steps


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_compact_and_watched_games_are_estimated_like_the_readable_one(game: Game) -> None:
    """Along random games, for both players, and as the printed board says."""
    small, rng = compact(game), Random(3)
    for _ in range(5):
        state, compact_state = game.initial, small.initial
        while not game.is_terminal(state):
            action = rng.choice(game.actions(state))
            state, compact_state = game.result(state, action), small.result(compact_state, action)
            for player in game.players:
                true = by_text(game, game.render(state), player) / 100
                assert near_the_middle(game, state, player) == true
                for same in (small, Watched(small)):
                    assert near_the_middle(same, compact_state, player) == true
                assert near_the_middle(Watched(game), state, player) == true
                if not game.is_terminal(state):
                    assert mobility(small, compact_state, player) == mobility(game, state, player)


@pytest.mark.parametrize("game", [Nim((2, 1)), Watched(Nim((2, 1)))])
def test_a_game_without_columns_is_told_so(game: Game) -> None:
    """Heaps of Nim have no middle."""
    with pytest.raises(TypeError, match=r"columns of a board; found Nim; .* ConnectFour"):
        near_the_middle(game, game.initial, "X")
