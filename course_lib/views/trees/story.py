"""A recorded search as a story: the scene of its tree, and in it what happens step by step."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from course_lib.game import Action, Game, does, has_chance
from course_lib.plain import listed, many
from course_lib.views import theme
from course_lib.views.boards import board_svg
from course_lib.views.svg import sentence
from course_lib.views.trees.model import DrawnNode, DrawnTree, trimmed, vector_text
from course_lib.views.trees.scene import (
    Box,
    Scene,
    Step,
    boxes_of,
    scene_of,
    signs,
    told,
    window_words,
)
from course_lib.views.trees.sources import answer_in, from_trace
from course_lib.watch import SearchTrace, TraceNode
from course_lib.watch.trace import LEFT_OUT, WALKS, Simulation, Window, rewards_of, turned_window

FEW = 300
"""In a tree with so many nodes at most the names of what was cut stand there; else how many."""

MOST_PICTURES = 300
MOST_TEXTS = 6_000
"""So many positions at most are shown beside the tree as pictures, and as text."""

_MOST_COUNTED = 20_000
_MOST_LETTERS, _MOST_SVG = 400_000, 1_500_000
_MOST_MOVES = 12
_BOARD = 200


def story_of(
    trace: SearchTrace,
    *,
    game: Game | None = None,
    boards: str | bool = "auto",
    label: str = "",
    most: int | None = None,
    others: Sequence[SearchTrace] = (),
) -> Scene:
    """Everything the player shows of this search: a scene with a step for each thing that happens.

    `nodes.enter` and `nodes.leave` are the steps at which a call begins and ends (-1: never), so
    that the picture of any step can be drawn without the steps before; `best` and `now` are what is
    said of the best value and the window of the node above, once this one has answered. How many
    visits minimax would need is counted where that is quick. About `most` nodes are kept, of a tree
    that grew by simulations the most visited ones. What `others`, searches of the same tree, looked
    at and this one never stands there as ghosts, each with a "?" until the other one has left it.
    """
    whole = tree = from_trace(trace, game)
    game = whole.game
    minimax = visits_of_minimax(trace, game) if trace.cut and not trace.simulations else None
    if most:
        tree = _most_visited(whole, most) if trace.simulations else trimmed(whole, most=most)
    if boards == "nodes":
        tree = tree.with_states()
    narrator = Narrator(trace, whole)
    haunting = [(from_trace(other, game), spans_of(other)) for other in others]
    boxes = boxes_of(tree, names=len(tree.nodes) <= FEW, others=haunting)
    places = {box.node.call: at for at, box in enumerate(boxes) if box.node}
    steps: list[Step] = [("start", -1, narrator.opening())]
    simulations: list[dict[str, Any]] = []
    visits = [0]
    if trace.simulations:
        simulations = _grow(trace, boxes, places, game, steps)
    else:
        visits += _tell(trace, boxes, places, narrator, steps)
    steps.append(("end", -1, narrator.closing(minimax)))
    steps = [(kind, at, told(words)) for kind, at, words in steps]
    totals = {"visits": trace.visits, "edges": trace.edges, "cut": trace.cut, "minimax": minimax}
    scene = scene_of(tree, boxes, steps, boards=boards == "nodes")
    if not trace.simulations:
        scene["steps"]["visits"] = visits
    return scene | {
        "kind": "mcts" if trace.simulations else "search",
        "label": label or trace.function,
        "game": trace.game,
        "totals": totals,
        "simulations": simulations,
        "c": 1.4 if trace.c is None else trace.c,
        "left_out": len(whole.nodes) - len(tree.nodes),
        "leaves_out": leaves_out(trace),
        "passes": [
            [_pass_words(trace, each), places[each.id]]
            for each in trace.passes
            if each.id in places
        ],
        "boards": _boards(trace, tree, boxes, boards=boards != "nodes" and boards),
    }  # fmt: skip


def leaves_out(trace: SearchTrace) -> bool:
    """Whether some of its branches were left out with no bound as the cause, as far as is known."""
    return any(node.reason == LEFT_OUT for node in trace.nodes)


def with_moments(story: Scene, moments: Mapping[str, int] | None) -> Scene:
    """The story, or several side by side, with names for some of its steps."""
    named = {name: checked_step(step, steps_in(story)) for name, step in (moments or {}).items()}
    return story | {"moments": list(named.items())} if named else story


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


def _turn(node: TraceNode, where: str) -> str:
    """Who is to move here, if anybody."""
    if node.chance:
        return f"nobody chooses {where}"
    return f"{node.player} to move" if node.player else ""


def visits_of_minimax(trace: SearchTrace, game: Game | None) -> int | None:
    """How many positions minimax would have looked at; `None` where that takes long to count.

    It is compared to the same depth, and where the trace does not tell one depth there is nothing
    to compare: a search that jumps, dice, more than two players, lines of different lengths.
    """
    if game is None or not trace.nodes or trace.error or trace.stopped or trace.jumps:
        return None
    if len(game.players) != 2 or has_chance(game):
        return None
    parents = {node.parent for node in trace.nodes}
    last = trace.passes[-1].id if trace.passes else 0
    leaves = [node for node in trace.nodes[last:] if node.id not in parents and node.known is None]
    ends = {leaf.depth for leaf in leaves if not (leaf.final or leaf.unseen or leaf.cut)}
    limit = max(ends, default=None)
    if len(ends) > 1 or any(leaf.depth > limit for leaf in leaves if limit is not None):
        return None
    if any(leaf.note == WALKS or leaf.cut for leaf in leaves):
        return None
    level, seen, depth = [game.parse(trace.root)], 1, 0
    while level and depth != limit:
        below = []
        for state in level:
            below += [game.result(state, action) for action in game.actions(state)]
            if seen + len(below) > _MOST_COUNTED:
                return None
        level, seen, depth = below, seen + len(below), depth + 1
    return seen


# --- the tree ----------------------------------------------------------------------------------


def _most_visited(tree: DrawnTree, most: int) -> DrawnTree:
    """The nodes of a tree that most simulations went through.

    A child has never more visits than its parent, and comes after it: so parents are kept.
    """
    kept = sorted(range(len(tree.nodes)), key=lambda at: -(tree.nodes[at].visits or 0))[:most]
    chosen = tree.only(set(kept))  # the picture says by itself how many nodes are missing
    return replace(chosen, nodes=tuple(replace(node, more=0) for node in chosen.nodes))


def _pass_words(trace: SearchTrace, node: TraceNode) -> str:
    """A pass by its number and its window: `pass 3 of 4, window [4, 5]`."""
    window = f", window {window_words(node.window_in)}" if node.window_in else ""
    return f"pass {node.pass_number} of {len(trace.passes)}{window}"


# --- the steps ---------------------------------------------------------------------------------


def _tell(
    trace: SearchTrace,
    boxes: Sequence[Box],
    places: Mapping[int | None, int],
    narrator: Narrator,
    steps: list[Step],
) -> list[int]:
    """Add the steps of a search by recursion: at which each node is entered, and left.

    What happens at a node that is not drawn happens at the one above it that is. For each step
    comes back how many visits there have been when the next one begins.
    """
    seen: list[int] = []
    entered = 0
    cuts = {box.parent: at for at, box in enumerate(boxes) if box.shape == "cut"}
    drawn: dict[int | None, int] = {None: -1}
    for node in trace.nodes:
        drawn[node.id] = places.get(node.id, drawn[node.parent])
    for box in boxes:
        box.enter = -1
        box.leave = box.leave if box.shape == "ghost" else -1
        _tell_by_now(narrator, boxes, box)
    for event in trace.events():
        node, at = trace.nodes[event.node], drawn[event.node]
        here = node.id in places
        seen += [entered if node.counted is None else node.counted[event.kind == "leave"]] * (
            2 if event.kind == "leave" and node.cut else 1
        )
        entered += event.kind == "enter"
        if event.kind == "enter":
            if here:
                boxes[at].enter = len(steps) if node.parent is not None else 0
            steps.append(("enter", at, narrator.entering(node)))
            continue
        if node.known is not None and here:
            boxes[at].after = (*boxes[at].after, f"from step {narrator.steps[node.known]}")
        if node.cut:
            cut = cuts.get(at, at) if here else at
            if cut != at:
                boxes[cut].enter = boxes[cut].leave = len(steps)
            steps.append(("cut", cut, narrator.cutting(node)))
        if here:
            boxes[at].leave = len(steps)
        steps.append(("leave", at, narrator.answering(node)))
    _show_what_is_missing(boxes, cuts)
    # What has been counted by the next step is what this one shows.
    return [*seen[1:], *[trace.visits] * (1 + bool(seen))]


def _show_what_is_missing(boxes: Sequence[Box], cuts: Mapping[int, int]) -> None:
    """Note from which step on the boxes are there that stand for what this search never looks at.

    `cuts` are the places of the boxes for what was cut, by the place of the node above.
    """
    for box in boxes:
        if box.shape == "more":
            box.enter = box.leave = boxes[cuts.get(box.parent, box.parent)].leave
        elif box.shape == "ghost":
            above = boxes[box.parent]
            named = above.node is not None and box.name in above.node.cut_names
            box.enter = boxes[cuts[box.parent]].enter if named else above.leave
            if above.shape == "ghost":
                box.enter = above.enter


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


def _tell_by_now(narrator: Narrator, boxes: Sequence[Box], box: Box) -> None:
    """Note the best value of the node above and its window, once this one has answered.

    A window is told where it is narrower than on entry, and never when nothing lies in it.
    """
    update = narrator.updates.get(box.node.call) if box.node and box.node.call else None
    if box.node is None or update is None:
        return
    low, high = update.after or (None, None)
    crossed = low is not None and high is not None and low >= high
    if not crossed and update.after != narrator.entry_of(box.node):
        box.now = f"now {window_words(update.after)}"
    if update.best is not None and box.parent >= 0:
        box.best, above = f"so far {signs(number(update.best))}", boxes[box.parent]
        above.room = (max(box.best, *above.room[:1], key=len), *above.under, *above.after)


def _grow(
    trace: SearchTrace,
    boxes: Sequence[Box],
    places: Mapping[int | None, int],
    game: Game | None,
    steps: list[Step],
) -> list[dict[str, Any]]:
    """Add the phases of each simulation: when each node came into the tree, and the simulations.

    A simulation is told as its `path`, the drawn nodes from the root to where its random game
    began, and the `rewards` of those nodes: each for the player who moved into it, for the root
    the one to move there. They are `None` where the search's own reward does not say whose it is.
    """
    for at, box in enumerate(boxes):
        box.enter, box.leave = -1 if at else 0, -1
        if box.node:
            bound = () if box.parent < 0 else ("UCB 0.000",)
            box.room = (many(box.node.visits or 0, "visit"), "value 0.000", *bound)
            box.after = ()
    below = {(node.parent, node.action): node.id for node in trace.nodes}
    named = _namer(trace, game)
    simulations = []
    for each in trace.simulations:
        way, new = [0], False
        for action in (*(each.path or ()), *([] if each.expanded is None else [each.expanded])):
            child = below.get((way[-1], action))
            if child is None:
                break
            way.append(child)
        else:
            new = each.expanded is not None
        known = rewards_of(trace, each.reward)
        movers = [trace.nodes[trace.nodes[node].parent or 0] for node in way]
        rewards = [known.get(node.player or "") for node in movers]
        path = [places[node] for node in way if node in places]  # parents are kept: a beginning
        for phase, called in zip(theme.PHASES, _CALLED, strict=True):
            words = _words(phase, each, named, trace)
            if words is None:
                continue
            shown = way[:-1] if new and phase == "select" else way
            at = places.get(shown[-1], -1) if shown else -1
            if phase == "expand" and new and at >= 0:
                boxes[at].enter = len(steps)
            steps.append((phase, at, f"Simulation {each.number + 1}, {called}: {words}"))
        mine = None if None in rewards else rewards[: len(path)]
        simulations.append({"path": path, "rewards": mine, "done": len(steps) - 1})
    for box in boxes:  # what no simulation was seen to add is there at the end
        box.enter = len(steps) if box.enter < 0 else box.enter
    return simulations


def _namer(trace: SearchTrace, game: Game | None) -> Callable[[Any], str]:
    """A function that names actions, also those of random games, which the tree does not hold."""
    names = {node.action: node.action_name for node in trace.nodes if node.parent is not None}

    def named(action: Any) -> str:
        """How people write this action, as far as anybody knows."""
        if game is not None:
            with suppress(ValueError, TypeError, IndexError):  # none of this game's
                return game.action_name(action)
        return names.get(action) or str(action)

    return named


_CALLED = ("select", "expand", "play out", "back up")
"""What readers are told: all four phases together are one simulation."""


def _words(
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


# --- the boards beside the tree ------------------------------------------------------------------


def _boards(
    trace: SearchTrace, tree: DrawnTree, boxes: Sequence[Box], *, boards: str | bool
) -> dict[str, Any]:
    """The positions, different ones once in `list`, and in `of` the place for each box.

    `boards` is "auto", True for pictures at any price, "text", or False for none.
    """
    if boards not in ("auto", "text", True, False):
        raise ValueError(
            f"boards says how positions are shown beside the tree; found {boards!r}; "
            "choose 'auto', 'nodes', 'text', True (pictures) or False (none)"
        )
    nothing: dict[str, Any] = {"kind": "none", "list": [], "of": []}
    auto, count, game = boards == "auto", len(tree.nodes), tree.game
    path_is_all = trace.game == "TextbookTree" and auto
    if boards is False or path_is_all or (auto and count > MOST_TEXTS):
        return nothing
    nodes = [box.node for box in boxes]
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
    """Each different drawing once, and its number for each box; -1 for no drawing."""
    numbers = {each: at for at, each in enumerate(dict.fromkeys(each for each in drawn if each))}
    return {"kind": kind, "list": list(numbers), "of": [numbers.get(each, -1) for each in drawn]}


# --- the words ---------------------------------------------------------------------------------


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

    def entry_of(self, child: DrawnNode) -> Window | None:
        """The window with which the search came to the node above this one."""
        parent = None if child.call is None else self.trace.nodes[child.call].parent
        return self.nodes[parent].window_in if parent is not None else None

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
        overlap = any(
            before.left is None or before.left > after.entered
            for before, after in pairwise(children)
        )
        if overlap or not self._below(node):  # what takes turns narrows nothing for the next one
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
