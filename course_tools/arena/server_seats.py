"""Who can sit at a server's table: a program at the other end of a line, and a person at a page."""

from __future__ import annotations

import asyncio
import secrets
from abc import ABC, abstractmethod

from course_lib.game import Action, Game, Player, State
from course_lib.play.faults import Forfeit, wrong_answer
from course_lib.play.meet.gtp_speech import action_of, colours_of, size_of, word_of
from course_tools.arena.server_line import Line, shortened

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

    def __init__(self, line: Line, address: str) -> None:
        """Remember the line and where it comes from; `introduce` comes first."""
        self.line, self.address, self.label = line, address, ""
        self.id = secrets.token_hex(6)

    async def introduce(self) -> None:
        """Ask for the program's name."""
        name = " ".join((await self.line.ask("name", STARTING)).split())
        self.label = name[:40] or "a program without a name"

    async def begin(self, game: Game, player: Player, seconds: float) -> None:
        """Tell the board and the clock; a program need not have a clock."""
        self.game, self.seconds = game, seconds
        self.mine = colours_of(game)[game.players.index(player)]
        self.theirs = colours_of(game)[1 - game.players.index(player)]
        await self.line.ask(size_of(game), STARTING)
        await self.line.ask("clear_board", STARTING)
        await self.line.answer(f"time_settings 0 {max(1, int(seconds))} 1", STARTING)

    async def move(self, state: State, last: Action | None) -> Action:
        """Tell the other's move, and ask for one: there is one time for both."""
        clock = asyncio.get_running_loop().time
        end = clock() + self.seconds + GRACE
        try:
            # Thinking before `play` is answered is thinking, too.
            if last is not None:
                told = f"play {self.theirs} {word_of(self.game, last)}"
                await self.line.ask(told, end - clock())
            said = await self.line.ask(f"genmove {self.mine}", end - clock())
        except Forfeit as fault:
            if fault.reason != "time":
                raise
            raise Forfeit(f"took more than {self.seconds:g} s for a move", "time") from None
        try:
            action = action_of(self.game, said)
        except ValueError as error:
            raise Forfeit(f"answered {shortened(said)!r}: {error}", "illegal") from None
        return action

    async def end(self, last: Action | None, message: str) -> None:
        """Say the last move and how the game has ended, and hang up."""
        told = [] if last is None else [f"{self.theirs} {word_of(self.game, last)}"]
        await self.line.farewell(*told, message)


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
    def asked(self) -> bool:
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
