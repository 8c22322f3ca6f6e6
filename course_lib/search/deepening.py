"""Iterative deepening: search one ply deep, then two, then three, until the budget is spent."""

from __future__ import annotations

import itertools
from random import Random

from course_lib.game import Action, Game, State
from course_lib.search.alphabeta import search_from_root
from course_lib.search.questions import (
    Estimate,
    Evaluate,
    Order,
    SearchResult,
    ordered_actions,
    question,
)


class DeepeningResult(SearchResult):
    """A pair `(value, action)` that also knows how it was found.

    `depth` is the number of plies of the last search that was finished (0: none was), `visits` the
    number of states searched in all, the root counted once, and `exact` says whether the value is
    proven, so that no deeper search could change it.

    >>> from course_lib import TicTacToe, deepening_search
    >>> game = TicTacToe()
    >>> value, action = found = deepening_search(game, game.initial, visits=300)
    >>> found.depth, found.visits, found.exact
    (3, 300, False)
    """

    depth: int
    visits: int
    exact: bool

    def __repr__(self) -> str:
        value, action = self
        return (
            f"<{value!r}, {action!r}: depth {self.depth}, {self.visits} visits,"
            f" {'exact' if self.exact else 'not proven'}>"
        )


class _OutOfVisits(Exception):
    """The budget is spent in the middle of a search."""


@question()
def deepening_search(
    game: Game,
    state: State,
    *,
    evaluate: Evaluate | None = None,
    order: Order | None = None,
    visits: int | None = None,
    rng: Random | None = None,
) -> DeepeningResult:
    """The value and action of the deepest `alphabeta_search` that `visits` states allow.

    It searches 1 ply deep, then 2, then 3: shallow searches are cheap beside the next deeper one,
    and the action that each gives is tried first in the next, so it stays where another is only as
    good. A search that the budget cuts short does not count. It stops
    as soon as the value is proven: when only final states were met, or a win was found that no
    estimate can pretend (`evaluate` stays strictly between the least and the greatest utility). So
    a forced win is found at its shortest.

    With a budget too small for a single ply the first action is taken, unseen, and the value is
    the estimate of this state. Without `visits` it ends when the value is proven. The
    other options are those of `alphabeta_search`.

    >>> from course_lib import TicTacToe, deepening_search
    >>> game = TicTacToe()
    >>> state = game.parse("XX.OO....")
    >>> found = deepening_search(game, state, visits=200)
    >>> found, found.depth, found.exact
    (<1, (0, 2): depth 1, 6 visits, exact>, 1, True)
    """
    spent = 1  # the root

    def result(state: State, action: Action) -> State:
        nonlocal spent
        if spent == visits:
            raise _OutOfVisits
        spent += 1
        return game.result(state, action)

    actions = ordered_actions(game, order)
    estimate = Estimate(game, evaluate, game.to_move(state))
    legal = actions(state)
    choices = list(legal if rng is None else rng.sample(legal, len(legal)))
    value, action = estimate(state), choices[0]
    finished, exact = 0, False
    for plies in itertools.count(1):
        estimate.doubt = Estimate.SURE
        try:
            value, action = search_from_root(
                game,
                state,
                choices,
                depth=plies,
                estimate=estimate,
                actions=actions,
                result=result,
            )
        except _OutOfVisits:
            break
        choices.sort(key=lambda choice: choice != action)
        finished, exact = plies, estimate.proves(value)
        if exact:
            break
    return DeepeningResult((value, action), depth=finished, visits=spent, exact=exact)
