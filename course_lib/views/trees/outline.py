"""A tree as text, one line for each node: for terminals and for people who listen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from course_lib.watch.trace import window_text

if TYPE_CHECKING:
    from course_lib.views.trees.model import DrawnNode, DrawnTree


def outline(tree: DrawnTree) -> str:
    """The title, what should be known beforehand, and the tree; `*` marks the best line."""
    lines = [tree.title, *tree.remarks]
    todo = [node.id for node in reversed(tree.nodes) if node.parent is None]
    while todo:
        node = tree.nodes[todo.pop()]
        mark = "* " if node.on_best_line else "  "
        lines.append(mark + "  " * node.depth + line_of(tree, node))
        todo += reversed(tree.families[node.id])
    if any(node.on_best_line for node in tree.nodes):
        lines.append("* the best line")
    return "\n".join(lines)


def line_of(tree: DrawnTree, node: DrawnNode) -> str:
    """One node in words: what leads to it, who moves, its value, and what was left out."""
    parts = [node.action_name or ("root" if node.parent is None else "?")]
    if node.final:
        parts.append("final")
    elif node.player is not None:
        role = f", {node.kind.upper()}" if node.kind in ("max", "min") else ""
        parts.append(f"{node.player} to move{'' if role == f', {node.player}' else role}")
    if node.visits is not None:
        parts.append("1 visit" if node.visits == 1 else f"{node.visits:,} visits")
    if node.window_in is not None:
        parts.append(f"window {window_text(node.window_in)}")
        if node.window_out not in (None, node.window_in):
            parts[-1] += f" to {window_text(node.window_out or node.window_in)}"
    if node.value is not None:
        parts.append(f"value {node.value:g}")
    if node.ucb is not None:
        parts.append(f"UCB {node.ucb:.3g}")
    if node.cut_names:
        parts.append(f"cut {' '.join(node.cut_names)} ({node.reason})")
    if node.note:
        parts.append(f"[{node.note}]")
    if node.more:
        parts.append(more_text(tree, node))
    return ", ".join(parts)


def more_text(tree: DrawnTree, node: DrawnNode) -> str:
    """What has been left out below this node: `+ 12 more`, or `+ 7 moves`."""
    word = "more" if tree.counts == "nodes" else "move" if node.more == 1 else "moves"
    return f"+ {node.more:,} {word}"
