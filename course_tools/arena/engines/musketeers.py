"""Three Musketeers, every position: who wins, and the quickest way to the end.

    table = MusketeersTable(ThreeMusketeers())
    table.make()                      once, in some seconds with numba, into a file of 158 MB
    table.winner(state)               who wins if both sides play their best
    table.values(state)               1 for each action that wins, and -1 for each that loses
    table.best_line(state)            moves to the end: the winner's quickest, the loser's slowest

A musketeer's move takes one guard off, and a guard's move takes none. So positions fall into layers
by their number of guards, each layer follows from the one below, and nothing is ever searched.

A position is two numbers: the *placement* of the musketeers, and a bit for each guard on one of the
squares that are left, in reading order. Of a placement and its mirror images one is kept. On 5 x 5
squares with three musketeers there are 2,200 placements out of line, 301 of them kept, and 2 ** 22
sets of guards for each. The table has a bit for each of these with the guards to move, set where
the musketeers win; what the musketeers have is one capture further.

Nor does it take a table of distances to know how soon a game ends. The guards can win within four
captures where they win the game *in which the musketeers win by taking four guards*: that is the
same table with another lowest layer. A few such tables, each forgotten again, find the distance.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np

from course_lib.game import Action, Player, State
from course_lib.games.squares import square_symmetries
from course_lib.games.three_musketeers import GUARD, MUSKETEER, ThreeMusketeers
from course_lib.plain import write_whole
from course_lib.play.progress import with_progress
from course_tools.arena.engines.jit import have_numba
from course_tools.arena.engines.musketeers_kernels import (
    ALL,
    CALM,
    NOTHING,
    Whole,
    Words,
    guards_layer,
    musketeers_layer,
)

LOW = 6
"""So many bits of a set of guards are a place in a word of the table."""

MOST_BYTES = 1_000_000_000
"""A larger table would not fit into an ordinary computer's memory."""

MOST_BITS_IN_PLAIN_PYTHON = 9
"""With more squares for guards the work would take hours without numba."""

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


class Folding:
    """The placements of one board and number of musketeers, mirror images once."""

    def __init__(self, rows: int, columns: int, musketeers: int) -> None:
        """Number the placements that are not in line."""
        self.columns, self.squares = columns, rows * columns
        self.bits = self.squares - musketeers
        self.images = tuple(image.places for image in square_symmetries(rows, columns))
        beside = ((-1, 0), (0, -1), (0, 1), (1, 0))
        self.next_to = [
            [
                (at // columns + down) * columns + at % columns + right
                for down, right in beside
                if 0 <= at // columns + down < rows and 0 <= at % columns + right < columns
            ]
            for at in range(self.squares)
        ]
        self.kept: list[Placement] = []
        self.weights: list[int] = []
        """How many mirror images each of them has, itself among them."""
        self._number: dict[Placement, int] = {}
        # Of an orbit the last is kept: so the lowest bits are far from the musketeers, and stay as
        # they are in most captures.
        for placement in reversed([*combinations(range(self.squares), musketeers)]):
            if placement not in self._number and not self._in_line(placement):
                orbit = {_moved(placement, image) for image in self.images}
                self._number |= dict.fromkeys(orbit, len(self.kept))
                self.weights.append(len(orbit))
                self.kept.append(placement)

    def find(self, state: State) -> tuple[int, int]:
        """The number of a state's placement, which is out of line, and its set of guards there."""
        placement = tuple(at for at, mark in enumerate(state.board) if mark == MUSKETEER)
        number, image = self._number[placement], next(self._onto_kept(placement))
        bits = {at: 1 << bit for bit, at in enumerate(self._free(number))}
        return number, sum(bits[image[at]] for at, mark in enumerate(state.board) if mark == GUARD)

    def near(self, number: int) -> int:
        """The bits of the squares next to a musketeer."""
        around = {to for at in self.kept[number] for to in self.next_to[at]}
        return sum(1 << bit for bit, at in enumerate(self._free(number)) if at in around)

    def steps(self, number: int) -> tuple[Whole, Whole]:
        """The ways of guards: `apart` and `paths` as `guards_layer` wants them."""
        bits = {at: bit for bit, at in enumerate(self._free(number))}
        apart: dict[int, int] = {}
        paths = []
        for at, low in bits.items():
            for high in [bits[to] for to in self.next_to[at] if to > at and to in bits]:
                if low >= LOW:
                    apart[high - low] = apart.get(high - low, 0) | 1 << low - LOW
                else:
                    paths.append((low, high))
        return _table(list(apart.items()), 2), _table(paths, 2)

    def undone(self) -> list[Whole]:
        """For each placement every capture from it, or from a mirror image of it, taken back.

        A row is after, left, taken and where. The lowest 14 bits are looked up in two tables, so
        there are as many at least.
        """
        found: list[list[Undone]] = [[] for _ in self.kept]
        for after, placement in enumerate(self.kept):
            squares = self._free(after)
            for at in placement:
                for left in self.next_to[at]:
                    before = tuple(sorted({*placement, left} - {at}))
                    if before not in self._number:
                        continue
                    number = self._number[before]
                    bits = {place: bit for bit, place in enumerate(self._free(number))}
                    # A placement that is its own image has several ways onto the one kept; each
                    # gives other sets of guards.
                    for image in self._onto_kept(before):
                        where = tuple(0 if to == left else bits[image[to]] for to in squares)
                        found[number].append(
                            Undone(after, squares.index(left), bits[image[at]], where)
                        )
        spare = [0] * max(0, 14 - self.bits)
        return [
            _table([(*one[:3], *one.where, *spare) for one in undone], 3 + self.bits + len(spare))
            for undone in found
        ]

    def _free(self, number: int) -> list[int]:
        """The squares without a musketeer, in reading order: where each bit of a guard stands."""
        return [at for at in range(self.squares) if at not in self.kept[number]]

    def _in_line(self, placement: Placement) -> bool:
        one_row = len({at // self.columns for at in placement}) == 1
        return one_row or len({at % self.columns for at in placement}) == 1

    def _onto_kept(self, placement: Placement) -> Iterator[tuple[int, ...]]:
        """The images that carry this placement onto the one that is kept of it."""
        kept = self.kept[self._number[placement]]
        return (image for image in self.images if _moved(placement, image) == kept)


def _moved(placement: Placement, image: tuple[int, ...]) -> Placement:
    return tuple(sorted(image[at] for at in placement))


def _table(rows: Sequence[tuple[int, ...]], columns: int) -> Whole:
    """The rows as an array, which keeps its columns if there are none."""
    return np.array(rows, dtype=np.int64).reshape(-1, columns)


# --- the table ----------------------------------------------------------------------------------


class MusketeersTable:
    """Who wins from every position of one board and one reading of the rules, in a file.

    The file is in the user's folder for data, or at `path`. It is written whole or not at all.
    """

    def __init__(self, game: ThreeMusketeers, path: Path | None = None) -> None:
        """Fold this game's board; nothing is worked out or read yet."""
        self.rules = game
        musketeers = game.initial.board.count(MUSKETEER)
        self.folding = Folding(game.rows, game.columns, musketeers)
        if not self.folding.kept:
            raise ValueError(f"on the board of {game!r} the musketeers are always in line")
        self.shape = len(self.folding.kept), 1 << max(0, self.folding.bits - LOW)
        size = 8 * math.prod(self.shape)
        if size > MOST_BYTES:
            raise ValueError(
                f"{game!r} has too many positions for a table: it would have {size / 1e9:,.0f}"
                " gigabytes"
            )
        name = f"three-musketeers-{game.rows}x{game.columns}-{musketeers}"
        name += "-pass" if game.stuck_guards == "pass" else ""
        name += "-any-moment" if game.stuck_musketeers == "any moment" else ""
        self.path = path or data_folder() / f"{name}.bits"

    @property
    def made(self) -> bool:
        """Whether the whole file is there; one that was cut short is none."""
        return self.path.exists() and self.path.stat().st_size == 8 * math.prod(self.shape)

    @property
    def possible(self) -> bool:
        """Whether it can be made here: a large board takes numba."""
        return self.folding.bits <= MOST_BITS_IN_PLAIN_PYTHON or have_numba()

    @cached_property
    def bitmaps(self) -> Words:
        """For each placement where the musketeers win, the guards to move, from the file."""
        return np.memmap(self.path, dtype="<u8", mode="r", shape=self.shape)

    def make(self) -> None:
        """Work out every position, and keep it."""
        bitmaps = self._worked_out(0, CALM, self.folding.bits, (0, 1))
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, bitmaps.data.cast("B"))

    def close(self) -> None:
        """Let go of the file, so that it can be deleted on every system."""
        self.__dict__.pop("bitmaps", None)

    def winner(self, state: State) -> Player:
        """Who wins from this position, if both sides play their best."""
        return self._winner(self.bitmaps, 0, state)

    def values(self, state: State) -> dict[Action, float]:
        """1 for every action that wins, and -1 for every one that loses."""
        return {
            action: 1 if self.winner(self.rules.result(state, action)) == state.to_move else -1
            for action in self.rules.actions(state)
        }

    def best_line(self, state: State) -> tuple[str, ...]:
        """The names of the moves to the end: the winner's quickest, the loser's slowest.

        So its length is the distance of the end.
        """
        rules, winner = self.rules, self.winner(state)
        most = state.board.count(GUARD) - (state.to_move == "musketeers")
        if winner == "guards":  # by what the musketeers must capture, never by their own step
            times = [(most - captures, ALL) for captures in range(most + 1)]
        else:  # after that many captures, and maybe one step more
            times = [(least, kind) for least in range(most, -1, -1) for kind in (NOTHING, CALM)]
        # `enough` says who wins in the shortest time that the winner needs, `less` in less.
        enough = less = (self.bitmaps, 0)
        first, last = 0, len(times) - 1
        while first < last:
            middle = (first + last) // 2
            bitmaps = self._worked_out(*times[middle], most, self._colours(state))
            known = bitmaps, times[middle][0]
            if self._winner(*known, state) == winner:
                enough, last = known, middle
            else:
                less, first = known, middle + 1
        names = []
        while actions := rules.actions(state):
            hurries = state.to_move == winner
            known = enough if hurries else less
            after = ((action, rules.result(state, action)) for action in actions)
            fitting = (
                action for action, one in after if (self._winner(*known, one) == winner) == hurries
            )
            action = next(fitting, actions[0])
            names.append(rules.action_name(action))
            state = rules.result(state, action)
        return tuple(names)

    def _winner(self, bitmaps: Words, least: int, state: State) -> Player:
        """Who wins by these bitmaps, in which nobody is taken from so few guards."""
        rules = self.rules
        if rules.is_terminal(state):
            return str(rules.winner(state))
        if state.to_move == "musketeers":
            after = (rules.result(state, action) for action in rules.actions(state))
            won = state.board.count(GUARD) > least and any(
                self._winner(bitmaps, least, one) == "musketeers" for one in after
            )
        else:
            number, guards = self.folding.find(state)
            won = bool(int(bitmaps[number, guards >> LOW]) >> (guards & 63) & 1)
        return "musketeers" if won else "guards"

    def _colours(self, state: State) -> tuple[int, ...]:
        """Which of the two kinds of positions can come up after this state: 0, 1 or both.

        Colour the squares like a chessboard. A capture moves one musketeer to the other colour and
        takes one guard off, so guards and musketeers on black are even together from first to last,
        or odd. A mirror image can change the colours where a side of the board has even length.
        """
        rules, board = self.rules, state.board
        if board.count(MUSKETEER) % 2 and not rules.rows % 2 == rules.columns % 2 == 1:
            return 0, 1
        places = [at for at, mark in enumerate(board) if mark == MUSKETEER]
        return ((self._black(tuple(places)) + board.count(GUARD)) % 2,)

    def _black(self, placement: Placement) -> int:
        """How many of these squares are black, or an even number more."""
        return sum(sum(divmod(at, self.rules.columns)) for at in placement)

    def _worked_out(self, least: int, lowest: int, most: int, colours: tuple[int, ...]) -> Words:
        """The bitmaps of the layers from `least` to `most` guards, `lowest` of which counts as won.

        NOTHING: the musketeers win there where the guards can't move, CALM: also where nobody is
        near after the guards' move, ALL: everywhere. With no guards left the last two are the same.
        Positions of other `colours` are left out.
        """
        folding, rules = self.folding, self.rules
        bitmaps = np.zeros(self.shape, dtype=np.uint64)
        busy = np.zeros((2, self.shape[0], max(1, self.shape[1] // 64)), dtype=np.uint64)
        listed, starts, have, lows = self._lists
        readings = rules.stuck_guards == "pass", rules.stuck_musketeers == "any moment"

        black = [self._black(placement) for placement in folding.kept]

        def work(layer: int, number: int) -> None:
            near, kind = self._near[number], lowest if layer == least else CALM
            mine = np.empty(self.shape[1], dtype=np.uint64)
            with np.errstate(over="ignore"):  # products wrap around, in plain Python too
                musketeers_layer(
                    *(layer, kind, near, self._undone[number], mine, bitmaps, busy, have, lows)
                )
                guards_layer(
                    *(layer, number, near, *self._steps[number], *readings, mine, bitmaps, busy),
                    *(listed, starts, lows),
                )

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            layers = range(least, most + 1)
            for layer in with_progress(layers, len(layers), "layers"):
                there = [at for at, own in enumerate(black) if (own + layer) % 2 in colours]
                for _ in pool.map(work, [layer] * len(there), there):
                    pass
        return bitmaps

    @cached_property
    def _near(self) -> list[int]:
        return [self.folding.near(number) for number in range(self.shape[0])]

    @cached_property
    def _steps(self) -> list[tuple[Whole, Whole]]:
        return [self.folding.steps(number) for number in range(self.shape[0])]

    @cached_property
    def _undone(self) -> list[Whole]:
        return self.folding.undone()

    @cached_property
    def _lists(self) -> tuple[Whole, Whole, Whole, Words]:
        """`listed`, `starts`, `have` and `lows`, as the kernels want them."""
        bits, number = self.folding.bits, self.shape[1]
        have = np.bitwise_count(np.arange(number)).astype(np.int64)
        listed = np.argsort(have, kind="stable").astype(np.int64)
        starts = np.searchsorted(have[listed], np.arange(number.bit_length() + 1)).astype(np.int64)
        # The array is longer than a word has bits, so that layers beyond find an empty mask.
        lows = np.zeros(max(bits, LOW) + 1, dtype=np.uint64)
        for place in range(min(64, 1 << bits)):
            lows[place.bit_count()] |= np.uint64(1 << place)
        return listed, starts, have, lows


def data_folder() -> Path:
    """Where this system keeps what programs make for one user."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "adversarial-search"
