"""`show`: anything of ours as a picture; and games and searches that show themselves in a cell."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Mapping
from functools import partial
from typing import Any

from course_lib.game import Game, State
from course_lib.play import GameRecord
from course_lib.search.questions import check_state, refuse_class
from course_lib.views.boards import board_picture, marks_picture
from course_lib.views.svg import Picture, escaped
from course_lib.watch import SearchTrace


def show(thing: Any, state: State = None, **options: Any) -> Picture:
    """A picture of a game's state, of a board, of a game that was played, or of a search.

    - `show(game, state)` draws the board; without a state, the first one. Options: `last`,
      `highlight`, `size`, `caption`, and `values`, what each action is worth (see `board_svg`).
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
        given = {"last": last, "caption": thing.detail.removesuffix(": a line")} | options
        return board_picture(thing.game, thing.final, **given)
    if isinstance(thing, list | tuple) and thing and isinstance(thing[0], list | tuple):
        return marks_picture(thing, **options)
    from course_lib.views.trees import draw_tree  # noqa: PLC0415 - boards alone need no trees

    return draw_tree(thing, **options)


def register_displays() -> bool:
    """Whether there is an IPython to tell how records and traces are shown at the end of a cell.

    Outside IPython nothing happens; telling it twice changes nothing.
    """
    ipython = sys.modules.get("IPython")  # a notebook has loaded it; nobody else needs it
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is None:
        return False
    html, png = (shell.display_formatter.formatters[form] for form in ("text/html", "image/png"))
    html.for_type(GameRecord, record_html)
    html.for_type(SearchTrace, lambda trace: show(trace)._repr_html_())
    for shown in (GameRecord, SearchTrace):
        png.for_type(shown, lambda thing: show(thing)._repr_png_())
    board = partial(picture_of, shell.user_ns)  # of all states that have names of fields
    html.for_type(tuple, lambda state: (drawn := board(state)) and drawn._repr_html_())
    png.for_type(tuple, lambda state: (drawn := board(state)) and drawn._repr_png_())
    return True


def picture_of(names: Mapping[str, Any], state: State) -> Picture | None:
    """The board of a state, for a notebook with these names; `None` where no game of it fits.

    A state is a plain value that knows neither its game nor a picture. So we look for the game that
    the reader made last and that has such a state. A tuple without names may be anything.
    """
    for thing in reversed(list(names.values())) if hasattr(state, "_fields") else ():
        if isinstance(thing, Game) and thing.has_state(state):
            return show(thing, state)
    return None


def record_html(record: GameRecord) -> str:
    """The last board of a game, who played it and its moves, for a notebook."""
    who = ", ".join(f"{seat}: {label}" for seat, label in record.players.items())
    moves = textwrap.fill(record.text("moves"), 88)
    return f"{show(record)._repr_html_()}<pre>{escaped(who)}\n{escaped(moves)}</pre>"
