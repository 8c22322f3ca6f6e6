"""The trees of searches as `DrawnTree`s, whole: recorded ones, and those of Monte Carlo search."""

from __future__ import annotations

from typing import Any

from course_lib.game import Game, State
from course_lib.plain import tagged
from course_lib.play.games_by_name import game_from_data
from course_lib.search.node import MctsResult, Node
from course_lib.views.trees.model import DrawnNode, DrawnTree, Kind
from course_lib.views.trees.roles import roles_in
from course_lib.watch import SearchTrace
from course_lib.watch.states import board_text

_REWARDS = (0, 1)
"""What the library's search makes of utilities, whatever their range: nothing won, all won."""


def from_trace(trace: SearchTrace, game: Game | None = None) -> DrawnTree:
    """The whole tree of a recorded search; `game` where its class is none of the course's."""
    line = set(trace.principal())
    line = line if len(line) > 1 else set()  # the root alone leads nowhere
    roles = roles_in(trace)
    game = _game_of(trace) if game is None else game
    parents = {node.parent for node in trace.nodes}
    order = _order(trace)
    places = {number: place for place, number in enumerate(order)}
    nodes: list[DrawnNode] = []
    for number in order:
        node = trace.nodes[number]
        leaf = node.final or (node.id not in parents and not node.cut and node.visits is None)
        kind: Kind = "leaf" if leaf else roles[number]
        nodes.append(
            DrawnNode(
                id=len(nodes),
                parent=None if node.parent is None else places[node.parent],
                depth=node.depth,
                kind=kind,
                player=node.player,
                action=node.action,
                action_name=node.action_name,
                value=node.value,
                window_in=node.window_in,
                window_out=node.window_out,
                cut_names=node.cut_names,
                reason=node.reason,
                visits=node.visits,
                final=node.final,
                note=node.note,
                on_best_line=number in line,
                state=_root_state(game, trace.root) if number == 0 else None,
                text=None if node.board is None else board_text(node.board),
            )
        )
    remarks = tuple(
        text for text in (trace.note, trace.stopped, _error_sentence(trace.error)) if text
    )
    if not nodes:
        remarks = ("No node was recorded, so there is no tree to draw.", *remarks)
    digits = ".3g" if trace.simulations else "g"  # a mean is no exact number
    value = "unknown" if trace.value is None else f"{trace.value:{digits}}"
    action = f", action {trace.action_name}" if trace.action_name is not None else ""
    of = f" on {trace.game}" if trace.game else ""
    found = f"value {value}{action}; {_count(trace.visits, 'visit')}"
    if trace.simulations:
        found += f", {_count(len(trace.simulations), 'simulation')}"
    if trace.cut:
        found += f", {_count(trace.cut, 'branch', 'branches')} cut"
    return DrawnTree(
        f"{trace.function}{of}", tuple(nodes), found, trace.players, game, remarks=remarks
    )


def from_mcts(found: MctsResult) -> DrawnTree:
    """The whole tree that a Monte Carlo search has grown; children most visited first."""
    tree = _grown(found.tree, found.game, found.c, best=found[1])
    value, action = found
    name = f"Monte Carlo tree search on {type(found.game).__name__}"
    said = (
        f"value {value:.3g}, action {found.game.action_name(action)};"
        f" {_count(found.tree.visits, 'simulation')}"
    )
    return DrawnTree(name, tree, said, found.game.players, found.game, rewards=_REWARDS)


def from_node(node: Node, game: Game) -> DrawnTree:
    """The part of a Monte Carlo search's tree below one of its nodes."""
    top = "the root" if node.parent is None else game.action_name(node.action)
    said = f"{_count(node.visits, 'visit')}, value {node.value:.3g}"
    tree = _grown(node, game, 1.4)
    name = f"Monte Carlo tree below {top}"
    return DrawnTree(name, tree, said, game.players, game, rewards=_REWARDS)


# --- the parts -----------------------------------------------------------------------------------


def _order(trace: SearchTrace) -> list[int]:
    """The trace's ids as they are drawn: in the order of the calls.

    A Monte Carlo search's own tree comes level by level, and the most visited children first.
    """
    if all(node.visits is None for node in trace.nodes):
        return [node.id for node in trace.nodes]
    order = [node.id for node in trace.nodes if node.parent is None]
    for number in order:  # the list grows while we go through it
        children = sorted(trace.children(number), key=lambda child: -(child.visits or 0))
        order += [child.id for child in children]
    return order


def _game_of(trace: SearchTrace) -> Game | None:
    """The game of this trace, made again; `None` for a game that only its author has."""
    if trace.game is None or trace.options is None:
        return None
    options = {name: tagged(value) for name, value in trace.options.items()}
    try:
        return game_from_data({"class": trace.game, "options": options})
    except ValueError:
        return None


def _root_state(game: Game | None, text: str) -> State | None:
    try:
        return None if game is None else game.parse(text)
    except ValueError:
        return None


def _error_sentence(error: str | None) -> str | None:
    return None if error is None else f"The search ended with {error}."


def _grown(root: Node, game: Game, c: float, best: Any = None) -> tuple[DrawnNode, ...]:
    """The nodes of a Monte Carlo tree, each one's children after it, the most visited first."""
    nodes: list[DrawnNode] = []
    todo: list[tuple[Node, int | None, bool]] = [(root, None, True)]
    while todo:
        own, parent, on_line = todo.pop()
        final = own.proven is not None and not own.children and not game.actions(own.state)
        nodes.append(
            DrawnNode(
                id=len(nodes),
                parent=parent,
                depth=0 if parent is None else nodes[parent].depth + 1,
                kind="leaf" if final else "player",
                player=game.to_move(own.state),
                action=own.action,
                action_name=None if parent is None else game.action_name(own.action),
                value=own.value if own.visits else None,
                visits=own.visits,
                ucb=own.ucb(c) if parent is not None and own.visits else None,
                final=final,
                note="proven" if own.proven is not None and not final else None,
                on_best_line=on_line,
                state=own.state,
            )
        )
        number = len(nodes) - 1
        children = sorted(own.children, key=lambda child: (-child.visits, -child.value))
        chosen = next((child for child in children if number == 0 and child.action == best), None)
        line = (chosen or children[0]) if children and on_line else None
        todo += [(child, number, child is line) for child in reversed(children)]
    return tuple(nodes)


def _count(number: int, one: str, many: str | None = None) -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"
