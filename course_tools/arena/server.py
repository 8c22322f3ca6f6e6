"""The server for a class: its ports, its page and its records, from the start to a clean stop."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable, Iterator
from random import Random

from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets

from course_tools.arena.server_limits import most_connections
from course_tools.arena.server_pages import pages
from course_tools.arena.server_plan import HERE, ServerPlan
from course_tools.arena.server_records import Archive
from course_tools.arena.server_room import Room
from course_tools.arena.server_seats import PersonSeat
from course_tools.arena.server_table import Table

_LONGEST_REQUEST = 10_000
"""No request of a page is longer than so many bytes."""


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
        self.people: dict[str, tuple[Room, Table, PersonSeat]] = {}
        self.page = plan.page
        self._http: HTTPServer | None = None

    @property
    def address(self) -> str:
        """Where a browser on this computer finds the page."""
        return f"http://127.0.0.1:{self.page}/"

    def start(self) -> None:
        """Open all ports; one that is taken is an `OSError`, and then none is open."""
        opened: list[list[socket.socket]] = []
        try:
            for port in [*(room.plan.port for room in self.rooms), self.plan.page]:
                opened.append(_opened(port, self.plan.host))  # noqa: PERF401 - kept if one fails
        except OSError:
            for sockets in opened:
                for one in sockets:
                    one.close()
            raise
        for room, sockets in zip(self.rooms, opened, strict=False):
            room.add_sockets(sockets)
            room.port = sockets[0].getsockname()[1]
        self.page = opened[-1][0].getsockname()[1]
        # Whoever can reach only this computer has to call it by its name: a foreign name that
        # points here is somebody's trick.
        names = None
        if self.plan.host == HERE:
            names = {f"127.0.0.1:{self.page}", f"localhost:{self.page}"}
        self._http = HTTPServer(
            pages(self, names), max_body_size=_LONGEST_REQUEST, max_header_size=_LONGEST_REQUEST
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

    def find(self, name: str) -> Table | None:
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
                    table.touch()
            await self._http.close_all_connections()


async def serve(plan: ServerPlan, rng: Random, ready: Callable[[CourseServer], None]) -> None:
    """Serve until Ctrl-C or SIGTERM; `ready` is called when all ports are open."""
    server = CourseServer(plan, rng)
    with _stop_asked() as stop:
        server.start()
        try:
            ready(server)
            await stop.wait()
        finally:
            await server.close()


@contextlib.contextmanager
def _stop_asked() -> Iterator[asyncio.Event]:
    """An event that Ctrl-C and SIGTERM set, on every system."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    signals = (signal.SIGINT, signal.SIGTERM)
    before = {
        one: signal.signal(one, lambda *_: loop.call_soon_threadsafe(stop.set)) for one in signals
    }
    try:
        yield stop
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _opened(port: int, host: str) -> list[socket.socket]:
    """The sockets that listen on this port."""
    try:
        return list(bind_sockets(port, address=host, backlog=512))
    except OSError as error:
        raise OSError(f"port {port} can't be opened: {error.strerror or error}") from None
