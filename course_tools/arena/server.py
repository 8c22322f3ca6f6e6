"""A server for a class: who is let in and who waits, all ports of a plan, and a clean stop."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from tornado.iostream import IOStream
from tornado.tcpserver import TCPServer
from tornado.web import Application

from course_lib.play.match import Forfeit
from course_lib.play.record import GameRecord
from course_tools.arena.server_connection import Connection, FairClock
from course_tools.arena.server_ladder import ClassLadder, OwnNames
from course_tools.arena.server_plan import PortPlan, ServerPlan
from course_tools.arena.server_records import Archive
from course_tools.arena.server_table import GameTable, Owner, PersonSeat, ProgramSeat, Seat
from course_tools.arena.web import (
    HERE,
    PageServer,
    limits_for,
    listening,
    own_address,
    own_names,
    quiet_logs,
)
from course_tools.files import LockedError, only_one

# --- one port -------------------------------------------------------------------------------------

REMEMBERED = 100
"""So many tables whose game has ended are still shown to who has been looking."""

_REPLACED = "Another line of this program has come, and this one is not needed any more."

_FAREWELLS = 10
"""To so many times fewer programs than may be connected (and to 20), we say why they can't be."""

BEHIND_ONE = 100
"""So many people may come from one address, as behind the router of a school."""

LOOK = 0.1
"""So often, in seconds, a ladder looks who could meet now."""

AWAY = 15.0
"""Seconds after which a person who waits for a partner, and whose page is closed, has gone."""


class WaitingRoom(TCPServer):
    """Takes connections on one port, and pairs the programs that wait in the order they came."""

    def __init__(
        self,
        port: PortPlan,
        plan: ServerPlan,
        archive: Archive,
        rng: Random,
        *,
        most: int,
        clock: FairClock,
    ) -> None:
        """Prepare for so many programs at most; `add_sockets` opens the port."""
        super().__init__(max_buffer_size=1 << 16, read_chunk_size=1 << 14)
        self.plan, self.server_plan, self.archive, self.rng = port, plan, archive, rng
        self.port, self.most, self.clock = port.port, most, clock
        self.ladder: ClassLadder | None = None
        self.owner: Owner | None = (
            (lambda token: plan.tokens.get(token, "")) if plan.tokens else None
        )
        if port.against == "ladder":
            self.ladder = ClassLadder(port.game, archive.on_ladder(port.game))
            self.owner = self.owner or OwnNames(archive.folder).owner
        self.waiting: list[Seat] = []
        self.tables: dict[str, GameTable] = {}
        self.ended: deque[GameTable] = deque(maxlen=REMEMBERED)
        self._tasks: set[asyncio.Task[None]] = set()
        self._games: set[asyncio.Task[None]] = set()
        self._greeted: list[ProgramSeat] = []
        self._connected: set[IOStream] = set()
        self._closing, self._turned_away = False, 0

    async def handle_stream(self, stream: IOStream, address: Any) -> None:
        """Ask a program that has connected for its name, and let it wait, or go on."""
        if why := self._objection(str(address[0])):
            if self._turned_away < max(20, self.most // _FAREWELLS):
                self._turned_away += 1
                await Connection(stream, self.clock).farewell(why)
                self._turned_away -= 1
            stream.close()  # where many are sent away, there is no time for words
            return
        self._connected.add(stream)
        stream.set_close_callback(partial(self._connected.discard, stream))
        stream.set_nodelay(True)
        _keep_alive(stream.socket)
        seat = ProgramSeat(Connection(stream, self.clock), str(address[0]), self.clock)
        self._greeted.append(seat)
        try:
            await seat.introduce(self.owner)
        except Forfeit as fault:
            await seat.connection.farewell(f"No game: the program {fault}")
            return
        finally:
            self._greeted.remove(seat)
        playing = [one for table in self.tables.values() for one in table.seats.values()]
        for table in self.tables.values():
            for one in table.seats.values():
                if table.record is None and isinstance(one, ProgramSeat) and one.is_again(seat):
                    self._start(one.go_on_with(seat).farewell(_REPLACED))
                    return
        for one in list(self.waiting):
            if isinstance(one, ProgramSeat) and one.is_again(seat):
                self._leave(one, _REPLACED)
        if self.ladder and len(self._of(seat.token)) >= self.server_plan.most_sitting:
            await seat.connection.farewell("No game: your players play or wait already.")
            return
        labels = {one.label for one in (*playing, *self.waiting)}
        number, name = 1, seat.label
        while seat.label in labels:  # nobody plays under another's name
            number += 1
            seat.label = f"{name} ({number})"
        self.waiting.append(seat)
        seat.connection.on_trouble = lambda: self._leave(seat)
        if seat.connection.trouble or self._closing:
            self._leave(seat)
        self._pair()

    def sit_down(self, partner: str, person: PersonSeat, *, first: bool) -> None:
        """Let a person play this one, who must still wait, or with `""` wait for another."""
        if self.ladder:
            raise ValueError("on a ladder only programs play")
        found = next((seat for seat in self.present() if seat.id == partner), None)
        if self._closing or (partner and found is None):
            raise ValueError("nobody is waiting there any more: choose somebody else")
        if found is None:
            self.waiting.append(person)
            return
        self.waiting.remove(found)
        self._begin(*((person, found) if first else (found, person)))

    def present(self) -> list[Seat]:
        """Who waits here, without people who have closed their page."""
        now = asyncio.get_running_loop().time()
        self.waiting = [
            seat
            for seat in self.waiting
            if not (isinstance(seat, PersonSeat) and now - seat.seen > AWAY)
        ]
        return self.waiting

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
        if self._closing or len(self._connected) >= self.most:
            return "The server takes no more programs just now."
        waiting = sum(seat.address == address for seat in (*self.waiting, *self._greeted))
        if waiting >= self.server_plan.most_waiting:
            return f"{waiting} programs from your address wait already; that is the most here."
        return ""

    def _pair(self) -> None:
        """Let the two programs that have waited longest meet, until fewer than two wait."""
        while self.plan.against == "programs":
            pair = [seat for seat in self.waiting if isinstance(seat, ProgramSeat)][:2]
            if len(pair) < 2:
                return
            for seat in pair:
                self.waiting.remove(seat)
            self.rng.shuffle(pair)
            self._begin(*pair)

    async def run_ladder(self, ladder: ClassLadder) -> None:
        """Pair those who wait, and keep the page's rows fresh, as long as the server runs."""
        refreshing = None
        while True:
            waiting = [seat for seat in self.waiting if isinstance(seat, ProgramSeat)]
            while (found := ladder.pair(waiting, self.clock.time())) is not None:
                self.waiting = [seat for seat in self.waiting if seat not in found]
                waiting = [seat for seat in waiting if seat not in found]
                pair = list(found)
                self.rng.shuffle(pair)
                self._begin(*pair)
            if ladder.news and (refreshing is None or refreshing.done()):
                refreshing = asyncio.create_task(
                    asyncio.to_thread(ladder.refresh, self.archive.load)
                )
            await asyncio.sleep(LOOK)

    def _of(self, token: str) -> list[ProgramSeat]:
        """Where this token's programs wait and play."""
        playing = (one for table in self.tables.values() for one in table.seats.values())
        seats = (*self.waiting, *playing)
        return [one for one in seats if isinstance(one, ProgramSeat) and one.token == token]

    def _begin(self, first: Seat, second: Seat) -> None:
        """Let these two play; nobody waits for it here."""
        game = self.plan.game
        seats = dict(zip(game.players, (first, second), strict=True))
        table = GameTable(self.archive.new_name(), game, seats, self.plan.seconds, self.clock)
        for seat in (first, second):
            if isinstance(seat, ProgramSeat):
                seat.connection.on_trouble = None
            elif isinstance(seat, PersonSeat):
                seat.table = table
        self.tables[table.name] = table
        playing = asyncio.ensure_future(self._play(table))
        self._games.add(playing)
        playing.add_done_callback(self._games.discard)

    async def _play(self, table: GameTable) -> None:
        """Play a game; then it is written down and both sides are told, whatever happens here."""
        self.archive.begin(table.name, table.game, table.labels)
        record = await table.play(lambda action: self.archive.add(table.name, action))
        self._start(self._finish(table, record))

    async def _finish(self, table: GameTable, record: GameRecord) -> None:
        """Keep the record, and only then tell both sides: who has been told can rely on it."""
        if record.reason != "unfinished" or record.actions:
            counts = self.ladder is not None and record.reason != "unfinished"
            keep = partial(self.archive.keep, ladder=counts)
            entry = await asyncio.to_thread(keep, table.name, record, tuple(table.took))
            table.kept = table.name not in self.archive.unkept
            if self.ladder and counts:
                self.ladder.add(entry)
        else:
            self.archive.forget(table.name)
            table.kept = True  # there is nothing to keep
        table.changes.tell()
        self.ended.append(table)
        self.tables.pop(table.name, None)
        await table.goodbye(record)

    def _leave(self, seat: Seat, why: str = "") -> None:
        """Let somebody go who waits and should not: it has gone away, or has talked."""
        if seat in self.waiting:
            self.waiting.remove(seat)
            if isinstance(seat, ProgramSeat):
                why = why or f"No game: the program {seat.connection.trouble}"
                self._start(seat.connection.farewell(why))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this beside everything else, and before `close` comes back."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _keep_alive(line: socket.socket) -> None:
    """Let the system find out within half a minute that the other side of a line is gone."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, seconds in (("TCP_KEEPIDLE", 10), ("TCP_KEEPINTVL", 5), ("TCP_KEEPCNT", 3)):
        if (option := getattr(socket, name, None)) is not None:  # not every system has them
            line.setsockopt(socket.IPPROTO_TCP, option, seconds)


# --- replays ------------------------------------------------------------------------------------


class Replays:
    """The pages of the games that were looked at last, each made once, and one at a time.

    To make one takes a second of computing, in which the games that go on would have to wait.
    """

    MOST = 40

    def __init__(self) -> None:
        self._made: OrderedDict[str, str] = OrderedDict()
        self._one = asyncio.Lock()

    async def page(self, name: str, make: Callable[[], str]) -> str:
        """The page of the game with this name."""
        async with self._one:
            if name not in self._made:
                self._made[name] = await asyncio.to_thread(make)
            self._made.move_to_end(name)
            if len(self._made) > self.MOST:
                self._made.popitem(last=False)
            return self._made[name]


# --- all ports ------------------------------------------------------------------------------------

RETRY = 2.0
"""Seconds between two tries to write records that could not be written."""

Pages = Callable[["CourseServer", set[str] | None], Application]
"""Makes the pages of a server, for requests to these names of it, or to any."""

Warn = Callable[[str], None]
"""Is called with a sentence for whoever runs the server."""


class CourseServer:
    """All ports of a plan, and the page that shows them: `start` opens and `close` ends them."""

    def __init__(self, plan: ServerPlan, rng: Random, warn: Warn = lambda _: None) -> None:
        """Prepare; `rng` decides who moves first."""
        self.plan, self.warn = plan, warn
        self.archive = Archive(plan.records)
        self.limits = limits_for(len(plan.ports))
        self.clock = FairClock()
        self.rooms = [
            WaitingRoom(port, plan, self.archive, rng, most=self.limits.programs, clock=self.clock)
            for port in plan.ports
        ]
        self.replays = Replays()
        self.people: dict[str, tuple[WaitingRoom, PersonSeat]] = {}
        self.page, self._number = plan.page, HERE if plan.host == HERE else own_address()
        self._http: PageServer | None = None
        self._beside: list[asyncio.Task[None]] = []

    @property
    def address(self) -> str:
        """Where a browser on this computer finds the page."""
        return f"http://{HERE}:{self.page}/"

    @property
    def in_network(self) -> str:
        """What other computers call the page; if none may come, what this one does."""
        return f"{self._number}:{self.page}"

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
        self._http = PageServer(pages(self, names), self.limits)
        self._http.add_sockets(opened[-1])
        self._beside = [asyncio.ensure_future(self._keep_records())]
        self._beside.append(asyncio.ensure_future(self.clock.beat()))
        self._beside += [
            asyncio.ensure_future(room.run_ladder(room.ladder))
            for room in self.rooms
            if room.ladder
        ]

    def sit_down(
        self,
        port: int,
        partner: str,
        *,
        first: bool,
        address: str,
        token: str = "",
        session: str = "",
    ) -> str:
        """The secret of a person's seat, beside a partner who waits or, with `""`, to wait for one.

        A `ValueError` says why there can be none.
        """
        room = next((room for room in self.rooms if room.port == port), None)
        if room is None:
            raise ValueError(f"there is no port {port}")
        student = self.plan.tokens.get(token, "")
        if self.plan.tokens and not student:
            raise ValueError("you need a token: the one that your teacher gave you")
        owner = token if student else session
        seconds = self.plan.person_seconds
        person = PersonSeat(address, seconds, self.clock, student, owner)
        self._forget_people()
        sitting = [
            one for _, one in self.people.values() if one.table is None or one.table.record is None
        ]
        theirs = sum(one.owner == person.owner for one in sitting)
        if theirs >= self.plan.most_sitting:
            raise ValueError(f"you are at {theirs} tables already, and no more are allowed here")
        # A class may have one address; whoever throws its cookies away stops somewhere, too.
        if sum(one.address == address for one in sitting) >= BEHIND_ONE * self.plan.most_sitting:
            raise ValueError("too many people play from your address just now; try again later")
        room.sit_down(partner, person, first=first)
        self.people[person.secret] = room, person
        return person.secret

    def find(self, name: str) -> GameTable | None:
        """The table of this name, in whichever room."""
        return next((table for room in self.rooms if (table := room.find(name))), None)

    async def close(self) -> None:
        """Stop: every game that goes on is written down as far as it went."""
        for one in self._beside:
            one.cancel()
        if self._http is not None:
            self._http.stop()
        await asyncio.gather(*(room.close() for room in self.rooms))
        if left := self.archive.retry():
            self.warn(f"{left} records could not be written to {self.archive.folder}.")
        if self._http is not None:
            for room in self.rooms:
                for table in room.ended:
                    table.changes.tell()
            await self._http.close_all_connections()

    def _forget_people(self) -> None:
        """Forget who sat at a table that is forgotten, or has waited and gone."""
        self.people = {
            secret: (room, one)
            for secret, (room, one) in self.people.items()
            if (room.find(one.table.name) if one.table else one in room.present())
        }

    async def _keep_records(self) -> None:
        """Try again to write what could not be written, and say so once."""
        failing = False
        while True:
            await asyncio.sleep(RETRY)
            left = await asyncio.to_thread(self.archive.retry)
            if left and not failing:
                self.warn(
                    f"Records can't be written to {self.archive.folder}: is the disk full? They"
                    " are kept in memory, and tried again."
                )
            elif failing and not left:
                self.warn("All records are written now.")
            failing = bool(left)
            for room in self.rooms:
                for table in room.ended:
                    table.kept = table.name not in self.archive.unkept


@contextlib.contextmanager
def only_server(records: Path) -> Iterator[None]:
    """While this lasts, no other server keeps games in this folder; a second is a `ValueError`.

    It would take the games that go on here for those of a server that has ended.
    """
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(only_one(records))
        except LockedError:
            raise ValueError(
                f"another `course serve` keeps its games in {records}; stop it, or give this one"
                ' another folder, such as records = "records2"'
            ) from None
        yield


async def serve(
    plan: ServerPlan, rng: Random, pages: Pages, ready: Callable[[CourseServer], None], warn: Warn
) -> None:
    """Serve until Ctrl-C or SIGTERM; `ready` is called when all ports are open."""
    quiet_logs()
    with only_server(plan.records), _stop_asked() as stop:
        server = CourseServer(plan, rng, warn)
        server.start(pages)
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
