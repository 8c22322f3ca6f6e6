"""Games of Havannah in the Smart Game Format (SGF): `to_sgf` and `from_sgf`.

Havannah has no number among SGF's games. What programs write agrees on the rest: `SZ` is the
number of cells along a side, and a cell is a letter and a number. The game is `GM[havannah]` in
Morat, whose cells are named as here or mirrored, and `Havannah` or 4100 in GoRilla. Little Golem
leaves it out; its files are known by `SO` and `EV`, and count the cells of each column from the
column's own end. There and in Morat the second player may swap: then the first stone is theirs.
White (`W`) moves first; where black does, black is read as X.
"""

from __future__ import annotations

from course_lib.game import State
from course_lib.games.havannah import Havannah
from course_lib.games.hexboard import cell_name, hex_board
from course_lib.play.record import GameRecord
from course_lib.play.sgf_reader import COLOURS, ENDS, SgfGame
from course_lib.play.sgf_text import main_line, sgf_text


def to_sgf(record: GameRecord) -> str:
    """The game of this record as SGF; `from_sgf` makes the same record of it.

    What SGF has no word for is in properties that other programs leave alone: `REASON`, how the
    game ended in a record's own word, and `RU[passing]`. `GC` says it in words.
    """
    game = record.game
    if not isinstance(game, Havannah):
        raise TypeError(f"to_sgf writes games of Havannah; it was given a game of {game!r:.60}")
    facts: dict[str, list[str]] = {
        "FF": ["4"],
        "GM": ["havannah"],
        "CA": ["UTF-8"],
        "AP": ["course_lib"],
        "SZ": [str(game.size)],
        **({"RU": ["passing"]} if game.passing else {}),
        "PW": [record.players["X"]],
        "PB": [record.players["O"]],
        "RE": [_result(record)],
        "REASON": [record.reason],
        "GC": [record.detail],
        **_setup(game, record.start),
    }
    colours = dict(zip(game.players, COLOURS, strict=True))
    turns = zip(record.states(), record.actions, strict=False)
    moves = [
        {colours[game.to_move(state)]: [game.action_name(action).lower()]}
        for state, action in turns
    ]
    return sgf_text([facts, *moves])


def from_sgf(text: str) -> GameRecord:
    """The game that this text holds, played again; a `ValueError` says where it can't be.

    Of variations the first is read. What the text says of the result must fit its moves; where a
    game stopped before its end, the one to move has resigned if the other is said to have won.
    Whoever resigned on the other's turn did so in the record's detail only, and it is unfinished.
    """
    return SgfGame(main_line(text)).record()


def _result(record: GameRecord) -> str:
    """The result as SGF has it: such as `W+Resign`, `0` for a draw, `?` for no result."""
    if record.winner is None:
        return "0" if record.reason == "draw" else "?"
    colour = COLOURS[record.game.players.index(record.winner)]
    return f"{colour}+{ENDS.get(record.reason, '')}"


def _setup(game: Havannah, start: State) -> dict[str, list[str]]:
    """The properties for a game that does not begin with the empty board."""
    if start == game.initial:
        return {}
    if start.passes:
        raise ValueError("SGF can't say that a game begins after a pass")
    stones = list(zip(hex_board(game.size).cells, start.board, strict=True))
    found = {
        name: [cell_name(cell).lower() for cell, stone in stones if stone == player]
        for name, player in (("AW", "X"), ("AB", "O"))
    }
    turn = COLOURS[game.players.index(game.to_move(start))]
    return {**{name: cells for name, cells in found.items() if cells}, "PL": [turn]}
