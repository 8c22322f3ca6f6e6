"""Searches that look like what they are not: a helper's cache, a move for a value, a pair of places."""

import asyncio
from functools import cache
from itertools import pairwise

from other_manners.searches import lists
from other_manners.searches.others import LINES, turn

from course_lib import Count, TextbookTree, TicTacToe

THREES = [
    [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
    [[1, 2, 3], [7, 8, 9], [4, 5, 6]],
    [[5, 5, 5], [0, 1, 2], [9, 8, 7]],
]


# --- a game as functions on texts, whose ends are kept --------------------------------------------


@cache
def won(s):
    return next((s[a] for a, b, c in LINES if s[a] != "." and s[a] == s[b] == s[c]), None)


def moves(s):
    return [] if won(s) else [i for i, c in enumerate(s) if c == "."]


def play(s, i):
    return s[:i] + turn(s) + s[i + 1 :]


def payoff(s):
    return {"X": 1, "O": -1, None: 0}[won(s)]


def minimax(s):  #: node=s best=max if turn(s)=="X" else min
    if not moves(s):
        return payoff(s)
    return (max if turn(s) == "X" else min)(minimax(play(s, i)) for i in moves(s))


def move_at_top(s, depth=0):  #: node=s best=max if turn(s)=="X" else min
    """The value, but of the first call the move."""
    if not moves(s):
        return payoff(s)
    values = [move_at_top(play(s, i), depth + 1) for i in moves(s)]
    best = (max if turn(s) == "X" else min)(values)
    if depth == 0:
        return moves(s)[values.index(best)]  #: move
    return best


# --- the course's games ---------------------------------------------------------------------------


@cache
def crosses(state):
    return str(state).count("X")


def kept_estimates(game, state, depth, alpha, beta):  #: node=state window=alpha,beta best=max if game.to_move(state)=="X" else min
    """Fail-hard, with an evaluation that is kept."""
    if game.is_terminal(state):
        return 10 * game.utility(state, "X")
    if depth == 0:
        return crosses(state)
    high = game.to_move(state) == "X"
    for action in game.actions(state):
        value = kept_estimates(game, game.result(state, action), depth - 1, alpha, beta)
        if high:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break  #: cut
    return alpha if high else beta


def action_at_top(game, state, depth=0):  #: node=state best=max if game.to_move(state)==game.players[0] else min
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    actions = game.actions(state)
    values = [action_at_top(game, game.result(state, each), depth + 1) for each in actions]
    best = (max if game.to_move(state) == game.players[0] else min)(values)
    if depth == 0:
        return actions[values.index(best)]  #: move
    return best


def mixed(game, state, alpha=0.1, beta=0.9):  #: node=state
    """Of the best and the worst, in shares that are called alpha and beta."""
    if game.is_terminal(state):
        return game.utility(state, "MAX")
    values = [mixed(game, game.result(state, each), alpha, beta) for each in game.actions(state)[:2]]
    return beta * max(values) + alpha * min(values)


def counting(game, state):  #: node=state value=0 best=max if game.to_move(state)==game.players[0] else min
    """The value, and how many states were looked at."""
    if game.is_terminal(state):
        return game.utility(state, game.players[0]), 1
    found = [counting(game, game.result(state, each)) for each in game.actions(state)]
    best = max if game.to_move(state) == game.players[0] else min
    return best(value for value, _ in found), 1 + sum(count for _, count in found)


MANY = 10**6


def dfpn(game, state, proof=MANY, disproof=MANY, known=None):  #: node=state value=2
    """Depth first by the numbers of what is to be proved and to be disproved."""
    known = {} if known is None else known
    if game.is_terminal(state):
        known[state] = (0, MANY) if game.utility(state, game.players[0]) > 0 else (MANY, 0)
        return known[state]
    mine = game.to_move(state) == game.players[0]
    below = [game.result(state, each) for each in game.actions(state)]
    while True:
        up = [known.get(each, (1, 1))[not mine] for each in below]
        down = [known.get(each, (1, 1))[mine] for each in below]
        least, all_of = min(up), min(MANY, sum(down))
        known[state] = (least, all_of) if mine else (all_of, least)
        if known[state][0] >= proof or known[state][1] >= disproof or 0 in known[state]:
            return known[state]
        at = up.index(least)
        second = sorted(up)[1] if len(up) > 1 else MANY
        limits = (min(proof if mine else disproof, second + 1),
                  (disproof if mine else proof) - sum(down) + down[at])  # fmt: skip
        dfpn(game, below[at], *(limits if mine else limits[::-1]), known)


def can_take_last(heaps, known):  #: node=heaps value=0
    """Whether who moves wins, and a heap with how many to take of it: one heap in several ways."""
    if heaps in known:
        return known[heaps]  #: memory
    for at, heap in enumerate(heaps):
        for many in range(1, heap + 1):
            rest = (*heaps[:at], heap - many, *heaps[at + 1 :])
            if not can_take_last(rest, known)[0]:
                known[heaps] = True, (at, many)
                return known[heaps]
    known[heaps] = False, None
    return known[heaps]


def narrowing(game, state, alpha, beta, width, less=1):  #: node=state window=alpha,beta best=max if game.to_move(state)==game.players[0] else min
    """The first few, at each depth fewer; a cut only beyond a bound."""
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    high = game.to_move(state) == game.players[0]
    best = -99 if high else 99
    for action in game.actions(state)[: max(1, width)]:
        value = narrowing(game, game.result(state, action), alpha, beta, width - less, less)
        best = (max if high else min)(best, value)
        alpha, beta = (max(alpha, best), beta) if high else (alpha, min(beta, best))
        if alpha > beta:
            break  #: cut
    return best


def good_enough(game, state, alpha, beta):  #: node=state window=alpha,beta best=max if game.to_move(state)==game.players[0] else min
    """Stops at nine, and never by the bounds that it hands on."""
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    high = game.to_move(state) == game.players[0]
    best = -99 if high else 99
    for action in game.actions(state):
        value = good_enough(game, game.result(state, action), alpha, beta)
        best = (max if high else min)(best, value)
        alpha, beta = (max(alpha, best), beta) if high else (alpha, min(beta, best))
        if abs(best) == 9:
            break
    return best


def on_the_way(game, state, alpha, beta):  #: node=state window=alpha,beta
    """A later action pays more: the window moves with what was paid."""
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    best = -99
    for paid, action in enumerate(game.actions(state)):
        inner = paid - beta, paid - alpha
        best = max(best, paid - on_the_way(game, game.result(state, action), *inner))
        alpha = max(alpha, best)
        if alpha >= beta:
            break  #: cut
    return best


def from_alpha(game, state, alpha, beta):  #: node=state window=alpha,beta moves=alpha|best,beta
    """Negamax whose best begins at alpha, which stays as it was."""
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    best = alpha
    for action in game.actions(state):
        best = max(best, -from_alpha(game, game.result(state, action), -beta, -best))
        if best >= beta:
            return best  #: cut
    return best


# --- intervals --------------------------------------------------------------------------------------


def interval(game, state, depth):  #: node=state value=0
    """Between what and what the value lies."""
    if game.is_terminal(state):
        return (game.utility(state, game.players[0]),) * 2
    if depth == 0:
        return -9, 9
    below = [interval(game, game.result(state, each), depth - 1) for each in game.actions(state)]
    best = max if game.to_move(state) == game.players[0] else min
    return best(low for low, _ in below), best(high for _, high in below)


# --- without calls that wait for each other ---------------------------------------------------------


class Place:
    def __init__(self, path):
        self.path = path

    def __repr__(self):
        return repr(self.path)

    def ahead(self):
        return [Place((*self.path, i)) for i in range(2)] if len(self.path) < 2 else []


def payoff_there(game, state):  #: node=state
    return game.utility(state, "MAX")


def looks(state):
    return 1 + len(state)


def one_leaf(game, state):
    leaves = sorted((game.result(state, move) for move in game.actions(state)), key=looks)
    return max(payoff_there(game, leaf) for leaf in leaves)


async def ask(place):  #: node=place best=max
    below = place.ahead()
    if not below:
        return sum(place.path)
    values = await asyncio.gather(*map(ask, below))
    return max(values)


def together(place):
    return asyncio.run(ask(place))


def stack(state):
    """Postorder on tuples, with a list for a stack."""
    todo, values = [(state, False)], {}
    while todo:
        here, ready = todo.pop()
        below = spread(here)
        if not below:
            values[here] = sum(one < other for one, other in pairwise(here))
        elif ready:
            values[here] = max(values[each] for each in below)
        else:
            todo.append((here, True))
            todo.extend((each, False) for each in below)
    return values[state]


def spread(here):
    return [add(here, number) for number in (1, 2)] if len(here) < 3 else []


def add(here, number):
    return (*here, number)


def aloud(run, f, *arguments):
    """With caches that know nothing yet."""
    won.cache_clear()
    crosses.cache_clear()
    return run(f, *arguments)


MET = [[[2, 0, -4, 6], [3, 0], [-3, 0, 1]], [0, [-8, 0, 0, -4], [9, -6, -7]], -9, [[1, 0, 7, 0], [1], [0, 0, 0]]]
"""The third value of the root is the second one once more, and meets its bound."""
LATE = TicTacToe().play(["a1", "b2", "c3"])
CALLS = {
    "a kept helper": lambda run: aloud(run, minimax, "XOXOO.X.."),
    "kept estimates": lambda run: aloud(run, kept_estimates, TicTacToe(), LATE, 3, -99, 99),
    "a move at the top": lambda run: aloud(run, move_at_top, "XOXOO.X.."),
    "an action at the top": lambda run: run(action_at_top, Count(5, 2), Count(5, 2).initial),
    "a place at the top": lambda run: lists.SEARCHES["a place at the top"](run, tree=[6, [0]]),
    "a place at the top of MIN": lambda run: lists.SEARCHES["a place at the top, MIN first"](run, tree=[-1, [[0]], [0]]),
    "the first two of each": lambda run: lists.SEARCHES["the first two, cut on greater alone"](run, tree=[[[1, -1, 0], [2]]]),
    "the first three of each": lambda run: run(narrowing, TextbookTree(MET), (), -1, 1, 3, 0),
    "fewer at each depth": lambda run: run(narrowing, TextbookTree([[[0, 0], [0]], [[0], [0, 0]]]), (), -99, 99, 3),
    "good enough": lambda run: run(good_enough, TextbookTree([0, [[0, 6], [9, 0, 0]]]), (), -99, 99),
    "rewards on the way": lambda run: run(on_the_way, TextbookTree([0, [0, [0, 0, 0]]]), (), -99, 99),
    "rewards on the way, narrow": lambda run: run(on_the_way, TextbookTree([1, 1, [-1, [-1]], 1]), (), -2, 2),
    "one leaf, two estimates": lambda run: run(one_leaf, TextbookTree([0]), ()),
    "best from alpha": lambda run: run(from_alpha, TextbookTree([[0, 0]]), (), -99, 99),
    "an interval": lambda run: run(interval, TextbookTree([[0], [0]]), (), 2),
    "a heap in several ways": lambda run: run(can_take_last, (1, 2, 2), {}),
    "shares called alpha and beta": lambda run: run(mixed, TextbookTree(THREES), ()),
    "value and count": lambda run: run(counting, Count(4, 2), Count(4, 2).initial),
    "df-pn": lambda run: run(dfpn, Count(4, 2), Count(4, 2).initial),
    "gather on objects": lambda run: run(together, Place(())),
    "a stack of tuples": lambda run: run(stack, ()),
}
