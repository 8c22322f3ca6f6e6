"""Which games can be compiled, and a state of such a game in compiled form.

What such a form consists of, `loops` says.
"""

from __future__ import annotations

from course_lib.game import Game, State
from course_lib.games.compact import CompactGame
from course_lib.games.havannah import Havannah
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.tic_tac_toe import TicTacToe
from course_tools.engines.jit import have_numba
from course_tools.engines.loops import CompiledGame


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
