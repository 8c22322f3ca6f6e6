"""Pairs of squares that belong together, drawn on a board: whoever loses one takes the other."""

from __future__ import annotations

from collections.abc import Sequence

from course_lib.views.boards.drawing import Drawing, Point
from course_lib.views.svg import element, text
from course_lib.views.theme import HIGHLIGHT, INK, PAPER

_RADIUS, _FONT = 9, 12


def with_pairs(drawing: Drawing, pairs: Sequence[Sequence[str]]) -> Drawing:
    """The drawing with each pair's number on its two squares, joined; and the pairs in its words.

    A square is named in small letters; one that this drawing does not have is a `ValueError`.
    """
    if not pairs:
        return drawing
    for pair in pairs:
        for name in pair:
            if name not in drawing.squares:
                raise ValueError(
                    f"pairs has {name!r}, but the squares here are:"
                    f" {', '.join(list(drawing.squares)[:12]) or 'none'}"
                )
    shapes = [
        _joined([drawing.squares[name] for name in pair], number)
        for number, pair in enumerate(pairs, 1)
    ]
    above = element("g", *shapes, pointer_events="none")
    told = ", ".join("-".join(pair) for pair in pairs)
    return drawing._replace(
        shapes=(*drawing.shapes, above), words=f"{drawing.words}; pairs: {told}"
    )


def _joined(points: Sequence[Point], number: int) -> str:
    """A line through these points, with the number on each of them."""
    line = "L".join(f"{x:g} {y:g}" for x, y in points)
    stroke = element("path", d=f"M{line}", stroke=HIGHLIGHT, stroke_width=4, fill="none")
    return stroke + "".join(
        element("circle", cx=x, cy=y, r=_RADIUS, fill=PAPER, stroke=HIGHLIGHT, stroke_width=2.5)
        + text(x, y, number, font_size=_FONT, font_weight="bold", fill=INK)
        for x, y in points
    )
