"""Solving gives the true value, a best action and the length of the game under best play."""

import sys

import pytest
from search_games import Roundabout, TakeAgain, tic_tac_toe_states, true_value

from course_lib import Count, TextbookTree, TicTacToe, solve


def plies_to_a_forced_win(game, state, plies):
    """Whether the player to move can win within so many plies: the definition, searched plainly."""
    player = game.to_move(state)

    def wins(state, plies):
        if game.is_terminal(state):
            return game.utility(state, player) > 0
        if plies == 0:
            return False
        follow = (wins(game.result(state, action), plies - 1) for action in game.actions(state))
        return any(follow) if game.to_move(state) == player else all(follow)

    return wins(state, plies)


def test_the_distance_is_the_shortest_win_that_can_be_forced():
    """A win within `distance` plies exists and none within fewer, at tic-tac-toe."""
    game = TicTacToe()
    won = 0
    for state in tic_tac_toe_states()[::11]:
        found = solve(game, state)
        if found.value > 0:
            won += 1
            assert plies_to_a_forced_win(game, state, found.distance)
            assert not plies_to_a_forced_win(game, state, found.distance - 1)
    assert won > 100


def test_who_loses_makes_it_last():
    """The loser takes the longer of two lost ways, the winner the shorter of two won ones."""
    assert solve(TextbookTree([-1, [[-1, -1], [-1, -1]]]), ()) == (-1, 1, 3)
    assert solve(TextbookTree([[[1], [1]], 1]), ()) == (1, 1, 1)
    assert solve(TextbookTree([0, [0, [0]]]), ()) == (0, 1, 3)
    assert solve(TextbookTree([[5, 9], [7, 7], [7, 7]]), ()) == (7, 1, 2)


def test_players_need_not_take_turns():
    """The value is right where a player may move twice running, and counts for who is to move."""

    class Spelled(TakeAgain):
        def canonical(self, state):
            return state

    for heap in range(1, 22):
        game = TakeAgain(heap)
        value = true_value(game)
        for player in "XO":
            found = solve(game, (heap, player))
            assert found.value == value((heap, player), player)
            # A game whose canonical states leave out whose turn it is takes no longer than another.
            assert found == solve(Spelled(heap), (heap, player))


def test_a_game_that_can_come_back_is_refused():
    """The message shows the position."""
    with pytest.raises(ValueError, match=r"solve can't solve Roundabout\(\).*\nstate 0\n"):
        solve(Roundabout(), 0)


def test_a_game_with_too_many_positions_is_refused(monkeypatch):
    """At the limit it gives up with advice; with one position more it does not."""
    game = Count(10, 2)  # ten counts, each met with either player to move but for 0, 1 and 9
    limit = sys.modules[solve.__module__]
    monkeypatch.setattr(limit, "_MOST_STATES", 18)
    assert solve(game, game.initial).value == 1
    monkeypatch.setattr(limit, "_MOST_STATES", 17)
    with pytest.raises(ValueError, match=r"Count\(goal=10\) has more than 17 positions"):
        solve(game, game.initial)
