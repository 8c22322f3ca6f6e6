"""Searches in more manners, each written once from its description in a book or a course."""

import math
from collections import deque
from operator import itemgetter

INF = math.inf


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


def both_ways(text, whole):  #: node=text
    """A word game: take a letter from either end; the value of the letters taken, turned."""
    if not text:
        return 0
    ends = ((text[0], text[1:]), (text[-1], text[:-1]))
    return max(ord(letter) - 96 - both_ways(rest, whole) for letter, rest in ends)


HEAPS = ((2, 2), 0)
CALLS = {
    "late: a queue, then backwards": lambda run: run(layers, HEAPS),
    "late: value and line": lambda run: run(with_line, HEAPS, -INF, INF),
    "late: letters from both ends": lambda run: run(both_ways, "minimax", "minimax"),
}
