"""The search of Connect Four, compiled: the twins of `four_board`, `four_following`, `four_search`.

What each function is for, and why it is right, stands in those files of `solvers`; here
is how it is kept. Everything lies in two arrays of 64-bit words. The *desk* has what is known of
the board, and for each number of stones a page on which moves are put in order. The *table* has
pairs of words, the newest first, and a position's key says where its pair lies. A word is a key,
and in its last 8 bits a bound: 64 more than the score if the score is at most that, 192 more if it
is at least that.

It is one file, because what numba keeps of a function between runs it forgets only when the file
changes in which that function stands, and not when another file does from which it calls something.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import boolean, int64, njit, uint64

Word = Any
"""A number of 64 bits without a sign: bits of a board, or the key of a position."""

Words = Any
"""An array of such numbers."""

ONE: Word = np.uint64(1)

# What stands where on the desk.
FULL, BOTTOM, STEP, SQUARES, COLUMNS, ODD_ROWS, SHIFT, VISITS, MOST = range(9)
FILES = 9
PAGES = 40
PAGE = 84
"""Words on a page: for each of up to 28 columns the number of threats, the move, the threats."""

UNFINISHED = -1000
"""Stands for a score where more was visited than MOST allows."""

AT_MOST, EITHER, AT_LEAST = 64, 128, 192


# --- boards ---------------------------------------------------------------------------------


@njit(uint64(uint64, uint64, uint64, uint64), cache=True)
def winning_squares(stones: Word, taken: Word, full: Word, step: Word) -> Word:
    """The empty squares that would finish a four for these stones, within reach or not."""
    found = stones << ONE & stones << ONE + ONE & stones << ONE + ONE + ONE
    step -= ONE
    for _ in range(3):
        pair = stones << step & stones << step + step
        found |= pair & stones << step + step + step | pair & stones >> step
        pair = stones >> step & stones >> step + step
        found |= pair & stones >> step + step + step | pair & stones << step
        step += ONE
    return found & (full ^ taken)


@njit(boolean(uint64, uint64), cache=True)
def has_four(stones: Word, step: Word) -> bool:
    """Whether four of these stones lie in a line."""
    pairs = stones & stones >> ONE
    if pairs & pairs >> ONE + ONE:
        return True
    step -= ONE
    for _ in range(3):
        pairs = stones & stones >> step
        if pairs & pairs >> step + step:
            return True
        step += ONE
    return False


@njit(uint64(uint64, uint64, int64), cache=True)
def mirrored(stones: Word, step: Word, columns: int) -> Word:
    """The same stones with left and right swapped."""
    column = (ONE << step) - ONE
    image = stones & column
    for _ in range(columns - 1):
        stones >>= step
        image = image << step | stones & column
    return image


@njit(int64(uint64), cache=True)
def how_many(stones: Word) -> int:
    """The number of stones: added up in pairs, then fours, then bytes, all at the same time."""
    stones -= stones >> ONE & uint64(0x5555555555555555)
    fours = uint64(0x3333333333333333)
    stones = (stones & fours) + (stones >> uint64(2) & fours)
    stones = stones + (stones >> uint64(4)) & uint64(0x0F0F0F0F0F0F0F0F)
    return int64(stones * uint64(0x0101010101010101) >> uint64(56))


# --- always answering on top -----------------------------------------------------------------


@njit(int64(uint64, uint64, uint64), cache=True)
def worth(squares: Word, file: Word, step: Word) -> int:
    """The score of a loss on the lowest of these squares, all other columns being full by then."""
    below = (squares & (~squares + ONE)) - ONE & file
    row = 0
    while below:
        below &= below - ONE
        row += 1
    rows_and_one = int(step)
    return -((rows_and_one - row) // 2)


@njit(int64(uint64, uint64, uint64, int64, uint64[::1]), cache=True)
def most_by_following(mine: Word, danger: Word, taken: Word, stones: int, desk: Words) -> int:
    """A bound that the score of the player to move does not exceed, for all that is seen here."""
    full, step, odd_rows = desk[FULL], desk[STEP], desk[ODD_ROWS]
    nothing_seen: int = (int64(desk[SQUARES]) + 1 - stones) // 2
    empty = full ^ taken
    if step & ONE == 0:
        return nothing_seen if has_four(mine | empty, step) else 0
    odd = empty & odd_rows
    begun = taken + desk[BOTTOM] & full & ~odd_rows
    if stones % 2 == 0:
        if has_four(mine | odd | begun, step):
            return nothing_seen
        best = 0
        waiting = danger & ~odd_rows
        if waiting:
            for at in range(int64(desk[COLUMNS])):
                file = desk[FILES + at]
                if waiting & file and not begun & file:
                    best = min(best, worth(waiting & file, file, step))
        return best
    best = nothing_seen if has_four(mine | empty, step) else 0
    waiting = danger & odd_rows
    if waiting:
        for at in range(int64(desk[COLUMNS])):
            file = desk[FILES + at]
            squares = waiting & file
            if squares and begun & file:
                below = (squares & (~squares + ONE)) - ONE & file & empty & ~odd_rows
                if not has_four(mine | odd & ~file | begun & ~file | below, step):
                    best = min(best, worth(squares, file, step))
    return best


# --- the table, and the search ---------------------------------------------------------------


@njit(uint64(uint64, uint64, int64, uint64[::1]), cache=True)
def key_of(mine: Word, taken: Word, stones: int, desk: Words) -> Word:
    """The key of a position: with few stones on the board the same for its mirror image."""
    key = mine + taken
    if stones < int64(desk[SQUARES]) // 2:
        step, columns = desk[STEP], int64(desk[COLUMNS])
        return min(key, mirrored(mine, step, columns) + mirrored(taken, step, columns))
    return key


@njit(int64(uint64, uint64[::1]), cache=True)
def place_of(key: Word, desk: Words) -> int:
    """Where the pair of words for this key begins."""
    return int64(key * uint64(0x9E3779B97F4A7C15) >> desk[SHIFT]) << 1


@njit(int64(uint64, int64, uint64[::1]), cache=True)
def known(key: Word, place: int, table: Words) -> int:
    """The last 8 bits of the word for this key, 0 if the table has none."""
    for word in (table[place], table[place + 1]):
        if word >> uint64(8) == key:
            return int64(word & uint64(255))
    return 0


@njit(int64(uint64, uint64, uint64, int64, uint64[::1], uint64[::1]), cache=True)
def most_after(  # noqa: PLR0917 - compiled functions take no keywords here
    moves: Word, theirs: Word, taken: Word, stones: int, desk: Words, table: Words
) -> int:
    """What the table alone knows that one of these moves earns at least."""
    best = -AT_MOST
    while moves:
        after = taken | moves & ~moves + ONE
        moves &= moves - ONE
        key = key_of(theirs, after, stones + 1, desk)
        found = known(key, place_of(key, desk), table)
        if 0 < found < EITHER:
            best = max(best, AT_MOST - found)
    return best


@njit(int64(int64, uint64, uint64, uint64, uint64[::1]), cache=True)
def put_in_order(page: int, moves: Word, mine: Word, taken: Word, desk: Words) -> int:
    """The end of the list of these moves on a page: three words each, most threats first."""
    last = page
    for at in range(int64(desk[COLUMNS])):
        move = moves & desk[FILES + at]
        if move:
            threats = winning_squares(mine | move, taken | move, desk[FULL], desk[STEP])
            number = uint64(how_many(threats))
            here = last
            while here > page and desk[here - 3] < number:
                desk[here], desk[here + 1] = desk[here - 3], desk[here - 2]
                desk[here + 2] = desk[here - 1]
                here -= 3
            desk[here], desk[here + 1], desk[here + 2] = number, move, threats
            last += 3
    return last


@njit(int64(uint64, uint64, uint64, int64, int64, uint64[::1], uint64[::1]), cache=True)
def bound(  # noqa: PLR0912, PLR0917 - the same; and in one piece it is quickest
    mine: Word, danger: Word, taken: Word, stones: int, goal: int, desk: Words, table: Words
) -> int:
    """A number from `goal` up that the score is at least, or one below it that it is at most.

    It has no meaning once more was visited than MOST allows; then nothing more gets into the table.
    """
    if desk[VISITS] >= desk[MOST]:
        return 0
    desk[VISITS] += ONE
    full, squares = desk[FULL], int64(desk[SQUARES])
    free = taken + desk[BOTTOM] & full
    forced = free & danger
    if forced & forced - ONE:
        return -((squares - stones) // 2)
    moves = (forced or free) & ~(danger >> ONE)
    if not moves:
        return -((squares - stones) // 2)
    if stones >= squares - 2:
        return 0
    most = (squares - 1 - stones) // 2
    if most < goal:
        return most
    best = (stones + 2 - squares) // 2
    if best >= goal:
        return best
    theirs = taken ^ mine
    if not moves & moves - ONE:
        taken |= moves
        threats = winning_squares(mine | moves, taken, full, desk[STEP])
        return -bound(theirs, threats, taken, stones + 1, 1 - goal, desk, table)

    key = key_of(mine, taken, stones, desk)
    place = place_of(key, desk)
    found = known(key, place, table)
    if found >= EITHER:
        if found - AT_LEAST >= goal:
            return found - AT_LEAST
    elif found:
        most = min(most, found - AT_MOST)
    if not forced:
        most = min(most, most_by_following(mine, danger, taken, stones, desk))
    if most < goal:
        return most

    if stones < squares * 2 // 3:
        found = most_after(moves, theirs, taken, stones, desk, table)
        if found >= goal:
            return found
    page = PAGES + PAGE * stones
    for here in range(page, put_in_order(page, moves, mine, taken, desk), 3):
        after = taken | desk[here + 1]
        value = -bound(theirs, desk[here + 2], after, stones + 1, 1 - goal, desk, table)
        if desk[VISITS] >= desk[MOST]:
            return 0
        if value > best:
            best = value
            if best >= goal:
                break
    best = min(best, most)
    if table[place] >> uint64(8) != key:
        table[place + 1] = table[place]
    table[place] = key << uint64(8) | uint64(best + (AT_LEAST if best >= goal else AT_MOST))
    return best


# --- the score --------------------------------------------------------------------------------


@njit(int64(int64, int64, int64), cache=True)
def next_goal(least: int, most: int, far: int) -> int:
    """Which score to ask for next, when it is known to lie between these two."""
    if most > far or least < -far:
        return most if most > -least else least + 1
    if least < 1 <= most:
        return 1
    return least + 1 if least >= 0 else most


@njit(int64(uint64, uint64, uint64[::1], uint64[::1]), cache=True)
def score_of(mine: Word, taken: Word, desk: Words, table: Words) -> int:
    """The score of a position that is not won, or UNFINISHED."""
    full, step, squares = desk[FULL], desk[STEP], int64(desk[SQUARES])
    stones = how_many(taken)
    if winning_squares(mine, taken, full, step) & taken + desk[BOTTOM]:
        return (squares + 1 - stones) // 2
    danger = winning_squares(taken ^ mine, taken, full, step)
    least, most = -((squares - stones) // 2), max((squares - 1 - stones) // 2, 0)
    while least < most:
        goal = next_goal(least, most, squares // 6)
        found = bound(mine, danger, taken, stones, goal, desk, table)
        if desk[VISITS] >= desk[MOST]:
            return UNFINISHED
        if found >= goal:
            least = found
        else:
            most = found
    return least
