"""A recorded search as a film: its pieces, and what happens to them step by step."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any

from course_lib.game import Game, Player, State, has_chance
from course_lib.views import theme
from course_lib.views.boards import board_svg
from course_lib.views.trees.code import code_of_search
from course_lib.views.trees.model import DrawnTree, trimmed
from course_lib.views.trees.narrator import (
    Narrator,
    leaves_out,
    namer,
    phase_words,
    spans_of,
)
from course_lib.views.trees.pieces import (
    AT_WORK,
    CUT,
    EFFECT,
    GONE,
    Bounds,
    Film,
    Piece,
    Step,
    film_of_pieces,
    heavy,
    pieces_of_film,
)
from course_lib.views.trees.sources import from_trace
from course_lib.views.trees.words import (
    Printer,
    mean_text,
    number,
    signs,
    visits_text,
    window_words,
)
from course_lib.watching import SearchTrace, TraceNode
from course_lib.watching.trace import Gap, Reason, Remark, Window, rewards_of, uncollected
from course_lib.words import Say, Text, _, told

FEW = 300
"""Of what was cut as much of the game hangs there as makes so many nodes at most in all."""

MOST_PICTURES = 300
MOST_TEXTS = 6_000
"""So many positions at most are shown beside the tree as pictures, and as text."""

_MOST_COUNTED = 20_000
_MOST_LETTERS, _MOST_SVG = 400_000, 1_500_000
_BOARD = 200


@uncollected()
def film_of(
    trace: SearchTrace,
    *,
    game: Game | None = None,
    boards: str | bool = "auto",
    label: str = "",
    most: int | Collection[int] | None = None,
    others: Sequence[SearchTrace] = (),
    lines: bool = False,
) -> Film:
    """Everything the player shows of this search: a step for each thing that happens.

    How many visits minimax would need is counted where that is quick. About `most` nodes are kept,
    of a tree that grew by simulations the most visited ones; or those calls that are named. What
    `others`, searches of the same tree, looked at and this one never stands there as ghosts, each
    with a "?" until the other one has left it. With `lines` the code is there, and each step knows
    the line that it is at.
    """
    whole = tree = from_trace(trace, game)
    game = whole.game
    grows = bool(trace.simulations)
    start = whole.nodes[0].state if whole.nodes else None
    minimax = visits_of_minimax(trace, game, start) if trace.cut and not grows else None
    if isinstance(most, Collection):
        tree = whole.only({at for at, node in enumerate(whole.nodes) if node.call in most})
    elif most:
        tree = _most_visited(whole, most) if grows else trimmed(whole, most=most)
    if boards == "nodes":
        tree = tree.with_states()
    narrator = Narrator(trace, whole)
    haunting = [(from_trace(other, game), spans_of(other)) for other in others]
    pieces = pieces_of_film(tree, haunting, FEW)
    tell = Telling(trace, whole, pieces, narrator)
    if grows:
        tell.simulations(others)
    else:
        tell.calls()
    tell.end(narrator.closing(minimax))
    film = film_of_pieces(pieces, tell.steps, tree, boards=boards == "nodes", asks=tell.asks,
                          carriers=tell.carriers)  # fmt: skip
    if lines and any(tell.lines):
        film["code"], begins = code_of_search(trace)
        film["steps"]["line"] = [begins, tell.lines[1] or begins, *tell.lines[2:]]
    cut = _("branches left out") if leaves_out(trace) else _("branches cut")
    names = [_("visits"), _("leaves"), cut]
    # A state whose children are made for no call may be a leaf, or look at these by itself.
    maybe = any(node.unseen and not trace.children(node.id) for node in trace.nodes)
    shown = [True, Gap.LOOP not in trace.gaps and not maybe, bool(trace.cut)]
    columns = zip(*tell.counts, strict=True)
    if grows:
        names, shown = [_("simulations"), _("nodes in the tree")], [True, True]
    return film | {
        "label": label or trace.function,
        "game": trace.game,
        "counters": [
            [told(name), _differences(column)]
            for name, column, known in zip(names, columns, shown, strict=True)
            if known
        ],
        "facts": [] if minimax is None else [[told(_("visits of minimax")), minimax]],
        "unit": told(_("nodes") if grows else _("visits")),
        "grows": grows,
        "left_out": len(whole.nodes) - len(tree.nodes),
        "passes": [
            [told(_pass_words(trace, each)), tell.places[each.id]]
            for each in trace.passes
            if each.id in tell.places
        ],
        "boards": _boards(trace, tree, pieces, boards=boards != "nodes" and boards),
    }  # fmt: skip


def steps_in(story: Mapping[str, Any]) -> int:
    """How many steps the player of this story has, the start included."""
    if "parts" in story:
        return max(steps_in(part) for part in story["parts"])
    return len(story["frames"] if "frames" in story else story.get("steps", {"kind": "1"})["kind"])


def checked_step(step: int, steps: int) -> int:
    """The step counted from 0, if there is such a step."""
    if not -steps <= step < steps:
        raise ValueError(
            f"there is no step {step}: this has {steps}, so choose 0 to {steps - 1},"
            f" or -1 to {-steps} counted from the end"
        )
    return step % steps


def visits_of_minimax(trace: SearchTrace, game: Game | None, start: State | None) -> int | None:
    """How many positions minimax would have looked at; `None` where that takes long to count.

    It is compared to the same depth, and where the trace does not tell one depth there is nothing
    to compare: a search that jumps, dice, more than two players, lines of different lengths.
    """
    if game is None or start is None or not trace.nodes or trace.error or trace.stop or trace.jumps:
        return None
    if len(game.players) != 2 or has_chance(game) or leaves_out(trace):
        return None
    parents = {node.parent for node in trace.nodes}
    last = trace.passes[-1].id if trace.passes else 0
    leaves = [node for node in trace.nodes[last:] if node.id not in parents and node.known is None]
    ends = {leaf.depth for leaf in leaves if not (leaf.final or leaf.unseen or leaf.cut)}
    limit = max(ends, default=None)
    if len(ends) > 1 or any(leaf.depth > limit for leaf in leaves if limit is not None):
        return None
    if any(leaf.note is Remark.WALKS or leaf.cut for leaf in leaves):
        return None
    level, seen, depth = [start], 1, 0
    while level and depth != limit:
        below = []
        for state in level:
            below += [game.result(state, action) for action in game.actions(state)]
            if seen + len(below) > _MOST_COUNTED:
                return None
        level, seen, depth = below, seen + len(below), depth + 1
    return seen


def _most_visited(tree: DrawnTree, most: int) -> DrawnTree:
    """The nodes of a tree that most simulations went through.

    A child has never more visits than its parent, and comes after it: so parents are kept.
    """
    kept = sorted(range(len(tree.nodes)), key=lambda at: -(tree.nodes[at].visits or 0))[:most]
    chosen = tree.only(set(kept))  # the picture says by itself how many nodes are missing
    return replace(chosen, nodes=tuple(node._replace(more=0) for node in chosen.nodes))


@lru_cache(maxsize=5_000)
def _so_far(value: str) -> Say:
    return Say("so far {v}", v=value)


@lru_cache(maxsize=5_000)
def _asks(who: str) -> Say:
    return Say("What does {who} return here?", who=Say(who))


def _pass_words(trace: SearchTrace, node: TraceNode) -> Say:
    """A pass by its number and its window: `pass 3 of 4, window [4, 5]`."""
    number = Say("pass {n} of {all}", n=node.pass_number, all=len(trace.passes))
    if not node.window_in:
        return number
    return Say("{number}, window {window}", number=number, window=window_words(node.window_in))


# --- the steps ---------------------------------------------------------------------------------


@dataclass
class Telling:
    """Goes through a search once, and notes the steps and all looks of its pieces.

    What happens at a node that is not drawn happens at the one above it that is.
    """

    trace: SearchTrace
    whole: DrawnTree
    pieces: Sequence[Piece]
    narrator: Narrator
    steps: list[Step] = field(default_factory=list)
    asks: list[str] = field(default_factory=list)
    """What there is to predict before each step is shown."""
    lines: list[int] = field(default_factory=list)
    """The line of code that each step is at; 0 where it is not known."""
    counts: list[tuple[int, ...]] = field(default_factory=list)
    """What the counters beside the tree show at each step."""
    printer: Printer = field(default_factory=Printer)
    carriers: dict[int, str] = field(default_factory=dict)
    """What travels in a step: a value to whom it is returned, a reward up the tree."""

    now: dict[int | None, Window | None] = field(default_factory=dict)
    """The window of each call at this step."""

    def __post_init__(self) -> None:
        self.places = {piece.node.call: at for at, piece in enumerate(self.pieces) if piece.node}
        self.drawn: dict[int | None, int] = {None: -1}
        for node in self.trace.nodes:
            self.drawn[node.id] = self.places.get(node.id, self.drawn[node.parent])
        self.step("start", -1, self.narrator.opening(), (0, 1) if self.grows else (0, 0, 0))

    @property
    def grows(self) -> bool:
        """Whether it is a tree that simulations add to."""
        return bool(self.trace.simulations)

    def step(
        self,
        kind: str,
        at: int,
        words: Text,
        counts: tuple[int, ...],
        ask: Text = "",
        *,
        line: int | None = None,
    ) -> None:
        """Add a step."""
        self.steps.append((kind, at, self.printer(words)))
        self.lines.append(line or 0)
        self.asks.append(self.printer(ask))
        self.counts.append(counts)

    def end(self, words: Text) -> None:
        """Add the last step: what is known in the end, and the best line.

        What the search itself counted stands there: it may have seen more than was drawn.
        """
        for piece in self.pieces:
            if self.grows and piece.node and not piece.looks:
                piece.look(len(self.steps), 0, *piece.lines)  # no simulation was seen to add it
        counts = self.counts[-1]
        if not self.grows:
            counts = (self.trace.visits, counts[1], self.trace.cut)
        self.step("end", -1, words, counts, Say("What does the search answer?"))

    # --- a search that calls itself ---

    def calls(self) -> None:
        """The steps of a search by recursion: at which each node is entered, and left."""
        trace, pieces, narrator = self.trace, self.pieces, self.narrator
        self.bounds = cache(Scale(_windows(trace, narrator)).bounds)
        visits, leaves, cut, entered, visited = list[int](), 0, 0, 0, 0
        leaf = {node.call for node in self.whole.nodes if node.kind == "leaf"}
        events = trace.events()
        counted = any(node.visits_in is not None for node in trace.nodes)
        for event in events:
            node = trace.nodes[event.node]
            count = node.visits_in if event.kind == "enter" else node.visits_out
            if count is None:
                count = entered if not counted else visits[-1] if visits else 0
            visits.append(count)
            entered += event.kind == "enter" and not node.cached
        # What has been counted by the next step is what this one shows.
        after = [*visits, trace.visits][1:]
        for event, before, seen in zip(events, visits, after, strict=True):
            node, at = trace.nodes[event.node], self.drawn[event.node]
            piece = pieces[at] if node.id in self.places else None
            here = len(self.steps)
            if event.kind == "enter":
                if piece:
                    here = here if node.parent is not None else 0
                    face = 0 if trace.jumps and node.left is None else AT_WORK
                    window = self.now[node.id] = narrator.nodes[node.id].window_in
                    bounds = self.bounds(window) if piece.kids else None
                    piece.look(here, face, piece.who, *piece.under, bounds=bounds)
                # Perhaps it was visited before its call began; what is looked at again is no visit.
                leaves += node.id in leaf and (trace.jumps or seen > visited)
                visited += seen > visited
                counts = (seen, leaves, cut)
                self.step("enter", at, narrator.entering(node), counts, line=event.line)
                continue
            if node.cut:
                if piece:
                    self.cut(node, at)
                cut += len(node.cut_names)
                self.step("cut", at, narrator.cutting(node), (before, leaves, cut),
                          Say("What happens next, and why?"),
                          line=node.cut_line or event.line)  # fmt: skip
            self.answer(node, piece, (seen, leaves, cut))
        self.show_what_is_missing()

    def cut(self, node: TraceNode, at: int) -> None:
        """At a node's piece the bounds meet, and then what hangs below it in the game fades."""
        here, piece = len(self.steps), self.pieces[at]
        cause = node.reason in (Reason.ALPHA, Reason.BETA)
        if cause and piece.looks:
            *_, face, lines, _ = piece.looks[-1]
            bounds = self.bounds(_crossed(node, self.now[node.id]))
            piece.look(here, face, *lines, bounds=bounds)
            low, high = self.narrator.nodes[node.id].window_in or (None, None)
            beyond = f"\u2264 \u03b1 {signs(number(low))}"
            if node.reason is Reason.BETA:
                beyond = f"\u2265 \u03b2 {signs(number(high))}"
            piece.after = (beyond, *piece.after)
        todo = [kid for kid in piece.kids if kid.shape.startswith("cut ")]
        for kid in todo:
            face = CUT if cause and kid.branches else GONE
            kid.look(here, face, beat=EFFECT)
            kid.settled = here
            todo += kid.kids

    def answer(self, node: TraceNode, piece: Piece | None, counts: tuple[int, ...]) -> None:
        """A call gives its value to the node above it: it travels there, and changes it."""
        here, narrator = len(self.steps), self.narrator
        if piece:
            if node.known is not None:
                stored = Say("from step {n}", n=narrator.steps[node.known])
                piece.after = (*piece.after, told(stored))
            piece.end(here)
            piece.settled = here
            if piece.value and not self.trace.jumps:
                self.carriers[here] = piece.value
        update, above = narrator.updates.get(node.id), self.places.get(node.parent, -1)
        if update and not self.trace.jumps and above >= 0 and self.pieces[above].settled < 0:
            caller = self.pieces[above]
            before = caller.looks[-1].bounds
            best = caller.who
            if update.best is not None:
                best = self.printer(_so_far(number(update.best)))
            if update.after:
                self.now[node.parent] = update.after
            bounds = self.bounds(update.after) if update.after else before
            caller.look(here, AT_WORK, best, *caller.under, beat=EFFECT, bounds=bounds)
        drawn = self.pieces[self.drawn[node.id]] if self.drawn[node.id] >= 0 else None
        ask: Text = ""
        if drawn is not None and drawn.value:
            chooser = {"up": "MAX", "down": "MIN"}.get(drawn.shape)  # nested lists name no player
            who = drawn.who
            if node.parent is None:
                who = _("the root")
            elif who in {"", "?"}:
                who = chooser or (_("this node") if drawn.kids else _("the leaf"))
            ask = _asks(who)
        words, line = narrator.answering(node), node.left_line
        self.step("leave", self.drawn[node.id], words, counts, ask, line=line)

    def show_what_is_missing(self) -> None:
        """Note from which step on the pieces are there that stand for what is never looked at."""
        for piece in self.pieces:
            above = self.pieces[piece.parent]
            if piece.shape == "more" and above.settled >= 0:
                piece.end(above.settled)
            elif piece.shape == "ghost" and piece.branches:
                cuts = [at for at, (kind, node, _) in enumerate(self.steps)
                        if kind == "cut" and node == piece.parent]  # fmt: skip
                piece.own = cuts[0] if cuts else above.settled
            elif piece.shape == "ghost":
                piece.own = above.own if above.shape == "ghost" else above.settled

    # --- simulations ---

    def simulations(self, others: Sequence[SearchTrace]) -> None:
        """The phases of each simulation, and what every node counts after each."""
        trace, pieces = self.trace, self.pieces
        named, done = namer(trace, self.whole.game), []
        visits, sums = [0] * len(pieces), [0.0] * len(pieces)
        pieces[0].look(0, 0, visits_text(0))
        size = 1
        known = [rewards_of(trace, each.reward) for each in trace.simulations]
        least, most = self.whole.rewards or (0.0, 1.0)
        ends = [least, most, *(reward for each in known for reward in each.values())]
        self.rewards = min(ends), max(ends)
        for (each, way, new), rewards in zip(ways_of(trace), known, strict=True):
            path = [self.places[node] for node in way if node in self.places]
            for phase in theme.PHASES:
                words = phase_words(phase, each, named, trace)
                if words is None:
                    continue
                shown = path[: len(way) - 1] if new and phase == "select" else path
                at, here = shown[-1] if shown else -1, len(self.steps)
                if phase == "expand" and new and not (pieces[at].looks if at >= 0 else True):
                    pieces[at].look(here, 0, visits_text(0))
                size += phase == "expand" and new
                if phase != "expand":
                    self.carriers[here] = _reward(rewards) if phase == "backup" else "\u25cf"
                ask = Say("Which way down does the search choose?") if phase == "select" else ""
                self.step(phase, at, words, (each.number, size), ask)
            last = len(self.steps) - 1
            done.append(last)
            self.counts[-1] = (each.number + 1, size)
            for at, node in zip(path, way, strict=False):
                mover = trace.nodes[trace.nodes[node].parent or 0].player
                visits[at] += 1
                sums[at] += rewards.get(mover or "", math.nan)
                self.count(at, last, visits[at], sums[at] / visits[at])
        last = len(self.steps)
        for at, piece in enumerate(pieces):
            if piece.node is not None and piece.looks:
                # Not every search shows all its simulations.
                mean = sums[at] / visits[at] if visits[at] else math.nan
                if math.isnan(mean) and piece.node.value is not None:
                    mean = piece.node.value
                self.count(at, last, max(visits[at], piece.visits), mean)
        self._haunt(others, done)

    def count(self, at: int, step: int, visits: int, mean: float) -> None:
        """From this step on a node has so many visits and this mean, and the edge their weight."""
        lines, bounds, face = [visits_text(visits)], None, 0
        if not math.isnan(mean):
            least, most = self.rewards
            part = round((mean - least) / ((most - least) or 1), 3)
            lines, bounds = [mean_text(mean), *lines], Bounds(0, "", min(1, max(0, part)), "")
            face = heavy(visits, len(self.trace.simulations))
        self.pieces[at].look(step, face, *lines, beat=EFFECT, bounds=bounds)

    def _haunt(self, others: Sequence[SearchTrace], done: Sequence[int]) -> None:
        """A ghost is there from the simulation in which another search has added its node."""
        added: dict[tuple[str, ...], int] = {}
        for other in others:
            for each, way, _new in ways_of(other):
                names = tuple(other.nodes[node].action_name or "" for node in way[1:])
                added[names] = min(each.number, added.get(names, each.number))
        names_of: list[tuple[str, ...]] = []
        for piece in self.pieces:
            names_of.append(() if piece.parent < 0 else (*names_of[piece.parent], piece.name))
            if piece.shape == "ghost":
                when = added.get(names_of[-1], len(done))
                piece.looks, piece.own = [], None
                piece.look(done[when] if when < len(done) else len(self.steps), 0)


def ways_of(trace: SearchTrace) -> Iterable[tuple[Any, list[int], bool]]:
    """For each simulation the nodes from the root to where its random game began.

    And whether the last of them is new.
    """
    below = {(node.parent, node.action): node.id for node in trace.nodes}
    for each in trace.simulations:
        way, new = [0], False
        for action in (*(each.path or ()), *([] if each.expanded is None else [each.expanded])):
            child = below.get((way[-1], action))
            if child is None:
                break
            way.append(child)
        else:
            new = each.expanded is not None
        yield each, way, new


def _reward(rewards: Mapping[Player, float]) -> str:
    """What travels up after a random game: who got most, and how much; or what all of them got."""
    best = max(rewards, key=rewards.__getitem__, default="")
    if not best:
        return "\u25cf"
    worth = signs(number(rewards[best]))
    return worth if len(set(rewards.values())) == 1 else f"{best} {worth}"


def _crossed(node: TraceNode, window: Window | None) -> Window | None:
    """This window of a node that stops early, with the bound that its value has moved."""
    low, high = window or (None, None)
    if node.value is None or low is None or high is None:
        return window
    if node.reason is Reason.BETA:
        return max(low, node.value), high
    return (low, min(high, node.value)) if node.reason is Reason.ALPHA else window


def _windows(trace: SearchTrace, narrator: Narrator) -> Iterable[Window | None]:
    """All windows that stand on a number line at some time."""
    for node in trace.nodes:
        yield narrator.nodes[node.id].window_in
        if node.cut:
            yield _crossed(node, narrator.nodes[node.id].window_in)
        if node.id in narrator.updates:
            yield narrator.updates[node.id].after


class Scale:
    """The number line of a search: its nodes have one each, all from the same least to greatest."""

    def __init__(self, windows: Iterable[Window | None]) -> None:
        """Make room for these windows; the ends of the line are infinite."""
        bounds = [bound for window in windows for bound in window or () if bound is not None]
        finite = [bound for bound in bounds if math.isfinite(bound)] or [0.0]
        self.least, self.span = min(finite), (max(finite) - min(finite)) or 1

    def bounds(self, window: Window | None) -> Bounds | None:
        """A window on this line; None for one that says nothing."""
        low, high = (bound if bound is not None and math.isfinite(bound) else None
                     for bound in window or (None, None))  # fmt: skip
        if low is None and high is None:
            return None
        return Bounds(self._place(low, 0), _bound("\u03b1", low), self._place(high, 1),
                      _bound("\u03b2", high))  # fmt: skip

    def _place(self, bound: float | None, end: float) -> float:
        if bound is None:
            return end
        return round(0.1 + 0.8 * (bound - self.least) / self.span, 3)


def _bound(name: str, bound: float | None) -> str:
    return "" if bound is None else f"{name} {signs(number(bound))}"


def _differences(column: Sequence[int]) -> list[int]:
    """How much a counter grows in each step."""
    return [now - before for before, now in zip((0, *column), column, strict=False)]


def _boards(
    trace: SearchTrace, tree: DrawnTree, pieces: Sequence[Piece], *, boards: str | bool
) -> dict[str, Any]:
    """The positions, different ones once in `list`, and in `of` the place for each piece.

    `boards` is "auto", True for pictures at any price, "text", or False for none.
    """
    auto, count, game, nothing = boards == "auto", len(tree.nodes), tree.game, _numbered("none", [])
    path_is_all = trace.game == "TextbookTree" and auto
    if boards is False or path_is_all or (auto and count > MOST_TEXTS):
        return nothing
    nodes = [piece.node for piece in pieces]
    if trace.game is None:
        return _numbered("text", [node.text or "" if node else "" for node in nodes])
    states = {node.id: node for node in tree.with_states().nodes if node.state is not None}
    if game is None or not states:
        return nothing
    known = [states.get(node.id) if node else None for node in nodes]
    if boards is True or (auto and count <= MOST_PICTURES):
        pictures = [
            board_svg(game, node.state, last=node.action, size=_BOARD) if node else ""
            for node in known
        ]
        if boards is True or sum(map(len, set(pictures))) <= _MOST_SVG:
            return _numbered("svg", pictures)
    words = [game.render(node.state) if node else "" for node in known]
    return nothing if sum(map(len, set(words))) > _MOST_LETTERS else _numbered("text", words)


def _numbered(kind: str, drawn: list[str]) -> dict[str, Any]:
    """Each different drawing once, and its number for each piece; -1 for no drawing."""
    numbers = {each: at for at, each in enumerate(dict.fromkeys(each for each in drawn if each))}
    return {"kind": kind, "list": list(numbers), "of": [numbers.get(each, -1) for each in drawn]}
