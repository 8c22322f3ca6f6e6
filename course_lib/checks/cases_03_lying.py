"""The check of `lying_state()`: whether the careless search is wrong about this position."""

from __future__ import annotations

from typing import Any

from course_lib.checks.answer import Answer, Strange
from course_lib.checks.careless import careless_search
from course_lib.checks.cases import NO_RETURN, Case, Exercise, Group, Objection
from course_lib.game import State
from course_lib.games import TicTacToe
from course_lib.search import alphabeta_search

GAME = TicTacToe()
SQUARES = 9
FORM = "nine marks, row by row, each of them X, O or ."
A_TEXT = f"a text of {FORM}"


def groups() -> tuple[Group, ...]:
    """A position of the game, and one where the search lies. What is graded is the same."""
    return (
        Group("a position of tic-tac-toe that is not over", (_case(0, a_position),)),
        Group("the careless search gives a wrong value there", (_case(1, a_lie),), weight=3),
    )


def values(state: State) -> tuple[float, float]:
    """What the careless search says of this position, and what is true, for the player to move."""
    return careless_search(GAME, state)[0], alphabeta_search(GAME, state)[0]


def a_position(_case: Case, answer: Answer) -> Objection | None:
    """Nothing if the text shows a position in which the game goes on."""
    text = answer.value
    if text is None:
        printed = bool(answer.printed.strip())
        mistake = "the result is printed instead of returned" if printed else NO_RETURN
        return Objection(f"lying_state() gave None; {A_TEXT}, is asked for", mistake)
    if not isinstance(text, str):
        return _no_text(text)
    marks = "".join(text.split())
    if len(marks) != SQUARES:
        return Objection(
            f"{text!r:.60} has {len(marks)} marks; {A_TEXT}, is asked for",
            "the text has not nine marks",
        )
    strange = next((mark for mark in marks if mark not in "XO."), None)
    if strange is not None:
        return Objection(
            f"{text!r} has the mark {strange!r}; asked for are {FORM}, capitals included",
            "a mark is neither X nor O nor a point",
        )
    if marks.count("X") - marks.count("O") not in (0, 1):
        return Objection(
            f"{text!r} has {marks.count('X')} X and {marks.count('O')} O; X begins and they take"
            " turns, so X has as many as O or one more",
            "X and O have not taken turns",
        )
    try:
        state = GAME.parse(marks)
    except ValueError as error:
        return Objection(f"no game leads to {text!r}: {error}", "the game went on after a row")
    if GAME.is_terminal(state):
        return Objection(
            f"in {text!r} the game is over, so there is nothing to search", "the game is over there"
        )
    return None


def a_lie(case: Case, answer: Answer) -> Objection | None:
    """Nothing if the careless search gives another value than minimax."""
    if a_position(case, answer) is not None:
        return Objection("first a position is needed in which the game goes on")
    text = "".join(answer.value.split())
    state = GAME.parse(text)
    said, true = values(state)
    if said != true:
        return None
    images = {symmetry.state(state) for symmetry in GAME.symmetries}
    if any(len(set(values(image))) > 1 for image in images):
        return Objection(
            f"for {text!r} the careless search says {said:g}, and that is true; it lies in a mirror"
            " image of this position, but it looks at squares in reading order, whichever way the"
            " board is turned",
            "it lies only in a mirror image of this position",
        )
    return Objection(
        f"for {text!r} the careless search says {said:g} for {state.to_move}, who is to move, and"
        " that is true",
        "the careless search tells the truth there",
    )


def _no_text(given: Any) -> Objection:
    """The objection to what is no text, in the words for what it is."""
    shown = given.shown if isinstance(given, Strange) else repr(given)
    if isinstance(given, tuple) and any(isinstance(part, tuple) for part in given):
        return Objection(
            f"lying_state() gave a state itself; {A_TEXT}, is asked for: what the board shows",
            "a state is returned instead of a text",
        )
    name = "something other than a text is returned"
    if isinstance(given, list | tuple):
        name = "the marks are returned in a list instead of a text"
    return Objection(f"lying_state() gave {shown:.80}; {A_TEXT}, is asked for", name)


def _case(size: int, judge: Any) -> Case:
    return Case((), A_TEXT, "lying_state()", size, judge)


LYING_STATE = Exercise("lying_state", "03", groups)
