"""Lesson 02 with exactly one bug each: `remembering(game, state, seen)`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from course_lib.game import Game, State

Agent = Callable[..., Any]
Seen = dict[Any, Any]


def itself(_: Game, state: State) -> Any:
    """The state as it is, which is the right key."""
    return state


def remembering(
    *,
    key: Callable[[Game, State], Any] = itself,
    found: Callable[[Seen, Any], bool] = lambda seen, key: key in seen,
    keeps: Callable[[Game, State], bool] = lambda *_: True,
    handed: Callable[[Seen], Seen] = lambda seen: seen,
    at_max: Callable[[list[float]], float] = max,
    at_min: Callable[[list[float]], float] = min,
    sign: Callable[[Game, State], int] = lambda *_: 1,
) -> Agent:
    """A search with a memory made of these parts, each of which may be wrong."""

    def value_of(game: Game, state: State, seen: Seen) -> Any:
        place = key(game, state)
        if found(seen, place):
            return seen[place]
        if game.is_terminal(state):
            value = game.utility(state, game.players[0])
        else:
            values = [
                value_of(game, game.result(state, action), handed(seen))
                for action in game.actions(state)
            ]
            value = (at_max if first_moves(game, state) else at_min)(values)
        if keeps(game, state):
            seen[place] = sign(game, state) * value
        return value

    return value_of


def first_moves(game: Game, state: State) -> bool:
    """Whether the first player is to move."""
    return game.to_move(state) == game.players[0]


def keeps_actions(game: Game, state: State, seen: Seen) -> Any:
    """A search that writes down what to play, and later reads it as a value."""
    if state in seen:
        return seen[state]
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    values = {a: keeps_actions(game, game.result(state, a), seen) for a in game.actions(state)}
    choose = max if first_moves(game, state) else min
    seen[state] = choose(values, key=values.__getitem__)
    return values[seen[state]]


REMEMBERING: dict[str, Agent] = {
    "what is in seen is never looked up": remembering(found=lambda *_: False),
    "nothing is ever written into seen": remembering(keeps=lambda *_: False),
    "only final states are written into seen": remembering(
        keeps=lambda game, state: game.is_terminal(state)
    ),
    "only the states where MAX moves are written into seen": remembering(keeps=first_moves),
    "the key leaves out whose turn it is": remembering(key=lambda _, state: state[0]),
    "the key is the text of the state, not the state": remembering(
        key=lambda game, state: game.render(state)
    ),
    "the states below get a new dictionary each": remembering(handed=lambda _: {}),
    "a value of 0 in seen is taken for no value": remembering(
        found=lambda seen, key: bool(seen.get(key))
    ),
    "the action is written into seen, not the value": keeps_actions,
    "both players maximise": remembering(at_min=max),
    "both players minimise": remembering(at_max=min),
    "seen keeps the value for the player to move, not for MAX": remembering(
        sign=lambda game, state: 1 if first_moves(game, state) else -1
    ),
}
