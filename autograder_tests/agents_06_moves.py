"""Lesson 06: the known mistakes of `straight` and `defence`, by name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from course_lib.checks.references_06 import (
    LEFT_FIRST,
    defence,
    neighbours,
    straight,
    win_kinds,
    winning,
)
from course_lib.games.hexboard import STEPS, Cell, hex_board

Agents = dict[str, Callable[..., Any]]


def going(
    *,
    order: Callable[[Sequence[Cell]], Iterable[Cell]] = reversed,
    turns: Sequence[int] = LEFT_FIRST,
    way: Callable[[int, int], Cell] = lambda ahead, turn: STEPS[(ahead + turn) % 6],
    on: Callable[[Cell, int], bool] = lambda cell, size: hex_board(size).has(cell),
    free: Callable[[Cell, Collection[Cell]], bool] = lambda cell, taken: cell not in taken,
    otherwise: Callable[[Sequence[Cell]], Any] = lambda _: None,
) -> Callable[..., Any]:
    """`straight` with these parts exchanged."""

    def next_cell(path: Sequence[Cell], ahead: int, taken: Collection[Cell], size: int) -> Any:
        for stone in order(path):
            for turn in turns:
                dx, dy = way(ahead, turn)
                cell = stone[0] + dx, stone[1] + dy
                if on(cell, size) and free(cell, taken):
                    return cell
        return otherwise(path)

    return next_cell


def cut_back(path: list[Cell], ahead: int, taken: Collection[Cell], size: int) -> Cell | None:
    """The right cell, and stones that lead nowhere are taken off the path."""
    cell = straight(path, ahead, taken, size)
    while path and (cell is None or cell not in neighbours(path[-1], size)):
        path.pop()
    return cell


def put_on(path: Sequence[Cell], ahead: int, taken: Collection[Cell], size: int) -> Any:
    """The right cell, put on the path as well."""
    cell = straight(path, ahead, taken, size)
    if cell is not None and isinstance(path, list):
        path.append(cell)
    return cell


PATHS: Agents = {
    "it never goes back to the stone before": going(order=lambda path: path[-1:]),
    "the path is followed from its first stone, not its last": going(order=iter),
    "cells outside the board are given": going(on=lambda *_: True),
    "cells that are taken are given": going(free=lambda *_: True),
    "it turns to the right before it turns to the left": going(turns=(0, 1, -1, 2, -2, 3)),
    "it only goes straight ahead": going(turns=(0,)),
    "the turn is not added to the direction ahead": going(way=lambda _, turn: STEPS[turn]),
    "the directions do not go round": going(way=lambda ahead, turn: STEPS[ahead + turn]),
    "where no cell is left the last stone is given": going(otherwise=lambda path: path[-1]),
    "where no cell is left False is given": going(otherwise=lambda _: False),
    "the path is cut back, although others need it": cut_back,
    "the new cell is put on the path that was given": put_on,
    "the direction is given, not the cell": lambda path, ahead, taken, size: next(
        (
            STEPS[(ahead + turn) % 6]
            for x, y in path[::-1]
            for turn in LEFT_FIRST
            for dx, dy in [STEPS[(ahead + turn) % 6]]
            if hex_board(size).has((x + dx, y + dy)) and (x + dx, y + dy) not in taken
        ),
        None,
    ),
}

Two = tuple[list[Cell], list[Cell]]


def chosen(choose: Callable[[list[Cell], list[Cell]], Any]) -> Callable[..., Any]:
    """`defence` that chooses so from the own winning cells and theirs."""

    def cell(own: Collection[Cell], theirs: Collection[Cell], size: int) -> Any:
        taken = {*own, *theirs}
        return choose(winning(own, taken, size), winning(theirs, taken, size))

    return cell


def first(*cells: list[Cell]) -> Cell | None:
    """The first cell of all these."""
    return next((cell for each in cells for cell in each), None)


def without_rings(own: set[Cell], theirs: set[Cell], size: int) -> Cell | None:
    """Wins, and blocks of bridges and forks."""
    mine = winning(own, own | theirs, size)
    blocks = [
        cell
        for cell in winning(theirs, own | theirs, size)
        if win_kinds(cell, theirs | {cell}, size) != {"ring"}
    ]
    return first(mine, blocks)


def over_stones(own: set[Cell], theirs: set[Cell], size: int) -> Cell | None:
    """Every cell is tried, taken or not."""
    return first(winning(own, (), size), winning(theirs, (), size))


def added(own: set[Cell], theirs: set[Cell], size: int) -> Cell | None:
    """The winning stone is put among those that were given."""
    cell = defence(own, theirs, size)
    if cell is not None:
        (own if cell in winning(own, own | theirs, size) else theirs).add(cell)
    return cell


BLOCKS: Agents = {
    "blocking comes before winning": chosen(lambda mine, blocks: first(blocks, mine)),
    "own wins are not looked for": chosen(lambda _, blocks: first(blocks)),
    "it never blocks": chosen(lambda mine, _: first(mine)),
    "rings are not blocked": without_rings,
    "the last winning cell is given, not the first": chosen(
        lambda mine, blocks: first(mine[::-1], blocks[::-1])
    ),
    "where nothing has to be done it gives the first empty cell": lambda own, theirs, size: (
        defence(own, theirs, size)
        or next(cell for cell in hex_board(size).cells if cell not in own | theirs)
    ),
    "where nothing has to be done it gives False": lambda own, theirs, size: (
        defence(own, theirs, size) or False
    ),
    "all such cells are given, not one": chosen(lambda mine, blocks: mine or blocks or None),
    "cells that are taken are tried, too": over_stones,
    "the stone that was tried stays among those that were given": added,
    "it is told whether there is such a cell, not which": chosen(
        lambda mine, blocks: bool(mine or blocks)
    ),
}
