"""Searches as textbooks describe them, on the course's own games: `(game, state)`."""

import math
from concurrent.futures import ThreadPoolExecutor

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


def threads(game, state):
    with ThreadPoolExecutor(max_workers=2) as pool:
        after = [game.result(state, a) for a in game.actions(state)]
        return max(-value for value in pool.map(lambda s: negamax(game, s), after))


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
    "negamax, fail-soft": lambda run: run(negamax, *tree()),
    "threads at the root": lambda run: run(threads, *board()),
    "out of time": lambda run: run(in_time, *board(), 60),
}
