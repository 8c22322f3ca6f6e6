"""The visible cases of `settled(game, node)`: trees that are partly grown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from course_lib.checks.cases import Case, Exercise, Group
from course_lib.checks.references_05 import Node, grow, new_node, settled
from course_lib.game import State
from course_lib.games import TextbookTree

BUDGET = 2_000

Grown = tuple[Any, State, str]
"""A tree, the state to ask about, and the paths that are grown below: "0 00 01 1"."""


def grown(asked: Grown) -> tuple[TextbookTree, Node]:
    """The game and the node; each grown node has a visit, and a mean that tells nothing."""
    tree, state, paths = asked
    game = TextbookTree(tree)
    chooser = game.to_move(state[:-1]) if state else game.to_move(state)
    root = new_node(game, state, chooser)
    visits = 1 + len(paths.split())
    root.update(visits=visits, total=visits / 2)
    for path in paths.split():
        node = root
        for action in map(int, path):
            if action in node["untried"]:
                grow(game, node, action).update(visits=2, total=1)
            node = node["children"][action]
    return game, root


def settled_case(asked: Grown) -> Case:
    """The question what is certain about this node."""
    _, state, paths = asked
    game, node = grown(asked)
    below = f"with {paths} grown below" if paths else "with nothing grown below"
    shown = f"settled({game!r}, the node of {state} {below})"
    return Case((game, node), settled(game, node), shown, len(paths.split()), budget=BUDGET)


FINAL: tuple[Grown, ...] = (
    ([1, -1], (0,), ""),
    ([1, -1], (1,), ""),
    ([[0, 1], -1], (0, 0), ""),
)
OPEN: tuple[Grown, ...] = (
    ([1, -1, 0], (), ""),
    ([0, -1, 1], (), "0 1"),
    ([[1, -1], [0, 1]], (), "0 1"),
    ([[1, 0], [0, 0]], (), "0 00 01 1 10"),
    ([[1, 0, -1], 0], (0,), "0 1"),
)
WINS: tuple[Grown, ...] = (
    ([0, 1, -1], (), "1"),
    ([[0, -1, 1], 0], (0,), "1"),
    ([[1, 1], [0, 1]], (), "0 00 01"),
    ([[-1, 1], 0, 1], (), "0 1 2"),
    ([[[1, 0], [0, 1]], 0], (0,), "0 00 1 11"),
)
ALL: tuple[Grown, ...] = (
    ([0, -1], (), "0 1"),
    ([-1, -1, -1], (), "0 1 2"),
    ([[0, 1], -1], (0,), "0 1"),
    ([[1, 1], -1], (0,), "0 1"),
    ([[0, 1], [-1, 1]], (), "0 00 01 1 10"),
    ([[1, -1], [0, -1]], (), "0 01 1 11"),
    ([[[0, -1], 1], [1, -1]], (), "0 00 000 001 01 1 11"),
)


def groups_of(
    final: Iterable[Grown],
    still_open: Iterable[Grown],
    wins: Iterable[Grown],
    all_: Iterable[Grown],
) -> tuple[Group, ...]:
    """Ends, what is not known, what one child settles, and what all of them settle."""
    return (
        Group("a final node is worth its utility", tuple(map(settled_case, final)), weight=0.75),
        Group("None while something better may be left", tuple(map(settled_case, still_open))),
        Group("one sure win is enough for who chooses", tuple(map(settled_case, wins))),
        Group("where all is known, the best of it", tuple(map(settled_case, all_))),
    )


def _visible() -> tuple[Group, ...]:
    return groups_of(FINAL, OPEN, WINS, ALL)


def _probes() -> tuple[tuple[Any, ...], ...]:
    return tuple(grown(asked) for asked in (*FINAL, *OPEN, *WINS, *ALL))


SETTLED = Exercise("settled", "05", _visible, _probes, settled, budget=BUDGET)
