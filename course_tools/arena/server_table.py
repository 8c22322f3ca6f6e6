"""A table of the server: who sits at it, and one game from its first move to its record."""

from __future__ import annotations

import asyncio
import secrets
from abc import ABC, abstractmethod
from collections.abc import Mapping

from course_lib.game import RESIGN, Action, Game, Player, State
from course_lib.play.gtp import action_of, colours_of, size_of, word_of
from course_lib.play.match import Forfeit, wrong_answer
from course_lib.play.record import GameRecord, Reason, outcome
from course_tools.arena.server_connection import Connection, shortened
from course_tools.arena.web import Changes

# --- seats ----------------------------------------------------------------------------------------

STARTING = 10.0
"""Seconds for every answer before the first move."""

GRACE = 0.5
"""Seconds beyond the limit: lines need time on their way, too."""


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
    async def end(self, last: Action | None, message: str) -> None:
        """Hear how the game has ended, and the other's last action where it was the last one."""


class ProgramSeat(Seat):
    """A program that is asked in GTP. It plays one game, and may dial again after it."""

    def __init__(self, connection: Connection, address: str) -> None:
        """Remember the connection and where it comes from; `introduce` comes first."""
        self.connection, self.address, self.label = connection, address, ""
        self.id = secrets.token_hex(6)

    async def introduce(self) -> None:
        """Ask for the program's name."""
        name = " ".join((await self.connection.ask("name", STARTING)).split())
        self.label = name[:40] or "a program without a name"

    async def begin(self, game: Game, player: Player, seconds: float) -> None:
        """Tell the board and the clock; a program need not have a clock."""
        self.game, self.seconds = game, seconds
        self.mine = colours_of(game)[game.players.index(player)]
        self.theirs = colours_of(game)[1 - game.players.index(player)]
        await self.connection.ask(size_of(game), STARTING)
        await self.connection.ask("clear_board", STARTING)
        await self.connection.answer(f"time_settings 0 {max(1, int(seconds))} 1", STARTING)

    async def move(self, state: State, last: Action | None) -> Action:
        """Tell the other's move, and ask for one: there is one time for both."""
        clock = asyncio.get_running_loop().time
        end = clock() + self.seconds + GRACE
        try:
            # Thinking before `play` is answered is thinking, too.
            if last is not None:
                command = f"play {self.theirs} {word_of(self.game, last)}"
                await self.connection.ask(command, end - clock())
            answer = await self.connection.ask(f"genmove {self.mine}", end - clock())
        except Forfeit as fault:
            if fault.reason != "time":
                raise
            raise Forfeit(f"took more than {self.seconds:g} s for a move", "time") from None
        try:
            action = action_of(self.game, answer)
        except ValueError as error:
            raise Forfeit(f"answered {shortened(answer)!r}: {error}", "illegal") from None
        return action

    async def end(self, last: Action | None, message: str) -> None:
        """Say the last move and how the game has ended, and hang up."""
        move = [] if last is None else [f"{self.theirs} {word_of(self.game, last)}"]
        await self.connection.farewell(*move, message)


class PersonSeat(Seat):
    """A person at a page, known by a secret in its address."""

    def __init__(self, seconds: float) -> None:
        """Give the person so many seconds for each move."""
        self.label, self.seconds = "a person", seconds
        self.secret = secrets.token_urlsafe(18)
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
        """Nothing has to be told: the page shows it."""

    async def move(self, state: State, last: Action | None) -> Action:
        """Wait for a click, but not for ever: the program waits, too."""
        self._answer = asyncio.get_running_loop().create_future()
        self.note, self.chosen, self.resigning = "", (), False
        try:
            return await asyncio.wait_for(self._answer, self.seconds)
        except TimeoutError:
            raise Forfeit(f"made no move for {self.seconds:g} s", "time") from None

    async def end(self, last: Action | None, message: str) -> None:
        """Nothing has to be told: the page shows it."""


def check_legal(game: Game, state: State, action: Action) -> None:
    """Refuse an action that is not legal, with a sentence that says what would be."""
    if action not in game.actions(state):
        raise Forfeit(wrong_answer(game, state, action), "illegal")


# --- the game -------------------------------------------------------------------------------------


class GameTable:
    """A game that goes on; pages look at it, and `changes` tells them when there is something new.

    `record` is `None` until the game has ended.
    """

    def __init__(self, name: str, game: Game, seats: Mapping[Player, Seat], seconds: float) -> None:
        """Put the pieces on the board; `play` begins."""
        self.name, self.game, self.seats, self.seconds = name, game, dict(seats), seconds
        self.states: list[State] = [game.initial]
        self.actions: list[Action] = []
        self.record: GameRecord | None = None
        self.changes = Changes()

    @property
    def state(self) -> State:
        """The position now."""
        return self.states[-1]

    @property
    def last(self) -> Action | None:
        """The action that led here, or `None` at the start."""
        return self.actions[-1] if self.actions else None

    async def play(self) -> GameRecord:
        """The record of the game; a side that does anything wrong loses.

        A game that is stopped is unfinished. `goodbye` tells both sides how it has ended.
        """
        try:
            record = await self._game()
        except asyncio.CancelledError:
            record = self._record("unfinished", "the server was stopped", None)
        except Exception as error:  # noqa: BLE001 - a fault of ours must not leave two sides waiting
            record = self._record("unfinished", f"the server failed: {error!r:.200}", None)
        self.record = record
        self.changes.tell()
        return record

    async def goodbye(self) -> None:
        """Tell both sides how it has ended."""
        record = self.record
        if record is None:
            return
        # Who has moved last knows the move; the other one has not been told of it, if it ended the
        # game.
        by_the_rules = bool(self.actions) and record.reason in ("win", "draw")
        mover = self.game.to_move(self.states[-2]) if by_the_rules else None
        await asyncio.gather(
            *(
                seat.end(
                    self.last if by_the_rules and player != mover else None,
                    f"You are {player}. {record.detail}",
                )
                for player, seat in self.seats.items()
            )
        )

    async def _game(self) -> GameRecord:
        for player, seat in self.seats.items():
            try:
                await seat.begin(self.game, player, self.seconds)
            except Forfeit as fault:
                return self._lost(player, fault)
        while not self.game.is_terminal(self.state):
            player = self.game.to_move(self.state)
            try:
                action = await self._move(player)
            except Forfeit as fault:
                return self._lost(player, fault)
            if action is RESIGN:
                return self._record("resigned", f"{player} resigned", player)
            self.states.append(self.game.result(self.state, action))
            self.actions.append(action)
            self.changes.tell()
        winner = self.game.winner(self.state)
        if winner is None:
            return self._record("draw", "a draw", None)
        line = self.game.win_line(self.state)
        detail = f"{winner} won" if line is None else f"{winner} won: {' and '.join(line[0])}"
        return self._record("win", detail, None)

    async def _move(self, player: Player) -> Action:
        """The legal action, or RESIGN, of the player to move."""
        moving = asyncio.create_task(self.seats[player].move(self.state, self.last))
        await asyncio.sleep(0)  # a person's page may now say whose turn it is
        self.changes.tell()
        try:
            action = await moving
        finally:
            moving.cancel()
        if action is not RESIGN:
            check_legal(self.game, self.state, action)
        return action

    def _lost(self, player: Player, fault: Forfeit) -> GameRecord:
        return self._record(fault.reason, f"{player} lost: {fault}", player)

    def _record(self, reason: Reason, detail: str, culprit: Player | None) -> GameRecord:
        winner, utilities = outcome(self.game, self.state, culprit)
        return GameRecord(
            game=self.game,
            players={player: seat.label for player, seat in self.seats.items()},
            start=self.states[0],
            actions=tuple(self.actions),
            reason=reason,
            detail=detail,
            culprit=culprit,
            winner=winner,
            utilities=utilities,
        )
