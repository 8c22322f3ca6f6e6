"""How a check asks a game, and how it complains: `BrokenPromise` and `Asking`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from course_lib.game import Game, IllegalAction, State


class BrokenPromise(AssertionError):
    """A game does not keep its promise; the text says which line of it, where, and how."""


class Asking:
    """Questions to one game; a wrong answer, or an exception instead, breaks the promise."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def broken(
        self, line: str, state: State, expected: str, found: str, cause: Exception | None = None
    ) -> NoReturn:
        """Raise the error for this line of the promise."""
        where = "" if state is None else f"\n  in this state:\n{self.shown(state)}"
        text = f"{line}{where}\n  expected: {expected}\n  found: {found}"
        raise BrokenPromise(text) from cause

    def shown(self, state: State) -> str:
        """The state as its game renders it, or as Python does if that fails."""
        try:
            text = str(self.game.render(state))
        except Exception:  # noqa: BLE001 - whatever render does, the complaint must come out
            text = repr(state)
        return "\n".join(f"    {line}" for line in text.splitlines())

    def ask(self, what: str, state: State, function: Callable[..., Any], *given: Any) -> Any:
        """What the game answers; an exception is a broken promise too."""
        try:
            return function(*given)
        except BrokenPromise:
            raise
        except Exception as error:  # noqa: BLE001 - the game may raise anything, and we say where
            self.broken(f"{what} works", state, "no exception", said(error), error)

    def refuses(
        self,
        what: str,
        state: State,
        kind: type[Exception],
        function: Callable[..., Any],
        *given: Any,
    ) -> None:
        """Insist that the game raises this kind of error."""
        try:
            found = function(*given)
        except kind as refusal:
            if issubclass(kind, IllegalAction) and not str(refusal).strip():
                self.broken(what, state, "an IllegalAction that says why", "one without a text")
            return
        except Exception as error:  # noqa: BLE001 - the game may raise anything; one kind is right
            self.broken(what, state, f"the exception {kind.__name__}", said(error), error)
        same = "the same state back" if found == state else f"the answer {found!r}"
        self.broken(what, state, f"the exception {kind.__name__}", same)


def said(error: Exception) -> str:
    """An error's kind and text."""
    return f"{type(error).__name__}: {error}"
