"""Three Musketeers, whatever is known of it: from the user's table, or by search."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from course_lib.game import Action, Game, State
from course_tools.engines.jit import say_once
from course_tools.engines.musketeers_distances import Distances
from course_tools.engines.musketeers_folding import musketeers_game
from course_tools.engines.musketeers_proof import MusketeersProof
from course_tools.engines.musketeers_strong import StrongSolution
from course_tools.engines.proofs import values_by_solving

Values = Callable[[State], dict[Action, float]]


def values_of(game: Game, most: int) -> Values:
    """What gives 1 for each action that wins and -1 for each that loses.

    If the user has the strong solution of this board, it is looked up. Else it is searched, and
    more than so many positions for an action are a `ValueError`. A table that is damaged is named
    on stderr and passed over.
    """
    rules = musketeers_game(game)
    if (table := table_for(rules, StrongSolution)) is not None:
        return table.values
    if (rules.stuck_guards, rules.stuck_musketeers) == ("lose", "to move"):
        return MusketeersProof(rules, most).values
    return lambda state: values_by_solving(rules, state, most)


def ends_of(game: Game) -> Callable[[State], dict[Action, int]]:
    """What gives for each action after how many moves the game ends, that one counted.

    The winner is as quick as can be, the loser as slow. It gives nothing where the user has no
    table of distances, and for positions that are not in it.
    """
    table = table_for(game, Distances)

    def ends(state: State) -> dict[Action, int]:
        if table is None or not table.has(state):
            return {}
        return {action: 1 + end.distance for action, end in table.outcomes(state).items()}

    return ends


Table = TypeVar("Table", bound=StrongSolution)


def table_for(game: Game, kind: type[Table]) -> Table | None:
    """The user's table of this kind for this board and reading of the rules, or `None`."""
    try:
        table = kind(game)
    except ValueError:
        return None  # there is no such table for a board of this size
    if not table.complete:
        return None
    try:
        table.table  # noqa: B018 - it is read when it is first asked for
    except (ValueError, OSError) as error:
        say_once(f"{error}. Until then it is not used.")
        return None
    return table
