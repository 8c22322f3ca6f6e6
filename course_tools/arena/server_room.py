"""One port of a server: programs connect to it, wait, meet each other or a person, and play."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine
from random import Random
from typing import Any

from tornado.iostream import IOStream
from tornado.tcpserver import TCPServer

from course_lib.play.faults import Forfeit
from course_tools.arena.server_line import Line
from course_tools.arena.server_plan import PortPlan
from course_tools.arena.server_records import Archive
from course_tools.arena.server_seats import PersonSeat, ProgramSeat, Seat
from course_tools.arena.server_table import Table

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
        self.tables: dict[str, Table] = {}
        self.ended: deque[Table] = deque(maxlen=REMEMBERED)
        self._tasks: set[asyncio.Task[None]] = set()
        self._games: set[asyncio.Task[None]] = set()
        self._greeted: list[ProgramSeat] = []
        self._connected = 0
        self._closing = False

    async def handle_stream(self, stream: IOStream, address: Any) -> None:
        """Ask a program that has connected for its name, and let it wait."""
        if why := self._objection(str(address[0])):
            await Line(stream).farewell(why)
            return
        self._connected += 1
        stream.set_close_callback(self._disconnected)
        stream.set_nodelay(True)
        seat = ProgramSeat(Line(stream), str(address[0]))
        self._greeted.append(seat)
        try:
            await seat.introduce()
        except Forfeit as fault:
            await seat.line.farewell(f"No game: the program {fault}")
            return
        finally:
            self._greeted.remove(seat)
        self.waiting.append(seat)
        seat.line.on_trouble = lambda: self._leave(seat)
        if seat.line.trouble or self._closing:
            self._leave(seat)
        self._pair()

    def sit_down(self, program: str, person: PersonSeat, *, first: bool) -> Table:
        """A person's table with a waiting program; one that waits no more is a `ValueError`."""
        found = next((seat for seat in self.waiting if seat.id == program), None)
        if found is None or self._closing:
            raise ValueError("that program waits no more: choose another one")
        self.waiting.remove(found)
        return self._begin(person, found) if first else self._begin(found, person)

    def find(self, name: str) -> Table | None:
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

    def _begin(self, first: Seat, second: Seat) -> Table:
        """A table at which these two play; nobody waits for it here."""
        game = self.plan.game
        for seat in (first, second):
            if isinstance(seat, ProgramSeat):
                seat.line.on_trouble = None
        seats = dict(zip(game.players, (first, second), strict=True))
        table = Table(self.archive.new_name(), game, seats, self.plan.seconds)
        self.tables[table.name] = table
        playing = asyncio.ensure_future(self._play(table))
        self._games.add(playing)
        playing.add_done_callback(self._games.discard)
        return table

    async def _play(self, table: Table) -> None:
        """Play a game; then it is written down and both sides are told, whatever happens here."""
        record = await table.play()
        self._start(
            self._finish(table, written=record.reason != "unfinished" or bool(table.actions))
        )

    async def _finish(self, table: Table, *, written: bool) -> None:
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
            self._start(seat.line.farewell(why or f"No game: the program {seat.line.trouble}"))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this beside everything else, and before `close` comes back."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _disconnected(self) -> None:
        self._connected -= 1
