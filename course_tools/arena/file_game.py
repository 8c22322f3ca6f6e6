"""A student's functions for a game of rows: judged by the cases of the rules, asked for moves."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

from course_lib.checks.calling import Strange
from course_lib.checks.cases import Case, Exercise, Objection, call_in
from course_lib.checks.checking import first_failure, no_value, request_for
from course_lib.checks.judges import changed, gives
from course_lib.checks.verdict import NOT_ATTEMPTED, TOO_SLOW
from course_lib.game import Action, Game, Player, State
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.squares import EMPTY
from course_lib.plain import tagged
from course_lib.play.match import Forfeit
from course_lib.play.players import PlayerFunction, prepare
from course_lib.watch.states import board_text
from course_tools.arena.named import close_player, player_named
from course_tools.arena.student_file import (
    ANSWERS,
    RAISED,
    SECONDS,
    SHARES,
    FileFault,
    StudentFile,
)
from course_tools.sandbox.session import Session

# --- what the functions are asked ----------------------------------------------------------------

RULES = ("player", "actions", "result", "winner", "terminal", "utility")
"""The functions that say the rules, beside `initial_state`."""

Empty = str | int | None
"""What a file writes on an empty square."""


def cases_about(game: KInARow, state: State, empty: Empty) -> Iterator[Case]:
    """What the functions are asked of this position itself."""
    over, board = game.is_terminal(state), board_of(game, state, empty)
    given = {"board": board}
    yield Case("terminal(board)", over, given=given)
    yield Case("winner(board)", game.winner(state), given=given)
    if over:
        yield Case("utility(board)", game.utility(state, game.players[0]), given=given)
    else:
        yield Case("player(board)", game.to_move(state), given=given)
        right, extra = set(game.actions(state)), {"extra": "{} is not legal here"}
        yield Case("actions(board)", right, judge="right_members", known=extra, given=given)


def case_of_result(game: KInARow, state: State, action: Action, empty: Empty) -> Case:
    """Where this action leads: to a board, or where it is not legal to an exception."""
    line, given = f"result(board, {action!r})", {"board": board_of(game, state, empty)}
    if action not in game.actions(state):
        return Case(line, judge="refuses", given=given)
    after = board_of(game, game.result(state, action), empty)
    return Case(line, after, exact=True, given=given)


def board_of(game: KInARow, state: State, empty: Empty) -> list[list[Any]]:
    """The position as a list of rows, with this on empty squares."""
    marks = [empty if mark == EMPTY else mark for mark in state.board]
    return [marks[at : at + game.columns] for at in range(0, len(marks), game.columns)]


# --- their answers, judged as in a lesson --------------------------------------------------------

TOGETHER = 400
"""So many cases are asked in one line, and get twice the seconds of one."""

_EITHER = {"winner", "utility"}
"""One of these may be missing where somebody plays."""

_SHARED = {
    "one": "initial_state() gave one list as several rows, so that a mark in one of them is in all;"
    " three lists would be right, as [[EMPTY] * 3 for _ in range(3)] makes them",
    "two": "initial_state() gave the same lists again when it was called again, so that one game"
    " changes the next; new lists each time would be right",
}

_LONGEST = 600


class FileRules:
    """Asks the functions of a file about boards of `game`, and has what they say judged."""

    def __init__(self, file: StudentFile, game: KInARow) -> None:
        """Ask for the first board; a wrong one is a `FileFault`."""
        self.file, self.game = file, game
        self.remarks: dict[str, str] = {}
        """By function what is right, but not as the assignment asks."""
        self._right: set[tuple[State, Action]] = set()
        first = board_of(game, game.initial, file.empty)
        if wrong := self._alone(Case("initial_state()", first, exact=True)):
            raise FileFault(wrong)
        if shared := _SHARED.get(str(file.call(f"{SHARES}()", seconds=SECONDS).value)):
            self.remarks["initial_state"] = shared
        *_, actions = cases_about(game, game.initial, file.empty)
        if not self._alone(actions) and (remark := self._alone(replace(actions, exact=True))):
            self.remarks["actions"] = remark

    def wrong(
        self, cases: Sequence[Case], news: Callable[[str], None] = lambda _: None
    ) -> dict[str, str]:
        """A sentence for each function that is wrong somewhere, about the first such case.

        `news` hears how far it is. Many are asked together first, which is quick; whose value is
        not the expected one is asked alone, and judged as any other answer.
        """
        wrong: dict[str, str] = {}
        for start in range(0, len(cases), TOGETHER):
            news(f"functions: {start:,} of {len(cases):,} answers looked at")
            together = cases[start : start + TOGETHER]
            together = [case for case in together if call_in(case.line).name not in wrong]
            for case, value in zip(together, self._values(together), strict=True):
                name = call_in(case.line).name
                right = value == RAISED if case.judge == "refuses" else case.accepts(value)
                if not right and name not in wrong and (sentence := self._alone(case)):
                    wrong[name] = sentence
        return wrong

    def check(self, state: State, action: Action) -> None:
        """Refuse what is wrong about this legal action, and the board after it; once is enough."""
        if (state, action) not in self._right:
            after, empty = self.game.result(state, action), self.file.empty
            result = case_of_result(self.game, state, action, empty)
            self._refuse([result, *cases_about(self.game, after, empty)])
            self._right.add((state, action))

    def check_start(self) -> None:
        """Refuse what is wrong about the first board."""
        if fault := self.remarks.get("initial_state"):
            raise FileFault(fault)
        self._refuse([*cases_about(self.game, self.game.initial, self.file.empty)])

    def _refuse(self, cases: Sequence[Case]) -> None:
        absent = {name for name in _EITHER if not self.file.defines(name)}
        absent = absent if len(absent) == 1 else set()
        needed = [case for case in cases if call_in(case.line).name not in absent]
        for sentence in self.wrong(needed).values():
            raise FileFault(sentence)

    def _values(self, cases: Sequence[Case]) -> list[Any]:
        """What they all give, if each answers in time and ends nothing; else no right value."""
        seconds = SECONDS * max(1, 2 * len(cases) / TOGETHER)
        questions = tuple(
            (tuple(case.line for case in some), given)
            for given, some in groupby(cases, key=lambda case: case.given)
        )
        given = {"questions": {"plain": tagged(questions)}}
        values = self.file.call(f"{ANSWERS}(questions)", given=given, seconds=seconds).value
        right = isinstance(values, list) and len(values) == len(cases)
        return values if right else [["unknown"]] * len(cases)

    def _alone(self, case: Case) -> str:
        """What is wrong about this case, asked for alone, or `""`."""
        failure = first_failure(exercise_of(case, SECONDS), self.file, [case])
        return "" if failure is None else told(*failure)


def exercise_of(case: Case, seconds: float) -> Exercise:
    """What is asked for in this case, as an exercise that has no lesson."""
    return Exercise(call_in(case.line).name, "", tuple, seconds=seconds)


def told(case: Case, objection: Objection) -> str:
    """The objection, and the board on which it was found."""
    sentence = objection.sentence
    if len(sentence) > _LONGEST:
        sentence = f"{sentence[:_LONGEST]} ..."
    if objection.status == NOT_ATTEMPTED or "board" not in case.given:
        return sentence
    rows = board_text(case.given["board"]).splitlines()
    return f"{sentence} (the board is {' / '.join(rows)})"


# --- the game, and players at it ------------------------------------------------------------------

MINIMAX = "minimax"
"""The function that chooses a move, as the assignment calls it."""

THINKING = 120.0
"""Seconds that a file's own player gets: a plain minimax takes its time on an empty board."""


def file_game(rules: FileRules) -> KInARow:
    """The game that the file should describe; a move in it fails where its functions are wrong."""
    rules.check_start()
    kind = type(rules.game)

    def result(game: KInARow, state: State, action: Action) -> State:
        after = kind.result(game, state, action)
        try:
            rules.check(state, action)
        except FileFault as fault:
            # Who shows it puts the kind of error before it, and this one is known to everybody.
            raise ValueError(str(fault)) from None
        return after

    made: KInARow = type(kind.__name__, (kind,), {"result": result})(**rules.game.options)
    return made


class FilePlayer:
    """The `minimax` of a student's file as a player; what is wrong with its answer loses.

    Where `remarks` are kept, a board that was changed only brings one, and so does a list in place
    of a tuple.
    """

    def __init__(
        self,
        file: StudentFile,
        game: KInARow,
        *,
        seconds: float | None = None,
        remarks: dict[str, str] | None = None,
    ) -> None:
        """Hold the file, which has a process of its own for this."""
        self.file, self.game, self.remarks = file, game, remarks
        self.seconds = THINKING if seconds is None else seconds
        self._asking = threading.Lock()

    def __call__(self, game: Game, state: State) -> Action:
        """What `minimax` gives; whoever asks again does not wait for what was asked before."""
        case = self.case_at(state)
        exercise = exercise_of(case, self.seconds)
        if self._asking.locked():
            self.file.process.kill()
        try:
            with self._asking:
                answer = next(self.file.in_turn([request_for(exercise, case)]))
        except FileFault as fault:
            raise Forfeit(str(fault)) from None
        if (objection := no_value(exercise, case, answer)) is not None:
            late = objection.status == TOO_SLOW
            raise Forfeit(objection.sentence, "time" if late else "error")
        if (objection := changed(case, answer)) is not None:
            if self.remarks is None:
                raise Forfeit(objection.sentence)
            self.remarks.setdefault("changed", told(case, objection))
        value = answer.value
        if isinstance(value, list) and len(value) == 2:
            # `actions` may give a list in place of a set, and `minimax` one in place of a tuple.
            objection = gives(replace(case, expected=tuple(value), exact=True), answer)
            if objection is not None and self.remarks is not None:
                self.remarks.setdefault("list", told(case, objection))
            return tuple(value)
        return str(value) if isinstance(value, Strange) else value

    def case_at(self, state: State) -> Case:
        """The question for a move in this state; in a final one None is right."""
        board = board_of(self.game, state, self.file.empty)
        return Case(f"{MINIMAX}(board)", given={"board": board})

    def close(self) -> None:
        """End its process, also while it answers: whoever waits for that hears of its end."""
        self.file.process.kill()
        with self._asking:
            self.file.close()

    def __repr__(self) -> str:
        return f"minimax of {self.file.path.name}"


class OurPlayer:
    """One of our players at a file's game: it searches in our own, where nothing is slow."""

    def __init__(self, player: PlayerFunction, game: Game) -> None:
        """Remember the player, and our game."""
        self.player, self.game = player, game

    def prepare(self, _game: Game) -> None:
        """Let the player compile or load now what it needs."""
        prepare(self.player, self.game)

    def new_game(self, _game: Game, seat: Player, rng: Random | None) -> None:
        """Tell the player, if it wants to know."""
        begin = getattr(self.player, "new_game", None)
        if begin is not None:
            begin(self.game, seat, rng)

    def __call__(self, _game: Game, state: State) -> Action:
        """The player's move."""
        return self.player(self.game, state)

    def close(self) -> None:
        """End what the player has started."""
        close_player(self.player)

    def __repr__(self) -> str:
        return repr(self.player)


# --- what `course play --with` brings -------------------------------------------------------------


class PlayedFile:
    """The game of a file, its own player, and our players at its boards.

    The file runs in processes of its own until `stack` is closed, one for the rules and one for
    each player.
    """

    NAME = "file"
    """The name of the player that is the file's own `minimax`."""

    def __init__(
        self, path: Path, game: Game, begin: Callable[[], Session], stack: ExitStack
    ) -> None:
        """Load the file in a process that `begin` starts, and ask about its first board."""
        if not isinstance(game, KInARow):
            raise ValueError(
                "--with compares functions with games of rows, such as tic-tac-toe, and not with"
                f" {game!r}"
            )
        self.ours, self.path, self._begin, self._stack = game, path, begin, stack
        rules = FileRules(self._opened(), game)
        self.game, self.has_player = file_game(rules), rules.file.defines(MINIMAX)
        remarks = "".join(f" {remark}." for remark in rules.remarks.values())
        self.about = f"; its answers are compared with {game!r}.{remarks}"
        """What its answers are compared with, and what is not as the assignment asks."""

    def player(self, name: str, rng: Random, seconds: float | None) -> PlayerFunction | None:
        """The player with this name: `file` is the file's own, `None` a person."""
        if name.strip().lower() == self.NAME:
            if not self.has_player:
                raise ValueError(f"{self.path.name} has no function {MINIMAX}, so it can't play")
            return FilePlayer(self._opened(), self.ours, seconds=seconds)
        player = player_named(name, self.ours, rng, seconds=seconds)
        return None if player is None else OurPlayer(player, self.ours)

    def _opened(self) -> StudentFile:
        """The file in another process."""
        return self._stack.enter_context(StudentFile(self.path, self._begin))
