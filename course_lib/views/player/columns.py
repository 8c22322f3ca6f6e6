"""Data for the browser, kept small: every text once, and a column of numbers for each fact."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from course_lib.views import theme
from course_lib.views.trees.layout import tidy_layout

NODE_KINDS = ("max", "min", "player", "leaf", "cut")
STEP_KINDS = ("start", "enter", "leave", "cut", "end", *theme.PHASES)
WIDTHS = {"inner": 92, "leaf": 56, "cut": 44}
_GAP = 14


class Texts:
    """A list of different texts; `texts(words)` gives the place of these words in it."""

    def __init__(self) -> None:
        self.list: list[str] = [""]
        self._places = {"": 0}

    def __call__(self, words: str | None) -> int:
        """The place of these words; 0 for none."""
        place = self._places.setdefault(words or "", len(self.list))
        if place == len(self.list):
            self.list.append(words or "")
        return place


def places(parents: Sequence[int | None], widths: Sequence[float]) -> list[float]:
    """The x of each node's middle, from 0 on, with as few digits as a picture needs."""
    return [round(x, 1) for x in tidy_layout(parents, widths, _GAP)]


def look() -> dict[str, Any]:
    """The colours that the browser takes from our theme."""
    names = ("BLUE", "VERMILION", "INK", "QUIET", "GROUND", "PAPER", "LINE", "FADED", "WIN")
    colours = {name.lower(): getattr(theme, name) for name in (*names, "FIRST_FILL", "SECOND_FILL")}
    return colours | {"phases": theme.PHASES, "font": theme.FONT, "widths": WIDTHS}
