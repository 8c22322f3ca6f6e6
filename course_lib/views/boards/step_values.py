"""The values of moves from one square to another, between the two squares."""

from __future__ import annotations

import re
from collections.abc import Mapping

from course_lib.views.boards.drawing import Drawing, Point
from course_lib.views.boards.values import spoken
from course_lib.views.svg import element, text
from course_lib.views.theme import BLUE, FIRST_FILL, INK, LINE, PAPER, SECOND_FILL, VERMILION

_STEP = re.compile(r"([a-z]+\d+)-([a-z]+\d+)")
_RADIUS, _FONT = 10, 11


def with_step_values(drawing: Drawing, values: Mapping[str, float]) -> Drawing:
    """The drawing with the value of each move such as `a5-b5`, and all of them in its words.

    What wins is blue and has a plus, what loses is vermilion and has a minus; the best has a thick
    ring. Other moves are left out.
    """
    steps = {
        name: match.groups()
        for name in values
        if (match := _STEP.fullmatch(name.lower())) and drawing.squares.keys() >= {*match.groups()}
    }
    if not steps:
        return drawing
    best = max(values.values())
    marks = (
        _mark(drawing.squares[leave], drawing.squares[enter], values[name], values[name] == best)
        for name, (leave, enter) in steps.items()
    )
    # The marks lie above the squares, and let clicks through to them.
    above = element("g", *marks, pointer_events="none")
    told = ", ".join(f"{name} {spoken(values[name])}" for name in steps)
    return drawing._replace(
        shapes=(*drawing.shapes, above), words=f"{drawing.words}; values: {told}"
    )


def _mark(leave: Point, enter: Point, value: float, best: bool) -> str:  # noqa: FBT001 - one call
    """The value half way between these squares."""
    x, y = (leave[0] + enter[0]) / 2, (leave[1] + enter[1]) / 2
    fill, stroke = (
        (FIRST_FILL, BLUE)
        if value > 0
        else (SECOND_FILL, VERMILION)
        if value < 0
        else (PAPER, LINE)
    )
    ground = element(
        "circle", cx=x, cy=y, r=_RADIUS, fill=fill, stroke=stroke, stroke_width=3 if best else 1.5
    )
    weight = "bold" if best else None
    return ground + text(x, y, spoken(value), font_size=_FONT, font_weight=weight, fill=INK)
