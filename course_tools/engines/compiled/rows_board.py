"""A state of a game of rows as words: `compiled_rows(game, state)`."""

from __future__ import annotations

from typing import Any

import numpy as np

from course_lib.game import Action, State
from course_lib.games.squares import Square
from course_tools.engines.compiled import lines_compiled as lines
from course_tools.engines.compiled import word_compiled as word
from course_tools.engines.compiled.compiled_games import CompiledGame, Functions

WORD: Functions = (word.word_moves, word.word_put, word.word_play, word.word_random_game)
LINES: Functions = (lines.lines_moves, lines.lines_put, lines.lines_play, lines.lines_random_game)


def compiled_rows(game: Any, state: State) -> CompiledGame:
    """This state in one word where the board fits in, or with a word for each line."""
    squares = game.rows * game.columns
    full, most = 0, game.columns if game.gravity else squares
    if (game.rows + 1) * game.columns <= 64:
        functions, start, places = WORD, _in_a_word(game, state), _bits(game)
        full = sum(1 << at for at in places.values())
    else:
        functions, start, places = LINES, _in_lines(game, state), _rows_and_columns(game)
    rules = (game.rows, game.columns, game.length, game.gravity, game.exact, full, squares, most)
    squares_at = {at: square for square, at in places.items()}

    def action(asked: Any, state: State, place: int) -> Action:
        row, column = squares_at[place]
        if game.gravity:  # whatever the row is, the stone falls to the one that is free
            row = next(row for row, free in asked.actions(state) if free == column)
        return row, column

    return CompiledGame(functions, np.array(rules, dtype=np.uint64), start, action)


def _in_a_word(game: Any, state: State) -> Any:
    """The stones of the player to move, and the other's."""
    own = other = 0
    for at, mark in zip(_bits(game).values(), state.board, strict=True):
        if mark == state.to_move:
            own |= 1 << at
        elif mark in game.players:
            other |= 1 << at
    return np.array([own, other], dtype=np.uint64)


def _in_lines(game: Any, state: State) -> Any:
    """Every line of the first player, then of the second, who is to move, and how many stones."""
    half = 3 * (game.rows + game.columns) - 2
    board = [0] * (2 * half + 2)
    for (row, column), mark in zip(_rows_and_columns(game), state.board, strict=True):
        if mark in game.players:
            own = half * game.players.index(mark)
            falling = game.rows + game.columns + game.columns - 1 + row - column
            rising = 2 * (game.rows + game.columns) - 1 + row + column
            board[own + row] |= 1 << column
            for line in (game.rows + column, falling, rising):
                board[own + line] |= 1 << row
            board[-1] += 1
    board[-2] = game.players.index(state.to_move)
    return np.array(board, dtype=np.uint64)


def _bits(game: Any) -> dict[Square, int]:
    """The squares in reading order, and the place of each in a word."""
    size = game.rows
    return {
        (row, column): column * (size + 1) + size - 1 - row
        for row in range(size)
        for column in range(game.columns)
    }


def _rows_and_columns(game: Any) -> dict[Square, int]:
    """The squares in reading order, and the place of each on a board of lines."""
    return {
        (row, column): row << 6 | column
        for row in range(game.rows)
        for column in range(game.columns)
    }
