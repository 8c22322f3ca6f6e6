"""The strong Havannah player's search, compiled: its random games, its ways, its tree.

Random games: two stones make a *bridge* when they have two empty neighbours in common: whoever
loses one of these cells takes the other. So a player whose bridge has just been cut replies there,
and else moves at random.

Ways: a way to a corner or side costs a stone for each empty cell on it and nothing for own stones;
the opponent's stones are in the way. A bridge is a step like any other: its two cells cost nothing.
For a bridge through a cell a player needs the ways from there to the two nearest corners, for a
fork those to the three nearest sides. This is what a player lacks who keeps every bridge, and who
is not disturbed elsewhere; rings are not looked for.

The tree: a node is a column of `facts`; its children are made at once and lie side by side. When
it is seen for the first time it is asked what is *forced*: who can win with the next stone does,
and else the other's win has to be blocked. When it was visited a few times, or at once after a
forced move, it gets all its children, unless one stone makes two threats at once, which is a win.
If the other could make two threats, there are children only for what may help against it: the cells
that take part in it, and threats of one's own. Each child begins with a few games that speak for
it: beside the last stone and others (*prior*), or on a short way to a bridge or fork of either
player (*ways*). And who has the shorter way is taken to have won a few games from here. A child
also counts the games in which its cell was taken later by the same player (*RAVE*).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

import numpy as np

from course_lib.play.havannah_strong import (
    AHEAD,
    EACH_STONE,
    EQUAL,
    FAR,
    KNOWN_BEFORE,
    ON_THE_WAY,
    READY,
)
from course_tools.engines.hex_kernels import (
    CELLS,
    COLUMNS,
    EACH,
    EMPTY,
    SAVES,
    SHIFT,
    SIDES,
    STONES,
    TO_MOVE,
    WAYS,
    end_of,
    hex_moves,
    hex_put,
    hex_random_game,
    pattern_at,
    stone_wins,
    would_win,
)
from course_tools.engines.jit import Array, CompiledGame, array_kernel, jitable, version, words
from course_tools.engines.mcts_kernels import IN_FACTS, copy, run_for
from course_tools.engines.rows_kernels import GOLDEN, Word, drawn

int64, uint64 = words()
float32 = np.float32


@jitable
def guided_game(
    rules: Array, board: Array, places: Array, where: Array, number: int, last: int, chance: Array
) -> int:
    """2, 1 or 0 for the player to move: a win, draw or loss after moves to the end.

    `places` are the `number` legal moves, and `last` the move just made, or 0. They get lost, and
    the board is the final one. `where` has room for the index of each cell in `places`.
    """
    columns, first = int64(rules[COLUMNS]), int64(rules[STONES])
    stones = first + int64(board[TO_MOVE]) * columns
    both = first + first + columns
    for at in range(number):
        where[uint64(places[uint64(at)])] = at
    seed, loser, worth = chance[0], 0, 1
    while number:
        seed += GOLDEN
        cell = saving_cell(rules, board, stones, both - stones, last, seed) if last else 0
        pick = int64(where[uint64(cell)]) if cell else drawn(seed, number)
        last = int64(places[uint64(pick)])
        number -= 1
        moved = places[uint64(number)]
        places[uint64(pick)] = moved
        where[uint64(moved)] = pick
        if stone_wins(rules, board, stones, last):
            worth = 2 - loser
            break
        stones, loser = both - stones, 2 - loser
    chance[0] = seed
    return worth


@jitable
def saving_cell(rules: Array, board: Array, stones: int, others: int, last: int, seed: Word) -> int:
    """A cell that saves a bridge of these stones which the others' last stone has cut, or 0."""
    shift = int64(rules[SHIFT])
    pattern = pattern_at(board, stones, shift, last)
    saved = int64(rules[uint64(WAYS + EACH * pattern + SAVES)])
    if saved == 0:
        return 0
    saved &= ~pattern_at(board, others, shift, last)
    if saved == 0:
        return 0
    if saved & (saved - 1) and drawn(seed ^ uint64(1), 2):
        saved &= saved - 1
    return last + int64(rules[uint64(WAYS + EACH * (saved & -saved))])


TARGETS = 2 * SIDES
"""Six corners, then six sides, as the bits of `reach` in `hex_kernels`."""

OFF, OWN, FREE = -1, 0, 1
"""What a cell costs; OFF is off the board, or the opponent's."""


@jitable
def find_missing(
    rules: Array, board: Array, stones: int, others: int, missing: Array, room: Room
) -> int:
    """The fewest stones missing; `missing` gets for each empty cell those missing through it."""
    ways, steps, lists = room.ways, room.steps, room.lists
    cost = ways[TARGETS]
    note_costs(rules, board, stones, others, cost)
    note_steps(rules, cost, steps)
    for target in range(TARGETS):
        find_ways(rules, board, target, cost, ways[target], steps, lists)
    least = 3 * (FAR + 1)
    for at in range(CELLS, CELLS + int64(rules[-1])):
        cell = int64(rules[uint64(at)])
        if cost[cell] == FREE:
            # The cell itself was counted in each of its ways.
            found = min(
                nearest(ways, 0, cell, 2) - 1,
                nearest(ways, SIDES, cell, 3) - 2,
            )
            missing[cell] = found
            least = min(least, found)
    return least


@jitable
def note_costs(rules: Array, board: Array, stones: int, others: int, cost: Array) -> None:
    """Write down for each cell what it costs on a way of these stones."""
    shift = int64(rules[SHIFT])
    low = (1 << shift) - 1
    cost[:] = OFF
    for at in range(CELLS, CELLS + int64(rules[-1])):
        cell = int64(rules[uint64(at)])
        column, bit = cell >> shift, cell & low
        if int64(board[uint64(stones + column)]) >> bit & 1:
            cost[cell] = OWN
        elif not int64(board[uint64(others + column)]) >> bit & 1:
            cost[cell] = FREE


@jitable
def note_steps(rules: Array, cost: Array, steps: Array) -> None:
    """Write down for each cell that is not OFF how many steps lead on from it, and to where."""
    wide = 1 << int64(rules[SHIFT])
    around = (1, wide + 1, wide, -1, -wide - 1, -wide, 1)
    for at in range(CELLS, CELLS + int64(rules[-1])):
        cell = int64(rules[uint64(at)])
        if cost[cell] == OFF:
            continue
        number = 0
        for way_out in range(6):
            one, two = around[way_out], around[way_out + 1]
            if cost[cell + one] != OFF:
                number += 1
                steps[cell, number] = cell + one
            bridge = cost[cell + one] == FREE and cost[cell + two] == FREE
            if bridge and cost[cell + one + two] != OFF:
                number += 1
                steps[cell, number] = cell + one + two
        steps[cell, 0] = number


@jitable
def find_ways(
    rules: Array, board: Array, target: int, cost: Array, way: Array, steps: Array, lists: Array
) -> None:
    """Write down the stones missing from each cell to the target, that of the cell itself too."""
    way[:] = FAR + 1
    here, ahead, now, then = 0, 1, 0, 0
    for at in range(CELLS, CELLS + int64(rules[-1])):
        cell = int64(rules[uint64(at)])
        # An empty cell knows what it touches, and of a chain the last stone does.
        if cost[cell] == FREE and (-1 - board[cell]) >> target & 1:
            way[cell] = 1
            lists[ahead, then] = cell
            then += 1
        elif cost[cell] == OWN and (-1 - board[end_of(board, cell)]) >> target & 1:
            way[cell] = 0
            lists[here, now] = cell
            now += 1
    for length in range(FAR):
        at = 0
        while at < now:
            cell = int64(lists[here, at])
            at += 1
            for step in range(1, steps[cell, 0] + 1):
                near = int64(steps[cell, step])
                price = cost[near]
                if way[near] > length + price:
                    way[near] = length + price
                    if price:
                        lists[ahead, then] = near
                        then += 1
                    else:  # own stones are as near as this cell: they are looked at now
                        lists[here, now] = near
                        now += 1
        here, ahead, now, then = ahead, here, then, 0


@jitable
def nearest(ways: Array, first: int, cell: int, number: int) -> int:
    """The sum of the two or three shortest of six ways from this cell, `first` and those after."""
    one = two = three = FAR + 1
    for target in range(first, first + SIDES):
        far = int64(ways[target, cell])
        if far < one:
            one, two, three = far, one, two
        elif far < two:
            two, three = far, two
        elif far < three:
            three = far
    return one + two if number == 2 else one + two + three


VISITS, TOTAL, FIRST, MADE, LATER, LATER_TOTAL, MOVE, PROVEN = range(8)
"""What stands where in the facts of a node.

TOTAL counts half points for who moved into the node, 2 for a win; LATER and LATER_TOTAL are visits
and half points of RAVE. FIRST and MADE say where its children are. PROVEN is 0, or else 1 more than
what is certain for who moved into the node: 3 a win, 2 a draw, 1 a loss.
"""

RAVE, BRIDGES, FORCED, PROVE, PRIOR, WAYS_TOO = range(6)
"""What stands where in the options: in the order of `havannah.Options`."""


class Room(NamedTuple):
    """Arrays to work in, made once for a search."""

    places: Any
    where: Any
    path: Any
    missing: Any
    """Two rows, for the player to move and the other: as `find_missing` says."""
    ways: Any
    """A row for each target and one more, with a number for each cell and its neighbours."""
    steps: Any
    lists: Any
    stops: Any
    pair: Any
    spare: Any
    """A second board."""
    scores: Any


@jitable
def look(rules: Array, board: Array, facts: Array, used: Array, node: int, room: Room) -> None:
    """Give this node the children that are forced, if there are any: a win, or the blocks."""
    columns, first = int64(rules[COLUMNS]), int64(rules[STONES])
    stones = first + int64(board[TO_MOVE]) * columns
    others = first + first + columns - stones
    places = room.places
    number = hex_moves(rules, board, places)
    # Below the root the other has just stopped whatever could win.
    for at in range(0 if node else number):
        if would_win(rules, board, stones, int64(places[at])):
            win_by(facts, used, node, int64(places[at]))
            return
    made, threats = int64(used[IN_FACTS]), 0
    for at in range(number):
        cell = int64(places[at])
        if would_win(rules, board, others, cell):
            child = made + threats
            facts[MOVE, child] = cell
            facts[LATER, child] = facts[LATER_TOTAL, child] = KNOWN_BEFORE
            threats += 1
    if threats:
        facts[FIRST, node], facts[MADE, node] = made, threats
        used[IN_FACTS] = made + threats
    if threats > 1:
        facts[PROVEN, node] = 3


@jitable
def win_by(facts: Array, used: Array, node: int, cell: int) -> None:
    """Note that this cell wins for the player to move, and is all there is to look at."""
    child = int64(used[IN_FACTS])
    facts[MOVE, child], facts[PROVEN, child] = cell, 3
    facts[LATER, child] = facts[LATER_TOTAL, child] = KNOWN_BEFORE
    facts[FIRST, node], facts[MADE, node], facts[PROVEN, node] = child, 1, 1
    used[IN_FACTS] = child + 1


@jitable
def expand(
    rules: Array, board: Array, facts: Array, used: Array, node: int, options: Array, room: Room
) -> int:
    """Half points for the player to move, out of 2 * AHEAD, as the ways tell; -1 for no opinion.

    The node gets a child for each legal move that doesn't lose at once, or one that makes two
    threats. Without any such move it is lost; only the root gets children then too.
    """
    columns, first = int64(rules[COLUMNS]), int64(rules[STONES])
    stones = first + int64(board[TO_MOVE]) * columns
    others = first + first + columns - stones
    places, missing = room.places, room.missing
    number = hex_moves(rules, board, places)
    mine = theirs = 0
    if options[FORCED] or options[WAYS_TOO]:
        mine = find_missing(rules, board, stones, others, missing[0], room)
        theirs = find_missing(rules, board, others, stones, missing[1], room)
    if options[FORCED]:
        cell, _ = double_threats(rules, board, stones, number, missing[0], room)
        if cell:
            win_by(facts, used, node, cell)
            return -1
        helpful = keep_helpful(rules, board, stones, others, number, room)
        if helpful == 0 and node:
            facts[PROVEN, node] = 3
            return -1
        number = helpful or number
    made, last = int64(used[IN_FACTS]), int64(facts[MOVE, node])
    for at in range(number):
        child, cell = made + at, int64(places[at])
        more = 0
        if options[PRIOR]:
            more += hopes(rules, board, stones, others, cell, last)
        if options[WAYS_TOO]:
            more += (ON_THE_WAY >> missing[0, cell] - mine) // max(mine, 1)
            more += (ON_THE_WAY >> missing[1, cell] - theirs) // max(theirs, 1)
        facts[MOVE, child] = cell
        facts[LATER, child] = max(KNOWN_BEFORE, more)
        facts[LATER_TOTAL, child] = max(KNOWN_BEFORE, more) + more
    facts[FIRST, node], facts[MADE, node] = made, number
    used[IN_FACTS] = made + number
    if not options[WAYS_TOO]:
        return -1
    # To be on the move is worth half a stone.
    return round(2 * AHEAD / (1.0 + math.exp(EACH_STONE * (mine - 0.5 - theirs))))


@jitable
def double_threats(
    rules: Array, board: Array, stones: int, number: int, missing: Array, room: Room
) -> tuple[int, int]:
    """A cell that leaves these stones two ways to win at once, or 0; and how many such cells.

    `room.places` are the `number` legal moves, `missing` was found for these stones, and nobody can
    win with the next stone. To be tried, a cell lies on a short way to a bridge or fork, or two
    rings may be closed after it. `room.stops` says how many of the double threats a cell stops.
    """
    shift, places, around, stops = int64(rules[SHIFT]), room.places, room.where, room.stops
    around[:] = 0
    stops[:] = 0
    joins = found = doubles = 0
    for at in range(number):
        cell = int64(places[at])
        around[cell] = pattern_at(board, stones, shift, cell)
        if has_two_runs(rules, around[cell]):
            room.lists[0, joins], room.lists[1, joins] = chains_beside(rules, board, around, cell)
            joins += 1
    for at in range(number):
        cell = int64(places[at])
        if missing[cell] <= 2 or ring_chances(rules, board, cell, joins, room) > 1:
            threats = threats_after(rules, board, stones, cell, number, missing, 2, room)
            if threats > 1:
                found = cell
                doubles += 1
                stops[cell] += 1
            if threats == 2:
                stops[room.pair[0]] += 1
                stops[room.pair[1]] += 1
    return found, doubles


@jitable
def threats_after(
    rules: Array,
    board: Array,
    stones: int,
    cell: int,
    number: int,
    missing: Array,
    far: int,
    room: Room,
) -> int:
    """How many cells win for these stones after one on this cell; `room.pair` has two of them.

    A bridge or fork is looked for where so many stones are missing at most. With two that is done
    soon, with three every way to win is found: a stone on two ways is counted in `missing` twice.
    """
    spare, places, around = room.spare, room.places, room.where
    short, threats = missing[cell] <= far, 0
    copy(board, spare, len(board))
    stone_wins(rules, spare, stones, cell)
    for at in range(number):
        other = int64(places[at])
        near = around[other] or (short and missing[other] <= far)
        if near and other != cell and would_win(rules, spare, stones, other):
            room.pair[threats & 1] = other
            threats += 1
    return threats


@jitable
def keep_helpful(
    rules: Array, board: Array, stones: int, others: int, number: int, room: Room
) -> int:
    """How many of the legal moves in `room.places` don't lose at once; they come first in it.

    If a stone of the others makes two threats, only a stone on its cell or on one of two winning
    cells stops it; everything else must be a threat. Nobody can win with the next stone.
    """
    places, missing, around, stops = room.places, room.missing, room.where, room.stops
    _, doubles = double_threats(rules, board, others, number, missing[1], room)
    if doubles == 0:
        return number
    for at in range(number):
        cell = int64(places[at])
        around[cell] = pattern_at(board, stones, int64(rules[SHIFT]), cell)
    for at in range(number):
        cell = int64(places[at])
        if (missing[0, cell] <= 3 or around[cell]) and stops[cell] < doubles:
            threats = threats_after(rules, board, stones, cell, number, missing[0], 3, room)
            stops[cell] = doubles if threats else 0
    helpful = 0
    for at in range(number):
        cell = places[at]
        if stops[cell] == doubles:
            places[helpful] = cell
            helpful += 1
    return helpful


@jitable
def ring_chances(rules: Array, board: Array, cell: int, joins: int, room: Room) -> int:
    """How many rings at most can be closed with the next stone, once one lies on this cell.

    `room.where` has the pattern of own stones around each empty cell, and `room.lists` the two
    chains beside each of the `joins` cells that would join two. A ring is closed at another cell
    between the same two chains, or beside this cell, where one comes back to its chain.
    """
    shift, around, chains = int64(rules[SHIFT]), room.where, room.lists
    wide, found = 1 << shift, 0
    if around[cell] == 0:
        return 0
    if has_two_runs(rules, around[cell]):
        one, two = chains_beside(rules, board, around, cell)
        found -= 1
        for at in range(joins):
            found += chains[0, at] == one and chains[1, at] == two
    for bit, step in enumerate((-wide - 1, -wide, -1, 0, 1, wide, wide + 1)):
        pattern = int64(around[cell + step])
        if step and pattern:
            found += has_two_runs(rules, pattern | 64 >> bit)
    return found


@jitable
def has_two_runs(rules: Array, pattern: int) -> bool:
    """Whether this pattern of neighbours has two runs or more, of which each may be a chain."""
    ways = WAYS + EACH * int64(pattern)
    return rules[uint64(ways)] != rules[uint64(ways + 1)]


@jitable
def chains_beside(rules: Array, board: Array, around: Array, cell: int) -> tuple[int, int]:
    """The last stones of the first two chains beside this cell, the lower number first."""
    ways = WAYS + EACH * int64(around[cell])
    one = end_of(board, cell + int64(rules[uint64(ways)]))
    two = end_of(board, cell + int64(rules[uint64(ways + 1)]))
    return min(one, two), max(one, two)


@jitable
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


@jitable
def best_child(facts: Array, node: int, rave: int, c: float, scores: Array) -> int:
    """The child with the most promising score, not one that is known to lose.

    The scores are worked out first, all in the same way, so that the processor does eight at once.
    """
    first, made = int64(facts[FIRST, node]), uint64(facts[MADE, node])
    doubt = c * math.sqrt(math.log(facts[VISITS, node] + 1.0)) if c else 0.0
    half, one, equal = float32(0.5), float32(1), float32(EQUAL)
    visits, total, proven = facts[VISITS], facts[TOTAL], facts[PROVEN]
    later, later_total = facts[LATER], facts[LATER_TOTAL]
    for at in range(made):
        child = uint64(first) + at
        many = float32(visits[child])
        mean = half * float32(total[child]) / max(many, one)
        before = half * float32(later_total[child]) / float32(later[child])
        weight = math.sqrt(equal / (equal + float32(3) * many)) if rave else half
        score = weight * before + (one - weight) * mean
        scores[at] = score if proven[child] != 1 else float32(-1)
    if doubt or not rave:
        for at in range(made):
            child = uint64(first) + at
            if proven[child] != 1 and rave:
                scores[at] += doubt / math.sqrt(visits[child] + 1.0)
            elif proven[child] != 1 and visits[child]:
                scores[at] = 0.5 * total[child] / visits[child] + doubt / math.sqrt(visits[child])
            elif proven[child] != 1:
                # Each has its first visit before any has a second one.
                scores[at] = 10.0 + 0.5 * later_total[child] / later[child]
    best, chosen = float32(-2), uint64(0)
    for at in range(made):
        if scores[at] > best:
            best, chosen = scores[at], at
    return first + int64(chosen)


@jitable
def prove(facts: Array, path: Array, depth: int) -> None:
    """Carry what is certain of the last node up the path, as far as it settles anything."""
    while depth:
        node, parent = path[depth], path[depth - 1]
        sure = int64(facts[PROVEN, node])
        if not sure or facts[PROVEN, parent]:
            return
        first = int64(facts[FIRST, parent])
        if sure < 3:
            for child in range(first, first + facts[MADE, parent]):
                if facts[PROVEN, child] == 0:
                    return
                sure = max(sure, int64(facts[PROVEN, child]))
        facts[PROVEN, parent] = 4 - sure
        depth -= 1


@jitable
def remember(rules: Array, board: Array, facts: Array, node: int, turn: int, reward: int) -> None:
    """Count this game at every child whose cell the player to move at this node took in it."""
    shift = int64(rules[SHIFT])
    stones = int64(rules[STONES]) + turn * int64(rules[COLUMNS])
    low = (1 << shift) - 1
    first = int64(facts[FIRST, node])
    for at in range(first, first + facts[MADE, node]):
        child = uint64(at)  # without a sign it is no index from the end, which takes time to ask
        cell = int64(facts[MOVE, child])
        taken = int64(board[uint64(stones + (cell >> shift))]) >> (cell & low) & 1
        facts[LATER, child] += taken
        facts[LATER_TOTAL, child] += taken * reward


@jitable
def credit(facts: Array, path: Array, depth: int, games: int, points: int) -> None:
    """Count so many games at each node of the path; half points for who moved into the last one."""
    for step in range(depth, -1, -1):
        facts[VISITS, path[step]] += games
        facts[TOTAL, path[step]] += points
        points = 2 * games - points


def strong_searching(version: int) -> Callable[..., int]:
    """The loop `search(rules, start, facts, used, options, simulations, chance, c, room)`."""

    @array_kernel
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
            if facts[PROVEN, 0] and facts[MADE, 0]:
                return done
            copy(start, board, len(start))
            node = depth = 0
            path[0] = 0
            while True:
                if facts[MADE, node] == 0 and used[IN_FACTS] + len(places) <= facts.shape[1]:
                    if options[FORCED] and facts[VISITS, node] == 0 and not facts[PROVEN, node]:
                        look(rules, board, facts, used, node, room)
                    ready = depth == 0 or facts[VISITS, node] >= READY
                    # After a forced move there is nothing to choose from until the next one.
                    ready = ready or facts[MADE, path[depth - 1]] == 1
                    if ready and facts[MADE, node] == 0 and not facts[PROVEN, node]:
                        ahead = expand(rules, board, facts, used, node, options, room)
                        if ahead >= 0:
                            credit(facts, path, depth, AHEAD, 2 * AHEAD - ahead)
                if facts[PROVEN, node] or facts[MADE, node] == 0:
                    break
                node = best_child(facts, node, rave, c, room.scores)
                depth += 1
                path[depth] = node
                if hex_put(rules, board, int64(facts[MOVE, node])):
                    facts[PROVEN, node] = 3
                elif board[EMPTY] == 0:
                    facts[PROVEN, node] = 2
            sure = int64(facts[PROVEN, node])
            turn = int64(board[TO_MOVE])
            if sure:
                reward = sure - 1
                if options[PROVE]:
                    prove(facts, path, depth)
            else:
                number = hex_moves(rules, board, places)
                if options[BRIDGES]:
                    last = int64(facts[MOVE, node])
                    won = guided_game(rules, board, places, room.where, number, last, chance)
                else:
                    won = hex_random_game(rules, board, places, number, chance)
                reward = 2 - won
            credit(facts, path, depth, 1, reward)
            if rave and not sure:
                for step in range(depth, -1, -1):
                    # Each of both players in turn: the last node is left by who is to move now.
                    if facts[MADE, path[step]]:
                        remember(rules, board, facts, path[step], turn, 2 - reward)
                    reward = 2 - reward
                    turn = 1 - turn
        return simulations

    return search


LARGEST = 1 << 22
"""Nodes there is room for at most, in an eighth of a gigabyte; a full tree grows no more."""


class StrongSearch:
    """A search from one state, which can be carried on for as long as wanted."""

    def __init__(
        self, found: CompiledGame, rng: Random, options: Sequence[bool], most: int
    ) -> None:
        """Make the root, and room for what so many simulations can need, or the most there is.

        `visits` will be how many simulations were done.
        """
        self.found, self.c = found, 0.0 if options[RAVE] else 0.5
        self.options = np.array(options, dtype=np.int64)
        self.chance = np.array([rng.getrandbits(64)], dtype=np.uint64)
        # Forced children come beside those that all nodes get.
        room = min(LARGEST, (most // READY + 2) * int(found.rules[-1]) + 4 * most)
        # The system hands out this memory when it is touched.
        self.facts = np.zeros((8, room), dtype=np.int32)
        self.used = np.array([1], dtype=np.int64)
        self.room = room_for(found)
        self.visits = 0

    @property
    def settled(self) -> bool:
        """Whether the result of the game is certain, if both sides play their best."""
        return bool(self.facts[PROVEN, 0])

    def run(self, simulations: int) -> None:
        """Do so many simulations more, unless the result gets certain before."""
        search = _loop()
        rules, start = self.found.rules, self.found.start
        options, room = self.options, self.room
        self.visits += search(
            rules, start, self.facts, self.used, options, simulations, self.chance, self.c, room
        )

    def decide(self, simulations: int) -> None:
        """Do so many simulations at most: no more once no other child can be looked at as often."""
        left = simulations
        while left > 0 and not (self.visits and (self.settled or self.lead() > left)):
            batch = min(left, max(64, simulations // 32))
            self.run(batch)
            left -= batch

    def lead(self) -> float:
        """How many visits the child most looked at is ahead, of those not known to lose."""
        first, made = int(self.facts[FIRST, 0]), int(self.facts[MADE, 0])
        children = self.facts[:, first : first + made]
        visits = np.sort(children[VISITS, children[PROVEN] != 1])
        return math.inf if len(visits) < 2 else int(visits[-1] - visits[-2])

    def best(self) -> tuple[float, int]:
        """The value for the player to move, on the utility scale, and the number of the move.

        That is a move that wins for certain, or else the one most looked at of those not known to
        lose; of several that lose the one most looked at, too.
        """
        first, made = int(self.facts[FIRST, 0]), int(self.facts[MADE, 0])
        children = self.facts[:, first : first + made].astype(np.int64)
        proven, visits, total = children[PROVEN], children[VISITS], children[TOTAL]
        rank = np.where(proven == 3, 2, np.where(proven == 1, 0, 1))
        at = max(range(made), key=lambda child: (rank[child], visits[child], total[child]))
        if proven[at]:
            value = float(proven[at]) - 2
        elif self.settled:
            value = 2 - float(self.facts[PROVEN, 0])
        else:
            value = float(total[at]) / max(int(visits[at]), 1) - 1
        return value, int(children[MOVE, at])


def room_for(found: CompiledGame) -> Room:
    """Arrays to work in, for the board of this game."""
    rules = found.rules
    cells = int(rules[-1])
    # The upper right neighbour of the last cell has the number after those of the board.
    numbers = int(rules[STONES]) + 1
    return Room(
        places=np.empty(cells, dtype=np.int16),
        where=np.empty(numbers, dtype=np.int16),
        path=np.empty(cells + 2, dtype=np.int64),
        missing=np.empty((2, numbers), dtype=np.int64),
        ways=np.empty((TARGETS + 1, numbers), dtype=np.int8),
        steps=np.empty((numbers, 13), dtype=np.int16),
        lists=np.empty((2, cells), dtype=np.int16),
        stops=np.empty(numbers, dtype=np.int16),
        pair=np.empty(2, dtype=np.int16),
        spare=np.empty_like(found.start),
        scores=np.empty(cells, dtype=np.float32),
    )


@cache
def _loop() -> Callable[..., int]:
    """The loop, made once; numba keeps it from run to run."""
    return strong_searching(version())


def strong_search(
    found: CompiledGame,
    simulations: int | None,
    seconds: float | None,
    rng: Random,
    options: Sequence[bool],
) -> tuple[float, int]:
    """The value of this state for the player to move, and the number of the best move found."""
    search = StrongSearch(found, rng, options, simulations or LARGEST)
    if seconds is None and simulations is not None:
        search.decide(simulations)
    else:
        run_for(search, seconds, simulations)
    return search.best()
