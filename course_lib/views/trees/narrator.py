"""What is said about each step of a search, and no more than its trace proves."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from course_lib.game import Action, Game, does
from course_lib.plain import listed, many
from course_lib.views.svg import sentence
from course_lib.views.trees.model import DrawnTree, vector_text
from course_lib.views.trees.sources import answer_in
from course_lib.watch import SearchTrace, TraceNode
from course_lib.watch.trace import LEFT_OUT, WALKS, Simulation, Window, turned_window

_MOST_MOVES = 12


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


def mean_text(mean: float) -> str:
    """A mean as it stands in a node, with at most three digits behind the point.

    >>> mean_text(0.125), mean_text(2 / 3), mean_text(1.0)
    ('0.125', '0.667', '1')
    """
    # Rounded in a way that JavaScript has too: the same number in a browser.
    thousandths = int((mean * 1000 + 0.5) // 1)
    return signs(f"{thousandths / 1000}".removesuffix(".0"))


def window_words(window: Window | None) -> str:
    """A window as it stands in a node: `[3, 8]`; nothing where there is none."""
    if window is None:
        return ""
    low, high = ("?" if bound is None else f"{bound:g}" for bound in window)
    return signs(f"[{low}, {high}]")


def signs(words: str) -> str:
    """Numbers as they are printed: a real minus, and the sign for infinity."""
    return words.replace("-", "\u2212").replace("inf", "\u221e")


def told(words: str) -> str:
    """A sentence with its numbers and bounds as they stand in the tree; names keep their hyphens.

    >>> told("Cut after b2-b3, because v = -2 <= alpha = 0")
    'Cut after b2-b3, because v = \u22122 \u2264 alpha = 0'
    """
    words = re.sub(r"(?<![\w)])-(?=[\d\u221e]|inf\b)", "\u2212", words)
    return re.sub(r"\binf\b", "\u221e", words).replace("<=", "\u2264").replace(">=", "\u2265")


def spans_of(trace: SearchTrace) -> dict[int | None, tuple[int, int]]:
    """For each call of a search by recursion the steps at which it begins and ends; -1 is never."""
    spans: dict[int | None, tuple[int, int]] = {}
    step = 0
    for event in trace.events():
        step += 1
        if event.kind == "enter":
            spans[event.node] = (step, -1)
        else:
            step += bool(trace.nodes[event.node].cut)
            spans[event.node] = (spans[event.node][0], step)
    return spans


def _turn(node: TraceNode, where: str) -> str:
    """Who is to move here, if anybody."""
    if node.chance:
        return f"nobody chooses {where}"
    return f"{node.player} to move" if node.player else ""


def leaves_out(trace: SearchTrace) -> bool:
    """Whether some of its branches were left out with no bound as the cause, as far as is known."""
    return any(node.reason == LEFT_OUT for node in trace.nodes)


# --- a search that calls itself ---


@dataclass(frozen=True, slots=True)
class Update:
    """What the answer of one call has changed for the node that made it."""

    before: Window | None
    """The caller's window before the answer; `None` where the search has no windows."""
    after: Window | None
    best_before: float | None
    best: float | None
    """The best value so far for the player who chooses there."""
    again: str = ""
    """Where a probe by a narrower window has failed and the search looks again: how it failed."""


NOTHING = Update(None, None, None, None)


class Narrator:
    """Tells the steps of one search in words, and no more than its trace proves."""

    def __init__(self, trace: SearchTrace, tree: DrawnTree) -> None:
        """Work out how windows and best values change, answer by answer.

        `tree` is the whole tree of this search, which says who maximises.

        Where the next call shows the caller's window, that is the fact; behind the last call the
        window is worked out from the value, as alpha-beta does it.
        """
        self.trace = trace
        self.nodes = {node.call: node for node in tree.nodes}
        self.steps = {call: span[1] for call, span in spans_of(trace).items()}
        self.updates: dict[int, Update] = {}
        """By the id of the node that answered."""
        ended = [node for node in trace.nodes if node.value is not None]
        takes = [(node.function, self._takes_best(node)) for node in ended if self._below(node)]
        self.trusted = {name for name, best in takes if best} - {
            name for name, best in takes if not best
        }
        """The functions whose value was the best of the children's each time."""
        for node in trace.nodes:
            self._follow(node)

    def opening(self) -> str:
        """What is about to happen."""
        trace = self.trace
        of = f" on {trace.game}" if trace.game else ""
        first = _turn(trace.nodes[0], "at the root") if trace.nodes else ""
        scale = " Values are mean rewards, each for whoever moved there." * bool(trace.simulations)
        order = f" {sentence(trace.note.partition('. ')[0])}" if trace.jumps and trace.note else ""
        return f"{trace.function}{of}" + (f": {first}." if first else ".") + scale + order

    def entering(self, node: TraceNode) -> str:
        """A call for this node begins."""
        window, bounds = self.nodes[node.id].window_in, ""
        if window is not None:
            bounds = f", with alpha = {number(window[0])} and beta = {number(window[1])}"
        if node.parent is None:
            who = f" with {node.player} to move" if node.player else ""
            who = ", where nobody chooses" if node.chance else who
            return f"The search starts at the root{who}{bounds}."
        if node.pass_number is not None:
            return f"Pass {node.pass_number} of {len(self.trace.passes)} begins{bounds}."
        above = self.trace.nodes[node.parent]
        name = node.action_name or "the next position"
        tried = f"{does(above.player or 'The search', 'tries')} {name}"
        if self.trace.jumps:
            tried = f"The search looks at {self._way_to(node)}"
        elif above.chance:
            known = node.probability is not None
            tried = f"Chance may give {name}"
            tried += f", with probability {node.probability:.3g}" if known else ""
        tried += " again" if node.attempt > 1 else ""
        if node.final:
            return f"{tried}: {'a leaf' if self._is_textbook else 'the game is over there'}."
        if node.known is not None:
            return f"{tried}: answered from memory, known from step {self._stored(node)}."
        if self.trace.jumps or self.trace.children(node.id):
            who = f": {turn}" if (turn := _turn(node, "there")) else ""
            return f"{tried}{who}{self._handed_on(node)}{bounds}."
        if node.note == WALKS:
            return f"{tried}: the search {WALKS}{bounds}."
        if node.unseen:
            are, them = ("is", "it") if len(node.unseen) == 1 else ("are", "them")
            made = f"{listed(node.unseen)} {are} made there, but no call looks at {them}"
            return f"{tried}: {made}{bounds}."
        return f"{tried}: the search looks no deeper here{bounds}."

    def answering(self, node: TraceNode) -> str:
        """A call for this node gives back its value to the node above."""
        value, turned = number(node.value), self.trace.values_turn
        if node.vector is not None:
            value = vector_text(node.vector)
        nothing = node.value is None and node.vector is None
        if node.parent is None:
            ended = number(self.trace.value) if nothing else value
            return f"The root returns {ended}."
        if node.pass_number is not None:
            ends = "ends" if nothing else f"returns {value}"
            return f"Pass {node.pass_number} of {len(self.trace.passes)} {ends}."
        who = "The chance node" if node.chance else node.player or node.action_name or "The call"
        if (mean := self._mean(node)) is not None:
            return mean
        if node.final:
            who = "The leaf" if self._is_textbook else "The final position"
        returns = does(who, "returns")
        if nothing:
            return f"{returns} nothing that reads as a value."
        returns += f" {value}"
        if node.known is not None:
            returns = f"The answer from memory is {value}"
        if self.trace.jumps or node.value is None:
            return f"{returns}."
        mine = -node.value if turned else node.value
        kind, update = self._kind(node.parent), self.updates[node.id]
        above = self.trace.nodes[node.parent]
        chooser = above.player or kind.upper()
        returns += f", which is {number(mine)} for {chooser}" * bool(turned and mine)
        if update.again:
            return f"{returns}: it {update.again}, so search again."
        bounds = _moved_bounds(update)
        if bounds:
            return f"{returns}, so {bounds}."
        if update.best is None or above.chance:
            return f"{returns}."
        if update.best != update.best_before:
            return f"{returns}, the best for {chooser} so far{_outside(update.after, mine, kind)}."
        return f"{returns}; {does(chooser, 'already has')} {number(update.best)}."

    def cutting(self, node: TraceNode) -> str:
        """A node stops before all its branches have been tried."""
        who = node.player or "The search"
        begins = f"{does(who, 'stops')} here"
        if node.reason == LEFT_OUT:
            begins = f"{does(who, 'leaves')} some actions out"
        elif node.reason and "=" in node.reason:
            begins = f"Cut, because {node.reason}"
        them = "is" if len(node.cut_names) == 1 else "are"
        never = "not looked at this time" if node.elsewhere else "never looked at"
        return f"{begins}: {listed(node.cut_names)} {them} {never}."

    def closing(self, minimax: int | None = None) -> str:
        """How the search ended, and what it cost; `minimax` is what minimax would have visited."""
        trace = self.trace
        said = [trace.error and f"The search failed: {trace.error}.", trace.stopped, trace.note]
        ends = [sentence(each) for each in said if each]
        if trace.error is None:
            ends.insert(0, f"{trace.function} is done: {answer_in(trace)}.")
        cost = f"{many(trace.visits, 'visit')}."
        if trace.cut or any(node.window_in for node in trace.nodes):  # others never cut
            cut = "left out" if leaves_out(trace) else "cut"
            cost = f"{many(trace.visits, 'visit')}, {many(trace.cut, 'branch', 'branches')} {cut}."
        if trace.simulations:
            grown = f"{len(trace.nodes):,} nodes in the tree"
            cost = f"{len(trace.simulations):,} simulations, {grown}."
        if minimax is not None:
            cost += f" Minimax would have visited {minimax:,}."
        return " ".join([*ends, cost])

    @property
    def _is_textbook(self) -> bool:
        return self.trace.game == "TextbookTree"

    def _kind(self, node: int) -> str:
        """Who chooses here: `max`, `min`, or somebody of whom that is not known."""
        return "max" if self.trace.values_turn else self.nodes[node].kind

    def _way_to(self, node: TraceNode) -> str:
        """The names of the actions from the root to this node."""
        names: list[str] = []
        while node.parent is not None:
            names.append(node.action_name or "?")
            node = self.trace.nodes[node.parent]
        return " ".join(reversed(names))

    def _handed_on(self, node: TraceNode) -> str:
        """Which function goes on below this node by itself, where another one has come here.

        So it is in quiescence search. Two functions that take turns hand nothing on.
        """
        child = next(iter(self.trace.children(node.id)), None)
        if child is None or child.function == node.function or self.trace.jumps:
            return ""
        below = {each.function for each in self.trace.children(child.id)}
        return f"; {child.function} goes on from here" if below == {child.function} else ""

    def _stored(self, node: TraceNode) -> str:
        """The step at which the value of this answer from memory was found, and what it was.

        A value from beyond one of the bounds that held there is no value, only a bound itself.
        """
        source = self.trace.nodes[node.known or 0]
        kind, (low, high) = self._kind(source.id), source.window_in or (None, None)
        what = ""
        if "=" in (source.reason or ""):
            what = f", where {source.reason} cut it short"
        elif kind == "max" and low is not None and (node.value or 0) <= low:
            what = f", where nothing was better than alpha = {number(low)}"
        elif kind == "min" and high is not None and (node.value or 0) >= high:
            what = f", where nothing was better than beta = {number(high)}"
        return f"{self.steps[source.id]}{what}"

    def _mean(self, node: TraceNode) -> str | None:
        """What to say of the mean of what chance may give here; `None` where that isn't seen."""
        children = self.trace.children(node.id) if node.chance else ()
        pairs = {child.action: (child.probability, child.value) for child in children}
        known = [
            (chance, value) for chance, value in pairs.values() if chance and value is not None
        ]
        whole = math.isclose(sum(chance for chance, _ in known), 1, abs_tol=1e-9)
        if not whole or self.trace.values_turn or node.value is None:
            return None
        mean, value = sum(chance * value for chance, value in known), number(node.value)
        if math.isclose(mean, node.value, abs_tol=1e-9):
            return f"The mean of what chance may give is {value}."
        return f"The chance node returns {value}; the mean by probability is {number(mean)}."

    def _below(self, node: TraceNode) -> bool:
        """Whether this node's value can be compared with those of its children."""
        children = self.trace.children(node.id)
        passes = bool(children) and children[0].pass_number is not None
        return bool(children) and not (passes or node.chance or self.trace.jumps)

    def _takes_best(self, node: TraceNode) -> bool:
        """Whether the value of this node is the best of what its children gave back."""
        kind, last = self._kind(node.id), dict[str, float | None]()
        if kind not in ("max", "min") or node.unseen:
            return False
        for child in self.trace.children(node.id):
            last[repr(child.action)] = child.value
        values = [-v if self.trace.values_turn else v for v in last.values() if v is not None]
        if len(values) < len(last):
            return False
        best = (max if kind == "max" else min)(values)
        low, high = self.nodes[node.id].window_in or (None, None)
        inside = best if low is None else max(best, low)
        inside = inside if high is None else min(inside, high)
        return node.value in (best, inside)

    def _follow(self, node: TraceNode) -> None:
        """Note what the answers of this node's children change."""
        children = self.trace.children(node.id)
        unseen = any(child.left is None for child in children[:-1])
        if unseen or not self._below(node):  # an end that nobody saw narrows nothing
            self.updates |= {child.id: NOTHING for child in children}
            return
        turned, kind = self.trace.values_turn, self._kind(node.id)
        mine, other = (0, 1) if kind == "max" else (1, 0)
        shown = [
            turned_window(child.window_in) if turned and child.window_in else child.window_in
            for child in children
        ]
        choosing = self._takes_best(node)
        if node.value is None and kind in ("max", "min") and not node.unseen:
            choosing = node.function in self.trusted
        window, best = self.nodes[node.id].window_in, None
        sure = window is not None and choosing and _follows_values(children, shown)
        for place, child in enumerate(children):
            own, following = shown[place], (*shown, None)[place + 1]
            more = place + 1 < len(children)
            probe = own is not None and window is not None and own[other] != window[other]
            if own is not None and window is not None and not probe and not place:
                window = own  # what moved before the first call is none of its doing
            before, best_before = window, best
            value = child.value if child.value is None or not turned else -child.value
            if probe and own and value is not None and more:
                again = children[place + 1].attempt == child.attempt + 1
                again = again and children[place + 1].action == child.action
                how = _failed(value, own, kind)
                if again and how:
                    self.updates[child.id] = Update(before, before, best, best, how)
                    continue
            if value is not None and choosing:
                best = value if best is None else (max if kind == "max" else min)(best, value)
            if more and following is not None and window is not None:
                moved = list(window)
                moved[mine] = following[mine]
                window = (moved[0], moved[1])
            elif more:
                window = following or window
            elif node.window_out is not None and node.window_out != self.nodes[node.id].window_in:
                window = node.window_out
            elif sure:
                window = _narrowed(window, value, kind)
            self.updates[child.id] = Update(before, window, best_before, best)


def _failed(value: float, window: Window, kind: str) -> str:
    """How a probe by this window has failed, so that the search has to look again; or nothing."""
    low, high = window
    if kind == "max" and low is not None and value > low:
        beyond = high is not None and value >= high
        return "fails high" if beyond else f"is more than alpha = {number(low)}"
    if kind == "min" and high is not None and value < high:
        beyond = low is not None and value <= low
        return "fails low" if beyond else f"is less than beta = {number(high)}"
    return ""


def _follows_values(children: Sequence[TraceNode], shown: Sequence[Window | None]) -> bool:
    """Whether the windows of these siblings move at all; one alone is believed to."""
    if len(children) < 2 or None in shown or len(set(shown)) > 1:
        return True
    low, high = shown[0] or (None, None)
    least, most = -math.inf if low is None else low, math.inf if high is None else high
    # They do not; but perhaps no value lay where it would have moved them.
    moving = [each.value for each in children[:-1] if each.value is not None]
    return not any(least < value < most for value in moving)


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


# --- simulations ---


def namer(trace: SearchTrace, game: Game | None) -> Callable[[Any], str]:
    """A function that names actions, also those of random games, which the tree does not hold."""
    names = {node.action: node.action_name for node in trace.nodes if node.parent is not None}

    def named(action: Any) -> str:
        """How people write this action, as far as anybody knows."""
        if game is not None:
            with suppress(ValueError, TypeError, IndexError):  # none of this game's
                return game.action_name(action)
        return names.get(action) or str(action)

    return named


CALLED = ("select", "expand", "play out", "back up")
"""What readers are told: all four phases together are one simulation."""


def phase_words(
    phase: str, each: Simulation, named: Callable[[Any], str], trace: SearchTrace
) -> str | None:
    """What happens in this phase; `None` where the search was not seen to have it."""

    def moves(actions: tuple[Action, ...]) -> str:
        known = [named(action) for action in actions[:_MOST_MOVES]]
        return " ".join(known) + (" ..." if len(actions) > _MOST_MOVES else "")

    if phase == "select" and each.path is not None:
        if each.path:
            return f"from the root down by the greatest UCB: {moves(each.path)}."
        return "the root itself has moves that were never tried."
    if phase == "expand" and each.expanded is not None:
        return f"{moves((each.expanded,))} is new in the tree."
    if phase == "expand" and each.path is not None:
        return "nothing to add, the game is over here."
    if phase == "simulate" and each.playout is not None:
        worth = f"worth {_worth(trace, each.reward)}"
        if not each.playout:
            return f"no moves are left to play; {worth}."
        return f"{len(each.playout)} random moves ({moves(each.playout)}); {worth}."
    if phase == "backup" and each.visits is not None:
        nodes = "node" if len(each.visits) == 1 else "nodes"
        return f"{len(each.visits)} {nodes} on the way up count one visit more and add the reward."
    return None


def _worth(trace: SearchTrace, reward: Any) -> str:
    """What a random game was worth, in words; to each player, where there is a number for each."""
    if isinstance(reward, tuple | list) and len(reward) == len(trace.players):
        pairs = zip(trace.players, reward, strict=True)
        return ", ".join(f"{_worth(trace, each)} for {player}" for player, each in pairs)
    return number(reward) if isinstance(reward, int | float) else str(reward)
