"""A student's player in a process of its own, as a player that `play_game` can ask."""

from __future__ import annotations

import re
import time
from random import Random

from course_lib.checks.calling import NO_ANSWER, Answer, Strange
from course_lib.game import Action, Game, Player, State
from course_lib.play.match import Forfeit
from course_lib.play.record import Reason
from course_tools.grader.judge.autograded import plain_text
from course_tools.grader.league.entrants import PLAYER, Entrant
from course_tools.grader.league.rules import Rules
from course_tools.grader.sandbox import KILLED
from course_tools.grader.sandbox.pipe import PipeStudent
from course_tools.grader.sandbox.referee import Referee
from course_tools.grader.sandbox.session import Session

OVERRUN, TIME, CRASH, JUNK, ILLEGAL = "overrun", "time", "crash", "junk", "illegal"
FAULTS = {
    OVERRUN: "asked for more positions than its budget",
    TIME: "took too long, or too much memory",
    CRASH: "raised an exception, or ended its process",
    JUNK: "gave back no action at all",
    ILLEGAL: "played what is not legal",
}

PATIENCE = 4
"""So many times the seconds of computing pass on the clock before a player is stopped.

A computer on which much else goes on must not decide games, and a player that only sleeps must not
stop the league.
"""

LOADING = 5
"""So many seconds longer than it may compute, a player may take on the clock until it is loaded."""

_LONGEST = 300

_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{4,}")


class StudentPlayer:
    """A player at the other end of a pipe; whatever it does, it alone loses by it.

    Its process begins with the game and ends with it. Only questions and moves come back: the
    rules stay with a `Referee` here, who counts the positions. Who makes boards of its own is not
    counted.
    """

    def __init__(self, entrant: Entrant, process: Session, rules: Rules) -> None:
        """Sit down, with a process in which nothing has run yet."""
        self.__name__ = entrant.name
        self.fault = ""
        """What it has lost by, one of `FAULTS`, or nothing."""
        self.moves = self.positions = self.most = 0
        """How often it was asked, how many positions it looked at, and the most for one move."""
        self._entrant, self._rules = entrant, rules
        self._patience = float(LOADING + rules.seconds)  # until it has been loaded
        self._student = PipeStudent(process)
        self._referee = Referee(rules.game)

    def new_game(self, game: Game, seat: Player, rng: Random | None) -> None:
        """Run what the player needs, with randomness of this game."""
        student = self._student
        number = 0 if rng is None else rng.getrandbits(32)
        chance = f'__import__("random").seed({number}), __import__("numpy").random.seed({number})'
        first = f"__name__ = {self._entrant.module!r}\n{chance};"
        for at, source in ((0, first), *self._entrant.cells):
            began = time.monotonic()
            ran = student.run(
                source, name=f"cell {at}", seconds=self._rules.seconds, wall=self._wall
            )
            self._patience -= time.monotonic() - began
            if ran.ended or ran.out_of_time or student.process.poll() is not None:
                self._stopped(f"while cell {at} ran", late=ran.out_of_time)
        self._patience = float(PATIENCE * self._rules.seconds)

    def __call__(self, game: Game, state: State) -> Action:
        """The action that the student's function gives back."""
        self.moves += 1
        began = time.monotonic()
        referee = self._referee
        referee.turn(None if self._entrant.baseline else self._rules.budget)
        answer = self._student.call(
            f"{PLAYER}(game, state, {self._rules.budget})",
            given={"game": referee.packed(), "state": referee.packed(state)},
            secret=referee,
            seconds=self._wall / PATIENCE,
            wall=self._wall,
        )
        self._patience -= time.monotonic() - began
        self.positions += referee.visits
        self.most = max(self.most, referee.visits)
        self._check(answer)
        return answer.value

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
            self._lose(
                JUNK,
                f"its process wrote lines of its own among the answers {where}, or a thread of it"
                " asked the game for something between two moves",
            )
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
