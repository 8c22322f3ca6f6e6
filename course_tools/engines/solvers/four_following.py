"""What a player can force in Connect Four by always answering on top of the other's stone.

It works on boards with an even number of rows. Say that the player *behind* (who is not to move)
answers every stone with one right above it. Then of each column that holds an even number of
stones, the player to move gets the odd rows only, counted from 1 at the bottom, and the other
the even ones:

    6 o                Columns with an odd number of stones begin the other way round. Their lowest
    5 x                empty squares are dealt with in pairs: when the player to move takes one,
    4 o                the one behind takes another, and from there on answers on top. So of these
    3 x                squares we only know that the player to move may get them.
    2 o
    1 x                All this needs an even number of such columns, hence of stones.

If the squares that the player to move may get hold no four, he cannot win. If the one behind has
a winning square among those that are his, he will even get it: at the latest when nothing else is
left to play. With an odd number of stones the same holds when one column is set apart, in which
such a winning square waits for the player behind, who then gets the odd rows of that column.
"""

from __future__ import annotations

from course_tools.engines.solvers.four_board import FourBoard


def most_by_following(board: FourBoard, mine: int, danger: int, taken: int, stones: int) -> int:
    """A bound that the score of the player to move does not exceed, for all that is seen here.

    `danger` are the winning squares of the player behind, none of them within reach. Where nothing
    is seen the bound is the score of a win with the next stone.
    """
    nothing_seen = board.winning_score(stones)
    if board.rows % 2:
        return 0 if not board.has_four(mine | board.full ^ taken) else nothing_seen
    empty = board.full ^ taken
    odd = empty & board.odd_rows
    begun = (taken + board.bottom) & board.full & ~board.odd_rows
    if stones % 2 == 0:
        if board.has_four(mine | odd | begun):
            return nothing_seen
        # Only columns that are not begun: there it is the player behind who gets even rows.
        waiting = danger & ~board.odd_rows
        sure = (waiting & file for file in board.files if not begun & file)
        return min((_worth(board, squares) for squares in sure if squares), default=0)
    best = nothing_seen if board.has_four(mine | empty) else 0
    waiting = danger & board.odd_rows
    for file in board.files:
        squares = waiting & file
        if squares and begun & file:
            below = (squares & -squares) - 1 & file & empty & ~board.odd_rows
            if not board.has_four(mine | odd & ~file | begun & ~file | below):
                best = min(best, _worth(board, squares))
    return best


def _worth(board: FourBoard, squares: int) -> int:
    """The score of a loss on the lowest of these squares, all other columns being full by then."""
    row = ((squares & -squares).bit_length() - 1) % board.step
    return -board.winning_score(board.squares - (board.rows - row))
