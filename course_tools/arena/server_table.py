"""A table of the server: who sits at it, and one game from its first move to its record."""

from __future__ import annotations

import asyncio
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping

from course_lib.game import RESIGN, Action, Game, Player, State
from course_lib.play.gtp import action_of, colours_of, size_of, word_of
from course_lib.play.match import Forfeit, Match
from course_lib.play.record import GameRecord
from course_tools.arena.programs import GRACE
from course_tools.arena.server_connection import Connection, shortened
from course_tools.arena.web import Changes

# --- seats ----------------------------------------------------------------------------------------

SETTING_UP = 10.0
"""Seconds for every answer before the first move."""

A_PERSON = "a person"

Tokens = Mapping[str, str]
"""The students of a class, each by a secret token of theirs; empty where nobody needs one."""


class Seat(ABC):
    """One side of a game; what is wrong with it is a `Forfeit`, and it loses."""

    label: str
    address: str
    """Where it comes from."""

    def __init__(self, address: str) -> None:
        """Make a seat that others can name by its `id`."""
        self.address, self.id = address, secrets.token_hex(6)

    @abstractmethod
    async def begin(self, game: Game, player: Player, seconds: float) -> None:
        """Get ready to play this game, for this player."""

    @abstractmethod
    async def move(self, state: State, last: Action | None) -> Action:
        """The legal action (or RESIGN) to answer the other's last one with."""

    @abstractmethod
    async def end(self, last: Action | None, *messages: str) -> None:
        """Hear how the game has ended, and the other's last action where it was the last one."""


class ProgramSeat(Seat):
    """A program that is asked in GTP. It plays one game, and may dial again after it.

    One whose student is known by a token may also come back in the middle: it is told all moves
    once more, and the time for its move goes on.
    """

    def __init__(self, connection: Connection, address: str) -> None:
        """Remember the connection and where it comes from; `introduce` comes first."""
        super().__init__(address)
        self.connection, self.label, self.student = connection, "", ""
        self._moves: list[str] = []
        self._told = 0  # so many of the moves does this connection know
        self._returned: asyncio.Queue[Connection] = asyncio.Queue(1)

    async def introduce(self, tokens: Tokens) -> None:
        """Ask for the program's name, and for a token behind it where there are tokens."""
        name = " ".join((await self.connection.ask("name", SETTING_UP)).split())
        if tokens:
            name, mark, token = name.rpartition("#")
            self.student = tokens.get(token.strip(), "")
            if not self.student:
                given = "a token that is no student's" if mark else "no token"
                raise Forfeit(f"gave {given}: here a name ends with # and the token of a student")
        self.label = name.strip()[:40] or "a program without a name"
        if self.student:
            self.label = f"{self.label} of {self.student}"
        elif self.label.lower() == A_PERSON:
            self.label = f"a program called {A_PERSON}"

    def come_back(self, seat: ProgramSeat) -> bool:
        """Whether this is the program whose line broke; then the game goes on over the new one."""
        if not self.student or self.label != seat.label or not self.connection.gone:
            return False
        if self._returned.full():
            self._returned.get_nowait()
        self._returned.put_nowait(seat.connection)
        return True

    async def begin(self, game: Game, player: Player, seconds: float) -> None:
        """Tell the board and the clock; a program need not have a clock."""
        self.game, self.seconds = game, seconds
        self.mine = colours_of(game)[game.players.index(player)]
        self.theirs = colours_of(game)[1 - game.players.index(player)]
        await self._set_up()

    async def _set_up(self) -> None:
        await self.connection.ask(size_of(self.game), SETTING_UP)
        await self.connection.ask("clear_board", SETTING_UP)
        await self.connection.answer(f"time_settings 0 {max(1, int(self.seconds))} 1", SETTING_UP)

    async def move(self, state: State, last: Action | None) -> Action:
        """Tell the other's move, and ask for one: there is one time for both."""
        if last is not None:
            self._moves.append(f"{self.theirs} {word_of(self.game, last)}")
        end = asyncio.get_running_loop().time() + self.seconds + GRACE
        while True:
            try:
                answer = await self._answer_before(end)
                break
            except Forfeit as fault:
                if self.student and self.connection.gone:
                    await self._wait_for_return(end, fault)
                elif fault.reason == "time":
                    raise Forfeit(f"took more than {self.seconds:g} s for a move", "time") from None
                else:
                    raise
        try:
            action = action_of(self.game, answer)
        except ValueError as error:
            raise Forfeit(f"answered {shortened(answer)!r}: {error}", "illegal") from None
        if action is not RESIGN:
            self._moves.append(f"{self.mine} {word_of(self.game, action)}")
            self._told += 1
        return action

    async def _answer_before(self, end: float) -> str:
        """The move; thinking before `play` is answered is thinking, too."""
        clock = asyncio.get_running_loop().time
        while self._told < len(self._moves):
            await self.connection.ask(f"play {self._moves[self._told]}", end - clock())
            self._told += 1
        return await self.connection.ask(f"genmove {self.mine}", end - clock())

    async def _wait_for_return(self, end: float, fault: Forfeit) -> None:
        """Wait for another line of the same program, as long as its time lasts."""
        try:
            left = end - asyncio.get_running_loop().time()
            self.connection = await asyncio.wait_for(self._returned.get(), left)
        except TimeoutError:
            raise fault from None
        self._told = 0
        await self._set_up()

    async def end(self, last: Action | None, *messages: str) -> None:
        """Say the last move and how the game has ended, and hang up."""
        move = [] if last is None else [f"{self.theirs} {word_of(self.game, last)}"]
        await self.connection.farewell(*move, *messages)


class PersonSeat(Seat):
    """A person at a page, known by a secret in its address."""

    def __init__(self, address: str, seconds: float, student: str = "", session: str = "") -> None:
        """Give the person so many seconds for each move."""
        super().__init__(address)
        self.label, self.seconds = student or A_PERSON, seconds
        self.owner = student or session or address
        """Who it is, as well as we know it: a student, a browser, or else whoever is there."""
        self.secret = secrets.token_urlsafe(18)
        self.table: GameTable | None = None
        """Where the person sits; `None` while no partner has come."""
        self.seen = asyncio.get_running_loop().time()
        self.note = ""
        self.chosen: tuple[str, ...] = ()
        self.resigning = False  # whether the button has been pressed once
        self._answer: asyncio.Future[Action] | None = None

    @property
    def to_move(self) -> bool:
        """Whether a move is waited for."""
        return self._answer is not None and not self._answer.done()

    def give(self, action: Action) -> None:
        """Make this move, or RESIGN, if one is waited for."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(action)

    async def begin(self, game: Game, player: Player, seconds: float) -> None:
        """Nothing has to be said: the page shows it."""

    async def move(self, state: State, last: Action | None) -> Action:
        """Wait for a click, but not for ever: the other side waits, too."""
        self._answer = asyncio.get_running_loop().create_future()
        self.note, self.chosen, self.resigning = "", (), False
        try:
            return await asyncio.wait_for(self._answer, self.seconds)
        except TimeoutError:
            raise Forfeit(f"made no move for {self.seconds:g} s", "time") from None

    async def end(self, last: Action | None, *messages: str) -> None:
        """Nothing has to be said: the page shows it."""


# --- the game -------------------------------------------------------------------------------------


class GameTable(Match):
    """A match whose moves come later; pages look at it, and `changes` wakes them."""

    def __init__(self, name: str, game: Game, seats: Mapping[Player, Seat], seconds: float) -> None:
        """Put the pieces on the board; `play` begins."""
        super().__init__(game, {player: seat.label for player, seat in seats.items()}, game.initial)
        self.name, self.seats, self.seconds = name, dict(seats), seconds
        self.took: list[float] = []
        """How many seconds each move took."""
        self.kept: bool | None = None
        """Whether the record is on the disk, once that was tried."""
        self.changes = Changes()

    @property
    def last(self) -> Action | None:
        """The action that led here, or `None` at the start."""
        return self.actions[-1] if self.actions else None

    async def play(self, on_action: Callable[[Action], None]) -> GameRecord:
        """The record of the game; a side that does anything wrong loses.

        A game that is stopped is unfinished. `goodbye` tells both sides how it has ended.
        """
        loop = asyncio.get_running_loop()
        try:
            for player, seat in self.seats.items():
                await seat.begin(self.game, player, self.seconds)
            while self.record is None:
                player = self.game.to_move(self.state)
                began = loop.time()
                loop.call_soon(self.changes.tell)  # when a person's page may say whose turn it is
                answer = await self.seats[player].move(self.state, self.last)
                if (action := self.take(player, answer)) is not None:
                    self.took.append(round(loop.time() - began, 3))
                    on_action(action)
                    self.changes.tell()
        except Forfeit as fault:
            return self.lose(player, fault)
        except asyncio.CancelledError:
            return self.stop("the server was stopped")
        except Exception as error:  # noqa: BLE001 - a fault of ours must not leave two sides waiting
            return self.record or self.stop(f"the server failed: {error!r:.200}")
        return self.record

    async def goodbye(self, record: GameRecord) -> None:
        """Tell both sides how it has ended."""
        # Who has moved last knows the move; the other one has not been told of it, if it ended the
        # game.
        by_the_rules = record.reason in ("win", "draw")
        late = [] if self.kept else ["The record of this game is not kept yet; the server goes on."]
        ends = (
            seat.end(
                self.last if by_the_rules and player != self.mover else None,
                *late,
                f"You are {player}. {record.detail}",
            )
            for player, seat in self.seats.items()
        )
        await asyncio.gather(*ends)
