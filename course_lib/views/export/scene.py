"""One step of a recorded search as a drawing: what the player shows, outside the browser.

It draws the same story as the player does in the browser, with the same shapes and colours.
"""

from __future__ import annotations

import math
import textwrap
from typing import Any

from course_lib.views import theme
from course_lib.views.svg import document, element, text
from course_lib.views.trees.layout import tidy_layout

Story = dict[str, Any]
"""What `story_of` gives: a recorded search as plain data."""

ROW = 92
HIGH = 44
TOP = 40
WIDEST = 1200
SMALLEST = 0.6
"""A tree that is too wide is drawn smaller, down to this scale; then a camera follows."""

MOST_GROWN = 24
"""Of a tree that grew by simulations so many nodes are drawn, those most visited in the end."""

_LINE = 20
_MARGIN = 16


class Scene:
    """The tree of one story, from which the drawing of any step is made."""

    def __init__(self, story: Story, *, widest: float = WIDEST) -> None:
        """Work out what is the same in all steps."""
        self.story, self.nodes = story, story["nodes"]
        self.kinds = [story["node_kinds"][kind] for kind in self.nodes["kind"]]
        self.last = len(story["steps"]["kind"]) - 1
        self.depth: list[int] = []
        self.children: list[list[int]] = [[] for _ in self.kinds]
        for node, parent in enumerate(self.nodes["parent"]):
            self.depth.append(0 if parent < 0 else self.depth[parent] + 1)
            if parent >= 0:
                self.children[parent].append(node)
        self.x = dict(enumerate(self.nodes["x"]))
        if self._grows:
            self.x = self._most_visited()
        self.whole = max(self.x.values(), default=0) + self._wide / 2 + _MARGIN
        self.high = (max((self.depth[node] for node in self.x), default=0) + 1) * ROW
        self.fit(width := min(max(self.whole, 480), widest), min(1, width / self.whole))

    def fit(self, width: float, scale: float) -> None:
        """Draw this wide from now on, and the tree at this scale, if that is not too small."""
        self.width, self.scale = width, max(scale, SMALLEST)
        self.seen = self.width / self.scale
        self.letters = int(self.width / 8.4)
        said = {self.story["texts"][at] for at in self.story["steps"]["say"]}
        self.lines = max((len(self._wrapped(words)) for words in said), default=1)
        self.height = TOP + self.lines * _LINE + self.high * self.scale + 10

    def svg(self, step: int) -> str:
        """The drawing of this step: its words, and below them the tree as it is by then."""
        words = self.story["texts"][self.story["steps"]["say"][step]]
        return document(
            self.width, self.height, *self.parts(step), title=self.story["label"], description=words
        )

    def parts(self, step: int) -> list[str]:
        """The same as elements, to stand in a larger drawing."""
        kind = self.kind_of(step)
        fill = theme.PHASES.get(kind, theme.PAPER)
        words = self._wrapped(self.story["texts"][self.story["steps"]["say"][step]])
        band = element("rect", x=8, y=8, width=self.width - 16, rx=6, fill=fill,
                       height=self.lines * _LINE + 12)  # fmt: skip
        said = [
            text(18, 24 + row * _LINE, line, text_anchor="start") for row, line in enumerate(words)
        ]
        few = []
        if len(self.x) < len(self.kinds):
            count = f"the {len(self.x)} most visited of {len(self.kinds)} nodes"
            look = {"text_anchor": "end", "font_size": 12, "fill": theme.QUIET}
            few = [text(self.width - 12, self.height - 12, count, **look)]
        return [band, *said, *self._tree(step), *few]

    def kind_of(self, step: int) -> str:
        """What happens in this step, in a word: enter, leave, cut..."""
        return str(self.story["step_kinds"][self.story["steps"]["kind"][step]])

    def _tree(self, step: int) -> list[str]:
        """The part of the tree that fits, around the node where the search is now."""
        here = self.story["steps"]["node"][step]
        middle = self.x.get(max(here, 0), 0)
        # A tree that fits stands in the middle; of another the camera shows what is around.
        left = (self.whole - self.seen) / 2 - _MARGIN / 2
        if self.whole > self.seen:
            left = min(max(middle - self.seen / 2, -_MARGIN), self.whole - self.seen)
        top = TOP + self.lines * _LINE
        first, last = left - self._wide, left + self.seen + self._wide
        made = [node for node in self.x if 0 <= self.nodes["enter"][node] <= step]
        drawn = [self._edge(node, step) for node in made if self._crosses(node, first, last)]
        drawn += [self._node(node, step) for node in made if first < self.x[node] < last]
        moved = f"translate({-left * self.scale:.1f} {top}) scale({self.scale:.3f})"
        return [element("g", *drawn, transform=moved)]

    def _crosses(self, node: int, first: float, last: float) -> bool:
        """Whether the line from the node above comes into sight, which ends may lie outside."""
        parent = self.nodes["parent"][node]
        if parent < 0:
            return False
        ends = self.x[parent], self.x[node]
        return min(ends) < last and max(ends) > first

    def _most_visited(self) -> dict[int, float]:
        """The x of the nodes that most simulations went through, in a layout of their own."""
        visits = [0] * len(self.kinds)
        for each in self.story["simulations"]:
            for node in each["path"]:
                visits[node] += 1
        # A child has never more visits than its parent, and comes after it: so parents are kept.
        kept = sorted(sorted(range(len(visits)), key=lambda node: -visits[node])[:MOST_GROWN])
        place = {node: number for number, node in enumerate(kept)}
        parents = [place.get(self.nodes["parent"][node]) for node in kept]
        xs = tidy_layout(parents, [self._wide] * len(kept), 14)
        return {node: x - min(xs) + self._wide / 2 for node, x in zip(kept, xs, strict=True)}

    def _edge(self, node: int, step: int) -> str:
        """The line from the node above, with the action's name on a light plate."""
        parent = self.nodes["parent"][node]
        x1, y1 = self._place(parent)
        x2, y2 = self._place(node)
        y1, y2 = y1 + HIGH / 2, y2 - HIGH / 2
        style: dict[str, Any] = {"stroke": theme.LINE}
        if self.kinds[node] == "cut":
            style["stroke_dasharray"] = "5 4"
        elif step == self.last and node in self.story["line"]:
            style = {"stroke": theme.INK, "stroke_width": 4}
        elif node in self._way(step) or (not self._grows and self._is_open(node, step)):
            style = {"stroke": theme.BLUE, "stroke_width": 3}
        name = self._text("name", node)
        line = element("path", d=f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}", fill="none", **style)
        if not name:
            return line
        x, y, wide = x1 + (x2 - x1) * 0.55, y1 + (y2 - y1) * 0.55, len(name) * 7.6 + 8
        plate = element("rect", x=x - wide / 2, y=y - 9, width=wide, height=18, rx=4,
                        fill=theme.GROUND)  # fmt: skip
        return line + plate + text(x, y, name, font_size=12, fill=theme.QUIET)

    def _node(self, node: int, step: int) -> str:
        """The node with what is known of it by this step."""
        kind, (x, y) = self.kinds[node], self._place(node)
        if kind == "cut":
            box = _shape("leaf", 40, 26, fill=theme.PAPER, stroke=theme.LINE,
                         stroke_dasharray="4 3")  # fmt: skip
            mark = text(0, 0, "\u00d7", font_size=16, fill=theme.QUIET)
            return element("g", box, mark, transform=f"translate({x:.1f} {y:.1f})")
        leaf = kind == "leaf" and not self._grows
        wide = self.story["look"]["widths"]["leaf"] if leaf else self._wide
        best = step == self.last and node in self.story["line"]
        now = node == self.story["steps"]["node"][step] and 0 < step < self.last
        is_open = self._is_open(node, step) and not self._grows
        box = _shape(
            "player" if self._grows else kind,
            wide,
            HIGH,
            fill=self._fill(node, step),
            stroke=theme.INK if now or best else theme.BLUE if is_open else theme.LINE,
            stroke_width=3.5 if now or best else 2.5 if is_open else 1.2,
        )
        rows = self._lines(node, step)
        words = [
            text(0, (row - (len(rows) - 1) / 2) * 15, line, font_size=size, fill=colour)
            for row, (line, size, colour) in enumerate(rows)
        ]
        return element("g", box, *words, transform=f"translate({x:.1f} {y:.1f})")

    def _fill(self, node: int, step: int) -> str:
        if node in self._way(step):
            return theme.PHASES[self.kind_of(step)]
        if self._grows:
            seat = self.nodes["seat"][node]
            return theme.fill_of(seat) if seat >= 0 else theme.PAPER
        fills = {"max": theme.FIRST_FILL, "min": theme.SECOND_FILL}
        return fills.get(self.kinds[node], theme.PAPER)

    def _lines(self, node: int, step: int) -> list[tuple[str, int, str]]:
        """The words inside a node: what it is worth, and below that its window, or its UCB."""
        if self._grows:
            visits, mean, bound = self._numbers(node, step)
            rows = [(f"{mean:.2f} / {visits}" if visits else "\u2013", 13, theme.INK)]
            return rows + ([(f"UCB {bound:.2f}", 11, theme.QUIET)] if bound is not None else [])
        kind = self.kinds[node]
        name = {"max": "MAX", "min": "MIN"}.get(kind, "?")
        answered = self._answered(node, step)
        if self._is_done(node, step):
            value = self._text("value", node)
        else:
            value = "" if answered is None else f"so far {self._text('best', answered) or '?'}"
        rows = [(value or name, 12 if value.startswith("so") else 15, theme.INK)]
        window = self._text("window", node) if answered is None else self._text("after", answered)
        return rows + ([(window, 11, theme.QUIET)] if window and kind != "leaf" else [])

    def _answered(self, node: int, step: int) -> int | None:
        """The last child that has answered by now: it knows its parent's window and best value."""
        done = [
            child
            for child in self.children[node]
            if self.kinds[child] != "cut" and self._is_done(child, step)
        ]
        return done[-1] if done else None

    def _numbers(self, node: int, step: int) -> tuple[int, float, float | None]:
        """Visits, mean and UCB after the simulations that are over by now."""
        over = [each for each in self.story["simulations"] if each["done"] <= step]
        through = [each for each in over if node in each["path"]]
        known = [each["rewards"][each["path"].index(node)] for each in through if each["rewards"]]
        mean = sum(known) / len(known) if known else 0.0
        parent = self.nodes["parent"][node]
        if parent < 0 or not through:
            return len(through), mean, None
        above = sum(parent in each["path"] for each in over)
        doubt = self.story["c"] * math.sqrt(math.log(max(1, above)) / len(through))
        return len(through), mean, mean + doubt

    def _way(self, step: int) -> set[int]:
        """The nodes that this phase of a simulation is about."""
        phase = self.kind_of(step)
        if not self._grows or phase not in theme.PHASES:
            return set()
        now = next((each for each in self.story["simulations"] if each["done"] >= step), None)
        here = self.story["steps"]["node"][step]
        path = set() if now is None else set(now["path"])
        return path & {here} if phase in ("expand", "simulate") else path

    @property
    def _grows(self) -> bool:
        return bool(self.story["kind"] == "mcts")

    @property
    def _wide(self) -> float:
        return float(self.story["look"]["widths"]["inner"])

    def _is_done(self, node: int, step: int) -> bool:
        return bool(0 <= self.nodes["leave"][node] <= step)

    def _is_open(self, node: int, step: int) -> bool:
        return bool(self.nodes["enter"][node] <= step) and not self._is_done(node, step)

    def _place(self, node: int) -> tuple[float, float]:
        return self.x[node], 30 + self.depth[node] * ROW

    def _text(self, column: str, node: int) -> str:
        return str(self.story["texts"][self.nodes[column][node]])

    def _wrapped(self, words: str) -> list[str]:
        return textwrap.wrap(words, self.letters)


def side_by_side(scenes: list[Scene], step: int) -> str:
    """One drawing of several searches at this step, each with its name, one below the other.

    They should have been fitted to the same width before.
    """
    drawn, top, width = [], 0.0, scenes[0].width
    for scene in scenes:
        at = min(step, scene.last)
        head = text(18, 22, scene.story["label"], text_anchor="start", font_size=18,
                    font_weight="bold")  # fmt: skip
        moved = element("g", *scene.parts(at), transform="translate(0 34)")
        drawn.append(element("g", head, moved, transform=f"translate(0 {top:.1f})"))
        top += scene.height + 34
    names = ", ".join(scene.story["label"] for scene in scenes)
    return document(width, top, *drawn, title=f"Side by side: {names}")


def _shape(kind: str, width: float, high: float, **style: object) -> str:
    """MAX points up, MIN points down: the shape says it where the colour does not."""
    w, h = width / 2, high / 2
    if kind == "max":
        return element("path", d=f"M{-w} {h}L{9 - w} {-h}H{w - 9}L{w} {h}Z", **style)
    if kind == "min":
        return element("path", d=f"M{-w} {-h}H{w}L{w - 9} {h}H{9 - w}Z", **style)
    rx = 20 if kind == "player" else 4
    return element("rect", x=-w, y=-h, width=width, height=high, rx=rx, **style)
