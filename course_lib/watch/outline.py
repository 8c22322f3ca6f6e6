"""The tree of a search as text, one line for each state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from course_lib.watch.reading import window_text

if TYPE_CHECKING:
    from course_lib.watch.trace import SearchTrace, TraceNode

_MOST_LINES = 60


def outline(trace: SearchTrace, most: int = _MOST_LINES) -> str:
    """The search as text: what it found and what it cost, then its tree, cut after `most` lines."""
    of = f" on {trace.game}" if trace.game else ""
    action = f", action {trace.action_name}" if trace.action_name is not None else ""
    lines = [
        f"{trace.function}{of}: value {_number(trace.value)}{action}",
        f"{trace.visits:,} visits, {trace.edges:,} edges, {trace.cut:,} branches cut",
    ]
    lines += [text for text in (trace.note, trace.stopped, trace.error) if text]
    tree: list[str] = []
    todo = [node for node in reversed(trace.nodes) if node.parent is None]
    while todo and len(tree) < most:
        node = todo.pop()
        tree.append(_line(node))
        todo += reversed(trace.children(node.id))
    left_out = len(trace.nodes) - len(tree)
    if left_out:
        tree.append(f"+ {left_out:,} more")
    return "\n".join(lines + tree)


def _line(node: TraceNode) -> str:
    parts = [node.action_name or ("root" if node.parent is None else "?")]
    if node.final:
        parts.append("final")
    elif node.player is not None:
        parts.append(f"{node.player} to move")
    if node.visits is not None:
        parts.append(f"{node.visits:,} visits")
    if node.window_in is not None:
        parts.append(f"window {window_text(node.window_in)}")
    parts.append(f"value {_number(node.value)}")
    if node.cut:
        parts.append(f"cut {' '.join(node.cut_names)} ({node.reason})")
    if node.note:
        parts.append(f"[{node.note}]")
    return "  " * node.depth + ", ".join(parts)


def _number(value: float | None) -> str:
    return "unknown" if value is None else f"{value:g}"
