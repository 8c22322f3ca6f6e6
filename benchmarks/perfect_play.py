"""Writes what lesson 07 knows of a published game: `python -m benchmarks.perfect_play`.

It makes the user's table of Three Musketeers, if there is none.
"""

from __future__ import annotations

import json
from typing import Any

from course_lib.games import ThreeMusketeers
from course_lib.lessons.lesson_07.capstone_log import WINNERS, capstone_log
from course_tools.arena.engines.musketeers import MusketeersTable


def known_text(table: MusketeersTable) -> str:
    """The text of the file: for each position of the log its claim, and who wins by each move."""
    game = table.rules
    rows: list[dict[str, Any]] = []
    for row in capstone_log():
        winners = {
            game.action_name(action): table.winner(game.result(row.state, action))
            for action in game.actions(row.state)
        }
        rows.append({"move": row.move, "claimed": row.claimed, "winners": winners})
    return "[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n"


if __name__ == "__main__":
    table = MusketeersTable(ThreeMusketeers())
    if not table.made:
        table.make()
    WINNERS.write_text(known_text(table), encoding="utf-8", newline="\n")
