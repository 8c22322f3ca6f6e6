"""Searches on nested lists in the usual manners, each to be run on any list, and random lists."""

import math
from random import Random


def minimax(node, maximizing):  #: node=node best=max if maximizing else min
    if not isinstance(node, list):
        return node
    values = [minimax(child, not maximizing) for child in node]
    return max(values) if maximizing else min(values)


def negamax(node, sign):  #: node=node best="turned"
    if not isinstance(node, list):
        return sign * node
    return max(-negamax(child, -sign) for child in node)


def fail_soft(node, alpha, beta, maximizing, turn=list, inline=False, strict=False):  #: node=node window=alpha,beta all=0 if inline or not isinstance(node,list) else len(node) best=max if maximizing else min
    if not isinstance(node, list):
        return node
    value = -math.inf if maximizing else math.inf
    for child in turn(node):
        got = child
        if not inline or isinstance(child, list):
            got = fail_soft(child, alpha, beta, not maximizing, turn, inline, strict)
        if maximizing:
            value = max(value, got)
            alpha = max(alpha, value)
        else:
            value = min(value, got)
            beta = min(beta, value)
        if alpha > beta or (alpha == beta and not strict):
            break  #: cut
    return value


def turned_soft(node, alpha, beta, sign=1, turn=1, inline=False):  #: node=node window=alpha,beta all=0 if inline or not isinstance(node,list) else len(node) best="turned"
    if not isinstance(node, list):
        return sign * node
    best = -math.inf
    for child in node:
        got = child
        if not inline or isinstance(child, list):
            got = turned_soft(child, -beta, -alpha, sign * turn, turn, inline)
        best = max(best, -got)
        alpha = max(alpha, best)
        if alpha >= beta:
            break  #: cut
    return best


def fail_hard(node, alpha, beta, maximizing):  #: node=node window=alpha,beta all=len(node) if isinstance(node,list) else 0 best=max if maximizing else min
    if not isinstance(node, list):
        return node
    for child in node:
        got = fail_hard(child, alpha, beta, not maximizing)
        if maximizing:
            alpha = max(alpha, got)
        else:
            beta = min(beta, got)
        if alpha >= beta:
            return beta if maximizing else alpha  #: cut
    return alpha if maximizing else beta


def variation(node, alpha, beta):  #: node=node window=alpha,beta all=len(node) if isinstance(node,list) else 0 best="turned"
    if not isinstance(node, list):
        return node
    best = -math.inf
    for child in node:
        if best == -math.inf:
            value = -variation(child, -beta, -alpha)
        else:
            value = -variation(child, -alpha - 1, -alpha)
            if alpha < value < beta:
                value = -variation(child, -beta, -value)  #: again
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break  #: cut
    return best


def place_at_top(node, maximizing, top=True):  #: node=node best=max if maximizing else min
    """The value, but of the first call the place; the same `return` gives both."""
    if not isinstance(node, list):
        return node
    values = [place_at_top(child, not maximizing, False) for child in node]
    best = (max if maximizing else min)(values)
    if top:
        best = values.index(best)  #: move
    return best


def backwards(node):
    return node[::-1]


def first_two(node):
    return node[:2]


def largest_first(node):
    return sorted(node, key=lambda one: -99 if isinstance(one, list) else -one)


WIDE = (-math.inf, math.inf)
SEARCHES = {
    "minimax": lambda run, tree: run(minimax, tree, True),
    "minimax, MIN first": lambda run, tree: run(minimax, tree, False),
    "negamax with a sign": lambda run, tree: run(negamax, tree, 1),
    "fail-soft": lambda run, tree: run(fail_soft, tree, *WIDE, True),
    "fail-soft, MIN first": lambda run, tree: run(fail_soft, tree, *WIDE, False),
    "fail-soft in a narrow window": lambda run, tree: run(fail_soft, tree, -1, 1, True),
    "fail-hard": lambda run, tree: run(fail_hard, tree, *WIDE, True),
    "fail-hard in a window": lambda run, tree: run(fail_hard, tree, -20, 20, False),
    "negamax, fail-soft": lambda run, tree: run(turned_soft, tree, -20, 20),
    "negamax, fail-soft, without bounds": lambda run, tree: run(turned_soft, tree, *WIDE),
    "negamax, fail-soft, narrow": lambda run, tree: run(turned_soft, tree, -1, 1),
    "negamax, fail-soft, with a sign": lambda run, tree: run(turned_soft, tree, *WIDE, 1, -1),
    "backwards": lambda run, tree: run(fail_soft, tree, *WIDE, True, backwards),
    "leaves from the largest": lambda run, tree: run(fail_soft, tree, *WIDE, True, largest_first),
    "a beam": lambda run, tree: run(fail_soft, tree, *WIDE, True, first_two),
    "the first two, cut on greater alone": lambda run, tree: run(fail_soft, tree, -1, 1, True, first_two, strict=True),
    "a place at the top": lambda run, tree: run(place_at_top, tree, True),
    "a place at the top, MIN first": lambda run, tree: run(place_at_top, tree, False),
    "cut on greater alone": lambda run, tree: run(fail_soft, tree, *WIDE, True, strict=True),
    "principal variation": lambda run, tree: run(variation, tree, -99, 99),
    "leaves looked at by itself": lambda run, tree: run(fail_soft, tree, *WIDE, True, inline=True),
    "negamax, leaves looked at by itself": lambda run, tree: run(turned_soft, tree, *WIDE, inline=True),
}


def random_list(seed):
    """A nested list, uneven, with few different leaves: of many such lists most leaves are zero."""
    rng = Random(seed)
    zeros, largest, most = rng.choice((0, 0.5, 0.7, 0.9)), rng.choice((1, 2, 9)), rng.choice((2, 3, 4))

    def part(levels):
        if levels == 0 or (levels < 3 and rng.random() < 0.25):
            return 0 if rng.random() < zeros else rng.randint(-largest, largest)
        return [part(levels - 1) for _ in range(rng.randint(1, most))]

    whole = part(3)
    return whole if isinstance(whole, list) else [whole]
