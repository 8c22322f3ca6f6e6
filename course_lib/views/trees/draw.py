"""Draws any step of a film as SVG; `draw_tree`, the picture of a tree; and its graph.

`Still` keeps the pieces that are there at a step. A browser plays the same film with `film.js`,
which fills the same outlines with the same words; a test compares the two.
"""

from __future__ import annotations

import inspect
import math
import re
import textwrap
from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from itertools import pairwise
from typing import Any

from course_lib.game import CHANCE, Game, Player, hides
from course_lib.views import theme
from course_lib.views.svg import Picture, document, element, escaped, forms_of, text
from course_lib.views.trees.model import DrawnTree
from course_lib.views.trees.pieces import (
    Bounds,
    Film,
    Outline,
    Piece,
    legend,
    line_height,
    pieces_of,
    still_of_tree,
)
from course_lib.views.trees.sources import BARE, tree_of
from course_lib.watching import watch
from course_lib.watching.run import game_among
from course_lib.words import _, told

FULL = 20
WITH_BOARDS = 30
"""So many nodes can be read in one picture: with all their words, and with boards."""

_NEAR = 0.36
"""So far down an edge scissors stand: between the name of its action and the node above."""

_CLASSES = {"up": "max", "down": "min", "square": "leaf"}
"""What the shape of a node tells, as a class to style it by."""

_FRAME = 14
_LEAST_WIDTH = 380
_LINE = 18


class Still:
    """A film from which the drawing of any step is made."""

    def __init__(self, film: Film) -> None:
        """Work out what is the same in all steps."""
        self.film, self.pieces, self.looks = film, film["pieces"], film["looks"]
        self.last = len(film["steps"]["kind"]) - 1
        self.outlines = [Outline(*film["outlines"][outline]) for outline in self.pieces["outline"]]
        self.ghosts, self.line = dict(film["ghosts"]), set(film["line"])
        self.depth: list[int] = []
        self.waits: list[bool] = []
        """Whether a piece is part of the game to come, and not only of another search's tree."""
        for at, above in enumerate(self.pieces["parent"]):
            self.depth.append(self.depth[above] + 1 if above >= 0 else 0)
            cut = self.pieces["branches"][at] or (above in self.ghosts and self.waits[above])
            self.waits.append(at not in self.ghosts or bool(cut))

    def drawing(self, step: int, *, ahead: bool = False) -> str:
        """Every shape and word that is there at this step, as SVG: edges, their names, nodes.

        With `ahead` the shapes that are still to come stand there faint.
        """
        shown = {at: look for at in range(len(self.depth)) if (look := self.look(at, step)) >= 0}
        order = sorted(shown, key=lambda at: self.depth[at])
        # The best line is drawn over the edges that begin where it does.
        below = sorted(
            (at for at in order if self.pieces["parent"][at] >= 0),
            key=lambda at: self._is_best(at, step),
        )
        lit = self.lit(step)
        faint = [at for at, above in enumerate(self.pieces["parent"]) if at not in shown
                 and self.waits[at] and (above in shown or not self.film["near"])]  # fmt: skip
        faint = faint if ahead and not self.film.get("grows") else []
        parts = [self.to_come(at, shown) for at in faint]
        parts += [
            self.edge(at, shown[at], lit=at in lit, best=self._is_best(at, step)) for at in below
        ]
        parts += [self.name(at, step) for at in below]  # no line runs through one
        parts += [self.node(at, step, shown[at], lit=at in lit) for at in order]
        return f'<g text-anchor="middle">{"".join(parts)}</g>'

    def look(self, at: int, step: int) -> int:
        """Which of the looks this piece has at this step; -1 while it is not there."""
        first, end = self.pieces["first"][at : at + 2]
        if self.ghosts.get(at, 0) > step or self.ghosts.get(at, 0) < 0:
            return -1
        found = bisect_right(self.looks["step"], step, first, end) - 1
        return found if found >= first else -1

    def lit(self, step: int) -> set[int]:
        """The pieces that this step paints: its own, or all on the way to it."""
        _, fill, whole, _ = self.film["kinds"][self.film["steps"]["kind"][step]]
        at, found = self.film["steps"]["at"][step] if fill else -1, set[int]()
        while at >= 0 and (whole or not found):
            found.add(at)
            at = self.pieces["parent"][at]
        return found

    def lines(self, at: int, step: int) -> list[str]:
        """The words in a piece at this step."""
        look = self.look(at, step)
        words = self._text(self.looks["words"][look]) if look >= 0 else ""
        return [line for line in words.split("\n") if line]

    def bounds(self, at: int, step: int) -> Bounds | None:
        """What stands on the number line of a piece at this step."""
        column, look = self.looks.get("bounds"), self.look(at, step)
        if column is None or look < 0 or column[look] < 0:
            return None
        return Bounds(*self.film["bounds"][column[look]])

    def words(self, step: int) -> str:
        """What is said about this step."""
        return self._text(self.film["steps"]["say"][step])

    # --- shapes, as in film.js --------------------------------------------------------------------

    def node(self, at: int, step: int, look: int, *, lit: bool) -> str:
        """A piece with its words."""
        pieces, outline = self.pieces, self.outlines[at]
        stroke, thick, _, large, _ = self.film["faces"][self.looks["face"][look]]
        if self._is_best(at, step):
            stroke, thick = theme.INK, 2.5
        if 0 < step < self.last and self.film["steps"]["at"][step] == at:
            stroke, thick = theme.INK, 3.5
        fill = self.film["fills"][pieces["fill"][at]]
        if lit:
            fill = self.film["kinds"][self.film["steps"]["kind"][step]][1]
        parts = [self._shape(at, fill=fill, stroke=stroke, stroke_width=thick)]
        high, lines, bounds = pieces["high"][at], self.lines(at, step), self.bounds(at, step)
        lean = {"up": 0.5, "down": -0.5}.get(self.film["shapes"][pieces["outline"][at]], 0)
        top = (high - theme.ROW * len(lines) - line_height(bounds)) / 2
        top += lean * theme.SLANT * bool(bounds)
        if picture := self.film["pictures"][pieces["picture"][at]]:
            parts.append(element("g", picture, transform=f"translate(0 {theme.PAD})"))
            top = high - theme.PAD - theme.ROW * len(lines) - line_height(bounds)
        for row, line in enumerate(lines):
            size, bold = (theme.LARGE, "bold") if large and not row else (theme.SMALL, None)
            ink = theme.QUIET if outline.dashes else theme.INK
            parts.append(_word(0, top + theme.ROW * (row + 0.5), line, font_size=size, fill=ink,
                               font_weight=bold))  # fmt: skip
        if bounds:
            parts += self._number_line(at, bounds, top + theme.ROW * len(lines))
        return self._placed(at, *parts, best=self._is_best(at, step))

    def _number_line(self, at: int, bounds: Bounds, top: float) -> list[str]:
        """The number line in a piece: its words, and below them a band between two bounds."""
        low, low_words, high, high_words = bounds
        half, parts = self.pieces["wide"][at] / 2 - theme.PAD - theme.SLANT / 2, []
        for x, side, words in ((-half, "start", low_words), (half, "end", high_words)):
            if words:
                parts.append(_word(x, top + theme.ROW / 2, words, font_size=theme.SMALL,
                                   fill=theme.INK, text_anchor=side))  # fmt: skip
        foot = top + line_height(bounds)
        left, right = -half + 2 * half * min(low, high), -half + 2 * half * max(low, high)
        colour = theme.INK if low > high else theme.BLUE
        line = {"d": f"M{tenth(-half)} {tenth(foot)}H{tenth(half)}"}
        strip = {"stroke": theme.GROUND, "stroke_width": 10, "transform": "translate(0 -3)"}
        parts.append(
            element("path", **line, **strip)
        )  # or MIN's fill would swallow what lies on it
        parts.append(element("path", **line, stroke=theme.LINE, stroke_width=1.5))
        band = {"x": tenth(left), "y": tenth(foot - 6), "width": tenth(right - left), "height": 6}
        return [*parts, element("rect", **band, fill=colour)]

    def to_come(self, at: int, shown: Collection[int]) -> str:
        """A piece that is still to come, and the edge to it, from one that is `shown` or waits."""
        faint: dict[str, Any] = {"stroke": theme.LINE, "stroke_width": 1, "fill": "none"}
        faint["stroke_dasharray"] = None  # nor does a broken line tell what will be cut
        waiting = [self.film["waiting"][each] for each in self.pieces["waiting"]]
        above = self.pieces["parent"][at]
        high = None if above in shown else waiting[above][2]
        edges = self._edge(at, high, **faint) if above >= 0 else ""
        outline, wide, high = waiting[at]
        shape = _path(Outline(*self.film["outlines"][outline]), wide, high)
        return edges + self._placed(at, element("path", d=shape, stroke_linejoin="round", **faint))

    def edge(self, at: int, look: int, *, lit: bool, best: bool) -> str:
        """The line from the piece above."""
        stroke, _, thick, _, cut = self.film["faces"][self.looks["face"][look]]
        if lit or best:
            stroke, thick = theme.BLUE if lit else theme.INK, max(thick, 3)
        return self._edge(at, fill="none", stroke=stroke, stroke_width=thick) + (
            self._scissors(at) if cut else ""
        )

    def name(self, at: int, step: int) -> str:
        """The name of the action beside the line from the piece above."""
        name = self._text(self.pieces["name"][at])
        if not name:
            return ""
        x, y = self._beside(at, name)
        bold = "bold" if self._is_best(at, step) else None
        look = {"font_size": theme.SMALL, "fill": theme.INK, "font_weight": bold}
        halo = {"stroke": theme.GROUND, "stroke_width": 2.5, "paint_order": "stroke"}
        return _word(x, y, name, class_="action", **look, **halo)

    # --- the parts ------------------------------------------------------------------------------

    def _is_best(self, at: int, step: int) -> bool:
        return step == self.last and at in self.line

    def _text(self, number: int) -> str:
        return str(self.film["texts"][number])

    def _placed(self, at: int, *parts: str, best: bool = False) -> str:
        """A piece as one group, by whose name and classes a drawing program finds it."""
        place = f"translate({tenth(self.pieces['x'][at])} {self.film['levels'][self.depth[at]][0]})"
        shape = str(self.film["shapes"][self.pieces["outline"][at]])
        kinds = ["node", *(_CLASSES.get(word, word) for word in shape.split())]
        names = {"id": f"node-{at}", "class_": " ".join([*kinds, *["best"] * best])}
        return element("g", *parts, **names, data_node=at, transform=place)

    def _shape(self, at: int, **paint: object) -> str:
        path = _path(self.outlines[at], self.pieces["wide"][at], self.pieces["high"][at])
        dashes = paint.get("stroke_dasharray", self.outlines[at].dashes)
        look = {**paint, "stroke_dasharray": dashes}
        return element("path", d=path, stroke_linejoin="round", **look)

    def _edge(self, at: int, high: int | None = None, **paint: object) -> str:
        """The line from the piece above, or one so high: down past its level, then across."""
        (x, turn), (to, end) = self._ends(at)
        count = max(1, min(self.pieces["branches"][at], 3))
        top = self.film["levels"][self.depth[at] - 1][0]
        part, foot = (
            self.pieces["wide"][at] / (count + 1),
            tenth(top + (high or self._above(at, "high"))),
        )
        path = "".join(
            f"M{tenth(x)} {foot}V{turn}"
            f"L{tenth(to - self.pieces['wide'][at] / 2 + part * (branch + 1))} {end}"
            for branch in range(count)
        )
        look = {"stroke_dasharray": self.outlines[at].dashes, **paint}
        return element("path", class_="edge", d=path, **look)

    def _above(self, at: int, column: str) -> float:
        return float(self.pieces[column][self.pieces["parent"][at]])

    def _ends(self, at: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where the slanted part of the line to this piece begins and ends."""
        levels, depth = self.film["levels"], self.depth[at]
        return (self._above(at, "x"), levels[depth - 1][1]), (
            self.pieces["x"][at],
            levels[depth][0],
        )

    def _scissors(self, at: int) -> str:
        """A pair of scissors on the line to this piece."""
        (x, turn), (to, end) = self._ends(at)
        place = f"translate({tenth(x + _NEAR * (to - x))} {tenth(turn + _NEAR * (end - turn))})"
        look = {"d": theme.SCISSORS, "fill": "none", "stroke_linecap": "round"}
        return element("g", element("path", **look, stroke=theme.GROUND, stroke_width=6),
                       element("path", **look, stroke=theme.VERMILION, stroke_width=2),
                       class_="scissors", data_cut=at, transform=place)  # fmt: skip

    def _beside(self, at: int, name: str) -> tuple[float, float]:
        """Where the name of an action stands: beside its edge, always on the same side."""
        (x, turn), (to, end) = self._ends(at)
        run, fall = to - x, end - turn
        long, part = math.hypot(run, fall), 0.8 if run <= 0 else 0.55
        x += run * part - fall / long * (3.5 * len(name) + 6)
        return x, turn + fall * part + run / long * 8


def _path(outline: Outline, wide: int, high: int) -> str:
    """This outline around a piece of this size."""
    left, right, slant = -(wide // 2), wide // 2, theme.SLANT
    return outline.path.format(
        left=left, right=right, near=left + slant, far=right - slant, half=high // 2,
        foot=high - slant, high=high, slant=slant,
    )  # fmt: skip


def _word(x: float, y: float, words: str, **look: object) -> str:
    return element("text", escaped(words), x=tenth(x), y=tenth(y), dy="0.35em", **look)


def tenth(number: float) -> str:
    """This number with one digit behind the point, rounded and written as JavaScript does it."""
    return f"{math.floor(number * 10 + 0.5) / 10}".removesuffix(".0")


# --- the picture of a tree ---------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class TreePicture(Picture):
    """The picture of a tree, which knows its tree and can be had as a graph for Graphviz."""

    tree: DrawnTree = field(compare=False)
    pieces: list[Piece] = field(compare=False)

    def to_graphviz(self) -> Any:
        """The same tree as a `graphviz.Digraph`."""
        return _digraph(self.tree, self.pieces)


def draw_tree(
    thing: Any,
    *arguments: Any,
    depth: int | None = None,
    most: int | None = None,
    boards: bool = False,
    values: bool = True,
    windows: bool | None = None,
    best_line: bool = True,
    game: Game | None = None,
    **options: Any,
) -> TreePicture:
    """The picture of a tree; printed, it is the tree as text.

    `thing` is what `tree_of` takes, a game with a state, or a search, which is watched while it is
    called with these arguments and options: `draw_tree(minimax, [[3, 12], [2, 4]])`. `depth` and
    `game` are the search's own where it has such names, `draw_tree(watch(minimax, ...), depth=2)`
    draws less of it; else they and `most` are those of `tree_of`; without limits the picture has as
    many nodes as can be read. `boards=True` draws the position into each node.
    `values=False` shows the numbers of the leaves alone, and nothing that would give the others
    away, so that they can be worked out.
    `windows` are alpha and beta on entry: shown in trees of up to 20 nodes unless you say.
    `best_line` is what best play on both sides leads to, in bold. Where a game hides something,
    nodes that look the same to whoever is to move there have the same letter.

    The picture looks alike everywhere, and `draw_tree(...).to_graphviz()` gives it as a graph.

    >>> from course_lib import TextbookTree, alphabeta_search
    >>> game = TextbookTree([[3, 12], [2, 4]])
    >>> print(draw_tree(alphabeta_search, game, game.initial, windows=False))
    alphabeta_search on TextbookTree: value 3, action a; 6 visits, 1 branch cut
    * root, MAX to move, window -inf..inf, value 3
    *   a, MIN to move, window -inf..inf, value 3
    *     a, final, window -inf..inf, value 3
          b, final, window -inf..3, value 12
        b, MIN to move, window 3..inf, value 2, cut b (v = 2 <= alpha = 3)
          a, final, window 3..inf, value 2
    * the best line
    """
    state = None
    if callable(thing) and not isinstance(thing, Game | type):
        own = named_by(thing, arguments, depth=depth, game=game)
        thing = watch(thing, *arguments, **options, **own)
        depth = None if "depth" in own else depth
        game = game or game_among(arguments)
    elif options or len(arguments) > 1:
        raise TypeError(
            f"draw_tree got {[*arguments, *options]!r:.80} beside {thing!r:.40}, no search:"
            " it takes a game and a state, or what watch or mcts_search gave back"
        )
    else:
        state = next(iter(arguments), None)
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
        plain = (node._replace(on_best_line=False) for node in tree.nodes)
        tree = replace(tree, nodes=tuple(plain))
    details = len(tree.nodes) <= FULL if windows is None else windows
    pieces = pieces_of(tree, windows=details, names=details)
    film, meaning = still_of_tree(tree, pieces, boards=boards), legend(tree, pieces)
    alike = _look_alike(tree, film, pieces)
    meaning += f"   {told(_ALIKE)}" if alike else ""
    wide = max(film["width"], _LEAST_WIDTH)
    above = _lines(tree.title, _FRAME, wide, 13, theme.INK)
    top = _FRAME + _LINE * len(above)
    foot = top + film["height"] + 6
    below = _lines(meaning, foot, wide, theme.SMALL, theme.QUIET)
    nodes, moves = (
        _("+ n: so many nodes are not drawn here."),
        _("+ n: so many moves are not drawn here."),
    )
    left_out = told(moves if tree.counts == "moves" else nodes) if tree.more else ""
    for remark in (*tree.remarks, left_out):
        below += _lines(remark, foot + _LINE * len(below), wide, theme.SMALL, theme.INK)
    moved = f"translate({_FRAME + (wide - film['width']) / 2:.1f} {top})"
    parts = [*above, element("g", Still(film).drawing(0), *alike, transform=moved), *below]
    width, height = wide + 2 * _FRAME, foot + _LINE * len(below) + _FRAME / 2
    svg = document(width, height, *parts, title=tree.title, description=f"{meaning}.")
    return TreePicture(svg, str(tree), tree, pieces)


def named_by(f: Any, arguments: Sequence[Any], **named: Any) -> dict[str, Any]:
    """Those of these values, if there are any, that are arguments of f and not yet among them."""
    try:
        signature = inspect.signature(f)
        known = signature.bind_partial(*arguments).arguments
    except (TypeError, ValueError):  # not written in Python, or called as it can't be
        return {}
    names = signature.parameters.keys() - known
    return {name: one for name, one in named.items() if one is not None and name in names}


_ALIKE = _("dashes and letters: what looks the same to whoever is to move")


def _look_alike(tree: DrawnTree, film: Film, pieces: Sequence[Piece]) -> list[str]:
    """A letter at the nodes that their player can't tell apart, and dashes between neighbours."""
    game = tree.game
    if game is None or not hides(game):
        return []
    sets: dict[tuple[Player, Any], list[int]] = {}
    for at, piece in enumerate(pieces):
        state = piece.node.state if piece.node else None
        if state is None or game.is_terminal(state) or (player := game.to_move(state)) == CHANCE:
            continue
        sets.setdefault((player, game.view(state, player)), []).append(at)
    drawn, shapes = [], film["pieces"]
    for number, alike in enumerate(one for one in sets.values() if len(one) > 1):
        letter = chr(ord("A") + number % 26)
        for at in alike:
            top = film["levels"][pieces[at].depth][0]
            right = shapes["x"][at] + shapes["wide"][at] / 2
            drawn.append(_word(right - 1, top - 8, letter, font_size=theme.SMALL,
                               fill=theme.HIGHLIGHT, font_weight="bold"))  # fmt: skip
        for one, other in pairwise(alike):
            between = (piece.depth for piece in pieces[one + 1 : other])
            if pieces[one].depth == pieces[other].depth not in between:
                middle = film["levels"][pieces[one].depth][0] + shapes["high"][one] / 2
                left = shapes["x"][one] + shapes["wide"][one] / 2
                right = shapes["x"][other] - shapes["wide"][other] / 2
                path = f"M{tenth(left)} {tenth(middle)}H{tenth(right)}"
                drawn.append(element("path", d=path, fill="none", stroke=theme.HIGHLIGHT,
                                     stroke_width=1.5, stroke_dasharray="4 3"))  # fmt: skip
    return drawn


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
    "up": "house",
    "down": "invhouse",
    "six": "hexagon",
    "eight": "octagon",
}
_STYLES = {"cut": "filled,dashed", "more": "filled,rounded,dotted", "round": "filled,rounded"}


def _digraph(tree: DrawnTree, pieces: Sequence[Piece]) -> Any:
    """The tree with these pieces as a `graphviz.Digraph`."""
    import graphviz  # noqa: PLC0415 - boards and our own layout need none of it

    class Graph(graphviz.Digraph):  # type: ignore[misc]
        """A graph that shows itself in a notebook as our pictures do."""

        def _repr_mimebundle_(self, *_: Any, **__: Any) -> dict[str, Any]:
            svg = self.pipe(format="svg", encoding="utf-8")
            points = re.sub(r'(width|height)="([\d.]+)pt"', r'\1="\2"', svg, count=2)
            return forms_of(Picture(points[points.index("<svg") :], str(tree)))

    words = [tree.title, legend(tree, pieces), *tree.remarks]
    letters = {"fontname": "DejaVu Sans", "fontsize": str(theme.SMALL)}
    lines = letters | {"fontcolor": theme.INK, "color": theme.LINE, "penwidth": "1.5"}
    title = graphviz.escape("\n".join(word for word in words if word))
    room = {"ordering": "out", "nodesep": "0.22", "ranksep": "0.42"}  # children keep their order
    graph = Graph(
        "tree",
        graph_attr=room | letters | {"bgcolor": theme.GROUND, "label": title},
        node_attr=lines | {"margin": "0.09,0.05", "height": "0.3", "width": "0.4"},
        edge_attr=lines | {"arrowhead": "none"},
    )
    for number, piece in enumerate(pieces):
        best = piece.node is not None and piece.node.on_best_line
        style = _STYLES.get(piece.shape, "filled")
        look = {"shape": _SHAPES.get(piece.shape, "box"), "style": style, "fillcolor": piece.fill}
        look |= {"fontsize": str(theme.LARGE)} if piece.value and len(piece.lines) == 1 else {}
        look |= {"color": theme.INK, "penwidth": "2.5"} if best else {}
        look |= {} if piece.node else {"fontcolor": theme.QUIET}
        graph.node(f"n{number}", _label(piece), **look)
        line = {"color": theme.INK, "penwidth": "3"} if best else {}
        line |= {} if piece.node else {"style": style.rpartition(",")[2]}
        label = graphviz.escape(f" {piece.name} ") if piece.name else ""
        if piece.parent >= 0:
            for _ in range(max(1, min(piece.branches, 3))):
                graph.edge(f"n{piece.parent}", f"n{number}", label, **line)
    return graph


def _label(piece: Piece) -> str:
    """The words of a piece in Graphviz's own HTML, the value large."""
    lines = [escape(line) for line in piece.lines]
    if piece.value:  # alone in its piece it is large by the node's own size, and in the middle
        bold = f"<b>{lines[0]}</b>"
        lines[0] = f'<font point-size="{theme.LARGE}">{bold}</font>' if len(lines) > 1 else bold
    return f"<{'<br/>'.join(lines)}>"
