"""The visible cases of lesson 04 about boards: where a stone falls, lines, and how a game ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from course_lib.checks import boards_04
from course_lib.checks.answer import Answer
from course_lib.checks.cases import Case, Exercise, Group, Objection, gives, same
from course_lib.checks.list_boards import board, stones

Square = tuple[int, int]
Line = tuple[str, Square, int, bool]
"""A board as text, the square of the last stone, the length of a line, and whether it is exact."""
Ended = tuple[str, Square, int]

DROPS = {
    "an empty board": ("......./......./......./......./......./.......", "..../..../...."),
    "stones lie on each other": (
        "......./......./......./......./...O.../...X...",
        "......./......./...X.../...O.../..XX.O./.OOX.XX",
        "..../.X../OX.O",
        "...../...../X..../O...X/X.O.O",
        "../X./O./X./O.",
    ),
    "full columns are left out": (
        "X.O/O.X/XOX",
        "...O.../...X.../...O.../...X.../...O.../...X...",
        "OX../XO../OX.X/XO.O",
        "XO/OX",
    ),
}
"""Boards with gravity, by what is tried with them."""

LINES: dict[str, tuple[Line, ...]] = {
    "a line in a row or a column": (
        ("XXX", (0, 2), 3, False),
        ("XXX", (0, 0), 3, False),
        ("X./X./X.", (0, 0), 3, False),
        (".O./.O./XO.", (2, 1), 3, False),
        ("......./......./......./......./..OOO../..XXXX.", (5, 5), 4, False),
        ("......./......./X....../XO...../XO...../XO.....", (2, 0), 4, False),
        ("......./......./......./......O/......O/XXXO..O", (5, 6), 3, False),
        ("...../...../.XXX./...../.....", (2, 3), 3, False),
    ),
    "a line on a diagonal": (
        ("X../.X./..X", (2, 2), 3, False),
        ("..O/.O./O..", (0, 2), 3, False),
        ("..O/.O./O..", (2, 0), 3, False),
        ("X..../.X.../..X../.....", (0, 0), 3, False),
        ("......./......./...X.../..XO.../.XOO.../XOXO...", (2, 3), 4, False),
        ("......./......./...O.../...XO../...XXO./...XOXO", (5, 6), 4, False),
        (".....O./....O../...O.../..O..../......./.......", (0, 5), 4, False),
        ("......./......./X....../.X...../..X..../...X...", (5, 3), 4, False),
    ),
    "the last stone closes a gap": (
        ("XXX", (0, 1), 3, False),
        (".X./.X./.X.", (1, 1), 3, False),
        ("X../.X./..X", (1, 1), 3, False),
        ("..X/.X./X..", (1, 1), 3, False),
        ("XXXX...", (0, 2), 4, False),
        ("OXXXXXO", (0, 3), 5, False),
        ("O...../.O..../..O.../...O../......", (1, 1), 4, False),
        ("...O/..O./.O../O...", (2, 1), 4, False),
    ),
    "no line": (
        ("X", (0, 0), 2, False),
        (".X.", (0, 1), 2, False),
        ("XX.", (0, 1), 3, False),
        ("XX.X", (0, 3), 3, False),
        ("XOX", (0, 2), 3, False),
        ("OXX", (0, 1), 3, False),
        ("XX./X../...", (0, 0), 3, False),
        ("..X/XX./...", (0, 2), 3, False),
        ("X.XX/..../....", (0, 0), 3, False),
        (".../..X/X../.X.", (1, 2), 3, False),
        ("XXO/.../XXX", (0, 1), 3, False),
        ("......X/X....../.X...../..X..../...X...", (0, 6), 4, False),
        ("......./......./......./O....../OX...../OXX...X", (5, 6), 4, False),
        ("......X/......X/......X/......./......./......X", (5, 6), 4, False),
        ("X..X/.XX./.XX./X..O", (1, 1), 4, False),
        ("X../X../X..", (2, 0), 4, False),
        (".XXX./...../.....", (0, 2), 4, False),
    ),
    "at least, or exactly, so many": (
        ("XXXXXX", (0, 3), 5, False),
        ("XXXXXX", (0, 3), 5, True),
        ("XXXXX.", (0, 4), 5, True),
        ("O/O/O/O", (0, 0), 3, True),
        ("O/O/O/O", (0, 0), 3, False),
        ("XXXX/X.../X.../....", (0, 0), 3, True),
        ("X...../.X..../..X.../...X../....X./.....X", (2, 2), 5, True),
        ("....X/...X./..X../.X.../X....", (2, 2), 5, True),
        ("XXXX/..../X.../....", (2, 0), 4, True),
        ("....../.XXX../....../......", (1, 2), 3, True),
    ),
}
"""Boards with a last stone, by what is tried with them."""

ENDS: dict[str, tuple[Ended, ...]] = {
    "somebody has won": (
        ("......./......./......./......./..OOO../..XXXX.", (5, 5), 4),
        ("......./......./X....../XO...../XO...../XO.....", (2, 0), 4),
        ("......./......./......./O....../OX...X./OXX.OXX", (3, 0), 3),
        ("......./......./...O.../...XO../...XXO./X..XOXO", (2, 3), 4),
        ("..../..../XX../OOO.", (3, 2), 3),
        ("......./......./......./......./.OO.OO./.XXXXX.", (5, 3), 4),
        ("X.../XO../XO../OXXO", (0, 0), 3),
    ),
    "a draw": (
        ("XO/OX/XO", (0, 1), 3),
        ("XOX/OXO/OXO", (0, 0), 4),
        ("OXOX/OXOX/XOXO/XOXO", (0, 3), 4),
        ("OOXOOXX/XXOXXOO/OOXOOXX/XXXOXOO/OXXOXOO/XOOXOXX", (0, 0), 4),
    ),
    "the last stone of a full board wins": (
        ("XXX/OOX/XOO", (0, 2), 3),
        ("OXOX/XOXX/OXOX/OXOO", (0, 3), 3),
        ("OXOXOOO/XOXOXXO/XXOOXXX/OOXXOOO/XXOOXXX/OXXXOOO", (0, 4), 4),
        ("OOOOXOX/XXXOOXX/OXOOOXO/OXXXOXX/XOOOXOX/OXXOXOX", (0, 1), 4),
    ),
    "the game goes on": (
        ("......./......./......./......./......./...X...", (5, 3), 4),
        ("X../O../X..", (0, 0), 3),
        ("..../..../..../XOXO", (3, 3), 3),
        ("......./......./......./......./.XX.O../.OOOXXX", (5, 6), 4),
        ("OX./XO./OXX", (0, 1), 4),
    ),
}
"""Boards with the last stone and the length of a line, by how the game stands."""


def drop_groups(boards: Mapping[str, Iterable[str]]) -> tuple[Group, ...]:
    """A group of cases for each of these titles."""
    return tuple(Group(title, tuple(map(_drop_case, texts))) for title, texts in boards.items())


def line_groups(asked: Mapping[str, Iterable[Line]]) -> tuple[Group, ...]:
    """A group of cases for each of these titles."""
    return tuple(Group(title, tuple(map(_line_case, lines))) for title, lines in asked.items())


def end_groups(asked: Mapping[str, Iterable[Ended]]) -> tuple[Group, ...]:
    """A group of cases for each of these titles."""
    return tuple(Group(title, tuple(map(_end_case, ends))) for title, ends in asked.items())


def right_drops(case: Case, answer: Answer) -> Objection | None:
    """Nothing for the right list, else what it has too much, what it lacks, or its order."""
    given, right = answer.value, case.expected
    objection = gives(case, answer)
    if objection is None or not isinstance(given, list) or same(right, given):
        return objection
    extra = [square for square in given if square not in right]
    lost = [square for square in right if square not in given]
    if extra:
        why = f"a stone can't come to lie on {extra[0]!r} now"
    elif lost:
        why = f"{lost[0]!r} is missing"
    else:
        why = "each column comes once, from left to right"
    return Objection(f"{case.shown} gave {given!r}: {why}", None, repr(right), repr(given))


def _drop_case(text: str) -> Case:
    squares = board(text)
    expected = boards_04.drop_actions(squares)
    shown = f"drop_actions({squares!r})" if len(text) < 20 else "drop_actions(board)"
    return Case((squares,), expected, shown, _size(text), right_drops)


def _line_case(asked: Line) -> Case:
    text, square, length, exact = asked
    squares = board(text)
    more = (True,) if exact else ()
    return Case(
        (squares, square, length, *more),
        boards_04.line_through(squares, square, length, exact),
        f"line_through(board, {square}, {length}{', True' if exact else ''})",
        _size(text),
        gives,
    )


def _end_case(asked: Ended) -> Case:
    text, square, length = asked
    squares = board(text)
    return Case(
        (squares, square, length),
        boards_04.outcome(squares, square, length),
        f"outcome(board, {square}, {length})",
        _size(text),
        gives,
    )


def _size(text: str) -> int:
    """Of two boards the one with fewer squares is smaller, then the one with fewer stones."""
    squares = board(text)
    return 100 * len(squares) * len(squares[0]) + stones(squares)


def _line_probes() -> tuple[tuple[Any, ...], ...]:
    return tuple(case.arguments for group in line_groups(LINES) for case in group.cases)


def _drop_probes() -> tuple[tuple[Any, ...], ...]:
    return tuple(case.arguments for group in drop_groups(DROPS) for case in group.cases)


def _end_probes() -> tuple[tuple[Any, ...], ...]:
    return tuple(case.arguments for group in end_groups(ENDS) for case in group.cases)


DROP_ACTIONS = Exercise(
    "drop_actions", "04", lambda: drop_groups(DROPS), _drop_probes, boards_04.drop_actions
)
LINE_THROUGH = Exercise(
    "line_through", "04", lambda: line_groups(LINES), _line_probes, boards_04.line_through
)
OUTCOME = Exercise("outcome", "04", lambda: end_groups(ENDS), _end_probes, boards_04.outcome)
