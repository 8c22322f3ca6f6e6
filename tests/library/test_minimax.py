"""Minimax gives the true value, the first best action, and visits every state below the root."""

from search_games import Crossroads, TakeAgain, first_best, tic_tac_toe_states, true_value

from course_lib import TicTacToe, Watched, alphabeta_search, minimax_search


def test_values_without_limit_still_give_an_action():
    """Where everything is worth minus infinity there is still a first action."""

    class Hopeless(TakeAgain):
        def utility(self, state, player):
            return float("-inf")

    game = Hopeless(4)
    for search in (minimax_search, alphabeta_search):
        assert search(game, game.initial) == (float("-inf"), 1)


def test_tic_tac_toe_visits_every_state_of_the_tree():
    """55,505 visits after b2, of the 549,946 of the whole game; who counts remembers few states."""
    game, watched = TicTacToe(), Watched(TicTacToe())
    state = game.play("b2")
    assert minimax_search(watched, state) == alphabeta_search(game, state)
    assert (watched.visits, watched.edges, watched.cut) == (55_505, 55_504, 0)
    assert sum(game.count(state, 8)) == 55_505
    assert sum(game.count(game.initial, 9)) == 549_946
    assert len(watched._asked) < 10_000


def test_every_later_tic_tac_toe_state_has_its_value_and_first_best_action():
    """Against values that are remembered state by state, for all states with six stones or more."""
    game = TicTacToe()
    value = true_value(game)
    late = [state for state in tic_tac_toe_states() if len(game.actions(state)) <= 5]
    assert len(late) > 3000
    for state in late:
        expected = value(state, game.to_move(state)), first_best(game, state, value)
        assert minimax_search(game, state) == expected


def test_who_chooses_is_asked_and_not_counted():
    """Right values where players do not take turns, and where ends lie at different depths."""
    for game in (*map(TakeAgain, range(1, 13)), *map(Crossroads, range(40))):
        value = true_value(game)
        expected = value(game.initial, "X"), first_best(game, game.initial, value)
        assert minimax_search(game, game.initial) == expected
    assert minimax_search(TakeAgain(), (5, "X"))[0] == -1
    assert minimax_search(TakeAgain(), (5, "O"))[0] == 1
