"""Alpha-beta: minimax that stops looking where nothing can change the answer any more."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random

from course_lib.game import Action, Game, State
from course_lib.search.questions import Estimate, Evaluate, Order, ordered_actions, question
from course_lib.search.table import Table, without_table


@question()
def alphabeta_search(
    game: Game,
    state: State,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    order: Order | None = None,
    table: Table | None = None,
    rng: Random | None = None,
) -> tuple[float, Action]:
    """The value of this state for the player to move, and the first action tried that reaches it.

    Without a `depth` this is what `minimax_search` gives, for fewer visits, and nothing needs to
    be estimated. With one, states `depth` plies down that are not final are worth
    `evaluate(game, state, player)`, where `player` is always the player to move at the root,
    whoever is to move there; without an `evaluate` they are worth 0. Final states are worth their
    utility at any depth.

    `order(game, state, actions)` gives the actions in the order to try them: good ones first let
    the search stop earlier. It changes the visits, never the value. Among equally good actions the
    first one tried is taken: an action that is only as good as an earlier one fails low, and nobody
    knows whether it isn't worse. With an `rng` the actions of the root are tried in random order.
    `table` is a `Table()` that keeps what was found out; it does not change the answer.

    >>> from course_lib.games.textbook_tree import TextbookTree
    >>> alphabeta_search(TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), ())
    (3, 0)
    """
    actions = ordered_actions(game, order)
    choices = actions(state)
    return search_from_root(
        game,
        state,
        choices if rng is None else rng.sample(choices, len(choices)),
        depth=math.inf if depth is None else depth,
        estimate=Estimate(game, evaluate, game.to_move(state)),
        actions=actions,
        result=game.result,
        table=table,
    )


def search_from_root(
    game: Game,
    state: State,
    choices: Sequence[Action],
    *,
    depth: float,
    estimate: Estimate,
    actions: Callable[[State], Sequence[Action]],
    result: Callable[[State, Action], State],
    table: Table | None = None,
) -> tuple[float, Action]:
    """The value of this state and the first of these choices, its actions, that reaches it.

    The functions inside keep this contract. Asked with a window alpha < beta for a state whose
    true value is v, they give a number x, and

        x <= alpha          says that v <= x    (it fails low: an upper bound),
        alpha < x < beta    says that v == x    (exact),
        x >= beta           says that v >= x    (it fails high: a lower bound).

    The window holds the values that still matter: `alpha` the player of the root is sure to get
    elsewhere, above `beta` the opponent would not let the game come here.
    """
    player = game.to_move(state)
    remember = without_table if table is None else table.remembering(estimate, depth)

    def value_of(state: State, alpha: float, beta: float, depth: float) -> float:
        if game.is_terminal(state):
            return game.utility(state, player)
        if depth == 0:
            return estimate(state)
        if game.to_move(state) == player:
            return max_value(state, alpha, beta, depth)
        return min_value(state, alpha, beta, depth)

    @remember
    def max_value(state: State, alpha: float, beta: float, depth: float) -> float:
        value = -math.inf
        for action in actions(state):
            value = max(value, value_of(result(state, action), alpha, beta, depth - 1))
            if value >= beta:
                return value
            alpha = max(value, alpha)
        return value

    @remember
    def min_value(state: State, alpha: float, beta: float, depth: float) -> float:
        value = math.inf
        for action in actions(state):
            value = min(value, value_of(result(state, action), alpha, beta, depth - 1))
            if value <= alpha:
                return value
            beta = min(value, beta)
        return value

    best, chosen = -math.inf, choices[0]
    for action in choices:
        value = value_of(result(state, action), best, math.inf, depth - 1)
        if value > best:
            best, chosen = value, action
    return best, chosen
