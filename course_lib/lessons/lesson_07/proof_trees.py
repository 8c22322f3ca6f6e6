"""Proof-number search in pictures: an AND/OR tree with the two numbers of each state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from course_lib.game import Game, Player, State
from course_lib.plain import many
from course_lib.views.trees import DrawnNode, DrawnTree, draw_tree, film_of_pieces, pieces_of
from course_lib.views.trees.model import Kind
from course_lib.views.trees.pieces import AT_WORK, LARGE, Piece, Step
from course_lib.views.trees.sources import position

if TYPE_CHECKING:
    from course_lib.views.trees.draw import TreePicture
    from course_lib.views.widgets import PlayerWidget

Pair = tuple[float, float]
Table = dict[State, Pair]
Grow = Callable[[Game, State, Player, Table], Any]


def draw_proof(
    game: Game, player: Player, table: Mapping[State, Pair], *, way: bool = True
) -> TreePicture:
    """The states of this table as an AND/OR tree, with proof and disproof number in each.

    Where the player chooses stands OR, where the opponent chooses AND. Bold is the `way` to the
    most proving leaf. A state that is reached in several ways stands there once for each.
    """
    tree = _tree(game, player, table, way=way)
    return draw_tree(replace(tree, nodes=tuple(_labelled(node, table) for node in tree.nodes)))


def step_through_proof(grow: Grow, game: Game, player: Player) -> PlayerWidget:
    """A player that steps through a proof in a textbook tree: where it grows, and what changes.

    `grow` is the reader's own: called again and again, until the question at the root is settled.
    """
    from course_lib.views.widgets import PlayerWidget  # noqa: PLC0415 - slow to load

    tables: list[Table] = [{game.initial: (1, 1)}]
    while 0 not in tables[-1][game.initial]:
        tables.append(dict(tables[-1]))
        grow(game, game.initial, player, tables[-1])
        if len(tables[-1]) == len(tables[-2]):
            raise ValueError("grow has added no state to the table, so this would never end")
    tree = _tree(game, player, tables[-1], way=True)
    pieces = pieces_of(tree)
    steps, known = _story(game, player, tables, pieces)
    film = film_of_pieces(pieces, steps, tree) | {
        "label": "Your proof-number search",
        "game": type(game).__name__,
        "counters": [
            ["states", [now - before for before, now in zip((0, *known), known, strict=False)]]
        ],
    }
    return PlayerWidget(film, lambda: {film["label"]: draw_proof(game, player, tables[-1])})


def _story(
    game: Game, player: Player, tables: Sequence[Table], pieces: Sequence[Piece]
) -> tuple[list[Step], list[int]]:
    """What happens step by step, and how many states are known after each; pieces get their looks.

    A state of a textbook tree is the way that leads to it.
    """
    place = {piece.node.state: at for at, piece in enumerate(pieces) if piece.node is not None}
    pieces[0].look(0, LARGE, "1 : 1", _word(pieces[0]))
    steps: list[Step] = [("start", -1, f"Can {player} force a win? Nobody knows: 1 : 1.")]
    known = [1]
    for before, after in pairwise(tables):
        new = [state for state in after if state not in before]
        leaf = new[0][:-1]
        steps.append(("select", place[leaf], _way(game, player, before, leaf)))
        known.append(len(before))
        for state in new:
            piece = pieces[place[state]]
            piece.look(len(steps), LARGE, _numbers(after[state]), _word(piece))
        added = f"{many(len(new), 'child', 'children')} added: {_told(new, after)}"
        steps.append(("expand", place[leaf], f"{added}."))
        known.append(len(after))
        for depth in range(len(leaf), -1, -1):
            state = leaf[:depth]
            at = place[state]
            if before[state] == after[state]:
                continue
            pieces[at].look(len(steps), AT_WORK + LARGE, _numbers(after[state]), _word(pieces[at]))
            rule = "OR: the least proof number, and the sum of the disproof numbers"
            if game.to_move(state) != player:
                rule = "AND: the sum of the proof numbers, and the least disproof number"
            steps.append(("leave", at, f"{rule}, {_numbers(after[state])}."))
            known.append(len(after))
            pieces[at].look(len(steps), LARGE, _numbers(after[state]), _word(pieces[at]))
    won = tables[-1][game.initial][0] == 0
    end = f"Proved: {player} can force a win." if won else f"Disproved: {player} can't force a win."
    steps.append(("end", -1, f"{end} {len(tables[-1])} states are known."))
    known.append(known[-1])
    return steps, known


def _way(game: Game, player: Player, table: Table, leaf: Sequence[Any]) -> str:
    """How the most proving leaf was found, in words."""
    if not leaf:
        return "The root is the only leaf, so it grows."
    words = []
    for end in range(len(leaf)):
        chooses = game.to_move(tuple(leaf[:end])) == player
        least = table[tuple(leaf[: end + 1])][0 if chooses else 1]
        which = "proof" if chooses else "disproof"
        words.append(f"{game.action_name(leaf[end])} ({which} number {least:g})")
    return f"To the most proving leaf: {', then '.join(words)}."


def _told(states: Sequence[Any], table: Table) -> str:
    won = sum(table[state][0] == 0 for state in states)
    lost = sum(table[state][1] == 0 for state in states)
    parts = [(won, "won"), (lost, "not won"), (len(states) - won - lost, "open")]
    return ", ".join(f"{count} {word}" for count, word in parts if count)


def _tree(game: Game, player: Player, table: Mapping[State, Pair], *, way: bool) -> DrawnTree:
    """What is known, as a tree, in which a bold line may show the way to the most proving leaf."""
    nodes: list[DrawnNode] = []
    todo: list[tuple[State, DrawnNode | None, Any, bool]] = [(game.initial, None, None, way)]
    while todo:
        state, above, action, bold = todo.pop()
        node = position(game, state, len(nodes), above, action)
        chooses = game.to_move(state) == player
        kind: Kind = "leaf" if node.final else "max" if chooses else "min"
        nodes.append(node._replace(kind=kind, on_best_line=bold))
        after = {each: game.result(state, each) for each in game.actions(state)}
        kids = {each: child for each, child in after.items() if child in table}
        best = min(kids, key=lambda each: table[kids[each]][0 if chooses else 1], default=None)
        todo += [
            (kids[each], nodes[-1], each, bold and each == best and 0 not in table[game.initial])
            for each in reversed(kids)
        ]
    title = f"Can {player} force a win?"
    return DrawnTree(title, tuple(nodes), "", game.players, game, line="the most proving way")


def _labelled(node: DrawnNode, table: Mapping[State, Pair]) -> DrawnNode:
    """The node with its numbers as words."""
    word = {"max": "OR ", "min": "AND "}.get(node.kind, "")
    return node._replace(note=f"{word}{_numbers(table[node.state])}")


def _word(piece: Piece) -> str:
    """What has to hold below this piece: one of it, or all."""
    return {"up": "OR", "down": "AND"}.get(piece.shape, "")


def _numbers(pair: Pair) -> str:
    """Proof and disproof number, as they stand in the picture."""
    return " : ".join(f"{number:g}".replace("inf", "\N{INFINITY}") for number in pair)
