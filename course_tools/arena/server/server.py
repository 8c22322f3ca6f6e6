"""A port for programs: who is let in, who waits, who meets whom, and a clean stop."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from random import Random
from typing import Any

from tornado.iostream import IOStream
from tornado.tcpserver import TCPServer

from course_lib.play.match import Forfeit
from course_lib.play.record import GameRecord
from course_tools.arena.server.connection import Connection
from course_tools.arena.server.ladder import ClassLadder, OwnNames
from course_tools.arena.server.plan import PortPlan, ServerPlan, owner_by
from course_tools.arena.server.store import Store
from course_tools.arena.server.table import GameTable, Owner, ProgramSeat, Seat, now
from course_tools.arena.server.web import Lines
from course_tools.files import LockedError, only_one

# --- one port -------------------------------------------------------------------------------------

REMEMBERED = 100
"""So many tables whose game has ended are still shown to who has been looking."""

MOST_SITTING = 3
"""Of one owner no more programs play or wait on a ladder at a time."""

_FULL = "The server takes no more programs just now; try again when somebody has left."

_REPLACED = "Another line of this program has come, and this one is not needed any more."

LOOK = 0.1
"""So often, in seconds, a ladder looks who could meet now."""


class WaitingRoom(TCPServer):
    """Takes connections on one port, and pairs the programs that wait in the order they came."""

    def __init__(
        self,
        port: PortPlan,
        plan: ServerPlan,
        store: Store,
        rng: Random,
        names: OwnNames,
    ) -> None:
        """Prepare; `add_sockets` opens the port."""
        super().__init__(max_buffer_size=1 << 16, read_chunk_size=1 << 14)
        self.plan, self.store, self.rng = port, store, rng
        self.port = port.port
        self.lines: Lines  # of which there are some once it is open
        self.ladder: ClassLadder | None = None
        self.owner: Owner | None = owner_by(plan.tokens) if plan.tokens else None
        self.names: OwnNames | None = None
        if port.against == "ladder":
            self.ladder = ClassLadder(port.game, store.on_ladder(port.game))
            self.names = None if plan.tokens else names
            self.owner = self.owner or names.owner
        self.waiting: list[ProgramSeat] = []
        self.tables: dict[str, GameTable] = {}
        self.ended: deque[GameTable] = deque(maxlen=REMEMBERED)
        self._tasks: set[asyncio.Task[None]] = set()
        self._games: set[asyncio.Task[None]] = set()
        self._closing = False

    async def handle_stream(self, stream: IOStream, address: Any) -> None:
        """Ask a program that has connected for its name, and let it wait, or go on."""
        if self._closing:
            stream.close()
            return
        seat = await self._introduced(stream, address[0])
        if seat is None:
            return
        for table in self.tables.values():
            for one in table.seats.values():
                if table.record is None and isinstance(one, ProgramSeat) and one.is_again(seat):
                    self._start(one.go_on_with(seat).farewell(_REPLACED))
                    return
        for one in list(self.waiting):
            if one.is_again(seat):
                self._leave(one, _REPLACED)
        theirs = sum(one.token == seat.token for one in self.programs())
        if self.ladder and theirs >= MOST_SITTING:
            await seat.connection.farewell(
                f"No game: {theirs} programs of yours play or wait already, and no more are allowed"
                " at a time; come again when one of them has ended."
            )
            return
        labels = {one.label for one in self.seats()}
        number, name = 1, seat.label
        while seat.label in labels:  # nobody plays under another's name
            number += 1
            seat.label = f"{name} ({number})"
        self.waiting.append(seat)
        seat.connection.on_trouble = lambda: self._leave(seat)
        if seat.connection.trouble or self._closing:
            self._leave(seat)
        self._pair()

    async def _introduced(self, stream: IOStream, address: str) -> ProgramSeat | None:
        """The program on this line, once it has said its name; `None` where it is sent away."""
        self.lines.enter(stream, address)
        stream.set_close_callback(lambda: self.lines.leave(stream))
        stream.set_nodelay(True)
        _keep_alive(stream.socket)
        seat = ProgramSeat(Connection(stream))
        try:
            await seat.introduce(self.owner)
        except Forfeit as fault:
            if self.lines.crowded:
                stream.close()
            else:
                await seat.connection.farewell(f"No game: the program {fault}")
            return None
        if not self.lines.admit(stream, self._waits):
            await seat.connection.farewell(_FULL)
            return None
        return seat

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

    def _waits(self, line: IOStream) -> bool:
        """Whether this line's program has no game, so that another may have its place."""
        return any(one.connection.is_on(line) for one in self.waiting)

    def _pair(self) -> None:
        """Let the two programs that have waited longest meet, until fewer than two wait."""
        while self.ladder is None and len(self.waiting) >= 2:
            pair, self.waiting = self.waiting[:2], self.waiting[2:]
            self.rng.shuffle(pair)
            self._begin(*pair)

    async def run_ladder(self, ladder: ClassLadder) -> None:
        """Pair those who wait, and keep the page's rows fresh, as long as the server runs."""
        refreshing = None
        while True:
            while (found := ladder.pair(self.waiting, now())) is not None:
                self.waiting = [seat for seat in self.waiting if seat not in found]
                pair = list(found)
                self.rng.shuffle(pair)
                self._begin(*pair)
            if ladder.news and (refreshing is None or refreshing.done()):
                refreshing = asyncio.create_task(asyncio.to_thread(ladder.refresh, self.store.load))
            await asyncio.sleep(LOOK)

    def seats(self) -> list[Seat]:
        """All who wait and play."""
        playing = (one for table in self.tables.values() for one in table.seats.values())
        return [*self.waiting, *playing]

    def programs(self) -> list[ProgramSeat]:
        """The programs among them."""
        return [one for one in self.seats() if isinstance(one, ProgramSeat)]

    def _begin(self, first: Seat, second: Seat) -> None:
        """Let these two play; nobody waits for it here."""
        game = self.plan.game
        seats = dict(zip(game.players, (first, second), strict=True))
        table = GameTable(self.store.new_name(), game, seats, self.plan.seconds)
        for seat in (first, second):
            if isinstance(seat, ProgramSeat):
                seat.connection.on_trouble = None
        self.tables[table.name] = table
        playing = asyncio.ensure_future(self._play(table))
        self._games.add(playing)
        playing.add_done_callback(self._games.discard)

    async def _play(self, table: GameTable) -> None:
        """Play a game; then it is written down and both sides are told, whatever happens here."""
        ladder = self.ladder is not None
        self.store.begin(table.name, table.game, table.labels, ladder=ladder)
        record = await table.play(lambda action: self.store.add(table.name, action, table.took[-1]))
        self._start(self._finish(table, record))

    async def _finish(self, table: GameTable, record: GameRecord) -> None:
        """Keep the record, and only then tell both sides: who has been told can rely on it."""
        ladder = self.ladder is not None
        entry = self.store.end(table.name, record, table.took, ladder=ladder)
        for seat in table.seats.values():
            if self.names and entry and isinstance(seat, ProgramSeat):
                self.names.keep(seat.token)
        await asyncio.to_thread(self.store.settle)
        table.kept = self.store.is_kept(table.name)
        if self.ladder and entry and entry.ladder:
            self.ladder.add(entry)
        table.changes.tell()
        self.ended.append(table)
        self.tables.pop(table.name, None)
        await table.goodbye(record)

    def _leave(self, seat: ProgramSeat, why: str = "") -> None:
        """Let somebody go who waits and should not: it has gone away, or has talked."""
        if seat in self.waiting:
            self.waiting.remove(seat)
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


# --- what is kept ---------------------------------------------------------------------------------

Warn = Callable[[str], None]
"""Is called with a sentence for whoever runs the server."""


@contextlib.contextmanager
def open_store(records: Path, warn: Warn) -> Iterator[Store]:
    """The store in this folder; while a server is in it, a second one is a `ValueError`.

    It would take the games that go on here for those of a server that has ended.
    """
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(only_one(records, "server.lock"))
        except LockedError:
            raise ValueError(
                f"another `course serve` keeps its games in {records}; stop it, or give this one"
                ' another folder, such as records = "records2"'
            ) from None
        store = Store(records)
        for sentence in store.news:
            warn(sentence)
        try:
            yield store
        finally:
            if left := store.close():
                warn(f"{left} games could not be written to {store.log.path}.")
