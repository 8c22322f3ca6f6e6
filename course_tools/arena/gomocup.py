"""Gomocup's protocol, spoken from both sides: our players as a program, and programs as players."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from course_lib.game import Action, Game, State
from course_lib.games import Gomoku
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.squares import EMPTY, Square
from course_lib.play.gtp import MakePlayer, Refused
from course_lib.play.match import raised
from course_lib.play.players import PlayerFunction
from course_tools.arena.programs import STARTING, EnginePlayer
from course_tools.engines.gomoku import LARGEST, five_in_a_row

# --- our players as a program ---------------------------------------------------------------------

MINE, YOURS = 1, 2
"""Whose stone it is, in the protocol's numbers."""

SMALLEST = 5

_EXACT, _CONTINUOUS = 1, 2
"""Bits of the protocol's rule: more than five in a row is no win; games follow one another at once,
which is nothing to us. What other bits stand for, renju or caro, our game does not know."""

_ANY_PLACE = re.compile(r"(-?\d{1,9})\s*,\s*(-?\d{1,9})")

_DIGITS = 10
"""No number of the protocol has more; a stranger's may have thousands."""


class GomocupBrain:
    """Answers the lines of a manager, with the moves of a player.

    The stones are kept in the order in which they came, so that they can be taken back.
    """

    def __init__(self, make_player: MakePlayer, about: Mapping[str, str]) -> None:
        """Use players that this function makes; `about` is what ABOUT tells."""
        self.make_player = make_player
        self.about = about
        self.over = False
        self.game: KInARow | None = None
        self._stones: list[tuple[Square, int]] = []
        self._board: list[str] | None = None  # the lines of BOARD, until DONE
        self._player: tuple[tuple[Game, float | None], PlayerFunction] | None = None
        self._info: dict[str, int] = {}

    def answer(self, line: str) -> Iterator[str]:
        """What to say to this line; a line that is not understood is answered, too."""
        text = line.strip()
        word, _, rest = text.partition(" ")
        command = getattr(self, f"_do_{word.lower()}", None)
        try:
            if not text:
                said = ""
            elif self._board is not None:
                said = self._one_more(self._board, text)
            else:
                said = command(rest.strip()) if command else f"UNKNOWN command {word[:40]}"
        except Refused as refused:
            said = f"ERROR {refused}"
        if said:
            yield said

    # --- a game begins and ends ------------------------------------------------------------------

    def _do_start(self, rest: str) -> str:
        [size] = _numbers(rest, 1, "START needs a size, such as START 15")
        return self._begin(size, size)

    def _do_rectstart(self, rest: str) -> str:
        columns, rows = _numbers(rest, 2, "RECTSTART needs columns and rows, such as 20,15")
        return self._begin(rows, columns)

    def _do_restart(self, rest: str) -> str:
        game = self._started()
        return self._begin(game.rows, game.columns)

    def _do_end(self, rest: str) -> str:
        self.over = True
        return ""

    def _do_about(self, rest: str) -> str:
        return ", ".join(f'{name}="{value}"' for name, value in self.about.items())

    def _do_info(self, rest: str) -> str:
        """Keep what is told; INFO is never answered."""
        name, _, value = rest.partition(" ")
        if re.fullmatch(rf"-?\d{{1,{_DIGITS}}}", value.strip()):
            self._info[name.lower()] = int(value)
        return ""

    # --- moves -----------------------------------------------------------------------------------

    def _do_begin(self, rest: str) -> str:
        if self._stones:
            raise Refused("BEGIN is for an empty board, and there are stones on it")
        return self._move()

    def _do_turn(self, rest: str) -> str:
        self._put(_square(rest), YOURS)
        return self._move()

    def _do_play(self, rest: str) -> str:
        """Make the move that the manager wants us to make."""
        square = _square(rest)
        self._put(square, MINE)
        return _written(square)

    def _do_takeback(self, rest: str) -> str:
        square = _square(rest)
        if not self._stones or self._stones[-1][0] != square:
            last = _written(self._stones[-1][0]) if self._stones else "nowhere"
            raise Refused(f"the last stone lies at {last}, not at {rest}")
        self._stones.pop()
        return "OK"

    def _do_board(self, rest: str) -> str:
        self._started()
        self._board = []
        return ""

    def _one_more(self, lines: list[str], text: str) -> str:
        """One line of BOARD ... DONE; they are looked at together, and answered once."""
        if text.upper() != "DONE":
            lines.append(text)
            return ""
        self._board = None
        before, self._stones = self._stones, []
        try:
            for line in lines:
                wrong = f"a line of BOARD is x,y,1 or x,y,2, and this one is {line[:40]!r}"
                column, row, whose = _numbers(line, 3, wrong)
                self._put((row, column), whose, in_turn=False)
            return self._move()
        except Refused:
            self._stones = before
            raise

    # --- helpers ---------------------------------------------------------------------------------

    def _begin(self, rows: int, columns: int) -> str:
        """OK, after the board is empty and of this size."""
        if not (SMALLEST <= rows <= LARGEST and SMALLEST <= columns <= LARGEST):
            raise Refused(f"a board has {SMALLEST} to {LARGEST} rows and columns here")
        game, seconds = _five_in_a_row(rows, columns, exact=False), self._clock()
        try:
            self._player = (game, seconds), self.make_player(game, seconds)
        except ValueError as error:  # the manager must hear now that our player can't play there
            raise Refused(str(error).partition("\n")[0]) from error
        self.game, self._stones = game, []
        return "OK"

    def _put(self, square: Square, whose: int, *, in_turn: bool = True) -> None:
        """Put a stone on an empty square of the board."""
        game = self._started()
        row, column = square
        if whose not in (MINE, YOURS):
            raise Refused(f"a line of BOARD is x,y,1 or x,y,2, and this one ends with {whose}")
        if not (row < game.rows and column < game.columns):
            raise Refused(f"{_written(square)} is off the board of {game.columns},{game.rows}")
        if any(taken == square for taken, _ in self._stones):
            raise Refused(f"there is a stone at {_written(square)} already")
        if in_turn and self._stones and self._stones[-1][1] == whose:
            raise Refused("the same side would move twice")
        self._stones.append((square, whose))

    def _move(self) -> str:
        """The player's move, after it has been put on the board."""
        game, state = self._position()
        seconds = self._clock()
        try:
            if self._player is None or self._player[0] != (game, seconds):
                self._player = (game, seconds), self.make_player(game, seconds)
            action = self._player[1](game, state)
        except Exception as error:  # whatever it is, the manager must hear of it, not wait
            raise Refused(f"our player failed: {raised(error)}") from error
        if action not in game.actions(state):
            raise Refused(f"our player wants {action!r}, which is not legal")
        square = cast("Square", action)
        self._stones.append((square, MINE))
        return _written(square)

    def _position(self) -> tuple[KInARow, State]:
        """The game by the rule that was told, and the state that these stones make."""
        game = self._started()
        rule = self._info.get("rule", 0)
        if rule & ~(_EXACT | _CONTINUOUS):
            raise Refused(f"rule {rule} is not known here; 0 is five or more, 1 is exactly five")
        game = _five_in_a_row(game.rows, game.columns, exact=bool(rule & _EXACT))
        first, second = game.players
        count = [whose for _, whose in self._stones]
        mine, yours = count.count(MINE), count.count(YOURS)
        if yours - mine not in (0, 1):
            raise Refused(f"with {mine} of my stones and {yours} of yours it is not my turn")
        marks = {MINE: first, YOURS: second} if mine == yours else {MINE: second, YOURS: first}
        board = [EMPTY] * (game.rows * game.columns)
        for (row, column), whose in self._stones:
            board[row * game.columns + column] = marks[whose]
        try:
            state = game.parse("".join(board))
        except ValueError as error:
            raise Refused(str(error)) from None
        if game.is_terminal(state):
            raise Refused("the game is over")
        return game, state

    def _clock(self) -> float | None:
        """The seconds for this move, as far as INFO has told; `None` if it has not.

        Of the time left for the whole game no more than a tenth is spent on one move.
        """
        limits = [self._info["timeout_turn"] / 1000] if "timeout_turn" in self._info else []
        if self._info.get("timeout_match", 0) > 0 and "time_left" in self._info:
            limits.append(self._info["time_left"] / 10_000)
        return max(0.0, min(limits)) if limits else None

    def _started(self) -> KInARow:
        """The game, once START has been heard."""
        if self.game is None:
            raise Refused("START comes first")
        return self.game


def _numbers(text: str, count: int, otherwise: str) -> list[int]:
    """So many whole numbers, between commas."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != count or not all(part.isdecimal() and len(part) <= _DIGITS for part in parts):
        raise Refused(otherwise)
    return [int(part) for part in parts]


def _square(text: str) -> Square:
    wrong = f"a place is written like 7,7, and this is {text[:40]!r}"
    column, row = _numbers(text, 2, wrong)
    return row, column


def _five_in_a_row(rows: int, columns: int, *, exact: bool) -> KInARow:
    """Gomoku, or the same on a board that is no square."""
    if rows == columns:
        return Gomoku(rows, exact)
    return KInARow(rows, columns, 5, exact=exact)


def _written(square: Action) -> str:
    """A square as the protocol writes it: to the right, then down."""
    row, column = cast("Square", square)
    return f"{column},{row}"


# --- a program as a player ------------------------------------------------------------------------


class GomocupPlayer(EnginePlayer[KInARow]):
    """A player that asks a program which speaks the Gomocup protocol, for five in a row.

    `GomocupPlayer("./pbrain-mine", seconds=5)`; in the protocol a place is `x,y`, x to the right
    and y down, both from 0.
    """

    prefix = "gomocup"
    goodbye = "END"
    asides = ("MESSAGE", "DEBUG")

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
        """Show what is new on the board, or all of it, and take the answer.

        A program that makes nothing of the new stone is shown the whole board once.
        """
        self.must_be_quiet()
        game = self.board
        added, whole = self.added(state), ["BOARD", *_stones(self.board, state), "DONE"]
        if state == game.initial:
            if self.known != state:
                self.again()
            lines = ["BEGIN"]
        elif added is not None:
            lines = [f"TURN {_written(added)}"]
        else:
            lines = whole
        answer, match = self._asked(lines)
        if match is None and lines[0].startswith("TURN"):
            answer, match = self._asked(whole)
        if match is None:
            raise self.talk.fault(
                f"answered {answer[:80]!r} to {lines[0]!r}, where a place such as 7,7 was expected"
            )
        action = int(match[2]), int(match[1])
        self.follow(state, action)
        return action

    def _agree(self, line: str) -> None:
        """Send this line and wait for the program's OK."""
        self.talk.tell(line)
        until = self.deadline(STARTING)
        answer = self.answer(until, line, STARTING)
        if answer.upper() != "OK":
            raise self.talk.fault(f"answered {answer[:80]!r} to {line!r}, where OK was expected")

    def _asked(self, lines: Sequence[str]) -> tuple[str, re.Match[str] | None]:
        """What the program answers to these, and the place in it; `SUGGEST x,y` counts as one."""
        for line in lines:
            self.talk.tell(line)
        until = self.deadline(self.seconds)
        answer = self.answer(until, lines[0], self.seconds)
        return answer, _ANY_PLACE.fullmatch(re.sub(r"(?i)^suggest\s+", "", answer))


def _stones(game: KInARow, state: State) -> list[str]:
    """Every stone as `x,y,1` if it belongs to the player to move, else `x,y,2`."""
    player = game.to_move(state)
    return [
        f"{_written(divmod(at, game.columns))},{1 if mark == player else 2}"
        for at, mark in enumerate(state.board)
        if mark != EMPTY
    ]
