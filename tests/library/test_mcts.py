"""Monte Carlo tree search: its counts add up, its seeds repeat, and what it proves is true."""

import math
from random import Random

import pytest
from search_games import Kingmaker, TakeAgain, tic_tac_toe_states, true_value

from course_lib import ConnectFour, Count, Havannah, Nim, TextbookTree, TicTacToe, random_tree
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


def test_what_is_certain_beats_what_was_visited_often():
    """However early the search ends: a proven win is taken, a proven loss is not."""
    game = TicTacToe()
    outvoted = 0
    for seed, state in enumerate(tic_tac_toe_states()[4::400]):
        for simulations in range(2, 90):
            found = mcts_search(game, state, simulations=simulations, rng=Random(seed))
            root = found.tree
            chosen = next(child for child in root.children if child.action == found[1])
            if root.proven is not None:
                assert chosen.proven == root.proven
            elif any(child.value > 0 for child in root.children):
                assert chosen.proven is None or chosen.proven[root.seat] > 0
            outvoted += chosen.visits < max(child.visits for child in root.children)
    assert outvoted > 0


def test_a_draw_is_worth_half_a_win_to_both():
    """A game that can only be drawn: reward 1/2 everywhere, value 0."""
    game = TicTacToe()
    state = game.parse("XOX XOO OX.")
    found = mcts_search(game, state, simulations=10, rng=Random(1), prove=False)
    assert (found[0], found.tree.value, found.tree.children[0].value) == (0, 0.5, 0.5)


def test_a_mean_counts_for_the_player_who_moved_into_the_node():
    """After X's winning move the node is worth 1; the root counts for the player to move."""
    game = TicTacToe()
    state = game.parse("XX. OO. ...")
    found = mcts_search(game, state, simulations=200, rng=Random(1), prove=False)
    children = {child.action: child for child in found.tree.children}
    assert found[1] == (0, 2)
    assert children[(0, 2)].value == 1
    assert found.tree.value > 0.7
    replies = {child.action: child for child in children[(2, 2)].children}
    assert replies[(1, 2)].value == 1  # O's own win, seen by O


def test_the_value_is_on_the_scale_of_the_utilities():
    """A tree of one leaf each is worth that leaf, for both players, also with odd numbers."""
    game = TextbookTree([[12, 3], [2, 14]])
    assert mcts_search(game, (), simulations=500, rng=Random(2))[0] == pytest.approx(3)
    assert mcts_search(game, (0,), simulations=50, rng=Random(2)) == pytest.approx((-3, 1))
    flat = TextbookTree([0, 0])
    assert mcts_search(flat, (), simulations=5, rng=Random(2))[0] == 0


def test_among_equally_visited_actions_value_and_then_order_decide():
    """One visit each: the better one; with equal values the first in the order of actions."""
    game = TextbookTree([1, 5, 5, 2])
    for seed in range(10):
        found = mcts_search(game, (), simulations=4, rng=Random(seed), prove=False)
        assert [child.visits for child in found.tree.children] == [1] * 4
        assert found[1] == 1


def test_three_players_each_look_after_themselves():
    """On a board of 4 by 4 the player with three in a row and a free square takes it."""
    game = TicTacToe(4, ("X", "O", "Z"))
    state = game.parse("XXX. OOO. ZZZ. ....")
    found = mcts_search(game, state, simulations=300, rng=Random(1))
    assert found == (1, (0, 3))
    # Z can't win at once, and must stop X, who moves next.
    state = game.parse("XXX. OO.. Z... ..OZ")
    for rave in (False, True):
        value, action = mcts_search(game, state, simulations=2000, rng=Random(2), rave=rave)
        assert action == (0, 3)
        assert value > -1


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


def test_with_three_players_what_is_proven_follows_from_the_rules():
    """Each proven node has the only outcome that sensible players can reach from it."""
    game = TicTacToe(3, ("X", "O", "Z"))

    def outcomes(state):
        """What can come of a state when each may choose whatever might be best for them."""
        if game.is_terminal(state):
            return {tuple(game.utility(state, player) for player in game.players)}
        seat = game.players.index(game.to_move(state))
        below = [outcomes(game.result(state, action)) for action in game.actions(state)]
        surest = max(min(outcome[seat] for outcome in some) for some in below)
        return {outcome for some in below for outcome in some if outcome[seat] >= surest}

    proven = 0
    for seed in range(20):
        state = game.initial
        for action in game.playout(state, Random(seed)).actions[:5]:
            state = game.result(state, action)
        if game.is_terminal(state):
            continue
        for node in nodes_of(mcts_search(game, state, simulations=300, rng=Random(1)).tree):
            if node.proven is not None:
                proven += 1
                assert {tuple(2 * reward - 1 for reward in node.proven)} == outcomes(node.state)
    assert proven > 300


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
