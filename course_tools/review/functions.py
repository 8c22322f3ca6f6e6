"""A student's functions for tic-tac-toe compared with ours, on every board: `wrong_functions`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from course_lib.checks.list_boards import board, reachable_boards
from course_lib.game import State
from course_lib.games import TicTacToe
from course_tools.arena.file_game import SECONDS, first_square, row_of, truth, wrong_value
from course_tools.arena.student_file import StudentFile, trouble

FUNCTIONS = ("player", "actions", "result", "winner", "terminal", "utility")
"""The functions that say the rules, beside `initial_state`."""

TOGETHER = 600
"""So many questions are asked in one line."""

WAITING = 10.0
"""Seconds for so many of them."""

RAISED = ["raised"]

SQUARES = tuple(product(range(3), repeat=2))


class Question(NamedTuple):
    """What to ask about a board, and the right answer; `RAISED` is right for an illegal action."""

    name: str
    text: str
    more: tuple[Any, ...]
    right: Any

    @property
    def call(self) -> str:
        """How somebody would write it."""
        return f"{self.name}(board{''.join(f', {one!r}' for one in self.more)})"


class Functions(NamedTuple):
    """What there is to say about a file's functions."""

    wrong: dict[str, str]
    """A sentence for each function that is wrong somewhere, about the first such board."""
    remarks: tuple[str, ...] = ()
    """A sentence for each that is right, but not what the assignment asks for."""


def wrong_functions(file: StudentFile, news: Callable[[str], None]) -> Functions:
    """What is wrong with the functions, and what else is not as it should be.

    `news` hears how far it is.
    """
    answer = file.ask("initial_state", seconds=SECONDS)
    if why := trouble(answer, SECONDS) or _no_start(answer.value):
        return Functions({"initial_state": f"initial_state() {why}"})
    empty, wrong = first_square(answer.value), dict[str, str]()
    remarks = {"initial_state": _shared_rows(file)}
    questions = all_questions()
    for start in range(0, len(questions), TOGETHER):
        news(f"functions: {start:,} of {len(questions):,} answers looked at")
        together = [one for one in questions[start : start + TOGETHER] if one.name not in wrong]
        answers = file.ask(ANSWERS, [one[:3] for one in together], empty, seconds=WAITING)
        values = answers.value
        if (
            trouble(answers, WAITING)
            or not isinstance(values, list)
            or len(values) != len(together)
        ):
            values = [None] * len(together)  # then each is asked by itself
        for question, value in zip(together, values, strict=True):
            if question.name in wrong:
                continue
            if _is_right(question, value):
                if question.name == "actions" and not isinstance(value, set | frozenset):
                    remarks.setdefault("actions", _no_set(question, value))
                continue
            if why := _sentence(file, question, empty):
                wrong[question.name] = why
    return Functions(wrong, tuple(filter(None, remarks.values())))


@cache
def all_questions() -> tuple[Question, ...]:
    """Every question about every board, those with few stones first."""
    return tuple(_questions(TicTacToe()))


def _questions(game: TicTacToe) -> Iterator[Question]:
    for text in reachable_boards():
        state = game.parse(text.replace("/", "\n"))
        for name, right in truth(game, state).items():
            yield Question(name, text, (), right)
        for action in game.actions(state):
            yield Question("result", text, (action,), _text(game, game.result(state, action)))
        if game.actions(state):
            taken = [square for square in SQUARES if square not in game.actions(state)]
            yield Question("result", text, (taken[0] if taken else (3, 3),), RAISED)


def _is_right(question: Question, value: Any) -> bool:
    if question.name == "result":
        return bool(value == question.right)
    return not wrong_value(question.name, value, {question.name: question.right})


def _sentence(file: StudentFile, question: Question, empty: Any) -> str:
    """What is wrong about this answer, found by asking for it alone; or `""` if nothing is."""
    squares = [[empty if mark is None else mark for mark in row] for row in board(question.text)]
    answer = file.ask(question.name, squares, *question.more, seconds=SECONDS)
    raised = answer.error is not None and answer.error.type != "NoAnswer"
    if question.right == RAISED and raised and not answer.not_attempted:
        return ""
    why = trouble(answer, SECONDS)
    if not why and answer.afterwards[:1] != (squares,):
        why = "changed the board that it was given"
    elif not why and question.right == RAISED:
        why = f"gave {row_of(answer.value)}; an exception would be right, since it is not legal"
    elif not why and question.name == "result":
        marks = [["." if mark == empty else mark for mark in row] for row in answer.value or ()]
        if marks != [list(row) for row in question.right.split("/")]:
            why = f"gave {row_of(answer.value)}; {_spaced(question.right)} would be right"
    elif not why:
        why = wrong_value(question.name, answer.value, {question.name: question.right})
    where = "" if answer.missing else f"; the board is {_spaced(question.text)}"
    return f"{question.call} {why}{where}" if why else ""


def _no_start(value: Any) -> str:
    """Why this is no empty board, or `""`."""
    empty = first_square(value)
    if isinstance(value, list) and value == [[empty] * 3] * 3 and empty not in ("X", "O"):
        return ""
    return f"gave {row_of(value)}; three lists of three EMPTY would be right"


def _shared_rows(file: StudentFile) -> str:
    """What is wrong with rows that are the same list twice, or `""`: equal they look all right."""
    shared = file.ask(SHARES, seconds=SECONDS).value
    if shared == "one":
        return (
            "initial_state() gave one list as several rows, so that a mark in one of them is in"
            " all; three lists would be right, as [[EMPTY] * 3 for _ in range(3)] makes them"
        )
    if shared == "two":
        return (
            "initial_state() gave the same lists again when it was called again, so that one game"
            " changes the next; new lists each time would be right"
        )
    return ""


def _no_set(question: Question, value: Any) -> str:
    """That this is not the kind of thing that the assignment asks for."""
    kind = type(value).__name__
    where = f"the board is {_spaced(question.text)}"
    return f"{question.call} gave the right actions as a {kind}; a set would be right; {where}"


def _text(game: TicTacToe, state: State) -> str:
    return game.render(state).replace(" ", "").replace("\n", "/")


def _spaced(text: str) -> str:
    return " / ".join(" ".join(row) for row in text.split("/"))


# --- code of ours beside the student's file -------------------------------------------------------

ANSWERS = "_course_answers"
SHARES = "_course_shares"
REMEMBER = "_course_remember"

SOURCE = '''
def _course_answers(questions, empty):
    """The answer to each (name, board as a text, further arguments), or a list with one word."""

    def board_of(text):
        return [[empty if mark == "." else mark for mark in row] for row in text.split("/")]

    def answer(name, text, more):
        board = board_of(text)
        try:
            value = globals()[name](board, *more)
            if name == "result":
                marks = [["." if mark == empty else mark for mark in row] for row in value]
                value = "/".join("".join(row) for row in marks)
        except Exception:  # whatever it raises is its answer, and is judged outside
            value = ["raised"]
        return value if board == board_of(text) else ["changed"]

    return [answer(*question) for question in questions]


def _course_shares():
    """What initial_state() gives more than once: a row on one board, a row on two, or nothing."""
    first, second = globals()["initial_state"](), globals()["initial_state"]()
    if len({id(row) for row in first}) < len(first):
        return "one"
    return "two" if {id(row) for row in first} & {id(row) for row in second} else ""


def _course_remember(names):
    """Let these functions remember what they have said of a board; each time it is a new copy."""

    def fresh(value):
        if isinstance(value, list):
            return [list(row) if isinstance(row, list) else row for row in value]
        return set(value) if isinstance(value, set) else value

    def remembering(function):
        known = {}

        def remembered(board, *more):
            try:
                key = tuple(map(tuple, board)), more
                found = known.get(key)
            except TypeError:
                return function(board, *more)
            if found is None:
                found = known[key] = [fresh(function(board, *more))]
            return fresh(found[0])

        return remembered

    for name in names:
        globals()[name] = remembering(globals()[name])
'''
