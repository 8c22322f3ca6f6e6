"""The pages of a server: the list of tables, a table to watch or to play at, and the replays."""

from __future__ import annotations

import asyncio
import secrets
from functools import partial
from typing import Any
from urllib.parse import unquote

from tornado.web import Application, HTTPError

from course_lib.game import RESIGN, Action
from course_lib.play.record import GameRecord
from course_lib.views.boards import board_svg, title_of
from course_lib.views.playing import Clicks, view_of
from course_tools.arena.drop_box import BoxPage, DropBox, HandIn, SitePage
from course_tools.arena.server import CourseServer
from course_tools.arena.server_table import GameTable, PersonSeat
from course_tools.arena.web import FILES, FilePage, Page, application

_MOST_TABLES = 200

SESSION = "session"
"""The cookie that tells one browser from another behind the same address."""


def pages(server: CourseServer, names: set[str] | None) -> Application:
    """What answers browsers; only those that call us by one of these names, if there are any."""
    more = {"server": server}
    name, secret = r"([0-9a-f-]{1,60})", r"([\w-]{1,60})"
    return application(
        [
            *_of_site(server),
            (r"/()", _Lobby, more),
            (r"/lobby.json", _List, more),
            (r"/sit", _Sit, more),
            (rf"/table/{name}/()", _Board, more),
            (rf"/table/{name}/news", _News, more),
            (rf"/seat/()/?{secret}/", _Board, more),
            (rf"/seat/()/?{secret}/news", _News, more),
            (rf"/seat/{secret}/do", _Click, more),
            (rf"/replay/{name}(\.json)?", _Replay, more),
            (rf"/(?:table/{name}/|seat/{secret}/)?({FILES})", FilePage),
        ],
        names=names,
    )


def _of_site(server: CourseServer) -> list[tuple[Any, ...]]:
    """The routes of the course's site and its drop box, if there is one."""
    site, box = server.plan.site, {"box": DropBox(server.plan.drop_box, server.plan.tokens)}
    return [] if site is None else [
        (r"/hand-in", HandIn, box),
        (r"/site/lite/hand-in\.json", BoxPage, box),
        (r"/site/(.*)", SitePage, {"path": str(site), "default_filename": "index.html"}),
    ]  # fmt: skip


class _ServerPage(Page):
    def initialize(self, server: CourseServer) -> None:
        """Remember whose pages these are."""
        self.server = server

    def seen(self, name: str, secret: str) -> tuple[GameTable, PersonSeat | None]:
        """The table of this name, or where this secret's person sits."""
        if secret:
            _, person = self.server.people.get(secret, (None, None))
            if person is None or person.table is None:
                raise HTTPError(404)
            return person.table, person
        found = self.server.find(name)
        if found is None:
            raise HTTPError(404)
        return found, None


class _Lobby(_ServerPage):
    def get(self, _: str) -> None:
        if not self.get_cookie(SESSION):
            made = secrets.token_urlsafe(18)
            self.set_cookie(SESSION, made, expires_days=None, httponly=True, samesite="Strict")
        self.render("server_lobby.html", title="Tables")


class _List(_ServerPage):
    def get(self) -> None:
        rooms = [
            {
                "port": room.port,
                "game": _title(room.plan.game),
                "seconds": room.plan.seconds,
                "against": room.plan.against,
                "rules": repr(room.plan.game),
                "ladder": None if room.ladder is None else room.ladder.rows,
                "waiting": [{"id": seat.id, "name": seat.label} for seat in room.present()],
                "playing": len(room.tables),
                "tables": [
                    {"name": one.name, "players": one.labels, "moves": len(one.actions)}
                    for one in list(room.tables.values())[-_MOST_TABLES:]
                ],
            }
            for room in self.server.rooms
        ]
        archive = self.server.archive
        games = [
            {**entry._asdict(), "kept": entry.name not in archive.unkept}
            for entry in archive.latest()
        ]
        tokens = self.server.plan.tokens
        you = tokens.get(unquote(self.request.headers.get("Authorization", "")), "")
        more = {"tokens": bool(tokens), "you": you, "address": self.server.in_network}
        self.finish({"rooms": rooms, "games": games, **more})


class _Sit(_ServerPage):
    def post(self) -> None:
        content = self.sent()
        port, partner = content.get("port"), content.get("partner")
        if not isinstance(port, int) or not isinstance(partner, str):
            raise HTTPError(400, "a port and the id of a partner are needed")
        first, token = content.get("first") is not False, str(content.get("token", ""))
        who = {"address": self.request.remote_ip or "", "session": self.get_cookie(SESSION, "")}
        try:
            seat = self.server.sit_down(port, partner, first=first, token=token, **who)
            self.finish({"seat": seat})
        except ValueError as error:
            raise HTTPError(409, "%s", str(error)) from None


class _Board(_ServerPage):
    def get(self, name: str, secret: str) -> None:
        if not secret and self.server.find(name) is None:
            self.redirect(f"/replay/{name}")
            return
        room, person = self.server.people.get(secret, (None, None))
        if room is not None and person is not None and person.table is None:
            person.seen = asyncio.get_running_loop().time()
            self.render("server_waiting.html", title=_title(room.plan.game))
            return
        table, person = self.seen(name, secret)
        self.render(
            "server_table.html",
            title=_title(table.game),
            name=table.name,
            players=who_plays(table, person),
        )


class _News(_ServerPage):
    async def get(self, name: str, secret: str = "") -> None:
        table, person = self.seen(name, secret)
        await table.changes.after(self.known())
        self.finish(shown(table, person))


class _Click(_ServerPage):
    def post(self, secret: str) -> None:
        table, person = self.seen("", secret)
        if person is not None:
            click(table, person, self.sent())
        self.finish({})


class _Replay(_ServerPage):
    async def get(self, name: str, ending: str | None) -> None:
        try:
            record = await asyncio.to_thread(self.server.archive.load, name)
        except ValueError as error:
            raise HTTPError(404, "%s", str(error)) from None
        if ending:
            self.set_header("Content-Type", "application/json; charset=utf-8")
            self.finish(record.to_json())
            return
        self.finish_alone(await self.server.replays.page(name, partial(_replay, record)))


def _replay(record: GameRecord) -> str:
    """The page on which a game can be stepped through."""
    from course_lib.views.export import html_page  # noqa: PLC0415 - slow to load

    players = ", ".join(f"{seat}: {label}" for seat, label in record.players.items())
    return html_page(record, title=f"{_title(record.game)} - {players} - {record.detail}")


def _title(game: Any) -> str:
    """A game's name and its size."""
    size = game.options.get("size")
    return f"{title_of(game)}, size {size}" if size else title_of(game)


# --- what a page shows of a table -----------------------------------------------------------------

WIDTH = 620


def shown(table: GameTable, person: PersonSeat | None) -> dict[str, Any]:
    """All that `board.js` needs to show this table, to a person who sits there or to nobody."""
    svg = board_svg(table.game, table.state, last=table.last, size=WIDTH)
    turn = person is not None and person.to_move
    clicks = Clicks(table.game, table.state, table.game.actions(table.state) if turn else ())
    more = {"turn": len(table.actions), "status": status(table, person), "pace": None}
    if person is None:
        view = view_of(table.game, clicks, (), note="", controls=[], **more)
    else:
        resign = ("resign", "Really resign" if person.resigning else "Resign", turn)
        more |= {"note": person.note, "controls": [resign]}
        view = view_of(table.game, clicks, person.chosen, **more)
    over = table.kept is not None
    return {"number": table.changes.number, "svg": svg, "view": view, "over": over}


def click(table: GameTable, person: PersonSeat, content: dict[str, Any]) -> None:
    """Do what a person has clicked; what makes no sense (any more) does nothing."""
    what, name = content.get("do"), str(content.get("name"))
    if content.get("turn") != len(table.actions) or not person.to_move:
        return
    legal = table.game.actions(table.state)
    if what == "control" and name == "resign":
        if person.resigning:
            person.give(RESIGN)
            return
        person.resigning, person.chosen = True, ()
        person.note = "To give the game up, press the button once more."
    elif what == "action":
        named = {table.game.action_name(action): action for action in legal}
        if name in named:
            person.give(named[name])
    elif what == "square":
        _click(table, person, legal, name)
    table.changes.tell()


def who_plays(table: GameTable, person: PersonSeat | None) -> str:
    """Who plays whom, and how long each may think, in a sentence or two."""
    clock = f"{table.seconds:g} s for each move"
    mine = next((seat for seat, who in table.seats.items() if who is person), None)
    if mine is None or person is None:
        seats = ", ".join(f"{player}: {label}" for player, label in table.labels.items())
        return f"{seats}. A program has {clock}."
    [theirs] = [seat for seat in table.seats.values() if seat is not person]
    first = "first" if mine == table.game.players[0] else "second"
    who = f"You play {mine}, and move {first}, against {theirs.label}"
    if isinstance(theirs, PersonSeat):
        return f"{who}. You both have {person.seconds:g} s for each move."
    return f"{who}, which has {clock}. You have {person.seconds:g} s."


def status(table: GameTable, person: PersonSeat | None) -> str:
    """How the game has ended, or whose turn it is, in a sentence."""
    if table.record is not None:
        mine = "".join(f" You were {seat}." for seat, who in table.seats.items() if who is person)
        late = " The record is not kept yet; the server goes on trying."
        return f"{table.record.detail}.{mine}{late if table.kept is False else ''}"
    seat = table.game.to_move(table.state)
    moved = f"{table.mover} played {table.game.action_name(table.last)}. " if table.mover else ""
    if table.seats[seat] is person:
        return f"{moved}Your turn: you play {seat}."
    return f"{moved}{seat} ({table.seats[seat].label}) to move."


def _click(table: GameTable, person: PersonSeat, legal: tuple[Action, ...], name: str) -> None:
    """Play the action that this square completes, or remember the square, or say what is wrong."""
    clicks = Clicks(table.game, table.state, legal)
    way = clicks.after(person.chosen, name)
    person.note, person.resigning = "", False
    if way is None:
        name = clicks.falls.get(name, name)
        person.note, person.chosen = f"{name[:20]} can't be played now.", ()
    elif way in clicks.ways:
        person.give(clicks.ways[way])
    else:
        person.chosen = way
