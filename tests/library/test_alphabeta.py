"""Alpha-beta gives what minimax gives, for fewer visits, and keeps its contract on the way."""

import math
from functools import cache
from random import Random

import pytest
from search_games import Crossroads, board_feeling, tic_tac_toe_states, true_value

from course_lib import alphabeta_search, minimax_search
from course_lib.games import TextbookTree, TicTacToe, best_ordered_tree, random_tree


def backwards(_game, _state, actions):
    """The actions from the last to the first."""
    return actions[::-1]


def shuffled(game, state, actions):
    """The actions in an order that only chance could think of, the same for each state."""
    return Random(game.render(state)).sample(actions, len(actions))


@cache
def limited_value(game, state, depth, player, evaluate=board_feeling):
    """Minimax with a depth limit, written down plainly."""
    if game.is_terminal(state):
        return game.utility(state, player)
    if depth == 0:
        return evaluate(game, state, player)
    values = [
        limited_value(game, game.result(state, action), depth - 1, player, evaluate)
        for action in game.actions(state)
    ]
    return max(values) if game.to_move(state) == player else min(values)


def minimax_value(tree, state):
    """What the first player gets from here on."""
    if tree.is_terminal(state):
        return tree.utility(state, tree.players[0])
    best = max if tree.to_move(state) == tree.players[0] else min
    return best(minimax_value(tree, tree.result(state, action)) for action in tree.actions(state))


def test_equal_to_minimax_on_a_thousand_random_trees():
    """At the root and after every first move; of equal actions the first one tried."""
    rng = Random(1)
    for number in range(1000):
        width = 2 if number % 4 == 0 else (1, 4)
        tree = random_tree(rng.randint(1, 4), width, rng, low=-3, high=3)
        for state in [(), *((action,) for action in tree.actions(()))]:
            if tree.is_terminal(state):
                continue
            value, action = minimax_search(tree, state)
            assert alphabeta_search(tree, state) == (value, action)
            worth = {a: minimax_value(tree, tree.result(state, a)) for a in tree.actions(state)}
            sign = 1 if tree.to_move(state) == tree.players[0] else -1
            for order in (backwards, shuffled):
                tried = order(tree, state, tree.actions(state))
                first = next(action for action in tried if sign * worth[action] == value)
                assert alphabeta_search(tree, state, order=order) == (value, first)


@pytest.mark.parametrize(
    ("depth", "branching"), [(1, 5), (2, 3), (3, 3), (4, 3), (5, 3), (6, 2), (7, 2), (4, 6)]
)
def test_best_ordered_trees_cost_the_least_number_of_leaves(depth, branching):
    """Exactly b^ceil(d/2) + b^floor(d/2) - 1 leaves."""
    tree = best_ordered_tree(depth, branching)
    leaves = 0

    class Counting(TextbookTree):
        def utility(self, state, player):
            nonlocal leaves
            leaves += 1
            return super().utility(state, player)

    alphabeta_search(Counting(tree.tree), ())
    assert leaves == branching ** math.ceil(depth / 2) + branching ** (depth // 2) - 1


def test_a_depth_limit_gives_plain_minimax_with_estimates():
    """Equal to the definition for several games and depths, for both players."""
    for seed in range(25):
        game = Crossroads(seed)
        for depth in range(1, 6):
            for state in ((0, 0), *((1, place) for place in game.actions((0, 0)))):
                if game.is_terminal(state):
                    continue
                player = game.to_move(state)
                for order in (None, backwards):
                    options = {"depth": depth, "evaluate": board_feeling, "order": order}
                    value, action = alphabeta_search(game, state, **options)
                    choices = [(one, game.result(state, one)) for one in game.actions(state)]
                    values = {a: limited_value(game, s, depth - 1, player) for a, s in choices}
                    assert value == max(values.values())
                    tried = [*values] if order is None else [*values][::-1]
                    assert action == next(a for a in tried if values[a] == value)


def test_a_depth_limit_asks_evaluate_and_never_utility():
    """`evaluate` sees states exactly so deep that are not final, for the root's player."""
    game = TicTacToe()
    seen = set()

    def evaluate(asked, state, player):
        assert asked is game
        assert not game.is_terminal(state)
        seen.add((9 - len(game.actions(state)), player))
        return 0

    state = game.play("b2")
    alphabeta_search(game, state, depth=3, evaluate=evaluate)
    assert seen == {(4, "O")}


def test_rng_chooses_among_all_truly_equal_actions_and_no_others():
    """At tic-tac-toe in 40 draws exactly the best actions come up, and the value stays."""
    game = TicTacToe()
    value = true_value(game)
    for state in tic_tac_toe_states()[1::290]:
        player = game.to_move(state)
        best = value(state, player)
        equals = {a for a in game.actions(state) if value(game.result(state, a), player) == best}
        found = {alphabeta_search(game, state, rng=Random(seed)) for seed in range(40)}
        assert {answer for answer, _ in found} == {best}
        assert {action for _, action in found} == equals


@pytest.mark.parametrize("nonsense", [None, math.nan, "good", (1, 2), 1j])
def test_an_evaluate_that_gives_no_number_is_named_with_the_state(nonsense):
    """The message shows the value and the state it was given for."""
    game = TicTacToe()
    with pytest.raises(ValueError, match=r"evaluate gave .* for X in this state:\nX \. \."):
        alphabeta_search(game, game.initial, depth=1, evaluate=lambda *_: nonsense)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda actions: actions[1:],
        lambda actions: (*actions, actions[0]),
        lambda actions: actions[:-1] + actions[:1],
        lambda _: None,
        lambda actions: [list(action) for action in actions],
    ],
)
def test_an_order_that_loses_or_adds_actions_is_refused(wrong):
    """Missing, repeated, replaced, nothing at all, lists for tuples."""
    game = TicTacToe()
    with pytest.raises(ValueError, match=r"order gave .*\n.*\n.*\n.*\nit must give the actions"):
        alphabeta_search(game, game.initial, order=lambda _game, _state, actions: wrong(actions))


def test_an_order_may_be_any_iterable():
    """A generator or an iterator of the right actions is fine."""
    game = TicTacToe()
    state = game.play("a1 b2 c3")
    expected = alphabeta_search(game, state, order=backwards)
    assert alphabeta_search(game, state, order=lambda *args: reversed(args[2])) == expected
