"""The four Gomoku puzzles of lesson 04: positions that are won by an unbroken chain of fours."""

from __future__ import annotations

from course_lib.game import State
from course_lib.games import Gomoku

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


def fours_puzzles() -> dict[str, tuple[Gomoku, State]]:
    """The game and the state of each puzzle."""
    games = {name: Gomoku(len(rows)) for name, rows in PUZZLES.items()}
    return {name: (game, game.parse("\n".join(PUZZLES[name]))) for name, game in games.items()}
