"""What every kind of board is drawn with, and the one place where a new game adds its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import singledispatch
from typing import Any, NamedTuple

from course_lib.game import Action, Game, Player, State, Word
from course_lib.views import theme
from course_lib.views.svg import box, circle, element, text

Point = tuple[float, float]
"""x to the right and y down, in the units of the drawing."""

TWO_SQUARES = re.compile(r"([a-z]+\d+)-([a-z]+\d+)")
"""The name of an action that goes from one square to another, such as `a5-b5`."""

CROSS, RING = "X", "O"
"""Marks that are shapes themselves; any other mark is its letter in a shape."""

_OUTLINES: Sequence[Sequence[Point]] = (
    ((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)),
    (),  # a circle
    ((0, -1.05), (1, 0.75), (-1, 0.75)),
    ((0, -1), (1, 0), (0, 1), (-1, 0)),
)
"""Around the letters of the first four players; more start over."""

_BROKEN: dict[str, Any] = {
    "fill": "none", "stroke": theme.HIGHLIGHT, "stroke_width": 3, "stroke_dasharray": "6 3",
}  # fmt: skip


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
    look_of_text = {"text_anchor": "start", "font_family": theme.MONOSPACE}
    shapes = [  # several blanks in a row would become one
        text(10, 20 + 18 * row, line.replace(" ", "\N{NO-BREAK SPACE}"), **look_of_text)
        for row, line in enumerate(lines)
    ]
    width = 20 + 8.6 * max(map(len, lines))
    return Drawing(width, 22 + 18 * len(lines), tuple(shapes), "; ".join(lines))


def names_of(game: Game, marked: Iterable[Action | str]) -> tuple[str, ...]:
    """The names, in small letters, of these actions or squares; a pass has no square.

    An action from one square to another, such as `a5-b5`, counts for both.
    """
    names: list[str] = []
    for action in marked:
        if not isinstance(action, Word):
            name = (action if isinstance(action, str) else game.action_name(action)).strip().lower()
            names += name.split("-") if TWO_SQUARES.fullmatch(name) else [name]
    return tuple(names)


def clickable(
    name: str, look: Look, *shapes: str, at: Point, size: Point | float, won: bool = False
) -> str:
    """These shapes as one square that a widget can find by `data-square`, its name.

    A square that a lesson points at has a broken outline around its middle `at`: a ring of radius
    `size`, or a box as wide and high as `size` says. The squares that have won carry `data-win`,
    those of the last move `data-last`, those that are pointed at `data-highlight`. A thumbnail has
    the shapes alone.
    """
    if pointed_at := name in look.highlight:
        if isinstance(size, tuple):
            ring = box(*at, size[0] - 6, size[1] - 6, **_BROKEN)
        else:
            ring = circle(*at, size, **_BROKEN)
        shapes = (*shapes, ring)
    if look.small:
        return "".join(shapes)
    said = {"win": won, "last": name in look.last, "highlight": pointed_at}
    marks = {f"data_{what}": "yes" if holds else None for what, holds in said.items()}
    return element("g", *shapes, data_square=name, **marks)


# --- shapes --------------------------------------------------------------------------------------


def polygon(points: Iterable[Point], **paint: object) -> str:
    """A shape with corners at these points."""
    return element("polygon", points=" ".join(f"{x:g},{y:g}" for x, y in points), **paint)


def stroke(path: str, colour: str, width: float, **paint: object) -> str:
    """A line with round ends along this path, through which clicks go."""
    given = {"stroke_linecap": "round", "pointer_events": "none"} | paint
    return element("path", d=path, stroke=colour, stroke_width=width, **given)


def win_stroke(start: Point, end: Point, *, thick: float = 5, opacity: float = 0.8) -> str:
    """The line through squares that have won."""
    path = f"M{start[0]:g} {start[1]:g}L{end[0]:g} {end[1]:g}"
    return stroke(path, theme.WIN_LINE, thick, stroke_opacity=opacity)


def last_ring(x: float, y: float, r: float) -> str:
    """A dark ring around the stone that was put last."""
    return circle(x, y, r, fill="none", stroke=theme.LAST, stroke_width=2.5)


# --- the marks and stones of the players: each has a shape beside its colour ---------------------


def mark_shape(mark: str, players: Sequence[Player], x: float, y: float, r: float) -> str:
    """The mark of a player on a square around this point, at most `r` away from it."""
    seat = _seat_of(mark, players)
    colour = theme.mark_of(seat)
    if mark == CROSS:
        return _cross(x, y, r * 0.74, colour, r * 0.34)
    if mark == RING:
        return circle(x, y, r * 0.72, fill="none", stroke=colour, stroke_width=r * 0.3)
    if mark not in players:
        return _letter(mark, x, y, r * 1.1)
    fill = theme.fill_of(seat) if seat < 2 else theme.GROUND
    paint: dict[str, Any] = {"fill": fill, "stroke": colour, "stroke_width": r / 7}
    points = [(x + r * right, y + r * down) for right, down in _OUTLINES[seat % 4]]
    round_corners = {"stroke_linejoin": "round"}
    frame = polygon(points, **paint, **round_corners) if points else circle(x, y, r * 0.88, **paint)
    return frame + _letter(mark, x, y, r)


def stone(mark: str, players: Sequence[Player], x: float, y: float, r: float) -> str:
    """The stone of a player: full with a cross, or a ring around a light middle."""
    seat = _seat_of(mark, players)
    colour = theme.mark_of(seat)
    if mark == CROSS:
        return circle(x, y, r, fill=colour) + _cross(x, y, r * 0.4, theme.GROUND, r * 0.2)
    fill = theme.SECOND_FILL if seat == 1 else theme.PAPER
    middle = circle(x, y, r * 0.84, fill=fill, stroke=colour, stroke_width=r / 3)
    return middle if mark == RING else middle + _letter(mark, x, y, r * 0.9)


def standing(mark: str, stone: str, look: Look, *, falls: bool = False) -> str:
    """What stands on a square, with its mark: by that a page knows what has moved where.

    With `falls` a new one comes from above. A thumbnail never moves.
    """
    if look.small:
        return stone
    return element("g", stone, data_stone=mark, data_falls="" if falls else None)


def _seat_of(mark: str, players: Sequence[Player]) -> int:
    """The seat whose colour this mark has; a mark that is no player's has the last colour."""
    return players.index(mark) if mark in players else {CROSS: 0, RING: 1}.get(mark, 4)


def _cross(x: float, y: float, arm: float, colour: str, thick: float) -> str:
    """Two strokes that cross at this point."""
    arm, x, y = round(arm, 1), round(x - arm, 1), round(y - arm, 1)
    path = f"M{x:g} {y:g}l{2 * arm:g} {2 * arm:g}m0 {-2 * arm:g}l{-2 * arm:g} {2 * arm:g}"
    return stroke(path, colour, thick, pointer_events=None)


def _letter(mark: str, x: float, y: float, r: float) -> str:
    """A letter, or a few signs, that fit into a circle of this radius."""
    size = min(r * 1.05, 2.4 * r / len(mark))
    return text(x, y + r / 12, mark, font_size=size, font_weight="bold")
