"""A program that speaks the Go Text Protocol (GTP) as a player: we give the commands."""

from __future__ import annotations

import time

from course_lib.game import Action, Game, State
from course_lib.play.gtp import action_of, check_speakable, colours_of, size_of, word_of
from course_tools.arena.programs import GRACE, STARTING, EnginePlayer, moves_to
from course_tools.engines.jit import say_once


def gtp_player(command: str, *, seconds: float | None = None) -> GtpPlayer:
    """A player that asks the program behind this command, which speaks GTP, for its moves.

    Such as `gtp_player("./engine --gtp", seconds=5)`; it has so many seconds for a move, 30 if it
    is not told. The program is started when it is first needed, and ended by `close`, or at the end
    of a `with` block.
    """
    return GtpPlayer(command, seconds=seconds)


CLOCKS = {
    "time_settings": "time_settings 0 {0} 1",
    "time": "time -g 0 -m {1:g}",
}
"""By which commands a program is told its clock, whole seconds or any: none for the whole game, but
so many for each single move. `time` is that of programs for Havannah; it comes first where the
seconds are not whole."""


class GtpPlayer(EnginePlayer[Game]):
    """A player that asks a program which speaks GTP, for Havannah and games of rows on squares.

    The first player is black, in Havannah white. The program is expected to know the rules of the
    game, since the protocol has no words for them; a program that refuses a pass where passing is
    allowed loses.
    """

    prefix = "gtp"
    goodbye = "quit"

    def suited(self, game: Game) -> Game:
        """The game, if the protocol can speak about it."""
        return check_speakable(game)

    def start(self, game: Game) -> None:
        """Ask what the program can do, and tell it the board and the clock."""
        self._number = 0
        version = self._ask("protocol_version", STARTING)
        if version != "2":
            raise self.talk.fault(f"speaks version {version[:20]!r} of GTP, where 2 was expected")
        commands = self._ask("list_commands", STARTING).split()
        size = size_of(game)
        if not size.startswith("boardsize") and size.split()[0] not in commands:
            raise self.talk.fault(
                f"has no command {size.split()[0]}, which this board needs: {game!r}"
            )
        self._ask(size, STARTING)
        words = reversed(CLOCKS) if self.seconds % 1 else CLOCKS
        clock = next((word for word in words if word in commands), None)
        if clock is None:
            say_once(
                f"{self} has no command for its clock: it plays without knowing that it has"
                f" {self.seconds:g} s for a move."
            )
        else:
            self._ask(CLOCKS[clock].format(max(1, int(self.seconds)), self.seconds), STARTING)
        self.again()

    def again(self) -> None:
        """Empty the board."""
        self._ask("clear_board", STARTING)
        self.known = self.board.initial

    def move(self, state: State) -> Action:
        """Bring the program's board up to this state, and let it move."""
        self.must_be_quiet()
        game = self.board
        added = self.added(state)
        if added is None and self.known != state:
            self.again()
            for action in moves_to(game, state):
                self._play(self.known, action, STARTING)
        # Thinking before `play` is answered is thinking, too: there is one time for both.
        end = time.monotonic() + self.seconds
        if added is not None:
            self._play(self.known, added, self.seconds)
        answer = self._ask(f"genmove {self._colour(state)}", self.seconds, end)
        try:
            action = action_of(game, answer)
        except ValueError as error:
            raise self.talk.fault(f"answered genmove with {answer[:80]!r}: {error}") from None
        self.follow(state, action)
        return action

    def _play(self, state: State, action: Action, seconds: float) -> None:
        """Put a stone on the program's board, too."""
        self._ask(f"play {self._colour(state)} {word_of(self.board, action)}", seconds)
        self.known = self.board.result(state, action)

    def _colour(self, state: State) -> str:
        """How the protocol calls the player to move."""
        return colours_of(self.board)[self.board.players.index(self.board.to_move(state))]

    def _ask(self, command: str, seconds: float, end: float | None = None) -> str:
        """The answer to this command, in one line; `?` instead of `=` is a fault.

        `end` is when the seconds are over (`time.monotonic`), if they have begun before.
        """
        self._number += 1
        self.talk.tell(f"{self._number} {command}")
        until = self.deadline(seconds) if end is None else end + GRACE
        lines = [first := self.answer(until, command, seconds)]
        while lines[-1]:
            lines.append(self.talk.hear(until, command, seconds))
        sign, number = first[0], str(self._number)
        head, _, rest = first[1:].partition(" ")
        if sign not in "=?" or head != number:
            raise self.talk.fault(
                f"answered {first[:80]!r} to {command!r}, where ={number} or ?{number} was expected"
            )
        text = "\n".join([rest, *lines[1:]]).strip()
        if sign == "?":
            raise self.talk.fault(f"refused {command!r}: {text[:120] or 'without a reason'}")
        return text
