"""A tree to be drawn as plain data: where each node stands, its shape, and its lines of words.

Whatever draws a tree draws such a scene: `draw.py` in Python, `draw.js` in a browser, by the same
rules. A scene has steps. A tree that does not move has one; a search has many, and then `enter`
and `leave` say from which step on a node is there and has its value.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal, get_args

from course_lib.plain import many
from course_lib.views import theme
from course_lib.views.boards import board_drawing
from course_lib.views.svg import element, text
from course_lib.views.trees.layout import tidy_layout
from course_lib.views.trees.model import DrawnNode, DrawnTree, Kind, more_text, vector_text
from course_lib.watch.trace import LEFT_OUT, Window

Scene = dict[str, Any]
"""JSON data. `texts` holds every text once; in `nodes` each fact is a column, and texts are
places in `texts`. A parent comes before its children, and -1 is the parent of a root."""

Step = tuple[str, int, str]
"""What happens, at which node (-1: at none), and what is said about it."""

Other = tuple[DrawnTree, Mapping[int | None, tuple[int, int]]]
"""Another search of the same tree: its tree, and for each call its first step and its last."""

Shape = Literal["up", "down", "square", "round", "six", "eight", "cut", "more", "ghost", "card"]
SHAPES: tuple[Shape, ...] = get_args(Shape)
STEP_KINDS = ("start", "enter", "leave", "cut", "end", *theme.PHASES)

_MARGIN, _BETWEEN, _NARROWEST = 12, 46, 26
"""Around a tree; between two levels, where the names of the actions stand; and of a node."""

_BOARD = 76
"""How wide a board in a node is."""

_MOST_NAMES = 3
_MOST_GHOSTS = 300
"""With more of them a picture would show little else, and so it shows none."""

_LETTERS = 24
"""So many letters of a note stand in one line of a box."""

_SEATS: tuple[Shape, ...] = ("round", "six", "eight")
_SHAPE_OF: dict[str, Shape] = {
    "max": "up",
    "min": "down",
    "leaf": "square",
    "chance": "round",
    "memory": "card",
}
_ROLES: tuple[tuple[Kind, str], ...] = (("max", "narrow top:"), ("min", "wide top:"))


@dataclass(slots=True)
class Box:
    """One shape of the picture, and the edge that leads to it."""

    depth: int
    shape: Shape
    fill: str
    who: str = ""
    """What stands in it while nothing is known of its value: who moves there."""
    value: str = ""
    under: tuple[str, ...] = ()
    """The lines below that, and those that are added when the value is there."""
    after: tuple[str, ...] = ()
    name: str = ""
    """The action on the edge."""
    best: str = ""
    """Once this one has answered: the best value so far of the node above, and its window."""
    now: str = ""
    note: str = ""
    enter: int = 0
    """The steps from which on it is there and has its value; -1 is never."""
    leave: int = 0
    other: int = 0
    """For a ghost: the step of the other search from which on it may be there; `leave` is the
    other's too."""
    visits: int = 0
    """How many simulations went through it in the end."""
    branches: int = 0
    """How many branches this stands for that were cut together."""
    room: tuple[str, ...] = ()
    """Other lines that it may show, for which there must be room."""
    node: DrawnNode | None = None
    """The node this is; a box that stands for what is not there has none."""
    parent: int = -1
    """The place in the list of the box it hangs from, which comes first."""
    wide: int = 0
    high: int = 0
    picture: str = ""
    """The position in it, drawn."""
    kids: list[Box] = field(default_factory=list)

    @property
    def lines(self) -> tuple[str, ...]:
        """All its words, in the end."""
        return tuple(filter(None, (self.value or self.who, *self.under, *self.after)))


def scene_of(
    tree: DrawnTree,
    boxes: Sequence[Box],
    steps: Sequence[Step] = (),
    *,
    boards: bool = False,
    columns: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Scene:
    """The scene of these boxes of a tree; without `steps` it has one, and there all is known.

    `columns` are more words to be known of each box.
    """
    steps, known = steps or [("end", -1, tree.title)], {"": 0}

    def texts(words: str) -> int:
        """The place of these words in the list of different ones."""
        return known.setdefault(words, len(known))

    deep = [0] * (max((box.depth for box in boxes), default=-1) + 1)
    for box in boxes:
        box.picture, least, tall = _picture(tree, box.node) if boards else ("", 0, 0)
        box.wide = _width(box, least)
        box.high = tall + theme.ROW * max(len(box.lines), len(box.room)) + 2 * theme.PAD
        deep[box.depth] = max(deep[box.depth], box.high)
    tops = [sum(deep[:level]) + _BETWEEN * level + _MARGIN for level in range(len(deep))]
    parents = [None if box.parent < 0 else box.parent for box in boxes]
    room = [max(box.wide, 1.25 * text_width(box.name, theme.SMALL)) for box in boxes]
    x = tidy_layout(parents, room, gap=theme.GAP)
    right = [at + box.wide / 2 for at, box in zip(x, boxes, strict=True)]
    # A window stands beside the node above.
    right += [right[box.parent] + text_width(box.now, theme.SMALL) for box in boxes if box.now]
    nodes: dict[str, list[Any]] = {"x": [round(at + _MARGIN, 1) for at in x]}
    for name in ("parent", "branches", "visits", "enter", "leave", "other", "wide", "high"):
        nodes[name] = [getattr(box, name) for box in boxes]
    for name in ("name", "who", "value", "best", "now", "note"):
        nodes[name] = [texts(getattr(box, name)) for box in boxes]
    for name in ("under", "after"):
        nodes[name] = [texts("\n".join(getattr(box, name))) for box in boxes]
    for name, words in columns.items():
        nodes[name] = list(map(texts, words))
    fills, pictures = (
        list(dict.fromkeys(getattr(box, name) for box in boxes)) for name in ("fill", "picture")
    )
    for name, every in (("shape", SHAPES), ("fill", fills), ("picture", pictures)):
        nodes[name] = [every.index(getattr(box, name)) for box in boxes]
    return {
        "kind": "tree",
        "label": tree.title,
        "width": round(max(right, default=0) + 2 * _MARGIN),
        "height": (tops[-1] + deep[-1] if tops else 0) + _MARGIN,
        "levels": [[top, top + own] for top, own in zip(tops, deep, strict=True)],
        "fills": fills,
        "pictures": pictures,
        "nodes": nodes,
        "line": [at for at, box in enumerate(boxes) if box.node and box.node.on_best_line],
        "steps": {
            "kind": [STEP_KINDS.index(kind) for kind, _, _ in steps],
            "node": [at for _, at, _ in steps],
            "say": [texts(words) for _, _, words in steps],
        },
        "step_kinds": STEP_KINDS,
        "shapes": SHAPES,
        "look": _look(),
        "texts": list(known),
    }


def boxes_of(
    tree: DrawnTree, *, windows: bool = True, names: bool = True, others: Sequence[Other] = ()
) -> list[Box]:
    """The boxes of this tree, a parent before its children, children from left to right.

    It can be had without the `windows`, and without the `names` of what was cut. What `others`,
    searches of the same tree, looked at and this one never, stands there as ghosts, and what stands
    there as a ghost is not named again where it was cut.
    """
    own = [_box(tree, node, windows=windows) for node in tree.nodes]
    roots: list[Box] = []
    for node, box in zip(tree.nodes, own, strict=True):
        (roots if node.parent is None else own[node.parent].kids).append(box)
    ghosts = _ghosts(tree, own, others) if others else []
    haunted: dict[int, set[str]] = {}
    for above, ghost in ghosts:
        haunted.setdefault(id(above), set()).add(ghost.name)
    for node, box in zip(tree.nodes, own, strict=True):
        more = node.more and box.kids
        if node.cut_names and (box.kids or not node.more):
            box.kids.append(_cut_box(node, haunted.get(id(box), set()), names=names))
        if more:
            words, *under = map(signs, more_text(tree, node).split(", "))
            box.kids.append(Box(node.depth + 1, "more", theme.GROUND, words, under=tuple(under)))
    for above, ghost in ghosts:
        above.kids.append(ghost)
    boxes: list[Box] = []
    todo = [(root, -1) for root in reversed(roots)]
    while todo:
        box, box.parent = todo.pop()
        todo += [(kid, len(boxes)) for kid in reversed(box.kids)]
        boxes.append(box)
    return boxes


def _ghosts(tree: DrawnTree, own: Sequence[Box], others: Sequence[Other]) -> list[tuple[Box, Box]]:
    """What the others looked at and this one never, each with the box that it hangs from.

    It is there from the step on at which the other search comes to it, or where this one has named
    it among what it cuts, and has its value once the other search has left it.
    """
    known: dict[tuple[str, ...], Box] = {}
    for way, box in zip(_ways(tree), own, strict=True):
        known.setdefault(way, box)
    ghosts = []
    for other, spans in others:
        for way, node in zip(_ways(other), other.nodes, strict=True):
            if way not in known and way[:-1] in known:
                leaf = node.kind == "leaf" and node.value is not None and node.visits is None
                above, ghost = known[way[:-1]], Box(node.depth, "ghost", theme.GROUND, name=way[-1])
                if leaf:
                    ghost.who, ghost.value = "?", signs(f"{node.value:g}")
                ghost.other, ghost.leave = spans.get(node.call, (0, -1))
                if above.node is not None and way[-1] in above.node.cut_names:
                    ghost.other = 0
                known[way] = ghost
                ghosts.append((above, ghost))
    return ghosts if len(ghosts) <= _MOST_GHOSTS else []


def _ways(tree: DrawnTree) -> list[tuple[str, ...]]:
    """For each node the names of the actions that lead to it."""
    ways: list[tuple[str, ...]] = []
    for node in tree.nodes:
        ways.append(() if node.parent is None else (*ways[node.parent], node.action_name or ""))
    return ways


def legend(tree: DrawnTree, boxes: Sequence[Box]) -> str:
    """What the shapes and lines of this picture mean, in one line."""
    shapes = {box.shape for box in boxes}
    nodes = [box.node for box in boxes if box.node]
    parts = []
    for kind, sign in _ROLES:
        if _SHAPE_OF[kind] in shapes:
            players = " or ".join(player for player in tree.role(kind) if player != kind.upper())
            parts.append(f"{sign} {kind.upper()} chooses" + (f" ({players})" if players else ""))
    for seat, player in enumerate(tree.players):
        if any(node.kind == "player" and node.player == player for node in nodes):
            sign = ("\u25a2", "\u2b21")[seat] if seat < 2 else "\u2bc3"
            parts.append(f"{sign} {player} to move")
    negamax = any(node.kind == "player" and node.visits is None for node in nodes)
    two_play = len(tree.players) == 2 and any(box.value for box in boxes)
    means = any(node.visits is not None and node.value is not None for node in nodes)
    least_to_most = "" if tree.rewards is None else ", {:g} to {:g},".format(*tree.rewards)
    windows = any(box.node and box.node.window_in and box.under for box in boxes)
    facts = {
        "\u25a2 chance: the mean, by probability": any(node.kind == "chance" for node in nodes),
        "\u25a1 leaf": "square" in shapes,
        "\u25f3 answered from memory": "card" in shapes,
        f"bold: {tree.line}": any(node.on_best_line for node in nodes),
        "dashed: cut": "cut" in shapes,
        "[alpha, beta]: the window on entry": windows,
        "values: of whoever is to move": negamax and two_play,
        signs(f"value: mean reward{least_to_most} of whoever moved here"): means,
    }
    parts += [words for words, holds in facts.items() if holds]
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


def window_words(window: Window | None) -> str:
    """A window as it stands in a node: `[3, 8]`; nothing where there is none."""
    if window is None:
        return ""
    low, high = ("?" if bound is None else f"{bound:g}" for bound in window)
    return signs(f"[{low}, {high}]")


def signs(words: str) -> str:
    """Numbers as they are printed: a real minus, and the sign for infinity."""
    return words.replace("-", "\u2212").replace("inf", "\u221e")


def told(words: str) -> str:
    """A sentence with its numbers and bounds as they stand in the tree; names keep their hyphens.

    >>> told("Cut after b2-b3, because v = -2 <= alpha = 0")
    'Cut after b2-b3, because v = \u22122 \u2264 alpha = 0'
    """
    words = re.sub(r"(?<![\w)])-(?=[\d\u221e]|inf\b)", "\u2212", words)
    return re.sub(r"\binf\b", "\u221e", words).replace("<=", "\u2264").replace(">=", "\u2265")


@lru_cache(maxsize=5_000)
def text_width(words: str, size: float) -> float:
    """About how wide these words are; letters differ, and no font need be at hand to know."""
    narrow = sum(map(words.count, " .,:;il|!'()[]"))
    return size * (0.66 * len(words) - 0.26 * narrow)


# --- the parts -----------------------------------------------------------------------------------


def _box(tree: DrawnTree, node: DrawnNode, *, windows: bool) -> Box:
    """The box of this node."""
    seat = tree.seat(node)
    if seat is None:  # nobody knows who moves: the levels stand for two who take turns
        seat = 1 if node.kind == "min" else 0 if node.kind == "max" else node.depth % 2
    leaf, chance = node.kind in ("leaf", "memory"), node.kind == "chance"
    value = "" if node.value is None else signs(f"{node.value:g}")
    if node.vector is not None:
        value = signs(vector_text(node.vector))
    who = "chance" if chance else node.player or "?"
    if leaf:
        who = "" if node.note and not value else "?"
    under: list[str] = []
    if node.visits is not None:
        who, value = many(node.visits, "visit"), ""
        numbers = (("value", node.value), ("UCB", node.ucb))
        under += [f"{name} {mean_text(each)}" for name, each in numbers if each is not None]
    if windows and not leaf and node.window_in is not None:
        under.append(window_words(node.window_in))
    after = textwrap.wrap(node.note or "", _LETTERS, max_lines=3, placeholder=" ...")
    if node.more and not tree.families[node.id]:
        words = more_text(tree, node).split(", ")  # its own value says what is best
        after += [signs(each) for each in words if not (value and each.startswith("best"))]
    return Box(
        node.depth,
        _SHAPE_OF.get(node.kind) or _SEATS[min(seat, 2)],
        theme.PAPER if leaf or chance else theme.fill_of(seat),
        who,
        value,
        tuple(under),
        tuple(after),
        name=node.action_name or "",
        note="; ".join(filter(None, (told(node.reason or ""), node.note))),
        visits=node.visits or 0,
        node=node,
    )


def _cut_box(node: DrawnNode, ghosts: Collection[str], *, names: bool) -> Box:
    """The box that stands for the branches below this node that were never tried.

    Those that stand beside it as ghosts it does not name.
    """
    actions = node.cut_names
    own = [name for name in actions if name not in ghosts]
    reason, cut = told(node.reason or ""), "cut"
    if node.reason == LEFT_OUT:
        reason, cut = "", LEFT_OUT
    lines = [f"{cut}: {', '.join(own)}" if own else cut, reason]
    if len(own) > _MOST_NAMES:
        lines[0] = f"{cut}: {', '.join(own[:2])} + {len(own) - 2} more"
    if not names:  # many nodes: a narrow box leaves room for them
        lines = [f"{len(actions)} {cut}", *re.split(r" (?=[\u2264\u2265])", reason)]
    first, *under = filter(None, lines)
    return Box(node.depth + 1, "cut", theme.PAPER, first, under=tuple(under), branches=len(actions))


def _picture(tree: DrawnTree, node: DrawnNode | None) -> tuple[str, int, int]:
    """The position of this node as shapes around x = 0, their width and their height."""
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
    look = {"text_anchor": "start", "font_family": theme.MONOSPACE, "font_size": theme.SMALL}
    words = [
        text(-wide / 2, 7 + 14 * number, line.replace(" ", "\N{NO-BREAK SPACE}"), **look)
        for number, line in enumerate(lines)
    ]
    return "".join(words), wide, 14 * len(lines)


def _width(box: Box, least: float) -> int:
    """How wide a box must be for its picture and for all it may ever say; an even number."""
    words = [text_width(line, theme.SMALL) for line in (box.who, *box.under, *box.after, *box.room)]
    slanted = 2 * theme.SLANT if box.shape in ("up", "down", "six", "eight") else 0
    wide = (
        max([least, _NARROWEST, text_width(box.value, theme.LARGE), *words])
        + 2 * theme.PAD
        + slanted
    )
    return 2 * round(wide / 2 + 0.5)


def _look() -> dict[str, Any]:
    """The colours and sizes that whoever draws takes from our theme."""
    names = ("BLUE", "VERMILION", "INK", "QUIET", "GROUND", "PAPER", "LINE", "FADED", "WIN")
    colours = {name.lower(): getattr(theme, name) for name in names}
    sizes = {
        "small": theme.SMALL,
        "large": theme.LARGE,
        "row": theme.ROW,
        "pad": theme.PAD,
        "slant": theme.SLANT,
    }
    return (
        colours
        | sizes
        | {"phases": theme.PHASES, "font": theme.FONT, "wide": theme.WIDE, "gap": theme.GAP}
    )
