"""What is said about each step of a search: one line in plain words."""

from __future__ import annotations

import math
from collections.abc import Sequence

from course_lib.game import does
from course_lib.views.player.progress import Answer, Window
from course_lib.views.sentences import sentence
from course_lib.watch import SearchTrace, TraceNode


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


def window_words(window: Window | None) -> str:
    """A window as it stands in a node: `[3, 8]`; nothing where there is none."""
    return "" if window is None else f"[{number(window[0])}, {number(window[1])}]"


def listed(names: Sequence[str], most: int = 6) -> str:
    """Names in a row: `a`, `a and b`, `a, b and 7 more`.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    if len(names) > most:
        return f"{', '.join(names[: most - 1])} and {len(names) - most + 1} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def opening(trace: SearchTrace) -> str:
    """What is about to happen."""
    of = f" on {trace.game}" if trace.game else ""
    first = trace.nodes[0].player if trace.nodes else None
    return f"{trace.function}{of}" + (f": {first} to move." if first else ".")


def entering(trace: SearchTrace, node: TraceNode, window: Window | None, *, leaf: bool) -> str:
    """A call for this node begins."""
    if node.parent is None:
        who = f" with {node.player} to move" if node.player else ""
        return f"The search starts at the root{who}{_with(window)}."
    mover = trace.nodes[node.parent].player
    name = node.action_name or "the next position"
    tried = f"{does(mover, 'tries')} {name}" if mover else f"The search tries {name}"
    if node.final:
        return f"{tried}: {_place(trace)}."
    if leaf:
        return f"{tried}: the search looks no deeper here{_with(window)}."
    return f"{tried}" + (f": {node.player} to move" if node.player else "") + f"{_with(window)}."


def answering(
    trace: SearchTrace, node: TraceNode, answer: Answer | None, kind: str, *, turned: bool
) -> str:
    """A call for this node gives back its value to the node above, which is of this kind."""
    value = number(node.value)
    if node.parent is None or answer is None:
        return f"The root returns {number(trace.value if node.value is None else node.value)}."
    returns = does(_who(trace, node), "returns")
    if node.value is None:
        return f"{returns} nothing that reads as a value."
    mine = -node.value if turned else node.value
    chooser = trace.nodes[node.parent].player or kind.upper()
    turn = f", which is {number(mine)} for {chooser}" if turned and mine else ""
    bounds = _moved_bounds(answer)
    if bounds:
        return f"{returns} {value}{turn}, so {bounds}."
    if kind == "player":
        return f"{returns} {value}{turn}."
    if answer.best != answer.best_before:
        outside = _outside(answer.after, mine, kind)
        found = f" (not better than {outside})" if outside else ""
        return f"{returns} {value}{turn}, the best for {chooser} so far{found}."
    return f"{returns} {value}{turn}; {does(chooser, 'already has')} {number(answer.best)}."


def cutting(node: TraceNode) -> str:
    """A node stops before all its branches have been tried."""
    names = listed(node.cut_names)
    them = "is" if len(node.cut_names) == 1 else "are"
    reason = node.reason or ""
    who = node.player or "The search"
    if "=" not in reason:
        return f"{does(who, 'stops')} here: {names} {them} never looked at."
    return f"Cut, because {reason}: {names} {them} never looked at."


def closing(trace: SearchTrace, minimax: int | None) -> str:
    """How the search ended, and what it cost."""
    said = [trace.error and f"The search failed: {trace.error}.", trace.stopped, trace.note]
    ends = [sentence(each) for each in said if each]
    if trace.error is None:
        action = f", action {trace.action_name}" if trace.action_name is not None else ""
        ends.insert(0, f"{trace.function} is done: value {number(trace.value)}{action}.")
    cost = f"{trace.visits:,} visits, {trace.cut:,} branches cut."
    if trace.simulations:
        cost = f"{len(trace.simulations):,} simulations, {len(trace.nodes):,} nodes in the tree."
    if minimax is not None:
        cost += f" Minimax would have visited {minimax:,}."
    return " ".join([*ends, cost])


def _with(window: Window | None) -> str:
    if window is None:
        return ""
    return f", with alpha = {number(window[0])} and beta = {number(window[1])}"


def _place(trace: SearchTrace) -> str:
    return "a leaf" if trace.game == "TextbookTree" else "the game is over there"


def _who(trace: SearchTrace, node: TraceNode) -> str:
    """Who gives back a value: the player to move there, or the end of the game."""
    if node.final:
        return "The leaf" if trace.game == "TextbookTree" else "The final position"
    return node.player or node.action_name or "The call"


def _moved_bounds(answer: Answer) -> str:
    """How alpha and beta changed, in words; nothing if they did not."""
    if answer.before is None or answer.after is None:
        return ""
    moved = [
        f"{bound} {'rises' if new > old else 'falls'} from {number(old)} to {number(new)}"
        for bound, old, new in zip(("alpha", "beta"), answer.before, answer.after, strict=True)
        if old is not None and new is not None and number(old) != number(new)
    ]
    return " and ".join(moved)


def _outside(window: Window | None, value: float, kind: str) -> str:
    """The bound that a value does not pass, in words."""
    low, high = window or (None, None)
    if kind == "max" and low is not None and value <= low:
        return f"alpha = {number(low)}"
    if kind == "min" and high is not None and value >= high:
        return f"beta = {number(high)}"
    return ""
