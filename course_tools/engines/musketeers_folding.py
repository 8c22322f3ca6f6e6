"""Three Musketeers folded up: placements of the musketeers without their mirror images.

The musketeers' squares are one number of a position, their *placement*; the guards are the other,
a bit for each of the squares that are left, in reading order. Of each placement and its mirror
images one is kept, so a whole game is a few hundred bitmaps for each side to move. On 5 by 5
squares with three musketeers there are 2,200 placements out of line, 301 of them kept, and
2 ** 22 sets of guards for each.

A musketeer's move takes one guard off, and a guard's move takes none: so positions fall into layers
by their number of guards, and each layer follows from the one below.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from course_lib.game import Game, State
from course_lib.games.squares import square_symmetries
from course_lib.games.three_musketeers import GUARD, MUSKETEER, ThreeMusketeers

Placement = tuple[int, ...]
"""The musketeers' squares, numbered in reading order, the lowest first."""


class Undone(NamedTuple):
    """A capture taken back, from the placement `after` it to the one it was made from.

    The set of guards before is that of `where[bit]` for each bit set afterwards, and `taken`, the
    guard that was captured. Bit `left` was the musketeer's own square: no guard stands there.
    """

    after: int
    left: int
    taken: int
    where: tuple[int, ...]


class Made(NamedTuple):
    """A capture made: whom it takes, and the placement it leads to, `None` if that is in line.

    `where` says which bit each bit set before is afterwards; `None` for that of the guard taken.
    """

    taken: int
    after: int | None
    where: list[int | None]


class Folding:
    """The placements of one board and number of musketeers, and what becomes of each."""

    def __init__(self, rows: int, columns: int, musketeers: int) -> None:
        """Number the placements that are not in line, mirror images once."""
        self.rows, self.columns, self.musketeers = rows, columns, musketeers
        self.squares = rows * columns
        self.bits = self.squares - musketeers
        if not (musketeers >= 2 and self.bits >= 1):
            raise ValueError(
                f"{musketeers} musketeers on {rows} rows and {columns} columns: there must be two"
                " or more, and a square left for a guard"
            )
        self.images = tuple(image.places for image in square_symmetries(rows, columns))
        self.kept: list[Placement] = []
        self.weights: list[int] = []
        self._number: dict[Placement, int] = {}
        # Of an orbit the last is kept: so the lowest bits are far from the musketeers, and stay as
        # they are in most captures.
        for placement in reversed([*combinations(range(self.squares), musketeers)]):
            if placement not in self._number and not self.in_line(placement):
                orbit = {self._moved(placement, image) for image in self.images}
                self._number |= dict.fromkeys(orbit, len(self.kept))
                self.weights.append(len(orbit))
                self.kept.append(placement)

    def in_line(self, placement: Placement) -> bool:
        """Whether all musketeers stand in one row or one column."""
        one_row = len({at // self.columns for at in placement}) == 1
        return one_row or len({at % self.columns for at in placement}) == 1

    def free(self, number: int) -> list[int]:
        """The squares without a musketeer, in reading order: where each bit of a guard stands."""
        return [at for at in range(self.squares) if at not in self.kept[number]]

    def find(self, placement: Placement, guards: int) -> tuple[int, int]:
        """The number of a placement out of line, and the set of guards there.

        `guards` has a bit for each square of the board.
        """
        number, image = self._number[placement], next(self._onto_kept(placement))
        places = {at: 1 << bit for bit, at in enumerate(self.free(number))}
        return number, sum(places[image[at]] for at in range(self.squares) if guards >> at & 1)

    def steps(self, number: int) -> list[tuple[int, int]]:
        """The moves of guards, as the bits they leave and enter."""
        bit = {at: bit for bit, at in enumerate(self.free(number))}
        return [(bit[at], bit[to]) for at in bit for to in self.next_to[at] if to in bit]

    def near(self, number: int) -> int:
        """The bits of the squares next to a musketeer."""
        placement = self.kept[number]
        around = {to for at in placement for to in self.next_to[at]}
        return sum(1 << bit for bit, at in enumerate(self.free(number)) if at in around)

    def carried(self, placement: Placement, squares: list[int]) -> tuple[int, list[int | None]]:
        """The number of a placement out of line, and the bit that each of these squares has there.

        A square with a musketeer on it has none.
        """
        number, image = self._number[placement], next(self._onto_kept(placement))
        bits = {at: bit for bit, at in enumerate(self.free(number))}
        return number, [bits.get(image[at]) for at in squares]

    def captures(self, number: int) -> list[Made]:
        """Every capture from this placement."""
        placement, squares = self.kept[number], self.free(number)
        found = []
        for at in placement:
            for to in self.next_to[at]:
                if to not in placement:
                    rest = tuple(sorted({*placement, to} - {at}))
                    lost = self.in_line(rest)
                    after, where = (None, []) if lost else self.carried(rest, squares)
                    found.append(Made(squares.index(to), after, where))
        return found

    def turns(self, number: int) -> list[list[int | None]]:
        """Where each bit goes in every image that carries a kept placement onto itself."""
        squares = self.free(number)
        bits = {at: bit for bit, at in enumerate(squares)}
        return [[bits[image[at]] for at in squares] for image in self._onto_kept(self.kept[number])]

    @cached_property
    def undone(self) -> list[list[Undone]]:
        """For each placement every capture from it, or from a mirror image of it, taken back."""
        found: list[list[Undone]] = [[] for _ in self.kept]
        for after, placement in enumerate(self.kept):
            squares = self.free(after)
            for at in placement:
                rest = [other for other in placement if other != at]
                for left in self.next_to[at]:
                    before = tuple(sorted([*rest, left]))
                    if before not in self._number:
                        continue
                    number = self._number[before]
                    bits = {place: bit for bit, place in enumerate(self.free(number))}
                    # A placement that is its own image has several ways onto the one kept; each
                    # gives other sets of guards.
                    for image in self._onto_kept(before):
                        where = tuple(0 if to == left else bits[image[to]] for to in squares)
                        found[number].append(
                            Undone(after, squares.index(left), bits[image[at]], where)
                        )
        return found

    @cached_property
    def next_to(self) -> tuple[tuple[int, ...], ...]:
        """For each square the squares above, left, right and below it."""
        return tuple(
            tuple(
                row * self.columns + column
                for row, column in (
                    (at // self.columns - 1, at % self.columns),
                    (at // self.columns, at % self.columns - 1),
                    (at // self.columns, at % self.columns + 1),
                    (at // self.columns + 1, at % self.columns),
                )
                if 0 <= row < self.rows and 0 <= column < self.columns
            )
            for at in range(self.squares)
        )

    def _onto_kept(self, placement: Placement) -> Iterator[tuple[int, ...]]:
        """The images that carry this placement onto the one that is kept of it."""
        kept = self.kept[self._number[placement]]
        return (image for image in self.images if self._moved(placement, image) == kept)

    @staticmethod
    def _moved(placement: Placement, image: tuple[int, ...]) -> Placement:
        """The image of a placement."""
        return tuple(sorted(image[at] for at in placement))


def squares_of(state: State) -> tuple[Placement, int]:
    """The musketeers' squares in a state, and the guards as bits of the board."""
    board = state.board
    placement = tuple(at for at, mark in enumerate(board) if mark == MUSKETEER)
    return placement, sum(1 << at for at, mark in enumerate(board) if mark == GUARD)


def musketeers_game(game: Game) -> ThreeMusketeers:
    """The game, if it is one of musketeers."""
    if not isinstance(game, ThreeMusketeers):
        raise ValueError(
            f"this solver knows Three Musketeers on any board, such as ThreeMusketeers(); it was"
            f" given {game!r}"
        )
    return game
