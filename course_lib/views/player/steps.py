"""A recorded search as a story in steps: plain data that a browser plays by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from course_lib.game import Game
from course_lib.views.player.columns import NODE_KINDS, STEP_KINDS, WIDTHS, Texts, look, places
from course_lib.views.player.growth import growth_of
from course_lib.views.player.pictures import boards_for, game_of
from course_lib.views.player.progress import Progress, progress_of
from course_lib.views.player.words import (
    answering,
    closing,
    cutting,
    entering,
    number,
    opening,
    window_words,
)
from course_lib.watch import SearchTrace, TraceNode

FEW = 300
"""In a tree with so many nodes at most each cut branch is drawn; in others, each node's cuts."""

_MOST_STUBS = 4
_MOST_COUNTED = 20_000


def story_of(
    trace: SearchTrace,
    *,
    game: Game | None = None,
    boards: str | bool = "auto",
    label: str = "",
    minimax: int | None = None,
) -> dict[str, Any]:
    """Everything the player shows of this search, as plain JSON data.

    `texts` holds every text once; in `nodes` and `steps` each fact is a column, and texts are
    places in `texts`. Nodes are numbered in preorder, with cut branches as nodes of their own.
    `nodes.enter` and `nodes.leave` are the steps at which a call begins and ends (-1: never), so
    that the picture of any step can be drawn without the steps before. `after` and `best` are the
    window and the best value of the node above, once this one has answered.
    `minimax` is how many visits minimax would need; it is counted here where that is quick.
    """
    game = game or game_of(trace)
    if minimax is None and trace.cut and not trace.simulations:
        minimax = visits_of_minimax(trace, game)
    texts = Texts()
    rows = _rows(trace)
    progress = progress_of(trace)
    number_of = {row.node.id: at for at, row in enumerate(rows) if row.node is not None}
    story: dict[str, Any] = {
        "kind": "mcts" if trace.simulations else "search",
        "label": label or trace.function,
        "function": trace.function,
        "game": trace.game,
        "players": list(trace.players),
        "value": number(trace.value),
        "action": trace.action_name,
        "error": trace.error,
        "stopped": trace.stopped,
        "note": trace.note,
        "totals": {
            "visits": trace.visits, "edges": trace.edges, "cut": trace.cut, "minimax": minimax,
        },
        "node_kinds": NODE_KINDS,
        "step_kinds": STEP_KINDS,
        "line": [number_of[at] for at in trace.principal() if at in number_of],
        "look": look(),
    }  # fmt: skip
    if trace.simulations:
        told = growth_of(
            trace, [row.node.id for row in rows if row.node], texts, _namer(trace, game)
        )
        story["simulations"] = told.pop("simulations")
        story["c"] = 1.4
    else:
        told = _told(trace, rows, progress, texts, closing(trace, minimax))
    story["steps"] = told.pop("steps")
    story["nodes"] = _columns(trace, rows, progress, texts) | told
    wanted = [row.node.id for row in rows if row.node]
    story["boards"] = boards_for(trace, game, wanted, boards=boards)
    if story["boards"]["of"]:
        found = iter(story["boards"]["of"])
        story["boards"]["of"] = [next(found) if row.node else -1 for row in rows]
    story["texts"] = texts.list
    return story


def counters_at(story: dict[str, Any], step: int) -> dict[str, int]:
    """How many positions were made, how many of them are leaves, and how many branches cut, by now.

    The last step shows what the search itself counted: it may have looked at more than was drawn.
    """
    steps, nodes = story["steps"], story["nodes"]
    if STEP_KINDS[steps["kind"][step]] == "end" and step:
        leaves = counters_at(story, step - 1)["leaves"]
        return {**{name: story["totals"][name] for name in ("visits", "cut")}, "leaves": leaves}
    counts = {"visits": 0, "leaves": 0, "cut": 0}
    for kind, node in zip(steps["kind"][: step + 1], steps["node"], strict=False):
        if STEP_KINDS[kind] == "enter":
            counts["visits"] += 1
            counts["leaves"] += NODE_KINDS[nodes["kind"][node]] == "leaf"
        elif STEP_KINDS[kind] == "cut":
            counts["cut"] += nodes["cut"][node]
    return counts


def visits_of_minimax(trace: SearchTrace, game: Game | None) -> int | None:
    """How many positions minimax would have looked at; `None` where that takes long to count."""
    if game is None or not trace.nodes or trace.error or trace.stopped:
        return None
    parents = {node.parent for node in trace.nodes}
    leaves = [node for node in trace.nodes if node.id not in parents]
    limit = None if all(leaf.final for leaf in leaves) else max(leaf.depth for leaf in leaves)
    level, seen, depth = [game.parse(trace.root)], 1, 0
    while level and depth != limit:
        below = []
        for state in level:
            below += [game.result(state, action) for action in game.actions(state)]
            if seen + len(below) > _MOST_COUNTED:
                return None
        level, seen, depth = below, seen + len(below), depth + 1
    return seen


def _namer(trace: SearchTrace, game: Game | None) -> Callable[[Any], str]:
    """A function that names actions, also those of random games, which the tree does not hold."""
    names = {node.action: node.action_name for node in trace.nodes if node.parent is not None}

    def named(action: Any) -> str:
        """How people write this action, as far as anybody knows."""
        if names.get(action) is None:
            try:
                names[action] = str(action) if game is None else game.action_name(action)
            except (ValueError, TypeError, IndexError):  # an action that is none of this game
                names[action] = str(action)
        return names[action] or str(action)

    return named


@dataclass
class _Row:
    """One node of the drawn tree: a node of the trace, or a branch that was cut."""

    node: TraceNode | None
    parent: int | None
    name: str = ""
    stubs: list[int] = field(default_factory=list)
    leaf: bool = False


def _rows(trace: SearchTrace) -> list[_Row]:
    """The nodes of the drawn tree in preorder, cut branches behind those that were searched."""
    rows: list[_Row] = []
    todo: list[_Row] = [_Row(node, None) for node in reversed(trace.nodes) if node.parent is None]
    while todo:
        row = todo.pop()
        at = len(rows)
        rows.append(row)
        if row.node is None:
            if row.parent is not None:
                rows[row.parent].stubs.append(at)
            continue
        row.name = row.node.action_name or ""
        children = trace.children(row.node.id)
        row.leaf = not children
        stubs = [_Row(None, at, name) for name in _stub_names(trace, row.node)]
        todo += reversed([_Row(child, at) for child in children] + stubs)
    return rows


def _stub_names(trace: SearchTrace, node: TraceNode) -> tuple[str, ...]:
    """What stands at the cut branches of this node."""
    names = node.cut_names
    if not names or (len(trace.nodes) <= FEW and len(names) <= _MOST_STUBS):
        return names
    if len(trace.nodes) > FEW:
        return (f"{len(names)} cut",)
    return (*names[: _MOST_STUBS - 1], f"+ {len(names) - _MOST_STUBS + 1} more")


def _columns(
    trace: SearchTrace, rows: list[_Row], progress: Progress, texts: Texts
) -> dict[str, list[Any]]:
    """What is known of each node once and for all."""
    kinds = [_drawn_kind(row, progress) for row in rows]
    widths = [WIDTHS.get(kind, WIDTHS["inner"]) for kind in kinds]
    if trace.simulations:
        widths = [WIDTHS["inner"]] * len(rows)
    nodes = [row.node for row in rows]
    answers = [progress.answers.get(node.id) if node else None for node in nodes]
    seats = {player: seat for seat, player in enumerate(trace.players)}
    return {
        "parent": [-1 if row.parent is None else row.parent for row in rows],
        "name": [texts(row.name) for row in rows],
        "seat": [seats.get(node.player or "", -1) if node else -1 for node in nodes],
        "kind": [NODE_KINDS.index(kind) for kind in kinds],
        "value": [texts(_value(trace, node)) for node in nodes],
        "window": [texts(window_words(progress.start[node.id])) if node else 0 for node in nodes],
        "after": [texts(window_words(answer.after)) if answer else 0 for answer in answers],
        "best": [
            texts(number(answer.best)) if answer and answer.best is not None else 0
            for answer in answers
        ],
        "note": [texts(_note(node)) if node else 0 for node in nodes],
        "cut": [len(node.cut) if node else 0 for node in nodes],
        "visits": [node.visits or 0 if node else 0 for node in nodes],
        "x": places([row.parent for row in rows], widths),
    }


def _drawn_kind(row: _Row, progress: Progress) -> str:
    if row.node is None:
        return "cut"
    return "leaf" if row.leaf and row.node.parent is not None else progress.kinds[row.node.id]


def _value(trace: SearchTrace, node: TraceNode | None) -> str:
    if node is None:
        return ""
    value = trace.value if node.parent is None and node.value is None else node.value
    return number(value)


def _note(node: TraceNode) -> str:
    return "; ".join(each for each in (node.reason, node.note) if each)


def _told(
    trace: SearchTrace,
    rows: list[_Row],
    progress: Progress,
    texts: Texts,
    end: str,
) -> dict[str, Any]:
    """The steps of a search by recursion, and when each node is entered and left."""
    kinds, where, said = [0], [-1], [texts(opening(trace))]
    enter, leave = [-1] * len(rows), [-1] * len(rows)
    number_of = {row.node.id: at for at, row in enumerate(rows) if row.node is not None}

    def step(kind: str, at: int, words: str) -> None:
        kinds.append(STEP_KINDS.index(kind))
        where.append(at)
        said.append(texts(words))

    for event in trace.events():
        node, at = trace.nodes[event.node], number_of[event.node]
        if event.kind == "enter":
            enter[at] = len(kinds)
            start = progress.start[node.id]
            step("enter", at, entering(trace, node, start, leaf=rows[at].leaf))
            continue
        if node.cut:
            for stub in rows[at].stubs:
                enter[stub] = leave[stub] = len(kinds)
            step("cut", at, cutting(node))
        leave[at] = len(kinds)
        answer = progress.answers.get(node.id)
        kind = "player" if node.parent is None else progress.kinds[node.parent]
        step("leave", at, answering(trace, node, answer, kind, turned=progress.turned))
    step("end", -1, end)
    return {
        "steps": {"kind": kinds, "node": where, "say": said},
        "enter": enter,
        "leave": leave,
    }
