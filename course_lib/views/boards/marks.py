"""The marks and stones of the players: each has a shape of its own beside its colour."""

from __future__ import annotations

from collections.abc import Sequence

from course_lib.game import Player
from course_lib.views.svg import element, text
from course_lib.views.theme import (
    FIRST_FILL,
    GROUND,
    HIGHLIGHT,
    INK,
    LAST,
    PAPER,
    SECOND_FILL,
    WIN_LINE,
    mark_of,
)

CROSS, RING = "X", "O"
"""Marks that are shapes themselves; any other mark is its letter in a shape."""


def circle(x: float, y: float, r: float, **paint: object) -> str:
    """A circle around this point."""
    return element("circle", cx=x, cy=y, r=r, **paint)


def box(x: float, y: float, width: float, height: float, **paint: object) -> str:
    """A rectangle around this point."""
    left, top = x - width / 2, y - height / 2
    return element("rect", x=left, y=top, width=width, height=height, **paint)


def seat_of(mark: str, players: Sequence[Player]) -> int:
    """The seat whose colour this mark has; a mark that is no player's has the last colour."""
    if mark in players:
        return players.index(mark)
    return {CROSS: 0, RING: 1}.get(mark, 4)


def mark_shape(mark: str, players: Sequence[Player], x: float, y: float, r: float) -> str:
    """The mark of a player on a square around this point, at most `r` away from it."""
    seat = seat_of(mark, players)
    colour = mark_of(seat)
    if mark == CROSS:
        return cross(x, y, r * 0.74, colour, r * 0.34)
    if mark == RING:
        return circle(x, y, r * 0.72, fill="none", stroke=colour, stroke_width=r * 0.3)
    if mark not in players:
        return _letter(mark, x, y, r * 1.1)
    return _frame(seat, x, y, r, colour) + _letter(mark, x, y, r)


def stone(mark: str, players: Sequence[Player], x: float, y: float, r: float) -> str:
    """The stone of a player: full with a cross, or a ring around a light middle."""
    seat = seat_of(mark, players)
    colour = mark_of(seat)
    if mark == CROSS:
        return circle(x, y, r, fill=colour) + cross(x, y, r * 0.4, GROUND, r * 0.2)
    middle = circle(
        x, y, r * 0.84, fill=SECOND_FILL if seat == 1 else PAPER, stroke=colour, stroke_width=r / 3
    )
    return middle if mark == RING else middle + _letter(mark, x, y, r * 0.9)


def cross(x: float, y: float, arm: float, colour: str, thick: float) -> str:
    """Two strokes that cross at this point."""
    arm, x, y = round(arm, 1), round(x - arm, 1), round(y - arm, 1)
    return element(
        "path",
        d=f"M{x:g} {y:g}l{2 * arm:g} {2 * arm:g}m0 {-2 * arm:g}l{-2 * arm:g} {2 * arm:g}",
        stroke=colour,
        stroke_width=thick,
        stroke_linecap="round",
    )


def last_ring(x: float, y: float, r: float) -> str:
    """A dark ring around the stone that was put last."""
    return circle(x, y, r, fill="none", stroke=LAST, stroke_width=2.5)


def highlight_ring(x: float, y: float, r: float) -> str:
    """A broken ring around a point that a lesson speaks of."""
    return circle(x, y, r, fill="none", stroke=HIGHLIGHT, stroke_width=3, stroke_dasharray="6 3")


def highlight_box(x: float, y: float, width: float, height: float) -> str:
    """A broken outline inside the box around this point that a lesson speaks of."""
    broken = {"stroke": HIGHLIGHT, "stroke_width": 3, "stroke_dasharray": "6 3"}
    return box(x, y, width - 6, height - 6, fill="none", **broken)


def win_stroke(
    x1: float, y1: float, x2: float, y2: float, *, thick: float = 5, opacity: float = 0.8
) -> str:
    """The line through squares that have won."""
    return element(
        "path",
        d=f"M{x1:g} {y1:g}L{x2:g} {y2:g}",
        stroke=WIN_LINE,
        stroke_width=thick,
        stroke_linecap="round",
        stroke_opacity=opacity,
        pointer_events="none",
    )


def _frame(seat: int, x: float, y: float, r: float, colour: str) -> str:
    """The outline that goes around the letter of the player in this seat."""
    fill = FIRST_FILL if seat == 0 else SECOND_FILL if seat == 1 else GROUND
    paint = {"fill": fill, "stroke": colour, "stroke_width": r / 7}
    if seat % 4 == 0:
        return box(x, y, r * 1.6, r * 1.6, **paint)
    if seat % 4 == 1:
        return circle(x, y, r * 0.88, **paint)
    corners: tuple[tuple[float, float], ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
    if seat % 4 == 2:
        corners = ((0, -1.05), (1, 0.75), (-1, 0.75))
    points = " ".join(f"{x + r * right:g},{y + r * down:g}" for right, down in corners)
    return element("polygon", points=points, stroke_linejoin="round", **paint)


def _letter(mark: str, x: float, y: float, r: float) -> str:
    """A letter, or a few signs, that fit into a circle of this radius."""
    size = min(r * 1.05, 2.4 * r / len(mark))
    return text(x, y + r / 12, mark, font_size=size, font_weight="bold", fill=INK)
