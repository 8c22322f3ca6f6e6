"""What can't be asked: options, games, states, games that are too long."""

import math
import random
from random import Random

import pytest
from search_games import Gift

from course_lib import alphabeta_search, deepening_search, mcts_search, minimax_search, solve
from course_lib.games import Count, Nim, TicTacToe
from course_lib.play import (
    alphabeta_player,
    mcts_player,
    minimax_player,
    play_game,
    random_player,
    tournament,
)
from course_lib.watching import Watched

SEARCHES = {
    minimax_search: {},
    alphabeta_search: {},
    deepening_search: {"visits": 9},
    solve: {},
    mcts_search: {"simulations": 5, "rng": Random(1)},
}
"""Every search, with the options it must have."""

every_search = pytest.mark.parametrize("search", SEARCHES, ids=lambda search: search.__name__)
PAIRS = [search for search in SEARCHES if search is not mcts_search]

NUMBER = r"given {name}=.*; {name} is a whole number from 1 up"
RNG = r"rng=.*; rng is the source of chance, such as random\.Random\(1\)"
WRONG_OPTIONS = [
    (alphabeta_search, "depth", (0, -3, 2.5, True, "3"), NUMBER),
    (alphabeta_search, "rng", (7, "dice"), RNG),
    (alphabeta_search, "evaluate", (0.5, "good"), r"is a function evaluate\(game, state, player\)"),
    (alphabeta_search, "order", ([(1, 1)], 3), r"is a function order\(game, state, actions\)"),
    (alphabeta_search, "table", ({}, 1), r"table is a Table\(\), or None for none"),
    (deepening_search, "visits", (0, -1, 1.5, True), NUMBER),
    (mcts_search, "simulations", (0, -5, 2.0, None), NUMBER),
    (mcts_search, "rng", (None, 3), RNG),
    (mcts_search, "playout", (1,), r"playout is a function playout\(game, state, rng\)"),
]


@pytest.mark.parametrize(("search", "name", "values", "sentence"), WRONG_OPTIONS)
def test_an_option_that_can_not_be_gets_a_sentence(search, name, values, sentence):
    """It names the search, what it was given and what would have been right."""
    game = TicTacToe()
    for value in values:
        options = SEARCHES[search] | {name: value}
        with pytest.raises((TypeError, ValueError), match=sentence.format(name=name)) as told:
            search(game, game.initial, **options)
        assert str(told.value).startswith(f"{search.__name__} was given {name}={value!r}")


@every_search
def test_a_game_or_state_that_can_not_be_searched_is_refused_by_name(search):
    """Three players, no opposite interests, a final state, a class, a state for a game, a text."""
    game, options = TicTacToe(), SEARCHES[search]
    over = game.play("a1 a2 b1 b2 c1")
    if search in PAIRS:
        three = Watched(TicTacToe(3, ("X", "O", "Z")))
        with pytest.raises(ValueError, match=rf"{search.__name__} is for two players.*has 3"):
            search(three, three.initial, **options)
        assert three.edges == 0
        with pytest.raises(ValueError, match=rf"{search.__name__} .*other's loss; Gift"):
            search(Gift(), Gift().initial, **options)
    with pytest.raises(
        ValueError, match=r"the game is over there, as game.is_terminal tells:\n\. \. \.\nO O"
    ):
        search(game, over, **options)
    with pytest.raises(TypeError, match=rf"{search.__name__}\(game, state\) with a game first"):
        search(over, game, **options)
    with pytest.raises(TypeError, match="the class TicTacToe; make a game of it"):
        search(TicTacToe, over, **options)
    for state in ("XO. ... ...", [["X", None]], None):
        with pytest.raises(TypeError, match=r"game\.parse\(text\)"):
            search(game, state, **options)
    with pytest.raises(TypeError, match=f"{search.__name__} was given .* not a state of TicTac"):
        search(game, Nim().initial, **options)
    # An unknown option is Python's own error, under the search's own name.
    with pytest.raises(TypeError, match=rf"{search.__name__}\(\) got an unexpected .* 'deep'"):
        search(game, game.initial, **options, deep=3)


def test_solve_follows_a_game_of_600_moves():
    """It calls itself once for each ply, and Python lets it."""
    assert solve(Count(600, 1), Count(600, 1).initial) == (-1, 1, 600)


def test_what_a_search_gives_has_the_names_that_a_solution_has():
    """`value` and `action` are the pair, for MCTS and for deepening."""
    game = Nim((1, 2))
    solution = solve(game, game.initial)
    for found in (
        mcts_search(game, game.initial, simulations=200, rng=Random(1)),
        deepening_search(game, game.initial),
    ):
        assert (found.value, found.action) == tuple(found) == (solution.value, solution.action)


# --- players and matches ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "options", "sentence"),
    [
        (random_player, {"rng": 7}, r"random_player .* such as random\.Random"),
        (mcts_player, {"rng": random}, r"mcts_player .* such as random\.Random"),
        (mcts_player, {"simulations": -5}, "mcts_player was given simulations=-5"),
        (mcts_player, {"rage": True}, "mcts_player was given rage; its options are .*rave"),
        (alphabeta_player, {"depth": 0}, "alphabeta_player was given depth=0"),
        (alphabeta_player, {"table": {}}, r"alphabeta_player was given table=\{\}; table is"),
    ],
)
def test_a_player_that_could_not_move_is_not_made(make, options, sentence):
    """It would lose every game at its first move."""
    usual = {"simulations": 9, "rng": Random(1)} if make is mcts_player else {}
    with pytest.raises((TypeError, ValueError), match=sentence):
        make(**usual | options)


@pytest.mark.parametrize("seconds", ["1", None, [1], True, 0, -1, math.nan], ids=repr)
def test_a_limit_is_a_number_of_seconds(seconds):
    """Text and truth are none, and no time at all would lose every game; None is no limit."""
    players = [random_player(Random(1))] * 2
    if seconds is None:
        assert play_game(Count(), players, seconds=None).winner
        return
    with pytest.raises(ValueError, match=r"seconds is .*; it must be more than 0, such as 0\.5"):
        play_game(Count(), players, seconds=seconds)


@pytest.mark.parametrize("wrong", ["T", TicTacToe, None], ids=repr)
def test_a_match_wants_a_game(wrong):
    """A name or a class is none; it begins in one of its states, and no player loses by another."""
    players = [minimax_player(), minimax_player()]
    with pytest.raises(TypeError, match=r"play_game was given NimState.* not a state of TicTacToe"):
        play_game(TicTacToe(), players, state=Nim().initial)
    with pytest.raises(TypeError, match=r"tournament was given .*TicTacToe\(\)"):
        tournament(players, wrong, 3, 1)
    with pytest.raises(TypeError, match=r"play_game was given .*TicTacToe\(\)"):
        play_game(wrong, players)
