"""Iterative deepening keeps its budget, always has an action, and knows when it is sure."""

from random import Random

from search_games import Crossroads, board_feeling, states_of, tic_tac_toe_states, true_value

from course_lib import ConnectFour, TicTacToe, Watched, random_tree
from course_lib.search import alphabeta_search, deepening_search, minimax_search, solve


def test_each_depth_gives_what_alphabeta_gives_there():
    """One search of that depth gives this value, and this action if it is tried first."""
    depths = set()
    for seed in range(30):
        game = Crossroads(seed)
        for visits in (10, 20, 40, 80, 160):
            found = deepening_search(game, game.initial, evaluate=board_feeling, visits=visits)
            depths.add(found.depth)
            options = {"depth": found.depth, "evaluate": board_feeling}
            assert alphabeta_search(game, game.initial, **options)[0] == found[0]
            again = alphabeta_search(game, game.initial, order=tried_first(found[1]), **options)
            assert again == found
    assert depths >= {1, 2, 3, 4}


def tried_first(best):
    """An order that begins with this action where it is legal."""
    return lambda _game, _state, actions: sorted(actions, key=lambda action: action != best)


def test_without_a_limit_it_ends_with_the_exact_value():
    """It goes on until the value is proven."""
    for seed in range(50):
        tree = random_tree(4, (1, 3), Random(seed))
        found = deepening_search(tree, ())
        assert found.exact
        assert found[0] == minimax_search(tree, ())[0]


def test_what_it_calls_exact_is_exact():
    """Estimates as great as a win never make it sure of a wrong value."""
    sure = 0
    for seed in range(8):
        game = Crossroads(seed)
        value = true_value(game)
        for evaluate in (board_feeling, wild_feeling):
            for state in states_of(game):
                for visits in (8, 20):
                    found = deepening_search(game, state, evaluate=evaluate, visits=visits)
                    if found.exact:
                        sure += 1
                        assert found[0] == value(state, game.to_move(state))
    assert sure > 80


def wild_feeling(game, state, player):
    """Estimates like those of `board_feeling`, but as great as a win."""
    return 10 * board_feeling(game, state, player) // 3


def test_visits_are_counted_as_from_outside_and_stay_in_the_budget():
    """The number it tells is the number of states it was seen to search."""
    for budget in (1, 2, 8, 50, 300, 2000):
        watched = Watched(ConnectFour())
        found = deepening_search(watched, watched.play("44"), visits=budget)
        assert found.visits <= budget
        assert watched.visits == found.visits
        assert found[1] in watched.actions(watched.play("44"))


def test_the_smallest_budget_still_gives_a_legal_action():
    """With nothing searched: the first action, the estimate of the state, and depth 0."""
    game = ConnectFour()
    found = deepening_search(game, game.initial, visits=1, evaluate=lambda *_: 0.25)
    assert found == (0.25, game.actions(game.initial)[0])
    assert (found.depth, found.visits, found.exact) == (0, 1, False)
    some = {deepening_search(game, game.initial, visits=1, rng=Random(s))[1] for s in range(40)}
    assert some == set(game.actions(game.initial))


def test_a_search_cut_short_does_not_count():
    """One visit less than depth 2 needs leaves the answer of depth 1."""
    game = ConnectFour()
    needed = 8  # depth 1 looks at the root and its seven children
    while (two := searched(game, needed)).depth < 2:
        needed += 1
    assert two[0] == alphabeta_search(game, game.initial, depth=2, evaluate=board_feeling)[0]
    assert (two.depth, two.visits, two.exact) == (2, needed, False)
    short = searched(game, needed - 1)
    assert short == alphabeta_search(game, game.initial, depth=1, evaluate=board_feeling)
    assert short.depth == 1


def searched(game, visits):
    """What so many visits find from the start."""
    return deepening_search(game, game.initial, visits=visits, evaluate=board_feeling)


def test_the_best_action_of_one_depth_is_tried_first_at_the_next():
    """At the root the first action of each search is what the search before it found."""
    game = ConnectFour()
    first_tried = []

    class Listening(ConnectFour):
        def result(self, state, action):
            if state == game.initial:
                first_tried.append(action)
            return super().result(state, action)

    listening = Listening()
    assert searched(listening, 120).depth >= 2
    starts = first_tried[::7]
    for depth in (1, 2):
        found = alphabeta_search(game, game.initial, depth=depth, evaluate=board_feeling)
        assert starts[depth] == found[1]
    assert starts[1:] != starts[:2]  # so the order did change


def test_a_forced_win_is_found_at_its_shortest_and_ends_the_search():
    """Wherever tic-tac-toe is decided it stops after as many plies as the win or loss takes."""
    game = TicTacToe()
    decided = 0
    for state in tic_tac_toe_states()[::30]:
        truth = solve(game, state)
        found = deepening_search(game, state)
        assert (found[0], found.exact) == (truth.value, True)
        if truth.value != 0:
            decided += 1
            assert found.depth == truth.distance
    assert decided > 50


def test_the_answer_is_a_pair_that_tells_how_it_was_found():
    """It unpacks, compares and prints as people expect."""
    game = TicTacToe()
    found = deepening_search(game, game.play("a1 a2 b1 b2"))
    value, action = found
    assert (value, action) == found == (1, (2, 2))
    assert repr(found) == f"<1, (2, 2): depth 1, {found.visits} visits, exact>"
