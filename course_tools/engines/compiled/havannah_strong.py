"""A strong search of one state of Havannah by the compiled loop: its arrays, and what they say."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, NamedTuple

import numpy as np

from course_tools.engines.compiled.compiled_games import CompiledGame, version
from course_tools.engines.compiled.havannah_nodes_compiled import (
    FIRST,
    MADE,
    MOVE,
    PROVEN,
    TOTAL,
    VISITS,
    Room,
)
from course_tools.engines.compiled.havannah_tree_compiled import strong_searching
from course_tools.engines.compiled.havannah_ways_compiled import TARGETS
from course_tools.engines.compiled.hex_compiled import STONES

LARGEST = 1 << 22
"""Nodes there is room for at most, in an eighth of a gigabyte; a full tree grows no more."""

READY = 8
"""So many visits a node has before it gets children."""


class Options(NamedTuple):
    """What the search makes use of, in the order of the compiled options, and how much it tries."""

    rave: bool = True
    bridges: bool = True
    forced: bool = True
    prove: bool = True
    prior: bool = True
    ways: bool = True
    c: float = 0.0


class StrongSearch:
    """A search from one state, which can be carried on for as long as wanted."""

    def __init__(self, found: CompiledGame, rng: Random, options: Options, most: int) -> None:
        """Make the root, and room for what so many simulations can need, or the most there is.

        `visits` will be how many simulations were done.
        """
        self.found, self.c = found, float(options.c)
        self.options = np.array([*map(int, options[:-1]), READY], dtype=np.int64)
        self.chance = np.array([rng.getrandbits(64)], dtype=np.uint64)
        # Forced children come beside those that all nodes get.
        room = min(LARGEST, (most // READY + 2) * int(found.rules[-1]) + 4 * most)
        # The system hands out this memory when it is touched.
        self.facts = np.zeros((room, 8), dtype=np.int32)
        self.used = np.array([1], dtype=np.int64)
        self.room = room_for(found)
        self.visits = 0

    @property
    def settled(self) -> bool:
        """Whether the result of the game is certain, if both sides play their best."""
        return bool(self.facts[0, PROVEN])

    def run(self, simulations: int) -> None:
        """Do so many simulations more, unless the result gets certain before."""
        search = _loop()
        rules, start = self.found.rules, self.found.start
        options, room = self.options, self.room
        self.visits += search(
            rules, start, self.facts, self.used, options, simulations, self.chance, self.c, room
        )

    def run_for(self, seconds: float, simulations: float = math.inf) -> None:
        """Go on until the time is over, all simulations are done, or the result is certain."""
        end = time.perf_counter() + seconds
        batch = 64
        while self.visits < simulations and not self.settled:
            start = time.perf_counter()
            self.run(int(min(batch, simulations - self.visits)))
            now = time.perf_counter()
            if now >= end:
                break
            # A batch takes about a hundredth of a second, and the last one what is left.
            each = (now - start) / batch
            batch = max(1, min(2 * batch, int(min(0.01, end - now) / each)))

    def best(self) -> tuple[float, int]:
        """The value for the player to move, on the utility scale, and the number of the move.

        That is a move that wins for certain, or else the one most looked at of those not known to
        lose; of several that lose the one most looked at, too.
        """
        first, made = int(self.facts[0, FIRST]), int(self.facts[0, MADE])
        children = self.facts[first : first + made].astype(np.int64)
        proven, visits, total = children[:, PROVEN], children[:, VISITS], children[:, TOTAL]
        rank = np.where(proven == 3, 2, np.where(proven == 1, 0, 1))
        at = max(range(made), key=lambda child: (rank[child], visits[child], total[child]))
        if proven[at]:
            value = float(proven[at]) - 2
        elif self.settled:
            value = 2 - float(self.facts[0, PROVEN])
        else:
            value = float(total[at]) / max(int(visits[at]), 1) - 1
        return value, int(children[at, MOVE])


def room_for(found: CompiledGame) -> Room:
    """Arrays to work in, for the board of this game."""
    rules = found.rules
    cells = int(rules[-1])
    # The upper right neighbour of the last cell has the number after those of the board.
    numbers = int(rules[STONES]) + 1
    return Room(
        places=np.empty(cells, dtype=np.int16),
        where=np.empty(numbers, dtype=np.int16),
        path=np.empty(cells + 2, dtype=np.int64),
        missing=np.empty((2, numbers), dtype=np.int64),
        ways=np.empty((TARGETS + 1, numbers), dtype=np.int8),
        lists=np.empty((2, cells), dtype=np.int16),
        spare=np.empty_like(found.start),
    )


@cache
def _loop() -> Callable[..., int]:
    """The loop, made once; numba keeps it from run to run."""
    return strong_searching(version())


def strong_search(
    found: CompiledGame, simulations: int | None, seconds: float | None, rng: Random, options: Any
) -> tuple[float, int]:
    """The value of this state for the player to move, and the number of the best move found."""
    search = StrongSearch(found, rng, Options(**options), simulations or LARGEST)
    if seconds is None:
        search.run(simulations or 1)
    else:
        search.run_for(seconds, simulations or math.inf)
    return search.best()
