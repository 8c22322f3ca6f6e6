"""What a game brings along to be played and searched by compiled loops.

A compiled game is four small functions and a few arrays of numbers. The functions are Python
functions marked `@jitable`, so that they become part of each loop that uses them:

- `moves(rules, board, places)` gives how many moves are legal, and writes them to `places`: a whole
  number each, in the order of the game's actions;
- `put(rules, board, place)` makes a move on the board;
- `play(rules, board, place)` does so, and gives GOING_ON, DRAWN or WON by who made it;
- `random_game(rules, board, places, number, chance)` plays on at random from a board that is going
  on, with these legal moves, and gives 2, 1 or 0 for the player to move: win, draw, loss.

`rules` is what a game object holds, and is never written to; its last two numbers are the most
moves of a game and the most that are legal at once. `board` is what a state holds, in whatever form
is quick. The loops (`mcts_kernels`) copy it for each game, and never look into it. They need two
players who take turns, and games that end in a win, a loss or a draw. To add a game, write the
functions, and what makes a `CompiledGame` of a state; then name that in `compiled_games`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from course_lib.game import Action, Game, State

Functions = tuple[Callable[..., int], Callable[..., object], Callable[..., int], Callable[..., int]]
"""`moves`, `put`, `play` and `random_game` of a game."""


class CompiledGame(NamedTuple):
    """A state in compiled form: what the loops are given, and what a place means in any state."""

    functions: Functions
    rules: Any
    start: Any
    action: Callable[[Game, State, int], Action]


@cache
def version() -> int:
    """A number that changes with the text of any compiled file.

    numba keeps what it compiled until the file changes in which the loop stands. The loops hold
    this number too, so that they are compiled again when the functions of a game change.
    """
    files = sorted(Path(__file__).parent.glob("*_kernels.py"))
    return crc32(b"".join(file.read_bytes() for file in files))
