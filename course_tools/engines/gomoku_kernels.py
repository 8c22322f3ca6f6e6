"""A Gomoku board that knows its patterns, and the searches on it, compiled where numba is there.

Five squares in a line, a *window*, are all that Gomoku is about: who holds all five has won. So for
each window and each player the board keeps two numbers:

    . X X . X      3 stones of X, and nothing in the way: one more stone makes a four
    O X X . X      the same with a stone of O in it: nothing for X any more

A window is *live* for a player while nothing is in the way. Where only exactly five in a row win,
an own stone right before or behind a window is in the way too, for it would make six.

Three searches work on such a board. That for *forced wins by fours* sees very far, because a four
leaves the defender no choice: he has to take the place where the five would be, and if there are
two such places he is lost.

    1. Can the attacker make a five? Then he wins.
    2. Can the defender? Then the attacker must stop that, with a four, or this way is over.
    3. Try every four. With two places for the five it wins. With one, the defender takes
       that place, and we begin again at 1.

Nothing else the defender could do has to be looked at: whatever it is, a five answers it. With
*threes* as well, which threaten a four that can't be answered, the defender has several ways to
meet each, but few: the search tries them all. And where nothing is forced, alpha-beta looks at few
moves, forced ones first. Players are 0 and 1, and places are numbered in reading order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from course_lib.games.k_in_a_row import KInARow, lines_through
from course_tools.engines.jit import Array, array_kernel, kernel, zeros

WORTH = (0, 1, 6, 32, 160, 0)
"""What a live window with so many stones counts for its player."""

REACH = 2
"""How far from the other stones a stone is ever put."""

WIN = 1_000_000
SURE = WIN - 1_000
"""A value from here on is a forced win: WIN minus the number of moves until then."""

WIDTH = 14
"""How many moves alpha-beta tries where nothing is forced: those that change most."""

LOST, CUT, OUT = -1, -2, -3
"""There is no line; there may be a longer one; too many positions have been searched."""

FOR_EVER = 127
"""Stands for lost with any number of threats."""

THROUGH, BESIDE, NEAR = 21, 9, 25
"""So much room a place has in the lists of `Board`: for all that there can be, and an end."""

LISTS = 6
"""So many lists of live windows a player has: by their stones, 0 to 5."""

KEY, WORTHS = 2, 3
"""What stands where in `totals`, behind what the windows of both players count."""

SEARCHED, ALLOWED, RAN_OUT = range(3)
"""What stands where in `spent`."""

MASK, GOLDEN = 0x7FFFFFFFFFFFFFFF, 0x1E3779B97F4A7C15


class Board(NamedTuple):
    """What is where on a board, its stones, and the live windows.

    The first five never change. In lists of different lengths -1 ends each, and in those for two
    players the second's numbers follow the first's.
    """

    places: Array
    """The five places of each window."""
    through: Array
    """For each place THROUGH numbers: the windows it is part of."""
    beside: Array
    """For each place BESIDE numbers: the windows it spoils from outside for its own player."""
    near: Array
    """For each place NEAR numbers: the places around it."""
    salt: Array
    """For each player and place a random number, of which keys are made."""
    at: Array
    """For each place who has a stone there, or -1."""
    nearby: Array
    """For each place how many stones are near."""
    count: Array
    """For each player and window how many own stones it has."""
    in_the_way: Array
    """For each player and window how many stones are in the way."""
    live: Array
    """For each player and number of stones, 0 to 5, the live windows, in no order."""
    many: Array
    """How many windows each of these lists has."""
    slot: Array
    """For each player and window where in its list it stands."""
    totals: Array
    """What the live windows of both players count together; the key of the stones; WORTH."""


class Memory(NamedTuple):
    """A table of positions, and in `spent` those searched, those allowed, and whether they ran out.

    Two positions could share a key, which is so unlikely that it does not happen; and a win would
    still be true, since the tables of the threat searches keep only what can't be won.
    """

    keys: Array
    least: Array
    most: Array
    spent: Array


# --- the board ---------------------------------------------------------------------------------


def empty_board(game: KInARow, array: Callable[[Sequence[int]], Array]) -> Board:
    """A board without stones, in arrays of this kind."""
    fixed = lines_of(game)
    windows, squares = len(fixed[0]) // 5, game.rows * game.columns
    live = ([*range(windows)] + [0] * (5 * windows)) * 2
    changing: tuple[Sequence[int], ...] = (
        [-1] * squares,
        [0] * squares,
        [0] * (2 * windows),
        [0] * (2 * windows),
        live,
        [windows, *[0] * (LISTS - 1)] * 2,
        [*range(windows)] * 2,
        [0, 0, 1, *WORTH],
    )
    return Board(*map(array, (*fixed, *changing)))


@lru_cache(maxsize=16)
def lines_of(game: KInARow) -> tuple[Sequence[int], ...]:
    """The parts of an empty `Board` that never change."""
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for through in lines_through(game):
        found.update(through)
    windows = sorted(found)
    squares, rng = range(game.rows * game.columns), Random(1)
    through_place: list[list[int]] = [[] for _ in squares]
    beside: list[list[int]] = [[] for _ in squares]
    for number, window in enumerate(windows):
        for place in window:
            through_place[place].append(number)
        for place in found[window]:
            beside[place].append(number)
    near = [_around(game, *divmod(place, game.columns)) for place in squares]
    return (
        [place for window in windows for place in window],
        _filled(through_place, THROUGH),
        _filled(beside, BESIDE),
        _filled(near, NEAR),
        [rng.getrandbits(62) for _ in range(2) for _ in squares],
    )


def _filled(lists: Iterable[list[int]], width: int) -> list[int]:
    """These lists one after the other, each ended and filled up with -1."""
    return [number for some in lists for number in (*some, *[-1] * (width - len(some)))]


def _around(game: KInARow, row: int, column: int) -> list[int]:
    """The places at most `REACH` rows and columns away from this one."""
    rows = range(max(row - REACH, 0), min(row + REACH + 1, game.rows))
    columns = range(max(column - REACH, 0), min(column + REACH + 1, game.columns))
    return [
        game.columns * near_row + near_column
        for near_row in rows
        for near_column in columns
        if (near_row, near_column) != (row, column)
    ]


@kernel
def enter(board: Board, player: int, window: int) -> None:
    """Add a window to the live ones of this player."""
    windows = len(board.slot) // 2
    count = board.count[player * windows + window]
    stones = player * LISTS + count
    end = board.many[stones]
    board.live[stones * windows + end] = window
    board.slot[player * windows + window] = end
    board.many[stones] = end + 1
    board.totals[player] += board.totals[WORTHS + count]


@kernel
def leave(board: Board, player: int, window: int) -> None:
    """Take a window from the live ones of this player."""
    windows = len(board.slot) // 2
    count = board.count[player * windows + window]
    stones = player * LISTS + count
    end = board.many[stones] - 1
    last = board.live[stones * windows + end]
    place = board.slot[player * windows + window]
    board.live[stones * windows + place] = last
    board.slot[player * windows + last] = place
    board.many[stones] = end
    board.totals[player] -= board.totals[WORTHS + count]


@kernel
def spoil(board: Board, player: int, window: int, step: int) -> None:
    """Note one stone more in the way of this player in this window (step 1), or one less (-1)."""
    at = player * (len(board.slot) // 2) + window
    if step > 0 and board.in_the_way[at] == 0:
        leave(board, player, window)
    board.in_the_way[at] += step
    if step < 0 and board.in_the_way[at] == 0:
        enter(board, player, window)


@kernel
def change(board: Board, place: int, player: int, step: int) -> None:
    """Put a stone of this player on an empty place (step 1), or take it from there (step -1)."""
    mine = player * (len(board.slot) // 2)
    if step < 0:
        at = BESIDE * place
        while board.beside[at] >= 0:
            spoil(board, player, board.beside[at], step)
            at += 1
    at = THROUGH * place
    while board.through[at] >= 0:
        window = board.through[at]
        if board.in_the_way[mine + window] == 0:
            leave(board, player, window)
            board.count[mine + window] += step
            enter(board, player, window)
        else:
            board.count[mine + window] += step
        spoil(board, 1 - player, window, step)
        at += 1
    if step > 0:
        at = BESIDE * place
        while board.beside[at] >= 0:
            spoil(board, player, board.beside[at], step)
            at += 1
    board.at[place] = player if step > 0 else -1
    board.totals[KEY] ^= board.salt[player * len(board.at) + place]
    at = NEAR * place
    while board.near[at] >= 0:
        board.nearby[board.near[at]] += step
        at += 1


@kernel
def put(board: Board, place: int, player: int) -> None:
    """Put a stone of this player on an empty place."""
    change(board, place, player, 1)


@kernel
def take_back(board: Board, place: int) -> None:
    """Take the stone from this place: everything is as it was before it was put there."""
    change(board, place, board.at[place], -1)


@kernel
def two_fives(board: Board, player: int) -> tuple[int, int]:
    """The first two places where one stone wins for this player; -1 where there is none."""
    first, second = -1, -1
    start = (player * LISTS + 4) * (len(board.slot) // 2)
    for number in range(start, start + board.many[player * LISTS + 4]):
        window = board.live[number]
        for at in range(5 * window, 5 * window + 5):
            place = board.places[at]
            if board.at[place] < 0 and place != first:
                if first < 0 or place < first:
                    first, second = place, first
                elif second < 0 or place < second:
                    second = place
    return first, second


@kernel
def gaps(board: Board, window: int) -> tuple[int, int]:
    """The first and the last empty place of a window."""
    first, last = -1, -1
    for at in range(5 * window, 5 * window + 5):
        place = board.places[at]
        if board.at[place] < 0:
            if first < 0:
                first = place
            last = place
    return first, last


@array_kernel
def fours_of(board: Board, player: int) -> Array:
    """The places where a stone makes a four, in reading order, three numbers for each.

    The place, and the first two places where the five then is; -1 where there is only one, and it
    can be answered by a stone there. Two can't be answered.
    """
    number = board.many[player * LISTS + 3]
    start = (player * LISTS + 3) * (len(board.slot) // 2)
    found = zeros(6 * number)
    end = 0
    for at in range(start, start + number):
        one, two = gaps(board, board.live[at])
        for _ in range(2):
            here = end
            while here > 0 and found[here - 3] >= one:
                here -= 3
            if here < end and found[here] == one:
                if two < found[here + 1]:
                    found[here + 2] = found[here + 1]
                    found[here + 1] = two
                elif two != found[here + 1] and (found[here + 2] < 0 or two < found[here + 2]):
                    found[here + 2] = two
            else:
                for later in range(end - 1, here - 1, -1):
                    found[later + 3] = found[later]
                found[here], found[here + 1], found[here + 2] = one, two, -1
                end += 3
            one, two = two, one
    return found[:end]


@array_kernel
def threes_of(board: Board, player: int) -> Array:
    """The places where a stone makes a window of three, marked on a board."""
    marked = zeros(len(board.at))
    start = (player * LISTS + 2) * (len(board.slot) // 2)
    for number in range(start, start + board.many[player * LISTS + 2]):
        window = board.live[number]
        for at in range(5 * window, 5 * window + 5):
            if board.at[board.places[at]] < 0:
                marked[board.places[at]] = 1
    return marked


@array_kernel
def answers_to_threes(board: Board, player: int, fours: Array) -> tuple[bool, Array]:
    """Whether this player threatens a four that can't be answered, and all defences against it.

    `fours` are this player's, and nobody has a five. A defence takes the place of that four, or of
    one of its fives, whichever of these fours one thinks of; or else it makes a four, which has to
    be answered first.
    """
    threats = 0
    for row in range(0, len(fours), 3):
        threats += fours[row + 2] >= 0
    if threats == 0:
        return False, fours[:0]
    votes, seen = zeros(len(board.at)), zeros(len(board.at))
    start = (player * LISTS + 3) * (len(board.slot) // 2)
    for row in range(0, len(fours), 3):
        four = fours[row]
        if fours[row + 2] >= 0:
            votes[four] += 1
            for number in range(start, start + board.many[player * LISTS + 3]):
                one, two = gaps(board, board.live[number])
                if two == four:
                    one, two = two, one
                if one == four and seen[two] != four + 1:
                    seen[two] = four + 1
                    votes[two] += 1
    theirs = fours_of(board, 1 - player)
    for row in range(0, len(theirs), 3):
        votes[theirs[row]] = threats
    end = 0
    for place in range(len(votes)):
        if votes[place] == threats:
            seen[end] = place
            end += 1
    return True, seen[:end]


@array_kernel
def candidates(board: Board) -> Array:
    """The empty places near a stone, or all empty ones if there are none."""
    found = zeros(len(board.at))
    end = 0
    for near in range(1, -1, -1):
        for place in range(len(board.at)):
            if board.at[place] < 0 and board.nearby[place] >= near:
                found[end] = place
                end += 1
        if end:
            break
    return found[:end]


@kernel
def promise(board: Board, place: int) -> int:
    """How much a stone here changes: what live windows through it gain, for whom they are."""
    total, windows = 0, len(board.slot) // 2
    at = THROUGH * place
    while board.through[at] >= 0:
        for which in range(board.through[at], 2 * windows, windows):
            if board.in_the_way[which] == 0:
                count = board.count[which]
                total += board.totals[WORTHS + 1 + count] - board.totals[WORTHS + count]
        at += 1
    return total


@array_kernel
def ordered(board: Board, places: Array, width: int) -> Array:
    """The first of these places, ordered by what changes there; equal ones stay as they are."""
    found, worth = zeros(len(places)), zeros(len(places))
    for end in range(len(places)):
        gain = promise(board, places[end])
        here = end
        while here > 0 and worth[here - 1] < gain:
            found[here], worth[here] = found[here - 1], worth[here - 1]
            here -= 1
        found[here], worth[here] = places[end], gain
    return found[:width]


# --- the searches for threats ------------------------------------------------------------------


@kernel
def key_of(board: Board, player: int, depth: int) -> int:
    """The key of a position with this player to move, searched to this depth."""
    return board.totals[KEY] ^ (2 * depth + player + 1) * GOLDEN & MASK


@array_kernel
def threats_of(board: Board, player: int, danger: int, threes: int) -> Array:
    """The places with which this player threatens: the fours and, if wanted, then the threes.

    Where there is a `danger`, a five of the other's, only that place is left. With threes it need
    not threaten anything by itself: an earlier three may do that.
    """
    fours = fours_of(board, player)
    marked = threes_of(board, player) if threes else zeros(len(board.at))
    found, end = zeros(len(board.at)), 0
    if threes and danger >= 0:
        found[0] = danger
        return found[:1]
    for row in range(0, len(fours), 3):
        marked[fours[row]] = 0
        if danger < 0 or danger == fours[row]:
            found[end] = fours[row]
            end += 1
    for place in range(len(marked)):
        if marked[place]:
            found[end] = place
            end += 1
    return found[:end]


@array_kernel
def answers_to(board: Board, player: int) -> Array:
    """What the other may answer to the stone that this player has just put; none if no threat."""
    answers = zeros(2)
    answers[0], answers[1] = two_fives(board, player)
    if answers[0] >= 0:
        return answers[: 1 if answers[1] < 0 else 2]
    fours = fours_of(board, player)
    threatens, found = answers_to_threes(board, player, fours)
    if threatens and len(found) == 0:  # nothing helps, so one thing is as good as another
        for row in range(len(fours) - 3, -1, -3):
            if fours[row + 2] >= 0:
                answers[0] = fours[row]
        return answers[:1]
    return found


@array_kernel
def attack(  # noqa: PLR0912 - one search in one piece
    board: Board, memory: Memory, player: int, left: int, line: Array, ply: int, threes: int
) -> int:
    """How many stones the line has that wins with at most `left` threats; LOST, CUT or OUT.

    The line is written down from `ply` on: attacker, defender, attacker..., the last makes a five.
    The defender's stones are those that hold out longest, and of equal ones the first.
    """
    if memory.spent[SEARCHED] >= memory.spent[ALLOWED]:
        return OUT
    memory.spent[SEARCHED] += 1
    five, _ = two_fives(board, player)
    if five >= 0:
        line[ply] = five
        return 1
    danger, another = two_fives(board, 1 - player)
    if another >= 0:
        return LOST
    if threes and left == 0:
        return CUT
    key = key_of(board, player, 0)
    slot = key & len(memory.keys) - 1
    if memory.keys[slot] == key and memory.most[slot] >= left:
        return LOST if memory.most[slot] == FOR_EVER else CUT
    fours = fours_of(board, player)
    for row in range(0, len(fours) if left else 0, 3):
        if fours[row + 2] >= 0 and (danger < 0 or danger == fours[row]):
            for at in range(3):
                line[ply + at] = fours[row + at]
            return 3
    threats = threats_of(board, player, danger, threes)
    result = CUT if left == 0 and len(threats) else LOST
    longest = zeros(len(line) if threes else 0)
    for place in threats[: len(threats) if left else 0]:
        put(board, place, player)
        answers, length = answers_to(board, player), 0
        for answer in answers:
            put(board, answer, 1 - player)
            line[ply + 1] = answer
            found = attack(board, memory, player, left - 1, line, ply + 2, threes)
            take_back(board, answer)
            if found < 0:
                length = found
                break
            if found > length:
                length = found
                for at in range(found + 1 if len(answers) > 1 else 0):
                    longest[at] = line[ply + 1 + at]
        take_back(board, place)
        if length == OUT:
            return OUT
        if length > 0:
            line[ply] = place
            for at in range(length + 1 if len(answers) > 1 else 0):
                line[ply + 1 + at] = longest[at]
            return length + 2
        if length == CUT:
            result = CUT
    memory.keys[slot] = key
    memory.most[slot] = FOR_EVER if result == LOST else left
    return result


# --- alpha-beta --------------------------------------------------------------------------------


@kernel
def nearer(value: int) -> int:
    """The value of a win or loss that is one move further away."""
    return value - 1 if value >= SURE else value + 1 if value <= -SURE else value


@kernel
def further(value: int) -> int:
    """The value that `nearer` makes this one of."""
    return value + 1 if value >= SURE else value - 1 if value <= -SURE else value


@array_kernel
def value_of(  # noqa: PLR0912 - the same
    board: Board, memory: Memory, player: int, depth: int, alpha: int, beta: int
) -> int:
    """The value for this player, who is to move, if it lies between alpha and beta.

    From beta on the true value may be greater, up to alpha it may be less. It has no meaning once
    more is spent than allowed.
    """
    if memory.spent[SEARCHED] >= memory.spent[ALLOWED]:
        memory.spent[RAN_OUT] = 1
        return 0
    memory.spent[SEARCHED] += 1
    if board.many[(1 - player) * LISTS + 5]:
        return -WIN
    if board.many[player * LISTS + 4]:
        return WIN - 1
    danger, another = two_fives(board, 1 - player)
    if another >= 0:
        return 2 - WIN
    if danger >= 0:
        put(board, danger, player)
        value = value_of(board, memory, 1 - player, depth, further(-beta), further(-alpha))
        take_back(board, danger)
        return -nearer(value)
    fours = fours_of(board, player)
    for row in range(0, len(fours), 3):
        if fours[row + 2] >= 0:
            return WIN - 3
    if depth <= 0:
        return board.totals[player] - board.totals[1 - player]
    key = key_of(board, player, depth)
    slot = key & len(memory.keys) - 1
    least, most = -WIN, WIN
    if memory.keys[slot] == key:
        least, most = memory.least[slot], memory.most[slot]
        if least >= beta or least == most:
            return least
        if most <= alpha:
            return most
    threatened, places = answers_to_threes(board, 1 - player, fours_of(board, 1 - player))
    if not threatened:
        places = candidates(board)
    best = -WIN
    if len(places) == 0:
        # Whatever this move is, then comes a four that can't be answered; or the board is full.
        best = 4 - WIN if threatened else 0
    for place in ordered(board, places, WIDTH):
        put(board, place, player)
        low = max(alpha, best)
        value = value_of(board, memory, 1 - player, depth - 1, further(-beta), further(-low))
        take_back(board, place)
        if memory.spent[RAN_OUT]:
            return 0
        best = max(best, -nearer(value))
        if best >= beta:
            break
    memory.keys[slot] = key
    memory.least[slot] = best if best > alpha else least
    memory.most[slot] = best if best < beta else most
    return best


@array_kernel
def best_at(
    board: Board, memory: Memory, player: int, places: Array, depth: int
) -> tuple[int, int]:
    """The best value by a search so many moves deep, and the number of its place in this list.

    Of equal ones it is the first; -1 where too much was asked.
    """
    value, choice = -WIN, 0
    for number in range(len(places)):
        put(board, places[number], player)
        found = value_of(board, memory, 1 - player, depth - 1, further(-WIN), further(-value))
        take_back(board, places[number])
        if memory.spent[RAN_OUT]:
            return 0, -1
        if -nearer(found) > value:
            value, choice = -nearer(found), number
    return value, choice
