"""The visible cases of `backup(game, path, value)`."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import Any

from course_lib.checks.answer import Answer
from course_lib.checks.cases import Case, Exercise, Group, Objection, same
from course_lib.checks.references_05 import Node, backup, new_node
from course_lib.games import TextbookTree

Counted = tuple[str, int, float]
"""A node of the path: for whom it counts, its visits and its total before."""

Asked = tuple[TextbookTree, tuple[Counted, ...], float]

LINE = TextbookTree([[[[[[[[1]]]]]]]])
"""One line, longer than any path here: no state of a path is final."""

FIRST: tuple[Asked, ...] = (
    (LINE, (("MAX", 0, 0),), 1),
    (LINE, (("MAX", 2, 1), ("MAX", 0, 0)), 1),
    (LINE, (("MAX", 6, -2), ("MAX", 3, -1)), -1),
)
TURNS: tuple[Asked, ...] = (
    (LINE, (("MAX", 9, 3), ("MAX", 5, 2), ("MIN", 2, -1), ("MAX", 0, 0)), 1),
    (LINE, (("MAX", 9, 3), ("MAX", 5, 2), ("MIN", 2, -1), ("MAX", 0, 0)), -1),
    (LINE, (("MIN", 7, 0), ("MIN", 4, 1), ("MAX", 1, -1), ("MIN", 0, 0)), 1),
    (LINE, (("MIN", 3, 1), ("MIN", 0, 0)), -1),
    (LINE, (("MAX", 4, 2), ("MAX", 2, 2), ("MIN", 0, 0)), 1),
    (LINE, (("MIN", 8, 2), ("MIN", 4, 4), ("MAX", 2, 0), ("MIN", 1, 1), ("MAX", 0, 0)), -1),
    (LINE, (("MAX", 4, 1.5), ("MAX", 2, 0.5), ("MIN", 0, 0)), 0.5),
)
DRAWS: tuple[Asked, ...] = (
    (LINE, (("MAX", 3, 1), ("MAX", 0, 0)), 0),
    (LINE, (("MIN", 6, -2), ("MIN", 2, 2), ("MAX", 0, 0)), 0),
)


def path_of(game: TextbookTree, counted: Iterable[Counted]) -> list[Node]:
    """These nodes as a path down a game of one line, with true states.

    The root counts for who moves there, every other node for who has just moved.
    """
    path: list[Node] = []
    for chooser, visits, total in counted:
        state = (*path[-1]["state"], 0) if path else ()
        if (game.to_move(state) == chooser) != (not path):
            state = (*state, 0)
        node = new_node(game, state, chooser)
        path.append({**node, "visits": visits, "total": total, "untried": []})
    return path


def backup_case(asked: Asked) -> Case:
    """The question what the nodes have counted afterwards."""
    game, counted, value = asked
    choosers = ", ".join(chooser for chooser, _, _ in counted)
    shown = f"backup(game, path, {value}), where the path counts for {choosers},"
    return Case((game, path_of(game, counted), value), None, shown, len(counted), counted_right)


def counted_right(case: Case, answer: Answer) -> Objection | None:
    """Nothing if every node has a visit more, and the value as its chooser sees it."""
    game, path, value = case.arguments
    right: list[Any] = deepcopy(path)
    backup(game, right, value)
    after = answer.afterwards[1] if len(answer.afterwards) > 1 else None
    if not isinstance(after, list) or len(after) != len(path):
        return Objection(f"{case.shown} changed which nodes the path has; only count in them")
    for depth, (before, wanted, found) in enumerate(zip(path, right, after, strict=True)):
        for key in ("visits", "total"):
            number = found.get(key) if isinstance(found, dict) else None
            if not same(wanted[key], number):
                return Objection(
                    f'{case.shown} left "{key}": {number} in the node at depth {depth}, which'
                    f" counts for {before['chooser']} and had {before[key]}; expected"
                    f" {wanted[key]}, because the game was worth {value} to {game.players[0]}",
                    expected=f"{key} {wanted[key]}",
                    got=f"{key} {number}",
                )
        if not same({**wanted, "visits": 0, "total": 0}, {**found, "visits": 0, "total": 0}):
            return Objection(f"{case.shown} changed more than visits and total at depth {depth}")
    return None


def groups_of(
    first: Iterable[Asked], turns: Iterable[Asked], draws: Iterable[Asked]
) -> tuple[Group, ...]:
    """One view, several views, and what is worth nothing to anybody."""
    return (
        Group("nodes that count for the first player", tuple(map(backup_case, first))),
        Group("nodes that count for one or the other", tuple(map(backup_case, turns)), weight=1.5),
        Group("a draw is a visit, too", tuple(map(backup_case, draws)), weight=0.5),
    )


def _visible() -> tuple[Group, ...]:
    return groups_of(FIRST, TURNS, DRAWS)


def _probes() -> tuple[tuple[Any, ...], ...]:
    return tuple(
        (game, path_of(game, counted), value) for game, counted, value in (*FIRST, *TURNS, *DRAWS)
    )


BACKUP = Exercise("backup", "05", _visible, _probes, backup)
