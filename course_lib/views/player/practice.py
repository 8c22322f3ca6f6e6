"""`practice`: predict a tree's values, or the branches that will be cut, before they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from course_lib.game import Game, State
from course_lib.games import TextbookTree, random_tree
from course_lib.search import alphabeta_search, minimax_search
from course_lib.views.boards import board_svg
from course_lib.views.player.widget import PlayerWidget
from course_lib.views.trees import DrawnTree, boxes_of, draw_tree, scene_of
from course_lib.views.trees.model import Kind
from course_lib.views.trees.scene import Texts, signs
from course_lib.views.trees.sources import from_trace
from course_lib.views.trees.words import listed, number
from course_lib.watch import watch

_TREES = 20
_MOST_NODES = 80


class Exercise:
    """One tree to predict: it knows the answers, and why they are right."""

    def __init__(self, label: str, game: Game, state: State) -> None:
        """Search the tree below this state, if it is small enough to be predicted."""
        self.label, self.game, self.state = label, game, state
        level, seen = [state], 1
        while level:
            level = [game.result(each, action) for each in level for action in game.actions(each)]
            seen += len(level)
            if seen > _MOST_NODES:
                raise ValueError(
                    f"the tree of {label} is too large to predict: it has more than {_MOST_NODES}"
                    " nodes; a smaller depth or branching, or a position nearer to its end would"
                    " be right"
                )
        self.minimax = watch(minimax_search, game, state)
        self.alphabeta = watch(alphabeta_search, game, state)
        by_path = {self.alphabeta.path(node.id): node for node in self.alphabeta.nodes}
        paths = [self.minimax.path(node.id) for node in self.minimax.nodes]
        self._seen = [by_path.get(path) for path in paths]
        """What alpha-beta saw at each node; `None` where it never looked."""
        self.unseen = {node for node, found in enumerate(self._seen) if found is None}
        self.cut = [node for node in sorted(self.unseen) if self._above(node) not in self.unseen]
        """The nodes at the top of the branches that alpha-beta never looks at."""
        left = [event.node for event in self.minimax.events() if event.kind == "leave"]
        self.asked = [node for node in left if self.minimax.children(node)]
        """The nodes whose values are asked for, the children always before their parent."""

    def value(self, node: int) -> float | None:
        """What this node is worth to MAX, who is the player to move at the root."""
        return self.minimax.nodes[node].value if node else self.minimax.value

    def why(self, node: int) -> str:
        """Why the node has its value."""
        values = [number(child.value) for child in self.minimax.children(node)]
        value = number(self.value(node))
        who, most = ("MAX", "greatest") if self._kind(node) == "max" else ("MIN", "least")
        if len(values) == 1:
            return f"{who} has only one choice, which is worth {value}."
        return f"{who} takes the {most} of {listed(values, 12)}, which is {value}."

    def why_cut(self, node: int) -> str:
        """Why the branch to this node is cut; nothing for a node that is looked at."""
        above = self._seen[self._above(node)] if node in self.cut else None
        return above.reason or "never looked at" if above else ""

    def data(self) -> dict[str, Any]:
        """This exercise for the browser, as plain JSON data."""
        tree = DrawnTree("", tuple(
            replace(node, kind=self._kind(at), window_in=None, on_best_line=False)
            for at, node in enumerate(from_trace(self.minimax).nodes)
        ))  # fmt: skip
        boxes = boxes_of(tree)
        for box in boxes:
            box.room = () if box.shape == "square" else ("?", "MAX")
        scene = scene_of(tree, boxes)
        texts, columns = Texts(scene["texts"]), scene["nodes"]
        for at, seen in enumerate(self._seen):  # recursion comes to them in the order of drawing
            path = " ".join(map(self.game.action_name, self.minimax.path(at)))
            facts = {
                "path": path,
                "number": signs(number(self.value(at))),
                "seen": signs(number(seen.value if at else self.alphabeta.value)) if seen else "",
                "why": self.why(at) if self.minimax.children(at) else "",
                "why_cut": self.why_cut(at),
            }
            for name, words in facts.items():
                columns.setdefault(name, []).append(texts(words))
        plain = isinstance(self.game, TextbookTree)
        return scene | {
            "label": self.label,
            "ask": self.asked,
            "cut": self.cut,
            "answers": [self.value(node) for node in range(len(boxes))],
            "board": None if plain else board_svg(self.game, self.state, size=200),
        }

    def _above(self, node: int) -> int:
        return self.minimax.nodes[node].parent or 0

    def _kind(self, node: int) -> Kind:
        """A leaf, or a node of MAX, who moves at the root, or of MIN."""
        if not self.minimax.children(node):
            return "leaf"
        return "max" if self.minimax.nodes[node].player == self.minimax.nodes[0].player else "min"


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
    exercises = exercises_for(thing, state, **options)
    if ask not in ("values", "cuts"):
        raise ValueError(f"practice can ask for 'values' or 'cuts'; found ask={ask!r}")
    items = [exercise.data() for exercise in exercises]
    first = exercises[0]
    return PlayerWidget(
        {"kind": "practice", "ask": ask, "items": items},
        lambda: draw_tree(first.game, first.state, values=False)._repr_html_(),
    )


def exercises_for(
    thing: str | Game | Sequence[Any] = "textbook",
    state: State | None = None,
    *,
    depth: int = 3,
    branching: int | tuple[int, int] = (2, 3),
    low: int = -9,
    high: int = 9,
    seed: int = 1,
) -> list[Exercise]:
    """The exercises that `practice` shows one after the other."""
    if isinstance(thing, list | tuple):
        return [Exercise("your tree", TextbookTree(thing), ())]
    if isinstance(thing, Game):
        return [Exercise(type(thing).__name__, thing, thing.initial if state is None else state)]
    if thing != "textbook":
        raise ValueError(
            f"practice has 'textbook' trees; found {thing!r}, and this word, a tree of your own in"
            " nested lists, or a game and a state would be right"
        )
    return [
        Exercise(f"Tree {n}", random_tree(depth, branching, Random(n), low=low, high=high), ())
        for n in range(seed, seed + _TREES)
    ]
