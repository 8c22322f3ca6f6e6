"""The picture of a tree by our own layout, as SVG: nothing need be installed for it."""

from __future__ import annotations

from dataclasses import dataclass

from course_lib.views.boards import board_drawing
from course_lib.views.svg import element, text
from course_lib.views.theme import GROUND, INK, LINE, MONOSPACE, QUIET
from course_lib.views.trees.boxes import Box, boxes_of, legend
from course_lib.views.trees.frame import SMALL, framed, text_width
from course_lib.views.trees.layout import tidy_layout
from course_lib.views.trees.model import DrawnTree

LARGE = 15
_ROW, _PAD, _SLANT, _GAP = 16, 7, 9, 16
_BETWEEN = 46
"""How far two levels stand apart: room for the names of the actions."""

_BOARD = 76
"""How wide a board in a node is."""


Way = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]
"""Where an edge leaves its parent, where it turns, and where it ends."""


@dataclass(frozen=True, slots=True)
class _Sized:
    """A box with its measures and, drawn from 0, 0 on, what it holds besides words."""

    box: Box
    width: float
    height: float
    inner: str = ""
    inner_height: float = 0.0


def own_svg(
    tree: DrawnTree,
    *,
    details: bool = True,
    best_line: bool = True,
    boards: bool = False,
    notes: tuple[str, ...] = (),
) -> str:
    """The SVG of this tree; `notes` are sentences to be written below it."""
    boxes = boxes_of(tree, details=details, best_line=best_line)
    sized = [_sized(tree, box, boards=boards) for box in boxes]
    x = tidy_layout(
        [box.parent for box in boxes],
        [max(one.width, 1.25 * text_width(one.box.label, SMALL)) for one in sized],
        gap=_GAP,
    )
    heights = [0.0] * (max((box.depth for box in boxes), default=-1) + 1)
    for one in sized:
        heights[one.box.depth] = max(heights[one.box.depth], one.height)
    tops = [sum(heights[:level]) + _BETWEEN * level + 2 for level in range(len(heights))]
    edges: list[str] = []
    labels, shapes = [], []
    for one, at in zip(sized, x, strict=True):
        box, top = one.box, tops[one.box.depth]
        if box.parent is not None:
            above, from_x = sized[box.parent], x[box.parent]
            foot = tops[box.depth - 1] + above.height
            turn = tops[box.depth - 1] + heights[box.depth - 1]
            # The best line is drawn last, over the edges that begin where it does.
            way = ((from_x, foot), (from_x, turn), (at, top))
            edges.insert(len(edges) if box.best else 0, _edges(one, way))
            labels.append(_label(box, way))
        shapes.append(_shape(one, at, top))
    width = max((at + one.width / 2 for one, at in zip(sized, x, strict=True)), default=0) + 2
    height = (tops[-1] + heights[-1] if tops else 0) + 2
    words = legend(tree, boxes, details=details)
    return framed(tree, (width, height), "".join(edges + labels + shapes), words, notes)


def _sized(tree: DrawnTree, box: Box, *, boards: bool) -> _Sized:
    """The box with its measures."""
    inner, wide, high = _board(tree, box) if boards else ("", 0.0, 0.0)
    words = [
        text_width(line, LARGE if box.large and not number else SMALL)
        for number, line in enumerate(box.lines)
    ]
    slant = 2 * _SLANT if box.shape in ("up", "down", "six", "eight") else 0
    width = max([wide, *words, 26]) + 2 * _PAD + slant
    height = high + _ROW * len(box.lines) + 2 * _PAD
    return _Sized(box, width, height, inner, high)


def _board(tree: DrawnTree, box: Box) -> tuple[str, float, float]:
    """The position in this box as shapes, their width and their height."""
    node = box.node
    if node is None:
        return "", 0, 0
    if tree.game is not None and node.state is not None:
        drawing = board_drawing(tree.game, node.state, last=node.action, size=_BOARD)
        scale = min(_BOARD / drawing.width, 1.3 * _BOARD / drawing.height)
        shapes = element("g", *drawing.shapes, transform=f"scale({scale:.3f})")
        return shapes, drawing.width * scale, drawing.height * scale + 4
    lines = (node.text or "").splitlines()
    words = [
        text(
            0,
            7 + 14 * number,
            line.replace(" ", "\N{NO-BREAK SPACE}"),
            text_anchor="start",
            font_family=MONOSPACE,
            font_size=SMALL,
        )
        for number, line in enumerate(lines)
    ]
    return "".join(words), 7.3 * max(map(len, lines), default=0), 14.0 * len(lines)


def _shape(one: _Sized, x: float, y: float) -> str:
    """The box itself with all it holds."""
    box = one.box
    dash = {"cut": "5 4", "more": "2 4"}.get(box.shape)
    fill = box.fill
    stroke, wide = (INK, 2.5) if box.best else (LINE, 1.5)
    look = {"fill": fill, "stroke": stroke, "stroke_width": wide, "stroke_dasharray": dash}
    left, width, height = x - one.width / 2, one.width, one.height
    corners = _corners(box.shape, width, height)
    if corners:
        points = " ".join(f"{left + dx:.1f},{y + dy:.1f}" for dx, dy in corners)
        parts = [element("polygon", points=points, stroke_linejoin="round", **look)]
    else:
        round_ = {"square": 1, "cut": 3}.get(box.shape, 9)
        parts = [element("rect", x=left, y=y, width=width, height=height, rx=round_, **look)]
    if one.inner:
        inner_width = width - 2 * _PAD - (2 * _SLANT if corners else 0)
        parts.append(
            element("g", one.inner, transform=f"translate({x - inner_width / 2:.1f} {y + _PAD})")
        )
    for number, line in enumerate(box.lines):
        large = box.large and not number
        at = y + _PAD + one.inner_height + _ROW * (number + 0.5)
        parts.append(
            text(
                x,
                at,
                line,
                font_size=LARGE if large else SMALL,
                font_weight="bold" if large else None,
                fill=QUIET if box.node is None else INK,
            )
        )
    return "".join(parts)


def _corners(shape: str, width: float, height: float) -> list[tuple[float, float]]:
    """The corners of a shape that is no rectangle, from its upper left one on."""
    slant, middle = _SLANT, height / 2
    if shape == "up":
        return [(slant, 0), (width - slant, 0), (width, height), (0, height)]
    if shape == "down":
        return [(0, 0), (width, 0), (width - slant, height), (slant, height)]
    if shape == "six":
        right = width - slant
        return [
            (slant, 0),
            (right, 0),
            (width, middle),
            (right, height),
            (slant, height),
            (0, middle),
        ]
    if shape == "eight":
        right, low = width - slant, height - slant
        top = [(slant, 0), (right, 0), (width, slant), (width, low)]
        return [*top, (right, height), (slant, height), (0, low), (0, slant)]
    return []


def _edges(one: _Sized, way: Way) -> str:
    """The edges that lead to a box: straight down past their own level, then across."""
    (x, foot), (_, turn), (to_x, to_y) = way
    box = one.box
    dash = {"cut": "5 4", "more": "2 4"}.get(box.shape)
    stroke, wide = (INK, 3) if box.best else (LINE, 1.5)
    step = one.width / (box.edges + 1)
    ends = [to_x - one.width / 2 + step * (number + 1) for number in range(box.edges)]
    return "".join(
        element(
            "path",
            d=f"M{x:.1f} {foot:.1f}V{turn:.1f}L{end:.1f} {to_y:.1f}",
            fill="none",
            stroke=stroke,
            stroke_width=wide,
            stroke_dasharray=dash,
        )
        for end in ends
    )


def _label(box: Box, way: Way) -> str:
    """The action's name on its edge, on a light plate; near the child, where edges are apart."""
    if not box.label:
        return ""
    _, (x, y), (to_x, to_y) = way
    at, down = x + 0.68 * (to_x - x), y + 0.68 * (to_y - y)
    wide = text_width(box.label, SMALL) + 4
    plate = element("rect", x=at - wide / 2, y=down - 8, width=wide, height=16, fill=GROUND)
    weight = "bold" if box.best else None
    return plate + text(at, down, box.label, font_size=SMALL, font_weight=weight)
