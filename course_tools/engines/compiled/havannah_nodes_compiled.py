"""The nodes of the strong Havannah player's tree, compiled: what they hold, and how they grow.

A node is a row of `facts`; all its children are made at once and lie side by side. When it is seen
for the first time it is asked what is *forced*: who can win with the next stone does, and else the
other's win has to be blocked. When it was visited a few times it gets all its children, unless one
stone makes two threats at once, which is a win. Each child begins with a few games that speak for
it: beside the last stone and others (*prior*), or on a short way to a bridge or fork of either
player (*ways*). And who has the shorter way is taken to have won a few games from here.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from numba import int64
from numba.extending import register_jitable

from course_tools.engines.compiled.havannah_compiled import hex_moves, hex_put
from course_tools.engines.compiled.havannah_guided_compiled import saving_cell
from course_tools.engines.compiled.havannah_ways_compiled import find_missing
from course_tools.engines.compiled.hex_compiled import (
    COLUMNS,
    SHIFT,
    STONES,
    Array,
    pattern_at,
    would_win,
)
from course_tools.engines.compiled.loops_compiled import copy
from course_tools.engines.compiled.rows_compiled import GOLDEN

VISITS, TOTAL, FIRST, MADE, LATER, LATER_TOTAL, MOVE, PROVEN = range(8)
"""What stands where in the facts of a node.

TOTAL counts half points for who moved into the node, 2 for a win; LATER and LATER_TOTAL are visits
and half points of RAVE. FIRST and MADE say where its children are. PROVEN is 0, or else 1 more than
what is certain for who moved into the node: 3 a win, 2 a draw, 1 a loss.
"""

RAVE, BRIDGES, FORCED, PROVE, PRIOR, WAYS_TOO, READY = range(7)
"""What stands where in the options; READY is how many visits a node has before it gets children."""

KNOWN_BEFORE = 16
"""As many games as RAVE seems to have counted before the first; half of them won, or a few more."""

ON_THE_WAY = 64
"""Half points for a cell on the shortest way, if one stone is missing; with more stones less."""

AHEAD = 8
"""As many games as the ways of both players count for, when a node gets its children."""

EACH_STONE = 1.0
"""A stone less makes the odds of winning e to this power times greater, as far as ways tell."""


class Room(NamedTuple):
    """Arrays to work in, made once for a search."""

    places: Any
    where: Any
    path: Any
    missing: Any
    """Two rows, for the player to move and the other: as `find_missing` says."""
    ways: Any
    lists: Any
    spare: Any
    """A second board."""


@register_jitable
def look(rules: Array, board: Array, facts: Array, used: Array, node: int, room: Room) -> None:
    """Give this node the children that are forced, if there are any: a win, or the blocks."""
    columns, first = int64(rules[COLUMNS]), int64(rules[STONES])
    stones = first + int64(board[-2]) * columns
    others = first + first + columns - stones
    places = room.places
    number = hex_moves(rules, board, places)
    for at in range(number):
        if would_win(rules, board, stones, int64(places[at])):
            win_by(facts, used, node, int64(places[at]))
            return
    made, threats = int64(used[0]), 0
    for at in range(number):
        cell = int64(places[at])
        if would_win(rules, board, others, cell):
            child = made + threats
            facts[child, MOVE] = cell
            facts[child, LATER] = facts[child, LATER_TOTAL] = KNOWN_BEFORE
            threats += 1
    if threats:
        facts[node, FIRST], facts[node, MADE] = made, threats
        used[0] = made + threats
    if threats > 1:
        facts[node, PROVEN] = 3


@register_jitable
def win_by(facts: Array, used: Array, node: int, cell: int) -> None:
    """Note that this cell wins for the player to move, and is all there is to look at."""
    child = int64(used[0])
    facts[child, MOVE], facts[child, PROVEN] = cell, 3
    facts[child, LATER] = facts[child, LATER_TOTAL] = KNOWN_BEFORE
    facts[node, FIRST], facts[node, MADE], facts[node, PROVEN] = child, 1, 1
    used[0] = child + 1


@register_jitable
def expand(
    rules: Array, board: Array, facts: Array, used: Array, node: int, options: Array, room: Room
) -> int:
    """Half points for the player to move, out of 2 * AHEAD, as the ways tell; -1 for no opinion.

    The node gets a child for each legal move, or one that makes two threats.
    """
    columns, first = int64(rules[COLUMNS]), int64(rules[STONES])
    stones = first + int64(board[-2]) * columns
    others = first + first + columns - stones
    places, missing = room.places, room.missing
    number = hex_moves(rules, board, places)
    mine = theirs = 0
    if options[FORCED] or options[WAYS_TOO]:
        mine = find_missing(rules, board, stones, others, missing[0], room.ways, room.lists)
    if options[FORCED] and mine <= 2:
        cell = double_threat(rules, board, stones, number, room)
        if cell:
            win_by(facts, used, node, cell)
            return -1
    if options[WAYS_TOO]:
        theirs = find_missing(rules, board, others, stones, missing[1], room.ways, room.lists)
    made, last = int64(used[0]), int64(facts[node, MOVE])
    for at in range(number):
        child, cell = made + at, int64(places[at])
        more = 0
        if options[PRIOR]:
            more += hopes(rules, board, stones, others, cell, last)
        if options[WAYS_TOO]:
            more += (ON_THE_WAY >> missing[0, cell] - mine) // max(mine, 1)
            more += (ON_THE_WAY >> missing[1, cell] - theirs) // max(theirs, 1)
        facts[child, MOVE] = cell
        facts[child, LATER] = max(KNOWN_BEFORE, more)
        facts[child, LATER_TOTAL] = max(KNOWN_BEFORE, more) + more
    facts[node, FIRST], facts[node, MADE] = made, number
    used[0] = made + number
    if not options[WAYS_TOO]:
        return -1
    # To be on the move is worth half a stone.
    return round(2 * AHEAD / (1.0 + math.exp(EACH_STONE * (mine - 0.5 - theirs))))


@register_jitable
def double_threat(rules: Array, board: Array, stones: int, number: int, room: Room) -> int:
    """A cell that leaves these stones two ways to win at once, or 0; rings are not looked for.

    `room.places` are the `number` legal moves, and `room.missing` was found for these stones.
    """
    places, missing, spare = room.places, room.missing[0], room.spare
    for at in range(number):
        cell = int64(places[at])
        if missing[cell] > 2:
            continue
        copy(board, spare, len(board))
        hex_put(rules, spare, cell)
        threats = 0
        for other in range(number):
            next_cell = int64(places[other])
            if next_cell != cell and missing[next_cell] <= 2:
                threats += would_win(rules, spare, stones, next_cell)
        if threats > 1:
            return cell
    return 0


@register_jitable
def hopes(rules: Array, board: Array, stones: int, others: int, cell: int, last: int) -> int:
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
