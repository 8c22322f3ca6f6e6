"""`practice`: predict a tree's values, or the branches that will be cut, before they are shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from course_lib.game import Action, Game, State
from course_lib.games import Count, KInARow, Nim, TextbookTree, TicTacToe, random_tree
from course_lib.search import alphabeta_search, minimax_search
from course_lib.views.boards import board_svg
from course_lib.views.player.widget import PlayerWidget
from course_lib.views.trees import DrawnTree, boxes_of, draw_tree, scene_of
from course_lib.views.trees.model import Kind
from course_lib.views.trees.scene import Texts, signs
from course_lib.views.trees.sources import from_trace
from course_lib.views.trees.words import listed, number
from course_lib.watch import SearchTrace, TraceNode, watch

REAL_POSITIONS: tuple[tuple[str, Game, str], ...] = (
    ("Tic-tac-toe, X to move, three squares left", TicTacToe(), "b2 a1 a3 c1 b1 b3"),
    ("Tic-tac-toe, O to move, three squares left", TicTacToe(3, ("O", "X")), "a1 b2 c3 c1 a3 a2"),
    ("Tic-tac-toe, can X still win?", TicTacToe(), "a1 b2 c3 a3 c1 c2"),
    ("Two in a row on a board of 2 x 2", KInARow(2, 2, 2), ""),
    ("Nim with heaps of 1 and 2", Nim((1, 2)), ""),
    ("Nim with heaps of 2 and 2", Nim((2, 2)), ""),
    ("Nim with heaps of 1, 1 and 1", Nim((1, 1, 1)), ""),
    ("Nim with one heap of 4", Nim((4,)), ""),
    ("Nim with heaps of 1 and 2, who takes the last loses", Nim((1, 2), misere=True), ""),
    ("Count to 4 by 1 or 2", Count(goal=4, most=2), ""),
    ("Count to 5 by 1 or 2", Count(goal=5, most=2), ""),
    ("Count to 4 by 1, 2 or 3", Count(goal=4, most=3), ""),
)
"""Positions near the end of real games: what they are, the game, and the moves that lead there."""

_TREES = 20
_MOST_NODES = 80


@dataclass(frozen=True)
class Exercise:
    """One tree to predict: it knows the answers, and why they are right."""

    label: str
    game: Game
    state: State
    minimax: SearchTrace
    alphabeta: SearchTrace

    @classmethod
    def of(cls, label: str, game: Game, state: State) -> Exercise:
        """The exercise with the tree below this state."""
        if not _is_small(game, state):
            raise ValueError(
                f"the tree of {label} is too large to predict: it has more than {_MOST_NODES}"
                " nodes; a smaller depth or branching, or a position nearer to its end would be"
                " right"
            )
        minimax = watch(minimax_search, game, state)
        return cls(label, game, state, minimax, watch(alphabeta_search, game, state))

    @cached_property
    def asked(self) -> tuple[int, ...]:
        """The nodes whose values are asked for, the children always before their parent."""
        inner = {node.parent for node in self.minimax.nodes}
        left = (event.node for event in self.minimax.events() if event.kind == "leave")
        return tuple(node for node in left if node in inner)

    @cached_property
    def cut(self) -> tuple[int, ...]:
        """The nodes at the top of the branches that alpha-beta never looks at."""
        unseen = self.unseen
        return tuple(node for node in unseen if self.minimax.nodes[node].parent not in unseen)

    @cached_property
    def unseen(self) -> tuple[int, ...]:
        """Every node that alpha-beta never looks at."""
        return tuple(node.id for node in self.minimax.nodes if node.id not in self._seen)

    @cached_property
    def _seen(self) -> dict[int, TraceNode]:
        """What alpha-beta saw at each node that it looked at."""
        by_path = {self.alphabeta.path(node.id): node for node in self.alphabeta.nodes}
        paths = {node.id: self.minimax.path(node.id) for node in self.minimax.nodes}
        return {node: by_path[path] for node, path in paths.items() if path in by_path}

    def value(self, node: int) -> float | None:
        """What this node is worth to MAX, who is the player to move at the root."""
        return self.minimax.nodes[node].value if node else self.minimax.value

    def why(self, node: int) -> str:
        """Why the node has its value."""
        values = [number(child.value) for child in self.minimax.children(node)]
        value = number(self.value(node))
        who, most = ("MAX", "greatest") if self._is_max(node) else ("MIN", "least")
        if len(values) == 1:
            return f"{who} has only one choice, which is worth {value}."
        return f"{who} takes the {most} of {listed(values, 12)}, which is {value}."

    def why_cut(self, node: int) -> str:
        """Why the branch to this node is cut; nothing for a node that is looked at."""
        if node not in self.cut:
            return ""
        parent = self.minimax.nodes[node].parent or 0
        return self._seen[parent].reason or "never looked at"

    def data(self) -> dict[str, Any]:
        """This exercise for the browser, as plain JSON data."""
        tree = DrawnTree("", tuple(
            replace(node, kind=kind, window_in=None, on_best_line=False)
            for node, kind in zip(from_trace(self.minimax).nodes, self._kinds, strict=True)
        ))  # fmt: skip
        boxes = boxes_of(tree)
        for box in boxes:
            box.room = () if box.shape == "square" else ("?", "MAX")
        scene = scene_of(tree, boxes)
        texts = Texts(scene["texts"])
        nodes = range(len(boxes))  # a search by recursion comes to them in the order of drawing
        columns: dict[str, Callable[[int], str]] = {
            "path": lambda node: self._path(self.minimax.path(node)),
            "number": lambda node: signs(number(self.value(node))),
            "seen": self._returned,
            "why": lambda node: self.why(node) if self._kinds[node] != "leaf" else "",
            "why_cut": self.why_cut,
        }
        for name, column in columns.items():
            scene["nodes"][name] = [texts(column(node)) for node in nodes]
        return scene | {
            "label": self.label,
            "ask": self.asked,
            "cut": self.cut,
            "answers": [self.value(node) for node in nodes],
            "board": None
            if isinstance(self.game, TextbookTree)
            else board_svg(self.game, self.state, size=200),
        }

    @cached_property
    def _kinds(self) -> list[Kind]:
        """What each node is: a leaf, or that of MAX, who moves at the root, or of MIN."""
        inner = {node.parent for node in self.minimax.nodes}
        return [
            "leaf" if node.id not in inner else "max" if self._is_max(node.id) else "min"
            for node in self.minimax.nodes
        ]

    def _returned(self, node: int) -> str:
        """What alpha-beta gives back here, which may be a bound only; nothing where it never is."""
        if node not in self._seen:
            return ""
        return signs(number(self._seen[node].value if node else self.alphabeta.value))

    def _is_max(self, node: int) -> bool:
        return self.minimax.nodes[node].player == self.minimax.nodes[0].player

    def _path(self, actions: tuple[Action, ...]) -> str:
        return " ".join(self.game.action_name(action) for action in actions)


def practice(
    thing: str | Game = "textbook",
    state: State | None = None,
    *,
    depth: int = 3,
    branching: int | tuple[int, int] = (2, 3),
    low: int = -9,
    high: int = 9,
    seed: int = 1,
    ask: str = "values",
) -> PlayerWidget:
    """Trees to predict: type the value of the next node, or mark the branches that will be cut.

    `thing` is "textbook" for random trees of this `depth`, `branching` and range of leaves; or
    "positions" for the last moves of real games; or a game, with a state near its end.
    `ask` is "values" or "cuts". The same `seed` gives the same trees.
    """
    exercises = exercises_for(
        thing, state, depth=depth, branching=branching, low=low, high=high, seed=seed
    )
    if ask not in ("values", "cuts"):
        raise ValueError(f"practice can ask for 'values' or 'cuts'; found ask={ask!r}")
    items = [exercise.data() for exercise in exercises]
    story = {"kind": "practice", "ask": ask, "items": items}
    return PlayerWidget(story, lambda: _still(exercises[0]))


def exercises_for(
    thing: str | Game = "textbook",
    state: State | None = None,
    *,
    depth: int = 3,
    branching: int | tuple[int, int] = (2, 3),
    low: int = -9,
    high: int = 9,
    seed: int = 1,
) -> list[Exercise]:
    """The exercises that `practice` shows one after the other."""
    if isinstance(thing, Game):
        name = type(thing).__name__
        return [Exercise.of(name, thing, thing.initial if state is None else state)]
    if thing == "positions":
        return [Exercise.of(name, game, game.play(moves)) for name, game, moves in REAL_POSITIONS]
    if thing != "textbook":
        raise ValueError(
            f"practice has 'textbook' trees and real 'positions'; found {thing!r}, and one of "
            "these two, or a game and a state, would be right"
        )
    return [
        Exercise.of(
            f"Tree {number}", random_tree(depth, branching, Random(number), low=low, high=high), ()
        )
        for number in range(seed, seed + _TREES)
    ]


def _is_small(game: Game, state: State) -> bool:
    """Whether the whole tree below this state can be shown to somebody who is to predict it."""
    level, seen = [state], 1
    while level:
        level = [game.result(each, action) for each in level for action in game.actions(each)]
        seen += len(level)
        if seen > _MOST_NODES:
            return False
    return True


def _still(exercise: Exercise) -> str:
    """The first tree with its questions, as HTML that every page can show."""
    return draw_tree(exercise.game, exercise.state, values=False)._repr_html_()
