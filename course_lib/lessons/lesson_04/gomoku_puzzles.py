"""The Gomoku puzzles of lesson 04, each won by an unbroken chain of fours, and their `defender`.

A four is a stone after which its player would have five in a row with one more. The opponent has
to answer it on that one square.
"""

from __future__ import annotations

from functools import cache

from course_lib.game import State
from course_lib.games import Gomoku
from course_lib.games.k_in_a_row import lines_through
from course_lib.games.squares import EMPTY, Places, Square

PUZZLES: dict[str, tuple[str, ...]] = {
    "A": (
        ".........",
        "..X......",
        ".....O...",
        "...OOO...",
        "..XO.....",
        "..X......",
        "...X.X...",
        ".........",
        ".........",
    ),
    "B": (
        ".........",
        ".........",
        "....X..O.",
        "...O.OX..",
        ".X..XX...",
        "....X....",
        "...OO....",
        "....O....",
        ".........",
    ),
    "C": (
        ".............",
        ".............",
        ".............",
        ".............",
        "....X..X.....",
        ".X..O.X......",
        ".....O.......",
        "....O..X.....",
        "...OOXO......",
        ".....OXX.....",
        ".............",
        ".............",
        ".............",
    ),
    "D": (
        ".........",
        "..O......",
        ".O..X....",
        "...X.XO..",
        "OXXXXOX..",
        ".O.O...O.",
        "......X..",
        ".......O.",
        ".........",
    ),
}
"""The boards, by name: O is to move in C, and X in the others."""

FOURS = {"A": 3, "B": 4, "C": 6, "D": 8}
"""So many fours the shortest win takes before the stone that makes five."""


EXAMPLE = (
    ".........",
    ".........",
    "....O....",
    "....XO...",
    "O..X..O..",
    "...X.X.X.",
    "...O.....",
    ".........",
    ".........",
)
"""A chain of three fours: e4, c4 and f7, and then b3."""


def chain_example() -> tuple[Gomoku, State]:
    """The board on which the lesson shows a chain of fours, X to move."""
    game = Gomoku(9)
    return game, game.parse("\n".join(EXAMPLE))


def fours_puzzles() -> dict[str, tuple[Gomoku, State]]:
    """The game and the state of each puzzle."""
    games = {name: Gomoku(len(rows)) for name, rows in PUZZLES.items()}
    return {name: (game, game.parse("\n".join(PUZZLES[name]))) for name, game in games.items()}


def defender(game: Gomoku, state: State) -> Square:
    """A player that makes five if it can, stops a four, and else stays near the middle."""
    mover = game.to_move(state)
    other = next(player for player in game.players if player != mover)
    for player in (mover, other):
        squares = winning_squares(game, state, player)
        if squares:
            return min(squares)
    middle = game.rows // 2
    free: list[Square] = list(game.actions(state))  # type: ignore[arg-type]
    return min(free, key=lambda square: max(abs(square[0] - middle), abs(square[1] - middle)))


def winning_squares(game: Gomoku, state: State, player: str) -> set[Square]:
    """The empty squares on which this player would have five in a row at once."""
    mine, theirs = stones_of(game, state, player)
    return {divmod(place, game.columns) for place in fives(game, mine, theirs)}


def stones_of(game: Gomoku, state: State, player: str) -> tuple[frozenset[int], frozenset[int]]:
    """The places of this player's stones, and of all others."""
    places = range(game.rows * game.columns)
    mine = frozenset(at for at in places if state.board[at] == player)
    return mine, frozenset(at for at in places if state.board[at] != EMPTY) - mine


def fives(game: Gomoku, mine: frozenset[int], theirs: frozenset[int]) -> set[int]:
    """The empty places on which the owner of the first stones would have five."""
    lines = lines_of(game)
    return {
        place
        for at in mine
        for line, ends in lines[at]
        if (place := _gap(line, ends, mine, theirs)) is not None
    }


def _gap(line: Places, ends: Places, mine: frozenset[int], theirs: frozenset[int]) -> int | None:
    """The one place missing in this line, or `None`; a stone at one of its `ends` makes six."""
    if not theirs.isdisjoint(line) or not mine.isdisjoint(ends):
        return None
    missing = [place for place in line if place not in mine]
    return missing[0] if len(missing) == 1 else None


@cache
def lines_of(game: Gomoku) -> list[list[tuple[Places, Places]]]:
    """For each place all lines of five through it."""
    return lines_through(game)
