"""A tree to be drawn as plain data: where each node stands, its shape, and its lines of words.

Whatever draws a tree draws such a scene: `draw.py` in Python, `draw.js` in a browser, by the same
rules. A scene has steps. A tree that does not move has one; a search has many, and then `enter`
and `leave` say from which step on a node is there and has its value.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, get_args

from course_lib.views import theme
from course_lib.views.boards import board_drawing
from course_lib.views.svg import element, text
from course_lib.views.trees.layout import tidy_layout
from course_lib.views.trees.model import DrawnNode, DrawnTree, more_text
from course_lib.watch.trace import Window

Scene = dict[str, Any]
"""JSON data. `texts` holds every text once; in `nodes` each fact is a column, and texts are
places in `texts`. A parent comes before its children, and -1 is the parent of a root."""

Shape = Literal["up", "down", "square", "round", "six", "eight", "cut", "more", "ghost"]
SHAPES: tuple[Shape, ...] = get_args(Shape)
STEP_KINDS = ("start", "enter", "leave", "cut", "end", *theme.PHASES)

SMALL, LARGE = 12, 15
ROW, PAD, SLANT, MARGIN = 16, 7, 9, 12
_GAP, _BETWEEN, _NARROWEST = 16, 46, 26
"""Between two nodes, between two levels: room for the names of the actions."""

WIDE = 1000
"""In a tree that is wider than this, what is shown by now moves together."""

_BOARD = 76
"""How wide a board in a node is."""

_MOST_NAMES = 3
_LETTERS = 24
"""So many letters of a note stand in one line of a box, and so many names and edges of a cut."""

_SEATS: tuple[Shape, ...] = ("round", "six", "eight")
_ROLES: tuple[tuple[Shape, Literal["max", "min"], str], ...] = (
    ("up", "max", "narrow top:"),
    ("down", "min", "wide top:"),
)


@dataclass(slots=True)
class Box:
    """One shape of the picture, and the edge that leads to it."""

    parent: int | None
    """The place in the list of the box it hangs from, which comes first."""
    depth: int
    shape: Shape
    fill: str
    who: str = ""
    """What stands in it while nothing is known of its value: who moves there."""
    value: str = ""
    under: tuple[str, ...] = ()
    """The lines below that, and those that are added when the value is there."""
    after: tuple[str, ...] = ()
    label: str = ""
    """The action on the edge."""
    room: tuple[str, ...] = ()
    """Other lines that it may show, for which there must be room."""
    branches: int = 0
    """How many branches this stands for that were cut together."""
    node: DrawnNode | None = None
    """The node this is; a box that stands for what is not there has none."""

    @property
    def lines(self) -> tuple[str, ...]:
        """All its words, in the end."""
        head = self.value or self.who
        return (*([head] if head else []), *self.under, *self.after)


class Texts:
    """A list of different texts; `texts(words)` gives the place of these words in it."""

    def __init__(self, known: list[str] | None = None) -> None:
        self.list: list[str] = [""] if known is None else known
        self._places = {words: place for place, words in enumerate(self.list)}

    def __call__(self, words: str | None) -> int:
        """The place of these words; 0 for none."""
        place = self._places.setdefault(words or "", len(self.list))
        if place == len(self.list):
            self.list.append(words or "")
        return place


def scene_of(
    tree: DrawnTree, boxes: Sequence[Box], *, best_line: bool = True, boards: bool = False
) -> Scene:
    """The scene of this tree, everything in it known from the first step, which is the only one."""
    texts = Texts()
    places = [_picture(tree, box) if boards else ("", 0, 0) for box in boxes]
    widths = [_width(box, wide) for box, (_, wide, _) in zip(boxes, places, strict=True)]
    heights = [
        high + ROW * max(len(box.lines), len(box.room)) + 2 * PAD
        for box, (_, _, high) in zip(boxes, places, strict=True)
    ]
    room = [max(wide, 1.25 * text_width(box.label, SMALL))
            for box, wide in zip(boxes, widths, strict=True)]  # fmt: skip
    x = tidy_layout([box.parent for box in boxes], room, gap=_GAP)
    deep = [0] * (max((box.depth for box in boxes), default=-1) + 1)
    for box, high in zip(boxes, heights, strict=True):
        deep[box.depth] = max(deep[box.depth], high)
    tops = [sum(deep[:level]) + _BETWEEN * level + MARGIN for level in range(len(deep))]
    fills = list(dict.fromkeys(box.fill for box in boxes))
    pictures = list(dict.fromkeys(picture for picture, _, _ in places))
    ends = [at + wide / 2 for at, wide in zip(x, widths, strict=True)]
    return {
        "kind": "tree",
        "label": tree.title,
        "width": round(max(ends, default=0) + 2 * MARGIN),
        "height": (tops[-1] + deep[-1] if tops else 0) + MARGIN,
        "levels": [[top, top + high] for top, high in zip(tops, deep, strict=True)],
        "fills": fills,
        "pictures": pictures,
        "nodes": {
            "parent": [-1 if box.parent is None else box.parent for box in boxes],
            "x": [round(at + MARGIN, 1) for at in x],
            "wide": widths,
            "high": heights,
            "shape": [SHAPES.index(box.shape) for box in boxes],
            "fill": [fills.index(box.fill) for box in boxes],
            "name": [texts(box.label) for box in boxes],
            "who": [texts(box.who) for box in boxes],
            "value": [texts(box.value) for box in boxes],
            "under": [texts("\n".join(box.under)) for box in boxes],
            "after": [texts("\n".join(box.after)) for box in boxes],
            "branches": [box.branches for box in boxes],
            "best": [0] * len(boxes),
            "enter": [0] * len(boxes),
            "leave": [0] * len(boxes),
        }
        | ({"picture": [pictures.index(each) for each, _, _ in places]} if boards else {}),
        "line": [at for at, box in enumerate(boxes) if box.node and box.node.on_best_line]
        if best_line
        else [],
        "steps": {"kind": [STEP_KINDS.index("end")], "node": [-1], "say": [texts(tree.title)]},
        "step_kinds": STEP_KINDS,
        "shapes": SHAPES,
        "look": _look(),
        "texts": texts.list,
    }


def boxes_of(tree: DrawnTree, *, windows: bool = True, names: bool = True) -> list[Box]:
    """The boxes of this tree, a parent before its children, children from left to right.

    It can be had without the `windows`, and without the `names` of what was cut.
    """
    boxes: list[Box] = []
    hanging: list[DrawnNode | Box] = [node for node in reversed(tree.nodes) if node.parent is None]
    parents: dict[int, int] = {}
    while hanging:
        node = hanging.pop()
        if isinstance(node, Box):
            boxes.append(node)
            continue
        place = parents[node.id] = len(boxes)
        boxes.append(_box(tree, node, None if node.parent is None else parents[node.parent],
                          windows=windows))  # fmt: skip
        family = tree.children(node.id)
        if node.more and family:
            words, *under = map(signs, more_text(tree, node).split(", "))
            more = Box(place, node.depth + 1, "more", theme.GROUND, words, under=tuple(under))
            hanging.append(more)
        if node.cut_names and (family or not node.more):
            hanging.append(_cut_box(node, place, names=names))
        hanging += reversed(family)
    return boxes


def with_ghosts(boxes: Sequence[Box], others: Sequence[DrawnTree], most: int) -> list[Box]:
    """These boxes, and as ghosts what the other searches of this tree looked at and this one never.

    With more than `most` ghosts there are none: the picture would show little else.
    """
    families: dict[int, list[Box]] = {}
    known: dict[tuple[str | None, ...], Box] = {}
    ways: list[tuple[str | None, ...]] = []
    for box in boxes:
        above = () if box.parent is None else ways[box.parent]
        ways.append((*above, box.label) if above or box.parent is not None else ())
        if box.parent is not None:
            families.setdefault(id(boxes[box.parent]), []).append(box)
        if box.node:
            known.setdefault(ways[-1], box)
    ghosts = 0
    for tree in others:
        ways = []
        for node in tree.nodes:
            ways.append(() if node.parent is None else (*ways[node.parent], node.action_name or ""))
            if ways[-1] in known or ways[-1][:-1] not in known:
                continue
            leaf = node.kind == "leaf" and node.value is not None
            ghost = Box(0, node.depth, "ghost", theme.GROUND, signs(f"{node.value:g}") * leaf,
                        label=node.action_name or "")  # fmt: skip
            known[ways[-1]] = ghost
            families.setdefault(id(known[ways[-1][:-1]]), []).append(ghost)
            ghosts += 1
    if not 0 < ghosts <= most:
        return list(boxes)
    placed: list[Box] = []
    todo: list[tuple[Box, int | None]] = [(box, None) for box in boxes[::-1] if box.parent is None]
    while todo:
        box, box.parent = todo.pop()
        todo += [(kid, len(placed)) for kid in reversed(families.get(id(box), []))]
        placed.append(box)
    return placed


def legend(tree: DrawnTree, boxes: Sequence[Box], *, best_line: bool = True) -> str:
    """What the shapes and lines of this picture mean, in one line."""
    shapes = {box.shape for box in boxes}
    nodes = [box.node for box in boxes if box.node]
    parts = []
    for shape, kind, sign in _ROLES:
        if shape in shapes:
            players = " or ".join(player for player in tree.role(kind) if player != kind.upper())
            parts.append(f"{sign} {kind.upper()} chooses" + (f" ({players})" if players else ""))
    for seat, player in enumerate(tree.players):
        if any(node.kind == "player" and node.player == player for node in nodes):
            sign = ("\u25a2", "\u2b21")[seat] if seat < 2 else "\u2bc3"
            parts.append(f"{sign} {player} to move")
    if any(node.kind == "chance" for node in nodes):
        parts.append("\u25a2 chance: the mean, by probability")
    if "square" in shapes:
        parts.append("\u25a1 leaf")
    if best_line and any(node.on_best_line for node in nodes):
        parts.append("bold: the best line")
    if "cut" in shapes:
        parts.append("dashed: cut")
    if any(box.node and box.node.window_in and box.under for box in boxes):
        parts.append("[alpha, beta]: the window on entry")
    negamax = any(node.kind == "player" and node.visits is None for node in nodes)
    if negamax and len(tree.players) == 2 and any(box.value for box in boxes):
        parts.append("values: of whoever is to move")
    if any(node.visits is not None and node.value is not None for node in nodes):
        least_to_most = "" if tree.rewards is None else ", {:g} to {:g},".format(*tree.rewards)
        parts.append(signs(f"value: mean reward{least_to_most} of whoever moved here"))
    # No line ends inside a part.
    return "   ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts)


def mean_text(mean: float) -> str:
    """A mean as it stands in a node, with at most three digits behind the point.

    >>> mean_text(0.125), mean_text(2 / 3), mean_text(1.0)
    ('0.125', '0.667', '1')
    """
    # Rounded in a way that JavaScript has too: the same number in a browser.
    thousandths = int((mean * 1000 + 0.5) // 1)
    return signs(f"{thousandths / 1000}".removesuffix(".0"))


def visits_text(visits: int) -> str:
    """How often a node was visited, as it stands there."""
    return "1 visit" if visits == 1 else f"{visits:,} visits"


def window_words(window: Window | None) -> str:
    """A window as it stands in a node: `[3, 8]`; nothing where there is none."""
    if window is None:
        return ""
    low, high = ("?" if bound is None else f"{bound:g}" for bound in window)
    return signs(f"[{low}, {high}]")


def signs(words: str) -> str:
    """Numbers as they are printed: a real minus, and the sign for infinity."""
    return words.replace("-", "\u2212").replace("inf", "\u221e")


@lru_cache(maxsize=5_000)
def text_width(words: str, size: float) -> float:
    """About how wide these words are; letters differ, and no font need be at hand to know."""
    narrow = sum(map(words.count, " .,:;il|!'()[]"))
    return size * (0.66 * len(words) - 0.26 * narrow)


# --- the parts -----------------------------------------------------------------------------------


def _box(tree: DrawnTree, node: DrawnNode, parent: int | None, *, windows: bool) -> Box:
    """The box of this node."""
    shapes: dict[str, Shape] = {"max": "up", "min": "down", "leaf": "square", "chance": "round"}
    seat = tree.seat(node)
    if seat is None:  # nobody knows who moves: the levels stand for two who take turns
        seat = 1 if node.kind == "min" else 0 if node.kind == "max" else node.depth % 2
    under: list[str] = []
    after: list[str] = []
    leaf, value, who = node.kind == "leaf", "", node.player or "?"
    who = "chance" if node.kind == "chance" else who
    if node.visits is not None:
        who = visits_text(node.visits)
        under += [] if node.value is None else [f"value {mean_text(node.value)}"]
        under += [] if node.ucb is None else [f"UCB {mean_text(node.ucb)}"]
    else:
        value = "" if node.value is None else signs(f"{node.value:g}")
        who = "" if leaf and node.note and not value else "?" if leaf else who
    if windows and not leaf and node.window_in is not None:
        under.append(window_words(node.window_in))
    if node.note:
        after += textwrap.wrap(node.note, _LETTERS, max_lines=3, placeholder=" ...")
    if node.more and not tree.families[node.id]:
        words = more_text(tree, node).split(", ")  # its own value says what is best
        after += [signs(each) for each in words if not (value and each.startswith("best"))]
    return Box(
        parent,
        node.depth,
        shapes.get(node.kind) or _SEATS[min(seat, 2)],
        theme.PAPER if leaf or node.kind == "chance" else theme.fill_of(seat),
        who,
        value,
        tuple(under),
        tuple(after),
        label=node.action_name or "",
        node=node,
    )


def _cut_box(node: DrawnNode, place: int, *, names: bool) -> Box:
    """The box that stands for the branches below this node that were never tried."""
    actions = node.cut_names
    reason = signs(node.reason or "").replace("<=", "\u2264").replace(">=", "\u2265")
    lines = [f"cut: {', '.join(actions)}", reason]
    if len(actions) > _MOST_NAMES:
        lines[0] = f"cut: {', '.join(actions[:2])} + {len(actions) - 2} more"
    if not names:  # many nodes: a narrow box leaves room for them
        lines = [f"{len(actions)} cut", *re.split(r" (?=[\u2264\u2265])", reason)]
    first, *under = filter(None, lines)
    return Box(place, node.depth + 1, "cut", theme.PAPER, first, under=tuple(under),
               branches=len(actions))  # fmt: skip


def _picture(tree: DrawnTree, box: Box) -> tuple[str, int, int]:
    """The position in this box as shapes around x = 0, their width and their height."""
    node = box.node
    if node is None:
        return "", 0, 0
    if tree.game is not None and node.state is not None:
        drawing = board_drawing(tree.game, node.state, last=node.action, size=_BOARD)
        scale = min(_BOARD / drawing.width, 1.3 * _BOARD / drawing.height)
        moved = f"translate({-drawing.width * scale / 2:.1f} 0) scale({scale:.3f})"
        shapes = element("g", *drawing.shapes, transform=moved)
        return shapes, round(drawing.width * scale), round(drawing.height * scale) + 4
    lines = (node.text or "").splitlines()
    wide = round(7.3 * max(map(len, lines), default=0))
    look = {"text_anchor": "start", "font_family": theme.MONOSPACE, "font_size": SMALL}
    words = [
        text(-wide / 2, 7 + 14 * number, line.replace(" ", "\N{NO-BREAK SPACE}"), **look)
        for number, line in enumerate(lines)
    ]
    return "".join(words), wide, 14 * len(lines)


def _width(box: Box, least: float) -> int:
    """How wide a box must be for its picture and for all it may ever say; an even number."""
    words = [text_width(line, SMALL) for line in (box.who, *box.under, *box.after, *box.room)]
    slanted = 2 * SLANT if box.shape in ("up", "down", "six", "eight") else 0
    wide = max([least, _NARROWEST, text_width(box.value, LARGE), *words]) + 2 * PAD + slanted
    return 2 * round(wide / 2 + 0.5)


def _look() -> dict[str, Any]:
    """The colours and sizes that whoever draws takes from our theme."""
    names = ("BLUE", "VERMILION", "INK", "QUIET", "GROUND", "PAPER", "LINE", "FADED", "WIN")
    colours = {name.lower(): getattr(theme, name) for name in names}
    sizes = {"small": SMALL, "large": LARGE, "row": ROW, "pad": PAD, "slant": SLANT}
    return colours | sizes | {"phases": theme.PHASES, "font": theme.FONT, "wide": WIDE, "gap": _GAP}
