"""What is said about each step of a search, and no more than its trace proves."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

from course_lib.game import Action, Game, Player, are_several
from course_lib.views.trees.model import DrawnTree, vector_text
from course_lib.views.trees.sources import answer_in, by_bounds, name_of, remarks_on
from course_lib.views.trees.words import number, reason_words, words_for
from course_lib.watching import SearchTrace, TraceNode
from course_lib.watching.trace import (
    Gap,
    Reason,
    Remark,
    Simulation,
    Window,
    inside,
    lies_in,
    turned_window,
)
from course_lib.words import Say, Text, _, counted, joined, row

_MOST_MOVES = 12


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


def _turn(node: TraceNode, nobody: Text) -> Text:
    """Who is to move here, or `nobody`, where chance decides; "" where that is not known."""
    return nobody if node.chance else _to_move(node.player) if node.player else ""


@lru_cache(maxsize=1_000)
def _to_move(player: Player) -> Say:
    return Say("{player} to move", player=player)


@lru_cache(maxsize=5_000)
def _tries(who: Player | Text, name: Text) -> Say:
    return _does(who, _("{who} tries {name}"), _("{who} try {name}"), name=name)


@lru_cache(maxsize=5_000)
def _returns(who: Player | Text, value: str) -> Say:
    return _does(who, _("{who} returns {v}"), _("{who} return {v}"), v=value)


def _does(who: Player | Text, one: str, more: str, **values: Any) -> Say:
    """What somebody does, by the template for one, or by that for a side of several."""
    several = not isinstance(who, Say) and are_several(who)
    return Say(more if several else one, who=who, **values)


def leaves_out(trace: SearchTrace) -> bool:
    """Whether some of its branches were left out with no bound as the cause, as far as is known."""
    return any(node.reason is Reason.LEFT_OUT for node in trace.nodes)


# --- a search that calls itself ---


class Update(NamedTuple):
    """What the answer of one call has changed for the node that made it."""

    before: Window | None
    """The caller's window before the answer; `None` where the search has no windows."""
    after: Window | None
    best_before: float | None
    best: float | None
    """The best value so far for the player who chooses there."""
    again: Text = ""
    """Where a probe by a narrower window has failed and the search looks again: how it failed."""


NOTHING = Update(None, None, None, None)


class Narrator:
    """Tells the steps of one search in words, and no more than its trace proves."""

    def __init__(self, trace: SearchTrace, tree: DrawnTree) -> None:
        """Work out how windows and best values change, answer by answer.

        `tree` is the whole tree of this search, which says who maximises.

        A bound has moved where the next call shows it, or the caller's own variables at its end.
        """
        self.trace, self.jumps, self.children = trace, trace.jumps, trace.children
        self.calls, self.turned = tuple(trace.nodes), trace.values_turn
        self.windows = any(node.window_in for node in trace.nodes)
        turned, straight = (0, 0) if trace.game is None or trace.jumps else trace.turns
        self.torn = turned == straight > 0 and not self.turned
        self.unsure = self.torn or (trace.turned is None and not (self.turned or self.windows))
        """Whether each value may be that of whoever is to move, or of MAX: nothing tells which, or
        as much for one as for the other."""
        self.nodes = {node.call: node for node in tree.nodes}
        self.steps = {call: span[1] for call, span in spans_of(trace).items()}
        self.shifted = {node.function for node in trace.nodes if self._shifts(node)}
        """The functions that hand on windows of another scale."""
        self.updates: dict[int, Update] = {}
        """By the id of the node that answered."""
        ended = [node for node in trace.nodes if node.value is not None]
        self.takes = {node.id: self._takes_best(node) for node in ended if self._below(node)}
        """Whether the value of a node is the best of what its children gave back."""
        others = {self.calls[at].function for at, best in self.takes.items() if not best}
        self.trusted = {self.calls[at].function for at in self.takes} - others
        """The functions whose value was the best of the children's each time."""
        for node in trace.nodes:
            self._follow(node)

    def opening(self) -> Text:
        """What is about to happen, and the question with which the picture opens."""
        trace, head = self.trace, name_of(self.trace)
        nobody = Say("nobody chooses at the root")
        first = _turn(trace.nodes[0], nobody) if trace.nodes else ""
        head = (Say("{head}: {turn}.", head=head, turn=first) if first
                else Say("{head} begins.", head=head))  # fmt: skip
        scale = Say("Values are mean rewards, each for whoever moved there.")
        order = words_for(trace.order) if trace.jumps else ""
        return joined(head, Say("What will it answer?"), scale if trace.simulations else "", order)

    def entering(self, node: TraceNode) -> Text:
        """A call for this node begins."""
        bounds: Text = ""
        if (window := self.nodes[node.id].window_in) is not None:
            low, high = map(number, window)
            bounds = Say(", with alpha = {low} and beta = {high}", low=low, high=high)
        if node.parent is None:
            who = Say(" with {player} to move", player=node.player) if node.player else ""
            who = Say(", where nobody chooses") if node.chance else who
            return Say("The search starts at the root{who}{bounds}.", who=who, bounds=bounds)
        if node.pass_number is not None:
            all_passes = len(self.trace.passes)
            return Say("Pass {n} of {all} begins{bounds}.", n=node.pass_number, all=all_passes,
                       bounds=bounds)  # fmt: skip
        tried = self._tried(node)
        if node.cached:
            return Say("{tried}: a cache answers, and no call is made.", tried=tried)
        if node.final and self._is_textbook:
            return Say("{tried}: a leaf.", tried=tried)
        if node.final:
            return Say("{tried}: the game is over there.", tried=tried)
        if node.known is not None:
            return Say("{tried}: answered from memory, known from step {stored}.", tried=tried,
                       stored=self._stored(node))  # fmt: skip
        if self.jumps or self.children(node.id):
            turn = _turn(node, Say("nobody chooses there"))
            who = Say(": {turn}", turn=turn) if turn else ""
            return Say("{tried}{who}{more}{bounds}.", tried=tried, who=who,
                       more=self._handed_on(node), bounds=bounds)  # fmt: skip
        return Say(self._looks_no_further(node), tried=tried, bounds=bounds, names=row(node.unseen))

    def _tried(self, node: TraceNode) -> Say:
        """Which action leads to this node, and who has tried it."""
        above = self.calls[node.parent or 0]
        name = node.action_name or Say("the next position")
        if self.jumps:
            tried = Say("The search looks at {way}", way=self._way_to(node))
        elif above.chance:
            tried = Say("Chance may give {name}, with probability {chance}", name=name,
                        chance=number(node.probability))  # fmt: skip
        else:
            who = above.player or Say("The search")
            tried = _tries(who, name)
        return Say("{tried} again", tried=tried) if node.attempt > 1 else tried

    def _looks_no_further(self, node: TraceNode) -> str:
        """The template for a node below which no call looks, with why, as far as that was seen."""
        if node.note is Remark.WALKS:
            return _("{tried}: the search goes on from here by itself, by no call{bounds}.")
        if len(node.unseen) == 1:
            return _("{tried}: {names} is made there, but no call looks at it{bounds}.")
        if node.unseen:
            return _("{tried}: {names} are made there, but no call looks at them{bounds}.")
        if Gap.LOOP in self.trace.gaps:  # perhaps some of the others are for what comes next
            return "{tried}{bounds}."
        return _("{tried}: no call looks further from here{bounds}.")

    def answering(self, node: TraceNode) -> Text:
        """A call for this node gives back its value to the node above."""
        if node.parent is None:
            return self._in_the_end(node)
        nothing = node.value is None and node.vector is None
        value = number(node.value) if node.vector is None else vector_text(node.vector)
        if node.pass_number is not None:
            ends = _("Pass {n} of {all} ends.") if nothing else _("Pass {n} of {all} returns {v}.")
            return Say(ends, n=node.pass_number, all=len(self.trace.passes), v=value)
        if (mean := self._mean(node)) is not None:
            return mean
        if node.cached:
            cached = _("The cache has answered.") if nothing else _("The cache has answered {v}.")
            return Say(cached, v=value)
        who = node.player or node.action_name or Say("The call")
        who = Say("The chance node") if node.chance else who
        if node.note is Remark.EXCEPTION:
            with_text = Say(": {text}", text=node.answer) if node.answer else ""
            return _does(who, _("{who} ends with an exception{text}."),
                         _("{who} end with an exception{text}."), text=with_text)  # fmt: skip
        if self.jumps and not nothing:
            return Say("{search} gives {v} for it.", search=node.function, v=value)
        if node.final:
            who = Say("The leaf") if self._is_textbook else Say("The final position")
        if nothing and node.answer is not None:
            return _does(who, _("{who} returns its own answer: {answer}."),
                         _("{who} return its own answer: {answer}."),
                         answer=node.answer)  # fmt: skip
        if nothing:
            return _does(who, _("{who} returns nothing that reads as a value."),
                         _("{who} return nothing that reads as a value."))  # fmt: skip
        returns = _returns(who, value)
        if node.known is not None:
            returns = Say("The answer from memory is {v}", v=value)
        return Say(
            "{words}.", words=returns if node.value is None else self._meaning(node, returns)
        )

    def _in_the_end(self, root: TraceNode) -> Say:
        """What the whole search gives back."""
        trace, value = self.trace, number(root.value)
        if root.vector is not None:
            value = vector_text(root.vector)
        elif root.value is None and trace.value is not None:
            value = number(trace.value)
        elif root.value is None and trace.action_name is not None:
            return Say("The root returns the action {name}.", name=trace.action_name)
        elif root.value is None and root.answer is not None:
            return Say("The root returns its own answer: {answer}.", answer=root.answer)
        return Say("The root returns {v}.", v=value)

    def _meaning(self, node: TraceNode, returns: Say) -> Say:
        """What a value means for the node above, behind the words for it."""
        above, turned = self.calls[node.parent or 0], self.turned
        mine = -(node.value or 0) if turned else node.value or 0
        kind, update = self._kind(above.id), self.updates[node.id]
        named = kind.upper() if kind in ("max", "min") and not turned else ""
        chooser = above.player or named or Say("whoever moves there")
        if turned and mine:
            returns = Say("{returns}, which is {v} for {chooser}", returns=returns,
                          v=number(mine), chooser=chooser)  # fmt: skip
        if update.again:
            return Say("{returns}: it {fails}, so search again", returns=returns,
                       fails=update.again)  # fmt: skip
        if bounds := _moved_bounds(update):
            return Say("{returns}, so {bounds}", returns=returns, bounds=bounds)
        if update.best is None or above.chance:
            return returns
        if update.best != update.best_before:
            outside = _outside(update.after, mine, kind)
            return Say("{returns}, the best for {chooser} so far{outside}", returns=returns,
                       chooser=chooser, outside=outside)  # fmt: skip
        return _does(chooser, _("{returns}; {who} already has {best}"),
                     _("{returns}; {who} already have {best}"), returns=returns,
                     best=number(update.best))  # fmt: skip

    def cutting(self, node: TraceNode) -> Text:
        """A node stops before all its branches have been tried."""
        who = node.player or Say("The search")
        begins = _does(who, _("{who} leaves some actions out"), _("{who} leave some actions out"))
        if node.reason in (Reason.ALPHA, Reason.BETA):
            why = reason_words(node.reason, node.value, node.window_in)
            begins = Say("Cut, because {why}", why=why)
        never = (_("{begins}: {names} is never looked at."),
                 _("{begins}: {names} are never looked at."))  # fmt: skip
        if node.elsewhere:
            never = (_("{begins}: {names} is not looked at this time."),
                     _("{begins}: {names} are not looked at this time."))  # fmt: skip
        return Say(never[len(node.cut_names) != 1], begins=begins, names=row(node.cut_names))

    def closing(self, minimax: int | None = None) -> Text:
        """How the search ended, and what it cost; `minimax` is what minimax would have visited."""
        trace = self.trace
        answer, worth = answer_in(trace), _("{search} is done: {answer}.")
        if trace.action_name is not None and type(trace.value) in (int, float):
            worth = _("{search} chooses {name}: it is worth {v}.")
        done = Say(worth, search=trace.function, name=trace.action_name, answer=answer,
                   v=answer.values.get("v"))  # fmt: skip
        if trace.error is not None:
            done = Say("The search failed: {error}.", error=trace.error.rstrip("."))
        stopped = trace.stop.words if trace.stop else ""
        cost = visits = counted(trace.visits, _("{n:,} visit"), _("{n:,} visits"))
        if trace.simulations:
            cost = Say("{n:,} simulations, {nodes:,} nodes in the tree",
                       n=len(trace.simulations), nodes=len(trace.nodes))  # fmt: skip
        elif trace.cut or (self.windows and self._lists_actions()):  # others never cut
            cut = counted(trace.cut, _("{n:,} branch cut"), _("{n:,} branches cut"))
            if leaves_out(trace):
                cut = counted(trace.cut, _("{n:,} branch left out"), _("{n:,} branches left out"))
            cost = Say("{visits}, {cut}", visits=visits, cut=cut)
        more = "" if minimax is None else Say("Minimax would have visited {n:,}.", n=minimax)
        return joined(done, stopped, *remarks_on(trace), Say("{cost}.", cost=cost), more)

    def _lists_actions(self) -> bool:
        """Whether it was seen everywhere which actions there are, so that none cut is a fact."""
        inner = [node for node in self.trace.nodes if self.children(node.id)]
        return not self.jumps and all(
            node.actions or node.pass_number or node.chance for node in inner
        )

    @property
    def _is_textbook(self) -> bool:
        return self.trace.game == "TextbookTree"

    def _kind(self, node: int) -> str:
        """Who chooses here: `max`, `min`, or somebody of whom that is not known."""
        return "max" if self.turned else self.nodes[node].kind

    def _way_to(self, node: TraceNode) -> str:
        """The names of the actions from the root to this node."""
        names: list[str] = []
        while node.parent is not None:
            names.append(node.action_name or "?")
            node = self.calls[node.parent]
        return " ".join(reversed(names))

    def _handed_on(self, node: TraceNode) -> Text:
        """Which function goes on below this node by itself, where another one has come here.

        So it is in quiescence search. Two functions that take turns hand nothing on.
        """
        child = next(iter(self.children(node.id)), None)
        if child is None or child.function == node.function or self.jumps:
            return ""
        below = {each.function for each in self.children(child.id)}
        more = Say("; {search} goes on from here", search=child.function)
        return more if below == {child.function} else ""

    def _stored(self, node: TraceNode) -> Say:
        """The step at which the value of this answer from memory was found, and what it was.

        A value from beyond one of the bounds that held there is no value, only a bound itself.
        """
        source = self.calls[node.known or 0]
        kind, (low, high) = self._kind(source.id), source.window_in or (None, None)
        step = self.steps[source.id]
        if source.reason in (Reason.ALPHA, Reason.BETA):
            because = reason_words(source.reason, source.value, source.window_in)
            return Say("{n}, where {because} cut it short", n=step, because=because)
        if kind == "max" and low is not None and (node.value or 0) <= low:
            return Say("{n}, where nothing was better than {bound}", n=step, bound=_alpha(low))
        if kind == "min" and high is not None and (node.value or 0) >= high:
            return Say("{n}, where nothing was better than {bound}", n=step, bound=_beta(high))
        return Say("{n}", n=step)

    def _mean(self, node: TraceNode) -> Say | None:
        """What to say of the mean of what chance may give here; `None` where that isn't seen."""
        if not node.chance:
            return None
        children = self.children(node.id)
        pairs = {child.action: (child.probability, child.value) for child in children}
        known = [
            (chance, value) for chance, value in pairs.values() if chance and value is not None
        ]
        whole = math.isclose(sum(chance for chance, _ in known), 1, abs_tol=1e-9)
        if not whole or self.turned or node.value is None:
            return None
        mean, value = sum(chance * value for chance, value in known), number(node.value)
        if math.isclose(mean, node.value, abs_tol=1e-9):
            return Say("The mean of what chance may give is {v}.", v=value)
        return Say("The chance node returns {v}; the mean by probability is {mean}.", v=value,
                   mean=number(mean))  # fmt: skip

    def _below(self, node: TraceNode) -> bool:
        """Whether this node's value can be compared with those of its children."""
        children = self.children(node.id)
        passes = bool(children) and children[0].pass_number is not None
        unknown = self.jumps or Gap.LOOP in self.trace.gaps
        return bool(children) and not (passes or node.chance or unknown)

    def _takes_best(self, node: TraceNode) -> bool:
        """Whether the value of this node is the best of what its children gave back."""
        kind, last = self._kind(node.id), dict[str, float | None]()
        if kind not in ("max", "min") or node.unseen:
            return False
        for child in self.children(node.id):
            last[repr(child.action)] = child.value
        values = [-v if self.turned else v for v in last.values() if v is not None]
        if len(values) < len(last) or (self.unsure and any(values)):  # a zero has no side
            return False
        best = (max if kind == "max" else min)(values)
        return node.value in (best, inside(best, self.nodes[node.id].window_in))

    def _follow(self, node: TraceNode) -> None:
        """Note what the answers of this node's children change."""
        children = self.children(node.id)
        unseen = any(child.left is None for child in children[:-1])
        turned, kind = self.turned, self._kind(node.id)
        known = kind in ("max", "min") and not self.torn
        kind = kind if known else self._side_that_moves(node)
        if unseen or not kind or not self._below(node):  # an end that nobody saw narrows nothing
            self.updates |= {child.id: NOTHING for child in children}
            return
        mine, other = (0, 1) if kind == "max" else (1, 0)
        shown = [
            turned_window(child.window_in) if turned and child.window_in else child.window_in
            for child in children
        ]
        choosing = self.takes.get(node.id, False)
        if node.value is None and known and not node.unseen:
            choosing = node.function in self.trusted
        window, best = self.nodes[node.id].window_in, None
        for place, child in enumerate(children):
            own, more = shown[place], place + 1 < len(children)
            after = children[place + 1] if more else child
            twice = after is not child and after.action_name == child.action_name
            again = twice and after.attempt == child.attempt + 1  # else nobody knows
            # What a second answer moves is none of the first one's doing.
            following = None if again or not more else shown[place + 1]
            probe = own is not None and window is not None and own[other] != window[other]
            if own is not None and window is not None and not probe and not place:
                window = own  # what moved before the first call is none of its doing
            before, best_before = window, best
            value = child.value if child.value is None or not turned else -child.value
            if probe and own and value is not None and more:
                how = _failed(value, own, kind)
                if how and twice:
                    failed = Update(before, before, best, best, how)
                    self.updates[child.id] = failed if again else NOTHING
                    continue
            if value is not None and choosing:
                best = value if best is None else (max if kind == "max" else min)(best, value)
            if more and following is not None and window is not None:
                moved = list(window)
                moved[mine] = following[mine]
                window = (moved[0], moved[1])
            elif more or (place and own is None):
                pass  # any of the children may have moved them
            elif node.window_out is not None and node.window_out != self.nodes[node.id].window_in:
                window = node.window_out
            self.updates[child.id] = Update(before, window, best_before, best)
            if not self._closes(node, mine, value, (before, window)):
                # It was not this answer that moved a bound.
                self.updates[child.id] = Update(None, None, best_before, best)

    def _shifts(self, node: TraceNode) -> bool:
        """Whether bounds are of another scale here than answers, as with rewards on the way.

        It hands on a window that is not its own, turned or not, or closer; or its bound has moved
        to what nobody answered.
        """
        window, own, children = node.window_in, node.window_out, self.children(node.id)
        below = [each.window_in for each in children if each.window_in]
        below = [turned_window(each) for each in below] if self.turned else below
        if window is None or not all(lies_in(each, window) for each in below):
            return window is not None
        values = [abs(each.value or 0) for each in children]
        moved = [one for one, first in zip(own or (), window, strict=False) if one != first]
        return (
            bool(values)
            and not node.unseen
            and not all(one is None or abs(one) in values for one in moved)
        )

    def _closes(
        self,
        node: TraceNode,
        mine: int,
        value: float | None,
        moved: tuple[Window | None, Window | None],
    ) -> bool:
        """Whether an answer has closed this node's window up to itself, if it moved at all.

        Where nothing tells whether values are turned, beta may be the alpha of whoever moves, but
        where the call's own variable was lower in the end.
        """
        before, after = moved
        if before is None or after is None or before == after:
            return True
        if self.trace.turned is None and not self.turned and mine == 1:
            first, last = node.window_in or before, node.window_out or before
            if last[1] == first[1]:
                return False
        if node.function in self.shifted:
            return False
        alone = after[1 - mine] == before[1 - mine] and lies_in(after, before)
        return alone and value is not None and after[mine] == value

    def _side_that_moves(self, node: TraceNode) -> str:
        """Whose bound moves where the role is not known: `max` where alpha alone is seen to rise.

        Only where values and windows are handed on as they are; else nobody's.
        """
        if self.trace.game is not None or self.trace.turned is not False:
            return ""
        sides = by_bounds(self.trace, node, self.nodes[node.id].window_in, {"max", "min"})
        return sides.pop() if len(sides) == 1 else ""


def _alpha(bound: float) -> str:
    return f"alpha = {number(bound)}"


def _beta(bound: float) -> str:
    return f"beta = {number(bound)}"


def _failed(value: float, window: Window, kind: str) -> Text:
    """How a probe by this window has failed, so that the search has to look again; or nothing."""
    low, high = window
    if kind == "max" and low is not None and value > low:
        beyond = high is not None and value >= high
        return Say("fails high") if beyond else Say("is more than {bound}", bound=_alpha(low))
    if kind == "min" and high is not None and value < high:
        beyond = low is not None and value <= low
        return Say("fails low") if beyond else Say("is less than {bound}", bound=_beta(high))
    return ""


def _moved_bounds(update: Update) -> Text:
    """How alpha and beta changed, in words; nothing if they did not."""
    if update.before is None or update.after is None or update.before == update.after:
        return ""
    moved = [
        Say(
            _("{bound} rises from {old} to {new}")
            if new > old
            else _("{bound} falls from {old} to {new}"),
            bound=bound,
            old=number(old),
            new=number(new),
        )
        for bound, old, new in zip(("alpha", "beta"), update.before, update.after, strict=True)
        if old is not None and new is not None and number(old) != number(new)
    ]
    return row(moved)


def _outside(window: Window | None, value: float, kind: str) -> Text:
    """The bound that a value does not pass, in brackets."""
    low, high = window or (None, None)
    if kind == "max" and low is not None and value <= low:
        return Say(" (not better than {bound})", bound=_alpha(low))
    if kind == "min" and high is not None and value >= high:
        return Say(" (not better than {bound})", bound=_beta(high))
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


SIMULATION = {
    "select": _("Simulation {n}, select: {words}."),
    "expand": _("Simulation {n}, expand: {words}."),
    "simulate": _("Simulation {n}, play out: {words}."),
    "backup": _("Simulation {n}, back up: {words}."),
}
"""What readers are told: all four phases together are one simulation."""


def phase_words(
    phase: str, each: Simulation, named: Callable[[Any], str], trace: SearchTrace
) -> Say | None:
    """What happens in this phase; `None` where the search was not seen to have it."""

    def moves(actions: tuple[Action, ...]) -> str:
        known = [named(action) for action in actions[:_MOST_MOVES]]
        return " ".join(known) + (" ..." if len(actions) > _MOST_MOVES else "")

    words = None
    if phase == "select" and each.path is not None:
        words = Say("the root itself has moves that were never tried")
        if each.path:
            words = Say("from the root down: {moves}", moves=moves(each.path))
    elif phase == "expand" and each.expanded is not None:
        words = Say("{move} is new in the tree", move=moves((each.expanded,)))
    elif phase == "expand" and each.path is not None:
        words = Say("nothing to add, the game is over here")
    elif phase == "simulate" and each.playout is not None:
        template = _("no moves are left to play; worth {worth}")
        if each.playout:
            template = _("{n} random moves ({moves}); worth {worth}")
            if len(each.playout) == 1:
                template = _("{n} random move ({moves}); worth {worth}")
        words = Say(template, n=len(each.playout), moves=moves(each.playout),
                    worth=_worth(trace, each.reward))  # fmt: skip
    elif phase == "backup" and each.visits is not None:
        words = counted(len(each.visits), _("{n} node on the way up count one visit more"),
                        _("{n} nodes on the way up count one visit more"))  # fmt: skip
    return words and Say(SIMULATION[phase], n=each.number + 1, words=words)


def _worth(trace: SearchTrace, reward: Any) -> Text:
    """What a random game was worth, in words; to each player, where there is a number for each."""
    if isinstance(reward, tuple | list) and len(reward) == len(trace.players):
        pairs = zip(trace.players, reward, strict=True)
        worth = (
            Say("{worth} for {player}", worth=_worth(trace, each), player=player)
            for player, each in pairs
        )
        return joined(*worth, between=", ")
    return number(reward) if isinstance(reward, int | float) else str(reward)
