"""The games that a server has seen, one file each, written whole or not at all."""

from __future__ import annotations

import json
import os
import re
import secrets
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from course_lib.play.record import GameRecord

MOST_LISTED = 200
"""So many of the latest games are listed; the others stay in the folder."""

_NAME = re.compile(r"[0-9]{8}-[0-9]{6}-[0-9]{6}-[0-9a-f]{8}")


class FinishedGame(NamedTuple):
    """A line of the list of finished games."""

    name: str
    players: dict[str, str]
    detail: str
    moves: int


class Archive:
    """A folder of records. A name is the time, in UTC, at which the game began."""

    def __init__(self, folder: Path) -> None:
        """Make the folder, and look at what an earlier server has left in it."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        for left in folder.glob("*.part"):  # what was being written when the power went
            left.unlink(missing_ok=True)
        names = sorted(path.stem for path in folder.glob("*.json") if _NAME.fullmatch(path.stem))
        games = (self._finished(name) for name in names[-MOST_LISTED:])
        self._latest = [entry for entry in games if entry is not None]

    def new_name(self) -> str:
        """A name that no other game has."""
        return f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}-{secrets.token_hex(4)}"

    def latest(self) -> list[FinishedGame]:
        """The latest games, the last one first."""
        return self._latest[::-1]

    def keep(self, name: str, record: GameRecord) -> None:
        """Write this record: who looks into the folder sees all of it, or nothing."""
        path = self.folder / f"{name}.json"
        part = path.with_suffix(".part")
        with part.open("w", encoding="utf-8", newline="\n") as file:
            file.write(record.to_json())
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        entry = FinishedGame(name, dict(record.players), record.detail, len(record.actions))
        self._latest = [*self._latest, entry][-MOST_LISTED:]

    def load(self, name: str) -> GameRecord:
        """The record with this name; one that is not there, or is damaged, is a `ValueError`."""
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name[:60]!r} is no name of a game")
        try:
            return GameRecord.load(self.folder / f"{name}.json")
        except OSError:
            raise ValueError(f"there is no game {name}") from None

    def _finished(self, name: str) -> FinishedGame | None:
        """A line about this file, or `None` for one that is damaged: the others still count."""
        try:
            data: Any = json.loads((self.folder / f"{name}.json").read_text(encoding="utf-8"))
            return FinishedGame(
                name, dict(data["players"]), str(data["detail"]), len(data["actions"])
            )
        except (OSError, ValueError, KeyError, TypeError):
            return None
