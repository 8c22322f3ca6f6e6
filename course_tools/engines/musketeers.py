"""Three Musketeers, whatever is known of it: from the user's tables, or by search.

values_of(game, most)      what gives each action's value
table_for(game)            the user's table of who wins, or `None`
distances_for(game)        the user's table of how soon, or `None`
sizes()                    who wins on other boards and with two musketeers
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeVar

from course_lib.game import Action, Game, Player, State
from course_lib.games.three_musketeers import GUARD, MUSKETEER, ThreeMusketeers
from course_tools.engines.musketeers_distances import Distances
from course_tools.engines.musketeers_folding import musketeers_game
from course_tools.engines.musketeers_proof import MusketeersProof
from course_tools.engines.musketeers_strong import StrongSolution
from course_tools.engines.musketeers_tables import LayeredTable
from course_tools.engines.proofs import values_by_solving

AnyTable = TypeVar("AnyTable", bound=LayeredTable)

Values = Callable[[State], dict[Action, float]]


def values_of(game: Game, most: int) -> Values:
    """What gives 1 for each action that wins and -1 for each that loses.

    If the user has the strong solution of this board, it is looked up. Else it is searched, and
    more than so many positions for an action are a `ValueError`. A table that is damaged is named
    on stderr and passed over.
    """
    rules = musketeers_game(game)
    if (table := table_for(rules)) is not None:
        return table.values
    if (rules.stuck_guards, rules.stuck_musketeers) == ("lose", "to move"):
        return MusketeersProof(rules, most).values
    return lambda state: values_by_solving(rules, state, most)


def distances_for(game: Game) -> Distances | None:
    """The user's table of distances for this board and reading of the rules, or `None`."""
    return _readable(Distances, game)


def table_for(game: Game) -> StrongSolution | None:
    """The user's strong solution of this board and reading of the rules, or `None`."""
    return _readable(StrongSolution, game)


def _readable(kind: type[AnyTable], game: Game) -> AnyTable | None:
    """The user's table of this kind, or `None`; one that can't be read is named once on stderr."""
    try:
        table = kind(game)
    except ValueError:
        return None  # there is no such table for a board of this size
    if not table.complete:
        return None
    try:
        table.table.shape  # noqa: B018 - it is read when it is first asked for
    except (ValueError, OSError) as error:
        _say(f"{error}. Until then it is not used.")
        return None
    return table


@cache
def _say(sentence: str) -> None:
    """Print this on stderr, once."""
    print(sentence, file=sys.stderr)  # noqa: T201 - a warning would stop who takes them for errors


BOARDS = (
    *((3, 3, 3), (3, 4, 3), (4, 3, 3), (3, 5, 3), (4, 4, 3), (4, 5, 3), (5, 4, 3)),
    *((3, 3, 2), (3, 4, 2), (4, 4, 2), (4, 5, 2), (5, 5, 2)),
)
"""Rows, columns and musketeers of boards of which every position is solved in some seconds."""


class Size(NamedTuple):
    """A board, the start on it, who wins from there, and how many positions there are a side.

    Of these the musketeers win so many when they are to move, and so many when the guards are.
    """

    rows: int
    columns: int
    musketeers: int
    start: str
    winner: Player
    positions: int
    to_move: int
    not_to_move: int


def sizes(boards: tuple[tuple[int, int, int], ...] = BOARDS) -> Iterator[Size]:
    """Each of these boards solved strongly, one after another; nothing is kept of it."""
    for rows, columns, musketeers in boards:
        start = start_of(rows, columns, musketeers)
        game = ThreeMusketeers(start)
        with TemporaryDirectory() as folder:
            table = StrongSolution(game, Path(folder) / "bitmaps")
            table.make()
            winner, counts = table.winner(game.initial), table.counts()
            table.close()
        yield Size(rows, columns, musketeers, start, winner, *counts)


def start_of(rows: int, columns: int, musketeers: int) -> str:
    """The usual start on another board: two opposite corners, the third musketeer in the middle.

    >>> start_of(3, 4, 3)
    'GGGM/GGMG/MGGG'
    """
    if musketeers not in {2, 3}:
        raise ValueError(f"{musketeers} musketeers: the start is known for two and for three")
    board = [[GUARD] * columns for _ in range(rows)]
    board[0][-1] = board[-1][0] = MUSKETEER
    if musketeers == 3:
        board[rows // 2][columns // 2] = MUSKETEER
    return "/".join("".join(row) for row in board)
