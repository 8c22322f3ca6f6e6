"""Monte Carlo searches: each simulation in its four phases, and the tree at the end."""

import math
from random import Random

import pytest
from films import words_of

from autograder_tests.solution import solution
from course_lib import Nim, SearchTrace, TicTacToe, mcts_search, watch
from course_lib.views.trees import film_of
from course_lib.watching import Simulation
from course_lib.watching.simulations import with_all_rewards
from course_lib.watching.trace import Gap


class Node:
    """A student's node, with children by action and no action of its own."""

    def __init__(self, state, parent=None):
        """Begin without visits."""
        self.state = state
        self.parent = parent
        self.children = {}
        self.N = 0
        self.Q = 0.0


class Student:
    """Monte Carlo search as a class with four methods."""

    def __init__(self, game, rng):
        """Remember the game and the dice."""
        self.game = game
        self.rng = rng

    def selection(self, node):
        """Go down while all children are there."""
        while not self.game.is_terminal(node.state) and len(node.children) == len(
            self.game.actions(node.state)
        ):
            node = max(node.children.values(), key=self.score)
        return node

    def score(self, node):
        """The upper bound."""
        return -node.Q / node.N + math.sqrt(2 * math.log(node.parent.N) / node.N)

    def expansion(self, node):
        """The first child that is not there yet."""
        for action in self.game.actions(node.state):
            if action not in node.children:
                child = Node(self.game.result(node.state, action), node)
                node.children[action] = child
                return child
        return node

    def rollout(self, state):
        """Play at random; +1 if the player to move at the start has won."""
        me = self.game.to_move(state)
        while not self.game.is_terminal(state):
            state = self.game.result(state, self.rng.choice(self.game.actions(state)))
        return self.game.utility(state, me)

    def backpropagate(self, node, reward):
        """Add it up to the root, the sign turned at each step."""
        while node is not None:
            node.N += 1
            node.Q += reward
            node, reward = node.parent, -reward


def student_mcts(game, state):
    """The most visited action after 30 simulations."""
    search = Student(game, Random(0))
    root = Node(state)
    for _ in range(30):
        node = search.expansion(search.selection(root))
        reward = search.rollout(node.state)
        search.backpropagate(node, reward)
    return max(root.children, key=lambda action: root.children[action].N)


def dictionary_mcts(game, state):
    """The lesson's functions, on dictionaries without parents."""
    return solution("mcts")(game, state, 30, Random(0))[0]


def library_mcts(game, state):
    """The library's search, with a seed of its own."""
    return mcts_search(game, state, simulations=30, rng=Random(0), prove=False)


SEARCHES = [student_mcts, dictionary_mcts, library_mcts]


@pytest.mark.parametrize("search", SEARCHES)
def test_each_simulation_is_legal_and_the_tree_has_all_visits(search):
    """Path, expansion and random game are one game from the root; a node counts those below it."""
    game = TicTacToe()
    trace = watch(search, game, game.initial)
    assert trace.error is None
    assert [each.number for each in trace.simulations] == list(range(30))
    for each in trace.simulations:
        state = game.initial
        played = [*each.path, *([] if each.expanded is None else [each.expanded])]
        for action in [*played, *(each.playout or ())]:
            state = game.result(state, action)
        assert game.is_terminal(state)
        assert len(each.visits) == len(played) + 1
        assert each.visits[0] == each.number + 1
        assert each.reward is not None
        if search is dictionary_mcts:  # told for one player, and known for the other
            assert each.reward == (game.utility(state, "X"), game.utility(state, "O"))
    assert SearchTrace.from_json(trace.to_json()) == trace
    assert trace.nodes[0].visits == 30
    assert len(trace.nodes) == 31, "one node added by each simulation"
    for node in trace.nodes:
        below = sum(child.visits for child in trace.children(node.id))
        assert node.visits == below + (node.id != 0)
    assert {node.depth for node in trace.nodes} >= {0, 1, 2}
    chosen = trace.nodes[trace.principal()[1]]
    assert trace.action == chosen.action
    assert chosen.visits == max(child.visits for child in trace.children(0))
    plain = search(game, game.initial)  # the same seed gives the same result, watched or not
    assert trace.action == (plain[1] if search is library_mcts else plain)


def test_a_reward_whose_player_changes_or_is_unknown_stays_as_it_is():
    """The one of whoever is to move at the leaf, and one that is nobody's utility."""
    game = TicTacToe()
    assert {each.reward for each in watch(student_mcts, game, game.initial).simulations} <= {
        -1,
        0,
        1,
    }
    halves = Simulation(0, path=(), playout=tuple(game.actions(game.initial)[:7]), reward=0.5)
    assert with_all_rewards([halves], game, game.initial) == (halves,)
    unfinished = Simulation(0, path=(), playout=((0, 0),), reward=0)
    assert with_all_rewards([unfinished], game, game.initial) == (unfinished,)
    illegal = Simulation(0, path=((9, 9),), playout=(), reward=1)
    assert with_all_rewards([illegal], game, game.initial) == (illegal,)


def test_a_limit_stops_the_recording_of_simulations():
    """The search has its 30 simulations, the trace as many as were asked for."""
    game = TicTacToe()
    trace = watch(student_mcts, game, game.initial, most_nodes=10)
    assert len(trace.simulations) == 10
    assert trace.stopped in words_of(film_of(trace))[-1]
    assert "limit of 10 simulations" in trace.stopped
    assert trace.nodes[0].visits == 30
    assert trace.action == student_mcts(game, game.initial)


def test_functions_that_only_share_a_name_are_no_simulations():
    """A minimax with helpers called select and update stays a minimax."""

    def select(game, state):
        return game.actions(state)

    def update(best, value):
        return max(best, value)

    def minimax(game, state):
        if game.is_terminal(state):
            return game.utility(state, game.to_move(state))
        best = -math.inf
        for action in select(game, state):
            best = update(best, -minimax(game, game.result(state, action)))
        return best

    game = Nim((1, 2))
    trace = watch(minimax, game, game.initial)
    assert trace.simulations == ()
    assert len(trace.nodes) == trace.visits > 5


def test_what_is_not_recognised_is_none_and_said():
    """A search with bare tables in place of nodes still has its rewards and random games."""

    def simulate(game, state, rng):
        moves = []
        while not game.is_terminal(state):
            moves.append(rng.choice(game.actions(state)))
            state = game.result(state, moves[-1])
        return game.utility(state, "X")

    def backup(table, action, reward):
        wins, visits = table.get(action, (0, 0))
        table[action] = (wins + reward, visits + 1)

    def flat(game, state):
        rng, table = Random(1), {}
        for action in game.actions(state) * 5:
            backup(table, action, simulate(game, game.result(state, action), rng))
        return max(table, key=table.get)

    game = Nim((1, 2))
    trace = watch(flat, game, game.initial)
    assert len(trace.simulations) == 15
    assert {each.path for each in trace.simulations} == {None}
    assert {each.reward for each in trace.simulations} <= {1, -1}
    assert trace.gaps == (Gap.NO_NODES,)
