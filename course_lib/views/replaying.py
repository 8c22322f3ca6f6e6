"""A game that was played, as the player of the browser steps through it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from course_lib.play.record import GameRecord, moved
from course_lib.views.boards import board_svg, title_of
from course_lib.views.svg import sentence

_BEFORE_A_TAG = re.compile(r"(?=<[a-z])")


def replay_story(record: GameRecord) -> dict[str, Any]:
    """All that the player needs: who has played, the boards (see `packed`), and their lines."""
    game, lasts = record.game, (None, *record.actions)
    boards = (
        board_svg(game, state, last=last)
        for state, last in zip(record.states(), lasts, strict=True)
    )
    pieces, frames = packed(boards)
    so_far = "a game so far" if record.reason == "unfinished" else record.detail
    return {
        "kind": "replay",
        "headline": f"{title_of(game)}: {so_far}",
        "title": ", ".join(f"{seat}: {label}" for seat, label in record.players.items()),
        "pieces": pieces,
        "frames": frames,
        "lines": lines_of(record),
    }


def lines_of(record: GameRecord) -> list[str]:
    """What is said about each board of this game, the first one included."""
    pairs, moves = zip(record.states(), record.actions, strict=False), len(record.actions)
    lines = ["The start."]
    for number, (state, action) in enumerate(pairs, 1):
        lines.append(f"Move {number} of {moves}: {moved(record.game, state, action)}.")
    lines[-1] += f" {sentence(record.detail)}"
    return lines


def packed(texts: Iterable[str]) -> tuple[list[str], list[list[int]]]:
    """`(pieces, frames)`: a frame names its pieces as runs, `[first, how many, first, ...]`.

    A text is cut before each tag. Two boards of a game share nearly all their pieces, and these
    mostly stand one behind the other: 86 boards of Havannah come to a tenth of their size.
    """
    numbers: dict[str, int] = {}
    frames = []
    for text in texts:
        runs: list[int] = []
        for piece in _BEFORE_A_TAG.split(text):
            number = numbers.setdefault(piece, len(numbers))
            if runs and runs[-2] + runs[-1] == number:
                runs[-1] += 1
            else:
                runs += [number, 1]
        frames.append(runs)
    return list(numbers), frames
