"""Plots as SVG pictures: `curves` in panels, `bars` or ranges in rows; and `plot_mcts`."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from course_lib.plain import many
from course_lib.views import theme
from course_lib.views.svg import Picture, document, element, text
from course_lib.watching import SearchTrace
from course_lib.watching.trace import rewards_of

WIDTH = 700
GAP = 14
"""Between what stands side by side."""

BELOW = 44
"""Under a box: the numbers along it, and what they count."""

ROW = 26
_MOST_CURVES, _AHEAD = 8, 3
"""So many actions are drawn at most, and so many of them in colour."""
MOST_POINTS = 300
"""A line through more points than these looks no different."""

MARKERS = (
    "M4 0A4 4 0 0 1 0 4A4 4 0 0 1 -4 0A4 4 0 0 1 0 -4A4 4 0 0 1 4 0Z",
    "M-4 -4L4 4M-4 4L4 -4", "M0 -5L5 4L-5 4Z",
    "M0 -5L5 0L0 5L-5 0Z", "M-4 -4H4V4H-4Z", "M0 5L5 -4L-5 -4Z", "M-5 0H5M0 -5V5",
    "M-5 -2H5V2H-5Z",
)  # fmt: skip
GREY = -1
_LINE = 16
"""From one name beside the curves to the next, at least."""

DASHES = (None, "7 3", "7 3 2 3", "2 3")


class Curve(NamedTuple):
    """Points with their name; no two of a panel differ by colour alone."""

    name: str
    points: Sequence[tuple[float, float]]
    line: bool = True
    marks: bool = True
    look: int | None = None
    """Its colour, mark and dashes: those of the curve with this number, its own by default; `GREY`
    for one that only runs along."""


class Panel(NamedTuple):
    """One pair of axes."""

    curves: Sequence[Curve]
    x: str = ""
    y: str = ""
    y_names: Sequence[str] = ()
    """Stand along the axis in place of the numbers 0, 1, 2..."""
    y_ends: tuple[float, float] | None = None
    shaded: Sequence[float] = ()
    """Numbers along x with a grey ground."""
    height: float = 300


@dataclass(frozen=True, repr=False)
class Plot(Picture):
    """The picture of these panels; its `alt` is the caption, for people who listen, too."""

    panels: tuple[Panel, ...] = ()


def curves(*panels: Panel, caption: str) -> Plot:
    """A plot of these panels, one below the other."""
    drawn: list[str] = []
    top = 0.0
    for panel in panels:
        drawn += _panel(panel, top)
        top += panel.height
    return _plot(drawn, top, caption, panels)


def bars(
    lengths: Mapping[str, float],
    labels: Sequence[str] = (),
    *,
    x: str,
    caption: str,
    ranges: Sequence[tuple[float, float]] = (),
) -> Plot:
    """A row for each name, the first on top: a bar, or a dot where its `ranges` are given."""
    values = list(lengths.values())
    ends = _with_room([end for pair in ranges for end in pair]) if ranges else (0, max(1, *values))
    right = WIDTH - GAP - max(map(_width, labels), default=0)
    bottom = GAP + ROW * len(values)
    axes = _Axes(
        GAP + max(map(_width, lengths)), right, GAP, bottom, ends, (len(values) - 0.5, -0.5)
    )
    drawn = axes.drawn({n: _number(n) for n in ticks(*ends)}, dict(enumerate(lengths)), x)
    for row, value in enumerate(values):
        y = axes.y(row)
        if ranges:
            low, high = map(axes.x, ranges[row])
            drawn.append(_path(f"M{low:.1f} {y - 3}v6m0 -3H{high:.1f}m0 -3v6", theme.BLUE))
            drawn.append(_mark(axes.x(value), y, 0))
        else:
            size = {"x": axes.left, "y": y - 9, "width": axes.x(value) - axes.left, "height": 18}
            drawn.append(element("rect", **size, fill=theme.FIRST_FILL, stroke=theme.BLUE))
        if labels:
            end = ranges[row][1] if ranges else value
            drawn.append(_words(axes.x(end) + 6, y, labels[row], text_anchor="start"))
    return _plot(drawn, bottom + BELOW, caption, ())


def ticks(low: float, high: float, *, whole: bool = False, most: int = 7) -> list[float]:
    """Round numbers from `low` to `high`, at most so many.

    >>> ticks(0, 34), ticks(0.1, 0.52, most=5)
    ([0, 5, 10, 15, 20, 25, 30], [0.1, 0.2, 0.3, 0.4, 0.5])
    """
    power = 10.0 ** math.floor(math.log10((high - low) / most))
    step = next(power * by for by in (1, 2, 5, 10) if (high - low) / (power * by) <= most)
    step = max(1.0, step) if whole else step
    found = range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)
    numbers = [round(number * step, 9) for number in found]
    return [int(number) if number == int(number) else number for number in numbers]


class _Axes(NamedTuple):
    """The box that is drawn in, and the numbers at the ends of its sides."""

    left: float
    right: float
    top: float
    bottom: float
    x_ends: tuple[float, float]
    y_ends: tuple[float, float]

    def x(self, value: float) -> float:
        """How far right this number stands."""
        low, high = self.x_ends
        return self.left + (self.right - self.left) * ((value - low) / (high - low))

    def y(self, value: float) -> float:
        """How far down this number stands."""
        low, high = self.y_ends
        return self.bottom - (self.bottom - self.top) * ((value - low) / (high - low))

    def drawn(
        self, along: Mapping[float, str], up: Mapping[float, str], x: str, y: str = ""
    ) -> list[str]:
        """The grid, with these words along both sides."""
        lines = [f"M{self.x(at):.1f} {self.top:.1f}V{self.bottom:.1f}" for at in along]
        lines += [f"M{self.left:.1f} {self.y(at):.1f}H{self.right:.1f}" for at in up]
        middle = (self.top + self.bottom) / 2
        sides = f"M{self.left:.1f} {self.top:.1f}V{self.bottom:.1f}H{self.right:.1f}"
        return [
            _path("".join(lines), theme.FADED, 0.6),
            _path(sides, theme.LINE),
            *(_words(self.x(at), self.bottom + 12, words) for at, words in along.items()),
            *(_words(self.left - 6, self.y(at), w, text_anchor="end") for at, w in up.items()),
            _words((self.left + self.right) / 2, self.bottom + 30, x),
            _words(GAP, middle, y, transform=f"rotate(-90 {GAP} {middle:.1f})") if y else "",
        ]


def _panel(panel: Panel, top: float) -> list[str]:
    """One pair of axes, with what stands in it and beside it."""
    xs = [x for curve in panel.curves for x, _ in curve.points]
    ys = [y for curve in panel.curves for _, y in curve.points if not math.isnan(y)]
    x_ends, y_ends = _with_room(xs), panel.y_ends or _with_room(ys)
    up: dict[float, str] = dict(enumerate(panel.y_names))
    up = up or {n: _number(n) for n in ticks(*y_ends)}
    along = {n: _number(n) for n in ticks(*x_ends, whole=all(x == int(x) for x in xs))}
    named = [curve for curve in panel.curves if curve.name]
    beside = max((_width(curve.name) for curve in named), default=0) + 2 * GAP
    left = GAP + 18 * bool(panel.y) + max(map(_width, up.values()))
    right, bottom = WIDTH - GAP - beside * bool(named), top + panel.height - BELOW
    axes = _Axes(left, right, top + GAP, bottom, x_ends, y_ends)
    drawn = []
    for x in panel.shaded:
        size = {"width": axes.x(x + 0.5) - axes.x(x - 0.5), "height": bottom - axes.top}
        grey = {"fill": theme.FADED, "opacity": 0.4}
        drawn.append(element("rect", x=axes.x(x - 0.5), y=axes.top, **size, **grey))
    drawn += axes.drawn(along, up, panel.x, panel.y)
    ends = []
    for number, curve in reversed(list(enumerate(panel.curves))):  # the first one on top
        look = number if curve.look is None else curve.look
        at = [(axes.x(x), axes.y(y)) for x, y in curve.points if not math.isnan(y)]
        drawn += _curve(curve, at, look)
        if curve.name and at:
            ends.append((at[-1], curve.name, theme.QUIET if look == GREY else theme.mark_of(look)))
    early = [end for end in ends if end[0][0] < (left + right) / 2]
    ends = sorted((end for end in ends if end not in early), key=lambda end: end[0][1])
    for (x, y), name, colour in early:  # no line from there across the others
        drawn.append(_name(x + GAP, y + _LINE, name, colour))
    rows = _apart([y for (_, y), *_ in ends], bottom)
    for ((x, y), name, colour), row in zip(ends, rows, strict=True):
        drawn.append(_path(f"M{x:.1f} {y:.1f}L{right + GAP - 3:.1f} {row:.1f}", colour, 0.6))
        drawn.append(_name(right + GAP, row, name, colour))
    return drawn


def _name(x: float, y: float, name: str, colour: str) -> str:
    return _words(x, y, name, text_anchor="start", fill=colour, font_weight="bold")


def _apart(places: Sequence[float], lowest: float) -> list[float]:
    """These places from top to bottom, moved so far that each has a line of words to itself."""
    rows: list[float] = []
    for y in places:
        rows.append(max(y, rows[-1] + _LINE) if rows else y)
    return [min(row, lowest - _LINE * (len(rows) - 1 - at)) for at, row in enumerate(rows)]


def _curve(curve: Curve, points: Sequence[tuple[float, float]], look: int) -> list[str]:
    """The line through these points, and marks at nine of them; without a line, at all."""
    drawn = []
    if curve.line and len(points) > 1:
        some = [*points[:: math.ceil(len(points) / MOST_POINTS)], points[-1]]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in some)
        thin = (theme.LINE, 1) if look == GREY else (theme.mark_of(look), 2)
        drawn.append(_path(path, *thin, None if look == GREY else DASHES[look % len(DASHES)]))
    if curve.marks:
        every = math.ceil(len(points) / 9) if curve.line else 1
        drawn += [_mark(x, y, look) for x, y in points[every // 2 :: every or 1]]
    return drawn


def _plot(drawn: list[str], height: float, caption: str, panels: tuple[Panel, ...]) -> Plot:
    """These elements above their caption."""
    lines = textwrap.wrap(caption, 100)
    drawn = drawn + [
        text(WIDTH / 2, height + 4 + 16 * number, line, fill=theme.QUIET, font_size=theme.SMALL)
        for number, line in enumerate(lines)
    ]
    whole = document(WIDTH, height + 4 + 16 * len(lines), *drawn, title=caption)
    return Plot(whole, caption, panels)


def _with_room(values: Sequence[float]) -> tuple[float, float]:
    """The ends of an axis on which these values stand, with some room at both."""
    room = 0.05 * (max(values) - min(values)) or 0.5
    return min(values) - room, max(values) + room


def _path(path: str, colour: str, width: float = 1.4, dashes: str | None = None) -> str:
    look = {"stroke": colour, "stroke_width": width, "stroke_dasharray": dashes}
    return element("path", d=path, fill="none", **look)


def _mark(x: float, y: float, look: int) -> str:
    """The mark of the curve with this number."""
    place = {"d": MARKERS[look % len(MARKERS)], "transform": f"translate({x:.1f} {y:.1f})"}
    return element(
        "path", **place, fill=theme.mark_of(look), stroke=theme.mark_of(look), stroke_width=1.4
    )


def _words(x: float, y: float, words: object, **attributes: object) -> str:
    return text(x, y, words, font_size=theme.SMALL, **attributes)


def _width(words: str) -> float:
    """About how wide these words are."""
    return 0.62 * theme.SMALL * len(words) + 6


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:g}"


# --- Monte Carlo ---------------------------------------------------------------------------------


def _visits_at_the_end(trace: SearchTrace) -> Plot | None:
    """The visits of the root's children in the tree that the search has kept, if it did."""
    visits = {node.action_name or "?": node.visits or 0 for node in trace.nodes if node.depth == 1}
    if not any(visits.values()):
        return None
    ordered = sorted(visits, key=lambda name: -visits[name])[:_MOST_CURVES]
    whole = trace.nodes[0].visits or sum(visits.values())
    said = (
        f"Most visited after {many(whole, 'simulation')}: {ordered[0]},"
        f" {many(visits[ordered[0]], 'visit')}."
        " How they grew is recorded for searches made of select, expand, simulate and backup."
    )
    lengths = {name: float(visits[name]) for name in ordered}
    return bars(lengths, [f"{visits[name]:,}" for name in ordered], x="visits", caption=said)


def plot_mcts(trace: SearchTrace) -> Plot:
    """How a Monte Carlo search's visits and values at the root's children grew, as recorded.

    Of a search that shows no simulations, as it is one function, the tree that it has kept says how
    the visits stood in the end. The values are mean rewards of who moves at the root: they are left
    out, and the caption says so, where the trace does not tell for whom a reward counts.

    >>> from random import Random
    >>> from course_lib import Nim, mcts_search, watch
    >>> game = Nim((1, 2))
    >>> plot = plot_mcts(watch(mcts_search, game, game.initial, simulations=20, rng=Random(1)))
    """
    if not isinstance(trace, SearchTrace):
        raise TypeError(
            f"plot_mcts can't show {trace!r:.60}; watch(mcts_search, ...) gives what is right"
        )
    stood = _visits_at_the_end(trace)
    taken = [each.path[0] if each.path else each.expanded for each in trace.simulations]
    actions = [action for action in dict.fromkeys(taken) if action is not None]
    if not actions and stood is not None:
        return stood
    if not trace.simulations:
        raise ValueError(
            f"the trace of {trace.function} has no simulations: a Monte Carlo search is recognised"
            " by functions named after its phases (select, expand, simulate, backup)"
        )
    if not actions:
        raise ValueError(
            f"the simulations of {trace.function} do not tell which action at the root they took,"
            " so nothing can be plotted; nodes with an action, a parent and children tell it"
        )
    names = {node.action: node.action_name or "?" for node in trace.nodes if node.depth == 1}
    player, count = trace.nodes[0].player if trace.nodes else None, len(taken)
    rewards = [rewards_of(trace, each.reward).get(player or "") for each in trace.simulations]
    actions.sort(key=lambda action: -taken.count(action))
    seen, means = [], []
    for place, action in enumerate(actions[:_MOST_CURVES]):
        look = place if place < _AHEAD else GREY
        name, mine = names.get(action, str(action)), [each == action for each in taken]
        visits = list(enumerate(accumulate(map(int, mine)), 1))
        seen.append(Curve(name, visits, marks=look != GREY, look=look))
        sums = accumulate((worth or 0) * own for worth, own in zip(rewards, mine, strict=True))
        pairs = zip(visits, sums, strict=True)
        mean = [(at, total / known if known else math.nan) for (at, known), total in pairs]
        means.append(Curve(name, mean, marks=look != GREY, look=look))
    panels = [Panel(seen, "simulations", "visits")]
    if None not in rewards:
        panels.append(Panel(means, "simulations", f"mean reward of {player}"))
    best, most = seen[0].name, taken.count(actions[0])
    said = f"Most visited after {many(count, 'simulation')}: {best}, {many(most, 'visit')}."
    if more := len(actions) - len(seen):
        said += f" {more} more with fewer visits {'is' if more == 1 else 'are'} not shown."
    if None in taken:
        said += f" {many(taken.count(None), 'simulation')} did not tell their action at the root."
    if None in rewards:
        said += " Values can't be told: for whom the recorded rewards count is not known."
    return curves(*panels, caption=said)
