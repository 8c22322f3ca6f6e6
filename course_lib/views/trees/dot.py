"""The picture of a tree by Graphviz: as a `graphviz.Digraph`, and as SVG where `dot` is found."""

from __future__ import annotations

import re
import shutil
from html import escape
from typing import Any

from course_lib.views.svg import element
from course_lib.views.theme import FONT, GROUND, INK, LINE, QUIET
from course_lib.views.trees.boxes import Box, boxes_of, legend
from course_lib.views.trees.frame import SMALL, framed
from course_lib.views.trees.model import DrawnTree

_SHAPES = {
    "up": "trapezium",
    "down": "invtrapezium",
    "six": "hexagon",
    "eight": "octagon",
}
_SIZE = re.compile(r'viewBox="0(?:\.0+)? 0(?:\.0+)? ([\d.]+) ([\d.]+)"')
_NOISE = re.compile(
    r'<!--.*?-->|<title>.*?</title>| (?:id|class|font-family)="[^"]*"|\n', re.DOTALL
)


def has_dot() -> bool:
    """Whether Graphviz's program `dot` can be found."""
    return shutil.which("dot") is not None


def digraph(
    tree: DrawnTree,
    *,
    details: bool = True,
    best_line: bool = True,
    boards: bool = False,
    titled: bool = True,
) -> Any:
    """The tree as a `graphviz.Digraph`."""
    import graphviz  # noqa: PLC0415 - boards and our own layout need none of it

    boxes = boxes_of(tree, details=details, best_line=best_line)
    words = [tree.title, legend(tree, boxes, details=details), *tree.remarks]
    graph = graphviz.Digraph(
        "tree",
        graph_attr={
            "ordering": "out",  # children stay in their order
            "nodesep": "0.22",
            "ranksep": "0.42",
            "bgcolor": GROUND if titled else "transparent",
            "fontname": "DejaVu Sans",
            "fontsize": str(SMALL),
        },
        node_attr={
            "fontname": "DejaVu Sans",
            "fontsize": str(SMALL),
            "fontcolor": INK,
            "color": LINE,
            "margin": "0.09,0.05",
            "height": "0.3",
            "width": "0.4",
            "penwidth": "1.5",
        },
        edge_attr={
            "fontname": "DejaVu Sans",
            "fontsize": str(SMALL),
            "fontcolor": INK,
            "color": LINE,
            "arrowhead": "none",
            "penwidth": "1.5",
        },
    )
    if titled:
        graph.attr(label=graphviz.escape("\n".join(word for word in words if word)))
    for number, box in enumerate(boxes):
        graph.node(f"n{number}", _label(tree, box, boards=boards), **_node_look(box))
        for _ in range(box.edges if box.parent is not None else 0):
            label = graphviz.escape(f" {box.label} ") if box.label else ""
            graph.edge(f"n{box.parent}", f"n{number}", label, **_edge_look(box))
    return graph


def dot_svg(tree: DrawnTree, *, details: bool = True, best_line: bool = True) -> str:
    """The SVG that `dot` draws, in our frame; a `RuntimeError` says why there is none."""
    import graphviz  # noqa: PLC0415 - as above

    graph = digraph(tree, details=details, best_line=best_line, titled=False)
    try:
        drawn = graph.pipe(format="svg", encoding="utf-8", quiet=True)
    except (graphviz.ExecutableNotFound, graphviz.CalledProcessError, OSError) as error:
        reason = str(error).splitlines()[0]
        raise RuntimeError(
            f"Placed by our own layout, because Graphviz's program dot failed: {reason}"
        ) from error
    size = _SIZE.search(drawn)
    start, end = drawn.find("<g "), drawn.rfind("</svg>")
    if size is None or start < 0:
        raise RuntimeError("Placed by our own layout, because dot's answer is no SVG we know.")
    width, height = float(size[1]), float(size[2])
    shapes = element(
        "svg",
        _NOISE.sub("", drawn[start:end]),
        width=width,
        height=height,
        viewBox=f"0 0 {width:g} {height:g}",
        font_family=FONT,
    )
    boxes = boxes_of(tree, details=details, best_line=best_line)
    return framed(tree, (width, height), shapes, legend(tree, boxes, details=details))


def _label(tree: DrawnTree, box: Box, *, boards: bool) -> str:
    """The words of a box in Graphviz's own kind of HTML, the value large."""
    lines = [escape(line) for line in box.lines]
    if box.large and len(lines) > 1:
        lines[0] = f'<font point-size="15"><b>{lines[0]}</b></font>'
    elif box.large:  # alone in its box it is large by the node's own size, and in the middle
        lines[0] = f"<b>{lines[0]}</b>"
    if boards and box.node is not None:
        node = box.node
        board = node.text or ""
        if tree.game is not None and node.state is not None:
            board = tree.game.render(node.state)
        mono = [
            f'<font face="monospace">{escape(line) or " "}</font>' for line in board.split("\n")
        ]
        lines = [*mono, *lines]
    return f"<{'<br/>'.join(lines)}>"


def _node_look(box: Box) -> dict[str, str]:
    """The look of a node in Graphviz's words."""
    style = {"cut": "filled,dashed", "more": "filled,rounded,dotted", "round": "filled,rounded"}
    look = {
        "shape": _SHAPES.get(box.shape, "box"),
        "style": style.get(box.shape, "filled"),
        "fillcolor": box.fill,
    }
    if box.large and len(box.lines) == 1:
        look["fontsize"] = "15"
    if box.best:
        look |= {"color": INK, "penwidth": "2.5"}
    return look | ({"fontcolor": QUIET} if box.node is None else {})


def _edge_look(box: Box) -> dict[str, str]:
    """The look of an edge in Graphviz's words."""
    if box.best:
        return {"color": INK, "penwidth": "3"}
    style = {"cut": "dashed", "more": "dotted"}.get(box.shape)
    return {} if style is None else {"style": style}
