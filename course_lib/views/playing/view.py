"""What the browser shows of a game at a board, or of one to replay, and what its messages do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from course_lib.game import Game
from course_lib.play.record import GameRecord, moved
from course_lib.views.boards import board_svg, title_of
from course_lib.views.playing.controller import PlayController
from course_lib.views.playing.seats import Clicks, Way
from course_lib.views.svg import sentence

_BEFORE_A_TAG = re.compile(r"(?=<[a-z])")
_FEW = 24
"""So many squares may carry a mark that says they can be clicked; more would only be noise."""


def shown(play: PlayController, size: float | None = None) -> dict[str, Any]:
    """All that `board.js` needs to show the game as it stands."""
    return {
        "svg": board_svg(play.game, play.seen, last=play.last, size=size, values=play.values),
        "view": view_of(
            *(play.game, play.clicks, play.chosen),
            turn=play.turn,
            status=play.status,
            note=play.note or play.values_fault,
            controls=[each[:3] for each in _controls(play)],
            pace=None if play.people else play.pace,
        ),
    }


def view_of(game: Game, clicks: Clicks, chosen: Way, **more: Any) -> dict[str, Any]:
    """What `board.js` needs beside the board.

    - `legal`: the squares that lead on now, `marked` those to mark; `chosen` the ones clicked so
      far; `falls` the square that is meant by a click on another one.
    - `buttons`: names of actions without a square. `controls`: `(name, words, able)` of each.
    - `turn`: to be sent back with a click, so that one meant for an older board does nothing.
    """
    legal, several = clicks.next_squares(chosen), any(len(way) > 1 for way in clicks.ways)
    return {
        "legal": legal,
        "falls": clicks.falls,
        "chosen": chosen,
        "marked": legal if several and len(legal) <= _FEW else (),
        "buttons": [game.action_name(action) for action in clicks.buttons],
        **more,
    }


def on_message(play: PlayController, content: dict[str, Any]) -> None:
    """Do what was clicked; what makes no sense (any more) does nothing."""
    what, name = content.get("do"), content.get("name")
    if what == "control":
        for control, _, _, press in _controls(play):
            if control == name:
                press()
    elif what == "pace":
        play.pace = float(name or 0)
    elif content.get("turn") != play.turn:
        return  # the second half of a double click, mostly
    elif what == "square":
        play.on_square(str(name))
    elif what == "action":
        named = {play.game.action_name(action): action for action in play.legal}
        if name in named:
            play.on_action(named[name])


def _controls(play: PlayController) -> list[tuple[str, str, bool, Callable[[], None]]]:
    """Of each control of this game its name, its words, whether it would do something, and what."""
    players, alone = len(play.people) < len(play.game.players), not play.people
    waits = not (play.over or play.your_turn)
    goes = alone and play.going and not play.over  # by itself, move by move
    words = "Try again" if play.stuck else "Stop" if play.thinking or not waits else "Go on"
    shown = "Hide values" if play.values_shown else "Show values"
    every = [
        ("go", ("Pause" if goes else "Play") if alone else words, waits,
         play.stop if play.thinking or goes else play.go, players),
        ("step", "One move", waits and not play.thinking, play.step, alone),
        ("undo", "Undo", play.can_undo, play.undo, True),
        ("redo", "Redo", play.can_redo, play.redo, True),
        ("new", "New game", True, play.new_game, True),
        ("values", "Working out values..." if play.valuing else shown, True, play.show_values,
         play.values_shown is not None),
        ("swap", "Swap sides", True, play.swap, players),
        ("resign", "Resign", play.your_turn, play.resign, not alone),
    ]  # fmt: skip
    return [(name, words, able, press) for name, words, able, press, there in every if there]


# --- a game to replay ----------------------------------------------------------------------------


def replay_story(record: GameRecord, *, size: float | None = None) -> dict[str, Any]:
    """All that the player needs: who has played, the boards (see `packed`), and their lines."""
    game, moves = record.game, len(record.actions)
    lasts = (None, *record.actions)
    boards = (
        board_svg(game, state, last=last, size=size)
        for state, last in zip(record.states(), lasts, strict=True)
    )
    lines = ["The start."]
    for number, (state, action) in enumerate(zip(record.states(), record.actions, strict=False), 1):
        lines.append(f"Move {number} of {moves}: {moved(game, state, action)}.")
    lines[-1] += f" {sentence(record.detail)}"
    pieces, frames = packed(boards)
    so_far = "a game so far" if record.reason == "unfinished" else record.detail
    return {
        "kind": "replay",
        "headline": f"{title_of(game)}: {so_far}",
        "title": ", ".join(f"{seat}: {label}" for seat, label in record.players.items()),
        "pieces": pieces,
        "frames": frames,
        "lines": lines,
    }


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
