"""A student's functions for a game of rows: judged by the cases of the rules, asked for moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from course_lib.checks.calling import Strange
from course_lib.checks.cases import Case, Exercise, Objection, call_in
from course_lib.checks.evidence import first_failure, request_for
from course_lib.checks.judges import changed, gives, no_value
from course_lib.checks.verdict import NOT_ATTEMPTED, TOO_SLOW
from course_lib.game import Action, State
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.squares import EMPTY
from course_lib.plain import board_text, tagged
from course_lib.play.match import Forfeit
from course_tools.arena.student_file import (
    ANSWERS,
    RAISED,
    SECONDS,
    SHARES,
    FileFault,
    StudentFile,
)

# --- what the functions are asked ----------------------------------------------------------------

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
        right, extra = set(game.actions(state)), {"extra": "{member} is not legal here"}
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
    sentence = str(objection.sentence)
    if len(sentence) > _LONGEST:
        sentence = f"{sentence[:_LONGEST]} ..."
    if objection.status == NOT_ATTEMPTED or "board" not in case.given:
        return sentence
    rows = board_text(case.given["board"]).splitlines()
    return f"{sentence} (the board is {' / '.join(rows)})"


# --- its moves ------------------------------------------------------------------------------------

MINIMAX = "minimax"
"""The function that chooses a move, as the assignment calls it."""


def case_at(file: StudentFile, game: KInARow, state: State) -> Case:
    """The question for a move in this state; in a final one None is right."""
    return Case(f"{MINIMAX}(board)", given={"board": board_of(game, state, file.empty)})


def move_of(file: StudentFile, case: Case, seconds: float, remarks: dict[str, str]) -> Any:
    """What the file's `minimax` gives in this case; where it gives nothing, that is a `Forfeit`.

    A board that was changed brings a remark, and so does a list in place of a tuple.
    """
    exercise = exercise_of(case, seconds)
    try:
        answer = next(file.in_turn([request_for(exercise, case)]))
    except FileFault as fault:
        raise Forfeit(str(fault)) from None
    if (objection := no_value(exercise, case, answer)) is not None:
        late = objection.status == TOO_SLOW
        raise Forfeit(str(objection.sentence), "time" if late else "error")
    if (objection := changed(case, answer)) is not None:
        remarks.setdefault("changed", told(case, objection))
    value = answer.value
    if isinstance(value, list) and len(value) == 2:
        # `actions` may give a list in place of a set, and `minimax` one in place of a tuple.
        objection = gives(replace(case, expected=tuple(value), exact=True), answer)
        if objection is not None:
            remarks.setdefault("list", told(case, objection))
        return tuple(value)
    return str(value) if isinstance(value, Strange) else value
