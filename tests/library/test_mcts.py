"""Monte Carlo tree search: its counts add up, its seeds repeat, and what it proves is true."""

import math
from random import Random

import pytest
from search_games import Kingmaker, TakeAgain, tic_tac_toe_states, true_value

from course_lib import ConnectFour, Count, Havannah, Nim, TicTacToe, random_tree
from course_lib.search import mcts_search


def nodes_of(root):
    """The whole tree, the root first."""
    found = [root]
    for node in found:
        found.extend(node.children)
    return found


@pytest.mark.parametrize("prove", [True, False])
@pytest.mark.parametrize("rave", [True, False])
@pytest.mark.parametrize(
    "game", [TicTacToe(), ConnectFour(), Count(6, 3), TakeAgain(9), Nim((3, 4, 5)), Havannah(3)]
)
def test_the_tree_is_one_of_the_game_and_its_visits_add_up(game, *, rave, prove):
    """Each simulation makes a node and passes one child of each node on its way."""
    root = mcts_search(
        game, game.initial, simulations=300, rng=Random(4), rave=rave, prove=prove
    ).tree
    assert (root.parent, root.action, root.state) == (None, None, game.initial)
    assert root.visits == sum(child.visits for child in root.children) == 300
    for node in nodes_of(root)[1:]:
        assert node.visits > 0
        assert 0 <= node.value <= 1
        assert node.state == game.result(node.parent.state, node.action)
        assert len({child.action for child in node.children}) == len(node.children)
        if game.is_terminal(node.state):
            assert node.children == []
        else:
            assert node.visits == 1 + sum(child.visits for child in node.children)
    if isinstance(game, ConnectFour):
        assert len(nodes_of(root)) == 301


def test_the_same_seed_gives_the_same_tree():
    """All visits and values, for both ways of choosing; another seed gives another tree."""
    game = ConnectFour()

    def told(seed, *, rave):
        found = mcts_search(game, game.initial, simulations=150, rng=Random(seed), rave=rave)
        return [(node.action, node.visits, node.value) for node in nodes_of(found.tree)]

    for rave in (False, True):
        assert told(7, rave=rave) == told(7, rave=rave)
        assert told(7, rave=rave) != told(8, rave=rave)


@pytest.mark.parametrize("rave", [False, True])
def test_what_is_proven_is_true(*, rave):
    """At every proven node of many trees, for wins, losses and draws, and without taking turns."""
    kinds = set()
    tic_tac_toe = TicTacToe()
    trees = [(random_tree(4, (1, 3), Random(n), low=-50, high=33), ()) for n in range(40)]
    starts = [(tic_tac_toe, state) for state in tic_tac_toe_states()[3::150]]
    small = [(TakeAgain(heap), (heap, player)) for heap in range(1, 10) for player in "XO"]
    for seed, (game, state) in enumerate(trees + starts + small):
        value = true_value(game)
        least, greatest = game.utility_range
        found = mcts_search(game, state, simulations=150, rng=Random(seed), rave=rave)
        assert found.tree.proven is not None or (game, state) not in small
        if found.tree.proven is not None:
            assert found.value == value(state, game.to_move(state)), "to the last digit"
        for node in nodes_of(found.tree):
            if node.proven is not None:
                for reward, player in zip(node.proven, game.players, strict=True):
                    truth = value(node.state, player)
                    assert reward == pytest.approx((truth - least) / (greatest - least))
                    kinds.add(truth)
                assert node.value == pytest.approx(node.proven[node.seat])
    assert {-1, 0, 1} <= kinds


def test_ucb_is_the_formula_and_decides_who_is_visited_next():
    """The reported bounds are the textbook's; one more simulation goes to the greatest."""
    game = ConnectFour()
    before = mcts_search(game, game.initial, simulations=100, rng=Random(5), c=0.9).tree
    for child in before.children:
        expected = child.total / child.visits + 0.9 * math.sqrt(math.log(100) / child.visits)
        assert child.ucb(0.9) == pytest.approx(expected)
    after = mcts_search(game, game.initial, simulations=101, rng=Random(5), c=0.9).tree
    visits = {child.action: child.visits for child in after.children}
    grown = [child for child in before.children if visits[child.action] > child.visits]
    assert grown == [max(before.children, key=lambda child: child.ucb(0.9))]
    assert before.ucb() == math.inf


def test_all_moves_as_first_counts_what_the_definition_counts():
    """RAVE's means, against the games themselves, noted down as they were played."""
    game = TicTacToe()
    played = []

    def noting(game, state, rng):
        found = game.playout(state, rng)
        played.append((state, found))
        return found

    start = game.play("b2 a1")
    root = mcts_search(
        game, start, simulations=7, rng=Random(3), rave=True, prove=False, playout=noting
    ).tree
    # The seven simulations tried each action once: each one's game is its child's and the random
    # end. A game counts for every child that X already has and that X played in it at any time.
    for number, child in enumerate(root.children):
        at = game.actions(start).index(child.action)
        expected = []
        for later in range(number, 7):
            found = played[later][1]
            mine = {root.children[later].action, *found.actions[1::2]}
            if game.actions(start)[at] in mine:
                expected.append((found.utilities[0] + 1) / 2)
        assert child.first_visits == len(expected)
        assert child.first_total == sum(expected)


def test_utilities_without_end_are_refused():
    """A mean needs numbers between two ends."""

    class Endless(TicTacToe):
        @property
        def utility_range(self):
            return (-math.inf, math.inf)

    with pytest.raises(ValueError, match="go from -inf to inf"):
        mcts_search(Endless(), Endless().initial, simulations=5, rng=Random(1))


def test_a_choice_that_is_all_the_same_to_the_chooser_proves_nothing():
    """B loses either way, so nobody knows what B does; A still prefers that to a sure loss."""
    game = Kingmaker()
    for seed in range(10):
        found = mcts_search(game, game.initial, simulations=60, rng=Random(seed))
        children = {child.action: child for child in found.tree.children}
        assert children["give to C"].proven == (0, 0, 1)
        assert all(child.proven for child in children["ask"].children)
        assert children["ask"].proven is None
        assert found.tree.proven is None
        assert found[1] == "ask"
        assert sum(child.visits for child in children["ask"].children) > 50
