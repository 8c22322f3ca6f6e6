"""What every move is worth in Three Musketeers, from the table or by search: `values_of`."""

from __future__ import annotations

from collections.abc import Callable

from course_lib.fast.musketeers_distances import Distances
from course_lib.fast.musketeers_strong import StrongSolution
from course_lib.game import Action, Game, State
from course_lib.solvers.musketeers_folded import musketeers_game
from course_lib.solvers.musketeers_proof import MusketeersProof
from course_lib.solvers.small_games import values_by_solving

Values = Callable[[State], dict[Action, float]]


def values_of(game: Game, most: int) -> Values:
    """What gives 1 for each action that wins and -1 for each that loses.

    If the user has the strong solution of this board, it is looked up. Else it is searched, and
    more than so many positions for an action are a `ValueError`.
    """
    rules = musketeers_game(game)
    if (table := table_for(rules)) is not None:
        return table.values
    if (rules.stuck_guards, rules.stuck_musketeers) == ("lose", "to move"):
        return MusketeersProof(rules, most).values
    return lambda state: values_by_solving(rules, state, most)


def distances_for(game: Game) -> Distances | None:
    """The user's table of distances for this board and reading of the rules, or `None`."""
    try:
        table = Distances(game)
    except ValueError:
        return None
    return table if table.complete else None


def table_for(game: Game) -> StrongSolution | None:
    """The user's strong solution of this board and reading of the rules, or `None`."""
    try:
        table = StrongSolution(game)
    except ValueError:
        return None
    return table if table.complete else None
