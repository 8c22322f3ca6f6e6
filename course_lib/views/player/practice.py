"""`practice`: predict a tree's values, or the branches that will be cut, before they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from course_lib.game import Game, State
from course_lib.games import TextbookTree, random_tree
from course_lib.search import alphabeta_search, minimax_search
from course_lib.views.boards import board_svg
from course_lib.views.trees import DrawnNode, DrawnTree, boxes_of, draw_tree, scene_of
from course_lib.views.trees.model import Kind
from course_lib.views.trees.scene import Scene, signs
from course_lib.views.trees.sources import from_trace
from course_lib.views.trees.words import listed, number
from course_lib.watch import watch

if TYPE_CHECKING:
    from course_lib.views.widgets import PlayerWidget

_TREES = 20
_MOST_NODES = 80


def exercise(label: str, game: Game, state: State) -> Scene:
    """One tree to predict: its scene, what is asked, the answers, and why they are right.

    MAX is who moves at the root. `ask` are the nodes whose values are asked for, children before
    their parent; `cut` are those at the top of the branches that alpha-beta never looks at.
    """
    minimax = watch(minimax_search, game, state, budget=_MOST_NODES)
    if minimax.error:
        raise ValueError(
            f"the tree of {label} is too large to predict: {minimax.error}; take a smaller depth"
            " or branching, or a position nearer to its end"
        )
    alphabeta = watch(alphabeta_search, game, state)
    by_path = {alphabeta.path(node.id): node for node in alphabeta.nodes}
    seen = [by_path.get(minimax.path(node.id)) for node in minimax.nodes]
    values = [minimax.value, *(node.value for node in minimax.nodes[1:])]
    columns: dict[str, list[str]] = {
        "path": [" ".join(map(game.action_name, minimax.path(at))) for at in range(len(values))],
        "number": [signs(number(value)) for value in values],
        "seen": [signs(number(node.value)) if node else "" for node in seen],
        "why": [],
        "why_cut": [],
    }
    columns["seen"][0] = signs(number(alphabeta.value))
    nodes: list[DrawnNode] = []  # recursion comes to them in the order of drawing
    for node in from_trace(minimax).nodes:
        family = [number(child.value) for child in minimax.children(node.id)]
        role: Kind = "max" if node.player == minimax.nodes[0].player else "min"
        nodes.append(replace(node, kind=role if family else "leaf", window_in=None,
                             on_best_line=False))  # fmt: skip
        columns["why"].append(_why(role, family, number(values[node.id])))
        above = seen[node.parent or 0] if seen[node.id] is None else None
        columns["why_cut"].append(above.reason or "never looked at" if above else "")
    boxes = boxes_of(DrawnTree("", tuple(nodes)))
    for box in boxes:
        box.room = () if box.shape == "square" else ("?", "MAX")
    left = [event.node for event in minimax.events() if event.kind == "leave"]
    plain = isinstance(game, TextbookTree)
    return scene_of(DrawnTree("", ()), boxes, columns=columns) | {
        "label": label,
        "ask": [node for node in left if columns["why"][node]],
        "cut": [at for at, reason in enumerate(columns["why_cut"]) if reason],
        "answers": values,
        "board": None if plain else board_svg(game, state, size=200),
    }


def _why(role: Kind, family: Sequence[str], value: str) -> str:
    """Why a node with these values below it has its own; nothing for a leaf."""
    if len(family) == 1:
        return f"{role.upper()} has only one choice, which is worth {value}."
    most = "greatest" if role == "max" else "least"
    return (
        f"{role.upper()} takes the {most} of {listed(family, 12)}, which is {value}."
        if family
        else ""
    )


def practice(
    thing: str | Game | Sequence[Any] = "textbook",
    state: State | None = None,
    *,
    ask: str = "values",
    **options: Any,
) -> PlayerWidget:
    """Trees to predict: type the value of the next node, or mark the branches that will be cut.

    `thing` is "textbook" for random trees, whose `depth`, `branching` and range of leaves, `low` to
    `high`, can be given; the same `seed` gives the same trees. Or it is a tree of your own in
    nested lists, such as `[[3, 12, 8], [2, 4, 6]]`, or a game with a state near its end. `ask` is
    "values" or "cuts".
    """
    from course_lib.views.widgets import PlayerWidget  # noqa: PLC0415 - slow to load

    if ask not in ("values", "cuts"):
        raise ValueError(f"practice can ask for 'values' or 'cuts'; found ask={ask!r}")
    trees = _trees(thing, state, **options)
    label, game, start = trees[0]
    items = [exercise(*each) for each in trees]
    story = {"kind": "practice", "headline": f"Practice: {ask}", "ask": ask, "items": items}
    return PlayerWidget(story, lambda: {label: draw_tree(game, start, values=False)})


def _trees(
    thing: str | Game | Sequence[Any],
    state: State | None,
    *,
    depth: int = 3,
    branching: int | tuple[int, int] = (2, 3),
    low: int = -9,
    high: int = 9,
    seed: int = 1,
) -> list[tuple[str, Game, State]]:
    """The trees that `practice` asks about one after the other: name, game, and where it begins."""
    if isinstance(thing, list | tuple):
        return [("your tree", TextbookTree(thing), ())]
    if isinstance(thing, Game):
        return [(type(thing).__name__, thing, thing.initial if state is None else state)]
    if thing != "textbook":
        raise ValueError(
            f"practice has 'textbook' trees; found {thing!r}; give it that word, a tree of your own"
            " in nested lists, or a game and a state"
        )
    return [
        (f"Tree {n}", random_tree(depth, branching, Random(n), low=low, high=high), ())
        for n in range(seed, seed + _TREES)
    ]
