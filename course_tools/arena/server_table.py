"""One game on a server, from its first move to its record: whatever a side does, it ends."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping

from course_lib.game import RESIGN, Action, Game, Player, State
from course_lib.play.faults import Forfeit
from course_lib.play.record import GameRecord, Reason, outcome
from course_tools.arena.server_seats import Seat, check_legal


class Table:
    """A game that goes on; pages look at it, and `changed` tells them when there is something new.

    `record` is `None` until the game has ended, and `number` grows with whatever can be seen.
    """

    def __init__(self, name: str, game: Game, seats: Mapping[Player, Seat], seconds: float) -> None:
        """Put the pieces on the board; `play` begins."""
        self.name, self.game, self.seats, self.seconds = name, game, dict(seats), seconds
        self.states: list[State] = [game.initial]
        self.actions: list[Action] = []
        self.record: GameRecord | None = None
        self.number = 0
        self._news = asyncio.Event()

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
        self.touch()
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

    async def changed(self, known: int, patience: float) -> None:
        """Come back as soon as there is more to see than what is known, or after a while."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while self.number == known:
                    await self._news.wait()

    def touch(self) -> None:
        """Say that there is something new to see."""
        self.number += 1
        self._news.set()
        self._news = asyncio.Event()

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
            self.touch()
        winner = self.game.winner(self.state)
        if winner is None:
            return self._record("draw", "a draw", None)
        line = self.game.win_line(self.state)
        detail = f"{winner} won" if line is None else f"{winner} won: {' and '.join(line[0])}"
        return self._record("win", detail, None)

    async def _move(self, player: Player) -> Action:
        """The legal action, or RESIGN, of the player to move."""
        asked = asyncio.create_task(self.seats[player].move(self.state, self.last))
        await asyncio.sleep(0)  # a person's page may now say whose turn it is
        self.touch()
        try:
            action = await asked
        finally:
            asked.cancel()
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
