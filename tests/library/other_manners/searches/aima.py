"""Searches in the manner of a course that follows AIMA: the rules are a class, the state is a named tuple."""

import math
import random
from collections import namedtuple

infinity = math.inf
GameState = namedtuple("GameState", "to_move, utility, board, moves")


class Row:
    """Three in a row on a board in a dictionary; the rest of a game, with the moves left in a list."""

    def __init__(self, x=(), o=()):
        board = {**dict.fromkeys(x, "X"), **dict.fromkeys(o, "O")}
        left = [(r, c) for r in range(1, 4) for c in range(1, 4) if (r, c) not in board]
        self.initial = GameState("X", 0, board, left)

    def actions(self, state):
        return state.moves

    def result(self, state, move):
        board = state.board.copy()
        board[move] = state.to_move
        moves = list(state.moves)
        moves.remove(move)
        other = "O" if state.to_move == "X" else "X"
        return GameState(other, self.worth(board, move, state.to_move), board, moves)

    def worth(self, board, move, player):
        for way in ((0, 1), (1, 0), (1, 1), (1, -1)):
            n = sum(self.run(board, move, player, (s * way[0], s * way[1])) for s in (1, -1)) + 1
            if n >= 3:
                return 1 if player == "X" else -1
        return 0

    def run(self, board, move, player, way):
        n, (r, c) = 0, move
        while board.get((r + way[0], c + way[1])) == player:
            r, c, n = r + way[0], c + way[1], n + 1
        return n

    def utility(self, state, player):
        return state.utility if player == "X" else -state.utility

    def terminal_test(self, state):
        return state.utility != 0 or len(state.moves) == 0

    def to_move(self, state):
        return state.to_move


class Letters:
    """The tree of the book's figure: states are letters, moves are names."""

    succs = {
        "A": {"a1": "B", "a2": "C", "a3": "D"},
        "B": {"b1": "B1", "b2": "B2", "b3": "B3"},
        "C": {"c1": "C1", "c2": "C2", "c3": "C3"},
        "D": {"d1": "D1", "d2": "D2", "d3": "D3"},
    }
    utils = dict(B1=3, B2=12, B3=8, C1=2, C2=4, C3=6, D1=14, D2=5, D3=2)
    initial = "A"

    def actions(self, state):
        return list(self.succs.get(state, {}))

    def result(self, state, move):
        return self.succs[state][move]

    def utility(self, state, player):
        return self.utils[state] if player == "MAX" else -self.utils[state]

    def is_terminal(self, state):
        return state not in self.succs

    def to_move(self, state):
        return "MIN" if state in "BCD" else "MAX"


class Dice:
    """Take 1 or 2 counters, or as many as a coin says; who takes the last one wins."""

    initial = ("A", 4, None)

    def actions(self, state):
        who, n, coin = state
        return [m for m in ((1, 2) if coin is None else (1, 1 + coin)) if m <= n]

    def result(self, state, move):
        who, n, coin = state
        return ("B" if who == "A" else "A", n - move, None)

    def chances(self, state):
        return [1, 2]

    def probability(self, chance):
        return 0.5

    def outcome(self, state, chance):
        return (state[0], state[1], chance)

    def is_terminal(self, state):
        return state[1] == 0

    def utility(self, state, player):
        return -1 if state[0] == player else 1

    def to_move(self, state):
        return state[0]


def minimax_search(game, state):
    player = game.to_move(state)

    def max_value(state):  #: node=state best=max value=0
        if game.is_terminal(state):
            return game.utility(state, player), None  #: leaf
        v, move = -infinity, None
        for a in game.actions(state):
            v2, _ = min_value(game.result(state, a))
            if v2 > v:
                v, move = v2, a
        return v, move

    def min_value(state):  #: node=state best=min value=0
        if game.is_terminal(state):
            return game.utility(state, player), None  #: leaf
        v, move = +infinity, None
        for a in game.actions(state):
            v2, _ = max_value(game.result(state, a))
            if v2 < v:
                v, move = v2, a
        return v, move

    return max_value(state)


def alpha_beta_search(state, game):
    player = game.to_move(state)

    def max_value(state, alpha, beta):  #: node=state window=alpha,beta best=max
        if game.terminal_test(state):
            return game.utility(state, player)  #: leaf
        v = -infinity
        for a in game.actions(state):
            v = max(v, min_value(game.result(state, a), alpha, beta))
            if v >= beta:
                return v  #: cut
            alpha = max(alpha, v)
        return v

    def min_value(state, alpha, beta):  #: node=state window=alpha,beta best=min
        if game.terminal_test(state):
            return game.utility(state, player)  #: leaf
        v = infinity
        for a in game.actions(state):
            v = min(v, max_value(game.result(state, a), alpha, beta))
            if v <= alpha:
                return v  #: cut
            beta = min(beta, v)
        return v

    best_score, beta, best_action = -infinity, infinity, None
    for a in game.actions(state):
        v = min_value(game.result(state, a), best_score, beta)
        if v > best_score:
            best_score, best_action = v, a
    return best_action


def expect_min_max(state, game):
    player = game.to_move(state)

    def value(state):  #: node=state best=max if state[0]==player else min
        if game.is_terminal(state):
            return game.utility(state, player)  #: leaf
        pick = max if game.to_move(state) == player else min
        return pick(chance_node(state, a) for a in game.actions(state))

    def chance_node(state, action):
        res = game.result(state, action)
        if game.is_terminal(res):
            return game.utility(res, player)
        total = 0
        for chance in game.chances(res):
            total += value(game.outcome(res, chance)) * game.probability(chance)
        return total

    return max(game.actions(state), key=lambda a: chance_node(state, a), default=None)


class MCT_Node:
    def __init__(self, parent=None, state=None, U=0, N=0):
        self.parent, self.state, self.U, self.N = parent, state, U, N
        self.children, self.actions = {}, None


def monte_carlo_tree_search(state, game, N=60):
    def ucb(n):
        return infinity if n.N == 0 else n.U / n.N + 1.4 * math.sqrt(math.log(n.parent.N) / n.N)

    def select(n):
        return select(max(n.children, key=ucb)) if n.children else n

    def expand(n):
        if not n.children and not game.terminal_test(n.state):
            n.children = {
                MCT_Node(state=game.result(n.state, a), parent=n): a for a in game.actions(n.state)
            }
        return select(n)

    def simulate(game, state):
        player = game.to_move(state)
        while not game.terminal_test(state):
            state = game.result(state, random.choice(list(game.actions(state))))
        return -game.utility(state, player)

    def backprop(n, utility):
        if utility > 0:
            n.U += utility
        n.N += 1
        if n.parent:
            backprop(n.parent, -utility)

    root = MCT_Node(state=state)
    for _ in range(N):
        leaf = select(root)  #: playout
        child = expand(leaf)
        backprop(child, simulate(game, child.state))
    best = max(root.children, key=lambda p: p.N)
    return root.children.get(best)


def row():
    return Row([(1, 1), (2, 3)], [(1, 3), (2, 2)])


def seeded(run, f, *arguments):
    random.seed(5)
    return run(f, *arguments)


CALLS = {
    "aima minimax_search, letters, pairs": lambda run: run(minimax_search, Letters(), "A"),
    "aima alpha_beta_search, row of three": lambda run: run(alpha_beta_search, row().initial, row()),
    "aima expect_min_max": lambda run: run(expect_min_max, Dice.initial, Dice()),
    "aima monte_carlo_tree_search": lambda run: seeded(run, monte_carlo_tree_search, row().initial, row()),
}
