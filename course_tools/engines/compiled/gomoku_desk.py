"""One position of Gomoku with all its searches, compiled: the twin of `PlainPosition`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from random import Random

import numpy as np

from course_lib.games.k_in_a_row import Gomoku, KInARow
from course_lib.games.rows import EMPTY, Board
from course_tools.engines.compiled import gomoku_compiled as compiled
from course_tools.engines.compiled.gomoku_compiled import Array, Desk, Memory
from course_tools.engines.players.gomoku_board import lines_of
from course_tools.engines.players.gomoku_forced import Line
from course_tools.engines.players.gomoku_search import SURE, Found

THREAT_BITS, TABLE_BITS = 15, 17
"""The tables have two to the power of this many entries."""

NO_LIMIT = 2**62
"""Stands for as many as one likes."""


class CompiledPosition:
    """A board in arrays, and the compiled searches on it."""

    def __init__(self, game: KInARow, stones: Board) -> None:
        """Look at these stones."""
        self._middle = game.rows // 2 * game.columns + game.columns // 2
        self._desk = empty_desk(game)
        self._memories: dict[str, Memory] = {}
        self.stopped = False
        whose = {EMPTY: -1, game.players[0]: 0, game.players[1]: 1}
        compiled.put_all(self._desk, np.array([whose[mark] for mark in stones]))

    def put(self, place: int, player: int) -> None:
        """Put a stone of this player on an empty place."""
        compiled.put(self._desk, place, player)

    def take_back(self, place: int) -> None:
        """Take the stone from this place."""
        compiled.take_back(self._desk, place)

    def fives(self, player: int) -> list[int]:
        """The places where one stone wins for this player."""
        desk = self._desk
        windows = desk.windows[desk.live[player, 4, : desk.many[player, 4]]].ravel()
        return sorted({int(place) for place in windows if desk.at[place] < 0})

    def fours(self, player: int) -> dict[int, set[int]]:
        """The places where a stone makes a four, each with the first two places for the five."""
        rows = compiled.fours_of(self._desk, player).tolist()
        return {place: {five for five in fives if five >= 0} for place, *fives in rows}

    def threes(self, player: int) -> list[int]:
        """The places where a stone makes a window of three."""
        return _listed(np.flatnonzero(compiled.threes_of(self._desk, player)))

    def answers_to_threes(self, player: int, fours: dict[int, set[int]]) -> list[int] | None:
        """The other's only defences against a four that can't be answered; `None` without one."""
        rows = compiled.fours_of(self._desk, player)
        threatened, answers = compiled.answers_to_threes(self._desk, player, rows)
        return _listed(answers) if threatened else None

    def candidates(self) -> list[int]:
        """The empty places near a stone; on an empty board the middle, or all if that is taken."""
        if (self._desk.at < 0).all():
            return [self._middle]
        return _listed(compiled.candidates(self._desk))

    def promise(self, place: int) -> int:
        """How much a stone here changes."""
        return int(compiled.promise(self._desk, place))

    def estimate(self, player: int) -> int:
        """How much more this player's live windows are worth than the other's."""
        return int(self._desk.score[player] - self._desk.score[1 - player])

    def stop(self) -> None:
        """End the search that runs, and all later ones, as if no position were left.

        Another thread may say so: the searches let go of Python while they run.
        """
        self.stopped = True
        for memory in tuple(self._memories.values()):
            memory.spent[1] = 0

    def forced_line(
        self, player: int, most_fours: float, positions: float, *, threes: bool
    ) -> Line | None:
        """A shortest line of fours, or of fours and threes, that wins for this player to move."""
        memory = self._memory("threes" if threes else "fours", positions)
        line = np.zeros(len(self._desk.at) + 3, dtype=np.int64)
        most = int(min(most_fours, compiled.FOR_EVER - 1))
        found = compiled.forced_line(self._desk, memory, player, most, line, threes)
        return _listed(line[:found]) if found > 0 else None

    def best(self, player: int, places: list[int], depth: float, positions: float) -> Found:
        """The best of these places for this player to move, as far as alpha-beta sees."""
        memory = self._memory("alphabeta", positions)
        places = _listed(compiled.ordered(self._desk, np.array(places), len(places)))
        best = Found(self.estimate(player), places[0], 0, 0)
        while best.depth < depth and abs(best.value) < SURE:
            value, choice = compiled.best_at(
                self._desk, memory, player, np.array(places), best.depth + 1
            )
            if choice < 0:
                break
            best = Found(int(value), places[choice], best.depth + 1, 0)
            places.insert(0, places.pop(choice))
        return best._replace(searched=int(memory.spent[0]))

    def _memory(self, name: str, positions: float) -> Memory:
        """The table of this search, with nothing spent yet of what is allowed."""
        if name not in self._memories:
            size = 1 << (TABLE_BITS if name == "alphabeta" else THREAT_BITS)
            self._memories[name] = Memory(
                keys=np.zeros(size, dtype=np.uint64),
                least=np.zeros(size, dtype=np.int64),
                most=np.zeros(size, dtype=np.int64),
                spent=np.zeros(3, dtype=np.int64),
            )
        memory = self._memories[name]
        memory.spent[:] = 0, NO_LIMIT if positions == math.inf else positions, 0
        if self.stopped:  # asked last, so that a stop from another thread is never overwritten
            memory.spent[1] = 0
        return memory


@cache
def get_ready() -> None:
    """Compile or load all that a position needs, once, before any clock runs."""
    position = CompiledPosition(Gomoku(5), (EMPTY,) * 25)
    position.put(12, 0)
    position.take_back(12)
    position.answers_to_threes(0, position.fours(0))
    position.threes(0)
    position.promise(12)
    position.forced_line(0, 1, 1, threes=False)
    position.best(0, _listed(compiled.candidates(position._desk)), 1, 1)  # noqa: SLF001 - our own


def empty_desk(game: KInARow) -> Desk:
    """A desk for this game, without stones."""
    fixed, salt = _fixed(game)
    windows, squares = len(fixed["windows"]), game.rows * game.columns
    live = np.zeros((2, 6, windows), dtype=np.int64)
    live[:, 0] = np.arange(windows)
    many = np.zeros((2, 6), dtype=np.int64)
    many[:, 0] = windows
    return Desk(
        windows=fixed["windows"],
        through=fixed["through"],
        beside=fixed["beside"],
        near=fixed["near"],
        at=np.full(squares, -1, dtype=np.int64),
        count=np.zeros((2, windows), dtype=np.int64),
        in_the_way=np.zeros((2, windows), dtype=np.int64),
        live=live,
        many=many,
        slot=np.array([np.arange(windows)] * 2),
        score=np.zeros(2, dtype=np.int64),
        nearby=np.zeros(squares, dtype=np.int64),
        salt=salt,
        key=np.ones(1, dtype=np.uint64),
    )


@lru_cache(maxsize=16)
def _fixed(game: KInARow) -> tuple[dict[str, Array], Array]:
    """What is where on a board, as arrays, and the random numbers that keys are made of."""
    lines, rng = lines_of(game), Random(1)
    squares = game.rows * game.columns
    salt = [[rng.getrandbits(64) for _ in range(squares)] for _ in range(2)]
    fixed = {name: _array(rows) for name, rows in lines._asdict().items()}
    return fixed, np.array(salt, dtype=np.uint64)


def _array(rows: Sequence[Sequence[int]]) -> Array:
    """These numbers row by row, each row filled up with -1; at least one column."""
    width = max(1, *map(len, rows))
    filled = [[*row, *[-1] * (width - len(row))] for row in rows]
    return np.array(filled, dtype=np.int64).reshape(len(rows), width)


def _listed(numbers: Array) -> list[int]:
    """These numbers in plain Python."""
    return [int(number) for number in numbers]
