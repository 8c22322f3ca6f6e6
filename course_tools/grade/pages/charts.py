"""Small drawings of numbers: how the points are spread, and how much of a whole something is."""

from __future__ import annotations

from collections.abc import Sequence

from course_lib.views.svg import document, element, text
from course_lib.views.theme import BLUE, FADED, LINE, QUIET
from course_tools.grade.pages.html import Html, amount, tag

BINS = 10
_WIDTH, _HEIGHT = 560, 220
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 16, 24, 44


def bins(shares: Sequence[float]) -> list[int]:
    """How many of these shares lie in each tenth; all of the points belong to the last.

    >>> bins([0, 0.05, 0.1, 0.95, 1])
    [2, 1, 0, 0, 0, 0, 0, 0, 0, 2]
    """
    found = [0] * BINS
    for one in shares:
        # 0.3 of 10 is a little less than 3 to a computer, and belongs where people put it.
        found[min(BINS - 1, max(0, int(one * BINS + 1e-9)))] += 1
    return found


def histogram(shares: Sequence[float], title: str) -> str:
    """The spread of the points as an SVG picture that also says it in words."""
    counts = bins(shares)
    step = (_WIDTH - _LEFT - _RIGHT) / BINS
    floor = _HEIGHT - _BOTTOM
    scale = (floor - _TOP) / max(1, *counts)
    parts = [element("path", d=f"M{_LEFT} {floor}H{_WIDTH - _RIGHT}", stroke=LINE)]
    for place, count in enumerate(counts):
        x = _LEFT + place * step
        height = count * scale
        if count:
            parts += [
                element(
                    "rect", x=x + 3, y=floor - height, width=step - 6, height=height, fill=BLUE
                ),
                text(x + step / 2, floor - height - 10, count),
            ]
        parts.append(element("path", d=f"M{x:g} {floor}v5", stroke=FADED))
        parts.append(text(x, floor + 16, f"{place * 10}", fill=QUIET, font_size=12))
    parts.append(text(_WIDTH - _RIGHT, floor + 16, "100", fill=QUIET, font_size=12))
    parts.append(text(_LEFT + 5 * step, floor + 34, "% of the points", fill=QUIET, font_size=12))
    said = "; ".join(
        f"{place * 10} to {place * 10 + 10} %: {amount(count, 'student')}"
        for place, count in enumerate(counts)
        if count
    )
    return document(_WIDTH, _HEIGHT, *parts, title=title, description=said or "Nobody yet")


def bar(share: float, *, width: int = 90) -> Html:
    """A bar for the eyes; the number beside it says the same."""
    length = round(width * min(1.0, max(0.0, share)), 1)
    return tag(
        "svg",
        tag("rect", class_="ground", width=width, height=10, rx=3),
        tag("rect", class_="length", width=length, height=10, rx=3) if length else None,
        class_="bar",
        width=width,
        height=10,
        viewBox=f"0 0 {width} 10",
        aria_hidden="true",
    )
