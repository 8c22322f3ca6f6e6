"""What a server has been told and has told others, in one log: games, names, hand-ins.

`Kept.of` makes of the log's entries what is kept, and `Kept.missing` the entries that a server
which was killed has left out: how a game has ended follows from its moves. `Store` does both at the
start, and adds from then on. The records in the folder, one file for each game, are copies.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import secrets
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from course_lib.game import Action, Game
from course_lib.plain import tagged, untagged, write_whole
from course_lib.play.games_by_name import game_from_data, game_to_data
from course_lib.play.match import Forfeit, Match
from course_lib.play.record import GameRecord
from course_tools.files import remove_unfinished
from course_tools.log import Log

MOST_LISTED = 200
"""So many of the latest games are listed; the others stay in the folder."""

FILE = "class.log"
"""The log's name in the folder of records."""

HAND_IN = ("when", "lesson", "name", "code", "file", "bytes")
"""What the log has of each hand-in."""

_NAME = re.compile(r"[0-9]{8}-[0-9]{6}-[0-9]{6}-[0-9a-f]{8}")

_UNREADABLE = (ValueError, LookupError, TypeError, AttributeError, RecursionError, Forfeit)

_ENDS = ("reason", "detail", "culprit", "winner", "ladder")

Entry = dict[str, Any]
"""A line of the log: about a game, a name that has an owner now, or what was handed in."""


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
    digest: str = ""
    """Two games of the same players are the same game where this is."""


@dataclass
class LoggedGame:
    """A game as the log has it."""

    rules: Any
    players: dict[str, str]
    ladder: bool
    moves: list[Any] = field(default_factory=list)
    took: list[float] = field(default_factory=list)
    end: Entry | None = None
    """How it has ended; `None` while it goes on."""

    def record(self) -> GameRecord:
        """The record: its end as it was told, or else as it follows from the moves."""
        game = game_from_data(self.rules)
        if self.end is not None:
            data = {"players": self.players, "start": None, "actions": self.moves, **self.end}
            return GameRecord.from_data(game, data)
        match = Match(game, self.players, game.initial)
        for action in map(untagged, self.moves):
            match.take(game.to_move(match.state), action)
        return match.record or match.stop("the server was ended by force")

    def text(self) -> str:
        """The record as a file has it, with the seconds of each move."""
        ladder = self.end["ladder"] if self.end else ""
        return self.record().to_json(seconds=self.took, ladder=ladder)

    def line(self, name: str) -> FinishedGame:
        """What the lists say of it, once it has ended."""
        end = self.end or {}
        _, detail, _, winner, ladder = (end[one] for one in _ENDS)
        text = json.dumps([sorted(self.players.items()), self.moves, self.end])
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        won = self.players.get(winner, "")
        return FinishedGame(name, self.players, detail, len(self.moves), won, ladder, digest)


@dataclass
class Kept:
    """All that a log says."""

    games: dict[str, LoggedGame] = field(default_factory=dict)
    owners: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The shown name and the digest of the secret, by the name as it is compared."""
    hand_ins: list[Entry] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    """A sentence for each entry or game that can't be understood."""

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> Kept:
        """What these entries say; one that says again what was said before changes nothing."""
        kept = cls()
        for number, entry in enumerate(entries, 1):
            try:
                kept._take(entry)
            except _UNREADABLE as error:
                kept.odd.append(f"entry {number} can't be understood: {error!r:.200}")
        return kept

    def _take(self, entry: Entry) -> None:
        if "owner" in entry:
            key, shown, digest = entry["owner"]
            self.owners.setdefault(key, (shown, digest))
        elif "hand_in" in entry:
            self.hand_ins.append({one: entry["hand_in"][one] for one in HAND_IN})
        elif "rules" in entry:
            begun = LoggedGame(entry["rules"], dict(entry["players"]), entry["ladder"] is True)
            self.games.setdefault(entry["game"], begun)
        elif (game := self.games[entry["game"]]).end is not None:
            return
        elif "move" in entry:
            game.took.append(float(entry["took"]))
            game.moves.append(entry["move"])
        elif entry["end"] is None:
            del self.games[entry["game"]]
        else:
            game.end = {one: entry["end"][one] for one in _ENDS}

    def missing(self) -> list[Entry]:
        """The ends of all games that have none; what can't be ended is named in `odd`."""
        found = []
        for name, game in list(self.games.items()):
            if game.end is not None:
                continue
            try:
                record = game.record() if game.moves else None
            except _UNREADABLE as error:
                who = " and ".join(game.players.values())
                self.odd.append(f"{name}, a game of {who}, can't be rescued: {error!s:.200}")
                del self.games[name]
                continue
            found.append({"game": name, "end": record and _end(record, counts=game.ladder)})
            self._take(found[-1])
        return found


def _end(record: GameRecord, *, counts: bool) -> Entry:
    """How this game has ended, and on whose ladder that counts."""
    ladder = repr(record.game) if counts and record.reason != "unfinished" else ""
    return {one: record.to_data()[one] for one in _ENDS[:-1]} | {"ladder": ladder}


class Store:
    """A folder of records with its log. A game's name is the time, in UTC, at which it began."""

    def __init__(self, folder: Path) -> None:
        """Read what there is, and end what a killed server has left."""
        folder.mkdir(parents=True, exist_ok=True)
        remove_unfinished(folder)
        self.folder, self.log = folder, Log(folder / FILE)
        kept = Kept.of(self.log.entries)
        self.news = [*self.log.damaged]
        """Sentences for whoever starts the server."""
        missing = kept.missing()
        self.news += [f"{self.log.path}: {sentence}" for sentence in kept.odd]
        for entry in missing:
            self.log.add(entry)
        self.log.entries = []
        self.owners, self.hand_ins = kept.owners, kept.hand_ins
        self.finished = [game.line(name) for name, game in sorted(kept.games.items())]
        self._lock = threading.Lock()
        self._copies: dict[str, str] = {}
        """The texts of records that have no file yet."""
        self._fresh: dict[str, int] = {}
        """The numbers of entries that end a game, and may not be on the disk yet."""
        for name in kept.games.keys() - {path.stem for path in folder.glob("*.json")}:
            try:
                self._copies[name] = kept.games[name].text()
            except _UNREADABLE as error:
                self.news.append(f"{self.log.path}: {name} has no right end: {error!s:.200}")
        self.settle()

    def new_name(self) -> str:
        """A name that no other game has."""
        return f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}-{secrets.token_hex(4)}"

    def latest(self) -> list[FinishedGame]:
        """The latest games, the last one first."""
        return self.finished[: -MOST_LISTED - 1 : -1]

    def on_ladder(self, game: Game) -> list[FinishedGame]:
        """All games that were ever played on this game's ladder, the first one first."""
        return [one for one in self.finished if one.ladder == repr(game)]

    def settle(self) -> int:
        """How many games that had ended before are not on the disk, after all was tried again."""
        with self._lock:
            copies, ended = dict(self._copies), [*self._fresh.values()]
        self.log.settle()
        with self._lock:
            self._fresh = {name: at for name, at in self._fresh.items() if at > self.log.kept}
        for name, text in copies.items():
            with contextlib.suppress(OSError):
                write_whole(self.folder / f"{name}.json", text)
                with self._lock:
                    self._copies.pop(name, None)
        return sum(number > self.log.kept for number in ended)

    def close(self) -> int:
        """How many ended games could not be written to the disk; nothing more is taken."""
        left = self.settle()
        self.log.close()
        return left

    def is_kept(self, name: str) -> bool:
        """Whether the end of this game is on the disk."""
        return name not in self._fresh

    def own(self, key: str, shown: str, digest: str) -> None:
        """Give a name that is nobody's to whoever knows this secret; `settle` keeps it."""
        if key not in self.owners:
            self.log.add({"owner": [key, shown, digest]})
            self.owners[key] = shown, digest

    # --- games -----------------------------------------------------------------------------------

    def begin(
        self, name: str, game: Game, players: Mapping[str, str], *, ladder: bool = False
    ) -> None:
        """Note a game that begins, and may count on a ladder."""
        rules = game_to_data(game)
        self.log.add({"game": name, "rules": rules, "players": dict(players), "ladder": ladder})

    def add(self, name: str, action: Action, took: float = 0.0) -> None:
        """Note a move, and how many seconds it took."""
        self.log.add({"game": name, "move": tagged(action), "took": took})

    def end(
        self, name: str, record: GameRecord, took: Sequence[float] = (), *, ladder: bool = False
    ) -> FinishedGame | None:
        """What the lists say of this game; one that ended before its first move is not kept.

        `settle` puts it on the disk, and a copy beside the log.
        """
        if record.reason == "unfinished" and not record.actions:
            self.log.add({"game": name, "end": None})
            return None
        end = _end(record, counts=ladder)
        with self._lock:
            self._fresh[name] = self.log.add({"game": name, "end": end})
            text = record.to_json(seconds=list(took), ladder=end["ladder"])
            self._copies[name] = text
        moves = [tagged(action) for action in record.actions]
        game = LoggedGame(None, dict(record.players), ladder, moves, end=end)
        self.finished.append(game.line(name))
        return self.finished[-1]

    def load(self, name: str) -> GameRecord:
        """The record with this name; one that is not there, or is damaged, is a `ValueError`."""
        if (text := self._copies.get(name)) is not None:
            return GameRecord.from_json(text)
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name[:60]!r} is not a name of a game")
        try:
            return GameRecord.load(self.folder / f"{name}.json")
        except OSError:
            raise ValueError(f"there is no game {name}") from None
