"""A published game of Three Musketeers with its claims, the truth about it, and pictures of both.

The truth about its positions lies in a small file. About any other position the strong solution is
asked, where this computer has it: `course solve three-musketeers --strong` makes it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from course_lib.game import Player, State
from course_lib.games import ThreeMusketeers

KNOWN = Path(__file__).with_name("known_07.json")


class Ply(NamedTuple):
    """A position of the log: how it came about, who was said to win, and who wins."""

    ply: int
    move: str
    state: State
    claimed: Player
    true: Player


def capstone_log() -> list[Ply]:
    """The positions of the published game, each with the claim and the truth."""
    game = ThreeMusketeers()
    rows: list[Ply] = []
    for ply, (state, found) in enumerate(_known().items()):
        true = _best(game, state, found["winners"])
        rows.append(Ply(ply, found["move"], state, found["claimed"], true))
    return rows


def perfect_play(state: State) -> dict[str, Player]:
    """Who wins after each legal move of this state of the standard game, by the move's name."""
    game = ThreeMusketeers()
    if game.is_terminal(state):
        return {}
    known = _known().get(state)
    if known is not None:
        return dict(known["winners"])
    table = _strong_solution(game)
    if table is None:
        raise LookupError(
            "this position is not in the small slice of the solution that the lesson has; with the"
            " whole course, course solve three-musketeers --strong makes all of it. With few"
            " guards your own proven_winner finds out"
        )
    return {
        game.action_name(action): table.winner(game.result(state, action))
        for action in game.actions(state)
    }


def log_lines(rows: Sequence[Ply]) -> str:
    """The log as a table in text, with a mark where the claim is false."""
    lines = ["ply  move   was said to win  wins"]
    for ply, move, _, claimed, true in rows:
        mark = "   false" if claimed != true else ""
        lines.append(f"{ply:3}  {move:5}  {claimed:15}  {true}{mark}".rstrip())
    return "\n".join(lines)


def plot_log(rows: Sequence[Ply], caption: str) -> Any:
    """The claim and the truth at each ply of the log."""
    from course_lib.views.figure import Plot, style  # noqa: PLC0415 - matplotlib takes a while

    plot = Plot()
    [panel] = plot.panels
    plies = [row.ply for row in rows]
    for number, name in enumerate(("claimed", "true")):
        sides = [int(getattr(row, name) == "musketeers") for row in rows]
        look = style(number) | {"markevery": 4}
        panel.step(plies, sides, where="post", label=name, **look)
    panel.set(xlabel="ply", ylabel="who wins", yticks=[0, 1], yticklabels=["guards", "musketeers"])
    panel.legend()
    return plot.told(caption)


@cache
def _known() -> dict[State, dict[str, Any]]:
    """What the file has about each position of the log, in the order of the game."""
    game = ThreeMusketeers()
    state, found = game.initial, {}
    for row in json.loads(KNOWN.read_text(encoding="utf-8")):
        if row["move"]:
            state = game.result(state, game.action_named(row["move"]))
        found[state] = row
    return found


def _best(game: ThreeMusketeers, state: State, winners: dict[str, Player]) -> Player:
    """Who wins a state, if this is who wins after each move."""
    player = game.to_move(state)
    if player in winners.values() or game.is_terminal(state):
        return game.winner(state) or player
    return next(each for each in game.players if each != player)


def _strong_solution(game: ThreeMusketeers) -> Any:
    """The user's strong solution, or `None`; what students get has not even its reader."""
    if find_spec("course_lib.fast") is None:
        return None
    return import_module("course_lib.fast.musketeers_values").table_for(game)
