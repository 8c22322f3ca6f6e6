"""The search behind the exact scores of Connect Four, in plain Python: `searcher(board, table)`.

It is alpha-beta with a window of no width, which asks only "is the score at least `goal`?". On top
of that: squares that lose at once are never tried, the move that makes most threats is tried
first, what was found out is kept in a table, and `most_by_following` sees what no search has to.
"""

from __future__ import annotations

from collections.abc import Callable

from course_lib.solvers.four_board import FourBoard
from course_lib.solvers.four_following import most_by_following

Bound = Callable[[int, int, int, int, int], int]
"""`bound(mine, danger, taken, stones, goal)`: see `searcher`."""

Table = dict[int, tuple[int, int]]
"""For each position searched: its score is at least the first number and at most the second."""

MOST_ENTRIES = 4_000_000


def searcher(board: FourBoard, table: Table) -> Bound:
    """The function `bound(mine, danger, taken, stones, goal)` for one board, with this table.

    It gives a number from `goal` up if the score of the player to move is at least that number, and
    one below `goal` if the score is at most that number. `mine` are his stones, `taken` all stones,
    `stones` how many, `danger` the winning squares of the other player. The player to move must not
    be able to win at once.
    """
    full, bottom, squares, files = board.full, board.bottom, board.squares, board.files
    winning_squares = board.winning_squares
    # In the second half of the game mirror images hardly ever meet again.
    mirror_until = squares // 3

    def bound(  # noqa: PLR0912 - one search in one piece: a call in it costs time
        mine: int, danger: int, taken: int, stones: int, goal: int
    ) -> int:
        free = (taken + bottom) & full
        forced = free & danger
        if forced & (forced - 1):
            return -((squares - stones) // 2)  # two squares to stop the other, and one stone
        # Whoever plays right below a winning square of the other gives it to him.
        moves = (forced or free) & ~(danger >> 1)
        if not moves:
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
        if not moves & (moves - 1):
            taken |= moves
            threats = winning_squares(mine | moves, taken)
            return -bound(theirs, threats, taken, stones + 1, 1 - goal)

        key = mine + taken
        if stones < mirror_until:
            key = min(key, board.mirrored(mine) + board.mirrored(taken))
        least_known, most_known = table.get(key, (best, most))
        if least_known >= goal:
            return least_known
        if most_known < goal:
            return most_known
        if not forced:
            most = min(most_known, most_by_following(board, mine, danger, taken, stones))
            if most < goal:
                return most

        tries: list[tuple[int, int, int, int]] = []
        for file in files:
            move = moves & file
            if move:
                after = taken | move
                threats = winning_squares(mine | move, after)
                tries.append((-threats.bit_count(), len(tries), after, threats))
        tries.sort()
        for _, _, after, threats in tries:
            value = -bound(theirs, threats, after, stones + 1, 1 - goal)
            if value > best:
                best = value
                if best >= goal:
                    break
        if len(table) >= MOST_ENTRIES:
            table.clear()
        table[key] = (best, most_known) if best >= goal else (least_known, min(best, most))
        return best

    return bound
