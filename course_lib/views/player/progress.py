"""What a node's caller knows after each answer: its window and the best value so far."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from course_lib.watch import SearchTrace, TraceNode

Window = tuple[float | None, float | None]


@dataclass(frozen=True)
class Answer:
    """What one call has changed for the node that made it."""

    before: Window | None
    """The caller's window before the answer; `None` where the search has no windows."""
    after: Window | None
    best_before: float | None
    best: float | None
    """The best value so far for the player who chooses there."""


@dataclass(frozen=True)
class Progress:
    """A whole trace, read as the growth of windows and values."""

    kinds: tuple[str, ...]
    """For each node `max`, `min`, or `player` where nobody can tell."""
    turned: bool
    """Whether each value is that of the player to move there, as in negamax."""
    start: dict[int, Window | None]
    """The window with which each node begins."""
    answers: dict[int, Answer]
    """By the id of the node that answered."""


def progress_of(trace: SearchTrace) -> Progress:
    """How windows and best values change in this trace, answer by answer.

    Where the next call shows the caller's window, that is the fact; behind the last call the
    window is worked out from the value, as alpha-beta does it.
    """
    turned = _is_turned(trace)
    kinds = tuple(_kind(trace, node, turned=turned) for node in trace.nodes)
    start: dict[int, Window | None] = {}
    answers: dict[int, Answer] = {}
    for node in trace.nodes:
        children = trace.children(node.id)
        shown = [_as_callers(child.window_in, turned=turned) for child in children]
        begin = node.window_in or (shown[0] if shown else None)
        start[node.id] = begin
        window = begin
        best: float | None = None
        sure = begin is not None and _follows_values(list(zip(children, shown, strict=True)))
        for number, child in enumerate(children):
            before, best_before = window, best
            value = child.value if child.value is None or not turned else -child.value
            best = _better(best, value, kinds[node.id])
            if number + 1 < len(children):
                window = shown[number + 1] or window
            elif node.window_out is not None and node.window_out != node.window_in:
                window = node.window_out
            elif sure:
                window = _narrowed(window, value, kinds[node.id])
            answers[child.id] = Answer(before, window, best_before, best)
    return Progress(kinds, turned, start, answers)


def _kind(trace: SearchTrace, node: TraceNode, *, turned: bool) -> str:
    """Whether this node takes the greatest or the least of its children's values."""
    player, first = node.player, trace.nodes[0].player
    if turned:
        return "max"
    if player is None or first is None or len(trace.players) > 2:
        return "player"
    return "max" if player == first else "min"


def _is_turned(trace: SearchTrace) -> bool:
    """Whether most values and windows have the other sign one level below."""
    votes = 0
    for parent, child in _pairs(trace):
        if parent.value:
            votes += (child.value == -parent.value) - (child.value == parent.value)
        if parent.window_in and child.window_in:
            same = child.window_in == parent.window_in
            votes += (child.window_in == _as_callers(parent.window_in, turned=True)) - same
    return votes > 0


def _pairs(trace: SearchTrace) -> Iterator[tuple[TraceNode, TraceNode]]:
    for child in trace.nodes:
        if child.parent is not None:
            yield trace.nodes[child.parent], child


def _as_callers(window: Window | None, *, turned: bool) -> Window | None:
    """A child's window as its caller sees it: in negamax with both signs and sides changed."""
    if window is None or not turned:
        return window
    low, high = window
    return (None if high is None else -high, None if low is None else -low)


def _follows_values(family: list[tuple[TraceNode, Window | None]]) -> bool:
    """Whether the windows of these brothers move at all; one alone is believed to."""
    shown = [window for _, window in family]
    return len(family) < 2 or None in shown or len(set(shown)) > 1 or _nothing_new(family)


def _nothing_new(family: list[tuple[TraceNode, Window | None]]) -> bool:
    """Whether no value lies where it would have moved the window."""
    low, high = family[0][1] or (None, None)
    least = -math.inf if low is None else low
    most = math.inf if high is None else high
    return not any(
        child.value is not None and least < child.value < most for child, _ in family[:-1]
    )


def _narrowed(window: Window | None, value: float | None, kind: str) -> Window | None:
    """The window after this value, by the rule of alpha-beta."""
    if window is None or value is None:
        return window
    low, high = window
    if kind == "max" and low is not None:
        return (max(low, value), high)
    if kind == "min" and high is not None:
        return (low, min(high, value))
    return window


def _better(best: float | None, value: float | None, kind: str) -> float | None:
    """The better of two values for the player who chooses."""
    if value is None or kind == "player":
        return best
    if best is None:
        return value
    return max(best, value) if kind == "max" else min(best, value)
