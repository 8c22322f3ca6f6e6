"""A table changes no value anywhere; it only saves visits."""

from random import Random

import pytest
from search_games import (
    Crossroads,
    TakeAgain,
    board_feeling,
    first_best,
    states_of,
    tic_tac_toe_states,
    true_value,
)

from course_lib import Nim, Table, TicTacToe, Watched, alphabeta_search


def test_values_are_true_at_every_tic_tac_toe_state_without_a_table_and_with_one_for_all():
    """Whatever earlier searches left in the table, for both players, mirrored or not."""
    game = TicTacToe()
    value = true_value(game)
    assert len(tic_tac_toe_states()) == 4520
    for table in (None, Table(), Table(symmetric=False)):
        for state in tic_tac_toe_states():
            expected = value(state, game.to_move(state)), first_best(game, state, value)
            assert alphabeta_search(game, state, table=table) == expected


def test_every_entry_holds_the_true_value_between_its_bounds():
    """What alpha-beta says of its windows is true: below, inside and above them."""
    exact = cut = 0
    for game in (TicTacToe(), *(Crossroads(seed) for seed in range(30))):
        value = true_value(game)
        table = Table(symmetric=False)
        alphabeta_search(game, game.initial, table=table)
        for (state, _, _, player), known in table._entries.items():
            truth = value(state, player)
            assert known.lower <= truth <= known.upper
            exact += known.lower == known.upper
            cut += known.lower < known.upper
    assert min(exact, cut) > 50


def test_no_value_changes_where_roads_meet_at_any_depth():
    """Many values, transpositions and estimates; one table for all depths and both players."""
    hits = 0
    for seed in range(25):
        game = Crossroads(seed)
        table = Table()
        states = states_of(game)
        Random(seed).shuffle(states)
        for state in states[:12]:
            for depth in (3, 1, None, 2, 4):
                options = {"depth": depth, "evaluate": board_feeling}
                plain = alphabeta_search(game, state, **options)
                assert alphabeta_search(game, state, table=table, **options) == plain
        hits += table.hits
    assert hits > 500


def test_whose_turn_it_is_belongs_to_the_entry():
    """The same heap with the other player to move is another position."""
    table = Table()
    game = TakeAgain(12)
    value = true_value(game)
    for left in range(1, 13):
        for player in "XO":
            found, _ = alphabeta_search(game, (left, player), table=table)
            assert found == value((left, player), player)


def test_a_table_saves_visits_and_says_so():
    """It saves most of the 18,297 visits, mirror images save more, a second search nearly all."""
    visits = []
    for symmetric in (False, True):
        game = Watched(TicTacToe())
        table = Table(symmetric=symmetric)
        alphabeta_search(game, game.initial, table=table)
        visits.append(game.visits)
        assert len(table) > 0
        hits = table.hits
        assert hits > 0
        alphabeta_search(game, game.initial, table=table)
        assert table.hits == hits + 9
        assert repr(table).endswith(f"TicTacToe()): {len(table)} entries, {table.hits} hits>")
    assert visits[1] < visits[0] < 18_297 / 3


def test_a_full_table_empties_itself_and_changes_nothing():
    """However few entries it may hold, the values stay right."""
    game = TicTacToe()
    table = Table()
    table.most = 20
    for state in tic_tac_toe_states()[::200]:
        assert alphabeta_search(game, state, table=table) == alphabeta_search(game, state)
        assert len(table) <= 20


def test_a_table_serves_one_game_and_one_evaluate():
    """Another game or evaluation is refused; an equal game, or an exact search, is not."""

    def other_feeling(_game, _state, _player):
        return 0.5

    table = Table()
    game = Nim((2, 3))
    alphabeta_search(game, game.initial, table=table)
    alphabeta_search(Nim((2, 3)), game.initial, table=table)
    with pytest.raises(ValueError, match=r"about Nim\(heaps=\(2, 3\)\); for Nim\(heaps=\(3, 2\)\)"):
        alphabeta_search(Nim((3, 2)), Nim((3, 2)).initial, table=table)
    alphabeta_search(game, game.initial, depth=1, evaluate=board_feeling, table=table)
    with pytest.raises(ValueError, match="estimated by board_feeling; for those of other_feeling"):
        alphabeta_search(game, game.initial, depth=1, evaluate=other_feeling, table=table)
    with pytest.raises(ValueError, match="for those of no evaluate"):
        alphabeta_search(game, game.initial, depth=1, table=table)
    alphabeta_search(game, game.initial, evaluate=other_feeling, table=table)
