"""`show_me`: the source of a function that a lesson hands out, folded."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any


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
