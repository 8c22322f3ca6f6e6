"""A tree as a `graphviz.Digraph`."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from course_lib.views import theme
from course_lib.views.trees.model import DrawnTree
from course_lib.views.trees.scene import Box, legend

_SHAPES = {"up": "trapezium", "down": "invtrapezium", "six": "hexagon", "eight": "octagon"}
_STYLES = {"cut": "filled,dashed", "more": "filled,rounded,dotted", "round": "filled,rounded"}


def digraph(tree: DrawnTree, boxes: Sequence[Box], *, boards: bool = False) -> Any:
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
