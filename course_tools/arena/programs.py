"""Other people's programs as players: spoken to line by line, and never waited for in vain."""

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
import threading
import time
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import IO, ClassVar, Generic, Self, TypeVar, cast

from course_lib.game import PASS, Action, Game, Player, State
from course_lib.games.havannah import Havannah
from course_lib.games.hexboard import hex_board
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.squares import Square
from course_lib.play.match import Forfeit
from course_lib.play.record import Reason

# --- a program behind a pipe ----------------------------------------------------------------------

LONGEST_LINE = 10_000
MOST_LINES = 10_000
"""More than so many lines that nobody has asked for are babble."""

_NAME = 48

_PATIENCE = 1.0
"""Seconds that a program gets to end when it is told to, before it is ended."""


class EngineProcess:
    """A running program: lines go in, and lines come out before a deadline or not at all.

    Threads do the reading and writing, so neither a silent program nor one that never reads can
    stop the caller. What the program writes beside its answers (stderr) is kept for its last words.
    """

    def __init__(self, command: str) -> None:
        """Start the program; one that can't be started is a `Forfeit`."""
        self.command = command
        try:
            self.process = subprocess.Popen(  # noqa: S603 - the program that was asked for
                arguments_of(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
                # A group of its own: Ctrl-C is for us, and it ends with all that it has started.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise self.fault(f"can't be started: {error}") from None
        pipes = self.process.stdin, self.process.stdout, self.process.stderr
        self._stdin, self._stdout, self._stderr = cast("tuple[IO[str], IO[str], IO[str]]", pipes)
        self._inbox: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._outbox: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._last_words, self._babbled = "", False
        self._threads = [
            threading.Thread(target=work, daemon=True, name=f"pipe of {command}")
            for work in (self._read, self._write, self._overhear)
        ]
        for thread in self._threads:
            thread.start()
        self._end = weakref.finalize(self, _kill, self.process)

    @property
    def alive(self) -> bool:
        """Whether the program still runs."""
        return self.process.poll() is None

    def tell(self, line: str) -> None:
        """Send this line; whether the program reads it shows when it should answer."""
        self._outbox.put(f"{line}\n")

    def hear(self, until: float, about: str, seconds: float) -> str:
        """The next line, without blanks around it, if it comes until then (`time.monotonic`).

        `about` is what the program was asked, and `seconds` what it was given, for the sentence.
        """
        try:
            line = self._inbox.get(timeout=max(0.0, until - time.monotonic()))
            late = time.monotonic() >= until  # the clock decides, also where babble never ends
        except queue.Empty:
            line, late = "", True
        if late:
            raise self.fault(f"gave no answer to {about!r} within {seconds:g} s", "time")
        if line is None:
            self._inbox.put(None)
            raise self.fault(f"{self._how_it_ended()} instead of an answer to {about!r}")
        if len(line) >= LONGEST_LINE:
            many = f"{LONGEST_LINE:,} characters and more"
            raise self.fault(f"wrote a line of {many} as answer to {about!r}")
        return line.strip()

    def fault(self, words: str, reason: Reason = "error") -> Forfeit:
        """What the program did wrong, as an error to raise."""
        return Forfeit(f"{short(self.command)!r} {words}", reason)

    def unasked(self) -> list[str]:
        """The lines that have come without a question, so far."""
        lines = []
        with contextlib.suppress(queue.Empty):
            while True:
                line = self._inbox.get_nowait()
                if line is None:
                    self._inbox.put(None)
                    break
                lines.append(line.strip())
        return lines

    def close(self, goodbye: str = "") -> None:
        """Say goodbye, wait a moment, and end the program with all that it has started."""
        if goodbye and self.alive:
            self.tell(goodbye)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(_PATIENCE)
        self._end()
        self._outbox.put(None)
        for thread in self._threads:
            thread.join(_PATIENCE)
        if any(thread.is_alive() for thread in self._threads):
            return  # a stream that a thread still uses is left to the thread
        for stream in (self._stdin, self._stdout, self._stderr):
            with contextlib.suppress(OSError):
                stream.close()

    def _how_it_ended(self) -> str:
        """That the program is gone, and what it said last."""
        if self._babbled:
            return f"wrote more than {MOST_LINES:,} lines that nobody had asked for"
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(_PATIENCE)
        if self.alive:
            return "closed its output"
        self._threads[2].join(_PATIENCE)
        last = f", saying {self._last_words[:200]!r}," if self._last_words else ""
        return f"ended with exit code {self.process.returncode}{last}"

    def _read(self) -> None:
        """Put aside what the program says, until it ends or babbles."""
        with contextlib.suppress(OSError, ValueError):
            while line := self._stdout.readline(LONGEST_LINE):
                self._inbox.put(line)
                if self._inbox.qsize() > MOST_LINES:
                    self._babbled = True
                    break  # from here on it waits at its own pipe
        self._inbox.put(None)

    def _write(self) -> None:
        """Send what is to be said; a program that does not read makes only this thread wait."""
        with contextlib.suppress(OSError, ValueError):
            while (line := self._outbox.get()) is not None:
                self._stdin.write(line)
                self._stdin.flush()

    def _overhear(self) -> None:
        """Keep the last line that the program writes to stderr."""
        with contextlib.suppress(OSError, ValueError):
            while line := self._stderr.readline(LONGEST_LINE):
                self._last_words = line.strip() or self._last_words


def short(command: str) -> str:
    """The command, or the end of a long one: sentences about it must not get too long."""
    return command if len(command) <= _NAME else f"...{command[3 - _NAME :]}"


def arguments_of(command: str) -> list[str] | str:
    """The program and its arguments, for `subprocess`; what is nobody's name is a `ValueError`."""
    if not command.strip():
        raise ValueError("an engine needs a command, such as engine: ./pbrain-mine")
    # Windows takes a command as one text, in which a backslash is part of a path.
    words = shlex.split(command, posix=sys.platform != "win32")
    program = words[0].strip('"')
    if shutil.which(program) is None:
        raise ValueError(
            f"there is no program {program!r}; give a name on the PATH, or a path such as"
            f" {os.path.join('.', 'pbrain-mine')}"  # noqa: PTH118 - Path would drop the dot
        )
    return command if sys.platform == "win32" else words


def _kill(process: subprocess.Popen[str]) -> None:
    """End this program, and on systems with groups of processes all that it has started."""
    if process.poll() is not None:
        return  # its number may belong to somebody else by now
    if sys.platform == "win32":
        process.kill()
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(_PATIENCE)


# --- a player whose moves come from a program -----------------------------------------------------

T = TypeVar("T")
G = TypeVar("G", bound=Game)
"""The games about which a protocol can speak."""

SECONDS = 30.0
"""What a program gets for a move, where nobody says otherwise."""

STARTING = 60.0
"""What it gets to start: it may have much to load."""

GRACE = 0.5
"""Seconds beyond what a program was told it has: lines need time on their way, too."""


class EnginePlayer(ABC, Generic[G]):
    """A player whose moves come from an outside program; `close` ends the program.

    The program is started when it is first needed, and again after a fault. A fault is an
    `Forfeit` with a sentence, so in `play_game` the program loses by it, and nobody waits.
    """

    prefix: ClassVar[str]
    """How a player's name begins that speaks this protocol."""
    goodbye: ClassVar[str]
    asides: ClassVar[tuple[str, ...]] = ()
    """How lines begin that are not meant as answers."""

    talk: EngineProcess
    """The program, once it was started."""
    board: G
    """The game that it was started for."""

    def __init__(self, command: str, *, seconds: float | None = None) -> None:
        """Remember the command; that there is such a program is looked at now."""
        arguments_of(command)
        self.command = command
        self.seconds = SECONDS if seconds is None else seconds
        if not 0 < self.seconds < math.inf:
            raise ValueError(f"seconds is {seconds!r}; a program's clock needs more than 0")
        self.program: EngineProcess | None = None
        self.known: State = None  # the state that the program has on its own board

    def new_game(self, game: Game, seat: Player, rng: Random | None) -> None:
        """Begin a game with a program that has nothing of the last one in mind."""
        if self.program is not None and self.board == game:
            self._guarded(self.again)
        else:
            self._start(game)

    def __call__(self, game: Game, state: State) -> Action:
        """The move that the program makes; whether it is legal is for others to say."""
        if self.program is None or self.board != game:
            self._start(game)
        return self._guarded(lambda: self.move(state))

    def close(self) -> None:
        """End the program; a player that is called again starts another one."""
        if self.program is not None:
            self.program.close(self.goodbye)
        self.program, self.known = None, None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"{self.prefix}: {self.command}"

    # --- what a protocol adds --------------------------------------------------------------------

    @abstractmethod
    def suited(self, game: Game) -> G:
        """The game, if the protocol can speak about it; else a `ValueError` that says why not."""

    @abstractmethod
    def start(self, game: G) -> None:
        """Tell the program which game this is, and what its clock says."""

    @abstractmethod
    def again(self) -> None:
        """Begin another game of the same kind."""

    @abstractmethod
    def move(self, state: State) -> Action:
        """Show the program this state, and take its move."""

    # --- for the protocols -----------------------------------------------------------------------

    def deadline(self, seconds: float) -> float:
        """When so many seconds and the grace will be over, for `EngineProcess.hear`."""
        return time.monotonic() + seconds + GRACE

    def answer(self, until: float, about: str, seconds: float) -> str:
        """The next line that is meant as an answer, by a clock that runs for all of them."""
        while True:
            line = self.talk.hear(until, about, seconds)
            if line and not line.upper().startswith(self.asides):
                return line

    def must_be_quiet(self) -> None:
        """Refuse what has been said in the meantime: it would be taken for the next answer."""
        for line in self.talk.unasked():
            if line and not line.upper().startswith(self.asides):
                raise self.talk.fault(f"said {line[:80]!r} when nobody had asked it anything")

    def added(self, state: State) -> Action | None:
        """The one move that leads from what the program has on its board to this state, if any."""
        return None if self.known is None else new_stone(self.board, self.known, state)

    def follow(self, state: State, action: Action) -> None:
        """Remember the board that the program has after its own move."""
        legal = action in self.board.actions(state)
        self.known = self.board.result(state, action) if legal else None

    def _start(self, game: Game) -> None:
        """Start the program for this game."""
        self.close()
        self.board = self.suited(game)
        self.program = self.talk = EngineProcess(self.command)
        self._guarded(lambda: self.start(self.board))

    def _guarded(self, work: Callable[[], T]) -> T:
        """What this brings; after a fault the program is ended, and later started anew."""
        try:
            return work()
        except BaseException:
            if self.program is not None:
                self.program.close()
            self.program, self.known = None, None
            raise


# --- what a program must know of a board ----------------------------------------------------------


def new_stone(game: Game, before: State, after: State) -> Action | None:
    """The one move that leads from this state to that one, or `None` if there is no such move.

    Where passing is allowed it may be PASS.
    """
    changed = [
        at
        for at, (old, new) in enumerate(zip(before.board, after.board, strict=True))
        if old != new
    ]
    if len(changed) > 1:
        return None
    square = _place(game, changed[0]) if changed else PASS
    if square not in game.actions(before) or game.result(before, square) != after:
        return None
    return square


def moves_to(game: Game, state: State) -> tuple[Action, ...]:
    """Moves that lead from the start to this state: a state does not say how it arose.

    Mostly every order does in which the players take turns: what wins with few stones wins with
    more. Where stones fall, one needs those below it, and where a row can be too long, five of six
    must not come first: there orders are tried, each board once.

    >>> from course_lib.games import ConnectFour
    >>> game = ConnectFour()
    >>> state = game.play("4 5 5 4")
    >>> game.play(map(game.action_name, moves_to(game, state))) == state
    True
    """
    if not isinstance(game, KInARow) or not (game.gravity or game.exact):
        return _in_turns(game, state)
    found: list[Action] = []
    dead: set[State] = set()

    def fill(now: State) -> bool:
        """Whether the rest of the board can be filled from here; then `found` has the moves."""
        if now.board == state.board:
            return True
        if now in dead:
            return False
        for action in game.actions(now):
            row, column = cast("Square", action)
            if state.board[row * game.columns + column] == game.to_move(now):
                found.append(action)
                if fill(game.result(now, action)):
                    return True
                found.pop()
        dead.add(now)
        return False

    if not fill(game.initial):
        raise ValueError(f"no game of {game!r} leads to this board:\n{game.render(state)}")
    return tuple(found)


def _in_turns(game: Game, state: State) -> tuple[Action, ...]:
    """Moves that lead to this state, found from the last one back; who has no stone left passes."""
    stones = {player: _squares_of(game, state, player) for player in game.players}
    other = dict(zip(game.players, game.players[::-1], strict=True))
    player, found = other[game.to_move(state)], list[Action]()
    if getattr(state, "passes", 0):
        player, found = other[player], [PASS]
    while any(stones.values()):
        found.append(stones[player].pop() if stones[player] else PASS)
        player = other[player]
    # The one before the first move would be O's, if X has moved first.
    if found and player == game.players[0]:
        found.append(PASS)
    return tuple(reversed(found))


def _squares_of(game: Game, state: State, player: Player) -> list[Action]:
    """Where the stones of this player lie."""
    return [_place(game, at) for at, mark in enumerate(state.board) if mark == player]


def _place(game: Game, at: int) -> Action:
    """The square or the hexagon that stands at this place in a state's board."""
    if isinstance(game, Havannah):
        return hex_board(game.size).cells[at]
    return divmod(at, cast("KInARow", game).columns)
