"""The games that a server has seen, one file each: written whole, and lost by no crash.

While a game goes on, each of its moves is added to a journal, so a server that was killed leaves
the game as far as it went. A record that can't be written is kept in memory, and tried again.
"""

from __future__ import annotations

import contextlib
import json
import re
import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from course_lib.game import Action, Game
from course_lib.plain import file_text, tagged
from course_lib.play.games_by_name import game_from_data, game_to_data
from course_lib.play.record import GameRecord
from course_tools.files import remove_unfinished, write_whole

MOST_LISTED = 200
"""So many of the latest games are listed; the others stay in the folder."""

_NAME = re.compile(r"[0-9]{8}-[0-9]{6}-[0-9]{6}-[0-9a-f]{8}")


class FinishedGame(NamedTuple):
    """A line of the list of finished games."""

    name: str
    players: dict[str, str]
    detail: str
    moves: int
    winner: str
    """The name of who has won, or `""` for nobody."""
    ladder: str
    """The game on whose ladder this one counts, as code, or `""`."""


class Archive:
    """A folder of records. A name is the time, in UTC, at which the game began."""

    def __init__(self, folder: Path) -> None:
        """Make the folder, and put right what an earlier server has left in it."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._latest: list[FinishedGame] = []
        self.unkept: dict[str, str] = {}
        """Records that could not be written yet, as JSON by name."""
        remove_unfinished(folder)
        for journal in sorted(folder.glob("*.going")):
            self._rescue(journal)
        names = sorted(path.stem for path in folder.glob("*.json") if _NAME.fullmatch(path.stem))
        games = map(self._finished, names[-MOST_LISTED:])
        self._latest = [entry for entry in games if entry is not None]

    def new_name(self) -> str:
        """A name that no other game has."""
        return f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}-{secrets.token_hex(4)}"

    def latest(self) -> list[FinishedGame]:
        """The latest games, the last one first."""
        return self._latest[::-1]

    # --- while a game goes on --------------------------------------------------------------------

    def begin(self, name: str, game: Game, players: Mapping[str, str]) -> None:
        """Begin the journal of a game."""
        self._note(name, {"game": game_to_data(game), "players": dict(players)})

    def add(self, name: str, action: Action) -> None:
        """Add a move to the game's journal."""
        self._note(name, tagged(action))

    def _note(self, name: str, line: Any) -> None:
        # A full disk must not stop a game; its record is another matter.
        with contextlib.suppress(OSError), self._journal(name).open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def _journal(self, name: str) -> Path:
        return self.folder / f"{name}.going"

    def _rescue(self, journal: Path) -> None:
        """Keep a game that its server did not see to the end, as far as its journal tells."""
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError, IndexError):
            lines = file_text(journal).split("\n")[:-1]  # what is whole
            head, *actions = map(json.loads, lines)
            game = game_from_data(head["game"])
            end = {"reason": "unfinished", "detail": "the server was ended by force"}
            nobody = {"start": None, "culprit": None, "winner": None}
            data = {"players": head["players"], "actions": actions, **end, **nobody}
            if actions:
                self.keep(journal.stem, GameRecord.from_data(game, data))
            if journal.stem not in self.unkept:
                journal.unlink(missing_ok=True)

    # --- finished games --------------------------------------------------------------------------

    def on_ladder(self, game: Game) -> list[FinishedGame]:
        """All games that were ever played on this game's ladder, the first one first."""
        names = sorted(path.stem for path in self.folder.glob("*.json"))
        games = map(self._finished, filter(_NAME.fullmatch, names))
        return [one for one in games if one is not None and one.ladder == repr(game)]

    def keep(
        self, name: str, record: GameRecord, seconds: Sequence[float] = (), *, ladder: bool = False
    ) -> FinishedGame:
        """What the lists say of this game, which is on the disk now or, for `retry`, in `unkept`.

        Who looks into the folder sees all of a record, or nothing. `seconds` says how long each
        move took. `ladder` says whether the game counts on a ladder.
        """
        counts = repr(record.game) if ladder else ""
        self.unkept[name] = record.to_json(seconds=list(seconds), ladder=counts)
        self._written(name)
        winner = "" if record.winner is None else record.players[record.winner]
        moves = len(record.actions)
        entry = FinishedGame(name, dict(record.players), record.detail, moves, winner, counts)
        self._latest = [*self._latest, entry][-MOST_LISTED:]
        return entry

    def retry(self) -> int:
        """How many games are still in memory alone, after each was tried again."""
        for name in list(self.unkept):
            self._written(name)
        return len(self.unkept)

    def forget(self, name: str) -> None:
        """Drop the journal of a game that is not to be kept."""
        with contextlib.suppress(OSError):
            self._journal(name).unlink(missing_ok=True)

    def load(self, name: str) -> GameRecord:
        """The record with this name; one that is not there, or is damaged, is a `ValueError`."""
        if name in self.unkept:
            return GameRecord.from_json(self.unkept[name])
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name[:60]!r} is not a name of a game")
        try:
            return GameRecord.load(self.folder / f"{name}.json")
        except OSError:
            raise ValueError(f"there is no game {name}") from None

    def _written(self, name: str) -> bool:
        try:
            write_whole(self.folder / f"{name}.json", self.unkept[name].encode())
        except OSError:
            return False
        self.forget(name)
        self.unkept.pop(name, None)
        return True

    def _finished(self, name: str) -> FinishedGame | None:
        """A line about this file, or `None` for one that is damaged: the others still count."""
        try:
            data: Any = json.loads(file_text(self.folder / f"{name}.json"))
            players, moves = dict(data["players"]), len(data["actions"])
            winner, ladder = players.get(data["winner"], ""), str(data.get("ladder", ""))
            return FinishedGame(name, players, str(data["detail"]), moves, winner, ladder)
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None
