"""Positions as people write them for `course analyse` and `course solve`: moves, or a board."""

from __future__ import annotations

import re
from dataclasses import replace

from course_lib.game import Game, State
from course_lib.games.three_musketeers import EMPTY, GUARD, MUSKETEER, ThreeMusketeers

_EXAMPLE = ".G..M.GG...MGG..G.M......"
_DRAWN = re.compile(r"(.*?)\s*(musketeers|guards)?(?:\s+to\s+move)?\s*", re.IGNORECASE | re.DOTALL)


def state_of(game: Game, text: str, to_move: str | None = None) -> State:
    """The state after these moves; of Three Musketeers also the one that a board shows.

    A board is M, G and . from the top left on, rows parted or not, and a side may stand behind it.
    """
    drawn = _drawn(game, text)
    if drawn is None or not isinstance(game, ThreeMusketeers):
        if to_move is not None:
            raise ValueError(f"--to-move goes with a board of Three Musketeers, such as {_EXAMPLE}")
        return game.play(text)
    board, side = drawn
    if side and to_move and side != to_move:
        raise ValueError(f"the board says {side} to move, and --to-move says {to_move}")
    rows = _rows(game, board.replace("/", ""))
    return game.parse("\n".join([*rows, f"{side or to_move or game.players[0]} to move"]))


def started(game: Game, start: str) -> Game:
    """The game itself, or Three Musketeers on the board that this start shows.

    A board whose rows are parted by / may have any size; another one has that of the game.
    """
    drawn = _drawn(game, start)
    if drawn is None or not isinstance(game, ThreeMusketeers):
        return game
    board = drawn[0]
    return replace(game, start=board if "/" in board else "/".join(_rows(game, board)))


def _drawn(game: Game, text: str) -> tuple[str, str] | None:
    """The board in this text, its rows parted by / or not, and the side behind it or `""`.

    It is `None` where the text has moves, which have digits in their names.
    """
    found = _DRAWN.fullmatch(text)
    if not isinstance(game, ThreeMusketeers) or found is None or re.search(r"\d", text):
        return None
    board, side = "".join(found[1].split()).upper(), (found[2] or "").lower()
    if strange := [one for one in board if one not in (MUSKETEER, GUARD, EMPTY, "/")]:
        raise ValueError(
            f"{strange[0]!r} can't stand on a board of Three Musketeers: it has {MUSKETEER},"
            f" {GUARD} and {EMPTY}, such as {_EXAMPLE}, and maybe musketeers or guards behind it"
        )
    return (board, side) if board or side else None


def _rows(game: ThreeMusketeers, board: str) -> list[str]:
    """The rows of a board that has as many squares as the game's."""
    if len(board) != game.rows * game.columns:
        raise ValueError(
            f"the board has {len(board)} squares; this game has {game.rows * game.columns}"
            " (another size is written with its rows parted by /)"
        )
    return [board[at : at + game.columns] for at in range(0, len(board), game.columns)]
