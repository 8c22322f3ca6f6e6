"""The rooms of a server for a class: who is let in, who waits, and all ports of a plan."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import socket
from collections import deque
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.iostream import IOStream
from tornado.tcpserver import TCPServer
from tornado.web import Application

from course_lib.play.match import Forfeit
from course_tools.arena.server_connection import Connection
from course_tools.arena.server_plan import PortPlan, ServerPlan
from course_tools.arena.server_records import Archive
from course_tools.arena.server_table import GameTable, PersonSeat, ProgramSeat, Seat
from course_tools.arena.web import HERE, LONGEST_REQUEST, listening, own_names

# --- how many connections -------------------------------------------------------------------------

MOST = 1_000
"""More programs than this are not let in on one port, whatever the computer allows."""

_WANTED = 4_096
_WITHOUT_LIMITS = 400
"""Windows looks at 512 connections at a time."""

_OTHERS = 100
"""So many files are left for pages, records and Python itself."""


def most_connections(ports: int) -> int:
    """How many programs may be connected to each of so many ports.

    Where the system has a limit of open files that may be raised, it is raised: reaching it would
    harm everybody, so programs are turned away before.
    """
    try:
        resource = importlib.import_module("resource")
    except ImportError:  # on Windows
        return max(2, _WITHOUT_LIMITS // ports)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    wanted = _WANTED if hard == unlimited else min(_WANTED, hard)
    if unlimited != soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    files = _WANTED if soft == unlimited else soft
    return max(2, min(MOST, (files - _OTHERS) // ports))


# --- one port -------------------------------------------------------------------------------------

REMEMBERED = 100
"""So many tables whose game has ended are still shown to who has been looking."""


class Room(TCPServer):
    """Takes connections on one port, and pairs the programs that wait in the order they came."""

    def __init__(
        self, plan: PortPlan, archive: Archive, rng: Random, most: tuple[int, int]
    ) -> None:
        """Prepare for so many programs at most, and so many waiting from one address.

        `add_sockets` opens the port.
        """
        super().__init__(max_buffer_size=1 << 16, read_chunk_size=1 << 14)
        self.plan, self.archive, self.rng = plan, archive, rng
        self.port = plan.port
        self.most, self.most_waiting = most
        self.waiting: list[ProgramSeat] = []
        self.tables: dict[str, GameTable] = {}
        self.ended: deque[GameTable] = deque(maxlen=REMEMBERED)
        self._tasks: set[asyncio.Task[None]] = set()
        self._games: set[asyncio.Task[None]] = set()
        self._greeted: list[ProgramSeat] = []
        self._connected = 0
        self._closing = False

    async def handle_stream(self, stream: IOStream, address: Any) -> None:
        """Ask a program that has connected for its name, and let it wait."""
        if why := self._objection(str(address[0])):
            await Connection(stream).farewell(why)
            return
        self._connected += 1
        stream.set_close_callback(self._disconnected)
        stream.set_nodelay(True)
        seat = ProgramSeat(Connection(stream), str(address[0]))
        self._greeted.append(seat)
        try:
            await seat.introduce()
        except Forfeit as fault:
            await seat.connection.farewell(f"No game: the program {fault}")
            return
        finally:
            self._greeted.remove(seat)
        self.waiting.append(seat)
        seat.connection.on_trouble = lambda: self._leave(seat)
        if seat.connection.trouble or self._closing:
            self._leave(seat)
        self._pair()

    def sit_down(self, program: str, person: PersonSeat, *, first: bool) -> GameTable:
        """A person's table with a waiting program; one that waits no more is a `ValueError`."""
        found = next((seat for seat in self.waiting if seat.id == program), None)
        if found is None or self._closing:
            raise ValueError("that program waits no more: choose another one")
        self.waiting.remove(found)
        return self._begin(person, found) if first else self._begin(found, person)

    def find(self, name: str) -> GameTable | None:
        """The table of this name, if its game goes on or has ended a short while ago."""
        ended = (table for table in self.ended if table.name == name)
        return self.tables.get(name) or next(ended, None)

    async def close(self) -> None:
        """Take no more programs, end all games, and write down how far they went."""
        self._closing = True
        self.stop()
        for seat in list(self.waiting):
            self._leave(seat, "The server stops.")
        for game in self._games:
            game.cancel()
        while self._tasks or self._games:
            await asyncio.gather(*self._tasks, *self._games, return_exceptions=True)

    def _objection(self, address: str) -> str:
        """Why one more program from this address can't be taken, or `""`."""
        if self._closing or self._connected >= self.most:
            return "The server takes no more programs just now."
        waiting = sum(seat.address == address for seat in (*self.waiting, *self._greeted))
        if waiting >= self.most_waiting:
            return f"{waiting} programs from your address wait already; that is the most here."
        return ""

    def _pair(self) -> None:
        """Let the two that have waited longest meet, until fewer than two wait."""
        while len(self.waiting) > 1 and self.plan.against == "programs":
            pair = [self.waiting.pop(0), self.waiting.pop(0)]
            self.rng.shuffle(pair)
            self._begin(*pair)

    def _begin(self, first: Seat, second: Seat) -> GameTable:
        """A table at which these two play; nobody waits for it here."""
        game = self.plan.game
        for seat in (first, second):
            if isinstance(seat, ProgramSeat):
                seat.connection.on_trouble = None
        seats = dict(zip(game.players, (first, second), strict=True))
        table = GameTable(self.archive.new_name(), game, seats, self.plan.seconds)
        self.tables[table.name] = table
        playing = asyncio.ensure_future(self._play(table))
        self._games.add(playing)
        playing.add_done_callback(self._games.discard)
        return table

    async def _play(self, table: GameTable) -> None:
        """Play a game; then it is written down and both sides are told, whatever happens here."""
        record = await table.play()
        self._start(
            self._finish(table, written=record.reason != "unfinished" or bool(table.actions))
        )

    async def _finish(self, table: GameTable, *, written: bool) -> None:
        """Keep the record, and only then tell both sides: who has been told can rely on it."""
        try:
            if written and table.record is not None:
                await asyncio.to_thread(self.archive.keep, table.name, table.record)
        finally:
            self.ended.append(table)
            self.tables.pop(table.name, None)
            await table.goodbye()

    def _leave(self, seat: ProgramSeat, why: str = "") -> None:
        """Let a program go that waits and should not: it has gone away, or has talked."""
        if seat in self.waiting:
            self.waiting.remove(seat)
            self._start(
                seat.connection.farewell(why or f"No game: the program {seat.connection.trouble}")
            )

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this beside everything else, and before `close` comes back."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _disconnected(self) -> None:
        self._connected -= 1


# --- all ports ------------------------------------------------------------------------------------


Pages = Callable[["CourseServer", set[str] | None], Application]
"""Makes the pages of a server, for requests to these names of it, or to any."""


class CourseServer:
    """All ports of a plan, and the page that shows them: `start` opens and `close` ends them."""

    def __init__(self, plan: ServerPlan, rng: Random) -> None:
        """Prepare; `rng` decides who moves first."""
        self.plan = plan
        self.archive = Archive(plan.records)
        most = most_connections(len(plan.ports))
        self.rooms = [
            Room(port, self.archive, rng, (most, plan.most_waiting)) for port in plan.ports
        ]
        self.people: dict[str, tuple[Room, GameTable, PersonSeat]] = {}
        self.page = plan.page
        self._http: HTTPServer | None = None

    @property
    def address(self) -> str:
        """Where a browser on this computer finds the page."""
        return f"http://127.0.0.1:{self.page}/"

    def start(self, pages: Pages) -> None:
        """Open all ports; one that is taken is an `OSError`, and then none is open."""
        opened: list[list[socket.socket]] = []
        try:
            for port in [*(room.plan.port for room in self.rooms), self.plan.page]:
                opened.append(listening(port, self.plan.host))  # noqa: PERF401 - kept if one fails
        except OSError:
            for sockets in opened:
                for one in sockets:
                    one.close()
            raise
        for room, sockets in zip(self.rooms, opened, strict=False):
            room.add_sockets(sockets)
            room.port = sockets[0].getsockname()[1]
        self.page = opened[-1][0].getsockname()[1]
        names = own_names(self.page) if self.plan.host == HERE else None
        self._http = HTTPServer(
            pages(self, names), max_body_size=LONGEST_REQUEST, max_header_size=LONGEST_REQUEST
        )
        self._http.add_sockets(opened[-1])

    def sit_down(self, port: int, program: str, *, first: bool) -> str:
        """The secret of the seat of a person who plays this program; a `ValueError` if none can."""
        room = next((room for room in self.rooms if room.port == port), None)
        if room is None:
            raise ValueError(f"there is no port {port}")
        person = PersonSeat(self.plan.person_seconds)
        table = room.sit_down(program, person, first=first)
        # Who sat at a table that has been forgotten is forgotten, too.
        self.people = {
            secret: one for secret, one in self.people.items() if one[0].find(one[1].name)
        }
        self.people[person.secret] = room, table, person
        return person.secret

    def find(self, name: str) -> GameTable | None:
        """The table of this name, in whichever room."""
        return next((table for room in self.rooms if (table := room.find(name))), None)

    async def close(self) -> None:
        """Stop: every game that goes on is written down as far as it went."""
        if self._http is not None:
            self._http.stop()
        await asyncio.gather(*(room.close() for room in self.rooms))
        if self._http is not None:
            for room in self.rooms:
                for table in room.ended:
                    table.changes.tell()
            await self._http.close_all_connections()
