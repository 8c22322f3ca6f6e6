"""The compiled loop of Monte Carlo tree search, for any game that is compiled.

A node of the tree is a number. `facts[node]` has eight whole numbers and `worth[node]` two
fractions. The children of a node lie side by side, in the order in which they were made; there is
room for four of them at first, and whenever a fifth, ninth, seventeenth... is made they move to
where there is room for twice as many. The moves not tried yet lie in `untried`, in the order of the
game at first. What each phase does, and why, stands in `course_lib.search.mcts`.

`searching(functions, version)` makes the loop for the four functions of a game (`jit` says which).
numba keeps what it compiled from run to run; the loop holds the `version` of all compiled files, so
that it is not used any more once one has changed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, NamedTuple

import numpy as np

from course_lib.game import Game, State
from course_lib.search.mcts import Node
from course_tools.arena.engines.jit import (
    Array,
    CompiledGame,
    Functions,
    array_kernel,
    jitable,
    version,
    words,
)
from course_tools.arena.engines.rows_kernels import GOING_ON, GOLDEN, WON, drawn

int64, _ = words()

VISITS, TOTAL, FIRST, MADE, UNTRIED, MOVES, MOVE, PROVEN = range(8)
"""What stands where in the facts of a node.

TOTAL counts half points, for who moved into the node: 2 a win, 1 a draw. FIRST and MADE say where
its children are, UNTRIED and MOVES the same of the moves not tried; UNTRIED is -1 as long as nobody
asked. PROVEN is 0, or else 1 more than what is certain: 3 a win, 2 a draw, 1 a loss.
"""

MEAN, SPREAD = range(2)
"""Of `worth`: the mean reward, or -inf for a child not worth a look; 1 / sqrt(visits)."""

IN_FACTS, IN_UNTRIED, PROVE = range(3)
"""Of `used`: how many nodes and moves there are; whether what is certain is carried up."""


class Tree(NamedTuple):
    """The arrays of a tree."""

    worth: Array
    facts: Array
    untried: Array
    used: Array


ROOTS = np.array([math.sqrt(math.log(max(visits, 1))) for visits in range(4096)])
"""sqrt(log(visits)) for the visits that most nodes have; to look it up is quicker."""


# --- the phases -------------------------------------------------------------------------------


@jitable
def select(
    facts: Array, worth: Array, path: Array, c: float, put: Any, rules: Array, board: Array
) -> int:
    """How deep the way down by UCB goes; the board follows, and the path has its nodes."""
    node = depth = 0
    path[0] = 0
    # Below a proven node there is nothing to find out; only the root is chosen from all the same.
    while facts[node, UNTRIED] == 0 and (facts[node, PROVEN] == 0 or depth == 0):
        visits, first = facts[node, VISITS], facts[node, FIRST]
        doubt = c * (ROOTS[visits] if visits < len(ROOTS) else math.sqrt(math.log(visits)))
        end, best = first + facts[node, MADE], -math.inf
        for child in range(first, end):
            score = worth[child, MEAN] + doubt * worth[child, SPREAD]
            if score > best:
                node, best = child, score
        put(rules, board, facts[node, MOVE])
        depth += 1
        path[depth] = node
    return depth


@jitable
def note_moves(
    facts: Array, untried: Array, used: Array, node: int, places: Array, number: int
) -> None:
    """Keep these moves as those that were not tried at this node."""
    facts[node, UNTRIED], facts[node, MOVES] = number, used[IN_UNTRIED]
    for at in range(number):
        untried[used[IN_UNTRIED] + at] = places[at]
    used[IN_UNTRIED] += number


@jitable
def drawn_move(facts: Array, untried: Array, node: int, chance: Any) -> int:
    """A move that was not tried at this node, which from now on it is."""
    left = int64(facts[node, UNTRIED])
    at = facts[node, MOVES] + drawn(chance, left)
    last = facts[node, MOVES] + left - 1
    move = int64(untried[at])
    untried[at] = untried[last]
    facts[node, UNTRIED] = left - 1
    return move


@jitable
def new_child(facts: Array, worth: Array, used: Array, node: int, move: int) -> int:
    """A new child of this node, beside those it has, which may have to move."""
    made = int64(facts[node, MADE])
    if made == 0 or (made >= 4 and made & made - 1 == 0):
        before, place = facts[node, FIRST], used[IN_FACTS]
        used[IN_FACTS] += min(max(2 * made, 4), made + facts[node, UNTRIED] + 1)
        for child in range(made):
            for which in range(8):
                facts[place + child, which] = facts[before + child, which]
            for which in range(2):
                worth[place + child, which] = worth[before + child, which]
        facts[node, FIRST] = place
    facts[node, MADE] = made + 1
    child = int64(facts[node, FIRST]) + made
    facts[child, UNTRIED], facts[child, MOVE] = -1, move
    return child


@jitable
def backup(facts: Array, worth: Array, path: Array, depth: int, reward: int) -> None:
    """Count this game at every node of the path; the reward is for who moved into the last one."""
    for step in range(depth, -1, -1):
        node = path[step]
        facts[node, VISITS] += 1
        facts[node, TOTAL] += reward
        visits = facts[node, VISITS]
        worth[node, MEAN] = 0.5 * facts[node, TOTAL] / visits
        worth[node, SPREAD] = 1 / math.sqrt(visits)
        reward = 2 - reward


# --- what is certain --------------------------------------------------------------------------


@jitable
def prove_upwards(facts: Array, worth: Array, path: Array, depth: int) -> None:
    """Carry what is certain of the last node up the path, as far as it settles anything."""
    while depth and settled(path[depth - 1], path[depth], facts, worth):
        depth -= 1


@jitable
def settled(parent: int, child: int, facts: Array, worth: Array) -> bool:
    """Whether the parent's result is certain too, now that this child's is."""
    sure = facts[child, PROVEN]
    if facts[parent, PROVEN] or not sure:
        return False
    first = facts[parent, FIRST]
    end = first + facts[parent, MADE]
    if sure < 3:
        open_still = facts[parent, UNTRIED] > 0
        for other in range(first, end):
            open_still |= facts[other, PROVEN] == 0
            sure = max(sure, facts[other, PROVEN])
        if open_still:
            if facts[child, PROVEN] == 1:
                worth[child, MEAN] = -math.inf
            return False
    for other in range(first, end):
        as_good = facts[other, PROVEN] == sure
        mean = 0.5 * facts[other, TOTAL] / facts[other, VISITS]
        worth[other, MEAN] = mean if as_good else -math.inf
    facts[parent, UNTRIED] = 0
    facts[parent, PROVEN] = 4 - sure
    facts[parent, TOTAL] = facts[parent, VISITS] * (3 - sure)
    worth[parent, MEAN] = 0.5 * (3 - sure)
    return True


@jitable
def copy(source: Array, target: Array, number: int) -> None:
    """Copy the first numbers; for such short arrays a loop is quicker than a slice."""
    for at in range(number):
        target[at] = source[at]


def searching(functions: Functions, version: int) -> Callable[..., int]:
    """The loop `search(rules, start, tree, ...)` for the game of these functions."""
    moves, put, play, random_game = functions

    @array_kernel
    def search(
        rules: Array,
        start: Array,
        tree: Tree,
        whole: int,
        simulations: int,
        chance: Array,
        c: float,
    ) -> int:
        """How many simulations were done: all, or as many as the tree has room for.

        A `whole` tree grows no more; its simulations end at the nodes it has.
        """
        _ = version
        # Taken apart once: each time that costs as much as a move.
        worth, facts, untried, used = tree
        board = start.copy()
        places = np.empty(int64(rules[-1]), dtype=np.int16)
        path = np.empty(int64(rules[-2]) + 2, dtype=np.int64)
        for done in range(simulations):
            room = used[IN_FACTS] + 2 * len(places) + 4 <= len(facts)
            room &= used[IN_UNTRIED] + len(places) <= len(untried)
            if not room and not whole:
                return done
            copy(start, board, len(start))
            depth = select(facts, worth, path, c, put, rules, board)
            node = path[depth]
            if room and facts[node, PROVEN] == 0:
                if facts[node, UNTRIED] < 0:
                    number = moves(rules, board, places)
                    note_moves(facts, untried, used, node, places, number)
                chance[0] += GOLDEN
                move = drawn_move(facts, untried, node, chance[0])
                node = new_child(facts, worth, used, node, move)
                outcome = play(rules, board, move)
                if outcome != GOING_ON:
                    facts[node, PROVEN] = 3 if outcome == WON else 2
                depth += 1
                path[depth] = node
            sure = facts[node, PROVEN]
            if sure:
                reward = int64(sure) - 1
            else:
                number = moves(rules, board, places)
                reward = 2 - random_game(rules, board, places, number, chance)
            backup(facts, worth, path, depth, reward)
            if used[PROVE] and sure and facts[node, VISITS] == 1:
                prove_upwards(facts, worth, path, depth)
        return simulations

    return search


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


def run_for(search: Any, seconds: float | None, simulations: int | None) -> None:
    """Go on until the time is over, all simulations are done, or the result is certain."""
    if seconds is None:
        search.run(simulations or 1)
        return
    end, most = time.perf_counter() + seconds, simulations or math.inf
    batch = 64
    while search.visits < most and not (search.settled and search.visits):
        start = time.perf_counter()
        search.run(int(min(batch, most - search.visits)))
        now = time.perf_counter()
        if now >= end:
            break
        # A batch takes about a hundredth of a second, and the last one what is left.
        each = (now - start) / batch
        batch = max(1, min(2 * batch, int(min(0.01, end - now) / each)))


def _longer(array: Any, length: int) -> Any:
    """A copy of this array with room for more, which the system hands out when it is touched."""
    longer = np.zeros((length, *array.shape[1:]), dtype=array.dtype)
    longer[: len(array)] = array
    return longer


@cache
def _loop(functions: Functions) -> Callable[..., int]:
    """The loop for the game of these functions, made once; numba keeps it from run to run."""
    return searching(functions, version())
