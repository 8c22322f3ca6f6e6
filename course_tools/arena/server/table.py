"""A table of the server: who sits at it, and one game from its first move to its record."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

from course_lib.game import RESIGN, Action, Game, Player, State
from course_lib.play.gtp import action_of, colours_of, word_of
from course_lib.play.match import Forfeit, Match
from course_lib.play.record import GameRecord
from course_tools.arena.gtp import size_of
from course_tools.arena.server.connection import Connection, shortened
from course_tools.arena.server.web import Changes

# --- seats ----------------------------------------------------------------------------------------

SETTING_UP = 10.0
"""Seconds for every answer before the first move."""

_LOOK = 0.05
"""So often, in seconds, we look whether a program has come back."""

_T = TypeVar("_T")

Owner = Callable[[str], str]
"""Says whose token this is; one that is nobody's is a `Forfeit` with what would be right."""


class Seat(ABC):
    """One side of a game; what is wrong with it is a `Forfeit`, and it loses."""

    label: str

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

    One whose student is known by a token may also come back in the middle, whether its old line has
    broken or only says nothing any more: the newest line of a token and a name is the right one.
    It is told the whole game once more, and the time for its move goes on.
    """

    def __init__(self, connection: Connection) -> None:
        """Remember the connection; `introduce` comes first."""
        self.connection, self.label = connection, ""
        self.name, self.token = "", ""
        self.since = now()
        self._moves: list[str] = []
        self._told: int | None = None  # so many moves does this line know; `None`, no board yet
        self._newest: Connection | None = None  # a line that has come in place of ours

    async def introduce(self, owner: Owner | None) -> None:
        """Ask for the program's name, and for a token behind it where tokens have owners."""
        name = " ".join((await self.connection.ask("name", SETTING_UP)).split())
        student = ""
        if owner is not None:
            name, _, token = name.rpartition("#") if "#" in name else (name, "", "")
            self.token = token.strip()
            student = owner(self.token)
        self.name = self.label = name.strip()[:40] or "a program without a name"
        if student:
            self.label = f"{self.name} of {student}"

    def is_again(self, seat: ProgramSeat) -> bool:
        """Whether that one is the same program of the same student, on another line."""
        return bool(self.token) and (self.token, self.name) == (seat.token, seat.name)

    def go_on_with(self, seat: ProgramSeat) -> Connection:
        """Play on over the line of this seat; what comes back is the line that is not needed."""
        old = self.connection if self._newest is None else self._newest
        self._newest = seat.connection
        old.replaced()  # whoever waits for it waits no more
        return old

    async def begin(self, game: Game, player: Player, seconds: float) -> None:
        """Tell the board and the clock; a program need not have a clock."""
        self.game, self.seconds = game, seconds
        self.mine = colours_of(game)[game.players.index(player)]
        self.theirs = colours_of(game)[1 - game.players.index(player)]
        patience = SETTING_UP + (self.seconds if self.token else 0)  # in which it may come back
        await self._on_any_line(self._set_up, now() + patience)

    async def move(self, state: State, last: Action | None) -> Action:
        """Tell the other's move, and ask for one: there is one time for both."""
        if last is not None:
            self._moves.append(f"{self.theirs} {word_of(self.game, last)}")
        end = now() + self.seconds
        try:
            answer = await self._on_any_line(self._answer_before, end)
        except Forfeit as fault:
            if fault.reason != "time":
                raise
            raise Forfeit(f"took more than {self.seconds:g} s for a move", "time") from None
        try:
            action = action_of(self.game, answer)
        except ValueError as error:
            raise Forfeit(f"answered {shortened(answer)!r}: {error}", "illegal") from None
        if action is not RESIGN:
            self._moves.append(f"{self.mine} {word_of(self.game, action)}")
            self._told = len(self._moves)
        return action

    async def _on_any_line(self, work: Callable[[float], Awaitable[_T]], end: float) -> _T:
        """What comes of this work, begun again on each new line of the same program."""
        while True:
            if self._newest is not None:
                self.connection, self._newest, self._told = self._newest, None, None
            try:
                return await work(end)
            except Forfeit as fault:
                if not (self.token and self.connection.gone):
                    raise
                while self._newest is None:
                    if now() >= end:
                        raise fault from None
                    await asyncio.sleep(_LOOK)

    async def _set_up(self, end: float) -> None:
        left = min(SETTING_UP, end - now())
        await self.connection.ask(size_of(self.game), left)
        await self.connection.ask("clear_board", left)
        await self.connection.answer(f"time_settings 0 {max(1, int(self.seconds))} 1", left)
        self._told = 0

    async def _answer_before(self, end: float) -> str:
        """The move; thinking before `play` is answered is thinking, too."""
        if self._told is None:
            await self._set_up(end)
        for move in self._moves[self._told or 0 :]:
            await self.connection.ask(f"play {move}", end - now())
        self._told = len(self._moves)
        return await self.connection.ask(f"genmove {self.mine}", end - now())

    async def end(self, last: Action | None, *messages: str) -> None:
        """Say the last move and how the game has ended, and hang up."""
        self.connection = self._newest or self.connection
        move = [] if last is None else [f"{self.theirs} {word_of(self.game, last)}"]
        await self.connection.farewell(*move, *messages)


def now() -> float:
    """Seconds since some moment."""
    return asyncio.get_running_loop().time()


# --- the game -------------------------------------------------------------------------------------


class GameTable(Match):
    """A match whose moves come later; pages look at it, and `changes` wakes them."""

    def __init__(
        self,
        name: str,
        game: Game,
        seats: Mapping[Player, Seat],
        seconds: float,
    ) -> None:
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
        try:
            for player, seat in self.seats.items():
                await seat.begin(self.game, player, self.seconds)
            while self.record is None:
                player = self.game.to_move(self.state)
                began = now()
                answer = await self.seats[player].move(self.state, self.last)
                if (action := self.take(player, answer)) is not None:
                    self.took.append(round(now() - began, 3))
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
