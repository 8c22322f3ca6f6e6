"""Monte Carlo searches: each simulation in its four phases, and the tree at the end."""

import math
from random import Random

import pytest

from course_lib.games.nim import Nim
from course_lib.games.tic_tac_toe import TicTacToe
from course_lib.search.mcts import mcts_search
from course_lib.watch import SearchTrace, watch


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


class Climber(Student):
    """The same, with a backup that is called once for each node on the way up."""

    def update(self, node, reward):
        """Count one game at this node."""
        node.N += 1
        node.Q += reward


def climbing_mcts(game, state, simulations=30, seed=0):
    """As below, with the way up in the loop."""
    search = Climber(game, Random(seed))
    root = Node(state)
    for _ in range(simulations):
        node = search.expansion(search.selection(root))
        reward = search.rollout(node.state)
        while node is not None:
            search.update(node, reward)
            node, reward = node.parent, -reward
    return max(root.children, key=lambda action: root.children[action].N)


def student_mcts(game, state, simulations=30, seed=0):
    """The most visited action after so many simulations."""
    search = Student(game, Random(seed))
    root = Node(state)
    for _ in range(simulations):
        leaf = search.expansion(search.selection(root))
        search.backpropagate(leaf, search.rollout(leaf.state))
    return max(root.children, key=lambda action: root.children[action].N)


def library_mcts(game, state):
    """The library's search, with a seed of its own."""
    return mcts_search(game, state, simulations=30, rng=Random(0), prove=False)


@pytest.mark.parametrize("search", [student_mcts, climbing_mcts, library_mcts])
def test_each_simulation_is_legal_and_its_visits_add_up(search):
    """Path, expansion and random game are one game from the root; the root counts them all."""
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
    assert SearchTrace.from_json(trace.to_json()) == trace


@pytest.mark.parametrize("search", [student_mcts, climbing_mcts, library_mcts])
def test_the_tree_at_the_end_has_the_visits(search):
    """Every node was visited once for itself and once for each visit below it."""
    game = TicTacToe()
    trace = watch(search, game, game.initial)
    assert trace.nodes[0].visits == 30
    assert len(trace.nodes) == 31, "one node added by each simulation"
    for node in trace.nodes:
        below = sum(child.visits for child in trace.children(node.id))
        assert node.visits == below + (node.id != 0)
    assert {node.depth for node in trace.nodes} >= {0, 1, 2}
    chosen = trace.nodes[trace.principal()[1]]
    assert trace.action == chosen.action
    assert chosen.visits == max(child.visits for child in trace.children(0))


@pytest.mark.parametrize("search", [student_mcts, climbing_mcts, library_mcts])
def test_recording_changes_no_simulation(search):
    """The same seed gives the same result, watched or not."""
    game = Nim((2, 3))
    trace = watch(search, game, game.initial)
    plain = search(game, game.initial)
    assert trace.action == (plain[1] if search is library_mcts else plain)


def test_a_limit_stops_the_recording_of_simulations():
    """The search has its 30 simulations, the trace as many as were asked for."""
    game = TicTacToe()
    trace = watch(student_mcts, game, game.initial, limit=10)
    assert len(trace.simulations) == 10
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
    assert "not recognised" in trace.note
