"""A class's ladder, for lessons 00, 02 and 04: one's own player among a class's, over its network.

The teacher's `course serve` referees the games and keeps the ladder. The player stays here: what
goes over the network is moves. Where there is no class, a sentence says so, and nothing happens.
"""

from __future__ import annotations

import json
import re
import secrets
import sys
import time
from dataclasses import dataclass
from html import escape
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

from course_lib.checks.keeping import grading, keep_data, kept_data
from course_lib.game import Game
from course_lib.play.gtp import connect
from course_lib.play.match import check_player
from course_lib.play.players import PlayerFunction, label_of
from course_lib.play.progress import with_progress
from course_lib.play.record import GameRecord
from course_lib.play.tournament import aligned
from course_lib.views import show
from course_lib.words import _, told

KEPT = "class.json"
GAMES = 10
NAME = re.compile(r"[^\W_][\w .'-]{0,29}")
"""A name that a class may see."""

PAGE = 8000
"""The usual port of the page."""

_PATIENCE, _COUNTING = 3.0, 15.0
_LONGEST = 4_000_000

_NO_CLASS = _(
    "No class so far. If your teacher runs a ladder for your class, write its address between the"
    " quotes of `at`, and a name that the class may see between those of `me`, and run this cell"
    " again. Your own ladder doesn't need it."
)
_FAR_AWAY = _(
    "From here there is no way into your class's network. Open the notebook in JupyterLab on a"
    " computer in class to join its ladder. Your own ladder doesn't need it."
)


@dataclass(frozen=True, repr=False)
class ClassStanding:
    """How the class stands, and the last game of one's own; or just `words`, which say why not."""

    words: str
    rows: tuple[dict[str, Any], ...] = ()
    """The strongest first."""
    mine: str = ""
    """What one's own player is called there."""
    last: GameRecord | None = None

    def _cells(self) -> list[tuple[str, ...]]:
        heads = ("", "player", "rating", "won", "drawn", "lost")
        counts = ("won", "drawn", "lost")
        return [heads][: len(self.rows)] + [
            (
                *(f"{at}", f"{row['name']}", f"{row['elo']} ({row['low']} to {row['high']})"),
                *(f"{row[count]}" for count in counts),
            )
            for at, row in enumerate(self.rows, 1)
        ]

    def __repr__(self) -> str:
        return "\n".join([*([aligned(self._cells())] if self.rows else []), told(self.words)])

    def _repr_html_(self) -> str:
        """The ladder, the strongest on top, and the last game below it."""
        table = ""
        for at, cells in enumerate(self._cells()):
            own = ' style="font-weight:bold"' if cells[1] == self.mine else ""
            kind = "td" if at else "th"
            line = "".join(f"<{kind}>{escape(cell)}</{kind}>" for cell in cells)
            table += f"<tr{own}>{line}</tr>"
        shown = show(self.last)._repr_html_() if self.last else ""
        return f"<table>{table}</table><p>{escape(told(self.words))}</p>{shown}"


def meet_class(
    game: Game, player: PlayerFunction, *, at: str = "", me: str = "", name: str = ""
) -> ClassStanding:
    """Your player's ten games on the class's ladder, against classmates and our own players.

    `at` is the address that your teacher has shown, and `me` a name that the class may see, or the
    token that your teacher gave you. Both are kept in `my_work/`.
    """
    check_player("to meet your class", player)
    if grading():
        return ClassStanding(_NO_CLASS)
    if sys.platform == "emscripten" or "google.colab" in sys.modules:
        return ClassStanding(_FAR_AWAY)
    kept = kept_data(KEPT)  # where the class was met last, who we were there, and what proves it
    at, me = at or str(kept.get("at", "")), me or str(kept.get("me", ""))
    key = str(kept.get("key") or secrets.token_hex(16))
    if not (at and me):
        return ClassStanding(_NO_CLASS)
    try:
        place = urlsplit(at if "//" in at else f"//{at}")
        server = _Server(place.hostname or "", place.port or PAGE)
    except ValueError as error:
        return ClassStanding(f"{at!r} is no address ({error}); it looks like 192.168.1.20:8000.")
    try:
        return _met(game, player, name or label_of(player), server, (me, key))
    except ConnectionError as error:
        return ClassStanding(
            f"The class's ladder at {server} doesn't answer ({error}). Is it open, and is this"
            " computer in the class's network? Your own ladder goes on without it."
        )


def _met(
    game: Game, player: PlayerFunction, name: str, server: _Server, who: tuple[str, str]
) -> ClassStanding:
    """What comes of the games at this server."""
    me, key = who
    lobby = server.lobby(me)
    room = _room(lobby, game)
    if room is None:
        return ClassStanding(f"There is no ladder for this game at {server}.")
    if lobby["tokens"] and not lobby["you"]:
        return ClassStanding("`me` has to be the token that your teacher gave you.")
    if not lobby["tokens"] and not NAME.fullmatch(me):
        return ClassStanding("`me` has to be a name of at most 30 letters and digits.")
    failed = keep_data(KEPT, {"at": str(server), "me": me, "key": key})
    words = f"Your name could not be kept for the next time ({failed}). " if failed else ""
    name = " ".join(name.split())[:40].strip()
    mine, token = f"{name} of {lobby['you'] or me}", me if lobby["tokens"] else f"{me}:{key}"
    games, where = _games(room, mine), (server.host, int(room["port"]))
    for _number in with_progress(range(GAMES), GAMES, "games"):
        try:
            [end] = connect(player, *where, game=game, name=f"{name} #{token}")
        except ConnectionError as error:
            words += f"{error}. "
            break
        games += 1
        if re.match(r"You are (\w+)\. \1 lost:", end):
            words += "Your player broke a rule of the ladder, and stopped there. "
            break
    rows = _rows_with(server, game, mine, games)
    row = next((row for row in rows if row["name"] == mine), None)
    if row is None:
        return ClassStanding(words or "The ladder hasn't counted your games yet.", rows)
    record = GameRecord.from_json(json.dumps(server.asked(f"record/{row['last']}.json")))
    words += f"On the class's ladder at {server}, your player is called {mine!r}. "
    return ClassStanding(f"{words}Its last game: {row['story']}", rows, mine, record)


def _room(lobby: Any, game: Game) -> Any:
    """The ladder of this game, or `None`."""
    rooms = (room for room in lobby["rooms"] if room["rules"] == repr(game))
    return next((room for room in rooms if room["ladder"] is not None), None)


def _games(room: Any, mine: str) -> int:
    """How many games of this player are counted."""
    rows = (row for row in room["ladder"] if row["name"] == mine)
    return sum(row["won"] + row["drawn"] + row["lost"] for row in rows)


def _rows_with(server: _Server, game: Game, mine: str, games: int) -> tuple[dict[str, Any], ...]:
    """The rows, when all these games of ours are counted, or after some seconds."""
    end = time.monotonic() + _COUNTING
    while True:
        room = _room(server.lobby(), game)
        if _games(room, mine) >= games or time.monotonic() > end:
            return tuple(room["ladder"])
        time.sleep(0.3)


class _Server(NamedTuple):
    """Where the class's page is. Whatever is wrong with it is a `ConnectionError`."""

    host: str
    page: int

    def __str__(self) -> str:
        return f"{self.host}:{self.page}"

    def lobby(self, token: str = "") -> Any:
        """Which games are played there, and who has this token."""
        lobby = self.asked("lobby.json", token)
        if not isinstance(lobby, dict) or not {"rooms", "tokens", "you"} <= set(lobby):
            raise ConnectionError("what answers there is something else")
        return lobby

    def asked(self, path: str, token: str = "") -> Any:
        """The JSON that is there."""
        from http.client import HTTPConnection, HTTPException  # noqa: PLC0415 - only in a class

        line = HTTPConnection(*self, timeout=_PATIENCE)
        try:
            line.request("GET", f"/{path}", headers={"Authorization": quote(token)})
            return json.loads(line.getresponse().read(_LONGEST))
        except (OSError, HTTPException, ValueError) as error:
            raise ConnectionError(f"{error}" or type(error).__name__) from None
        finally:
            line.close()
