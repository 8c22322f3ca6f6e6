"""The search behind the exact scores of Connect Four, in plain Python.

`searcher(board, table)` is alpha-beta with a window of no width, which asks only "is the score at
least `goal`?", and `exact(board, bound)` asks that until it knows the score. On top of it: squares
that lose at once are never tried, the move that makes most threats is tried first, what was found
out is kept in a table, and `most_by_following` sees what no search has to.
"""

from __future__ import annotations

from collections.abc import Callable

from course_tools.engines.solvers.four_board import FourBoard
from course_tools.engines.solvers.four_following import most_by_following

Bound = Callable[[int, int, int, int, int], int]
"""`bound(mine, danger, taken, stones, goal)`: see `searcher`."""

ScoreOf = Callable[[int, int], int]
"""`score_of(mine, taken)`: the score of a position that is not won."""

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


def exact(board: FourBoard, bound: Bound) -> ScoreOf:
    """The function `score_of(mine, taken)`, which asks this search for bounds until they meet."""

    def score_of(mine: int, taken: int) -> int:
        stones = taken.bit_count()
        if board.winning_squares(mine, taken) & (taken + board.bottom):
            return board.winning_score(stones)
        danger = board.winning_squares(taken ^ mine, taken)
        least = -((board.squares - stones) // 2)
        most = max((board.squares - 1 - stones) // 2, 0)
        while least < most:
            goal = next_goal(least, most, board.squares // 6)
            found = bound(mine, danger, taken, stones, goal)
            if found >= goal:
                least = found
            else:
                most = found
        return least

    return score_of


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
