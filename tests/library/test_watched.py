"""Counting from outside: what `Watched` calls a visit, an edge and a cut."""

from random import Random

import pytest
from student_searches import value_only

from course_lib import (
    Game,
    OutOfBudget,
    TextbookTree,
    TicTacToe,
    Watched,
    game_from_functions,
)

TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def test_a_branch_that_was_listed_and_never_applied_is_cut():
    """Two of three actions are left untried; asking for the list again changes nothing."""
    watched = Watched(TextbookTree(TREE))
    actions = watched.actions(watched.initial)
    watched.result(watched.initial, actions[0])
    watched.result(watched.initial, actions[0])
    assert watched.cut == 2
    for action in actions:
        watched.result(watched.initial, action)
    watched.actions(watched.initial)
    assert watched.cut == 0


def test_a_state_that_nobody_asks_about_is_an_edge_and_no_visit():
    """So a state found in a table costs an edge."""
    for question in ("is_terminal", "actions", "to_move"):
        watched = Watched(TicTacToe())
        after = watched.result(watched.initial, (0, 0))
        assert (watched.visits, watched.edges) == (1, 1)
        for _ in range(3):
            getattr(watched, question)(after)
        assert (watched.visits, watched.edges) == (2, 1), question


def test_equal_states_reached_twice_are_two_visits():
    """Also where Python keeps just one object for both, as for the path () or a small number."""
    game = game_from_functions(
        0,
        player=lambda total: "X",
        actions=lambda total: [step for step in (1, 2) if total + step <= 4],
        result=lambda total, step: total + step,
        terminal=lambda total: total == 4,
        utility=lambda total: 0,
        players="XO",
    )
    watched = Watched(game)
    value_only(watched, 0)
    # Ways to write 0, 1, 2, 3, 4 as ordered sums of 1 and 2: 1 + 1 + 2 + 3 + 5.
    assert (watched.visits, watched.edges, watched.cut) == (12, 11, 0)


def test_a_budget_stops_even_a_search_that_catches_every_exception():
    """The budget is used up to the last visit, and not one visit more."""

    def stubborn(game, state):
        try:
            return [stubborn(game, game.result(state, action)) for action in game.actions(state)]
        except Exception:  # noqa: BLE001 - the worst habit
            return []

    watched = Watched(TicTacToe(), budget=100)
    with pytest.raises(OutOfBudget, match="after 100 visits"):
        stubborn(watched, watched.initial)
    assert watched.visits == 100
    exact = Watched(TextbookTree(TREE), budget=13)
    assert value_only(exact, exact.initial) == 3


def test_a_watched_game_is_the_game_in_all_other_ways():
    """Names, pictures, sizes and the options of the game inside pass through."""
    game = TicTacToe()
    watched = Watched(game)
    state = watched.play("b2 a1")
    assert isinstance(watched, Game)
    assert watched.rows == 3
    assert watched.parse(watched.render(state)) == state
    assert watched.action_named("b2") == game.action_named("b2")
    assert watched.canonical(state) == game.canonical(state)
    assert [each.name for each in watched.symmetries] == [each.name for each in game.symmetries]
    assert (watched.players, watched.zero_sum) == (game.players, True)
    assert watched.winner(state) is None
    assert repr(watched) == "Watched(game=TicTacToe())"
    with pytest.raises(AttributeError, match="no_such_thing"):
        _ = watched.no_such_thing
    with pytest.raises(TypeError, match=r"watch\(function, board"):
        Watched([[None] * 3] * 3)


def test_a_playout_is_the_games_own_and_its_states_are_visits():
    """The same random numbers give the same game, watched or not, as far as the budget goes."""
    game = TicTacToe()
    for seed in range(20):
        watched = Watched(game)
        assert watched.playout(game.initial, Random(seed)) == game.playout(
            game.initial, Random(seed)
        )
        length = len(game.playout(game.initial, Random(seed)).actions)
        assert (watched.visits, watched.edges) == (1 + length, length)
    few = Watched(TicTacToe(), budget=3)
    with pytest.raises(OutOfBudget):
        few.playout(few.initial, Random(1))
    assert few.visits == 3
