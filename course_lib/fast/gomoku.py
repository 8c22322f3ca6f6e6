"""The Gomoku expert, compiled: the functions of `course_lib.players.gomoku`, much faster.

numba compiles them when they are first used, which takes a while once on each computer, and
about a second from then on. Without numba plain Python answers instead: the same, later.
"""

from __future__ import annotations

from random import Random
from typing import Any

from course_lib.fast.having import have_numba
from course_lib.game import Action, Game, Player, State
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.rows import Board
from course_lib.games.squares import Square
from course_lib.players import gomoku as plain
from course_lib.players import gomoku_analysis
from course_lib.players import gomoku_player as player_of
from course_lib.players.gomoku import THREAT_POSITIONS, ForcedWin
from course_lib.players.gomoku_position import PlainPosition, Position

POSITIONS = 50_000
"""So many positions are searched by alpha-beta for a move, if nothing else is said."""


def forced_win(
    game: Game,
    state: State,
    *,
    threes: bool = False,
    most_fours: int | None = None,
    positions: int | None = THREAT_POSITIONS,
) -> ForcedWin | None:
    """The shortest win by continuous fours for the player to move, or `None`."""
    return Expert(game).forced_win(state, threes=threes, most_fours=most_fours, positions=positions)


def winning_first_moves(
    game: Game, state: State, *, positions: int | None = THREAT_POSITIONS
) -> dict[Square, int]:
    """Every move that keeps a forced win by fours, with the number of fours it then takes."""
    return Expert(game).winning_first_moves(state, positions=positions)


def gomoku_search(
    game: Game,
    state: State,
    *,
    depth: int | None = None,
    positions: int | None = None,
    rng: Random | None = None,
) -> tuple[float, Action]:
    """An estimate from -1 to 1 of this state for the player to move, and the action to take."""
    return Expert(game).search(state, depth=depth, positions=positions, rng=rng)


def evaluate(game: Game, state: State, player: Player) -> float:
    """How much better this player's chances to make a five look, strictly between -1 and 1."""
    return Expert(game).evaluate(state, player)


def gomoku_player(
    *, depth: int | None = None, positions: int | None = None, rng: Random | None = None
) -> player_of.GomokuPlayer:
    """A player that never misses a five or a block, sees forced wins, and else uses alpha-beta."""
    return player_of.GomokuPlayer(depth, positions, rng, Expert, "gomoku_player")


def analysis(game: Game, state: State) -> dict[str, Any]:
    """Plain data about a position: see `course_lib.players.gomoku_analysis.analysis`."""
    return gomoku_analysis.analysis(game, state, expert=Expert(game))


class Expert(plain.Expert):
    """Answers questions about one game, with compiled searches where there are any."""

    def __init__(self, game: Game) -> None:
        """Make an expert; nothing is compiled before the first question."""
        super().__init__(game, _quickest_look)
        if have_numba():
            self.positions, self.threat_positions = POSITIONS, 30_000


def _quickest_look(game: KInARow, stones: Board) -> Position:
    """The position on arrays, or on a plain board where numba can't be had."""
    if not have_numba():
        return PlainPosition(game, stones)
    # numba takes a while to load, and is not everywhere: only who asks a question needs it.
    from course_lib.fast.gomoku_desk import CompiledPosition  # noqa: PLC0415 - the same

    return CompiledPosition(game, stones)
