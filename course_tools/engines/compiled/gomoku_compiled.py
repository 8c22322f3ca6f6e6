"""The Gomoku board and its searches, compiled: the twins of `players.gomoku_*`.

What each function is for, and why it is right, stands in those files; here is how it is kept. All
that is known of a position lies on a *desk* of arrays. A set of live windows is a list without
order, and `slot` says where in it a window stands, so that it can be taken out at once. Keys of
positions are random numbers mixed together: two positions could share one, which is so unlikely
that it does not happen, and a win would still be true, since tables keep only what can't be won.

It is one file, because what numba keeps of a function between runs it forgets only when the file
changes in which that function stands, and not when another file does from which it calls something.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numba import boolean, int64, njit, types, uint64

from course_tools.engines.players.gomoku_board import WORTH
from course_tools.engines.players.gomoku_search import SURE, WIDTH, WIN

Array = Any
"""An array of numbers."""

LOST, CUT, OUT = -1, -2, -3
"""There is no line; there may be a longer one; too many positions have been searched."""

FOR_EVER = 127
"""Stands for lost with any number of fours."""

GAIN = np.array([after - before for before, after in pairwise(WORTH)])
VALUE = np.array(WORTH)


class Desk(NamedTuple):
    """A board: what is where on it, its stones, and the live windows."""

    windows: Array
    through: Array
    beside: Array
    near: Array
    at: Array
    count: Array
    in_the_way: Array
    live: Array
    many: Array
    slot: Array
    score: Array
    nearby: Array
    salt: Array
    key: Array


class Memory(NamedTuple):
    """A table of positions, and in `spent` those searched and those allowed."""

    keys: Array
    least: Array
    most: Array
    spent: Array


NUMBERS, ROWS, ROOM = int64[::1], int64[:, ::1], int64[:, :, ::1]
"""Arrays of one, two and three dimensions."""

FIXED = (ROWS, ROWS, ROWS, ROWS)
STONES = (NUMBERS, ROWS, ROWS, ROOM, ROWS, ROWS, NUMBERS, NUMBERS)
DESK: Any = types.NamedTuple((*FIXED, *STONES, uint64[:, ::1], uint64[::1]), Desk)  # type: ignore[no-untyped-call]
MEMORY: Any = types.NamedTuple((uint64[::1], NUMBERS, NUMBERS, NUMBERS), Memory)  # type: ignore[no-untyped-call]
"""What these two are to numba."""


# --- the board ---------------------------------------------------------------------------------


@njit(cache=True)
def enter(desk: Desk, player: int, window: int) -> None:
    """Add a window to the live ones of this player."""
    count = desk.count[player, window]
    end = desk.many[player, count]
    desk.live[player, count, end] = window
    desk.slot[player, window] = end
    desk.many[player, count] = end + 1
    desk.score[player] += VALUE[count]


@njit(cache=True)
def leave(desk: Desk, player: int, window: int) -> None:
    """Take a window from the live ones of this player."""
    count = desk.count[player, window]
    end = desk.many[player, count] - 1
    last = desk.live[player, count, end]
    place = desk.slot[player, window]
    desk.live[player, count, place] = last
    desk.slot[player, last] = place
    desk.many[player, count] = end
    desk.score[player] -= VALUE[count]


@njit(cache=True)
def put(desk: Desk, place: int, player: int) -> None:
    """Put a stone of this player on an empty place."""
    other = 1 - player
    for window in desk.through[place]:
        if window < 0:
            break
        if desk.in_the_way[player, window] == 0:
            leave(desk, player, window)
            desk.count[player, window] += 1
            enter(desk, player, window)
        else:
            desk.count[player, window] += 1
        if desk.in_the_way[other, window] == 0:
            leave(desk, other, window)
        desk.in_the_way[other, window] += 1
    for window in desk.beside[place]:
        if window < 0:
            break
        if desk.in_the_way[player, window] == 0:
            leave(desk, player, window)
        desk.in_the_way[player, window] += 1
    desk.at[place] = player
    lay(desk, place, player, 1)


@njit(cache=True)
def put_all(desk: Desk, stones: Array) -> None:
    """Put down all these stones: for each place a player, or -1."""
    for place in range(len(stones)):
        if stones[place] >= 0:
            put(desk, place, stones[place])


@njit(cache=True)
def take_back(desk: Desk, place: int) -> None:
    """Take the stone from this place."""
    player = desk.at[place]
    other = 1 - player
    for window in desk.beside[place]:
        if window < 0:
            break
        desk.in_the_way[player, window] -= 1
        if desk.in_the_way[player, window] == 0:
            enter(desk, player, window)
    for window in desk.through[place]:
        if window < 0:
            break
        if desk.in_the_way[player, window] == 0:
            leave(desk, player, window)
            desk.count[player, window] -= 1
            enter(desk, player, window)
        else:
            desk.count[player, window] -= 1
        desk.in_the_way[other, window] -= 1
        if desk.in_the_way[other, window] == 0:
            enter(desk, other, window)
    desk.at[place] = -1
    lay(desk, place, player, -1)


@njit(cache=True)
def lay(desk: Desk, place: int, player: int, step: int) -> None:
    """Note that a stone was put here (step 1) or taken back (step -1)."""
    desk.key[0] ^= desk.salt[player, place]
    for around in desk.near[place]:
        if around < 0:
            break
        desk.nearby[around] += step


@njit(cache=True)
def two_fives(desk: Desk, player: int) -> tuple[int, int]:
    """The first two places where one stone wins for this player; -1 where there is none."""
    first, second = -1, -1
    for number in range(desk.many[player, 4]):
        for place in desk.windows[desk.live[player, 4, number]]:
            if desk.at[place] < 0 and place != first:
                if first < 0 or place < first:
                    first, second = place, first
                elif second < 0 or place < second:
                    second = place
    return first, second


@njit(cache=True)
def gaps(desk: Desk, window: int) -> tuple[int, int]:
    """The first and the last empty place of a window."""
    first, last = -1, -1
    for place in desk.windows[window]:
        if desk.at[place] < 0:
            if first < 0:
                first = place
            last = place
    return first, last


@njit(cache=True)
def fours_of(desk: Desk, player: int) -> Array:
    """The fours in reading order, a row each: place, first five, second five or -1."""
    found = np.empty((2 * desk.many[player, 3], 3), dtype=np.int64)
    end = 0
    for number in range(desk.many[player, 3]):
        one, two = gaps(desk, desk.live[player, 3, number])
        for _ in range(2):
            here = end
            while here > 0 and found[here - 1, 0] >= one:
                here -= 1
            if here < end and found[here, 0] == one:
                if two < found[here, 1]:
                    found[here, 1], found[here, 2] = two, found[here, 1]
                elif two != found[here, 1] and (found[here, 2] < 0 or two < found[here, 2]):
                    found[here, 2] = two
            else:
                for later in range(end, here, -1):
                    found[later] = found[later - 1]
                found[here, 0], found[here, 1], found[here, 2] = one, two, -1
                end += 1
            one, two = two, one
    return found[:end]


@njit(cache=True)
def threes_of(desk: Desk, player: int) -> Array:
    """The places where a stone makes a window of three, marked on a board."""
    marked = np.zeros(len(desk.at), dtype=np.bool_)
    for number in range(desk.many[player, 2]):
        for place in desk.windows[desk.live[player, 2, number]]:
            if desk.at[place] < 0:
                marked[place] = True
    return marked


@njit(cache=True)
def answers_to_threes(desk: Desk, player: int, fours: Array) -> tuple[bool, Array]:
    """Whether this player threatens a four that can't be answered, and all defences against it."""
    votes = np.zeros(len(desk.at), dtype=np.int64)
    seen = np.full(len(desk.at), -1, dtype=np.int64)
    threats = 0
    for row in range(len(fours)):
        if fours[row, 2] >= 0:
            threats += 1
            votes[fours[row, 0]] += 1
            for number in range(desk.many[player, 3]):
                one, two = gaps(desk, desk.live[player, 3, number])
                if two == fours[row, 0]:
                    one, two = two, one
                if one == fours[row, 0] and seen[two] != one:
                    seen[two] = one
                    votes[two] += 1
    if threats == 0:
        return False, votes[:0]
    theirs = fours_of(desk, 1 - player)
    for row in range(len(theirs)):
        votes[theirs[row, 0]] = threats
    return True, np.flatnonzero(votes == threats)


@njit(cache=True)
def candidates(desk: Desk) -> Array:
    """The empty places near a stone, or all empty ones if there are none."""
    empty = desk.at < 0
    near = empty & (desk.nearby > 0)
    return np.flatnonzero(near if near.any() else empty)


@njit(cache=True)
def promise(desk: Desk, place: int) -> int:
    """What either player's live windows through this place would gain by a stone here."""
    total = 0
    for window in desk.through[place]:
        if window < 0:
            break
        for player in range(2):
            if desk.in_the_way[player, window] == 0:
                total += GAIN[desk.count[player, window]]
    return total


@njit(cache=True)
def ordered(desk: Desk, places: Array, width: int) -> Array:
    """The first of these places, ordered by what changes there; equal ones stay as they are."""
    found = np.empty(len(places), dtype=np.int64)
    worth = np.empty(len(places), dtype=np.int64)
    for end in range(len(places)):
        gain = promise(desk, places[end])
        here = end
        while here > 0 and worth[here - 1] < gain:
            found[here], worth[here] = found[here - 1], worth[here - 1]
            here -= 1
        found[here], worth[here] = places[end], gain
    return found[:width]


# --- the search for threats ------------------------------------------------------------------


@njit(cache=True)
def key_of(desk: Desk, player: int, depth: int) -> Any:
    """The key of a position with this player to move, searched to this depth."""
    return desk.key[0] ^ np.uint64(2 * depth + player + 1) * np.uint64(0x9E3779B97F4A7C15)


@njit(int64(DESK, MEMORY, int64, int64, NUMBERS, int64), cache=True)
def attack_by_fours(  # noqa: PLR0912 - in one piece it is quickest
    desk: Desk, memory: Memory, player: int, left: int, line: Array, ply: int
) -> int:
    """How many stones the line has that wins with at most `left` fours; LOST, CUT or OUT."""
    if memory.spent[0] >= memory.spent[1]:
        return OUT
    memory.spent[0] += 1
    five, _ = two_fives(desk, player)
    if five >= 0:
        line[ply] = five
        return 1
    danger, another = two_fives(desk, 1 - player)
    if another >= 0:
        return LOST
    key = key_of(desk, player, 0)
    place = np.int64(key & np.uint64(len(memory.keys) - 1))
    if memory.keys[place] == key and memory.most[place] >= left:
        return LOST if memory.most[place] == FOR_EVER else CUT
    fours = fours_of(desk, player)
    result = LOST
    for row in range(len(fours)):
        if danger < 0 or fours[row, 0] == danger:
            if left == 0:
                result = CUT
                break
            if fours[row, 2] >= 0:
                line[ply], line[ply + 1], line[ply + 2] = fours[row]
                return 3
    if left > 0:
        for row in range(len(fours)):
            four, answer = fours[row, 0], fours[row, 1]
            if danger >= 0 and four != danger:
                continue
            put(desk, four, player)
            put(desk, answer, 1 - player)
            line[ply], line[ply + 1] = four, answer
            found = attack_by_fours(desk, memory, player, left - 1, line, ply + 2)
            take_back(desk, answer)
            take_back(desk, four)
            if found > 0:
                return found + 2
            if found == OUT:
                return OUT
            if found == CUT:
                result = CUT
    memory.keys[place] = key
    memory.most[place] = FOR_EVER if result == LOST else left
    return result


@njit(int64(DESK, MEMORY, int64, int64, NUMBERS, int64), cache=True)
def attack_by_threats(  # noqa: PLR0912, PLR0915 - the same
    desk: Desk, memory: Memory, player: int, left: int, line: Array, ply: int
) -> int:
    """The same with fours and threes; of the defender's answers the line has the longest."""
    if memory.spent[0] >= memory.spent[1]:
        return OUT
    memory.spent[0] += 1
    five, _ = two_fives(desk, player)
    if five >= 0:
        line[ply] = five
        return 1
    danger, another = two_fives(desk, 1 - player)
    if another >= 0:
        return LOST
    if left == 0:
        return CUT
    fours = fours_of(desk, player)
    for row in range(len(fours)):
        if fours[row, 2] >= 0 and (danger < 0 or danger == fours[row, 0]):
            line[ply], line[ply + 1], line[ply + 2] = fours[row]
            return 3
    key = key_of(desk, player, 0)
    slot = np.int64(key & np.uint64(len(memory.keys) - 1))
    if memory.keys[slot] == key and memory.most[slot] >= left:
        return LOST if memory.most[slot] == FOR_EVER else CUT
    if danger >= 0:
        places = np.array([danger])
    else:
        threes = threes_of(desk, player)
        for row in range(len(fours)):
            threes[fours[row, 0]] = False
        places = np.concatenate((fours[:, 0], np.flatnonzero(threes)))
    result = LOST
    longest = np.empty(len(line), dtype=np.int64)
    for number in range(len(places)):
        place = places[number]
        put(desk, place, player)
        first, second = two_fives(desk, player)
        if first >= 0:
            threatens = True
            answers = np.array([first, second])[: 1 if second < 0 else 2]
        else:
            fours = fours_of(desk, player)
            threatens, answers = answers_to_threes(desk, player, fours)
            if threatens and len(answers) == 0:
                answers = fours[fours[:, 2] >= 0][:1, 0]
        length = 0
        if threatens:
            for answer in answers:
                put(desk, answer, 1 - player)
                line[ply + 1] = answer
                found = attack_by_threats(desk, memory, player, left - 1, line, ply + 2)
                take_back(desk, answer)
                if found < 0:
                    length = found
                    break
                if found > length:
                    length = found
                    longest[: found + 1] = line[ply + 1 : ply + 2 + found]
        take_back(desk, place)
        if length == OUT:
            return OUT
        if length > 0:
            line[ply] = place
            line[ply + 1 : ply + 2 + length] = longest[: length + 1]
            return length + 2
        if length == CUT:
            result = CUT
    memory.keys[slot] = key
    memory.most[slot] = FOR_EVER if result == LOST else left
    return result


@njit(int64(DESK, MEMORY, int64, int64, NUMBERS, boolean), cache=True, nogil=True)
def forced_line(
    desk: Desk,
    memory: Memory,
    player: int,
    most_fours: int,
    line: Array,
    threes: bool,  # noqa: FBT001 - the same
) -> int:
    """How many stones the shortest line has; LOST, CUT or OUT if none was found."""
    fours = 0
    while True:
        if threes:
            found = attack_by_threats(desk, memory, player, fours, line, 0)
        else:
            found = attack_by_fours(desk, memory, player, fours, line, 0)
        if found != CUT or fours >= most_fours:
            return found
        fours += 1


# --- alpha-beta --------------------------------------------------------------------------------


@njit(cache=True)
def nearer(value: int) -> int:
    """The value of a win or loss that is one move further away."""
    return value - 1 if value >= SURE else value + 1 if value <= -SURE else value


@njit(cache=True)
def further(value: int) -> int:
    """The value that `nearer` makes this one of."""
    return value + 1 if value >= SURE else value - 1 if value <= -SURE else value


@njit(int64(DESK, MEMORY, int64, int64, int64, int64), cache=True)
def value_of(  # noqa: PLR0912 - the same
    desk: Desk, memory: Memory, player: int, depth: int, alpha: int, beta: int
) -> int:
    """The value for this player to move; without meaning once more is spent than allowed."""
    if memory.spent[0] >= memory.spent[1]:
        memory.spent[2] = 1
        return 0
    memory.spent[0] += 1
    if desk.many[1 - player, 5]:
        return -WIN
    if desk.many[player, 4]:
        return WIN - 1
    danger, another = two_fives(desk, 1 - player)
    if another >= 0:
        return 2 - WIN
    if danger >= 0:
        put(desk, danger, player)
        value = value_of(desk, memory, 1 - player, depth, further(-beta), further(-alpha))
        take_back(desk, danger)
        return -nearer(value)
    fours = fours_of(desk, player)
    for row in range(len(fours)):
        if fours[row, 2] >= 0:
            return WIN - 3
    if depth <= 0:
        return desk.score[player] - desk.score[1 - player]
    key = key_of(desk, player, depth)
    slot = np.int64(key & np.uint64(len(memory.keys) - 1))
    least, most = -WIN, WIN
    if memory.keys[slot] == key:
        least, most = memory.least[slot], memory.most[slot]
        if least >= beta or least == most:
            return least
        if most <= alpha:
            return most
    threatened, places = answers_to_threes(desk, 1 - player, fours_of(desk, 1 - player))
    if threatened and len(places) == 0:
        best = 4 - WIN
    else:
        if not threatened:
            places = candidates(desk)
        best = -WIN if len(places) else 0
        for place in ordered(desk, places, WIDTH):
            put(desk, place, player)
            low = max(alpha, best)
            value = value_of(desk, memory, 1 - player, depth - 1, further(-beta), further(-low))
            take_back(desk, place)
            if memory.spent[2]:
                return 0
            best = max(best, -nearer(value))
            if best >= beta:
                break
    memory.keys[slot] = key
    memory.least[slot] = best if best > alpha else least
    memory.most[slot] = best if best < beta else most
    return best


@njit(cache=True, nogil=True)
def best_at(desk: Desk, memory: Memory, player: int, places: Array, depth: int) -> tuple[int, int]:
    """The best value by a search so many moves deep, and the number of its place in this list."""
    value, choice = -WIN, 0
    for number in range(len(places)):
        put(desk, places[number], player)
        found = value_of(desk, memory, 1 - player, depth - 1, further(-WIN), further(-value))
        take_back(desk, places[number])
        if memory.spent[2]:
            return 0, -1
        if -nearer(found) > value:
            value, choice = -nearer(found), number
    return value, choice
