"""The tree of a game itself as a `DrawnTree`: its positions, and the values that follow."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from course_lib.game import Action, Game, State
from course_lib.games import TextbookTree
from course_lib.views.trees.model import DrawnNode, DrawnTree

_MOST_POSITIONS = 2_000
"""So many positions of a game are looked at for one picture."""


def from_game(game: Game, state: State, depth: int | None) -> DrawnTree:
    """The tree below this state, whole where it is small, else as many levels as can be drawn.

    Values are the first player's, MAX's, and stand where they follow from the leaves below.
    """
    nodes, whole = _positions(game, state, depth)
    families: list[list[int]] = [[] for _ in nodes]
    for node in nodes[1:]:
        families[node.parent or 0].append(node.id)
    for number in reversed(range(len(nodes))):
        family = [nodes[child] for child in families[number]]
        if family:
            nodes[number] = replace(nodes[number], value=_backed_up(nodes[number], family))
    if nodes[0].value is not None:
        _mark_best_line(nodes, families)
    kind = "Textbook tree" if isinstance(game, TextbookTree) else f"Game tree of {game!r}"
    where = "" if state == game.initial else " below this position"
    value = "" if nodes[0].value is None else f"value {nodes[0].value:g}"
    return DrawnTree(
        f"{kind}{where}",
        tuple(nodes),
        value,
        game.players,
        game,
        counts="nodes" if whole else "moves",
    )


def _positions(game: Game, state: State, depth: int | None) -> tuple[list[DrawnNode], bool]:
    """The positions level by level, and whether these are all down to the ends of the game."""
    nodes = [_node(game, state, 0, None, None)]
    level = nodes
    while True:
        below = [(node, action) for node in level for action in game.actions(node.state)]
        if not below:
            return nodes, True
        ahead = level[0].depth + 1
        too_many = ahead > 1 and len(nodes) + len(below) > _MOST_POSITIONS
        if too_many or (depth is not None and ahead > depth):
            break
        start = len(nodes)
        for node, action in below:
            after = game.result(node.state, action)
            nodes.append(_node(game, after, len(nodes), node, action))
        level = nodes[start:]
    for node in level:
        nodes[node.id] = replace(node, more=len(game.actions(node.state)))
    return nodes, False


def _node(
    game: Game, state: State, number: int, parent: DrawnNode | None, action: Action | None
) -> DrawnNode:
    """The node of one position; a final one has its value, or with n players who has won."""
    final, player, two = game.is_terminal(state), game.to_move(state), len(game.players) == 2
    winner = game.winner(state) if final and not two else None
    return DrawnNode(
        id=number,
        parent=None if parent is None else parent.id,
        depth=0 if parent is None else parent.depth + 1,
        kind="leaf" if final else "player" if not two else _role(game.players.index(player)),
        player=player,
        action=action,
        action_name=None if parent is None else game.action_name(action),
        value=game.utility(state, game.players[0]) if final and two else None,
        final=final,
        note=f"{winner} wins" if winner else "draw" if final and not two else None,
        state=state,
    )


def _role(seat: int) -> Literal["max", "min"]:
    return "min" if seat else "max"


def _backed_up(node: DrawnNode, family: list[DrawnNode]) -> float | None:
    """The value that follows from the children's, if all of them have one and two players play."""
    values = [child.value for child in family if child.value is not None]
    if len(values) < len(family) or node.kind not in ("max", "min"):
        return None
    return max(values) if node.kind == "max" else min(values)


def _mark_best_line(nodes: list[DrawnNode], families: list[list[int]]) -> None:
    """Mark what best play on both sides leads to: always the first child of the same value."""
    number = 0
    while True:
        node = nodes[number] = replace(nodes[number], on_best_line=True)
        same = (child for child in families[number] if nodes[child].value == node.value)
        following = next(same, None)
        if following is None:
            return
        number = following
