"""Lesson 07 with exactly one bug each: `bounded_alphabeta`, `proven_winner`, `solve_layer`."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from course_lib.checks.layers_07 import states_with
from course_lib.game import Game, State

Agent = Callable[..., Any]
Pair = tuple[float, float]


def as_it_should(low: float, high: float, alpha: float, beta: float) -> float | None:
    """The entry's answer to this window, or `None`."""
    if low >= beta or low == high:
        return low
    return high if high <= alpha else None


def both_bounds(value: float, alpha: float, beta: float) -> Pair:
    """What a value says that was found with this window."""
    return (value if value > alpha else -inf, value if value < beta else inf)


def bounded(
    *,
    use: Callable[[float, float, float, float], float | None] = as_it_should,
    keep: Callable[[float, float, float], Pair] | None = both_bounds,
    moved: bool = False,
    hand_on: bool = True,
    cut: bool = True,
    utility: Callable[[Game, Any], float] = lambda game, state: game.utility(
        state, game.players[0]
    ),
    rising: Callable[[Game, Any], bool] = lambda game, state: (
        game.to_move(state) == game.players[0]
    ),
) -> Agent:
    """`bounded_alphabeta` with these parts exchanged."""

    def bounded_alphabeta(
        game: Game, state: State, alpha: float, beta: float, table: dict[Any, Any]
    ) -> float:
        if game.is_terminal(state):
            return utility(game, state)
        if state in table:
            answer = use(*table[state], alpha, beta)
            if answer is not None:
                return answer
        low, high, up = alpha, beta, rising(game, state)
        values: list[float] = []
        for action in game.actions(state):
            rest = table if hand_on else {}
            values.append(bounded_alphabeta(game, game.result(state, action), low, high, rest))
            low, high = (max(low, *values), high) if up else (low, min(high, *values))
            if cut and low >= high:
                break
        found = max(values) if up else min(values)
        if keep is not None:
            old = table.get(state, (-inf, inf))
            new = keep(found, low if moved else alpha, high if moved else beta)
            table[state] = (max(old[0], new[0]), min(old[1], new[1]))
        return found

    return bounded_alphabeta


BOUNDS: dict[str, Agent] = {
    "a bound is kept as if it were the value": bounded(keep=lambda value, *_: (value, value)),
    "the window is compared after it has moved": bounded(
        keep=lambda value, alpha, beta: (
            (-inf, value) if value <= alpha else (value, inf) if value >= beta else (value, value)
        ),
        moved=True,
    ),
    "lower and upper bound are exchanged": bounded(
        keep=lambda value, alpha, beta: (
            (value, inf) if value <= alpha else (-inf, value) if value >= beta else (value, value)
        )
    ),
    "the table is never asked": bounded(use=lambda *_: None),
    "the table is not handed on": bounded(hand_on=False),
    "the lower bound is taken for the value": bounded(use=lambda low, *_: low),
    "the upper bound is taken for the value": bounded(use=lambda _low, high, *_: high),
    "a bound inside the window is taken for the answer": bounded(
        use=lambda low, high, alpha, beta: (
            low if low == high or low > alpha else high if high < beta else None
        )
    ),
    "only exact entries are used": bounded(use=lambda low, high, *_: low if low == high else None),
    "the utility is for the player to move, not for the first": bounded(
        utility=lambda game, state: game.utility(state, game.to_move(state))
    ),
    "both players maximise": bounded(rising=lambda *_: True),
    "the players are exchanged": bounded(
        rising=lambda game, state: game.to_move(state) != game.players[0]
    ),
}


# --- who wins ----------------------------------------------------------------------------------


def other(game: Game, player: Any) -> Any:
    """The other player."""
    return game.players[1 - game.players.index(player)]


def proof(
    *,
    mover: Callable[[Game, Any], Any] = lambda game, state: game.to_move(state),
    ask: bool = True,
    keep: bool = True,
    end: Callable[[Game, Any], Any] = lambda game, state: game.winner(state),
    give: Callable[[Game, Any], Any] = lambda _game, winner: winner,
    wins: Callable[[Any], Any] = any,
) -> Agent:
    """`proven_winner` with these parts exchanged."""

    def winner(game: Game, state: State, known: dict[Any, Any]) -> Any:
        if ask and state in known:
            return known[state]
        if game.is_terminal(state):
            found = end(game, state)
        else:
            mine = mover(game, state)
            after = (game.result(state, action) for action in game.actions(state))
            found = (
                mine if wins(winner(game, each, known) == mine for each in after)
                else other(game, mine)
            )  # fmt: skip
        if keep:
            known[state] = found
        return found

    return lambda game, state, known: give(game, winner(game, state, known))


def stops_after(where: Callable[[list[Any]], Any]) -> Agent:
    """`proven_winner` by the winner after one of the actions, whichever that is."""

    def proven_winner(game: Game, state: State, known: dict[Any, Any]) -> Any:
        if state in known:
            return known[state]
        if game.is_terminal(state):
            known[state] = game.winner(state)
        else:
            action = where(list(game.actions(state)))
            known[state] = proven_winner(game, game.result(state, action), known)
        return known[state]

    return proven_winner


PROOFS: dict[str, Agent] = {
    "a win of the first player ends the search where the other one chooses, too": proof(
        mover=lambda game, _: game.players[0]
    ),
    "both players play for the second": proof(mover=lambda game, _: game.players[1]),
    "all actions have to win, not one": proof(wins=all),
    "the first action decides": stops_after(lambda actions: actions[0]),
    "the last action decides": stops_after(lambda actions: actions[-1]),
    "known is never asked": proof(ask=False),
    "whoever is to move at the end has lost": proof(
        end=lambda game, state: other(game, game.to_move(state))
    ),
    "whoever is to move at the end has won": proof(end=lambda game, state: game.to_move(state)),
    "True or False is given, not a player": proof(
        give=lambda game, winner: winner == game.players[0]
    ),
    "the loser is given": proof(give=other),
}


# --- layers ------------------------------------------------------------------------------------


def layer(
    *,
    movers: Callable[[Game], Any] = lambda game: game.players,
    mine: Callable[[Game, Any], Any] = lambda game, state: game.to_move(state),
    end: Callable[[Game, Any], Any] = lambda game, state: game.winner(state),
    wins: Callable[[Any], Any] = any,
    give: Callable[[Game, dict[Any, Any], dict[Any, Any]], Any] = lambda _game, found, _known: (
        found
    ),
) -> Agent:
    """`solve_layer` with these parts exchanged."""

    def solve_layer(game: Game, guards: int, known: dict[Any, Any]) -> Any:
        found: dict[Any, Any] = {}
        for player in movers(game):
            for state in states_with(game, guards, player):
                winner = end(game, state)
                if winner is None:
                    me = mine(game, state)
                    after = [game.result(state, action) for action in game.actions(state)]
                    won = wins(found.get(each, known.get(each)) == me for each in after)
                    winner = me if won else other(game, me)
                found[state] = winner
        return give(game, found, known)

    return solve_layer


def only(player: int) -> Callable[..., Any]:
    """Gives back only the states with this player to move."""
    return lambda game, found, _: {
        state: winner for state, winner in found.items() if state.to_move == game.players[player]
    }


LAYERS: dict[str, Agent] = {
    "the guards' states come before those that they lead to": layer(
        movers=lambda game: game.players[::-1]
    ),
    "whoever can't move has lost": layer(
        end=lambda game, state: None if game.actions(state) else other(game, game.to_move(state))
    ),
    "all moves have to win, not one": layer(wins=all),
    "both sides play for the musketeers": layer(mine=lambda game, _: game.players[0]),
    "both sides play for the guards": layer(mine=lambda game, _: game.players[1]),
    "only the musketeers' states are given": layer(give=only(0)),
    "only the guards' states are given": layer(give=only(1)),
    "True and False stand for the winners": layer(
        give=lambda game, found, _: {
            state: winner == game.players[0] for state, winner in found.items()
        }
    ),
    "final states are left out": layer(
        give=lambda game, found, _: {
            state: winner for state, winner in found.items() if not game.is_terminal(state)
        }
    ),
    "the layer below is given back, too": layer(
        give=lambda _game, found, known: {**found, **known}
    ),
    "the first move decides": layer(wins=lambda each: next(iter(each), False)),
}
