"""The Go Text Protocol (GTP) with other people: our player as a program, their program as a player.

`GtpProgram` answers whoever asks over a pipe: what `course_lib.play.gtp` has for servers, and
what an interface wants to know beside it. `GtpPlayer` asks an outside program for its moves.
"""

from __future__ import annotations

import contextlib
import math
import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from random import Random
from typing import IO, Self, cast

from course_lib.commands import version
from course_lib.game import PASS, Action, Game, Player, State
from course_lib.games.havannah import Havannah
from course_lib.games.hexboard import hex_board
from course_lib.games.k_in_a_row import KInARow
from course_lib.play.gtp import (
    GtpEngine,
    Refused,
    action_of,
    check_speakable,
    colours_of,
    word_of,
)
from course_lib.play.match import Forfeit

# --- our player as a program ----------------------------------------------------------------------


class GtpProgram(GtpEngine):
    """Answers what other people's interfaces ask: also for the board, and to take moves back."""

    def _do_list_commands(self, words: list[str]) -> str:
        return "\n".join(
            sorted(name.removeprefix("_do_") for name in dir(self) if name.startswith("_do_"))
        )

    def _do_known_command(self, words: list[str]) -> str:
        return "true" if words and hasattr(self, f"_do_{words[0]}") else "false"

    def _do_protocol_version(self, words: list[str]) -> str:
        return "2"

    def _do_version(self, words: list[str]) -> str:
        return version()

    def _do_showboard(self, words: list[str]) -> str:
        text = self.game.render(self.state)
        # The letters of the columns as in moves, which GTP writes in capitals.
        lines = (text.upper() if isinstance(self.game, Havannah) else text).splitlines()
        return "\n" + "\n".join(line for line in lines if line.strip())  # an empty one would end it

    def _do_undo(self, words: list[str]) -> str:
        if len(self._states) == 1:
            raise Refused("cannot undo")
        self._states.pop()
        return ""


# --- a program as our player ----------------------------------------------------------------------

SECONDS = 30.0
"""What a program gets for a move, where nobody says otherwise."""

STARTING = 60.0
"""What it gets to start, and to be shown a board: it may have much to load."""

GRACE = 0.5
"""Seconds beyond what a program was told it has: lines need time on their way, too."""

LONGEST_LINE = 10_000
MOST_LINES = 1_000
"""No answer has more lines; a program that writes more waits until they are read."""

_NAME = 48

_PATIENCE = 1.0
"""Seconds that a program gets to end when it is told to, before it is ended."""


class GtpPlayer:
    """A player whose moves come from a program that speaks GTP: Havannah, and games of rows.

    `GtpPlayer("./engine --gtp", seconds=5)` has five seconds for a move, 30 if nothing is said. The
    program is expected to know the rules of the game, since the protocol has no words for them. It
    is started when it is first needed, again after a fault, and ended by `close`, or at the end of
    a `with` block. A fault is a `Forfeit` with a sentence, so in `play_game` the program loses by
    it, and nobody waits.
    """

    def __init__(self, command: str, *, seconds: float | None = None) -> None:
        """Remember the command; that there is such a program is checked now."""
        self.command, self._arguments = command, arguments_of(command)
        self.seconds = SECONDS if seconds is None else seconds
        if not 0 < self.seconds < math.inf:
            raise ValueError(f"seconds is {seconds!r}; a program's clock needs more than 0")
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        self._errors: IO[bytes] | None = None
        self._game: Game | None = None
        self._state: State = None  # the state that the program has on its own board
        self._number = 0

    def new_game(self, game: Game, seat: Player, rng: Random | None) -> None:
        """Begin a game with a program that has nothing of the last one in mind."""
        with self._or_ended():
            if self._process is None or self._game != game:
                self._start(game)
            else:
                self._show(game, game.initial)

    def __call__(self, game: Game, state: State) -> Action:
        """The move that the program makes; whether it is legal is for others to say."""
        with self._or_ended():
            if self._process is None or self._game != game:
                self._start(game)
            last = new_stone(game, self._state, state)
            if last is None and self._state != state:
                self._show(game, state)
            # Thinking before `play` is answered is thinking, too: there is one time for both.
            end = time.monotonic() + self.seconds
            if last is not None:
                self._play(game, self._state, last, self.seconds, end)
            answer = self._ask(f"genmove {_colour(game, state)}", self.seconds, end)
            try:
                action = action_of(game, answer)
            except ValueError as error:
                raise self._fault(f"answered genmove with {answer[:80]!r}: {error}") from None
            self._state = game.result(state, action) if action in game.actions(state) else None
            return action

    def close(self) -> None:
        """Say goodbye, wait a moment, and end the program with all that it has started."""
        if self._process is None:
            return
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            self._send("quit")
            self._process.wait(_PATIENCE)
        self._end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"gtp: {self.command}"

    # --- the conversation ------------------------------------------------------------------------

    def _start(self, game: Game) -> None:
        """Start the program, and tell it the board and the clock."""
        check_speakable(game)
        self.close()
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - `_end` closes it
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the program that was asked for
                self._arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                text=True,
                encoding="utf-8",
                errors="replace",
                # A group of its own: Ctrl-C is for us, and it ends with all that it has started.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            self._errors.close()
            raise self._fault(f"can't be started: {error}") from None
        self._lines, self._number, self._game = queue.Queue(MOST_LINES), 0, game
        threading.Thread(
            target=_read, args=[self._process.stdout, self._lines], daemon=True
        ).start()
        self._ask(size_of(game), STARTING)
        with contextlib.suppress(Forfeit):  # it plays without knowing that it has a clock
            self._ask(f"time_settings 0 {max(1, int(self.seconds))} 1", STARTING)
        self._show(game, game.initial)

    def _show(self, game: Game, state: State) -> None:
        """Put this position on the program's board."""
        self._ask("clear_board", STARTING)
        now = game.initial
        for action in moves_to(game, state):
            now = self._play(game, now, action, STARTING)
        self._state = state

    def _play(
        self, game: Game, state: State, action: Action, seconds: float, end: float | None = None
    ) -> State:
        """The state after this move, which the program has on its board now."""
        self._ask(f"play {_colour(game, state)} {word_of(game, action)}", seconds, end)
        return game.result(state, action)

    def _ask(self, command: str, seconds: float, end: float | None = None) -> str:
        """The answer to this command; `?` instead of `=` is a fault.

        `end` is when the seconds are over (`time.monotonic`), if they have begun before.
        """
        self._number += 1
        until = GRACE + (time.monotonic() + seconds if end is None else end)
        with contextlib.suppress(OSError):  # that it has ended is noticed when no answer comes
            self._send(f"{self._number} {command}")
        while not (first := self._hear(until, command, seconds)):
            pass
        lines = [first]
        while lines[-1]:
            lines.append(self._hear(until, command, seconds))
            if len(lines) > MOST_LINES:
                raise self._fault(f"answered more than {MOST_LINES:,} lines to {command!r}")
        sign, number = first[0], str(self._number)
        head, _, rest = first[1:].partition(" ")
        if sign not in "=?" or head != number:
            raise self._fault(
                f"answered {first[:80]!r} to {command!r}, where ={number} or ?{number} was expected"
            )
        text = "\n".join([rest, *lines[1:]]).strip()
        if sign == "?":
            raise self._fault(f"refused {command!r}: {text[:120] or 'without a reason'}")
        return text

    def _send(self, line: str) -> None:
        assert self._process is not None and self._process.stdin is not None  # noqa: PT018, S101
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def _hear(self, until: float, command: str, seconds: float) -> str:
        """The next line, without blanks around it, if it comes until then (`time.monotonic`)."""
        try:
            line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            words = f"gave no answer to {command!r} within {seconds:g} s"
            raise Forfeit(f"{short(self.command)!r} {words}", "time") from None
        if line is None:
            self._lines.put(None)
            raise self._fault(f"{self._how_it_ended()} instead of an answer to {command!r}")
        if len(line) >= LONGEST_LINE:
            raise self._fault(
                f"wrote a line of {LONGEST_LINE:,} characters and more as answer to {command!r}"
            )
        return line.strip()

    def _fault(self, words: str) -> Forfeit:
        """What the program did wrong, as an error to raise."""
        return Forfeit(f"{short(self.command)!r} {words}", "error")

    # --- the process -----------------------------------------------------------------------------

    @contextlib.contextmanager
    def _or_ended(self) -> Iterator[None]:
        """After a fault in here the program is ended, and later started anew."""
        try:
            yield
        except BaseException:
            self._end()
            raise

    def _how_it_ended(self) -> str:
        """That the program is gone, and what it said last (to stderr)."""
        assert self._process is not None and self._errors is not None  # noqa: PT018, S101
        try:
            code = self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            return "closed its output"
        self._errors.seek(0)
        said = self._errors.read()[-200:].decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(said) if line.strip()), "")
        return f"ended with exit code {code}" + (f", saying {last!r}," if last else "")

    def _end(self) -> None:
        """End the program and all that it has started, on systems with groups of processes."""
        process, self._process, self._state = self._process, None, None
        if process is None:
            return
        if sys.platform == "win32":
            process.kill()
        else:  # also where it has ended by itself, as what it has started may go on
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_PATIENCE)
        with contextlib.suppress(queue.Empty):  # until the thread that reads has ended, too
            while self._lines.get(timeout=_PATIENCE) is not None:
                pass
        for stream in (process.stdin, process.stdout, self._errors):
            with contextlib.suppress(OSError):
                stream.close()  # type: ignore[union-attr] # they are pipes


def _read(stream: IO[str], lines: queue.Queue[str | None]) -> None:
    """Put each line aside, and `None` after the last; while there are too many, it waits."""
    with contextlib.suppress(OSError, ValueError):
        while line := stream.readline(LONGEST_LINE):
            lines.put(line)
    lines.put(None)


def short(command: str) -> str:
    """The command, or the end of a long one: sentences about it must not get too long."""
    return command if len(command) <= _NAME else f"...{command[3 - _NAME :]}"


def arguments_of(command: str) -> list[str] | str:
    """The program and its arguments, for `subprocess`; what is nobody's name is a `ValueError`."""
    if not command.strip():
        raise ValueError("a program needs a command, such as gtp: ./engine --gtp")
    # Windows takes a command as one text, in which a backslash is part of a path.
    words = shlex.split(command, posix=sys.platform != "win32")
    program = words[0].strip('"')
    if shutil.which(program) is None:
        raise ValueError(
            f"there is no program {program!r}; give a name on the PATH, or a path such as"
            f" {os.path.join('.', 'engine')}"  # noqa: PTH118 - Path would drop the dot
        )
    return command if sys.platform == "win32" else words


# --- what a program must know of a board ----------------------------------------------------------


def size_of(game: Game) -> str:
    """The command that makes a board of this size."""
    if not isinstance(game, KInARow):
        return f"boardsize {game.options['size']}"
    if game.rows != game.columns:
        return f"rectangular_boardsize {game.columns} {game.rows}"
    return f"boardsize {game.rows}"


def _colour(game: Game, state: State) -> str:
    """How the protocol calls the player to move."""
    return colours_of(game)[game.players.index(game.to_move(state))]


def new_stone(game: Game, before: State, after: State) -> Action | None:
    """The one move that leads from this state to that one, or `None` if there is no such move."""
    legal = () if before is None else game.actions(before)
    return next((action for action in legal if game.result(before, action) == after), None)


def moves_to(game: Game, state: State) -> tuple[Action, ...]:
    """Moves that lead from the start to this board: a state does not say how it arose.

    Where stones fall, one needs those below it, and where a row can be too long, five of six must
    not come first: so orders are tried, each board once. Who has no stone left to lay passes.

    >>> from course_lib.games import ConnectFour
    >>> game = ConnectFour()
    >>> state = game.play("4 5 5 4")
    >>> game.play(map(game.action_name, moves_to(game, state))) == state
    True
    """
    squares = (
        hex_board(game.size).cells
        if isinstance(game, Havannah)
        else [divmod(at, cast("KInARow", game).columns) for at in range(len(state.board))]
    )
    stones: dict[Action, str] = dict(zip(squares, state.board, strict=True))
    moves: list[Action] = []
    dead: set[State] = set()

    def fill(now: State) -> bool:
        """Whether the rest of the board can be filled from here; then `moves` has how."""
        player = game.to_move(now)
        if now.board == state.board:
            moves.extend([PASS] if player != game.to_move(state) else [])
            return True
        if now in dead:
            return False
        legal = game.actions(now)
        own = [action for action in legal if stones.get(action) == player]
        for action in own or [one for one in legal if one is PASS]:
            moves.append(action)
            if fill(game.result(now, action)):
                return True
            moves.pop()
        dead.add(now)
        return False

    if not fill(game.initial):
        raise ValueError(f"no game of {game!r} leads to this board:\n{game.render(state)}")
    return tuple(moves)
