"""`show`: anything of ours as a picture; and what a notebook shows at the end of a cell."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Any

from course_lib.game import Game, State
from course_lib.play import GameRecord
from course_lib.search.questions import check_state, refuse_class
from course_lib.views.boards import board_picture, marks_picture
from course_lib.views.svg import Picture, escaped
from course_lib.watching import SearchTrace
from course_lib.words import Say, told


def show(thing: Any, state: State = None, **options: Any) -> Picture:
    """A picture of a game's state, of a board, of a game that was played, or of a search.

    - `show(game, state)` draws the board; without a state, the first one. Options: `last`,
      `highlight`, `size`, `caption`, and `values`, what each action is worth (see `board_picture`).
    - `show(record)` draws the last board and says how the game ended; the same options.
    - `show(board)` draws rows of marks that belong to no game; options `players`, `size`,
      `caption`.
    - `show(trace)` draws the tree of the search; options as for `draw_tree`. So it does for other
      things that `draw_tree` can draw, such as what `mcts_search` gives.

    >>> from course_lib.games import TicTacToe
    >>> game = TicTacToe()
    >>> print(show(game, game.play("b2 a3")))
    Tic-tac-toe, X to move: row 3: O . .; row 2: . X .; row 1: . . .
    """
    refuse_class(thing, "show")
    if isinstance(thing, Game):
        if state is not None:
            check_state(thing, state, "show")
        return board_picture(thing, thing.initial if state is None else state, **options)
    if state is not None:
        raise TypeError(
            f"show was given a {type(thing).__name__} and a state; a state goes with its game,"
            " as in show(game, state)"
        )
    if isinstance(thing, GameRecord):
        last = thing.actions[-1] if thing.actions else None
        game, won = thing.game, thing.reason == "win"
        line = game.win_line(thing.final) if won else None
        plain = line is not None and {*line[0]} == {"row"}  # which the picture shows
        caption = told(Say("{who} won", who=thing.winner) if plain else thing.detail)
        return board_picture(game, thing.final, **{"last": last, "caption": caption} | options)
    if isinstance(thing, list | tuple) and thing and isinstance(thing[0], list | tuple):
        return marks_picture(thing, **options)
    from course_lib.views.trees import draw_tree  # noqa: PLC0415 - boards alone need no trees

    return draw_tree(thing, **options)


def notebook_picture(names: Mapping[str, Any], thing: Any) -> Any:
    """A record, a trace or a state as a notebook with these names shows it at the end of a cell.

    A state is a plain value that knows neither its game nor a picture. So its board is that of the
    game that the reader made last and that has such a state; `None` where there is none.
    """
    if isinstance(thing, GameRecord):
        return _RecordPicture(thing)
    if isinstance(thing, SearchTrace):
        return show(thing)
    for game in reversed(list(names.values())):
        if isinstance(game, Game) and game.has_state(thing):
            return show(game, thing)
    return None


class _RecordPicture:
    """The last board of a game, and in a notebook also who played it and its moves."""

    def __init__(self, record: GameRecord) -> None:
        self.record, self._repr_png_ = record, show(record)._repr_png_

    def _repr_html_(self) -> str:
        """The board, and the words below it."""
        who = ", ".join(f"{seat}: {label}" for seat, label in self.record.players.items())
        moves = textwrap.fill(self.record.text("moves"), 88)
        board = show(self.record)._repr_html_()
        return f"{board}<pre>{escaped(who)}\n{escaped(moves)}</pre>"
