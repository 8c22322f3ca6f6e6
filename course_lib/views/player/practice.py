"""`practice`: predict a tree's values, or the branches that will be cut, before they are shown."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from course_lib.game import Action, Game, State
from course_lib.games import Count, KInARow, Nim, TextbookTree, TicTacToe, random_tree
from course_lib.search import alphabeta_search, minimax_search
from course_lib.views.boards import board_svg
from course_lib.views.player.columns import NODE_KINDS, WIDTHS, look, places
from course_lib.views.player.widget import PlayerWidget
from course_lib.views.player.words import listed, number
from course_lib.views.trees import draw_tree
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

    def guessed(self, node: int, value: float) -> tuple[bool, str]:
        """Whether this is the node's value, and the reason."""
        right = value == self.value(node)
        return right, self.why(node)

    def marked(self, nodes: set[int]) -> dict[str, list[int]]:
        """The cut branches that were `found` and `missed`, and marks that are `wrong`."""
        return {
            "found": [node for node in self.cut if node in nodes],
            "missed": [node for node in self.cut if node not in nodes],
            "wrong": sorted(nodes - set(self.unseen)),
        }

    def data(self) -> dict[str, Any]:
        """This exercise for the browser, as plain JSON data."""
        nodes = self.minimax.nodes
        inner = {node.parent for node in nodes}
        kinds = [
            "leaf" if node.id not in inner else "max" if self._is_max(node.id) else "min"
            for node in nodes
        ]
        tree = isinstance(self.game, TextbookTree)
        paths = [self._path(self.minimax.path(node.id)) for node in nodes]
        return {
            "label": self.label,
            "ask": self.asked,
            "cut": self.cut,
            "answers": [self.value(node.id) for node in nodes],
            "board": None if tree else board_svg(self.game, self.state, size=200),
            "nodes": {
                "parent": [-1 if node.parent is None else node.parent for node in nodes],
                "x": places([node.parent for node in nodes],
                            [WIDTHS["leaf" if kind == "leaf" else "inner"] for kind in kinds]),
                "kind": [NODE_KINDS.index(kind) for kind in kinds],
                "name": [node.action_name or "" for node in nodes],
                "path": paths,
                "value": [number(self.value(node.id)) for node in nodes],
                "seen": [self._returned(node.id) for node in nodes],
                "why": [self.why(node.id) if node.id in inner else "" for node in nodes],
                "why_cut": [self.why_cut(node.id) for node in nodes],
            },
        }  # fmt: skip

    def _returned(self, node: int) -> str:
        """What alpha-beta gives back here, which may be a bound only; nothing where it never is."""
        return (
            number(self._seen[node].value if node else self.alphabeta.value)
            if node in self._seen
            else ""
        )

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
    story = {
        "kind": "practice", "ask": ask, "look": look(), "node_kinds": NODE_KINDS, "items": items,
    }  # fmt: skip
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
