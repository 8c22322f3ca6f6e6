"""Our records of Havannah in the Smart Game Format (SGF, FF[4]): `to_sgf` and `from_sgf`.

Havannah has no number among SGF's games. Here the game is `GM[havannah]`, `SZ` the number of cells
along a side, and a cell a letter and a number; white (`W`) is X and moves first. `GC` says in words
how the game ended. What SGF has no word for is in `RECORD`, which other programs leave alone: it
holds the record itself.
"""

from __future__ import annotations

import re

from course_lib.games.havannah import Havannah
from course_lib.games.hexboard import cell_name, hex_board
from course_lib.play.record import GameRecord

COLOURS = ("W", "B")
"""The colours of the first player and of the second, as Havannah has them."""

ENDS = {"resigned": "Resign", "time": "Time", "illegal": "Forfeit", "error": "Forfeit"}
"""What SGF calls the reasons for which a game ends before its rules end it."""

MOVES_A_LINE = 10

_RECORD = re.compile(r"RECORD\[((?:\\.|[^\]\\])*)\]", re.DOTALL)


def to_sgf(record: GameRecord) -> str:
    """The game of this record as SGF; `from_sgf` makes the same record of it."""
    game = record.game
    if not isinstance(game, Havannah):
        raise ValueError(f"to_sgf writes games of Havannah; it was given a game of {game!r:.60}")
    colours = dict(zip(game.players, COLOURS, strict=True))
    result = "0" if record.reason == "draw" else "?"
    if record.winner is not None:
        result = f"{colours[record.winner]}+{ENDS.get(record.reason, '')}"
    facts = {"FF": ["4"], "GM": ["havannah"], "CA": ["UTF-8"], "AP": ["course_lib"],
             "SZ": [str(game.size)], "PW": [record.players["X"]], "PB": [record.players["O"]],
             "RE": [result], "GC": [record.detail], "RECORD": [record.to_json()]}  # fmt: skip
    if record.start != game.initial:  # it does not begin with the empty board
        stones = zip(hex_board(game.size).cells, record.start.board, strict=True)
        for cell, stone in stones:
            if stone in colours:
                facts.setdefault(f"A{colours[stone]}", []).append(cell_name(cell).lower())
        facts["PL"] = [colours[game.to_move(record.start)]]
    head = "".join(name + "".join(map(_written, values)) for name, values in facts.items())
    moves = [
        f";{colours[game.to_move(state)]}{_written(game.action_name(action).lower())}"
        for state, action in zip(record.states(), record.actions, strict=False)
    ]
    lines = ["".join(moves[at : at + MOVES_A_LINE]) for at in range(0, len(moves), MOVES_A_LINE)]
    return "(;" + "\n".join([head, *lines]) + ")\n"


def from_sgf(text: str) -> GameRecord:
    """The record that `to_sgf` wrote, played again and checked; a `ValueError` says why not."""
    found = _RECORD.search(text)
    if found is None:
        raise ValueError("this SGF has no RECORD; only games that were saved here can be read")
    return GameRecord.from_json(re.sub(r"\\(.)", r"\1", found[1], flags=re.DOTALL))


def _written(value: str) -> str:
    return "[" + re.sub(r"([\]\\])", r"\\\1", value) + "]"
