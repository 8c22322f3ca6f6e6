"""A Gomocup program (piskvork calls it a brain) as a player: we are the manager it speaks to."""

from __future__ import annotations

import re
from typing import cast

from course_lib.game import Action, Game, State
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.rows import EMPTY
from course_lib.games.squares import Square
from course_tools.arena.engine_player import STARTING, EnginePlayer
from course_tools.arena.stones import new_stone
from course_tools.arena.which_game import five_in_a_row

_PLACE = re.compile(r"(-?\d+)\s*,\s*(-?\d+)")
_ASIDE = ("MESSAGE", "DEBUG")


class GomocupPlayer(EnginePlayer[KInARow]):
    """A player that asks a program which speaks the Gomocup protocol, for five in a row.

    `GomocupPlayer("./pbrain-mine", seconds=5)`; in the protocol a place is `x,y`, x to the right
    and y down, both from 0.
    """

    protocol = "the Gomocup protocol"
    prefix = "gomocup"
    goodbye = "END"

    def suited(self, game: Game) -> KInARow:
        """The game, if it is five in a row for two: the protocol knows no other."""
        if not isinstance(game, KInARow) or not five_in_a_row(game):
            raise ValueError(f"the Gomocup protocol is for five in a row; this is {game!r}")
        return game

    def start(self, game: KInARow) -> None:
        """Send the size, the rule and the clock."""
        square = game.rows == game.columns
        self._agree(f"START {game.rows}" if square else f"RECTSTART {game.columns},{game.rows}")
        for line in (
            f"INFO timeout_turn {round(1000 * self.seconds)}",
            "INFO timeout_match 0",
            "INFO game_type 1",
            f"INFO rule {1 if game.exact else 0}",
        ):
            self.talk.tell(line)
        self.known = game.initial

    def again(self) -> None:
        """Empty the board."""
        self._agree("RESTART")
        self.known = self.board.initial

    def move(self, state: State) -> Action:
        """Show what is new on the board, or all of it, and take the answer."""
        self._must_be_quiet()
        game = self.board
        added = None if self.known is None else new_stone(game, self.known, state)
        if state == game.initial:
            if self.known != state:
                self.again()
            lines = ["BEGIN"]
        elif added is not None:
            lines = [f"TURN {_written(added)}"]
        else:
            lines = ["BOARD", *_stones(game, state), "DONE"]
        for line in lines:
            self.talk.tell(line)
        action = self._place(lines[0])
        self.follow(state, action)
        return action

    def _agree(self, line: str) -> None:
        """Send this line and wait for the program's OK."""
        self.talk.tell(line)
        until = self.deadline(STARTING)
        answer = self._answer(until, line, STARTING)
        if answer.upper() != "OK":
            raise self.fault(f"answered {answer[:80]!r} to {line!r}, where OK was expected")

    def _place(self, about: str) -> Action:
        """The place that the program answers; `SUGGEST x,y` counts as one."""
        until = self.deadline(self.seconds)
        answer = self._answer(until, about, self.seconds)
        found = _PLACE.fullmatch(re.sub(r"(?i)^suggest\s+", "", answer))
        if found is None:
            raise self.fault(
                f"answered {answer[:80]!r} to {about!r}, where a place such as 7,7 was expected"
            )
        return int(found[2]), int(found[1])

    def _answer(self, until: float, about: str, seconds: float) -> str:
        """The first line that is meant as an answer, by a clock that runs for all of them."""
        while True:
            line = self.talk.hear(until, about, seconds)
            if line and not line.upper().startswith(_ASIDE):
                return line

    def _must_be_quiet(self) -> None:
        """Refuse what has been said in the meantime: it would be taken for the next answer."""
        said = [line for line in self.talk.unasked() if line]
        strange = [line for line in said if not line.upper().startswith(_ASIDE)]
        if strange:
            raise self.fault(f"said {strange[0][:80]!r} when nobody had asked it anything")


def _written(square: Action) -> str:
    """A square as the protocol writes it."""
    row, column = cast("Square", square)
    return f"{column},{row}"


def _stones(game: KInARow, state: State) -> list[str]:
    """Every stone as `x,y,1` if it belongs to the player to move, else `x,y,2`."""
    player = game.to_move(state)
    return [
        f"{_written(divmod(at, game.columns))},{1 if mark == player else 2}"
        for at, mark in enumerate(state.board)
        if mark != EMPTY
    ]
