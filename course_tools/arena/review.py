"""What a student's tic-tac-toe earns by the rules for peer grading, made exact: `review`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from autograder_tests.positions import reachable_boards, state_on
from course_lib.checks.cases import Case
from course_lib.checks.evidence import first_failure
from course_lib.checks.verdict import NOT_ATTEMPTED
from course_lib.game import Action, Player, State, equal_action
from course_lib.games import TicTacToe
from course_lib.play.match import Forfeit, wrong_answer
from course_tools.arena.file_rules import (
    MINIMAX,
    Empty,
    FileRules,
    case_at,
    case_of_result,
    cases_about,
    exercise_of,
    move_of,
    told,
)
from course_tools.arena.student_file import SECONDS, FileFault, StudentFile
from course_tools.grader.sandbox.session import Session

GAME = TicTacToe()
SQUARES = tuple(product(range(3), repeat=2))

FULL, HALF, NONE = "full", "half", "none"

MOVE = 120.0
"""Seconds for a move: a plain minimax may take most of a minute on an empty board."""

TOTAL = 600.0
"""Seconds for all moves of one file together."""

MOST_LATE = 2
"""After so many moves that took too long, no more are asked for."""

_LESS = " (less time than for the first, since moves took too long before)"

FINAL_BOARDS = ("XXX/OO./...", "OOO/XX./X..", "XOX/XXO/OXO")
"""Here `minimax` has nothing to choose."""


@dataclass(frozen=True)
class Review:
    """What was found out about one file."""

    name: str
    """The file, as it was named."""
    points: str
    """`"full"`: no game beats it; `"half"`: some do, others don't; `"none"`: all do, or no game."""
    games: dict[Player, Games] = field(default_factory=dict)
    """All games in which it plays for X, and all in which it plays for O."""
    faults: tuple[str, ...] = ()
    """What is wrong with its functions: mentioned, but it is the games that earn the points."""


def review(
    path: Path,
    begin: Callable[[], Session],
    *,
    move: float = MOVE,
    news: Callable[[str], None] = lambda _: None,
) -> Review:
    """The points for this file, after every game that can be played against it.

    Its `minimax` is asked once for each board that comes up, with so many seconds for a `move` and
    for all of them `TOTAL`; after one that took too long the others get fewer. A move that does
    not come or is not legal loses.
    """
    remarks: dict[str, str] = {}
    try:
        with StudentFile(path, begin) as file:
            rules = FileRules(file, GAME)
            faults = rules.wrong(all_cases(file.empty), news)
            remarks = rules.remarks
    except FileFault as fault:
        faults = {"file": str(fault)}
    try:
        with StudentFile(path, begin) as file:
            program = _Opponent(file, move, remarks, news)
            games = {seat: games_against(seat, program.choose) for seat in GAME.players}
            after = program.after_the_end()
    except FileFault as fault:
        return Review(str(path), NONE, faults=tuple(dict.fromkeys((str(fault), *faults.values()))))
    beaten = sum(one.beaten for one in games.values())
    lines = sum(one.lines for one in games.values())
    points = FULL if not beaten else NONE if beaten == lines else HALF
    return Review(str(path), points, games, (*faults.values(), *remarks.values(), *after))


@cache
def all_cases(empty: Empty) -> tuple[Case, ...]:
    """Every question about every board, those with few stones first."""
    return tuple(_cases(empty))


def _cases(empty: Empty) -> Iterator[Case]:
    for text in reachable_boards():
        state = state_on(text)
        yield from cases_about(GAME, state, empty)
        if legal := GAME.actions(state):
            illegal = next((one for one in SQUARES if one not in legal), (3, 3))
            yield from (case_of_result(GAME, state, one, empty) for one in (*legal, illegal))


class _Opponent:
    """A file's `minimax`, asked for moves as long as there is time."""

    def __init__(
        self, file: StudentFile, move: float, remarks: dict[str, str], news: Callable[[str], None]
    ) -> None:
        self.file, self.remarks, self.news = file, remarks, news
        self.move = self.longest = move
        self.until = time.monotonic() + TOTAL
        self.boards = self.late = 0

    @property
    def _over(self) -> bool:
        return self.late == MOST_LATE or time.monotonic() >= self.until

    def choose(self, state: State) -> Choice:
        """Its move in this state, or why there is none."""
        self.news(f"games: a move asked for on {self.boards:,} boards")
        self.boards += 1
        if self._over:
            return None, "no more moves were asked for, since those before had taken too long"
        seconds = min(self.move, self.until - time.monotonic())
        try:
            answer = move_of(self.file, case_at(self.file, GAME, state), seconds, self.remarks)
        except Forfeit as fault:
            if fault.reason != "time":
                return None, str(fault)
            self.late += 1
            self.move = min(self.move, max(SECONDS, self.move / 6))
            return None, f"{fault}{_LESS if seconds < self.longest else ''}"
        action = equal_action(GAME.actions(state), answer)
        why = f"{MINIMAX}(board) {wrong_answer(GAME, state, answer)}" if action is None else ""
        return action, why

    def after_the_end(self) -> list[str]:
        """A sentence if it gives a move where there is none to give."""
        for text in FINAL_BOARDS:
            if self._over:
                return []
            case = case_at(self.file, GAME, state_on(text))
            try:
                failure = first_failure(exercise_of(case, SECONDS), self.file, [case])
            except FileFault:
                return []  # it has been told in the games
            if failure is not None and failure.objection.status != NOT_ATTEMPTED:
                return [told(*failure)]
        return []


def as_text(review: Review) -> str:
    """The review as lines of text: points, games, the line that beat it with its board, faults."""
    points = _POINTS[review.points] if review.games else "no points, since it can't be played."
    lines = [f"{review.name}: {points}"]
    for seat, games in review.games.items():
        beaten = f"{games.beaten:,} beat it" if games.beaten else "none beats it"
        lines.append(f"  as {seat}: {games.lines:,} games, {beaten}")
    lines += [line for seat in review.games for line in _how(review, seat)]
    if review.faults:
        lines += ["  Its functions, which neither earn nor cost points:"] if review.games else []
        lines += [f"    {fault}" for fault in review.faults]
    elif review.games:
        lines.append("  Its functions are right on all 5,478 boards.")
    return "\n".join(lines)


def as_data(review: Review) -> dict[str, Any]:
    """The same for other programs; actions are `[row, column]`."""
    return {
        "file": review.name,
        "points": review.points,
        "games": {
            seat: {"games": lines, "beaten": beaten, "shortest": shortest, "why": why}
            for seat, (lines, beaten, shortest, why) in review.games.items()
        },
        "faults": list(review.faults),
    }


def _how(review: Review, seat: Player) -> list[str]:
    """The shortest game in which it is beaten for this player, and the board at its end."""
    games = review.games[seat]
    if games.shortest is None:
        return []
    state, moves = GAME.initial, []
    for action in games.shortest:
        moves.append(f"{GAME.to_move(state)} {action}")
        state = GAME.result(state, action)
    return [
        f"  The shortest as {seat}: {', '.join(moves) or 'no move at all'}",
        *(f"    {line}" for line in GAME.render(state).splitlines()),
        f"    {games.why or f'{GAME.winner(state)} has won.'}",
    ]


_POINTS = {
    FULL: "full points. It can't be beaten.",
    HALF: "half points. Some games beat it, and others don't.",
    NONE: "no points. Every game beats it.",
}


# --- every game there is --------------------------------------------------------------------------

Choice = tuple[Action, str]
"""What is chosen in a state: `(action, "")`, or `(None, why)` where no legal move came."""


class Games(NamedTuple):
    """All games from one position on: how many there are, and how the program can be beaten."""

    lines: int
    beaten: int
    shortest: tuple[Action, ...] | None
    """The fewest moves after which it has lost, or stands without a legal move."""
    why: str
    """`""` if it was beaten on the board, else what kept it from moving."""


def games_against(seat: Player, choose: Callable[[State], Choice]) -> Games:
    """All games in which this program plays for `seat`; each of its boards is asked for once.

    `choose` gives its move. The other side plays whatever is legal, in every order.
    """

    @cache
    def games(state: State) -> Games:
        if GAME.is_terminal(state):
            lost = GAME.utility(state, seat) < 0
            return Games(1, int(lost), () if lost else None, "")
        if GAME.to_move(state) != seat:
            return _together({one: games(GAME.result(state, one)) for one in GAME.actions(state)})
        action, why = choose(state)
        if why:
            return Games(1, 1, (), why)
        return _together({action: games(GAME.result(state, action))})

    return games(GAME.initial)


def _together(after: dict[Action, Games]) -> Games:
    """The games of all these moves."""
    found = [
        (len(games.shortest), (action, *games.shortest), games.why)
        for action, games in after.items()
        if games.shortest is not None
    ]
    _, shortest, why = min(found, key=lambda one: one[0]) if found else (0, None, "")
    lines = sum(games.lines for games in after.values())
    return Games(lines, sum(games.beaten for games in after.values()), shortest, why)
