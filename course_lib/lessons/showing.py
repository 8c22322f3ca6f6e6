"""What lessons 01, 03, 04, 05, 07, 09 and 10 show of functions: their source, and promises."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from random import Random
from typing import Any

from course_lib.game import Game
from course_lib.games import BrokenPromise, check_game
from course_lib.words import Say, _, told


@dataclass(frozen=True, repr=False)
class Source:
    """The lines of these functions; a notebook shows them as a fold."""

    names: tuple[str, ...]
    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        """A line to click, with the source below it."""
        title = f"Show me {escape(', '.join(self.names))}"
        return f"<details><summary>{title}</summary><pre>{escape(self.text)}</pre></details>"


def show_me(*functions: Callable[..., Any]) -> Source:
    """How these functions are written."""
    texts = [inspect.getsource(one).rstrip() for one in functions]
    return Source(tuple(one.__name__ for one in functions), "\n\n\n".join(texts))


def checked(game: Game) -> str:
    """What `check_game` has to say about this game, in a sentence."""
    game.is_terminal(game.initial)  # stops here as long as a function is still to be written
    try:
        check_game(game, Random(1))
    except BrokenPromise as broken:
        return told(Say("A broken promise: {broken}", broken=str(broken)))
    return told(_("It keeps every promise."))
