"""Positions as people write them for `course analyse` and `course solve`: moves, or a board."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from course_lib.game import Game, State
from course_lib.games.three_musketeers import EMPTY, GUARD, MUSKETEER, ThreeMusketeers

_MARKS = (MUSKETEER, GUARD, EMPTY)
_EXAMPLE = ".G..M.GG...MGG..G.M......"


class Drawn(NamedTuple):
    """A board of Three Musketeers, its rows parted by / or not, and the side behind it."""

    board: str
    side: str | None


def state_of(game: Game, text: str, to_move: str | None = None) -> State:
    """The state after these moves; of Three Musketeers also the one that a board shows.

    A board is M, G and . from the top left on, rows parted or not, and a side may stand behind it.
    """
    drawn = _drawn(game, text)
    if drawn is None or not isinstance(game, ThreeMusketeers):
        if to_move is not None:
            raise ValueError(f"--to-move goes with a board of Three Musketeers, such as {_EXAMPLE}")
        return game.play(text)
    side = drawn.side
    if side is not None and to_move is not None and side != to_move:
        raise ValueError(f"the board says {side} to move, and --to-move says {to_move}")
    rows = _rows(game, drawn.board.replace("/", ""))
    return game.parse("\n".join([*rows, f"{side or to_move or game.players[0]} to move"]))


def started(game: Game, start: str) -> Game:
    """The game itself, or Three Musketeers on the board that this start shows.

    A board whose rows are parted by / may have any size; another one has that of the game.
    """
    drawn = _drawn(game, start)
    if drawn is None or not isinstance(game, ThreeMusketeers):
        return game
    board = drawn.board
    return replace(game, start=board if "/" in board else "/".join(_rows(game, board)))


def check_from_one(option: str, number: int | None) -> None:
    """Refuse 0 and less."""
    if number is not None and number < 1:
        raise ValueError(f"{option} {number}: it must be a whole number from 1 up")


def _drawn(game: Game, text: str) -> Drawn | None:
    """The board in this text, or `None` where it has moves, which have digits in their names."""
    if not isinstance(game, ThreeMusketeers) or any(one.isdigit() for one in text):
        return None
    words = text.split()
    if [word.lower() for word in words[-2:]] == ["to", "move"]:
        del words[-2:]
    side = words.pop().lower() if words and words[-1].lower() in game.players else None
    board = "".join(words).upper()
    if not board and side is None:
        return None
    strange = next((one for one in board if one not in {*_MARKS, "/"}), None)
    if strange is not None:
        raise ValueError(
            f"{strange!r} can't stand on a board of Three Musketeers: it has {MUSKETEER}, {GUARD}"
            f" and {EMPTY}, such as {_EXAMPLE}, and maybe musketeers or guards behind it"
        )
    return Drawn(board, side)


def _rows(game: ThreeMusketeers, board: str) -> list[str]:
    """The rows of a board that has as many squares as the game's."""
    if len(board) != game.rows * game.columns:
        raise ValueError(
            f"the board has {len(board)} squares; this game has {game.rows * game.columns}"
            " (another size is written with its rows parted by /)"
        )
    return [board[at : at + game.columns] for at in range(0, len(board), game.columns)]
