"""What a Havannah player knows of a board: bridges, threats, and the ways still to go."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from course_lib.game import Game
from course_lib.games.havannah import EMPTY, OTHER, HavannahState, X
from course_lib.games.hexboard import STEPS, Cell, hex_board
from course_lib.games.hexchains import MANY_CORNERS, MANY_SIDES, hex_chains

FAR = 7
"""Longer ways are not followed; each counts as one stone more."""

Ways = Mapping[Cell, int]
"""How many stones are missing between a cell and a corner or side, that of the cell included."""


def size_of(state: HavannahState) -> int:
    """The size of the board, from its number of cells, 3 b^2 - 3 b + 1."""
    return (3 + math.isqrt(12 * len(state.board) - 3)) // 6


# --- bridges ---------------------------------------------------------------------------------


def saving_cells(state: HavannahState, last: Cell) -> list[Cell]:
    """The cells with which the player to move saves a bridge that the stone on `last` has cut.

    Two stones with two common neighbours are a *bridge*: the opponent can't take both of these. Of
    six neighbours in a circle, such a cell lies between two own stones.

    >>> from course_lib.games.havannah import Havannah
    >>> saving_cells(Havannah(size=4).play("C3 D4 D5 C4"), (4, 4)), (3, 4)
    ([], (3, 4))
    >>> saving_cells(Havannah(size=4).play("C3 A1 D5 D4"), (4, 4))
    [(3, 4)]
    """
    hexes = hex_board(size_of(state))
    around = [(last[0] + dx, last[1] + dy) for dx, dy in STEPS]
    signs = [state.board[hexes.index[cell]] if hexes.has(cell) else "" for cell in around]
    return [
        cell
        for at, cell in enumerate(around)
        if signs[at] == EMPTY and signs[at - 1] == signs[at - 5] == state.to_move
    ]


def bridged_game(game: Game, state: HavannahState, last: Cell | None, rng: Random) -> HavannahState:
    """The final state of a random game from here, in which cut bridges are saved.

    `last` is the stone just set. Whoever finds a bridge of its own cut by the last stone replies
    with the other cell; else every empty cell is equally likely.
    """
    left: list[Any] = list(game.actions(state))
    rng.shuffle(left)
    while not game.is_terminal(state):
        saving = saving_cells(state, last) if last else []
        cell = rng.choice(saving) if saving else left.pop()
        while not saving and state.board[hex_board(size_of(state)).index[cell]] != EMPTY:
            cell = left.pop()  # that one was a reply before its turn came
        state = game.result(state, cell)
        last = cell
    return state


# --- threats ---------------------------------------------------------------------------------


def wins_at(state: HavannahState, player: str, cell: Any) -> bool:
    """Whether a stone of this player on this empty cell would win."""
    size = size_of(state)
    chains, place = hex_chains(size), hex_board(size).index[cell]
    own = state.chains[0 if player == X else 1]
    if not any(chain & chains.near[place] for chain in own):
        return False  # a stone that touches no other wins nothing
    return bool(chains.kinds(chains.with_stone(own, place)[1]))


def double_threat(game: Game, state: HavannahState, missing: dict[Cell, int]) -> Cell | None:
    """A cell that leaves the player to move two ways to win at once; rings are not looked for."""
    near = [cell for cell, stones in missing.items() if stones <= 2]
    for cell in near:
        after = game.result(state, cell)
        others = (other for other in near if other != cell)
        if sum(wins_at(after, state.to_move, other) for other in others) > 1:
            return cell
    return None


# --- what looks promising --------------------------------------------------------------------


def hopes(state: HavannahState, cell: Cell, last: Cell | None) -> int:
    """Half games more for a cell: near the last stone, beside own stones, saving a bridge."""
    hexes = hex_board(size_of(state))
    more = 0
    if last is not None and cell in hexes.neighbours[last]:
        more += 7 if [cell] == saving_cells(state, last) else 3
    signs = {state.board[hexes.index[near]] for near in hexes.neighbours[cell]}
    return more + 2 * (state.to_move in signs) + (OTHER[state.to_move] in signs)


def missing_stones(state: HavannahState, player: str) -> dict[Cell, int]:
    """For each empty cell, how many stones this player lacks for a bridge or fork through it.

    A bridge through a cell takes the ways from there to the two nearest corners, a fork those to
    the three nearest sides. Nobody replies here, so a game takes more; rings are not looked for.

    >>> from course_lib.games.havannah import Havannah
    >>> state = Havannah(size=3).play("A1 E5 A2 E4")
    >>> missing = missing_stones(state, "X")
    >>> missing[(1, 3)], missing[(3, 1)], min(missing.values())
    (1, 2, 1)
    """
    hexes = hex_board(size_of(state))
    signs = dict(zip(hexes.cells, state.board, strict=True))
    cost = {cell: int(sign == EMPTY) for cell, sign in signs.items() if sign in {player, EMPTY}}
    corners = [ways_to([corner], cost, hexes.neighbours) for corner in hexes.corners]
    sides = [ways_to(side, cost, hexes.neighbours) for side in hexes.sides]
    # The cell itself was counted in each of its ways.
    return {
        cell: min(
            _nearest(corners, cell, MANY_CORNERS) - (MANY_CORNERS - 1),
            _nearest(sides, cell, MANY_SIDES) - (MANY_SIDES - 1),
        )
        for cell, price in cost.items()
        if price
    }


def ways_to(
    target: Iterable[Cell], cost: Mapping[Cell, int], neighbours: Mapping[Cell, Sequence[Cell]]
) -> Ways:
    """The way to this target from each cell that has one: empty cells cost 1, own stones 0."""
    way = {cell: cost[cell] for cell in target if cell in cost}
    for length in range(FAR):
        here = [cell for cell, far in way.items() if far == length]
        for cell in here:  # grows while we go: own stones are as near as the cell before
            for near in neighbours[cell]:
                if near in cost and way.get(near, FAR + 1) > length + cost[near]:
                    way[near] = length + cost[near]
                    if not cost[near]:
                        here.append(near)
    return way


def _nearest(ways: Sequence[Ways], cell: Cell, number: int) -> int:
    """The sum of this many of the ways from this cell, the shortest ones."""
    return sum(sorted(way.get(cell, FAR + 1) for way in ways)[:number])
