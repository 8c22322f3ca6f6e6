"""Alpha-beta: minimax that stops looking where nothing can change the answer any more."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random

from course_lib.game import Action, Game, State
from course_lib.search.asked import (
    Estimate,
    Evaluate,
    Order,
    check_count,
    check_function,
    check_not_over,
    check_opponents,
    check_rng,
    ordered_actions,
)
from course_lib.search.deep import no_longer_than_python_allows
from course_lib.search.table import Searched, Table


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
    """The value of this state for the player to move, and the first action that reaches it.

    Without a `depth` this is what `minimax_search` gives, for fewer visits, and nothing needs to
    be estimated. With one, states `depth` plies down that are not final are worth
    `evaluate(game, state, player)`, where `player` is always the player to move at the root,
    whoever is to move there; without an `evaluate` they are worth 0. Final states are worth their
    utility at any depth.

    `order(game, state, actions)` gives the actions in the order to try them: good ones first let
    the search stop earlier. It changes the visits, never the answer: among equally good actions
    the first in the order of `game.actions` is taken, or one that `rng` picks among all of them.
    `table` is a `Table()` that keeps what was found out; it does not change the answer either.

    >>> from course_lib.games.textbook_tree import TextbookTree
    >>> alphabeta_search(TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), ())
    (3, 0)
    """
    check_alphabeta(
        game, state, "alphabeta_search", evaluate=evaluate, order=order, table=table, rng=rng
    )
    if depth is not None:
        check_count(depth, "depth", "alphabeta_search")
    with no_longer_than_python_allows(game, "alphabeta_search", "give it a smaller depth"):
        return search_from_root(
            game,
            state,
            depth=math.inf if depth is None else depth,
            estimate=Estimate(game, evaluate, game.to_move(state)),
            actions=ordered_actions(game, order),
            result=game.result,
            table=table,
            rng=rng,
        )


def search_from_root(
    game: Game,
    state: State,
    *,
    depth: float,
    estimate: Estimate,
    actions: Callable[[State], Sequence[Action]],
    result: Callable[[State, Action], State],
    table: Table | None = None,
    rng: Random | None = None,
    first: Action | None = None,
) -> tuple[float, Action]:
    """The value and action of `alphabeta_search`, once its questions are known to make sense.

    The functions inside keep this contract. Asked with a window alpha < beta for a state whose
    true value is v, they give a number x, and

        x <= alpha          says that v <= x    (it fails low: an upper bound),
        alpha < x < beta    says that v == x    (exact),
        x >= beta           says that v >= x    (it fails high: a lower bound).

    The window holds the values that still matter: `alpha` the player of the root is sure to get
    elsewhere, above `beta` the opponent would not let the game come here.
    """
    is_terminal, utility, to_move = game.is_terminal, game.utility, game.to_move
    player = to_move(state)
    remember: Callable[[Searched], Searched] = _without_table
    if table is not None:
        table.open_for(game, estimate.evaluate, depth)
        remember = table.remembering(estimate)

    def value_of(state: State, alpha: float, beta: float, depth: float) -> float:
        if is_terminal(state):
            return utility(state, player)
        if depth == 0:
            return estimate(state)
        if to_move(state) == player:
            return max_value(state, alpha, beta, depth)
        return min_value(state, alpha, beta, depth)

    @remember
    def max_value(state: State, alpha: float, beta: float, depth: float) -> float:
        value = -math.inf
        for action in actions(state):
            value = max(value, value_of(result(state, action), alpha, beta, depth - 1))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value

    @remember
    def min_value(state: State, alpha: float, beta: float, depth: float) -> float:
        value = math.inf
        for action in actions(state):
            value = min(value, value_of(result(state, action), alpha, beta, depth - 1))
            if value <= alpha:
                return value
            beta = min(beta, value)
        return value

    place = {action: number for number, action in enumerate(game.actions(state))}
    best: float = -math.inf
    equals: list[Action] = []
    for action in sorted(actions(state), key=lambda action: action != first):
        # With `best` as alpha, an action that is only as good would fail low, and look like one
        # that is worse. Where it would be preferred, alpha must lie just below `best`.
        preferred = rng is not None or all(place[action] < place[other] for other in equals)
        alpha = math.nextafter(best, -math.inf) if preferred else best
        value = value_of(result(state, action), alpha, math.inf, depth - 1)
        if value > best or not equals:
            best, equals = value, [action]
        elif value == best and preferred:
            equals.append(action)
    equals.sort(key=place.__getitem__)
    return best, equals[0] if rng is None else rng.choice(equals)


def check_alphabeta(
    game: Game,
    state: State,
    search: str,
    *,
    evaluate: Evaluate | None,
    order: Order | None,
    table: Table | None,
    rng: Random | None,
) -> None:
    """Refuse what `alphabeta_search` and `deepening_search` can't be asked."""
    check_opponents(game, search)
    check_alphabeta_options(search, evaluate=evaluate, order=order, table=table, rng=rng)
    check_not_over(game, state, search)


def check_alphabeta_options(
    search: str,
    *,
    evaluate: Evaluate | None,
    order: Order | None,
    table: Table | None,
    rng: Random | None,
) -> None:
    """Refuse what can't be an option of alpha-beta, in whatever game."""
    check_function(evaluate, "evaluate", "game, state, player", search)
    check_function(order, "order", "game, state, actions", search)
    if table is not None and not isinstance(table, Table):
        raise TypeError(f"{search} was given table={table!r}; table is a Table(), or None for none")
    if rng is not None:
        check_rng(rng, search)


def _without_table(searched: Searched) -> Searched:
    """The same part of the search, which keeps nothing."""
    return searched
