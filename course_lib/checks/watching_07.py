"""Who wins Three Musketeers, move by move, along the published game of lesson 07.

The truth about its positions lies in a small file. About any other position the strong solution is
asked, where this computer has it: `course solve three-musketeers --strong` makes it.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from course_lib.game import Player, State
from course_lib.games import ThreeMusketeers

KNOWN = Path(__file__).with_name("known_07.json")


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


def _strong_solution(game: ThreeMusketeers) -> Any:
    """The user's strong solution, or `None`; what students get has not even its reader."""
    if find_spec("course_tools") is None:
        return None
    return import_module("course_tools.engines.musketeers").table_for(game)
