"""Draws a scene as SVG, any of its steps; and `draw_tree`, the picture of a tree.

`Still` says what is drawn at a step and how. `draw.js` says the same in a browser, shape by
shape and word by word; a test compares the two.
"""

from __future__ import annotations

import math
import textwrap
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from course_lib.game import Game, State
from course_lib.views import theme
from course_lib.views.svg import Picture, document, element, escaped, text
from course_lib.views.trees.dot import digraph
from course_lib.views.trees.model import DrawnTree
from course_lib.views.trees.scene import (
    SMALL,
    Scene,
    boxes_of,
    legend,
    mean_text,
    scene_of,
    visits_text,
)
from course_lib.views.trees.sources import BARE, tree_of

FULL = 20
WITH_BOARDS = 30
"""So many nodes can be read in one picture: with all their words, and with boards."""

_FRAME = 14
_LEAST_WIDTH = 380
_LINE = 18


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
        home, look = self.nodes["x"], self.scene["look"]
        if self.scene["width"] <= look["wide"]:
            return list(home)
        x = list(home)
        reach, shift = -float(look["gap"]), 0.0
        for at in self.order:
            half = self.nodes["wide"][at] / 2
            most = reach + 2 * look["gap"] + half
            if self.is_shown(at, step):
                shift += max(0, home[at] - most)
                reach = max(reach, home[at] + half)
                x[at] = home[at] - shift
            else:
                x[at] = min(home[at], most) - shift
        return x

    # --- what is known at a step, as in draw.js ------------------------------------------------

    def is_shown(self, at: int, step: int) -> bool:
        """Whether this node is there by now."""
        return bool(0 <= self.nodes["enter"][at] <= step)

    def is_done(self, at: int, step: int) -> bool:
        """Whether this node has given back its value."""
        return bool(0 <= self.nodes["leave"][at] <= step)

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
        visits, known = self._counted(at, step)
        mean = self._sums[at][known - 1] / known if visits and known else math.nan
        above = self.nodes["parent"][at]
        if above < 0 or not visits:
            return visits, mean, math.nan
        around = max(1, self._counted(above, step)[0])
        return visits, mean, mean + self.scene["c"] * math.sqrt(math.log(around) / visits)

    def lines(self, at: int, step: int) -> tuple[list[str], bool]:
        """The words in a node, and whether the first of them are its value."""
        under, after = (self._text(name, at) for name in ("under", "after"))
        if self.grows and self._answers(at):
            visits, mean, ucb = self.numbers(at, step)
            value = under if step == self.last else ""
            if math.isfinite(mean):
                value = f"value {mean_text(mean)}"
            bound = f"UCB {mean_text(ucb)}" if math.isfinite(ucb) else ""
            return [line for line in (visits_text(visits), value, bound) if line], False
        done = self.is_done(at, step)
        value = self._text("value", at) if done else ""
        head = value or self.so_far("best", at, step) or self._text("who", at)
        below = [*under.split("\n"), *(after.split("\n") if done else [])]
        return [line for line in (head, *below) if line], bool(value)

    def so_far(self, column: str, at: int, step: int) -> str:
        """The best value by now of a node that is not done, or its window."""
        if self.is_done(at, step) or self.grows or column not in self.nodes:
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
        nodes, look, shape = self.nodes, self.scene["look"], self.shapes[at]
        best = self.is_best(at, step)
        now = 0 < step < self.last and self.scene["steps"]["node"][step] == at
        opened = not self.grows and not self.is_done(at, step)
        stroke, thick = (look["ink"], 3.5) if now else (look["ink"], 2.5) if best else (
            (look["blue"], 2.5) if opened else (look["line"], 1.5))  # fmt: skip
        phase = self.phase(at, step)
        fill = theme.PHASES[phase] if phase else self.scene["fills"][nodes["fill"][at]]
        wide, high = nodes["wide"][at], nodes["high"][at]
        body = _shape(shape, wide, high, look["slant"])
        body += f' fill="{fill}" stroke="{stroke}" stroke-width="{thick}"{_dash(shape)}/>'
        picture = self.scene["pictures"][nodes["picture"][at]] if "picture" in nodes else ""
        lines, large = self.lines(at, step)
        top = (high - look["row"] * len(lines)) / 2
        if picture:
            body += f'<g transform="translate(0 {look["pad"]})">{picture}</g>'
            top = high - look["pad"] - look["row"] * len(lines)
        colour = look["quiet"] if shape in ("cut", "more", "ghost") else look["ink"]
        for row, line in enumerate(lines):
            y = _tenth(top + look["row"] * (row + 0.5))
            big = large and not row
            body += _word(0, y, line, look["large" if big else "small"], colour, bold=big)
        if now := self.so_far("now", at, step):  # beside the node: nothing stands there so early
            body += (
                f'<text x="{_number(wide / 2 + 6)}" y="{_number(_tenth(high / 2))}" dy="0.35em"'
                f' font-size="{look["small"]}" fill="{look["blue"]}" font-style="italic"'
                f' text-anchor="start">{escaped(now)}</text>'
            )
        place = f"{_number(_tenth(x))} {self.scene['levels'][self.depth[at]][0]}"
        return f'<g data-node="{at}" transform="translate({place})">{body}</g>'

    def edge(self, at: int, step: int, x: list[float]) -> str:
        """The line from the node above: down past its level, then across; with its name."""
        nodes, look, shape = self.nodes, self.scene["look"], self.shapes[at]
        above = nodes["parent"][at]
        levels = self.scene["levels"]
        top, turn = levels[self.depth[above]]
        foot, end = top + nodes["high"][above], levels[self.depth[at]][0]
        best = self.is_best(at, step)
        way = bool(self.phase(at, step)) or (not self.grows and not self.is_done(at, step))
        stroke, thick = (
            (look["ink"], 3) if best else (look["blue"], 3) if way else (look["line"], 1.5)
        )
        count = max(1, min(nodes["branches"][at], 3))
        part = nodes["wide"][at] / (count + 1)
        from_x = _number(_tenth(x[above]))
        drawn = ""
        for branch in range(count):
            to_x = _tenth(x[at] - nodes["wide"][at] / 2 + part * (branch + 1))
            drawn += (
                f'<path d="M{from_x} {foot}V{turn}L{_number(to_x)} {end}" fill="none"'
                f' stroke="{stroke}" stroke-width="{thick}"{_dash(shape)}/>'
            )
        name = self._text("name", at)
        if not name:
            return drawn
        middle, y = _tenth(x[above] + (x[at] - x[above]) * 0.68), _tenth(turn + (end - turn) * 0.68)
        wide = 7 * len(name) + 4
        plate = f'<rect x="{_number(_tenth(middle - wide / 2))}" y="{_number(_tenth(y - 8))}"'
        plate += f' width="{wide}" height="16" rx="4" fill="{look["ground"]}"/>'
        return drawn + plate + _word(middle, y, name, look["small"], look["ink"], bold=best)

    # --- the parts ------------------------------------------------------------------------------

    def _answers(self, at: int) -> bool:
        return self.shapes[at] not in ("cut", "more", "ghost")

    def _text(self, column: str, at: int) -> str:
        return str(self.scene["texts"][self.nodes[column][at]])

    def _counted(self, at: int, step: int) -> tuple[int, int]:
        """The visits of a node by now, and how many of its simulations have been seen.

        In the end the search's own number counts: not every search shows all its simulations.
        """
        seen = sum(self.scene["simulations"][each]["done"] <= step for each in self._through[at])
        return (max(seen, self.nodes["visits"][at]) if step == self.last else seen), seen

    @cached_property
    def _through(self) -> list[list[int]]:
        """For each node the simulations that went through it."""
        through: list[list[int]] = [[] for _ in self.shapes]
        for number, each in enumerate(self.scene["simulations"]):
            for at in each["path"]:
                through[at].append(number)
        return through

    @cached_property
    def _sums(self) -> list[list[float]]:
        """For each node the sum of its rewards after each of those simulations."""
        sums: list[list[float]] = [[] for _ in self.shapes]
        for each in self.scene["simulations"]:
            for place, at in enumerate(each["path"]):
                reward = each["rewards"][place] if each["rewards"] else math.nan
                sums[at].append((sums[at][-1] if sums[at] else 0) + reward)
        return sums


def _shape(kind: str, wide: int, high: int, slant: int) -> str:
    """MAX points up, MIN points down: the shape says it where the colour does not."""
    left, right, half = -(wide // 2), wide // 2, high // 2
    path = {
        "up": f"M{left + slant} 0H{right - slant}L{right} {high}H{left}Z",
        "down": f"M{left} 0H{right}L{right - slant} {high}H{left + slant}Z",
        "six": f"M{left + slant} 0H{right - slant}L{right} {half}L{right - slant} {high}"
               f"H{left + slant}L{left} {half}Z",
        "eight": f"M{left + slant} 0H{right - slant}L{right} {slant}V{high - slant}"
                 f"L{right - slant} {high}H{left + slant}L{left} {high - slant}V{slant}Z",
    }.get(kind)  # fmt: skip
    if path:
        return f'<path d="{path}" stroke-linejoin="round"'
    rx = {"square": 1, "cut": 3, "ghost": 3}.get(kind, 9)
    return f'<rect x="{left}" y="0" width="{wide}" height="{high}" rx="{rx}"'


def _dash(kind: str) -> str:
    dash = {"cut": "5 4", "more": "2 4", "ghost": "2 3"}.get(kind)
    return f' stroke-dasharray="{dash}"' if dash else ""


def _word(x: float, y: float, words: str, size: int, fill: str, *, bold: bool) -> str:
    weight = ' font-weight="bold"' if bold else ""
    place = f'x="{_number(x)}" y="{_number(y)}" dy="0.35em"'
    return f'<text {place} font-size="{size}" fill="{fill}"{weight}>{escaped(words)}</text>'


def _tenth(number: float) -> float:
    """This number with one digit behind the point, rounded as JavaScript does it."""
    return math.floor(number * 10 + 0.5) / 10


def _number(number: float) -> str:
    """This number as JavaScript writes it."""
    return f"{number}".removesuffix(".0")


# --- the picture of a tree ---------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class TreePicture(Picture):
    """The picture of a tree, which knows its tree and can be had as a graph for Graphviz."""

    tree: DrawnTree = field(compare=False)
    best_line: bool = True
    details: bool = True

    def to_graphviz(self, *, boards: bool = False) -> Any:
        """The same tree as a `graphviz.Digraph`; `boards` draws the positions into its nodes."""
        return digraph(self.tree, details=self.details, best_line=self.best_line, boards=boards)


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
    tree = tree if values else tree.without_values()
    details = len(tree.nodes) <= FULL if windows is None else windows
    boxes = boxes_of(tree, windows=details, names=details)
    scene = scene_of(tree, boxes, best_line=best_line, boards=boards)
    below = legend(tree, boxes, best_line=best_line)
    remarks = list(tree.remarks)
    if tree.more:
        remarks.append(f"+ n: so many {tree.counts} are not drawn here.")
    wide = max(scene["width"], _LEAST_WIDTH)
    above = _wrapped(tree.title, wide, 13)
    quiet = _wrapped(below, wide, SMALL)
    lines = [*quiet, *(line for words in remarks for line in _wrapped(words, wide, SMALL))]
    top = _FRAME + _LINE * len(above)
    foot = top + scene["height"] + 6

    def written(words: str, row: int, start: float, size: int, fill: str) -> str:
        spaced = words.replace("  ", "\N{NO-BREAK SPACE} ")
        return text(_FRAME, start + 9 + _LINE * row, spaced, text_anchor="start", font_size=size,
                    fill=fill)  # fmt: skip

    moved = f"translate({_FRAME + (wide - scene['width']) / 2:.1f} {top})"
    svg = document(
        wide + 2 * _FRAME,
        foot + _LINE * len(lines) + _FRAME / 2,
        *(written(line, row, _FRAME, 13, theme.INK) for row, line in enumerate(above)),
        element("g", Still(scene).drawing(0), transform=moved),
        *(
            written(line, row, foot, SMALL, theme.QUIET if row < len(quiet) else theme.INK)
            for row, line in enumerate(lines)
        ),
        title=tree.title,
        description=f"{below}.",
    )
    return TreePicture(svg, str(tree), tree, best_line, details)


def to_graphviz(
    thing: Any, state: State | None = None, *, boards: bool = False, **options: Any
) -> Any:
    """The same tree as a `graphviz.Digraph`, whose `source` can be kept, changed and handed on.

    This needs no `dot`; only drawing the graph does. The options are those of `draw_tree`; with
    `boards` the positions stand in the nodes as tables.
    """
    return draw_tree(thing, state, boards=boards, **options).to_graphviz(boards=boards)


def _wrapped(words: str, width: float, size: float) -> list[str]:
    """The words in lines that fit; runs of blanks between the parts of a legend stay."""
    return textwrap.wrap(words, max(20, int(width / (0.57 * size))), replace_whitespace=False)
