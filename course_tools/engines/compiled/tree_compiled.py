"""The tree of a compiled Monte Carlo search: its arrays, and the phases that read and write them.

They are the twins of the phases in `course_lib.search.mcts`, and of the proofs in `node`: what they
do, and why, stands there. Here is how the tree is kept.

A node is a number. `facts[node]` has eight whole numbers and `worth[node]` two fractions. The
children of a node lie side by side, in the order in which they were made; there is room for four
of them at first, and whenever a fifth, ninth, seventeenth... is made they move to where there is
room for twice as many. The moves not tried yet lie in `untried`, in the order of the game at first.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numba import int64
from numba.extending import register_jitable

from course_tools.engines.compiled.rows_compiled import drawn

Array = Any
"""An array of numbers."""

VISITS, TOTAL, FIRST, MADE, UNTRIED, MOVES, MOVE, PROVEN = range(8)
"""What stands where in the facts of a node.

TOTAL counts half points, for who moved into the node: 2 a win, 1 a draw. FIRST and MADE say where
its children are, UNTRIED and MOVES the same of the moves not tried; UNTRIED is -1 as long as nobody
asked. PROVEN is 0, or else 1 more than what is certain: 3 a win, 2 a draw, 1 a loss.
"""

MEAN, SPREAD = range(2)
"""Of `worth`: the mean reward, or -inf for a child not worth a look; 1 / sqrt(visits)."""

IN_FACTS, IN_UNTRIED, PROVE = range(3)
"""Of `used`: how many nodes and moves there are; whether what is certain is carried up."""


class Tree(NamedTuple):
    """The arrays of a tree."""

    worth: Array
    facts: Array
    untried: Array
    used: Array


ROOTS = np.array([math.sqrt(math.log(max(visits, 1))) for visits in range(4096)])
"""sqrt(log(visits)) for the visits that most nodes have; to look it up is quicker."""


# --- the phases -------------------------------------------------------------------------------


@register_jitable
def select(
    facts: Array, worth: Array, path: Array, c: float, put: Any, rules: Array, board: Array
) -> int:
    """How deep the way down by UCB goes; the board follows, and the path has its nodes."""
    node = depth = 0
    path[0] = 0
    # Below a proven node there is nothing to find out; only the root is chosen from all the same.
    while facts[node, UNTRIED] == 0 and (facts[node, PROVEN] == 0 or depth == 0):
        visits, first = facts[node, VISITS], facts[node, FIRST]
        doubt = c * (ROOTS[visits] if visits < len(ROOTS) else math.sqrt(math.log(visits)))
        end, best = first + facts[node, MADE], -math.inf
        for child in range(first, end):
            score = worth[child, MEAN] + doubt * worth[child, SPREAD]
            if score > best:
                node, best = child, score
        put(rules, board, facts[node, MOVE])
        depth += 1
        path[depth] = node
    return depth


@register_jitable
def note_moves(
    facts: Array, untried: Array, used: Array, node: int, places: Array, number: int
) -> None:
    """Keep these moves as those that were not tried at this node."""
    facts[node, UNTRIED], facts[node, MOVES] = number, used[IN_UNTRIED]
    for at in range(number):
        untried[used[IN_UNTRIED] + at] = places[at]
    used[IN_UNTRIED] += number


@register_jitable
def drawn_move(facts: Array, untried: Array, node: int, chance: Any) -> int:
    """A move that was not tried at this node, which from now on it is."""
    left = int64(facts[node, UNTRIED])
    at = facts[node, MOVES] + drawn(chance, left)
    last = facts[node, MOVES] + left - 1
    move = int64(untried[at])
    untried[at] = untried[last]
    facts[node, UNTRIED] = left - 1
    return move


@register_jitable
def new_child(facts: Array, worth: Array, used: Array, node: int, move: int) -> int:
    """A new child of this node, beside those it has, which may have to move."""
    made = int64(facts[node, MADE])
    if made == 0 or (made >= 4 and made & made - 1 == 0):
        before, place = facts[node, FIRST], used[IN_FACTS]
        used[IN_FACTS] += min(max(2 * made, 4), made + facts[node, UNTRIED] + 1)
        for child in range(made):
            for which in range(8):
                facts[place + child, which] = facts[before + child, which]
            for which in range(2):
                worth[place + child, which] = worth[before + child, which]
        facts[node, FIRST] = place
    facts[node, MADE] = made + 1
    child = int64(facts[node, FIRST]) + made
    facts[child, UNTRIED], facts[child, MOVE] = -1, move
    return child


@register_jitable
def backup(facts: Array, worth: Array, path: Array, depth: int, reward: int) -> None:
    """Count this game at every node of the path; the reward is for who moved into the last one."""
    for step in range(depth, -1, -1):
        node = path[step]
        facts[node, VISITS] += 1
        facts[node, TOTAL] += reward
        visits = facts[node, VISITS]
        worth[node, MEAN] = 0.5 * facts[node, TOTAL] / visits
        worth[node, SPREAD] = 1 / math.sqrt(visits)
        reward = 2 - reward


# --- what is certain --------------------------------------------------------------------------


@register_jitable
def prove_upwards(facts: Array, worth: Array, path: Array, depth: int) -> None:
    """Carry what is certain of the last node up the path, as far as it settles anything."""
    while depth and settled(path[depth - 1], path[depth], facts, worth):
        depth -= 1


@register_jitable
def settled(parent: int, child: int, facts: Array, worth: Array) -> bool:
    """Whether the parent's result is certain too, now that this child's is."""
    sure = facts[child, PROVEN]
    if facts[parent, PROVEN] or not sure:
        return False
    first = facts[parent, FIRST]
    end = first + facts[parent, MADE]
    if sure < 3:
        open_still = facts[parent, UNTRIED] > 0
        for other in range(first, end):
            open_still |= facts[other, PROVEN] == 0
            sure = max(sure, facts[other, PROVEN])
        if open_still:
            if facts[child, PROVEN] == 1:
                worth[child, MEAN] = -math.inf
            return False
    for other in range(first, end):
        as_good = facts[other, PROVEN] == sure
        mean = 0.5 * facts[other, TOTAL] / facts[other, VISITS]
        worth[other, MEAN] = mean if as_good else -math.inf
    facts[parent, UNTRIED] = 0
    facts[parent, PROVEN] = 4 - sure
    facts[parent, TOTAL] = facts[parent, VISITS] * (3 - sure)
    worth[parent, MEAN] = 0.5 * (3 - sure)
    return True
