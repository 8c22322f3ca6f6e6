"""Boards that may change: frozen copies of them, their text, and what has changed."""

from __future__ import annotations

from typing import Any

from course_lib.game import Action


def frozen(board: Any) -> Any:
    """A board as nested tuples, which nobody can change."""
    return tuple(map(frozen, board)) if isinstance(board, list | tuple) else board


def thawed(board: Any) -> Any:
    """A copy of a board that may be changed without harm."""
    if isinstance(board, list | tuple):
        return type(board)(map(thawed, board)) if type(board) in (list, tuple) else board
    return board


def board_text(board: Any) -> str:
    """A board as text: a line for each row, a dot for what is empty."""
    rows = board if isinstance(board, list | tuple) else [board]
    return "\n".join(
        " ".join(map(_cell_text, row)) if isinstance(row, list | tuple) else _cell_text(row)
        for row in rows
    )


def _cell_text(cell: Any) -> str:
    return "." if cell is None or str(cell).strip() == "" else str(cell)


def shape_of(board: Any) -> tuple[Any, ...]:
    """The type and the size of a board, the same for all boards of one game."""
    if not isinstance(board, list | tuple):
        return (type(board),)
    inner = [shape_of(row) if isinstance(row, list) else None for row in board]
    return (type(board), len(board), tuple(inner))


def changed_square(before: Any, after: Any) -> Action | None:
    """The one square in which two boards differ: `(row, column)`, or a number on a flat board."""
    if not isinstance(before, tuple) or len(before) != len(after):
        return None
    different = [at for at, (one, two) in enumerate(zip(before, after, strict=True)) if one != two]
    if len(different) != 1:
        return None
    [at] = different
    if not isinstance(before[at], tuple):
        return at
    inner = changed_square(before[at], after[at])
    return None if inner is None else (at, inner)
