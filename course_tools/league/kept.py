"""The games of a league as files: each is there in whole or not at all, and is played once."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from course_tools.grade.files import write_whole
from course_tools.league.playing import DamagedGameError, Played
from course_tools.league.rules import Rules

_LETTERS = 24
"""So many letters of its key make a game's file name."""


class Kept:
    """The folder with the games that have been played, and a page to replay each."""

    def __init__(self, folder: Path, rules: Rules) -> None:
        """Look into this folder, or the one that will be there."""
        self.games, self.replays = folder / "games", folder / "replays"
        self.computing = folder / "computing"
        """What was measured lies apart: in the other two every run leaves the same."""
        self._rules = rules

    def read(self, key: str) -> Played | None:
        """The game with this key, or `None`; one that is damaged is played again."""
        try:
            text = self.games.joinpath(f"{key[:_LETTERS]}.json").read_text(encoding="utf-8")
            found = Played.from_text(text, self._rules)
        except (FileNotFoundError, UnicodeDecodeError, DamagedGameError):
            return None
        if found.key != key:
            return None
        return replace(found, computed=measured(self._computed(key)))

    def write(self, played: Played) -> None:
        """Keep this game: from here on it can't be lost."""
        path = self.games / f"{played.key[:_LETTERS]}.json"
        # The game comes last: when it is there, all of it is.
        computing = self.computing / path.name
        write_whole(computing, (json.dumps(dict(played.computed)) + "\n").encode())
        write_whole(path, played.to_text().encode())
        self.replay(played.key).unlink(missing_ok=True)  # one of a game that was damaged

    def _computed(self, key: str) -> Any:
        """What was written of this game's computing, if it can be read."""
        try:
            return json.loads((self.computing / f"{key[:_LETTERS]}.json").read_text("utf-8"))
        except (OSError, ValueError):
            return None

    def replay(self, key: str) -> Path:
        """Where the page lies on which this game can be stepped through."""
        return self.replays / f"{key[:_LETTERS]}.html"

    def write_replay(self, played: Played) -> None:
        """Make the page to replay this game, unless it is there."""
        path = self.replay(played.key)
        if path.exists():
            return
        from course_lib.views.export.html import html_page  # noqa: PLC0415 - slow to load

        title = f"{played.seating.first} against {played.seating.second}"
        write_whole(path, html_page(played.record, title=title).encode())


def measured(data: Any) -> dict[str, float]:
    """The seconds by seat that lie in this data; what is none is left out.

    >>> measured({"X": 0.25, "O": "long"})
    {'X': 0.25}
    """
    found = data.items() if isinstance(data, dict) else ()
    return {seat: float(one) for seat, one in found if type(one) in {int, float} and one >= 0}
