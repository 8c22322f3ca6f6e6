"""A search by the compiled loop: its arrays, which grow with the tree, and the tree as nodes."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import numpy as np

from course_lib.game import Game, State
from course_lib.search.node import Node
from course_tools.engines.compiled.compiled_games import CompiledGame, Functions, version
from course_tools.engines.compiled.loops_compiled import searching
from course_tools.engines.compiled.tree_compiled import (
    FIRST,
    IN_FACTS,
    IN_UNTRIED,
    MADE,
    MEAN,
    MOVE,
    PROVEN,
    TOTAL,
    UNTRIED,
    VISITS,
    Tree,
)

LARGEST = 1 << 24
"""Nodes there is room for at most, in three quarters of a gigabyte; a full tree grows no more."""

MOST_UNTRIED = 1 << 27
"""Moves not tried for which there is room at most, in a quarter of a gigabyte."""

CERTAIN = {1: (0.0, 1.0), 2: (0.5, 0.5), 3: (1.0, 0.0)}
"""What is proven: the rewards of who moved into the node, and of the other."""


class CompiledSearch:
    """A search from one state, which can be carried on for as long as wanted."""

    def __init__(self, found: CompiledGame, rng: Random, *, c: float, prove: bool) -> None:
        """Make the root. Of `rng` one number is taken; all chance of the search comes from it."""
        self.found = found
        self.c = float(c)
        self.chance = np.array([rng.getrandbits(64)], dtype=np.uint64)
        self.most_nodes = LARGEST
        self.worth = np.zeros((1, 2))
        self.facts = np.zeros((1, 8), dtype=np.int32)
        self.facts[0, UNTRIED] = -1
        self.untried = np.zeros(0, dtype=np.int16)
        self.used = np.array([1, 0, prove], dtype=np.int64)

    @property
    def visits(self) -> int:
        """How many simulations were done."""
        return int(self.facts[0, VISITS])

    @property
    def settled(self) -> bool:
        """Whether the result of the game is certain, if both sides play their best."""
        return bool(self.facts[0, PROVEN])

    def run(self, simulations: int) -> None:
        """Do so many simulations more."""
        search = _loop(self.found.functions)
        while simulations > 0:
            whole = len(self.facts) >= self.most_nodes or len(self.untried) >= MOST_UNTRIED
            tree = Tree(self.worth, self.facts, self.untried, self.used)
            rules, start = self.found.rules, self.found.start
            simulations -= search(rules, start, tree, whole, simulations, self.chance, self.c)
            if simulations > 0:
                self._make_room()

    def run_for(self, seconds: float, simulations: float = math.inf) -> None:
        """Go on until the time is over, all simulations are done, or the result is certain."""
        end = time.perf_counter() + seconds
        batch = 64
        while self.visits < simulations and not (self.settled and self.visits):
            start = time.perf_counter()
            self.run(int(min(batch, simulations - self.visits)))
            now = time.perf_counter()
            if now >= end:
                break
            # A batch takes about a hundredth of a second, and the last one what is left.
            each = (now - start) / batch
            batch = max(1, min(2 * batch, int(min(0.01, end - now) / each)))

    def tree(self, game: Game, state: State, levels: int = 1) -> Node:
        """The root as a `Node`, with so many levels of nodes below it."""
        seat = game.players.index(game.to_move(state))
        root = Node(state, seat, None, None)
        self._fill(game, root, 0, levels)
        # In our arrays the root counts for the other player, who would have moved into it.
        root.total = root.visits - root.total
        return root

    def _fill(self, game: Game, node: Node, at: int, levels: int) -> None:
        """Copy what is known of a node, and of so many levels below it."""
        facts = [int(number) for number in self.facts[at]]
        node.visits, node.total = facts[VISITS], facts[TOTAL] / 2
        if facts[PROVEN]:
            rewards = CERTAIN[facts[PROVEN]]
            mover = node.seat if node.parent else 1 - node.seat
            node.proven = rewards if mover == 0 else (rewards[1], rewards[0])
        if levels == 0:
            return
        for child in range(facts[FIRST], facts[FIRST] + facts[MADE]):
            action = self.found.action(game, node.state, int(self.facts[child, MOVE]))
            state = game.result(node.state, action)
            below = Node(state, game.players.index(game.to_move(node.state)), node, action)
            node.children.append(below)
            if self.worth[child, MEAN] > -math.inf:
                node.open.append(below)
            self._fill(game, below, child, levels - 1)
        if facts[UNTRIED] >= 0:
            tried = {child.action for child in node.children}
            left = [action for action in game.actions(node.state) if action not in tried]
            node.untried = left if facts[UNTRIED] else []

    def _make_room(self) -> None:
        """Twice as much room for nodes, or for moves that were not tried."""
        most = int(self.found.rules[-1])
        if self.used[IN_FACTS] + 2 * most + 4 > len(self.facts):
            room = min(max(2 * len(self.facts), 64 * most), max(self.most_nodes, 8 * most))
            self.facts, self.worth = _longer(self.facts, room), _longer(self.worth, room)
        if self.used[IN_UNTRIED] + most > len(self.untried):
            self.untried = _longer(self.untried, max(2 * len(self.untried), 64 * most))


def _longer(array: Any, length: int) -> Any:
    """A copy of this array with room for more, which the system hands out when it is touched."""
    longer = np.zeros((length, *array.shape[1:]), dtype=array.dtype)
    longer[: len(array)] = array
    return longer


@cache
def _loop(functions: Functions) -> Callable[..., int]:
    """The loop for the game of these functions, made once; numba keeps it from run to run."""
    return searching(functions, version())
