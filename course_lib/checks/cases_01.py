"""The visible cases of lesson 01: a game as functions on a list of lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from course_lib.checks import list_boards
from course_lib.checks.answer import Answer
from course_lib.checks.boards_01 import FULL, FULL_WON, ILLEGAL, LINES, OPEN
from course_lib.checks.cases import (
    Case,
    Exercise,
    Group,
    Objection,
    changed,
    gives,
    refuses,
)
from course_lib.checks.judging_01 import right_board, right_squares
from course_lib.checks.lines_01 import GET_WINNER
from course_lib.checks.list_boards import board, stones

Judge = Callable[[Case, Answer], Objection | None]


def player_groups(texts: Iterable[str]) -> tuple[Group, ...]:
    """Whose turn it is, on boards that are not final."""
    return (Group("X begins, and they take turns", _cases("player", _open(texts))),)


def actions_groups(texts: Iterable[str]) -> tuple[Group, ...]:
    """The free squares of boards that are not final."""
    cases = _cases("actions", _open(texts), right_squares)
    return (Group("the free squares, as a set of (row, column)", cases),)


def result_groups(
    texts: Iterable[str], illegal: Iterable[tuple[str, Any]] = ILLEGAL
) -> tuple[Group, ...]:
    """The right board, the old board untouched, and illegal actions refused."""
    pairs = [
        (text, action)
        for number, text in enumerate(_open(texts))
        for action in _some(sorted(list_boards.actions(board(text))), number)
    ]
    return (
        Group("the right mark on the right square", _moves(pairs, right_board), weight=2),
        Group("the old board stays as it is", _moves(pairs, changed, again=True)),
        Group(
            "illegal actions raise an exception",
            tuple(
                Case(
                    (board(text), action), "an exception", _call("result", text, action), 1, refuses
                )
                for text, action in illegal
            ),
        ),
    )


def winner_groups(lines: dict[str, Iterable[str]], nobody: Iterable[str]) -> tuple[Group, ...]:
    """Each kind of line, and boards on which nobody has one."""
    groups = [Group(f"{kind} wins", _cases("winner", texts)) for kind, texts in lines.items()]
    return (*groups, Group("nobody has won", _cases("winner", nobody)))


def terminal_groups(
    won: Iterable[str], full: Iterable[str], going_on: Iterable[str]
) -> tuple[Group, ...]:
    """The two ways to end, and boards on which the game goes on."""
    return (
        Group("a win ends the game", _cases("terminal", won)),
        Group("a full board ends the game", _cases("terminal", full)),
        Group("otherwise it goes on", _cases("terminal", going_on)),
    )


def utility_groups(final: Iterable[str]) -> tuple[Group, ...]:
    """What final boards are worth, by who has won."""
    texts = list(final)
    by_winner = {
        who: [text for text in texts if list_boards.winner(board(text)) == who]
        for who in ("X", "O", None)
    }
    return (
        Group("X has won", _cases("utility", by_winner["X"])),
        Group("O has won", _cases("utility", by_winner["O"])),
        Group("a draw", _cases("utility", by_winner[None])),
    )


def _visible(name: str) -> tuple[Group, ...]:
    won = [text for texts in LINES.values() for text in texts]
    if name == "winner":
        return winner_groups({**LINES, "a row on a full board": FULL_WON[:1]}, (*OPEN, *FULL))
    if name == "terminal":
        return terminal_groups((*won[::3], *FULL_WON), FULL, OPEN)
    if name == "utility":
        return utility_groups((*won, *FULL, *FULL_WON))
    makers: dict[str, Callable[[Iterable[str]], tuple[Group, ...]]] = {
        "player": player_groups,
        "actions": actions_groups,
        "result": result_groups,
    }
    return makers[name](OPEN)


def _probes(name: str) -> tuple[tuple[Any, ...], ...]:
    """Boards on which every known mistake shows its own face."""
    won = [text for texts in LINES.values() for text in texts]
    if name == "result":
        legal = [(text, action) for text in OPEN for action in ((2, 1), (1, 2), (2, 0), (0, 2))]
        return tuple((board(text), action) for text, action in (*legal, *ILLEGAL))
    if name == "utility":
        return tuple((board(text),) for text in (*won, *FULL, *FULL_WON))
    if name in {"winner", "terminal"}:
        return tuple((board(text),) for text in (*OPEN, *won, *FULL, *FULL_WON))
    return tuple((board(text),) for text in OPEN)


def _exercise(name: str) -> Exercise:
    return Exercise(
        name,
        "01",
        lambda: _visible(name),
        lambda: _probes(name),
        getattr(list_boards, name),
    )


def _cases(name: str, texts: Iterable[str], judge: Judge = gives) -> tuple[Case, ...]:
    ask = getattr(list_boards, name)
    return tuple(
        Case((board(text),), ask(board(text)), _call(name, text), stones(board(text)), judge)
        for text in texts
    )


def _moves(
    pairs: Iterable[tuple[str, Any]],
    judge: Judge,
    *,
    again: bool = False,
) -> tuple[Case, ...]:
    return tuple(
        Case(
            (board(text), action),
            list_boards.result(board(text), action),
            _call("result", text, action),
            stones(board(text)),
            judge,
            again=(board(".../.../..."), (1, 1)) if again else None,
        )
        for text, action in pairs
    )


def _open(texts: Iterable[str]) -> list[str]:
    return [text for text in texts if not list_boards.terminal(board(text))]


def _some(moves: list[Any], number: int) -> list[Any]:
    """One or two of the actions, another one for each board."""
    return [moves[number % len(moves)], moves[-1]][: len(moves)]


def _call(name: str, text: str, *more: Any) -> str:
    rows = repr(board(text))
    return f"{name}({', '.join([rows, *map(repr, more)])})"


EXERCISES = (
    *map(_exercise, ("player", "actions", "result", "winner", "terminal", "utility")),
    GET_WINNER,
)
