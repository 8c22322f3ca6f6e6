"""Draws a scene as SVG, any of its steps; `draw_tree`, the picture of a tree; and its graph.

`Still` says what is drawn at a step and how. `draw.js` says the same in a browser, shape by
shape and word by word; a test compares the two.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any

from course_lib.game import Game, State
from course_lib.plain import many
from course_lib.views import theme
from course_lib.views.svg import Picture, document, element, escaped, text
from course_lib.views.trees.model import DrawnTree
from course_lib.views.trees.scene import Box, Scene, boxes_of, legend, mean_text, scene_of
from course_lib.views.trees.sources import BARE, tree_of

FULL = 20
WITH_BOARDS = 30
"""So many nodes can be read in one picture: with all their words, and with boards."""

_FRAME = 14
_LEAST_WIDTH = 380
_LINE = 18

_DASHES = {"cut": "5 4", "more": "2 4", "ghost": "2 3"}
"""How the boxes are outlined that stand for what is not there."""


class Still:
    """A scene from which the drawing of any step is made."""

    def __init__(self, scene: Scene) -> None:
        """Work out what is the same in all steps."""
        self.scene, self.nodes = scene, scene["nodes"]
        self.shapes = [scene["shapes"][shape] for shape in self.nodes["shape"]]
        self.last = len(scene["steps"]["kind"]) - 1
        self.grows = scene["kind"] == "mcts"
        self.kids: list[list[int]] = [[] for _ in self.shapes]
        self.depth: list[int] = []
        for at, parent in enumerate(self.nodes["parent"]):
            self.depth.append(self.depth[parent] + 1 if parent >= 0 else 0)
            if parent >= 0:
                self.kids[parent].append(at)
        self.order = sorted(range(len(self.shapes)), key=lambda at: self.nodes["x"][at])
        self.done: list[list[int]] = [[] for _ in self.shapes]
        """When each simulation through a node was over, and the sum of its rewards then."""
        self.sums: list[list[float]] = [[] for _ in self.shapes]
        for each in scene.get("simulations", ()):
            rewards = each["rewards"] or [math.nan] * len(each["path"])
            for at, reward in zip(each["path"], rewards, strict=True):
                self.done[at].append(each["done"])
                self.sums[at].append((self.sums[at] or [0])[-1] + reward)

    def drawing(self, step: int) -> str:
        """Every shape and word that is there at this step, as SVG; edges first."""
        x = self.places(step)
        shown = [at for at in range(len(x)) if self.is_shown(at, step)]
        shown.sort(key=lambda at: self.depth[at])
        # The best line is drawn over the edges that begin where it does.
        below = sorted(
            (at for at in shown if self.nodes["parent"][at] >= 0),
            key=lambda at: self.is_best(at, step),
        )
        edges = [self.edge(at, step, x) for at in below]
        nodes = [self.node(at, step, x[at]) for at in shown]
        return f'<g text-anchor="middle">{"".join(edges + nodes)}</g>'

    def places(self, step: int) -> list[float]:
        """The x of each node at this step.

        In a wide tree what is shown by now moves together: else a node would stand far from its
        parent, with nothing but room for later nodes between them.
        """
        x = list(self.nodes["x"])
        if self.scene["width"] <= theme.WIDE:
            return x
        reach, shift = -float(theme.GAP), 0.0
        for at in self.order:
            home, half = x[at], self.nodes["wide"][at] / 2
            most = reach + 2 * theme.GAP + half
            if self.is_shown(at, step):
                shift += max(0, home - most)
                reach = max(reach, home + half)
            x[at] = (home if self.is_shown(at, step) else min(home, most)) - shift
        return x

    # --- what is known at a step, as in draw.js ------------------------------------------------

    def is_shown(self, at: int, step: int) -> bool:
        """Whether this node is there by now."""
        return bool(0 <= self.nodes["enter"][at] <= step and self.nodes["other"][at] <= step)

    def is_done(self, at: int, step: int) -> bool:
        """Whether this node has given back its value."""
        return bool(0 <= self.nodes["leave"][at] <= step)

    def is_open(self, at: int, step: int) -> bool:
        """Whether the call for this node is running."""
        return not self.grows and self._answers(at) and not self.is_done(at, step)

    def is_best(self, at: int, step: int) -> bool:
        """Whether this node is on the best line, and that is known by now."""
        return step == self.last and at in self.scene["line"]

    def phase(self, at: int, step: int) -> str | None:
        """The phase of a simulation that is about this node now."""
        phase = self.kind(step)
        if not self.grows or phase not in theme.PHASES:
            return None
        path = next(each["path"] for each in self.scene["simulations"] if each["done"] >= step)
        alone = phase in ("expand", "simulate")
        here = self.scene["steps"]["node"][step]
        return phase if at in path and (at == here or not alone) else None

    def numbers(self, at: int, step: int) -> tuple[int, float, float]:
        """Visits, mean and UCB after the simulations that are over by now; nan is not known."""
        over = sum(done <= step for done in self.done[at])
        visits = self._visits(at, step)
        mean = self.sums[at][over - 1] / over if visits and over else math.nan
        above = self.nodes["parent"][at]
        if above < 0 or not visits:
            return visits, mean, math.nan
        around = max(1, self._visits(above, step))
        return visits, mean, mean + self.scene["c"] * math.sqrt(math.log(around) / visits)

    def _visits(self, at: int, step: int) -> int:
        """The visits of a node by now.

        In the end the search's own number counts: not every search shows all its simulations.
        """
        seen = sum(done <= step for done in self.done[at])
        return max(seen, self.nodes["visits"][at]) if step == self.last else seen

    def lines(self, at: int, step: int) -> tuple[list[str], bool]:
        """The words in a node, and whether the first of them are its value."""
        under, after = (self._text(name, at) for name in ("under", "after"))
        if self.grows and self._answers(at):
            visits, mean, ucb = self.numbers(at, step)
            value = under if step == self.last else ""
            if math.isfinite(mean):
                value = f"value {mean_text(mean)}"
            bound = f"UCB {mean_text(ucb)}" if math.isfinite(ucb) else ""
            return [line for line in (many(visits, "visit"), value, bound) if line], False
        done = self.is_done(at, step)
        value = self._text("value", at) if done else ""
        head = value or self.so_far("best", at, step) or self._text("who", at)
        below = [*under.split("\n"), *(after.split("\n") if done else [])]
        return [line for line in (head, *below) if line], bool(value)

    def so_far(self, column: str, at: int, step: int) -> str:
        """The best value by now of a node that is not done, or its window."""
        if self.is_done(at, step) or self.grows:
            return ""
        answered = [kid for kid in self.kids[at] if self.is_done(kid, step) and self._answers(kid)]
        return self._text(column, answered[-1]) if answered else ""

    def kind(self, step: int) -> str:
        """What happens in this step, in a word: enter, leave, cut..."""
        return str(self.scene["step_kinds"][self.scene["steps"]["kind"][step]])

    def words(self, step: int) -> str:
        """What is said about this step."""
        return str(self.scene["texts"][self.scene["steps"]["say"][step]])

    # --- shapes, as in draw.js --------------------------------------------------------------------

    def node(self, at: int, step: int, x: float) -> str:
        """A node with its words."""
        nodes = self.nodes
        stroke, thick = theme.LINE, 1.5
        if 0 < step < self.last and self.scene["steps"]["node"][step] == at:
            stroke, thick = theme.INK, 3.5
        elif self.is_best(at, step):
            stroke, thick = theme.INK, 2.5
        elif self.is_open(at, step):
            stroke, thick = theme.BLUE, 2.5
        phase = self.phase(at, step)
        fill = theme.PHASES[phase] if phase else self.scene["fills"][nodes["fill"][at]]
        wide, high = nodes["wide"][at], nodes["high"][at]
        paint = {"fill": fill, **self._line(at, stroke, thick)}
        parts = [_shape(self.shapes[at], wide, high, **paint)]
        lines, large = self.lines(at, step)
        top = (high - theme.ROW * len(lines)) / 2
        if picture := self.scene["pictures"][nodes["picture"][at]]:
            parts.append(element("g", picture, transform=f"translate(0 {theme.PAD})"))
            top = high - theme.PAD - theme.ROW * len(lines)
        colour = theme.INK if self._answers(at) else theme.QUIET
        for row, line in enumerate(lines):
            big = large and not row
            size, bold = (theme.LARGE, "bold") if big else (theme.SMALL, None)
            y = top + theme.ROW * (row + 0.5)
            parts.append(_word(0, y, line, font_size=size, fill=colour, font_weight=bold))
        if now := self.so_far("now", at, step):  # beside the node: nothing stands there so early
            look = {"fill": theme.BLUE, "font_style": "italic", "text_anchor": "start"}
            parts.append(_word(wide / 2 + 6, high / 2, now, font_size=theme.SMALL, **look))
        place = f"translate({_tenth(x)} {self.scene['levels'][self.depth[at]][0]})"
        return element("g", *parts, data_node=at, transform=place)

    def edge(self, at: int, step: int, x: list[float]) -> str:
        """The line from the node above: down past its level, then across; with its name."""
        nodes, levels = self.nodes, self.scene["levels"]
        above = nodes["parent"][at]
        top, turn = levels[self.depth[above]]
        foot, end = top + nodes["high"][above], levels[self.depth[at]][0]
        stroke, thick, best = theme.LINE, 1.5, self.is_best(at, step)
        if best:
            stroke, thick = theme.INK, 3
        elif self.phase(at, step) or self.is_open(at, step):
            stroke, thick = theme.BLUE, 3
        beside = sum(self.shapes[kid] == "ghost" for kid in self.kids[above])
        count = max(1, min(nodes["branches"][at] - beside, 3))
        part, line = nodes["wide"][at] / (count + 1), self._line(at, stroke, thick)
        drawn = ""
        for branch in range(count):
            to_x = _tenth(x[at] - nodes["wide"][at] / 2 + part * (branch + 1))
            path = f"M{_tenth(x[above])} {foot}V{turn}L{to_x} {end}"
            drawn += element("path", d=path, fill="none", **line)
        name = self._text("name", at)
        if not name:
            return drawn
        middle = float(_tenth(x[above] + (x[at] - x[above]) * 0.68))
        y, wide = float(_tenth(turn + (end - turn) * 0.68)), 7 * len(name) + 4
        place = {"x": _tenth(middle - wide / 2), "y": _tenth(y - 8), "width": wide, "height": 16}
        plate, bold = element("rect", **place, rx=4, fill=theme.GROUND), "bold" if best else None
        look = {"font_size": theme.SMALL, "fill": theme.INK, "font_weight": bold}
        return drawn + plate + _word(middle, y, name, **look)

    # --- the parts ------------------------------------------------------------------------------

    def _answers(self, at: int) -> bool:
        return self.shapes[at] not in _DASHES

    def _line(self, at: int, stroke: str, thick: float) -> dict[str, Any]:
        """How the outline of a box, and the edge to it, are drawn."""
        dashes = _DASHES.get(self.shapes[at])
        return {"stroke": stroke, "stroke_width": thick, "stroke_dasharray": dashes}

    def _text(self, column: str, at: int) -> str:
        return str(self.scene["texts"][self.nodes[column][at]])


def _shape(kind: str, wide: int, high: int, **paint: object) -> str:
    """MAX points up, MIN points down: the shape says it where the colour does not."""
    left, right, half, slant = -(wide // 2), wide // 2, high // 2, theme.SLANT
    near, far, foot = left + slant, right - slant, high - slant
    path = {
        "up": f"M{near} 0H{far}L{right} {high}H{left}Z",
        "down": f"M{left} 0H{right}L{far} {high}H{near}Z",
        "six": f"M{near} 0H{far}L{right} {half}L{far} {high}H{near}L{left} {half}Z",
        "card": f"M{left} 0H{far}L{right} {slant}V{high}H{left}Z",
        "eight": f"M{near} 0H{far}L{right} {slant}V{foot}L{far} {high}"
                 f"H{near}L{left} {foot}V{slant}Z",
    }.get(kind)  # fmt: skip
    if path:
        return element("path", d=path, stroke_linejoin="round", **paint)
    rx = {"square": 1, "cut": 3, "ghost": 3}.get(kind, 9)
    return element("rect", x=left, y=0, width=wide, height=high, rx=rx, **paint)


def _word(x: float, y: float, words: str, **look: object) -> str:
    return element("text", escaped(words), x=_tenth(x), y=_tenth(y), dy="0.35em", **look)


def _tenth(number: float) -> str:
    """This number with one digit behind the point, rounded and written as JavaScript does it."""
    return f"{math.floor(number * 10 + 0.5) / 10}".removesuffix(".0")


# --- the picture of a tree ---------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class TreePicture(Picture):
    """The picture of a tree, which knows its tree and can be had as a graph for Graphviz."""

    tree: DrawnTree = field(compare=False)
    boxes: list[Box] = field(compare=False)

    def to_graphviz(self, *, boards: bool = False) -> Any:
        """The same tree as a `graphviz.Digraph`; `boards` draws the positions into its nodes."""
        return _digraph(self.tree, self.boxes, boards=boards)


def draw_tree(
    thing: Any,
    state: State | None = None,
    *,
    depth: int | None = None,
    most: int | None = None,
    boards: bool = False,
    values: bool = True,
    windows: bool | None = None,
    best_line: bool = True,
    game: Game | None = None,
) -> TreePicture:
    """The picture of a tree; printed, it is the tree as text.

    `thing`, `state`, `depth`, `most` and `game` are those of `tree_of`; without limits the picture
    has as many nodes as can be read. `boards=True` draws the position into each node.
    `values=False` shows the numbers of the leaves alone, and nothing that would give the others
    away, so that they can be worked out.
    `windows` are alpha and beta on entry: shown in trees of up to 20 nodes unless you say.
    `best_line` is what best play on both sides leads to, in bold.

    The picture looks alike everywhere, and `draw_tree(...).to_graphviz()` gives it as a graph.
    """
    tree = thing
    limited = depth is not None or most is not None
    if limited or not isinstance(thing, DrawnTree):
        if not limited:
            most = WITH_BOARDS if boards else FULL if windows else BARE
        tree = tree_of(thing, state, depth=depth, most=most, game=game)
    if not limited and any(node.visits is not None for node in tree.nodes):
        tree = tree_of(tree, most=FULL)  # Monte Carlo's nodes are full of numbers
    if not values:
        tree = tree.without_values()
    if not best_line:
        plain = (replace(node, on_best_line=False) for node in tree.nodes)
        tree = replace(tree, nodes=tuple(plain))
    details = len(tree.nodes) <= FULL if windows is None else windows
    boxes = boxes_of(tree, windows=details, names=details)
    scene, meaning = scene_of(tree, boxes, boards=boards), legend(tree, boxes)
    wide = max(scene["width"], _LEAST_WIDTH)
    above = _lines(tree.title, _FRAME, wide, 13, theme.INK)
    top = _FRAME + _LINE * len(above)
    foot = top + scene["height"] + 6
    below = _lines(meaning, foot, wide, theme.SMALL, theme.QUIET)
    left_out = f"+ n: so many {tree.counts} are not drawn here." if tree.more else ""
    for remark in (*tree.remarks, left_out):
        below += _lines(remark, foot + _LINE * len(below), wide, theme.SMALL, theme.INK)
    moved = f"translate({_FRAME + (wide - scene['width']) / 2:.1f} {top})"
    parts = [*above, element("g", Still(scene).drawing(0), transform=moved), *below]
    width, height = wide + 2 * _FRAME, foot + _LINE * len(below) + _FRAME / 2
    svg = document(width, height, *parts, title=tree.title, description=f"{meaning}.")
    return TreePicture(svg, str(tree), tree, boxes)


def to_graphviz(
    thing: Any, state: State | None = None, *, boards: bool = False, **options: Any
) -> Any:
    """The same tree as a `graphviz.Digraph`, whose `source` can be kept, changed and handed on.

    This needs no `dot`; only drawing the graph does. The options are those of `draw_tree`; with
    `boards` the positions stand in the nodes as tables. `thing` may also be a picture or a stepper;
    of what `compare` gives back it is the first tree, and `thing.trees` has all by their names.
    """
    return draw_tree(thing, state, boards=boards, **options).to_graphviz(boards=boards)


def _lines(words: str, y: float, width: float, size: int, fill: str) -> list[str]:
    """The words below y in lines that fit; runs of blanks between the parts of a legend stay."""
    look: dict[str, Any] = {"text_anchor": "start", "font_size": size, "fill": fill}
    lines = textwrap.wrap(words, max(20, int(width / (0.57 * size))), replace_whitespace=False)
    return [
        text(_FRAME, y + 9 + _LINE * row, line.replace("  ", "\N{NO-BREAK SPACE} "), **look)
        for row, line in enumerate(lines)
    ]


# --- the same as a graph --------------------------------------------------------------------------

_SHAPES = {
    "card": "note",
    "up": "trapezium",
    "down": "invtrapezium",
    "six": "hexagon",
    "eight": "octagon",
}
_STYLES = {"cut": "filled,dashed", "more": "filled,rounded,dotted", "round": "filled,rounded"}


def _digraph(tree: DrawnTree, boxes: Sequence[Box], *, boards: bool = False) -> Any:
    """The tree with these boxes as a `graphviz.Digraph`."""
    import graphviz  # noqa: PLC0415 - boards and our own layout need none of it

    words = [tree.title, legend(tree, boxes), *tree.remarks]
    letters = {"fontname": "DejaVu Sans", "fontsize": str(theme.SMALL)}
    lines = letters | {"fontcolor": theme.INK, "color": theme.LINE, "penwidth": "1.5"}
    title = graphviz.escape("\n".join(word for word in words if word))
    room = {"ordering": "out", "nodesep": "0.22", "ranksep": "0.42"}  # children keep their order
    graph = graphviz.Digraph(
        "tree",
        graph_attr=room | letters | {"bgcolor": theme.GROUND, "label": title},
        node_attr=lines | {"margin": "0.09,0.05", "height": "0.3", "width": "0.4"},
        edge_attr=lines | {"arrowhead": "none"},
    )
    for number, box in enumerate(boxes):
        best = box.node is not None and box.node.on_best_line
        style = _STYLES.get(box.shape, "filled")
        look = {"shape": _SHAPES.get(box.shape, "box"), "style": style, "fillcolor": box.fill}
        look |= {"fontsize": str(theme.LARGE)} if box.value and len(box.lines) == 1 else {}
        look |= {"color": theme.INK, "penwidth": "2.5"} if best else {}
        look |= {} if box.node else {"fontcolor": theme.QUIET}
        look |= {"margin": "0"} if boards else {}
        graph.node(f"n{number}", _label(tree, box, boards=boards), **look)
        line = {"color": theme.INK, "penwidth": "3"} if best else {}
        line |= {} if box.node else {"style": style.rpartition(",")[2]}
        label = graphviz.escape(f" {box.name} ") if box.name else ""
        if box.parent >= 0:
            for _ in range(max(1, min(box.branches, 3))):
                graph.edge(f"n{box.parent}", f"n{number}", label, **line)
    return graph


def _label(tree: DrawnTree, box: Box, *, boards: bool) -> str:
    """The words of a box in Graphviz's own kind of HTML, the value large, its board above them."""
    lines = [escape(line) for line in box.lines]
    if box.value:  # alone in its box it is large by the node's own size, and in the middle
        bold = f"<b>{lines[0]}</b>"
        lines[0] = f'<font point-size="{theme.LARGE}">{bold}</font>' if len(lines) > 1 else bold
    words, board = "<br/>".join(lines), ""
    if boards and box.node is not None:
        board = box.node.text or ""
        if tree.game is not None and box.node.state is not None:
            board = tree.game.render(box.node.state)
    if not board:
        return f"<{words}>"
    rows = [
        "".join(f"<td>{escape(mark) if mark != '.' else ' '}</td>" for mark in row.split())
        for row in board.splitlines()
    ]
    if len({row.count("<td>") for row in rows}) != 1:  # no grid: its text as it is
        rows = [f'<td align="left">{escape(row) or " "}</td>' for row in board.split("\n")]
    squares = "".join(f"<tr>{row}</tr>" for row in rows)
    look = f'border="0" cellborder="1" cellspacing="0" color="{theme.LINE}"'
    below = f"<tr><td>{words}</td></tr>" if words else ""
    return f'<<table border="0"><tr><td><table {look}>{squares}</table></td></tr>{below}</table>>'
