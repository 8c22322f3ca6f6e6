"""The tree of the strong Havannah player, compiled: its phases, and the loop over them.

It differs from the tree of `tree_compiled` in that a node knows more than its own games, as
`havannah_nodes_compiled` says; a child also counts the games in which its cell was taken later by
the same player (*RAVE*).
"""

from __future__ import annotations

import math
from collections.abc import Callable

from numba import int64, njit, uint64
from numba.extending import register_jitable

from course_tools.engines.compiled.havannah_compiled import hex_moves, hex_put, hex_random_game
from course_tools.engines.compiled.havannah_guided_compiled import guided_game
from course_tools.engines.compiled.havannah_nodes_compiled import (
    AHEAD,
    BRIDGES,
    FIRST,
    FORCED,
    LATER,
    LATER_TOTAL,
    MADE,
    MOVE,
    PROVE,
    PROVEN,
    RAVE,
    READY,
    TOTAL,
    VISITS,
    Room,
    expand,
    look,
)
from course_tools.engines.compiled.hex_compiled import COLUMNS, SHIFT, STONES, Array
from course_tools.engines.compiled.loops_compiled import copy

EQUAL = 700.0
"""After so many visits a child's own games count as much as what is known of its cell by RAVE."""


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
def remember(rules: Array, board: Array, facts: Array, node: int, turn: int, reward: int) -> None:
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


@register_jitable
def credit(facts: Array, path: Array, depth: int, games: int, points: int) -> None:
    """Count so many games at each node of the path; half points for who moved into the last one."""
    for step in range(depth, -1, -1):
        facts[path[step], VISITS] += games
        facts[path[step], TOTAL] += points
        points = 2 * games - points


def strong_searching(version: int) -> Callable[..., int]:
    """The loop `search(rules, start, facts, used, options, simulations, chance, c, room)`."""

    @njit(cache=True)
    def search(  # noqa: PLR0912 - the phases in one loop, as quick as can be
        rules: Array,
        start: Array,
        facts: Array,
        used: Array,
        options: Array,
        simulations: int,
        chance: Array,
        c: float,
        room: Room,
    ) -> int:
        """How many simulations were done: all, or fewer where the result is certain."""
        _ = version
        board = start.copy()
        places, path = room.places, room.path
        rave = int64(options[RAVE])
        for done in range(simulations):
            if facts[0, PROVEN] and facts[0, MADE]:
                return done
            copy(start, board, len(start))
            node = depth = 0
            path[0] = 0
            while True:
                if facts[node, MADE] == 0 and used[0] + len(places) <= len(facts):
                    if options[FORCED] and facts[node, VISITS] == 0 and not facts[node, PROVEN]:
                        look(rules, board, facts, used, node, room)
                    ready = depth == 0 or facts[node, VISITS] >= options[READY]
                    if ready and facts[node, MADE] == 0 and not facts[node, PROVEN]:
                        ahead = expand(rules, board, facts, used, node, options, room)
                        if ahead >= 0:
                            credit(facts, path, depth, AHEAD, 2 * AHEAD - ahead)
                if facts[node, PROVEN] or facts[node, MADE] == 0:
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
                    won = guided_game(rules, board, places, room.where, number, last, chance)
                else:
                    won = hex_random_game(rules, board, places, number, chance)
                reward = 2 - won
            credit(facts, path, depth, 1, reward)
            if rave and not sure:
                for step in range(depth, -1, -1):
                    # Each of both players in turn: the last node is left by who is to move now.
                    if facts[path[step], MADE]:
                        remember(rules, board, facts, path[step], turn, 2 - reward)
                    reward = 2 - reward
                    turn = 1 - turn
        return simulations

    return search
