"""The sentences for a player that loses by its own fault."""

from __future__ import annotations

import sysconfig
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from course_lib.game import Action, Game, State
from course_lib.play.record import Reason

_LONGEST = 200


class Failure(NamedTuple):
    """Why a player could not go on: a reason of `GameRecord`, and words to follow its name."""

    reason: Reason
    words: str


class Forfeit(Exception):
    """A player raises this to lose, with a sentence: it speaks for another that did something."""

    def __init__(self, sentence: str, reason: Reason = "error") -> None:
        """Keep the sentence, and the word of `GameRecord` that fits, such as `time`."""
        super().__init__(sentence)
        self.reason = reason


def raised(error: BaseException) -> str:
    """What went wrong and where, in one line: the exception and the player's own line of code."""
    text = " ".join("".join(traceback.format_exception_only(error)).split())
    return f"{text if len(text) <= _LONGEST else text[:_LONGEST] + '...'}{_where(error)}"


def same(action: Action, answer: Any) -> bool:
    """Whether a player's answer is this action; what can't even be compared is not."""
    try:
        return bool(action == answer)
    except Exception:  # noqa: BLE001 - the answer may be anything, and so may its ==
        return False


def wrong_answer(game: Game, state: State, answer: Any) -> str:
    """What a player has returned that is no legal action, what was meant perhaps, what is legal."""
    guess = _guess(game, game.actions(state), answer)
    return (
        f"played {_spoken(game, answer)}, which is not legal here"
        f"{guess and f' ({guess})'}; {game.choices(state)}"
    )


def _guess(game: Game, legal: Sequence[Action], answer: Any) -> str:
    """What may have been meant by an answer that is no legal action, or nothing."""
    if answer is None:
        return "is a `return` missing in the player?"
    if isinstance(answer, list) and _as_tuple(answer) in legal:
        return f"a list is no action, the tuple {_as_tuple(answer)!r} is"
    if isinstance(answer, tuple):
        parts = [action for part in answer for action in legal if same(action, part)]
        if parts:
            return f"return the action {parts[-1]!r} alone, without its value"
    if isinstance(answer, str):
        try:
            meant = game.action_named(answer)
        except Exception:  # noqa: BLE001 - a guess must not fail, whatever the text
            return ""
        if meant in legal:
            return f"that is the name of {meant!r}, which `game.action_named` gives"
    return ""


def _as_tuple(answer: Any) -> Any:
    """The answer with every list in it made a tuple."""
    return tuple(map(_as_tuple, answer)) if isinstance(answer, list | tuple) else answer


def _spoken(game: Game, answer: Any) -> str:
    """An action by name and value; what has no name is shown as it is."""
    try:
        return game.spoken(answer)[:_LONGEST]
    except Exception:  # noqa: BLE001 - the answer may be anything, and so may its repr
        return f"a {type(answer).__name__}"


def _where(error: BaseException) -> str:
    """The last line of the player's own code on the way to the exception, in brackets.

    The lines of this library and of Python's own come after it and say less about the mistake.
    """
    not_the_players = _not_the_players()
    own = [
        f" (line {line} of {frame.f_code.co_name})"
        for frame, line in traceback.walk_tb(error.__traceback__)
        if not frame.f_code.co_filename.startswith(not_the_players)
    ]
    return own[-1] if own else ""


def _not_the_players() -> tuple[str, ...]:
    """Where code lies that no player wrote: this library, Python's own, installed packages."""
    kinds = ("stdlib", "platstdlib", "purelib", "platlib")
    library = str(Path(__file__).parents[1])
    return (library, *(sysconfig.get_path(kind) for kind in kinds), "<frozen")
