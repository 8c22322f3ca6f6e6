"""A search that gives back the whole line it expects."""

import math
from operator import itemgetter

INF = math.inf


# Two heaps; who takes the last stick wins. A state is the heaps and who is to move.


def legal(state):
    return [(heap, take) for heap, left in enumerate(state[0]) for take in (1, 2) if take <= left]


def after(state, move):
    heaps, mover = state
    left = list(heaps)
    left[move[0]] -= move[1]
    return tuple(left), 1 - mover


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


HEAPS = ((2, 2), 0)
CALLS = {"late: value and line": lambda run: run(with_line, HEAPS, -INF, INF)}
