"""Searches as textbooks describe them, on the course's own games: `(game, state)`."""

import math
from functools import wraps

from course_lib import TextbookTree, TicTacToe

INF = math.inf


def tree():
    game = TextbookTree([[[3, 17], [2, 12]], [[15], [25, 0]], [[2, 5], [3, 14]]])
    return game, game.initial


def board(text="XOX\n.O.\n..."):
    game = TicTacToe()
    return game, game.parse(text)


def worth(game, state):  #: node=state
    """For the player to move."""
    return game.utility(state, game.to_move(state))


def negamax(game, state, alpha=-INF, beta=INF):  #: node=state window=alpha,beta
    if game.is_terminal(state):
        return worth(game, state)  #: leaf
    best = -INF
    for action in game.actions(state):
        best = max(best, -negamax(game, game.result(state, action), -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break  #: cut
    return best


def memoise(function):
    memory = {}

    @wraps(function)
    def wrapper(game, state):  #: node=state
        if state in memory:
            return memory[state]  #: memory
        memory[state] = function(game, state)
        return memory[state]

    wrapper.memory = memory
    return wrapper


@memoise
def remembered(game, state):  #: node=state
    if game.is_terminal(state):
        return worth(game, state)  #: leaf
    return max(-remembered(game, game.result(state, a)) for a in game.actions(state))


def forget(run, game, state):
    remembered.memory.clear()
    return run(remembered, game, state)


class Coin:
    """Take 1 or 2 of the counters, then a coin may take one more; taking the last wins."""

    players = ("A", "B")
    initial = (4, "A", False)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        n, _, coin = state
        return () if n <= 0 else ("heads", "tails") if coin else (1, 2)

    def chance(self, state):
        return (("heads", 0.5), ("tails", 0.5)) if state[2] and state[0] > 0 else ()

    def result(self, state, action):
        n, who, coin = state
        if coin:
            return (n - (action == "heads"), who, False)
        return (max(0, n - action), "B" if who == "A" else "A", True)

    def is_terminal(self, state):
        return state[0] <= 0

    def utility(self, state, player):
        return -1 if state[1] == player else 1


def star1(game, state, alpha, beta):  #: node=state window=alpha,beta
    """Ballard's *1: values between -1 and 1, a chance node is cut when the rest can't matter."""
    if game.is_terminal(state):
        return game.utility(state, "A")  #: leaf
    chances = game.chance(state)
    if chances:
        total, left = 0, 1
        for action, p in chances:
            left -= p
            low = (alpha - total - left) / p
            high = (beta - total + left) / p
            value = star1(game, game.result(state, action), max(-1, low), min(1, high))
            if value <= low:
                return alpha
            if value >= high:
                return beta
            total += p * value
        return total
    if game.to_move(state) == "A":
        for action in game.actions(state):
            alpha = max(alpha, star1(game, game.result(state, action), alpha, beta))
            if alpha >= beta:
                break  #: cut
        return alpha
    for action in game.actions(state):
        beta = min(beta, star1(game, game.result(state, action), alpha, beta))
        if alpha >= beta:
            break  #: cut
    return beta


class OutOfTime(Exception):
    pass


def in_time(game, state, most):
    spent, value = 0, None

    def look(s, depth):  #: node=s
        nonlocal spent
        spent += 1
        if spent > most:
            raise OutOfTime
        if game.is_terminal(s):
            return worth(game, s)  #: leaf
        if depth == 0:
            return 0  #: guess
        return max(-look(game.result(s, a), depth - 1) for a in game.actions(s))

    try:
        for depth in range(1, 9):
            value = look(state, depth)
    except OutOfTime:
        pass
    return value


CALLS = {
    "a memoising decorator": lambda run: forget(run, *board()),
    "negamax, fail-soft": lambda run: run(negamax, *tree()),
    "*-minimax, star1": lambda run: run(star1, Coin(), Coin.initial, -1, 1),
    "out of time": lambda run: run(in_time, *board(), 60),
}
