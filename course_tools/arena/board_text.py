"""Boards for the terminal: with coordinates, the last move and what has won, in colour or not."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from course_lib.game import Action, Game, Player, State
from course_lib.games.havannah import Havannah
from course_lib.games.hexboard import hex_board
from course_lib.games.hextext import board_text
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.letters import letters
from course_lib.games.rows import EMPTY
from course_lib.games.three_musketeers import ThreeMusketeers

_SEATS = ("94", "93", "92", "95", "96", "91")
"""The codes of the players' colours in the order of their seats: bright blue, yellow, green..."""

_BOLD, _REVERSED, _FAINT = "1", "7", "2"


class Paint:
    """Puts colours around text, or leaves it as it is."""

    def __init__(self, *, colours: bool) -> None:
        """Use the terminal's colours, or none."""
        self.colours = colours

    def __call__(self, text: str, *codes: str) -> str:
        """The text in these colours."""
        return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if self.colours and codes else text

    def seat(self, game: Game, player: Player, text: str | None = None, *more: str) -> str:
        """A player's name, or another text, in the player's colour."""
        number = game.players.index(player)
        return self(player if text is None else text, _SEATS[number % len(_SEATS)], *more)


def drawn(game: Game, state: State, last: Action | None, paint: Paint) -> str:
    """The board as text: `[X]` is the last move, `*X*` is part of what has won."""
    line = game.win_line(state)
    won = frozenset(line[1]) if line else frozenset()
    if isinstance(game, KInARow):
        width = game.columns
        rows = [state.board[at : at + width] for at in range(0, len(state.board), width)]
        return _grid(game, rows, {last}, won, paint)
    if isinstance(game, ThreeMusketeers):
        # The board's own text has a line for each row, and one that says who is to move.
        rows = [row.split() for row in game.render(state).splitlines()[:-1]]
        return _grid(game, rows, {last[1]} if isinstance(last, tuple) else (), won, paint)
    if isinstance(game, Havannah):
        return _hexagon(game, state, last, won, paint)
    return game.render(state)


def _grid(
    game: Game,
    rows: Sequence[Sequence[str]],
    last: Collection[Action | None],
    won: Collection[Action],
    paint: Paint,
) -> str:
    """Rows of squares with their numbers on the left and the columns' letters below."""
    edge = len(str(len(rows)))
    by_mark = {player: player for player in game.players}
    by_mark |= {player[0].upper(): player for player in game.players}
    lines = []
    for row, marks in enumerate(rows):
        cells = []
        for column, mark in enumerate(marks):
            square = (row, column)
            left, right = "**" if square in won else "[]" if square in last else "  "
            cell = f"{left}{mark}{right}"
            if mark == EMPTY:
                cells.append(paint(cell, _FAINT))
            elif mark in by_mark:
                more = [_REVERSED] if square in won else [_BOLD] if square in last else []
                cells.append(paint.seat(game, by_mark[mark], cell, *more))
            else:
                cells.append(cell)
        lines.append(f"{len(rows) - row:>{edge}} {''.join(cells)}".rstrip())
    names = "".join(f"{letters(column + 1):^3}" for column in range(len(rows[0])))
    return "\n".join([*lines, f"{'':{edge}} {names}".rstrip()])


def _hexagon(
    game: Havannah, state: State, last: Action | None, won: Collection[Action], paint: Paint
) -> str:
    """Havannah's board; a stone that was put last is `>X`, one that has won `*X`."""
    stones = zip(hex_board(game.size).cells, state.board, strict=True)
    marks = {
        cell: f"{'*' if cell in won else '>' if cell == last else ''}{stone}"
        for cell, stone in stones
        if stone in game.players
    }
    text = board_text(game.size, marks)
    return re.sub(r"[*>]?[XO]", lambda found: _stone(game, found[0], paint), text)


def _stone(game: Game, mark: str, paint: Paint) -> str:
    more = {"*": [_REVERSED], ">": [_BOLD]}.get(mark[0], [])
    return paint.seat(game, mark[-1], mark, *more)
