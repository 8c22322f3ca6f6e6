"""A tree as a `graphviz.Digraph`, and what Graphviz's `dot` draws of it, where it is installed."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from course_lib.views.svg import element
from course_lib.views.theme import FONT, GROUND, INK, LINE, QUIET
from course_lib.views.trees.model import DrawnTree
from course_lib.views.trees.scene import LARGE, SMALL, Box, boxes_of, legend

_SHAPES = {
    "up": "trapezium",
    "down": "invtrapezium",
    "six": "hexagon",
    "eight": "octagon",
}
_STYLES = {"cut": "filled,dashed", "more": "filled,rounded,dotted", "round": "filled,rounded"}
_SIZE = re.compile(r'viewBox="0(?:\.0+)? 0(?:\.0+)? ([\d.]+) ([\d.]+)"')
_NOISE = re.compile(
    r'<!--.*?-->|<title>.*?</title>| (?:id|class|font-family)="[^"]*"|\n', re.DOTALL
)


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

    boxes = boxes_of(tree, windows=details, names=details)
    words = [tree.title, legend(tree, boxes, best_line=best_line), *tree.remarks]
    letters = {"fontname": "DejaVu Sans", "fontsize": str(SMALL)}
    lines = letters | {"fontcolor": INK, "color": LINE, "penwidth": "1.5"}
    graph = graphviz.Digraph(
        "tree",
        graph_attr={
            "ordering": "out",  # children stay in their order
            "nodesep": "0.22",
            "ranksep": "0.42",
            "bgcolor": GROUND if titled else "transparent",
            **letters,
        },
        node_attr=lines | {"margin": "0.09,0.05", "height": "0.3", "width": "0.4"},
        edge_attr=lines | {"arrowhead": "none"},
    )
    if titled:
        graph.attr(label=graphviz.escape("\n".join(word for word in words if word)))
    for number, box in enumerate(boxes):
        best = best_line and box.node is not None and box.node.on_best_line
        look = {
            "shape": _SHAPES.get(box.shape, "box"),
            "style": _STYLES.get(box.shape, "filled"),
            "fillcolor": box.fill,
        }
        look |= {"fontsize": str(LARGE)} if box.value and len(box.lines) == 1 else {}
        look |= {"color": INK, "penwidth": "2.5"} if best else {}
        look |= {} if box.node else {"fontcolor": QUIET}
        look |= {"margin": "0"} if boards else {}
        graph.node(f"n{number}", _label(tree, box, boards=boards), **look)
        line = {"color": INK, "penwidth": "3"} if best else {}
        line |= {"style": _STYLES[box.shape].rpartition(",")[2]} if box.node is None else {}
        label = graphviz.escape(f" {box.label} ") if box.label else ""
        if box.parent is not None:
            for _ in range(max(1, min(box.branches, 3))):
                graph.edge(f"n{box.parent}", f"n{number}", label, **line)
    return graph


def dot_shapes(graph: Any) -> tuple[str, float, float]:
    """What `dot` draws of this graph, its width and its height.

    A `RuntimeError` says why there is nothing.
    """
    import graphviz  # noqa: PLC0415 - as above

    try:
        drawn = graph.pipe(format="svg", encoding="utf-8", quiet=True)
    except graphviz.ExecutableNotFound as error:
        raise RuntimeError(
            "Placed by our own layout, because Graphviz's program dot was not found; it comes"
            " with `make system`, with conda, or from graphviz.org."
        ) from error
    except (graphviz.CalledProcessError, OSError) as error:
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
    return shapes, width, height


def _label(tree: DrawnTree, box: Box, *, boards: bool) -> str:
    """The words of a box in Graphviz's own kind of HTML, the value large, its board above them."""
    lines = [escape(line) for line in box.lines]
    if box.value and len(lines) > 1:
        lines[0] = f'<font point-size="{LARGE}"><b>{lines[0]}</b></font>'
    elif box.value:  # alone in its box it is large by the node's own size, and in the middle
        lines[0] = f"<b>{lines[0]}</b>"
    words = "<br/>".join(lines)
    board = ""
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
    table = f'<table border="0" cellborder="1" cellspacing="0" color="{LINE}">{squares}</table>'
    below = f"<tr><td>{words}</td></tr>" if words else ""
    return f'<<table border="0"><tr><td>{table}</td></tr>{below}</table>>'
