"""The thesis's Table 6.1, how large game trees are, beside what the games themselves say."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from course_lib.game import Game, State
from course_lib.games.havannah import Havannah
from course_lib.games.k_in_a_row import ConnectFour
from course_lib.games.scissors_paper_stone import ScissorsPaperStone
from course_lib.games.tic_tac_toe import TicTacToe

Printed = tuple[str, int | None, int, Game | None]

PRINTED: tuple[Printed, ...] = (
    ("Scissors, paper, stone", 2, 3, ScissorsPaperStone()),
    ("Tic-tac-toe", 9, 5, TicTacToe()),
    ("Connect Four", 42, 7, ConnectFour()),
    ("Chess (quoted)", None, 38, None),
    ("Havannah (2)", 7, 4, Havannah(2)),
    ("Havannah (3)", 19, 10, Havannah(3)),
    ("Havannah (5)", 61, 31, Havannah(5)),
    ("Havannah (8)", 169, 85, Havannah(8)),
    ("Havannah (10)", 271, 136, Havannah(10)),
)
"""The table as it is printed: game, levels, branching; and the game here, except for chess."""

MOST_WALKED = 9
"""With so many first moves at most, all states of a game are walked."""


class TreeSize(NamedTuple):
    """A line of the table: the printed figures and ours, `None` where there is none.

    `levels` and `branching` are worked out as the thesis does: as many levels as cells (or choices)
    and the plain mean of the moves that are left on each level. `longest` is the longest game
    there is. The last two are means over random games, which end earlier.
    """

    game: str
    printed_levels: int | None
    printed_branching: int
    levels: int | None = None
    branching: float | None = None
    longest: int | None = None
    played_levels: float | None = None
    played_branching: float | None = None


def tree_sizes(games: int, seed: int) -> tuple[TreeSize, ...]:
    """The table; the played columns are means over so many random games of each."""
    return tuple(_line(printed, games, seed) for printed in PRINTED)


def _line(printed: Printed, games: int, seed: int) -> TreeSize:
    """One line of the table."""
    name, levels, branching, game = printed
    if game is None:
        return TreeSize(name, levels, branching)
    walked = len(game.actions(game.initial)) <= MOST_WALKED and not isinstance(game, ConnectFour)
    return TreeSize(
        name,
        levels,
        branching,
        *levels_and_branching(game),
        longest_game(game, game.initial, {}) if walked else None,
        *played_means(game, games, Random(f"{name} {seed}")),
    )


def levels_and_branching(game: Game) -> tuple[int, float]:
    """Levels, and moves on the average level, counted as the thesis counts them.

    >>> levels_and_branching(Havannah(10))
    (271, 136.0)
    """
    choices = len(game.actions(game.initial))
    if isinstance(game, ConnectFour):
        return game.rows * game.columns, choices  # a column seldom fills up
    if isinstance(game, ScissorsPaperStone):
        return len(game.players), choices  # everybody chooses once, among all
    return choices, (choices + 1) / 2  # one cell less on each level


def longest_game(game: Game, state: State, known: dict[State, int]) -> int:
    """How many moves the longest game from here has; `known` keeps what was found for a state.

    >>> longest_game(TicTacToe(), TicTacToe().initial, {})
    9
    """
    if state not in known:
        after = (game.result(state, action) for action in game.actions(state))
        lengths = [longest_game(game, later, known) for later in after]
        known[state] = 1 + max(lengths) if lengths else 0
    return known[state]


def played_means(game: Game, games: int, rng: Random) -> tuple[float, float]:
    """The mean number of moves of a random game, and of choices at a move of one."""
    moves = choices = 0
    for _ in range(games):
        state = game.initial
        for action in game.playout(state, rng).actions:
            choices += len(game.actions(state))
            state = game.result(state, action)
            moves += 1
    return moves / games, choices / moves
