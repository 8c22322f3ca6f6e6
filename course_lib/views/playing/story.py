"""A game that was played as plain data for the browser: every board, and a line for each."""

from __future__ import annotations

from typing import Any

from course_lib.game import does
from course_lib.play.record import GameRecord
from course_lib.views.boards import board_svg
from course_lib.views.playing.frames import packed
from course_lib.views.sentences import sentence


def replay_story(record: GameRecord, *, size: float | None = None) -> dict[str, Any]:
    """All that `replay.js` needs: who has played, the boards (see `packed`), and their lines."""
    game = record.game
    boards = [
        board_svg(game, state, last=action, size=size)
        for state, action in zip(record.states(), (None, *record.actions), strict=True)
    ]
    pieces, frames = packed(boards)
    who = ", ".join(f"{seat}: {label}" for seat, label in record.players.items())
    return {"title": who, "pieces": pieces, "frames": frames, "lines": _lines(record)}


def _lines(record: GameRecord) -> list[str]:
    """A line for each board: who moved how, and at the end how the game ended."""
    game, moves = record.game, len(record.actions)
    played = zip(record.states(), record.actions, strict=False)
    lines = ["The start."]
    for number, (state, action) in enumerate(played, 1):
        who = does(game.to_move(state), "plays")
        lines.append(f"Move {number} of {moves}: {who} {game.action_name(action)}.")
    lines[-1] += f" {sentence(record.detail)}"
    return lines
