"""What a game brings along to be played and searched by compiled code, and which games do.

A compiled game is four small functions and a few arrays of numbers. The functions are Python
functions marked `@register_jitable`, so that they become part of each loop that uses them:

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
functions, and what makes a `CompiledGame` of a state; then name that in `compiled_game`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from course_lib.game import Action, Game, State
from course_lib.games.compact import CompactGame
from course_lib.games.havannah import Havannah
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.tic_tac_toe import TicTacToe
from course_tools.engines.jit import have_numba

Functions = tuple[Callable[..., int], Callable[..., object], Callable[..., int], Callable[..., int]]
"""`moves`, `put`, `play` and `random_game` of a game."""


class CompiledGame(NamedTuple):
    """A state in compiled form: what the loops are given, and what a place means in any state."""

    functions: Functions
    rules: Any
    start: Any
    action: Callable[[Game, State, int], Action]


def compiled_game(game: Game, state: State) -> CompiledGame | None:
    """This state in compiled form, or `None` where there is no such form, or no numba."""
    if isinstance(game, CompactGame):
        state = game.unpack(state)
        game = game.game
    rows = _is_game_of_rows(game)
    if not (rows or _is_havannah(game)) or not have_numba():
        return None
    # numba takes a while to load, and is not everywhere.
    if rows:
        from course_tools.engines.rows_kernels import compiled_rows

        return compiled_rows(game, state)
    from course_tools.engines.hex_kernels import compiled_havannah

    return compiled_havannah(game, state)


def _is_game_of_rows(game: Game) -> bool:
    """Whether this is a game of rows for two, with the rules of all those, on a board we can keep.

    A class that brings rules of its own is another game, and only its own Python knows it.
    """
    kind = TicTacToe if isinstance(game, TicTacToe) else KInARow
    return (
        isinstance(game, KInARow)
        and all(getattr(type(game), rule) is getattr(kind, rule) for rule in RULES)
        and len(game.players) == 2
        and game.length > 1
        and max(game.rows, game.columns) <= LARGEST
    )


def _is_havannah(game: Game) -> bool:
    """Whether this is Havannah without passing, with its own rules, on a board we can keep."""
    return (
        isinstance(game, Havannah)
        and all(getattr(type(game), rule) is getattr(Havannah, rule) for rule in RULES)
        and not game.passing
        and game.size <= LARGEST_HEXAGON
    )


RULES = ("to_move", "actions", "result", "is_terminal", "utility", "utility_range", "playout")
"""What a class may not say anew if its games are to be the compiled ones."""

LARGEST = 63
"""The longest line that fits into a word of 64 bits, with an empty one at the end."""

LARGEST_HEXAGON = 15
"""The largest size of Havannah whose columns fit into a word of 32 bits with a sign."""


@cache
def version() -> int:
    """A number that changes with the text of any compiled file.

    numba keeps what it compiled until the file changes in which the loop stands. The loops hold
    this number too, so that they are compiled again when the functions of a game change.
    """
    files = sorted(Path(__file__).parent.glob("*_kernels.py"))
    return crc32(b"".join(file.read_bytes() for file in files))
