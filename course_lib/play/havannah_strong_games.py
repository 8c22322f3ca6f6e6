"""Random games of Havannah in which bridges are saved."""

from __future__ import annotations

from random import Random
from typing import Any

from course_lib.game import Game
from course_lib.games.havannah import HavannahState
from course_lib.games.hexboard import STEPS, Cell, hex_board
from course_lib.games.possible_hexes import EMPTY
from course_lib.play.havannah_sight import size_of


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
