"""The example player of Havannah does what is said of it, and plays each game anew."""

from random import Random

import pytest
from test_havannah import PRINTED_GAME, stones_of

from course_lib import Havannah, TicTacToe, play_game, random_player
from course_lib.games.hexboard import hex_board
from course_lib.lessons.lesson_06.example import example_player


def test_what_is_said_of_the_printed_example_is_true():
    """Of its 42 stones 40 touch its group, the last one stops a win; it had no win at hand."""
    game, apart = Havannah(10), []
    state = game.initial
    for name in PRINTED_GAME.split():
        action = game.action_named(name)
        if game.to_move(state) == "O":
            if stones_of(state, 10, "O").isdisjoint(hex_board(10).neighbours[action]):
                apart.append(name)
            assert not any(would_win(game, state, "O", cell) for cell in game.actions(state))
        before, state = state, game.result(state, action)
        if name == "K2":
            assert would_win(game, before, "X", action)
    assert apart == ["H16", "K2"]


def test_the_example_builds_one_group():
    """Each stone touches the group, unless it wins or stops a win."""
    game, touching = Havannah(8), 0
    for seed in range(10):
        record = play_game(game, [example_player(Random(seed)), random_player(Random(seed))])
        state = game.initial
        for number, action in enumerate(record.actions):
            own = stones_of(state, 8, "X")
            if number % 2 == 0 and own:
                beside = not own.isdisjoint(hex_board(8).neighbours[action])
                assert beside or would_win(game, state, "O", action)
                touching += beside
            state = game.result(state, action)
    assert touching > 50


def would_win(game, state, player, action):
    """Whether this player's stone on this cell wins, whoever is to move."""
    return game.winner(game.result(state._replace(to_move=player), action)) == player


def test_the_example_takes_its_win_before_it_blocks():
    """With five of six around E5, both for itself and for the opponent, it wins."""
    game = Havannah(6)
    state = game.play("C3 G7 C4 G8 D5 H9 E5 I9 E4 I8")
    assert game.winner(game.result(state, game.action_named("D3"))) == "X"
    for seed in range(5):
        assert game.action_name(example_player(Random(seed))(game, state)) == "D3"
    after = game.result(state, game.action_named("A1"))
    assert game.action_name(example_player(Random(1))(game, after)) == "H7"
    blocked = game.play("C3 G7 C4 G8 D5 H9 E5 A1 E4")
    assert game.action_name(example_player(Random(1))(game, blocked)) == "D3"


def test_two_games_share_no_memory():
    """After another game, with or without `new_game`, a player plays as a fresh one does.

    Also after being asked on the empty board only, where its plan has left no stone.
    """
    game, chance = Havannah(5), random_player(Random(2))
    used, fresh = example_player(Random(1)), example_player(Random(1))
    play_game(game, [used, random_player(Random(9))])
    first, second = (play_game(game, [one, chance], rng=Random(3)) for one in (used, fresh))
    assert first.actions == second.actions
    rng = Random(1)
    used = example_player(rng)
    for moves in ("A1 C3", "A1 C3 B2 E5"):
        used(game, game.play(moves))
    rng.seed(7)
    assert used(game, game.initial) == example_player(Random(7))(game, game.initial)
    for seed in range(8):
        used, fresh = example_player(Random(seed)), example_player(Random(99))
        used(game, game.initial)
        for player in (used, fresh):
            player.new_game(game, "X", Random(seed + 100))
        assert used(game, game.initial) == fresh(game, game.initial)


def test_another_game_is_refused_with_a_sentence():
    """It knows hexagons only."""
    with pytest.raises(TypeError, match="plays Havannah, and was given TicTacToe"):
        example_player(Random(1))(TicTacToe(), TicTacToe().initial)
