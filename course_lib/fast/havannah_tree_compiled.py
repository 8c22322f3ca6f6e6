"""The tree of the strong Havannah player, compiled: its phases, and the loop over them.

It differs from the tree of `tree_compiled` in four ways. All children of a node are made at once,
when it was visited a few times. A node knows what can be seen at once: who wins with the next
stone, and what has to be blocked (*forced*). Each child also counts the games in which its cell was
taken later by the same player (*RAVE*), and begins with a few such counts in favour of cells near
other stones (*prior*). Each of these can be switched off.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numba import int64, njit, uint64
from numba.extending import register_jitable

from course_lib.fast.havannah_compiled import hex_moves, hex_put, hex_random_game
from course_lib.fast.havannah_guided_compiled import guided_game, saving_cell
from course_lib.fast.hex_compiled import (
    COLUMNS,
    SHIFT,
    STONES,
    Array,
    pattern_at,
    would_win,
)
from course_lib.fast.loops_compiled import copy
from course_lib.fast.rows_compiled import GOLDEN

VISITS, TOTAL, FIRST, MADE, LATER, LATER_TOTAL, MOVE, PROVEN = range(8)
"""What stands where in the facts of a node.

TOTAL counts half points for who moved into the node, 2 for a win; LATER and LATER_TOTAL are visits
and half points of RAVE. FIRST and MADE say where its children are. PROVEN is 0, or else 1 more than
what is certain for who moved into the node: 3 a win, 2 a draw, 1 a loss.
"""

RAVE, BRIDGES, FORCED, PROVE, PRIOR, READY = range(6)
"""What stands where in the options; READY is how many visits a node has before it gets children."""

EQUAL = 700.0
"""After so many visits a child's own games count as much as what is known of its cell by RAVE."""

KNOWN_BEFORE = 16
"""As many games as RAVE seems to have counted before the first; half of them won, or a few more."""


@register_jitable
def best_child(facts: Array, node: int, rave: int, c: float) -> int:
    """The child with the most promising score, not one that is known to lose."""
    first = int64(facts[node, FIRST])
    doubt = c * math.sqrt(math.log(facts[node, VISITS] + 1.0))
    best, chosen = -math.inf, first
    for child in range(first, first + facts[node, MADE]):
        if facts[child, PROVEN] == 1:
            continue
        visits = float(facts[child, VISITS])
        mean = 0.5 * facts[child, TOTAL] / visits if visits else 1.0
        before = 0.5 * facts[child, LATER_TOTAL] / facts[child, LATER]
        if rave:
            weight = math.sqrt(EQUAL / (EQUAL + 3.0 * visits))
            score = weight * before + (1.0 - weight) * mean + doubt / math.sqrt(visits + 1.0)
        elif visits:
            score = mean + doubt / math.sqrt(visits)
        else:
            score = 10.0 + before  # each has its first visit before any has a second one
        if score > best:
            best, chosen = score, child
    return chosen


@register_jitable
def expand(  # noqa: PLR0917 - compiled functions take no keywords here
    rules: Array, board: Array, facts: Array, used: Array, node: int, places: Array, options: Array
) -> None:
    """Give this node its children: a move that wins, or those that block, or all there are."""
    columns, first = int64(rules[COLUMNS]), int64(rules[STONES])
    stones = first + int64(board[-2]) * columns
    others = first + first + columns - stones
    number = hex_moves(rules, board, places)
    made, wins, threats = int64(used[0]), 0, 0
    if options[FORCED]:
        for at in range(number):
            cell = int64(places[at])
            if would_win(rules, board, stones, cell):
                places[0], wins, number = cell, 1, 1
                break
        if not wins:
            for at in range(number):
                cell = int64(places[at])
                if would_win(rules, board, others, cell):
                    places[threats] = cell  # never before what is still to be read
                    threats += 1
            if threats:
                number = threats
    last = int64(facts[node, MOVE])
    for at in range(number):
        child, cell = made + at, int64(places[at])
        facts[child, MOVE] = cell
        facts[child, LATER] = KNOWN_BEFORE
        facts[child, LATER_TOTAL] = KNOWN_BEFORE
        if options[PRIOR]:
            facts[child, LATER_TOTAL] += hopes(rules, board, stones, others, cell, last)
        if wins:
            facts[child, PROVEN] = 3
    facts[node, FIRST], facts[node, MADE] = made, number
    used[0] = made + number
    if wins:
        facts[node, PROVEN] = 1
    elif threats > 1:
        facts[node, PROVEN] = 3


@register_jitable
def hopes(  # noqa: PLR0917 - the same
    rules: Array, board: Array, stones: int, others: int, cell: int, last: int
) -> int:
    """Half points more for a cell: near the last stone, beside own stones, saving a bridge."""
    shift = int64(rules[SHIFT])
    found = 0
    if last:
        step = cell - last
        wide = 1 << shift
        if step in (1, -1, wide, -wide, wide + 1, -wide - 1):
            found += 3
            if saving_cell(rules, board, stones, others, last, GOLDEN) == cell:
                found += 4
    mine = pattern_at(board, stones, shift, cell)
    theirs = pattern_at(board, others, shift, cell)
    if mine:
        found += 2
    if theirs:
        found += 1
    return found


@register_jitable
def prove(facts: Array, path: Array, depth: int) -> None:
    """Carry what is certain of the last node up the path, as far as it settles anything."""
    while depth:
        node, parent = path[depth], path[depth - 1]
        sure = int64(facts[node, PROVEN])
        if not sure or facts[parent, PROVEN]:
            return
        first = int64(facts[parent, FIRST])
        if sure < 3:
            for child in range(first, first + facts[parent, MADE]):
                if facts[child, PROVEN] == 0:
                    return
                sure = max(sure, int64(facts[child, PROVEN]))
        facts[parent, PROVEN] = 4 - sure
        depth -= 1


@register_jitable
def remember(  # noqa: PLR0917 - the same
    rules: Array, board: Array, facts: Array, node: int, turn: int, reward: int
) -> None:
    """Count this game at every child whose cell the player to move at this node took in it."""
    shift = int64(rules[SHIFT])
    stones = int64(rules[STONES]) + turn * int64(rules[COLUMNS])
    low = (1 << shift) - 1
    first = int64(facts[node, FIRST])
    for child in range(first, first + facts[node, MADE]):
        cell = int64(facts[child, MOVE])
        taken = int64(board[uint64(stones + (cell >> shift))]) >> (cell & low) & 1
        facts[child, LATER] += taken
        facts[child, LATER_TOTAL] += taken * reward


def strong_searching(version: int) -> Callable[..., int]:
    """The loop `search(rules, start, facts, used, options, simulations, chance, c)`."""

    @njit(cache=True)
    def search(  # noqa: PLR0912, PLR0917 - the phases in one loop, as quick as can be
        rules: Array,
        start: Array,
        facts: Array,
        used: Array,
        options: Array,
        simulations: int,
        chance: Array,
        c: float,
    ) -> int:
        """How many simulations were done: all, or fewer where the result is certain."""
        _ = version
        board = start.copy()
        places = np.empty(int64(rules[-1]), dtype=np.int16)
        where = np.empty(int64(rules[STONES]), dtype=np.int16)
        path = np.empty(int64(rules[-2]) + 2, dtype=np.int64)
        rave = int64(options[RAVE])
        for done in range(simulations):
            if facts[0, PROVEN] and facts[0, MADE]:
                return done
            copy(start, board, len(start))
            node = depth = 0
            path[0] = 0
            while True:
                if facts[node, MADE] == 0:
                    ready = depth == 0 or facts[node, VISITS] >= options[READY]
                    room = used[0] + len(places) <= len(facts)
                    if facts[node, PROVEN] or not (ready and room):
                        break
                    expand(rules, board, facts, used, node, places, options)
                if facts[node, PROVEN]:
                    break
                node = best_child(facts, node, rave, c)
                depth += 1
                path[depth] = node
                if hex_put(rules, board, int64(facts[node, MOVE])):
                    facts[node, PROVEN] = 3
                elif board[-1] == 0:
                    facts[node, PROVEN] = 2
            sure = int64(facts[node, PROVEN])
            turn = int64(board[-2])
            if sure:
                reward = sure - 1
                if options[PROVE]:
                    prove(facts, path, depth)
            else:
                number = hex_moves(rules, board, places)
                if options[BRIDGES]:
                    last = int64(facts[node, MOVE])
                    won = guided_game(rules, board, places, where, number, last, chance)
                else:
                    won = hex_random_game(rules, board, places, number, chance)
                reward = 2 - won
            for step in range(depth, -1, -1):
                node = path[step]
                facts[node, VISITS] += 1
                facts[node, TOTAL] += reward
                if rave and not sure and facts[node, MADE]:
                    remember(rules, board, facts, node, turn, 2 - reward)
                reward = 2 - reward
                turn = 1 - turn
        return simulations

    return search
