"""The values of actions written on the squares of a board."""

from __future__ import annotations

from collections.abc import Mapping

from course_lib.views.boards.drawing import Drawing
from course_lib.views.svg import element, text
from course_lib.views.theme import HIGHLIGHT, INK, LINE, PAPER, SQUARE

_HIGH, _FONT, _WIDEST = 22, 14, SQUARE - 14
"""The height of a label, the size of its letters, and how much room there is for them."""


def with_values(drawing: Drawing, values: Mapping[str, float]) -> Drawing:
    """The drawing with these values on the squares of this name, and in its words.

    What is best has a thick ring around it. An action that has no square of its own is left out.
    """
    known = {name.lower(): value for name, value in values.items()}
    shown = {name: known[name] for name in known if name in drawing.squares}
    if not shown:
        return drawing
    best = max(known.values())
    labels = (
        _label(*drawing.squares[name], spoken(value), best=value == best)
        for name, value in shown.items()
    )
    # The labels lie above the squares, and let clicks through to them.
    above = element("g", *labels, pointer_events="none")
    told = ", ".join(f"{name} {spoken(value)}" for name, value in shown.items())
    return drawing._replace(
        shapes=(*drawing.shapes, above), words=f"{drawing.words}; values: {told}"
    )


def spoken(value: float) -> str:
    """A value with its sign, and no more than two digits after the point.

    >>> [spoken(value) for value in (3, -4.0, 0, 0.318, -0.5)]
    ['+3', '-4', '0', '+0.32', '-0.5']
    """
    rounded = round(value, 2)
    return f"{rounded:+g}" if rounded else "0"


def _label(x: float, y: float, words: str, *, best: bool) -> str:
    """A number on a light ground."""
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
    return ground + text(
        x, y, words, font_size=round(font, 1), font_weight="bold" if best else None, fill=INK
    )
