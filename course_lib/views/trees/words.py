"""What is said about each step of a search: one line in plain words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from course_lib.game import does
from course_lib.views.svg import sentence
from course_lib.views.trees.model import DrawnNode, DrawnTree
from course_lib.views.trees.sources import answer_in
from course_lib.watch import SearchTrace, TraceNode
from course_lib.watch.trace import Window, turned_window


def number(value: float | None) -> str:
    """A value as people write it.

    >>> number(3.0), number(-math.inf), number(None)
    ('3', '-\u221e', '?')
    """
    if value is None:
        return "?"
    if math.isinf(value):
        return "-\u221e" if value < 0 else "\u221e"
    return f"{value:g}"


def listed(names: Sequence[str], most: int = 6) -> str:
    """Names in a row: `a`, `a and b`, `a, b and 7 more`.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    if len(names) > most:
        return f"{', '.join(names[: most - 1])} and {len(names) - most + 1} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


@dataclass(frozen=True, slots=True)
class Update:
    """What the answer of one call has changed for the node that made it."""

    before: Window | None
    """The caller's window before the answer; `None` where the search has no windows."""
    after: Window | None
    best_before: float | None
    best: float | None
    """The best value so far for the player who chooses there."""


class Narrator:
    """Tells the steps of one search in words."""

    def __init__(self, trace: SearchTrace, tree: DrawnTree) -> None:
        """Work out how windows and best values change, answer by answer.

        `tree` is the whole tree of this search, which says who maximises.

        Where the next call shows the caller's window, that is the fact; behind the last call the
        window is worked out from the value, as alpha-beta does it.
        """
        self.trace = trace
        self.nodes = {node.call: node for node in tree.nodes}
        self.updates: dict[int, Update] = {}
        """By the id of the node that answered."""
        for node in trace.nodes:
            self._follow(node)

    def entry_of(self, child: DrawnNode) -> Window | None:
        """The window with which the search came to the node above this one."""
        parent = None if child.call is None else self.trace.nodes[child.call].parent
        return self.nodes[parent].window_in if parent is not None else None

    def opening(self) -> str:
        """What is about to happen."""
        trace = self.trace
        of = f" on {trace.game}" if trace.game else ""
        first = trace.nodes[0].player if trace.nodes else None
        scale = " Values are mean rewards, each for whoever moved there." * bool(trace.simulations)
        return f"{trace.function}{of}" + (f": {first} to move." if first else ".") + scale

    def entering(self, node: TraceNode) -> str:
        """A call for this node begins."""
        window, bounds = self.nodes[node.id].window_in, ""
        if window is not None:
            bounds = f", with alpha = {number(window[0])} and beta = {number(window[1])}"
        if node.parent is None:
            who = f" with {node.player} to move" if node.player else ""
            return f"The search starts at the root{who}{bounds}."
        if node.pass_number is not None:
            return f"Pass {node.pass_number} of {len(self.trace.passes)} begins{bounds}."
        above = self.trace.nodes[node.parent]
        name = node.action_name or "the next position"
        tried = f"{does(above.player or 'The search', 'tries')} {name}"
        if above.chance:
            known = node.probability is not None
            tried = f"Chance may give {name}"
            tried += f", with probability {node.probability:.3g}" if known else ""
        tried += " again" if node.attempt > 1 else ""
        if node.final:
            return f"{tried}: {'a leaf' if self._is_textbook else 'the game is over there'}."
        if not self.trace.children(node.id):
            return f"{tried}: the search looks no deeper here{bounds}."
        return f"{tried}" + (f": {node.player} to move" if node.player else "") + f"{bounds}."

    def answering(self, node: TraceNode) -> str:
        """A call for this node gives back its value to the node above."""
        value, turned = number(node.value), self.trace.values_turn
        if node.parent is None:
            return f"The root returns {number(self.trace.value) if node.value is None else value}."
        if node.pass_number is not None:
            ends = "ends" if node.value is None else f"returns {value}"
            return f"Pass {node.pass_number} of {len(self.trace.passes)} {ends}."
        who = "Chance" if node.chance else node.player or node.action_name or "The call"
        if node.chance and node.value is not None:
            return f"The mean of what chance may give is {value}."
        if node.final:
            who = "The leaf" if self._is_textbook else "The final position"
        returns = does(who, "returns")
        if node.value is None:
            return f"{returns} nothing that reads as a value."
        mine = -node.value if turned else node.value
        kind, update = self._kind(node.parent), self.updates[node.id]
        above = self.trace.nodes[node.parent]
        chooser = above.player or kind.upper()
        returns += f" {value}" + (
            f", which is {number(mine)} for {chooser}" * bool(turned and mine)
        )
        bounds = _moved_bounds(update)
        if bounds:
            return f"{returns}, so {bounds}."
        if kind not in ("max", "min") or above.chance:
            return f"{returns}."
        if update.best != update.best_before:
            return f"{returns}, the best for {chooser} so far{_outside(update.after, mine, kind)}."
        return f"{returns}; {does(chooser, 'already has')} {number(update.best)}."

    def cutting(self, node: TraceNode) -> str:
        """A node stops before all its branches have been tried."""
        begins = f"{does(node.player or 'The search', 'stops')} here"
        if node.reason and "=" in node.reason:
            begins = f"Cut, because {node.reason}"
        them = "is" if len(node.cut_names) == 1 else "are"
        return f"{begins}: {listed(node.cut_names)} {them} never looked at."

    def closing(self, minimax: int | None = None) -> str:
        """How the search ended, and what it cost; `minimax` is what minimax would have visited."""
        trace = self.trace
        said = [trace.error and f"The search failed: {trace.error}.", trace.stopped, trace.note]
        ends = [sentence(each) for each in said if each]
        if trace.error is None:
            ends.insert(0, f"{trace.function} is done: {answer_in(trace)}.")
        cost = f"{trace.visits:,} visits, {trace.cut:,} branches cut."
        if trace.simulations:
            grown = f"{len(trace.nodes):,} nodes in the tree"
            cost = f"{len(trace.simulations):,} simulations, {grown}."
        if minimax is not None:
            cost += f" Minimax would have visited {minimax:,}."
        return " ".join([*ends, cost])

    # --- the parts ---------------------------------------------------------------------------

    @property
    def _is_textbook(self) -> bool:
        return self.trace.game == "TextbookTree"

    def _kind(self, node: int) -> str:
        """Who chooses here: `max`, `min`, or somebody of whom that is not known."""
        return "max" if self.trace.values_turn else self.nodes[node].kind

    def _follow(self, node: TraceNode) -> None:
        """Note what the answers of this node's children change."""
        children = self.trace.children(node.id)
        if not children:
            return
        if node.chance or children[0].pass_number is not None:  # they narrow no window
            nothing = Update(None, None, None, None)
            self.updates |= {child.id: nothing for child in children}
            return
        turned, kind = self.trace.values_turn, self._kind(node.id)
        shown = [
            turned_window(child.window_in) if turned and child.window_in else child.window_in
            for child in children
        ]
        window, best = self.nodes[node.id].window_in, None
        sure = window is not None and _follows_values(children, shown)
        for place, child in enumerate(children):
            before, best_before = window, best
            value = child.value if child.value is None or not turned else -child.value
            if value is not None and kind in ("max", "min"):
                better = max if kind == "max" else min
                best = value if best is None else better(best, value)
            if place + 1 < len(children):
                window = _window_after(window, shown[place + 1], value, kind)
            elif node.window_out is not None and node.window_out != node.window_in:
                window = node.window_out
            elif sure:
                window = _narrowed(window, value, kind)
            self.updates[child.id] = Update(before, window, best_before, best)


def _follows_values(children: Sequence[TraceNode], shown: Sequence[Window | None]) -> bool:
    """Whether the windows of these siblings move at all; one alone is believed to."""
    if len(children) < 2 or None in shown or len(set(shown)) > 1:
        return True
    low, high = shown[0] or (None, None)
    least, most = -math.inf if low is None else low, math.inf if high is None else high
    # They do not; but perhaps no value lay where it would have moved them.
    moving = [each.value for each in children[:-1] if each.value is not None]
    return not any(least < value < most for value in moving)


def _window_after(
    window: Window | None, following: Window | None, value: float | None, kind: str
) -> Window | None:
    """The window after this value, where the next call shows one; a null window is not it.

    Whoever chooses moves one bound. A search that has moved the other one too only tries whether
    the next action can be better at all.
    """
    if window is None or following is None:
        return following or window
    other = 1 if kind == "max" else 0
    tries = kind in ("max", "min") and following[other] != window[other]
    return _narrowed(window, value, kind) if tries else following


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


def _moved_bounds(update: Update) -> str:
    """How alpha and beta changed, in words; nothing if they did not."""
    if update.before is None or update.after is None:
        return ""
    moved = [
        f"{bound} {'rises' if new > old else 'falls'} from {number(old)} to {number(new)}"
        for bound, old, new in zip(("alpha", "beta"), update.before, update.after, strict=True)
        if old is not None and new is not None and number(old) != number(new)
    ]
    return " and ".join(moved)


def _outside(window: Window | None, value: float, kind: str) -> str:
    """The bound that a value does not pass, in brackets."""
    low, high = window or (None, None)
    if kind == "max" and low is not None and value <= low:
        return f" (not better than alpha = {number(low)})"
    if kind == "min" and high is not None and value >= high:
        return f" (not better than beta = {number(high)})"
    return ""
