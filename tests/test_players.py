"""The ready-made players: they play well, repeat themselves, and can be sent and shown."""

import copy
import pickle
from collections import Counter
from random import Random

import pytest

from course_lib import Count, TicTacToe
from course_lib.play import alphabeta_player, mcts_player, minimax_player, play_game, random_player
from course_lib.play.players import label_of


def nothing(game, state, player):
    """Estimate every state as even."""
    return 0.0


PLAYERS = {
    "random_player(rng)": random_player(Random(1)),
    "minimax_player()": minimax_player(),
    "alphabeta_player(depth=3, evaluate=nothing)": alphabeta_player(3, evaluate=nothing),
    "alphabeta_player(rng=rng)": alphabeta_player(rng=Random(2)),
    "mcts_player(simulations=10, rng=rng)": mcts_player(simulations=10, rng=Random(3)),
}


def test_random_takes_every_action_about_equally_often():
    """Each of nine squares gets about a ninth of 1,800 first moves."""
    game = TicTacToe()
    player = random_player(Random(5))
    drawn = Counter(player(game, game.initial) for _ in range(1800))
    assert set(drawn) == set(game.actions(game.initial))
    assert max(abs(count - 200) for count in drawn.values()) < 60  # four standard deviations


def test_alphabeta_draws_among_equals_only_if_made_with_rng():
    """A game's randomness does not change a player that was made without any."""
    game = TicTacToe()

    def first_moves(player):
        moves = set()
        for seed in range(12):
            player.new_game(game, "X", Random(seed))
            moves.add(player(game, game.initial))
        return moves

    assert len(first_moves(alphabeta_player(2))) == 1
    assert len(first_moves(alphabeta_player(2, rng=Random(1)))) > 3


def test_options_reach_the_search():
    """An evaluation that likes the centre makes a shallow player take it."""

    def centre(game, state, player):
        assert player == "X"
        return 0.5 if state == game.play("b2") else 0.0

    game = TicTacToe()
    assert alphabeta_player(1, evaluate=centre)(game, game.initial) == (1, 1)


@pytest.mark.parametrize("shown", PLAYERS)
def test_players_can_be_sent_copied_and_shown(shown):
    """A pickled or copied player plays the same game; its repr is what would make such a player."""
    game, player = Count(goal=9, most=3), PLAYERS[shown]
    assert repr(player) == label_of(player) == shown

    def moves(player):
        return play_game(game, [player, random_player(Random(0))], rng=Random(4)).actions

    expected = moves(copy.deepcopy(player))
    assert moves(pickle.loads(pickle.dumps(player))) == expected
    assert moves(player) == expected


def test_labels_of_functions_and_plain_objects():
    """A function goes by its name, an object without a repr of its own by its class."""

    def scripted(game, state):
        return game.actions(state)[0]

    class Thinker:
        def __call__(self, game, state):
            return game.actions(state)[0]

    assert label_of(scripted) == "scripted"
    assert label_of(Thinker()) == "Thinker"
