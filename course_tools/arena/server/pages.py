"""The class's room: its ports, the list of tables, a table to watch, and the records."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Coroutine, Sequence
from random import Random
from typing import Any
from urllib.parse import unquote

from tornado.web import HTTPError

from course_lib.views.boards import board_svg, title_of
from course_lib.views.playing import Clicks, view_of
from course_tools.arena.server.ladder import OwnNames
from course_tools.arena.server.plan import ServerPlan
from course_tools.arena.server.server import WaitingRoom, Warn
from course_tools.arena.server.store import Store
from course_tools.arena.server.table import GameTable
from course_tools.arena.server.web import Changes, Lines, Page, Room, Server

_MOST_TABLES = 200

RETRY = 2.0
"""Seconds between two tries to write what could not be written."""


class ClassRoom(Room):
    """All ports of a plan, and the pages that show them."""

    def __init__(
        self, plan: ServerPlan, store: Store, rng: Random, warn: Warn = lambda _: None
    ) -> None:
        """Prepare; `rng` decides who moves first."""
        self.plan, self.store, self.warn = plan, store, warn
        names = OwnNames(
            store, lambda: [one.token for room in self.rooms for one in room.programs()]
        )
        self.rooms = [WaitingRoom(port, plan, store, rng, names) for port in plan.ports]
        self.ports = [port.port for port in plan.ports]

    def routes(self, server: Server) -> list[tuple[Any, ...]]:
        """The list of tables, a table to watch, and the records."""
        more, name = {"room": self, "server": server}, r"([0-9a-f-]{1,60})"
        return [
            (r"/", _Lobby, more),
            (r"/lobby.json", _List, more),
            (rf"/table/{name}/", _Board, more),
            (rf"/table/{name}/news", _News, more),
            (rf"/record/{name}\.json", _Record, more),
        ]

    def open(self, sockets: Sequence[list[socket.socket]], lines: Callable[[], Lines]) -> None:
        """Let programs in at each port."""
        for room, there in zip(self.rooms, sockets, strict=True):
            room.lines = lines()
            room.add_sockets(there)
            room.port = there[0].getsockname()[1]

    def beside(self) -> list[Coroutine[Any, Any, None]]:
        """Write what could not be written, and let the ladders go on."""
        ladders = [room.run_ladder(room.ladder) for room in self.rooms if room.ladder]
        return [self._keep(), *ladders]

    def find(self, name: str) -> GameTable | None:
        """The table of this name, in whichever room."""
        return next((table for room in self.rooms if (table := room.find(name))), None)

    def news(self) -> list[Changes]:
        """The tables that somebody may look at."""
        return [table.changes for room in self.rooms for table in room.ended]

    async def close(self) -> None:
        """Stop: every game that goes on is written down as far as it went."""
        await asyncio.gather(*(room.close() for room in self.rooms))

    async def _keep(self) -> None:
        """Try again to write what could not be written, and say so once."""
        failing = False
        while True:
            await asyncio.sleep(RETRY)
            left = await asyncio.to_thread(self.store.settle)
            if left and not failing:
                self.warn(
                    f"Games can't be written to {self.store.log.path}: is the disk full? They"
                    " are kept in memory, and tried again."
                )
            elif failing and not left:
                self.warn("All games are written now.")
            failing = bool(left)
            for room in self.rooms:
                for table in room.ended:
                    table.kept = self.store.is_kept(table.name)


class _ServerPage(Page):
    def initialize(self, room: ClassRoom, server: Server) -> None:
        """Remember whose pages these are."""
        self.room, self.server = room, server

    def table(self, name: str) -> GameTable:
        """The table of this name."""
        found = self.room.find(name)
        if found is None:
            raise HTTPError(404, "%s", "This game is over, and its table is gone; see its record.")
        return found


class _Lobby(_ServerPage):
    def get(self) -> None:
        self.render("lobby.html", title="Tables")


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
                "waiting": [seat.label for seat in room.waiting],
                "playing": len(room.tables),
                "tables": [
                    {"name": one.name, "players": one.labels, "moves": len(one.actions)}
                    for one in list(room.tables.values())[-_MOST_TABLES:]
                ],
            }
            for room in self.room.rooms
        ]
        store = self.room.store
        games = [{**entry._asdict(), "kept": store.is_kept(entry.name)} for entry in store.latest()]
        tokens = self.room.plan.tokens
        you = tokens.get(unquote(self.request.headers.get("Authorization", "")), "")
        more = {"tokens": bool(tokens), "you": you, "address": self.server.in_network}
        self.finish({"rooms": rooms, "games": games, **more})


class _Board(_ServerPage):
    def get(self, name: str) -> None:
        table = self.table(name)
        seats = ", ".join(f"{player}: {label}" for player, label in table.labels.items())
        self.render(
            "table.html",
            title=_title(table.game),
            name=table.name,
            players=f"{seats}. Each has {table.seconds:g} s for a move.",
        )


class _News(_ServerPage):
    async def get(self, name: str) -> None:
        table = self.table(name)
        await self.news(table.changes)
        self.finish(shown(table))


class _Record(_ServerPage):
    async def get(self, name: str) -> None:
        try:
            record = await asyncio.to_thread(self.room.store.load, name)
        except ValueError as error:
            raise HTTPError(404, "%s", str(error)) from None
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.finish(record.to_json())


def _title(game: Any) -> str:
    """A game's name and its size."""
    size = game.options.get("size")
    return f"{title_of(game)}, size {size}" if size else title_of(game)


# --- what a page shows of a table -----------------------------------------------------------------

WIDTH = 620


def shown(table: GameTable) -> dict[str, Any]:
    """All that `board.js` needs to show this table."""
    svg = board_svg(table.game, table.state, last=table.last, size=WIDTH)
    clicks = Clicks(table.game, table.state, ())
    view = view_of(
        table.game,
        clicks,
        (),
        turn=len(table.actions),
        status=status(table),
        note="",
        controls=[],
    )
    over = table.kept is not None
    return {"number": table.changes.number, "svg": svg, "view": view, "over": over}


def status(table: GameTable) -> str:
    """How the game has ended, or whose turn it is, in a sentence."""
    if table.record is not None:
        late = " The record is not kept yet; the server goes on trying."
        return f"{table.record.detail}.{late if table.kept is False else ''}"
    seat = table.game.to_move(table.state)
    moved = f"{table.mover} played {table.game.action_name(table.last)}. " if table.mover else ""
    return f"{moved}{seat} ({table.seats[seat].label}) to move."
