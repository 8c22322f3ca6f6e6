"""A student's player in a process of its own, as a player that `play_game` can ask."""

from __future__ import annotations

import re
import time
from random import Random

from course_lib.checks.answer import Answer, Position, Strange
from course_lib.checks.students import PipeStudent, Process
from course_lib.game import Action, Game, Player, State
from course_lib.play.faults import Forfeit
from course_lib.play.record import Reason
from course_tools.grade.harmless import plain_text
from course_tools.grade.sandbox.session import KILLED
from course_tools.league.computing import Stopwatch
from course_tools.league.entrants import PLAYER, Entrant
from course_tools.league.rules import Rules

OVERRUN, TIME, CRASH, JUNK, ILLEGAL = "overrun", "time", "crash", "junk", "illegal"
FAULTS = {
    OVERRUN: "asked for more positions than its budget",
    TIME: "took too long, or too much memory",
    CRASH: "raised an exception, or ended its process",
    JUNK: "gave back no action at all",
    ILLEGAL: "played what is not legal",
}

_PATIENCE = 4
"""So many times the seconds of computing pass on the clock before a player is stopped.

A computer on which much else goes on must not decide games, and a player that only sleeps must not
stop the league.
"""

_LONGEST = 300

_MOST_TOLD = 10**12
"""No process counts more positions than that; one that says so is not handed on as it is."""

_PLACE_IN_MEMORY = re.compile(r"\b0x[0-9a-fA-F]{4,}")


class StudentPlayer:
    """A player at the other end of a pipe; whatever it does, it alone loses by it.

    Its process begins with the game and ends with it. Only moves come back; its budget is counted
    in its own process, by the game that it is handed. A player that hears from that game that its
    budget is used up, and still moves, has had no more than its budget. Who goes around that game
    is not counted, but computes: how long, is measured from outside.
    """

    def __init__(self, entrant: Entrant, process: Process, rules: Rules) -> None:
        """Sit down, with a process in which nothing has run yet."""
        self.__name__ = entrant.name
        self.fault = ""
        """What it has lost by, one of `FAULTS`, or nothing."""
        self.moves = self.positions = self.most = 0
        """How often it was asked, how many positions it looked at, and the most for one move."""
        self._entrant, self._rules = entrant, rules
        self._patience = float(_PATIENCE * rules.seconds)
        self._student = PipeStudent(process)
        self._stopwatch: Stopwatch | None = None

    @property
    def computed(self) -> float | None:
        """The seconds that it has computed for its moves, where the system tells them."""
        return None if self._stopwatch is None else self._stopwatch.seconds

    def new_game(self, game: Game, seat: Player, rng: Random | None) -> None:
        """Run what the player needs, with randomness of this game."""
        student = self._student
        number = 0 if rng is None else rng.getrandbits(32)
        chance = f'__import__("random").seed({number}), __import__("numpy").random.seed({number})'
        first = f"__name__ = {self._entrant.module!r}\n{chance};"
        for at, source in ((0, first), *self._entrant.cells):
            began = time.monotonic()
            ran = student.run(source, name=f"cell {at}", seconds=self._patience)
            self._patience -= time.monotonic() - began
            if ran.ended or ran.out_of_time or student.process.poll() is not None:
                self._stopped(f"while cell {at} ran", late=ran.out_of_time)
        self._stopwatch = Stopwatch(student.process)

    def __call__(self, game: Game, state: State) -> Action:
        """The action that the student's function gives back."""
        self.moves += 1
        began = time.monotonic()
        answer = self._student.call(
            PLAYER,
            game,
            Position(game, state),
            self._rules.budget,
            budget=None if self._entrant.baseline else self._rules.budget,
            seconds=max(0.001, self._patience),
        )
        self._patience -= time.monotonic() - began
        if self._stopwatch is not None:
            self._stopwatch.look()
        visits = min(max(0, answer.visits or 0), _MOST_TOLD)
        self.positions += visits
        self.most = max(self.most, visits)
        self._complain(answer, visits)
        return answer.value

    def close(self) -> None:
        """End the process."""
        self._student.close()

    def _complain(self, answer: Answer, visits: int) -> None:
        """Lose, if this answer is none."""
        where = f"in its move {self.moves}"
        if answer.missing:
            self._lose(CRASH, f"there is no function {PLAYER}: a cell that makes it has failed")
        too_many = not self._entrant.baseline and visits > self._rules.budget
        if answer.out_of_budget or too_many:
            most = f"{self._rules.budget:,} position{'s' if self._rules.budget > 1 else ''}"
            self._lose(OVERRUN, f"{PLAYER} asked for more than its {most} {where}")
        error = answer.error
        if answer.out_of_time or (error is not None and error.type == "NoAnswer"):
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
        self._lose(TIME, f"it took too long (a game has {most}) or too much memory {where}", "time")

    def _lose(self, fault: str, sentence: str, reason: Reason = "error") -> None:
        self.fault = fault
        # Where something lies in memory would differ with every run.
        raise Forfeit(plain_text(_PLACE_IN_MEMORY.sub("0x...", sentence), _LONGEST), reason)
