"""The hidden cases of lesson 01: many more boards than the visible ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from random import Random

from course_lib.checks import list_boards
from course_lib.checks.boards_01 import ILLEGAL
from course_lib.checks.cases_01 import (
    actions_groups,
    player_groups,
    result_groups,
    terminal_groups,
    utility_groups,
    winner_groups,
)
from course_lib.checks.exercises import exercise_named
from course_lib.checks.judging import judge
from course_lib.checks.lines_01 import Asked, line_groups
from course_lib.checks.list_boards import board
from course_lib.checks.students import Student
from course_lib.checks.verdict import Verdict
from course_lib.game import State
from course_lib.games import KInARow

SEED = 20_317
MANY = 120
SQUARES = [(row, column) for row in range(3) for column in range(3)]
ROWS = [[(at, 0), (at, 1), (at, 2)] for at in range(3)]
COLUMNS = [[(0, at), (1, at), (2, at)] for at in range(3)]
DIAGONALS = [[(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]

ON_SQUARES = (KInARow(3, 3, 3), KInARow(4, 4, 3), KInARow(5, 5, 4), KInARow(6, 6, 4))
ON_OTHERS = (KInARow(3, 5, 3), KInARow(5, 3, 3), KInARow(4, 7, 4), KInARow(7, 4, 4))
FOR_MANY = (
    KInARow(4, 4, 3, players=("X", "O", "Z")),
    KInARow(5, 4, 3, players=("A", "B", "C", "D")),
)
BY_HAND: dict[str, tuple[Asked, ...]] = {
    "a row": ((".X.O../O..O.X/XXXXX./O...O./....../......", 4), ("O.XX/.X../..O./OOO.", 3)),
    "a column": (("..O.X/.OO.X/..O.X/X.O../X.O..", 4), ("X..O/.X.O/...O/.X..", 3)),
    "a diagonal": (("O..../.OX../X.OX./...O./X...O", 4), ("..../..XO/.XO./X.O.", 3)),
    "boards that are not square": (("OOOX.X.X", 3), ("X/./X/O/O/O", 3), ("...X/.OX./OX..", 3)),
    "nobody has a line": (
        ("O.X/.X./OO.", 4),
        ("OO.O/.X.X/X.../....", 3),
        ("X...O/..O../X...O/..O../X...X", 3),
        (".O../O.../...O/XX.X", 3),
        ("O...X/...X./..X../....O/...O.", 4),
        ("XX.X/....", 3),
        ("Z.Z/OXZ/ZOX", 3),
    ),
}
"""Beside the boards of random games: longer lines, gaps, edges, and lengths that do not fit."""


def check_player(student: Student) -> Verdict:
    """The verdict on whose turn it is."""
    return judge(exercise_named("player"), student, player_groups(sample("open", MANY)))


def check_actions(student: Student) -> Verdict:
    """The verdict on the free squares."""
    return judge(exercise_named("actions"), student, actions_groups(sample("open", MANY)))


def check_result(student: Student) -> Verdict:
    """The verdict on the board after an action."""
    illegal = [
        (text, square)
        for text in sample("open", 12)
        for square in SQUARES
        if board(text)[square[0]][square[1]] is not None
    ]
    outside = [(".../.../...", square) for square in ((3, 3), (0, -1), (-3, 2), (5, 0))]
    groups = result_groups(sample("open", MANY // 2), (*ILLEGAL, *illegal, *outside))
    return judge(exercise_named("result"), student, groups)


def check_winner(student: Student) -> Verdict:
    """The verdict on who has won: every line for both players, and full boards."""
    kinds = {"a row": ROWS, "a column": COLUMNS, "a diagonal": DIAGONALS}
    lines = {kind: with_lines(squares) for kind, squares in kinds.items()}
    nobody = (*sample("open", MANY // 2), *of_kind("full"))
    return judge(exercise_named("winner"), student, winner_groups(lines, nobody))


def check_terminal(student: Student) -> Verdict:
    """The verdict on whether it is over."""
    won = with_lines([*ROWS, *COLUMNS, *DIAGONALS])
    groups = terminal_groups(won, of_kind("full"), sample("open", MANY // 2))
    return judge(exercise_named("terminal"), student, groups)


def check_utility(student: Student) -> Verdict:
    """The verdict on what final boards are worth."""
    final = (*with_lines([*ROWS, *COLUMNS, *DIAGONALS]), *of_kind("full"))
    return judge(exercise_named("utility"), student, utility_groups(final))


def check_get_winner(student: Student) -> Verdict:
    """The verdict on lines of any length: boards from random games, and some made by hand."""
    played = {
        "a row": games_won(ON_SQUARES, ((0, 1),)),
        "a column": games_won(ON_SQUARES, ((1, 0),)),
        "a diagonal": games_won(ON_SQUARES, ((1, 1), (1, -1))),
        "boards that are not square": games_won(ON_OTHERS),
        "more than two players": games_won(FOR_MANY),
        "nobody has a line": games_drawn((*ON_SQUARES, *ON_OTHERS, *FOR_MANY)),
    }
    boards = {title: (*found, *BY_HAND.get(title, ())) for title, found in played.items()}
    return judge(exercise_named("get_winner"), student, line_groups(boards))


@cache
def of_kind(kind: str) -> tuple[str, ...]:
    """All boards that are `open`, `won`, or `full` without a winner."""
    found: dict[str, list[str]] = {"open": [], "won": [], "full": []}
    for text in list_boards.reachable():
        squares = board(text)
        over = list_boards.terminal(squares)
        won = list_boards.winner(squares) is not None
        found["won" if won else "full" if over else "open"].append(text)
    return tuple(found[kind])


@cache
def sample(kind: str, many: int) -> tuple[str, ...]:
    """All boards of this kind with up to one stone, and some of the others."""
    few = [text for text in of_kind(kind) if text.count(".") >= 8]
    others = [text for text in of_kind(kind) if text.count(".") < 8]
    return (*few, *Random(SEED).sample(others, many))


def with_lines(lines: list[list[tuple[int, int]]]) -> tuple[str, ...]:
    """For each line and player two of the smallest and two of the largest boards with it."""
    chosen: dict[str, None] = {}
    for line in lines:
        for player in ("X", "O"):
            found = [
                text
                for text in of_kind("won")
                if all(text.split("/")[row][column] == player for row, column in line)
            ]
            chosen |= dict.fromkeys((*found[:2], *found[-2:]))
    return tuple(chosen)


def games_won(
    games: Iterable[KInARow], steps: Iterable[tuple[int, int]] | None = None, *, each: int = 4
) -> tuple[Asked, ...]:
    """Last boards of random games, some for each game and each of these steps of the line."""
    wanted = [None] if steps is None else list(steps)
    found = []
    for game in games:
        for step in wanted:
            boards = (state for state in last_states(game) if won_along(game, state, step))
            found += [as_asked(game, state) for state in islice(boards, each)]
    return tuple(found)


def games_drawn(games: Iterable[KInARow], *, each: int = 3) -> tuple[Asked, ...]:
    """For each of these games boards in the midst of it, and full ones, without a winner."""
    found = []
    for game in games:
        boards = (state for state in last_states(game) if game.winner(state) is None)
        found += [as_asked(game, state) for state in islice(boards, each)]
        for seed in range(each):
            rng, state = Random(SEED + seed), game.initial
            for _ in range(2 * len(game.players)):
                if not game.is_terminal(state):
                    before, state = state, game.result(state, rng.choice(game.actions(state)))
            found.append(as_asked(game, before if game.is_terminal(state) else state))
    return tuple(found)


def last_states(game: KInARow, *, games: int = 200) -> Iterator[State]:
    """The last states of so many random games, always the same ones."""
    for seed in range(games):
        rng, state = Random(SEED + seed), game.initial
        while actions := game.actions(state):
            state = game.result(state, rng.choice(actions))
        yield state


def won_along(game: KInARow, state: State, step: tuple[int, int] | None) -> bool:
    """Whether somebody has won by one line, with this step from each square to the next."""
    line = game.win_line(state)
    if line is None:
        return False
    _, (one, two, *_) = line
    return step in {None, (two[0] - one[0], two[1] - one[1])} and len(line[1]) == game.length


def as_asked(game: KInARow, state: State) -> Asked:
    """The board of this state as text, with the length that this game asks for."""
    return game.render(state).replace(" ", "").replace("\n", "/"), game.length
