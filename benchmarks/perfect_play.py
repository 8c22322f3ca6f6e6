"""Writes what lesson 07 knows of a published game: `python -m benchmarks.perfect_play`.

It takes the user's strong solution of Three Musketeers if there is one, or else proves every
value, which needs some minutes and more than a gigabyte of memory.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from course_lib.game import Action, State
from course_lib.games import ThreeMusketeers
from course_lib.lessons.capstone_log import WINNERS, capstone_log
from course_tools.experts import expert

MOST = 10**10


def known_text(values: Callable[[State], Mapping[Action, float]]) -> str:
    """The text of the file: for each position of the log its claim, and who wins by each move."""
    game = ThreeMusketeers()
    rows: list[dict[str, Any]] = []
    for row in capstone_log():
        player = game.to_move(row.state)
        [other] = [each for each in game.players if each != player]
        winners = {
            game.action_name(action): player if value > 0 else other
            for action, value in values(row.state).items()
        }
        rows.append({"move": row.move, "claimed": row.claimed, "winners": winners})
    return "[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n"


if __name__ == "__main__":
    text = known_text(expert(ThreeMusketeers(), MOST).values)
    WINNERS.write_text(text, encoding="utf-8", newline="\n")
