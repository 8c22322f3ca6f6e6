"""What every kind of board gives to be drawn, and the one place where a new game adds its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import singledispatch
from typing import NamedTuple

from course_lib.game import Action, Game, State, Word
from course_lib.views.svg import element, text
from course_lib.views.theme import MONOSPACE

Point = tuple[float, float]
"""x to the right and y down, in the units of the drawing."""

TWO_SQUARES = re.compile(r"([a-z]+\d+)-([a-z]+\d+)")
"""The name of an action that goes from one square to another, such as `a5-b5`."""


class Look(NamedTuple):
    """What to mark on a board, by the names of squares in small letters, and how finely to draw."""

    last: tuple[str, ...] = ()
    highlight: tuple[str, ...] = ()
    small: bool = False
    """Whether this is a thumbnail: no coordinates, no fine print, nothing to click."""


class Drawing(NamedTuple):
    """A board that has been drawn: its size, its shapes, and where its squares lie."""

    width: float
    height: float
    shapes: tuple[str, ...]
    words: str
    """What is on the board, for people who listen."""
    squares: Mapping[str, Point] = {}
    """The middle of everything that can be clicked, by its name in small letters."""


@singledispatch
def draw_board(game: Game, state: State, look: Look) -> Drawing:  # noqa: ARG001 - others use it
    """The board of this state. A game that is not known here is drawn as the text it renders.

    A new kind of game adds one file with one function, `@draw_board.register`, and its name to the
    imports of `course_lib.views.boards`.
    """
    lines = game.render(state).splitlines() or [""]
    letters = max(map(len, lines))
    shapes = [
        text(
            10,
            20 + 18 * number,
            line.replace(" ", "\N{NO-BREAK SPACE}"),  # several blanks in a row would become one
            text_anchor="start",
            font_family=MONOSPACE,
        )
        for number, line in enumerate(lines)
    ]
    return Drawing(20 + 8.6 * letters, 22 + 18 * len(lines), tuple(shapes), "; ".join(lines))


def names_of(game: Game, marked: Iterable[Action | str]) -> tuple[str, ...]:
    """The names, in small letters, of these actions or squares; a pass has no square.

    An action from one square to another, such as `a5-b5`, counts for both.
    """
    names: list[str] = []
    for one in marked:
        if isinstance(one, Word):
            continue
        name = (one if isinstance(one, str) else game.action_name(one)).strip().lower()
        both = TWO_SQUARES.fullmatch(name)
        names += both.groups() if both else [name]
    return tuple(names)


def clickable(name: str, look: Look, *shapes: str, won: bool = False) -> str:
    """These shapes as one square that a widget can find by `data-square`, its name.

    The squares that have won carry `data-win`, those of the last move `data-last`, those that are
    pointed at `data-highlight`. A thumbnail has the shapes alone.
    """
    if look.small:
        return "".join(shapes)
    return element(
        "g",
        *shapes,
        data_square=name,
        data_win="yes" if won else None,
        data_last="yes" if name in look.last else None,
        data_highlight="yes" if name in look.highlight else None,
    )
