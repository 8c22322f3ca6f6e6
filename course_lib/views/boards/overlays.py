"""What lies over a board: values on squares and between them, and pairs of squares."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from course_lib.views.boards.drawing import TWO_SQUARES, Drawing
from course_lib.views.boards.marks import circle
from course_lib.views.svg import element, text
from course_lib.views.theme import (
    BLUE,
    FIRST_FILL,
    HIGHLIGHT,
    INK,
    LINE,
    PAPER,
    SECOND_FILL,
    SQUARE,
    VERMILION,
)

_HIGH, _FONT, _WIDEST = 22, 14, SQUARE - 14
"""The height of a label on a square, the size of its letters, and how much room they have."""


def with_values(drawing: Drawing, values: Mapping[str, float]) -> Drawing:
    """The drawing with the values of these actions on their squares, and in its words.

    What is best has a thick ring around it. An action that has no square of its own is left out.
    """
    known = {name.lower(): value for name, value in values.items()}
    shown = {name: known[name] for name in known if name in drawing.squares}
    best = max(known.values(), default=0)
    labels = (
        _label(*drawing.squares[name], value, best=value == best) for name, value in shown.items()
    )
    return _over(drawing, labels, "values", (f"{at} {spoken(shown[at])}" for at in shown))


def with_step_values(drawing: Drawing, values: Mapping[str, float]) -> Drawing:
    """The drawing with the value of each move such as `a5-b5` between its two squares.

    What wins is blue and has a plus, what loses is vermilion and has a minus; the best has a thick
    ring. Other moves are left out.
    """
    squares, best = drawing.squares, max(values.values(), default=0)
    marks, words = [], []
    for name, value in values.items():
        step = re.fullmatch(TWO_SQUARES, name.lower())
        if step and step[1] in squares and step[2] in squares:
            (x1, y1), (x2, y2) = squares[step[1]], squares[step[2]]
            marks.append(_disc((x1 + x2) / 2, (y1 + y2) / 2, value, best=value == best))
            words.append(f"{name} {spoken(value)}")
    return _over(drawing, marks, "values", words)


def with_pairs(drawing: Drawing, pairs: Sequence[Sequence[str]]) -> Drawing:
    """The drawing with each pair's number on its two squares, joined; and the pairs in its words.

    Whoever loses one square of a pair takes the other. A square is named in small letters; one
    that this drawing does not have is a `ValueError`.
    """
    shapes = []
    for number, pair in enumerate(pairs, 1):
        for name in pair:
            if name not in drawing.squares:
                raise ValueError(
                    f"pairs has {name!r}, but the squares here are:"
                    f" {', '.join(list(drawing.squares)[:12]) or 'none'}"
                )
        points = [drawing.squares[name] for name in pair]
        line = "L".join(f"{x:g} {y:g}" for x, y in points)
        shapes.append(element("path", d=f"M{line}", stroke=HIGHLIGHT, stroke_width=4, fill="none"))
        for x, y in points:
            shapes.append(circle(x, y, 9, fill=PAPER, stroke=HIGHLIGHT, stroke_width=2.5))
            shapes.append(text(x, y, number, font_size=12, font_weight="bold", fill=INK))
    return _over(drawing, shapes, "pairs", ("-".join(pair) for pair in pairs))


def spoken(value: float) -> str:
    """A value with its sign, and no more than two digits after the point.

    >>> [spoken(value) for value in (3, -4.0, 0, 0.318, -0.5)]
    ['+3', '-4', '0', '+0.32', '-0.5']
    """
    rounded = round(value, 2)
    return f"{rounded:+g}" if rounded else "0"


def _over(drawing: Drawing, shapes: Iterable[str], what: str, words: Iterable[str]) -> Drawing:
    """The drawing with these shapes above all others; they let clicks through to the squares."""
    shapes = tuple(shapes)
    if not shapes:
        return drawing
    above = element("g", *shapes, pointer_events="none")
    all_words = f"{drawing.words}; {what}: {', '.join(words)}"
    return drawing._replace(shapes=(*drawing.shapes, above), words=all_words)


def _label(x: float, y: float, value: float, *, best: bool) -> str:
    """A number on a light ground."""
    words, weight = spoken(value), "bold" if best else None
    font = min(_FONT, _WIDEST / (0.6 * len(words)))
    width = 0.6 * font * len(words) + 10
    ground = element(
        "rect",
        x=round(x - width / 2, 1),
        y=y - _HIGH / 2,
        width=round(width, 1),
        height=_HIGH,
        rx=_HIGH / 2,
        fill=PAPER,
        stroke=HIGHLIGHT if best else LINE,
        stroke_width=3 if best else 1,
    )
    return ground + text(x, y, words, font_size=round(font, 1), font_weight=weight, fill=INK)


def _disc(x: float, y: float, value: float, *, best: bool) -> str:
    """A number on a small disc in the colour of who wins."""
    fill, stroke = PAPER, LINE
    if value:
        fill, stroke = (FIRST_FILL, BLUE) if value > 0 else (SECOND_FILL, VERMILION)
    ground = circle(x, y, 10, fill=fill, stroke=stroke, stroke_width=3 if best else 1.5)
    weight = "bold" if best else None
    return ground + text(x, y, spoken(value), font_size=11, font_weight=weight, fill=INK)
