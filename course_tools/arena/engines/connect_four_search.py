"""The search behind the exact scores of Connect Four: one text, compiled where numba is there.

A position is two whole numbers with a bit for each square: `mine`, the stones of the player to
move, and `taken`, all stones. The columns stand side by side, each with `rows + 1` bits, counted
from the bottom left:

     6 13 20 27 34 41 48     always empty, so that no line runs from one column into the next
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46     a step to the right is 7 bits, one upwards is 1,
     3 10 17 24 31 38 45     so the diagonals are steps of 8 and of 6
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42

Then `taken ^ mine` are the other's stones, and `taken + bottom` has, in each column, the lowest
empty square, because the addition carries.

`bound` is alpha-beta with a window of no width, which asks only "is the score at least `goal`?",
and `score_of` asks that until it knows the score. On top of it: squares that lose at once are never
tried, the move that makes most threats is tried first, what was found out is kept in a table, and
`most_by_following` sees what no search has to.
"""

from __future__ import annotations

from course_tools.arena.engines.jit import Array, kernel

FULL, BOTTOM, STEP, SQUARES, COLUMNS, ODD_ROWS, SHIFT, VISITS, MOST = range(9)
"""What stands where in `board`: what `FourBoard` calls so, how far a key is shifted for its place
in the table, and how many positions were visited and may be visited."""
FILES = 9
"""From here on the columns, each as its squares, from the middle outwards."""
LISTS, LIST = 40, 84
"""From here on a list for each number of stones: for each of up to 28 columns three numbers."""

UNFINISHED = -1000
"""Stands for a score where more was visited than MOST allows."""

BITS, AT_MOST, EITHER, AT_LEAST = 7, 32, 64, 96
"""A number in the table is a key, and in its last bits a bound: AT_MOST more than the score if the
score is at most that, AT_LEAST more if it is at least that."""

NEAR = 10
"""With so many empty squares or fewer, searching again is quicker than a look at the table."""

MASK, GOLDEN = 0x7FFFFFFFFFFFFFFF, 0x1E3779B97F4A7C15


# --- boards ---------------------------------------------------------------------------------


@kernel
def winning_squares(stones: int, taken: int, full: int, step: int) -> int:
    """The empty squares that would finish a four for these stones, within reach or not."""
    found = stones << 1 & stones << 2 & stones << 3
    along = step - 1
    for _ in range(3):
        # Of the four squares in a line one is empty: an end, or one of the two in the middle.
        pair = stones << along & stones << 2 * along
        found |= pair & stones << 3 * along | pair & stones >> along
        pair = stones >> along & stones >> 2 * along
        found |= pair & stones >> 3 * along | pair & stones << along
        along += 1
    return found & (full ^ taken)


@kernel
def has_four(stones: int, step: int) -> bool:
    """Whether four of these stones lie in a line."""
    pairs = stones & stones >> 1
    if pairs & pairs >> 2:
        return True
    along = step - 1
    for _ in range(3):
        pairs = stones & stones >> along
        if pairs & pairs >> 2 * along:
            return True
        along += 1
    return False


@kernel
def mirrored(stones: int, step: int, columns: int) -> int:
    """The same stones with left and right swapped."""
    column, image = (1 << step) - 1, 0
    for _ in range(columns):
        image = image << step | stones & column
        stones >>= step
    return image


@kernel
def how_many(stones: int) -> int:
    """The number of stones: added up in pairs, then fours, then bytes, all at the same time."""
    stones -= stones >> 1 & 0x5555555555555555
    stones = (stones & 0x3333333333333333) + (stones >> 2 & 0x3333333333333333)
    stones = stones + (stones >> 4) & 0x0F0F0F0F0F0F0F0F
    return (stones * 0x0101010101010101 >> 56) & 255


# --- always answering on top -----------------------------------------------------------------


@kernel
def most_by_following(mine: int, danger: int, taken: int, stones: int, board: Array) -> int:
    """The most that the player to move can score, as far as can be seen without a search.

    `danger` are the winning squares of the player *behind*, who is not to move, none of them within
    reach. Say that he answers every stone with one right above it, on a board with an even number
    of rows. Then of each column that holds an even number of stones, the player to move gets the
    odd rows only, counted from 1 at the bottom, and the other the even ones:

        6 o            Columns with an odd number of stones begin the other way round. Their lowest
        5 x            empty squares are dealt with in pairs: when the player to move takes one,
        4 o            the one behind takes another, and from there on answers on top. So of these
        3 x            squares we only know that the player to move may get them.
        2 o
        1 x            All this needs an even number of such columns, hence of stones.

    If the squares that the player to move may get hold no four, he cannot win. If the one behind
    has a winning square among those that are his, he will even get it: at the latest when nothing
    else is left to play. With an odd number of stones the same holds when one column is set apart,
    in which such a winning square waits for the player behind, who then gets its odd rows. Where
    nothing is seen the bound is the score of a win with the next stone.
    """
    full, step, odd_rows = board[FULL], board[STEP], board[ODD_ROWS]
    nothing_seen = (board[SQUARES] + 1 - stones) // 2
    empty = full ^ taken
    if step % 2 == 0:
        return nothing_seen if has_four(mine | empty, step) else 0
    odd = empty & odd_rows
    begun = taken + board[BOTTOM] & full & ~odd_rows
    if stones % 2 == 0:
        if has_four(mine | odd | begun, step):
            return nothing_seen
        best = 0
        # Only columns that are not begun: there it is the player behind who gets even rows.
        waiting = danger & ~odd_rows
        for at in range(FILES, FILES + board[COLUMNS] if waiting else FILES):
            file = board[at]
            if waiting & file and not begun & file:
                best = min(best, loss_on(waiting & file, file, step))
        return best
    best = nothing_seen if has_four(mine | empty, step) else 0
    waiting = danger & odd_rows
    for at in range(FILES, FILES + board[COLUMNS] if waiting else FILES):
        file = board[at]
        squares = waiting & file
        if squares and begun & file:
            below = (squares & -squares) - 1 & file & empty & ~odd_rows
            if not has_four(mine | odd & ~file | begun & ~file | below, step):
                best = min(best, loss_on(squares, file, step))
    return best


@kernel
def loss_on(squares: int, file: int, step: int) -> int:
    """The score of a loss on the lowest of these squares, all other columns being full by then."""
    row = how_many((squares & -squares) - 1 & file)
    return -((step - row) // 2)


# --- the table -------------------------------------------------------------------------------


@kernel
def key_of(mine: int, taken: int, stones: int, board: Array) -> int:
    """The key of a position: in the first half of a game the same for its mirror image."""
    key = mine + taken
    if stones < board[SQUARES] // 2:
        return min(key, mirrored(key, board[STEP], board[COLUMNS]))
    return key


@kernel
def place_of(key: int, board: Array) -> int:
    """Where the two numbers lie that may be for this key."""
    return ((key * GOLDEN & MASK) >> board[SHIFT]) << 1


@kernel
def known(key: int, place: int, table: Array) -> int:
    """What the table has for this key: AT_MOST or AT_LEAST more than a score, or 0 for nothing."""
    for at in range(place, place + 2):
        if table[at] >> BITS == key:
            return table[at] & (1 << BITS) - 1
    return 0


# --- the search ------------------------------------------------------------------------------


@kernel
def put_in_order(first: int, moves: int, mine: int, taken: int, stones: int, board: Array) -> int:
    """The end of the list of these moves, which begins at `first`: those with most threats first.

    Half a threat more is each on a row that falls to this player in the end: odd for who began.
    For each move the list has its number, the square, and the squares that would win then.
    """
    last = first
    rows = board[ODD_ROWS] if stones % 2 == 0 else ~board[ODD_ROWS]
    for at in range(FILES, FILES + board[COLUMNS]):
        move = moves & board[at]
        if move:
            threats = winning_squares(mine | move, taken | move, board[FULL], board[STEP])
            number = 2 * how_many(threats) + how_many(threats & rows)
            here = last
            while here > first and board[here - 3] < number:
                board[here], board[here + 1] = board[here - 3], board[here - 2]
                board[here + 2] = board[here - 1]
                here -= 3
            board[here], board[here + 1], board[here + 2] = number, move, threats
            last += 3
    return last


@kernel
def bound(  # noqa: PLR0912, PLR0915 - one search in one piece: a call in it costs time
    mine: int, danger: int, taken: int, stones: int, goal: int, board: Array, table: Array
) -> int:
    """A number from `goal` up that the score is at least, or one below it that it is at most.

    The player to move must not be able to win at once; `danger` are the winning squares of the
    other. It has no meaning once more was visited than MOST allows; then nothing more gets into the
    table.
    """
    if board[VISITS] >= board[MOST]:
        return 0
    board[VISITS] += 1
    full, squares = board[FULL], board[SQUARES]
    free = taken + board[BOTTOM] & full
    forced = free & danger
    if forced & forced - 1:
        return -((squares - stones) // 2)  # two squares to stop the other, and one stone
    # Whoever plays right below a winning square of the other gives it to him.
    moves = (forced or free) & ~(danger >> 1)
    if moves == 0:
        return -((squares - stones) // 2)
    if stones >= squares - 2:
        return 0
    # No one wins with the next stone, so these are the soonest win and the soonest loss.
    most = (squares - 1 - stones) // 2
    if most < goal:
        return most
    best = (stones + 2 - squares) // 2
    if best >= goal:
        return best
    theirs = taken ^ mine
    if moves & moves - 1 == 0:
        taken |= moves
        threats = winning_squares(mine | moves, taken, full, board[STEP])
        return -bound(theirs, threats, taken, stones + 1, 1 - goal, board, table)

    near = stones >= squares - NEAR
    key = key_of(mine, taken, stones, board)
    place = place_of(key, board)
    asked = stones < squares * 3 // 4
    found = 0 if near else known(key, place, table)
    if found >= EITHER:
        if found - AT_LEAST >= goal:
            return found - AT_LEAST
    elif found:
        most = min(most, found - AT_MOST)
    if not forced:
        most = min(most, most_by_following(mine, danger, taken, stones, board))
    if most < goal:
        return most

    first = LISTS + LIST * stones
    last = put_in_order(first, moves, mine, taken, stones, board)
    for here in range(first, last if asked else first, 3):
        # What the table knows of a move is enough, or shows that it is not worth a search.
        after = key_of(theirs, taken | board[here + 1], stones + 1, board)
        found = known(after, place_of(after, board), table)
        if 0 < found < EITHER:
            if AT_MOST - found >= goal:
                return AT_MOST - found
        elif found and AT_LEAST - found < goal:
            board[here + 1] = 0
            best = max(best, AT_LEAST - found)
    for here in range(first, last, 3):
        if board[here + 1] == 0:
            continue
        after = taken | board[here + 1]
        value = -bound(theirs, board[here + 2], after, stones + 1, 1 - goal, board, table)
        if board[VISITS] >= board[MOST]:
            return 0
        if value > best:
            best = value
            if best >= goal:
                break
    best = min(best, most)
    if near:
        return best
    if table[place] >> BITS != key:
        table[place + 1] = table[place]
    table[place] = key << BITS | best + (AT_LEAST if best >= goal else AT_MOST)
    return best


@kernel
def next_goal(least: int, most: int, far: int) -> int:
    """Which score to ask for next, when it is known to lie between these two.

    A win or a loss that is near is quick to find or to rule out, so those come first, from both
    ends. Of the scores that are left the small ones are likely: who wins at all, then how late.
    """
    if most > far or least < -far:
        return most if most > -least else least + 1
    if least < 1 <= most:
        return 1
    return least + 1 if least >= 0 else most


@kernel
def score_of(mine: int, taken: int, board: Array, table: Array) -> int:
    """The score of a position that is not won, or UNFINISHED."""
    full, step, squares = board[FULL], board[STEP], board[SQUARES]
    stones = how_many(taken)
    if winning_squares(mine, taken, full, step) & taken + board[BOTTOM]:
        return (squares + 1 - stones) // 2
    danger = winning_squares(taken ^ mine, taken, full, step)
    least, most = -((squares - stones) // 2), max((squares - 1 - stones) // 2, 0)
    while least < most:
        goal = next_goal(least, most, squares // 6)
        found = bound(mine, danger, taken, stones, goal, board, table)
        if board[VISITS] >= board[MOST]:
            return UNFINISHED
        if found >= goal:
            least = found
        else:
            most = found
    return least
