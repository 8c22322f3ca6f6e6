"""A Gomoku board that knows its patterns: for every five squares in a line, who can still fill it.

Five squares in a line, a *window*, are all that Gomoku is about: who holds all five has won. So
for each window and each player the board keeps two numbers:

    . X X . X      3 stones of X, and nothing in the way: one more stone makes a four
    O X X . X      the same with a stone of O in it: nothing for X any more

A window is *live* for a player while nothing is in the way. Where only exactly five in a row win,
an own stone right before or behind a window is in the way too, for it would make six.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from course_lib.games.k_in_a_row import KInARow
from course_lib.games.rows import EMPTY, Board, lines_through

WORTH = (0, 1, 6, 32, 160, 0)
"""What a live window with so many stones counts for its player."""

NOBODY = -1
"""Stands on an empty place; a player is 0 or 1, as in `game.players`."""

REACH = 2
"""How far from the other stones a stone is ever put."""


class Lines(NamedTuple):
    """What is where on a board: the same for all positions of a game.

    `windows` has the five places of each window. For each place `through` has the windows it is
    part of, `beside` those it spoils from outside for its own player, `near` the places around.
    """

    windows: tuple[tuple[int, ...], ...]
    through: tuple[tuple[int, ...], ...]
    beside: tuple[tuple[int, ...], ...]
    near: tuple[tuple[int, ...], ...]


class GomokuBoard:
    """Stones that can be put down and taken back, and all live windows by their stones.

    `live[player][number]` is the set of live windows with so many stones of this player, `score`
    what they count together. `bits` has for each player a number with a bit for each stone:
    together they say which position this is.
    """

    def __init__(self, game: KInARow, stones: Board) -> None:
        """Put these stones on the board, given as in a state of the game."""
        self.lines = lines_of(game)
        self.middle = game.rows // 2 * game.columns + game.columns // 2
        windows = len(self.lines.windows)
        self.at = [NOBODY] * len(stones)
        self.bits = [0, 0]
        self.score = [0, 0]
        self.live: list[list[set[int]]] = [[set() for _ in range(6)] for _ in range(2)]
        for player in range(2):
            self.live[player][0].update(range(windows))
        self._count = [[0] * windows for _ in range(2)]
        self._in_the_way = [[0] * windows for _ in range(2)]
        self._near = [0] * len(stones)
        for place, mark in enumerate(stones):
            if mark != EMPTY:
                self.put(place, game.players.index(mark))

    def put(self, place: int, player: int) -> None:
        """Put a stone of this player on an empty place."""
        other = 1 - player
        mine, my_way, my_live = self._of(player)
        theirs, their_way, their_live = self._of(other)
        for window in self.lines.through[place]:
            count = mine[window]
            mine[window] = count + 1
            if not my_way[window]:
                my_live[count].remove(window)
                my_live[count + 1].add(window)
                self.score[player] += WORTH[count + 1] - WORTH[count]
            if not their_way[window]:
                their_live[theirs[window]].remove(window)
                self.score[other] -= WORTH[theirs[window]]
            their_way[window] += 1
        for window in self.lines.beside[place]:
            if not my_way[window]:
                my_live[mine[window]].remove(window)
                self.score[player] -= WORTH[mine[window]]
            my_way[window] += 1
        self._lay(place, player, 1)

    def take_back(self, place: int) -> None:
        """Take the stone from this place: everything is as it was before it was put there."""
        player = self.at[place]
        other = 1 - player
        mine, my_way, my_live = self._of(player)
        theirs, their_way, their_live = self._of(other)
        for window in self.lines.beside[place]:
            my_way[window] -= 1
            if not my_way[window]:
                my_live[mine[window]].add(window)
                self.score[player] += WORTH[mine[window]]
        for window in self.lines.through[place]:
            count = mine[window]
            mine[window] = count - 1
            if not my_way[window]:
                my_live[count].remove(window)
                my_live[count - 1].add(window)
                self.score[player] -= WORTH[count] - WORTH[count - 1]
            their_way[window] -= 1
            if not their_way[window]:
                their_live[theirs[window]].add(window)
                self.score[other] += WORTH[theirs[window]]
        self._lay(place, player, -1)

    # --- what a player can do next ---------------------------------------------------------------

    def fives(self, player: int) -> list[int]:
        """The places where one stone wins for this player."""
        return sorted(set(self._gaps(self.live[player][4])))

    def fours(self, player: int) -> dict[int, set[int]]:
        """The places where a stone makes a four, each with the places where the five then is.

        One such place is a threat that can be answered by a stone there. Two can't be answered.
        """
        found: dict[int, set[int]] = {}
        for window in self.live[player][3]:
            one, two = self._gaps([window])
            found.setdefault(one, set()).add(two)
            found.setdefault(two, set()).add(one)
        return dict(sorted(found.items()))

    def threes(self, player: int) -> list[int]:
        """The places where a stone makes a window of three."""
        return sorted(set(self._gaps(self.live[player][2])))

    def answers_to_threes(self, player: int, fours: dict[int, set[int]]) -> list[int] | None:
        """The other's only defences where this player threatens a four that can't be answered.

        `None` if there is no such threat. `fours` are this player's, and nobody has a five. A
        defence takes the place of that four, or of one of its fives, whichever of these fours
        one thinks of; or else it makes a four, which has to be answered first.
        """
        threats = [{place, *fives} for place, fives in fours.items() if len(fives) > 1]
        if not threats:
            return None
        return sorted(set.intersection(*threats).union(self.fours(1 - player)))

    def candidates(self) -> list[int]:
        """The empty places near a stone; on an empty board the middle, or all if that is taken."""
        found = [place for place, near in enumerate(self._near) if near and self.at[place] < 0]
        if not found:
            empty = [place for place, player in enumerate(self.at) if player < 0]
            found = [self.middle] if len(empty) == len(self.at) else empty
        return found

    def promise(self, place: int) -> int:
        """How much a stone here changes: what live windows through it gain, for whom they are."""
        return sum(
            WORTH[count[window] + 1] - WORTH[count[window]]
            for count, in_the_way in zip(self._count, self._in_the_way, strict=True)
            for window in self.lines.through[place]
            if not in_the_way[window]
        )

    # --- helpers ---------------------------------------------------------------------------------

    def _of(self, player: int) -> tuple[list[int], list[int], list[set[int]]]:
        """This player's stones in each window, what is in the way there, and the live windows."""
        return self._count[player], self._in_the_way[player], self.live[player]

    def _gaps(self, windows: Iterable[int]) -> list[int]:
        """The empty places of these windows."""
        places = self.lines.windows
        return [place for window in windows for place in places[window] if self.at[place] < 0]

    def _lay(self, place: int, player: int, step: int) -> None:
        """Note that a stone was put here (step 1) or taken back (step -1)."""
        self.at[place] = player if step > 0 else NOBODY
        self.bits[player] ^= 1 << place
        for around in self.lines.near[place]:
            self._near[around] += step


@lru_cache(maxsize=16)
def lines_of(game: KInARow) -> Lines:
    """The windows of a game of five in a row, and where they lie."""
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for through in lines_through(game):
        found.update(through)
    windows = tuple(sorted(found))
    squares = game.rows * game.columns
    through_place: list[list[int]] = [[] for _ in range(squares)]
    beside: list[list[int]] = [[] for _ in range(squares)]
    for number, window in enumerate(windows):
        for place in window:
            through_place[place].append(number)
        for place in found[window]:
            beside[place].append(number)
    near = tuple(_around(game, *divmod(place, game.columns)) for place in range(squares))
    return Lines(windows, tuple(map(tuple, through_place)), tuple(map(tuple, beside)), near)


def _around(game: KInARow, row: int, column: int) -> tuple[int, ...]:
    """The places at most `REACH` rows and columns away from this one."""
    rows = range(max(row - REACH, 0), min(row + REACH + 1, game.rows))
    columns = range(max(column - REACH, 0), min(column + REACH + 1, game.columns))
    return tuple(
        game.columns * near_row + near_column
        for near_row in rows
        for near_column in columns
        if (near_row, near_column) != (row, column)
    )
