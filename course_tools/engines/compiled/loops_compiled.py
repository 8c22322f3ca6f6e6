"""The compiled loops, for any game that is compiled: random games, and Monte Carlo tree search.

`counting(functions, version)` and `searching(functions, version)` make them for the four functions
of a game (`compiled_games` says which). numba keeps what it compiled from run to run; the loops
hold the `version` of all compiled files, so that it is not used any more once one has changed.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numba import int64, njit
from numba.extending import register_jitable

from course_tools.engines.compiled.compiled_games import Functions
from course_tools.engines.compiled.rows_compiled import GOING_ON, GOLDEN, WON
from course_tools.engines.compiled.tree_compiled import (
    IN_FACTS,
    IN_UNTRIED,
    PROVE,
    PROVEN,
    UNTRIED,
    VISITS,
    Array,
    Tree,
    backup,
    drawn_move,
    new_child,
    note_moves,
    prove_upwards,
    select,
)


@register_jitable
def copy(source: Array, target: Array, number: int) -> None:
    """Copy the first numbers; for such short arrays a loop is quicker than a slice."""
    for at in range(number):
        target[at] = source[at]


def counting(functions: Functions, version: int) -> Callable[..., None]:
    """The loop `count(rules, start, games, chance, counts)` for the game of these functions."""
    moves, _, _, random_game = functions

    @njit(cache=True)
    def count(rules: Array, start: Array, games: int, chance: Array, counts: Array) -> None:
        """Play so many games; `counts` has losses, draws and wins of the player to move."""
        _ = version
        board = start.copy()
        legal = np.empty(int64(rules[-1]), dtype=np.int16)
        places = np.empty(int64(rules[-1]), dtype=np.int16)
        number = moves(rules, board, legal)
        for _ in range(games):
            copy(start, board, len(start))
            copy(legal, places, number)
            counts[random_game(rules, board, places, number, chance)] += 1

    return count


def searching(functions: Functions, version: int) -> Callable[..., int]:
    """The loop `search(rules, start, tree, ...)` for the game of these functions."""
    moves, put, play, random_game = functions

    @njit(cache=True)
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
