"""A tree as boxes with words in them: what both ways of drawing, ours and Graphviz's, share."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from typing import Literal

from course_lib.views.theme import GROUND, PAPER, fill_of
from course_lib.views.trees.model import DrawnNode, DrawnTree
from course_lib.views.trees.outline import more_text
from course_lib.watch.trace import Window, window_text

Shape = Literal["up", "down", "square", "round", "six", "eight", "cut", "more"]
_SEATS: tuple[Shape, ...] = ("round", "six", "eight")
_ROLES: tuple[tuple[Shape, Literal["max", "min"], str], ...] = (
    ("up", "max", "\u25b3"),
    ("down", "min", "\u25bd"),
)
_MOST_NAMES = 3
_LETTERS = 24
"""So many letters of a note stand in one line of a box, and so many names and edges of a cut."""


@dataclass(frozen=True, slots=True)
class Box:
    """One shape of the picture, and the edge that leads to it."""

    parent: int | None
    """The place in the list of the box it hangs from, which comes first."""
    depth: int
    shape: Shape
    fill: str
    lines: tuple[str, ...]
    label: str = ""
    """The action on the edge."""
    edges: int = 1
    """How many edges lead here: several branches may have been cut together."""
    best: bool = False
    large: bool = False
    """Whether the first line is a value."""
    node: DrawnNode | None = None
    """The node this is; a box that stands for what is not there has none."""


def boxes_of(tree: DrawnTree, *, details: bool = True, best_line: bool = True) -> list[Box]:
    """The boxes of this tree, a parent before its children, children from left to right.

    `details` are the player's name and the window.
    """
    boxes: list[Box] = []
    roots = [node for node in tree.nodes if node.parent is None]
    hanging: list[DrawnNode | Box] = list(reversed(roots))
    parents: dict[int, int] = {}
    while hanging:
        one = hanging.pop()
        if isinstance(one, Box):
            boxes.append(one)
            continue
        parent = None if one.parent is None else parents[one.parent]
        place = parents[one.id] = len(boxes)
        boxes.append(
            Box(
                parent,
                one.depth,
                _shape(tree, one),
                PAPER if one.kind == "leaf" else fill_of(_seat(tree, one)),
                _lines(tree, one, details=details),
                label=one.action_name or "",
                best=best_line and one.on_best_line,
                large=one.value is not None and one.visits is None,
                node=one,
            )
        )
        family = tree.children(one.id)
        if one.more and family:
            words = (more_text(tree, one),)
            hanging.append(Box(place, one.depth + 1, "more", GROUND, words))
        if one.cut_names and (family or not one.more):
            hanging.append(_cut_box(one, place, details=details))
        hanging += reversed(family)
    return boxes


def legend(tree: DrawnTree, boxes: list[Box], *, details: bool) -> str:
    """What the shapes and lines of this picture mean, in one line."""
    shapes = {box.shape for box in boxes}
    parts = []
    for shape, kind, sign in _ROLES:
        if shape in shapes:
            players = " or ".join(player for player in tree.role(kind) if player != kind.upper())
            parts.append(f"{sign} {kind.upper()} chooses" + (f" ({players})" if players else ""))
    for seat, player in enumerate(tree.players):
        if any(
            box.node and box.node.kind == "player" and box.node.player == player for box in boxes
        ):
            sign = ("\u25a2", "\u2b21")[seat] if seat < 2 else "\u2bc3"
            parts.append(f"{sign} {player} to move")
    if "square" in shapes:
        parts.append("\u25a1 leaf")
    if any(box.best for box in boxes):
        parts.append("bold: the best line")
    if "cut" in shapes:
        parts.append("dashed: cut")
    if details and any(node.window_in for node in tree.nodes):
        parts.append("[alpha, beta]: the window")
    negamax = any(node.kind == "player" and node.visits is None for node in tree.nodes)
    if negamax and len(tree.players) == 2 and any(box.large for box in boxes):
        parts.append("values: of whoever is to move")
    if any(node.ucb is not None for node in tree.nodes):
        least_to_most = "" if tree.rewards is None else ", {:g} to {:g},".format(*tree.rewards)
        parts.append(signs(f"value: mean reward{least_to_most} of whoever moved here"))
    # No line ends inside a part.
    return "   ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts)


def _shape(tree: DrawnTree, node: DrawnNode) -> Shape:
    shapes: dict[str, Shape] = {"max": "up", "min": "down", "leaf": "square"}
    return shapes.get(node.kind) or _SEATS[min(_seat(tree, node), 2)]


def _seat(tree: DrawnTree, node: DrawnNode) -> int:
    """The seat whose colour this node has: the player's, or where none is known its level's."""
    seat = tree.seat(node)
    if seat is not None:
        return seat
    return 1 if node.kind == "min" else 0 if node.kind == "max" else node.depth % 2


def _lines(tree: DrawnTree, node: DrawnNode, *, details: bool) -> tuple[str, ...]:
    """What stands in this node's box."""
    value = node.value
    lines: list[str] = []
    if node.visits is not None:
        lines.append("1 visit" if node.visits == 1 else f"{node.visits:,} visits")
        lines += [] if value is None else [f"value {value:.3g}"]
        lines += [] if node.ucb is None else [f"UCB {node.ucb:.3g}"]
    elif value is not None:
        lines.append(signs(f"{value:g}"))
    elif node.kind != "leaf" or not node.note:
        lines.append("?" if node.kind == "leaf" else node.player or "?")
    if details and node.kind != "leaf" and node.player and node.player not in lines:
        lines.append(node.player)
    if details and node.window_in is not None and node.kind != "leaf":
        lines.append(_window(node.window_in))
        if node.window_out not in (None, node.window_in):
            lines.append("\u2192 " + _window(node.window_out or node.window_in))
    if node.note:
        lines += textwrap.wrap(node.note, _LETTERS, max_lines=3, placeholder=" ...")
    if node.more and not tree.families[node.id]:
        lines.append(more_text(tree, node))
    return tuple(lines)


def _cut_box(node: DrawnNode, place: int, *, details: bool) -> Box:
    """The box that stands for the branches below this node that were never tried."""
    names, edges = node.cut_names, min(len(node.cut_names), _MOST_NAMES)
    reason = signs(node.reason or "").replace("<=", "\u2264").replace(">=", "\u2265")
    lines = [f"cut: {', '.join(names)}", reason]
    if len(names) > _MOST_NAMES:
        lines[0] = f"cut: {', '.join(names[:2])} + {len(names) - 2} more"
    if not details:  # many nodes: a narrow box leaves room for them
        lines = [f"{len(names)} cut", *re.split(r" (?=[\u2264\u2265])", reason)]
    return Box(place, node.depth + 1, "cut", PAPER, tuple(filter(None, lines)), edges=edges)


def _window(window: Window) -> str:
    return signs(f"[{window_text(window)}]".replace("..", ", "))


def signs(words: str) -> str:
    """Numbers as they are printed: a real minus, and the sign for infinity."""
    return words.replace("-", "\u2212").replace("inf", "\u221e")
