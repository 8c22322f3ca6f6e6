"""Searches in ten more manners, each written once from its description in a book or a course."""

import math
from collections import deque
from operator import itemgetter
from types import SimpleNamespace

INF = math.inf
LISTS = [[[5, 6], [7, 4, 5]], [[3]], [[6], [6, 9]], [[7], [5]]]


# --- nested lists ---------------------------------------------------------------------------------


def by_comprehension(tree, take=max):  #: node=tree best=take
    if not isinstance(tree, list):
        return tree
    return take([by_comprehension(one, min if take is max else max) for one in tree])


def closure(tree):
    """The best place, by two functions inside this one."""

    def top(node, alpha, beta):  #: node=node window=alpha,beta all=len(node)if(isinstance(node,list))else(0) best=max
        if isinstance(node, int):
            return node
        value = -INF
        for each in node:
            value = max(value, bottom(each, alpha, beta))
            if value >= beta:
                return value  #: cut
            alpha = max(alpha, value)
        return value

    def bottom(node, alpha, beta):  #: node=node window=alpha,beta all=len(node)if(isinstance(node,list))else(0) best=min
        if isinstance(node, int):
            return node
        value = INF
        for each in node:
            value = min(value, top(each, alpha, beta))
            if value <= alpha:
                return value  #: cut
            beta = min(beta, value)
        return value

    return top(tree, -INF, INF)


def dice(tree, turn=0):  #: node=tree
    """MAX, a fair coin, MIN, a fair coin."""
    if isinstance(tree, int):
        return tree
    values = [dice(one, turn + 1) for one in tree]
    if turn % 2:
        return sum(values) / len(values)
    return max(values) if turn % 4 == 0 else min(values)


def post_order(tree):
    """With a stack of iterators instead of calls."""
    waiting, found = [(tree, iter(tree), [])], None
    while waiting:
        _, rest, values = waiting[-1]
        for one in rest:
            if isinstance(one, list):
                waiting.append((one, iter(one), []))
                break
            values.append(one)
        else:
            waiting.pop()
            found = (min if len(waiting) % 2 else max)(values)
            if waiting:
                waiting[-1][2].append(found)
    return found


# --- a game as functions on tuples -----------------------------------------------------------------
# Two heaps; who takes the last stick wins. A state is the heaps and who is to move.


def legal(state):
    return [(heap, take) for heap, left in enumerate(state[0]) for take in (1, 2) if take <= left]


def after(state, move):
    heaps, mover = state
    left = list(heaps)
    left[move[0]] -= move[1]
    return tuple(left), 1 - mover


def payoff(state):
    """For player 0: who is to move with nothing left has lost."""
    return 1 if state[1] else -1


def layers(state):
    """Breadth first with a queue, then values backwards."""
    order, waiting = [], deque([state])
    while waiting:
        here = waiting.popleft()
        order.append(here)
        waiting.extend(after(here, move) for move in legal(here))
    value = {}
    for here in reversed(order):
        below = [value[after(here, move)] for move in legal(here)]
        value[here] = payoff(here) if not below else (min if here[1] else max)(below)
    return value[state]


def won(state, memory):  #: node=state
    """Whether the mover wins, with a dictionary."""
    if state in memory:
        return memory[state]  #: memory
    memory[state] = any(not won(after(state, move), memory) for move in legal(state))
    return memory[state]


def with_line(state, alpha, beta):  #: node=state window=alpha,beta best="turned" value=0
    """Value and principal variation, in negamax."""
    if not legal(state):
        return -1, ()
    best = (-INF, ())
    for move in legal(state):
        value, line = with_line(after(state, move), -beta, -alpha)
        best = max(best, (-value, (move, *line)), key=itemgetter(0))
        alpha = max(alpha, best[0])
        if alpha >= beta:
            break  #: cut
    return best


# --- objects ---------------------------------------------------------------------------------------


class Sticks:
    """A position that knows its moves, in the manner of AIMA's games, without a game object."""

    def __init__(self, left, mover="A"):
        self.left, self.mover = left, mover

    def __repr__(self):
        return f"Sticks({self.left}, {self.mover!r})"

    def children(self):
        """Each move with what it leads to."""
        other = "B" if self.mover == "A" else "A"
        return {take: Sticks(self.left - take, other) for take in (1, 2, 3) if take <= self.left}


class Agent:
    """Searches for its side to a depth, in the manner of CS188."""

    def __init__(self, depth):
        self.depth, self.count = depth, 0

    def choose(self, position):
        """The best move."""
        moves = position.children()
        return max(moves, key=lambda take: self.value(moves[take], self.depth - 1))

    def value(self, position, depth):  #: node=position
        self.count += 1
        below = position.children()
        if not below:
            return 1 if position.mover == "B" else -1
        if depth == 0:
            return 0
        take = max if position.mover == "A" else min
        return take(self.value(one, depth - 1) for one in below.values())


def on_namespaces(node, deep=0):  #: node=node best=min if deep % 2 else max
    """Children and values in `SimpleNamespace`s."""
    if not node.kids:
        return node.worth
    return (min if deep % 2 else max)(on_namespaces(kid, deep + 1) for kid in node.kids)


def spaces(tree):
    """A nested list as namespaces."""
    if isinstance(tree, int):
        return SimpleNamespace(kids=(), worth=tree)
    return SimpleNamespace(kids=[spaces(one) for one in tree], worth=None)


def both_ways(text, whole):  #: node=text
    """A word game: take a letter from either end; the value of the letters taken, turned."""
    if not text:
        return 0
    ends = ((text[0], text[1:]), (text[-1], text[:-1]))
    return max(ord(letter) - 96 - both_ways(rest, whole) for letter, rest in ends)


def coins(row, i, j):  #: node=(i,j)
    """Take a coin from either end of a row; two places say where we are."""
    if i > j:
        return 0
    return max(row[i] - coins(row, i + 1, j), row[j] - coins(row, i, j - 1))


HEAPS = ((2, 2), 0)
CALLS = {
    "late: lists by comprehension": lambda run: run(by_comprehension, LISTS),
    "late: two functions in a closure": lambda run: run(closure, LISTS),
    "late: MAX, coin, MIN, coin": lambda run: run(dice, LISTS),
    "late: a stack of iterators": lambda run: run(post_order, LISTS),
    "late: a queue, then backwards": lambda run: run(layers, HEAPS),
    "late: won or not, in a dictionary": lambda run: run(won, HEAPS, {}),
    "late: value and line": lambda run: run(with_line, HEAPS, -INF, INF),
    "late: an agent and its positions": lambda run: run(Agent(3).choose, Sticks(5)),
    "late: namespaces": lambda run: run(on_namespaces, spaces(LISTS)),
    "late: letters from both ends": lambda run: run(both_ways, "minimax", "minimax"),
    "late: coins in a row": lambda run: run(coins, (5, 3, 7, 10, 2), 0, 4),
}
