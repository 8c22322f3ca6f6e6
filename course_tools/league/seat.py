"""A student's player in a process of its own, as a player that `play_game` can ask."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from course_lib.checks.calling import NO_ANSWER, Answer, Strange
from course_lib.game import Action, Game, Player, State
from course_lib.play.games_by_name import game_to_data
from course_lib.play.match import Forfeit
from course_lib.play.record import Reason
from course_tools.judge.autograded import plain_text
from course_tools.league.entrants import PLAYER, Entrant
from course_tools.league.referee import Referee
from course_tools.league.relabelled import Relabelled
from course_tools.league.rules import Rules
from course_tools.sandbox import KILLED
from course_tools.sandbox.pipe import PipeStudent
from course_tools.sandbox.session import Session

OVERRUN, TIME, CRASH, JUNK, ILLEGAL = "overrun", "time", "crash", "junk", "illegal"
BUSY = "busy"
FAULTS = {
    OVERRUN: "asked for more positions than its budget",
    TIME: "took too long, or too much memory",
    CRASH: "raised an exception, or ended its process",
    JUNK: "gave back no action at all",
    ILLEGAL: "played what is not legal",
    BUSY: "computed far more than its counted positions explain",
}

PATIENCE = 4
"""So many times the seconds of computing pass on the clock before a player is stopped.

A computer on which much else goes on must not decide games, and a player that only sleeps must not
stop the league.
"""

LOADING = 5
"""So many seconds longer than it may compute, a player may take on the clock until it is loaded."""

_LONGEST = 300

_THE_GAME = "_the_game"
"""How the game is called in a player's process, where players get the game itself."""

_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{4,}")


class StudentPlayer:
    """A player at the other end of a pipe; whatever it does, it alone loses by it.

    Its process begins with the game and ends with it. Only questions and moves come back: the
    rules stay with a `Referee` here, who counts the positions. Who makes boards of its own is not
    counted, but computes: how long, is measured from outside.
    """

    def __init__(self, entrant: Entrant, process: Session, rules: Rules, labels: Random) -> None:
        """Sit down, with a process in which nothing has run yet."""
        self.__name__ = entrant.name
        self.fault = ""
        """What it has lost by, one of `FAULTS`, or nothing."""
        self.moves = self.positions = self.most = 0
        """How often it was asked, how many positions it looked at, and the most for one move."""
        self._entrant, self._rules = entrant, rules
        self._patience = float(LOADING + rules.seconds)  # until it has been loaded
        self._student = PipeStudent(process)
        self._blind = Relabelled(rules.game, labels) if rules.blind else None
        self._referee = Referee(self._blind or rules.game)
        self._clock: CpuClock | None = None

    @property
    def computed(self) -> float | None:
        """The seconds that it has computed for its moves, where the system tells them."""
        return None if self._clock is None else self._clock.seconds

    def new_game(self, game: Game, seat: Player, rng: Random | None) -> None:
        """Run what the player needs, with randomness of this game."""
        student = self._student
        number = 0 if rng is None else rng.getrandbits(32)
        chance = f'__import__("random").seed({number}), __import__("numpy").random.seed({number})'
        first = f"__name__ = {self._entrant.module!r}\n{chance};"
        if self._rules.timed:
            first += f"\nimport course_lib.play.games_by_name as {_THE_GAME}"
            first += f"\n{_THE_GAME} = {_THE_GAME}.game_from_data({game_to_data(game)!r})"
        for at, source in ((0, first), *self._entrant.cells):
            began = time.monotonic()
            ran = student.run(
                source, name=f"cell {at}", seconds=self._rules.seconds, wall=self._wall
            )
            self._patience -= time.monotonic() - began
            if ran.ended or ran.out_of_time or student.process.poll() is not None:
                self._stopped(f"while cell {at} ran", late=ran.out_of_time)
        self._patience = float(PATIENCE * self._rules.seconds)
        self._clock = CpuClock(student.process)
        self._clock.pause()

    def __call__(self, game: Game, state: State) -> Action:
        """The action that the student's function gives back."""
        self.moves += 1
        if self._clock is not None:
            self._clock.resume()
        began = time.monotonic()
        referee = self._referee
        referee.turn(None if self._entrant.baseline else self._rules.budget)
        shown = state if self._blind is None else self._blind.labelled(state)
        line, given = "game, state", {"game": referee.packed(), "state": referee.packed(shown)}
        if self._rules.timed:
            line, given = (
                f"{_THE_GAME}, {_THE_GAME}.parse(state)",
                {"state": {"plain": game.render(state)}},
            )
        answer = self._student.call(
            f"{PLAYER}({line}, {self._rules.budget})",
            given=given,
            secret=None if self._rules.timed else referee,
            seconds=self._wall / PATIENCE,
            wall=self._wall,
        )
        self._patience -= time.monotonic() - began
        if self._clock is not None:
            self._clock.look()
            self._clock.pause()  # nobody thinks on the other's time
        self.positions += referee.visits
        self.most = max(self.most, referee.visits)
        self._check(answer)
        return answer.value if self._blind is None else self._blind.meaning(answer.value)

    def close(self) -> None:
        """End the process."""
        self._student.close()

    @property
    def _wall(self) -> float:
        """The seconds that what runs next may take with all its waiting."""
        return max(0.001, self._patience)

    def _check(self, answer: Answer) -> None:
        """Lose, if this answer is none."""
        where = f"in its move {self.moves}"
        if answer.missing is not None:
            self._lose(CRASH, f"there is no function {PLAYER}: a cell that makes it has failed")
        if answer.signature:
            sentence = f"{PLAYER} is called with game, state and budget, and yours is"
            self._lose(CRASH, f"{sentence} {answer.signature} {where}")
        if answer.out_of_budget:
            most = f"{self._rules.budget:,} position{'s' if self._rules.budget > 1 else ''}"
            self._lose(OVERRUN, f"{PLAYER} asked for more than its {most} {where}")
        error = answer.error
        if answer.out_of_time or (error is not None and error.type == NO_ANSWER):
            self._stopped(where, late=answer.out_of_time)
        if error is not None and error.type == "NotImplementedError":
            self._lose(CRASH, f"{PLAYER} is still to be written")
        if error is not None:
            self._lose(CRASH, f"{PLAYER} raised {error} {where}")
        if isinstance(answer.value, Strange):
            self._lose(JUNK, f"{PLAYER} gave back a {answer.value.kind}, and no action, {where}")

    def _stopped(self, where: str, *, late: bool) -> None:
        """Lose, because the process has come to its end, or had to be stopped."""
        student = self._student
        if student.tampering:
            self._lose(JUNK, f"its process wrote lines of its own among the answers {where}")
        if not late and student.process.poll() != KILLED:
            self._lose(CRASH, f"it ended its own process {where}")
        # Which limit comes first depends on how busy the computer is: the sentence does not.
        most = f"{self._rules.seconds} s of computing"
        sentence = f"it took too long (a game has {most}) or too much memory {where}"
        if late and self.moves:
            sentence += (
                "; does a loop of it go on until the budget is used, where no position is left"
                " to look at?"
            )
        self._lose(TIME, sentence, "time")

    def _lose(self, fault: str, sentence: str, reason: Reason = "error") -> None:
        self.fault = fault
        # An address in memory would differ with every run; a line of its own could look like ours.
        line = " ".join(_ADDRESS.sub("0x...", sentence).split())
        raise Forfeit(plain_text(line, _LONGEST), reason)


# --- how long a process has computed -------------------------------------------------------------

_PROC = Path("/proc")
_TIMES = slice(11, 15, 2)
"""Behind the name in a process's `stat`: its own time and its children's, without the system's.

What the system does for a player is mostly to carry its questions to the referee.
"""


class CpuClock:
    """Tells how many seconds a process, and all that it has started, have computed since now.

    The system's own counts are read, which a player can't write. They are there on Linux only;
    elsewhere, and when the process has ended before it was looked at once, it tells `None`.
    """

    def __init__(self, process: Session) -> None:
        """Find the process at the other end of the pipe, and begin to count."""
        self._number = _writer_of(process.stdout)
        self._before = self._computed()
        self.seconds = None if self._before is None else 0.0
        """What was read when it was looked at last."""

    def look(self) -> None:
        """Read how much it is by now; who has ended leaves what was read before."""
        now = self._computed()
        if now is not None and self._before is not None:
            self.seconds = max(self.seconds or 0.0, now - self._before)

    def pause(self) -> None:
        """Let none of them compute until `resume`, where the system tells who they are."""
        self._signal("SIGSTOP")

    def resume(self) -> None:
        """Let them go on."""
        self._signal("SIGCONT")

    def _signal(self, name: str) -> None:
        for process in list(_family(self._number)):
            with suppress(OSError):  # it has ended in the meantime
                os.kill(process, getattr(signal, name))

    def _computed(self) -> float | None:
        """The seconds that they all have computed so far, if anybody knows."""
        ticks = []
        for process in _family(self._number):
            with suppress(OSError):
                stat = (_PROC / str(process) / "stat").read_text(errors="replace")
                ticks.append(sum(map(int, stat.rpartition(")")[2].split()[_TIMES])))
        return sum(ticks) / os.sysconf("SC_CLK_TCK") if ticks else None


def _writer_of(pipe: Any) -> int | None:
    """The number of the process that this one has started, or a child of it, to write there."""
    with suppress(OSError, ValueError, AttributeError):  # this system keeps no such counts
        name = f"pipe:[{os.fstat(pipe.fileno()).st_ino}]"
        family = _family(os.getpid())
        next(family)  # we ourselves, who read there
        return next((number for number in family if _holds(number, name)), None)
    return None


def _holds(number: int, name: str) -> bool:
    """Whether this process has such a pipe open."""
    with suppress(OSError):  # it has ended, or is not ours to look at
        for file in (_PROC / str(number) / "fd").iterdir():
            with suppress(OSError):  # this file has just been closed
                if str(file.readlink()) == name:
                    return True
    return False


def _family(number: int | None) -> Iterator[int]:
    """This process and all that descend from it, the nearest first."""
    waiting = [] if number is None else [number]
    for process in waiting:
        yield process
        with suppress(OSError):  # it has ended in the meantime
            for task in (_PROC / str(process) / "task").iterdir():
                waiting += map(int, (task / "children").read_text().split())
