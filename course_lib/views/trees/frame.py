"""What stands around the picture of a tree: its title above, legend and remarks below."""

from __future__ import annotations

import textwrap

from course_lib.views.svg import document, element, text
from course_lib.views.theme import INK, QUIET
from course_lib.views.trees.model import DrawnTree

MARGIN = 14
_LEAST_WIDTH = 380
_LINE = 18
SMALL = 12


def text_width(words: str, size: float) -> float:
    """About how wide these words are; letters differ, and no font need be at hand to know."""
    return size * sum(0.4 if sign in " .,:;il|!'()[]" else 0.66 for sign in words)


def framed(
    tree: DrawnTree,
    size: tuple[float, float],
    shapes: str,
    legend: str,
    notes: tuple[str, ...] = (),
) -> str:
    """The whole picture: `shapes` fill a rectangle of this size, with its corner at 0, 0."""
    width, height = size
    whole = max(width, _LEAST_WIDTH)
    above = _wrapped(tree.title, whole, 13)
    below = _wrapped(legend, whole, SMALL)
    remarks = [line for words in (*tree.remarks, *notes) for line in _wrapped(words, whole, SMALL)]
    if tree.more:
        remarks += _wrapped(f"+ n: so many {tree.counts} are not drawn here.", whole, SMALL)
    top = MARGIN + _LINE * len(above) + 6
    foot = top + height + 12
    parts = [_line(MARGIN, MARGIN + 9 + _LINE * n, line, 13, INK) for n, line in enumerate(above)]
    left = MARGIN + (whole - width) / 2
    parts.append(element("g", shapes, transform=f"translate({left:.1f} {top})"))
    for number, line in enumerate(below + remarks):
        colour = QUIET if number < len(below) else INK
        parts.append(_line(MARGIN, foot + 9 + _LINE * number, line, SMALL, colour))
    return document(
        whole + 2 * MARGIN,
        foot + _LINE * len(below + remarks) + MARGIN / 2,
        *parts,
        title=tree.title,
        description=f"{legend}.",
    )


def _wrapped(words: str, width: float, size: float) -> list[str]:
    """The words in lines that fit; runs of blanks between the parts of a legend stay."""
    letters = max(20, int(width / (0.57 * size)))
    return textwrap.wrap(words, letters, replace_whitespace=False)


def _line(x: float, y: float, words: str, size: float, colour: str) -> str:
    spaced = words.replace("  ", "\N{NO-BREAK SPACE} ")
    return text(x, y, spaced, text_anchor="start", font_size=size, fill=colour)
