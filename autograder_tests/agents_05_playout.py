"""Lesson 05 with exactly one bug each: `random_playout`, where the bug does not hang on chance."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from course_lib.game import Game, State

Agent = Callable[..., Any]


def end_of(game: Game, state: State, rng: Random) -> State:
    """The state in which a random game ends."""
    while not game.is_terminal(state):
        state = game.result(state, rng.choice(game.actions(state)))
    return state


def ends_in(worth: Callable[[Game, State, State], Any]) -> Agent:
    """A random game whose end is worth this; `worth` gets the game, the start and the end."""

    def random_playout(game: Game, state: State, rng: Random) -> Any:
        return worth(game, state, end_of(game, state, rng))

    return random_playout


def one_action(game: Game, state: State, rng: Random) -> Any:
    """A game that is over after one action, as it believes."""
    if not game.is_terminal(state):
        state = game.result(state, rng.choice(game.actions(state)))
    return game.utility(state, game.players[0])


def moves_first(game: Game, state: State, rng: Random) -> Any:
    """A game in which an action is drawn before anybody asks whether it is over."""
    while True:
        state = game.result(state, rng.choice(game.actions(state)))
        if game.is_terminal(state):
            return game.utility(state, game.players[0])


def for_first(game: Game, end: State) -> float:
    """What the end is worth to the first player."""
    return game.utility(end, game.players[0])


PLAYOUT: dict[str, Agent] = {
    "the utility is for the player to move, not for the first": ends_in(
        lambda game, start, end: game.utility(end, game.to_move(start))
    ),
    "the utility is for the player to move at the end, not for the first": ends_in(
        lambda game, _, end: game.utility(end, game.to_move(end))
    ),
    "the utility is for the second player": ends_in(
        lambda game, _, end: game.utility(end, game.players[1])
    ),
    "a draw counts as a loss": ends_in(lambda game, _, end: for_first(game, end) or -1),
    "a loss counts as nothing": ends_in(lambda game, _, end: max(0, for_first(game, end))),
    "the winner is given back, not what the end is worth": ends_in(
        lambda game, _, end: game.winner(end)
    ),
    "the last state is given back, not what it is worth": ends_in(lambda _game, _start, end: end),
    "only one action is played": one_action,
    "an action is drawn although the game is over": moves_first,
}
