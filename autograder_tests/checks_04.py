"""The hidden cases of lesson 04: boards and states of many random games on boards of many sizes.

For `puzzle_moves`, whose answers are typed, they are the visible ones: the puzzles are drawn in
the lesson.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from course_lib.checks.cases_02_states import At
from course_lib.checks.cases_04_boards import (
    ENDS,
    LINES,
    Ended,
    Line,
    drop_groups,
    end_groups,
    line_groups,
)
from course_lib.checks.cases_04_deepening import deepening_groups
from course_lib.checks.cases_04_states import line_values, near_groups
from course_lib.checks.exercises import exercise_named
from course_lib.checks.judging import judge
from course_lib.checks.students import Student
from course_lib.checks.verdict import Verdict
from course_lib.game import State
from course_lib.games import ConnectFour, Gomoku, KInARow

SEED = 40_617

FALLING = (ConnectFour(), ConnectFour(4, 6, 3), ConnectFour(5, 3, 3), ConnectFour(7, 5, 4))
LYING = (KInARow(5, 7, 4), KInARow(7, 5, 4), KInARow(6, 6, 4), KInARow(4, 6, 3))
SMALL = (ConnectFour(3, 4, 3), ConnectFour(4, 3, 3), ConnectFour(4, 4, 3), ConnectFour(4, 5, 4))
STEPS = {
    "a line in a row or a column": ((0, 1), (1, 0)),
    "a line on a diagonal": ((1, 1), (1, -1)),
}

Played = tuple[KInARow, State, Any]
"""A state of a game with the action that led to it."""


def check_drop_actions(student: Student) -> Verdict:
    """The verdict on where stones fall."""
    begun = [(game, game.initial) for game in FALLING]
    on_the_way = [
        (game, state) for game in FALLING for state, _ in islice(along(game, 4), 0, None, 3)
    ]
    full = [(game, state) for game in SMALL for state, _ in along(game, 4)]
    groups = drop_groups(
        {
            "an empty board": texts(begun),
            "stones lie on each other": texts(at for at in on_the_way if not has_full(*at)),
            "full columns are left out": texts(at for at in (*on_the_way, *full) if has_full(*at)),
        }
    )
    return judge(exercise_named("drop_actions"), student, groups)


def check_line_through(student: Student) -> Verdict:
    """The verdict on lines: last stones of random games, and the first stones of others."""
    cases: dict[str, list[Line]] = {title: [] for title in LINES}
    for game in (*FALLING, *LYING):
        for title, steps in STEPS.items():
            for step in steps:
                found = (end for end in last_stones(game) if won_along(end, step))
                cases[title] += [line_of(end) for end in islice(found, 4)]
        between = (end for end in last_stones(game) if closes_gap(end))
        cases["the last stone closes a gap"] += [line_of(end) for end in islice(between, 4)]
        for state, action in islice(along(game, 3), 0, None, 5):
            if game.winner(state) is None:
                cases["no line"].append(line_of((game, state, action)))
        won = [end for end in last_stones(game) if winning_line(end)][:6]
        cases["no line"] += [(text_of(*end[:2]), end[2], game.length + 1, False) for end in won]
        cases["at least, or exactly, so many"] += [
            (text_of(*end[:2]), end[2], game.length - shorter, exact)
            for end in won
            for shorter, exact in ((0, True), (1, False), (1, True))
        ]
    groups = line_groups({title: (*found, *mirrored(title)) for title, found in cases.items()})
    return judge(exercise_named("line_through"), student, groups)


def check_outcome(student: Student) -> Verdict:
    """The verdict on how games end: with each kind of end, and boards on which they go on."""
    cases: dict[str, list[Ended]] = {title: [] for title in ENDS}
    won, drawn, late, going_on = cases.values()
    for game in (*FALLING, *SMALL):
        for _, state, action in islice(last_stones(game), 24):
            asked = (text_of(game, state), action, game.length)
            full = "." not in state.board
            if game.winner(state) is not None:
                (late if full else won).append(asked)
            else:
                drawn.append(asked)
        going_on += [
            (text_of(game, state), action, game.length)
            for state, action in islice(along(game, 3), 0, None, 3)
            if not game.is_terminal(state)
        ]
    late += ENDS["the last stone of a full board wins"][2:]
    return judge(exercise_named("outcome"), student, end_groups(cases))


def check_evaluate_lines(student: Student) -> Verdict:
    """The verdict on estimates, in states of random games on boards of many sizes."""
    games = (ConnectFour(), ConnectFour(5, 6, 4), KInARow(4, 6, 3), KInARow(5, 4, 3))
    early = [(game, state) for game in games for state in states(game, 4, (1, 2))]
    later = [(game, state) for game in games for state in states(game, 4, (3, 5, 6, 8, 9))]
    five = [(game, state) for game in (Gomoku(7), Gomoku(10)) for state in states(game, 3, (5, 8))]
    groups = line_values(
        {
            "lines of one player alone": [(at, "X") for at in early],
            "lines that both have a stone in count nothing": [(at, "X") for at in later],
            "for the other player too, whoever is to move": [(at, "O") for at in (*early, *later)],
            "lines of five": [(at, player) for at in five for player in ("X", "O")],
        }
    )
    return judge(exercise_named("evaluate_lines"), student, groups)


def check_near_stones(student: Student) -> Verdict:
    """The verdict on candidates, near few stones and many."""
    games = (Gomoku(), Gomoku(8), KInARow(5, 9, 4), KInARow(8, 6, 4))
    groups = near_groups(
        {
            "an empty board": [((game, game.initial), 2) for game in games],
            "around one stone": [
                ((game, state), distance)
                for game in games
                for state in states(game, 3, (1,))
                for distance in (1, 2, 4)
            ],
            "around several stones, each action once": [
                ((game, state), distance)
                for game in games
                for state in states(game, 2, (2, 5, 9))
                for distance in range(1, 3)
            ],
            "other games": [
                ((game, state), distance)
                for game in (KInARow(3, 4, 3), KInARow(4, 4, 3))
                for state in states(game, 3, (2, 3))
                for distance in range(1, 3)
            ],
        }
    )
    return judge(exercise_named("near_stones"), student, groups)


def check_deepening(student: Student) -> Verdict:
    """The verdict on deepening, in states whose best action changes with the depth."""
    four, small = ConnectFour(), KInARow(4, 4, 3)
    places: list[tuple[At, str]] = [
        *(
            ((four, four.play(line)), "near_the_middle")
            for line in ("55152466612432", "7635266523")
        ),
        ((small, small.play("b2 c3")), "mobility"),
    ]
    return judge(exercise_named("deepening"), student, deepening_groups(places))


def check_puzzle_moves(student: Student) -> Verdict:
    """The verdict on the puzzles of the lesson; there are no others."""
    return judge(exercise_named("puzzle_moves"), student)


# --- states of random games ------------------------------------------------------------------


def states(game: KInARow, many: int, lengths: Iterable[int]) -> list[State]:
    """For each of these numbers of stones so many states in which nobody has won."""
    found = []
    for stones in lengths:
        walks = (walk(game, seed) for seed in range(200))
        open_ones = (w[stones - 1][0] for w in walks if len(w) > stones)
        found += list(islice(open_ones, many))
    return found


def along(game: KInARow, games: int) -> Iterator[tuple[State, Any]]:
    """The states of some random games, each with the action that led to it."""
    for seed in range(games):
        yield from walk(game, seed)


@cache
def walk(game: KInARow, seed: int) -> tuple[tuple[State, Any], ...]:
    """A random game: each state after the first, with the action that led to it."""
    rng, state, found = Random(SEED + seed), game.initial, []
    while actions := game.actions(state):
        action = rng.choice(actions)
        state = game.result(state, action)
        found.append((state, action))
    return tuple(found)


def last_stones(game: KInARow, *, games: int = 120) -> Iterator[Played]:
    """The last states of random games, always the same ones."""
    for seed in range(games):
        yield (game, *walk(game, seed)[-1])


def won_along(end: Played, step: tuple[int, int]) -> bool:
    """Whether the game was won by one line, with this step from each square to the next."""
    game, _, _ = end
    squares = winning_line(end)
    if len(squares) != game.length:
        return False
    (row, column), (next_row, next_column), *_ = squares
    return (next_row - row, next_column - column) == step


def closes_gap(end: Played) -> bool:
    """Whether the last stone is neither the first nor the last of the line that won."""
    return end[2] in winning_line(end)[1:-1]


def winning_line(end: Played) -> list[Any]:
    """The squares that have won, in reading order; none where nobody has."""
    game, state, _ = end
    line: Any = game.win_line(state)
    return [] if line is None else sorted(line[1])


def line_of(end: Played) -> Line:
    """The question whether there is a line through the last stone."""
    game, state, action = end
    return text_of(game, state), action, game.length, False


def mirrored(title: str) -> list[Line]:
    """The visible boards of this kind, seen from behind: the lines run the other way."""
    return [
        (
            "/".join(row[::-1] for row in text.split("/")),
            (square[0], text.index("/") - 1 - square[1] if "/" in text else -1 - square[1]),
            length,
            exact,
        )
        for text, square, length, exact in LINES[title]
        if "/" in text
    ]


def has_full(game: KInARow, state: State) -> bool:
    """Whether a column of this board is full."""
    return any(mark != "." for mark in state.board[: game.columns])


def texts(places: Iterable[tuple[KInARow, State]]) -> tuple[str, ...]:
    """The boards as texts, each once."""
    return tuple(dict.fromkeys(text_of(game, state) for game, state in places))


def text_of(game: KInARow, state: State) -> str:
    """A board as text, with `/` between its rows."""
    board, width = "".join(state.board), game.columns
    return "/".join(board[start : start + width] for start in range(0, len(board), width))
