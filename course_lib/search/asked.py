"""What a search was asked and was told: each mistake gets one plain sentence."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from numbers import Real
from random import Random
from typing import Any

from course_lib.game import Action, Game, Player, Playout, State

Evaluate = Callable[[Game, State, Player], float]
"""`evaluate(game, state, player)`: an estimate of a state that is not final, for this player."""

Order = Callable[[Game, State, tuple[Action, ...]], Iterable[Action]]
"""`order(game, state, actions)`: the same actions, those to try first in front."""

RandomGame = Callable[[Game, State, Random], Playout]
"""`playout(game, state, rng)`: one way that the game may go on from here to its end."""


# --- before the search -----------------------------------------------------------------------


def check_game_given(
    game: Game, search: str, write: str = "(game, state) with a game first"
) -> None:
    """Refuse what is no game, such as a state that stands in the game's place."""
    refuse_class(game, search)
    if isinstance(game, type) or not hasattr(game, "players") or not hasattr(game, "result"):
        raise TypeError(
            f"{search} was given {game!r} as its game, which is a {type(game).__name__};"
            f" write {search}{write}, such as TicTacToe()"
        )


def refuse_class(thing: object, asker: str) -> None:
    """Refuse a class of games, such as `TicTacToe` without brackets."""
    if isinstance(thing, type) and issubclass(thing, Game):
        raise TypeError(
            f"{asker} was given the class {thing.__name__}; a game of it would be right,"
            f" written with brackets: {thing.__name__}()"
        )


def check_opponents(game: Game, search: str) -> None:
    """Refuse a game that is not for two players with opposite interests."""
    check_game_given(game, search)
    if len(game.players) != 2:
        raise ValueError(
            f"{search} is for two players; {game!r} has {len(game.players)}:"
            f" {', '.join(game.players)} (mcts_search takes any number)"
        )
    if not game.zero_sum:
        raise ValueError(
            f"{search} is for games where one player's gain is the other's loss;"
            f" {game!r} says with zero_sum=False that it is not such a game"
        )


def check_state(game: Game, state: State, asker: str) -> None:
    """Refuse what is no state of this game, such as another game's."""
    if not game.has_state(state):
        raise game.no_state(state, asker)


def check_not_over(game: Game, state: State, search: str) -> None:
    """Refuse a final state, where there is nothing to choose any more, and what is no state."""
    check_state(game, state, search)
    if game.is_terminal(state):
        raise ValueError(
            f"{search} was asked for an action, but the game is over here:\n{game.render(state)}\n"
            "ask it about a state that is not final (game.is_terminal tells)"
        )


def check_count(number: int | None, name: str, search: str) -> None:
    """Refuse a number of plies, visits or simulations that is no whole number from 1 up."""
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise ValueError(
            f"{search} was given {name}={number!r}; {name} is a whole number from 1 up"
        )


def check_function(function: object, name: str, takes: str, search: str) -> None:
    """Refuse something else where a function, or nothing, belongs."""
    if function is not None and not callable(function):
        raise TypeError(
            f"{search} was given {name}={function!r}; {name} is a function {name}({takes}):"
            " hand over the function itself, without calling it"
        )


def check_rng(rng: object, search: str) -> None:
    """Refuse anything but a `random.Random`."""
    if not isinstance(rng, Random):
        raise TypeError(
            f"{search} was given rng={rng!r}; rng is the source of chance, such as random.Random(1)"
        )


# --- during the search: what the reader's own functions gave back ----------------------------


class Estimate:
    """The function `state -> estimate` for one player, which refuses whatever is no number.

    It also keeps how much the search must doubt: `SURE` while only final states were met,
    `GUESSED` after estimates strictly between the least and the greatest utility, `WILD` after
    others. A value of +1 is a proven win only as long as no mere estimate can look like one.
    """

    SURE, GUESSED, WILD = 0, 1, 2

    def __init__(self, game: Game, evaluate: Evaluate | None, player: Player) -> None:
        """Estimate with this function; without one every estimate is 0."""
        self.game = game
        self.evaluate = evaluate
        self.player = player
        self.doubt = self.SURE

    @cached_property
    def _range(self) -> tuple[float, float]:
        """The least and greatest utility, asked for only when there is an estimate to compare."""
        return self.game.utility_range

    def __call__(self, state: State) -> float:
        """The estimate of this state, once it is known to be a number."""
        value = 0.0 if self.evaluate is None else self.evaluate(self.game, state, self.player)
        if not isinstance(value, Real) or math.isnan(value):
            raise ValueError(
                f"evaluate gave {_kind(value)} for {self.player} in this state:\n"
                f"{self.game.render(state)}\n"
                "an estimate is a number: the higher, the better for that player"
            )
        least, greatest = self._range
        inside = least < value < greatest
        self.doubt = max(self.doubt, self.GUESSED if inside else self.WILD)
        return value

    def proves(self, value: float) -> bool:
        """Whether a search that met these estimates can be sure of this value."""
        return self.doubt == self.SURE or (self.doubt == self.GUESSED and value in self._range)


def ordered_actions(game: Game, order: Order | None) -> Callable[[State], Sequence[Action]]:
    """The function `state -> actions in the order to try them`; no action may get lost."""
    if order is None:
        return game.actions

    def actions_to_try(state: State) -> Sequence[Action]:
        legal = game.actions(state)
        given: Any = order(game, state, legal)
        try:
            tried = tuple(given)
            complete = len(tried) == len(legal) and set(tried) == set(legal)
        except TypeError:  # nothing to go through, or lists where the actions are tuples
            complete = False
        if not complete:
            raise ValueError(
                f"order gave {_kind(given)} in this state:\n{game.render(state)}\n"
                f"it must give the actions {legal!r}, each once, in the order to try them"
            )
        return tried

    return actions_to_try


def random_games(game: Game, playout: RandomGame | None, rng: Random) -> Callable[[State], Playout]:
    """The function `state -> Playout`, by the game itself or by the reader's own function."""
    if playout is None:
        play_on = game.playout
        return lambda state: play_on(state, rng)

    def checked_playout(state: State) -> Playout:
        given: Any = playout(game, state, rng)
        utilities = getattr(given, "utilities", None)
        if not isinstance(utilities, tuple) or len(utilities) != len(game.players):
            raise ValueError(
                f"playout gave {_kind(given)} in this state:\n{game.render(state)}\n"
                f"it must give Playout(actions, utilities), one utility for each of {game.players}"
            )
        return given

    return checked_playout


def _kind(value: object) -> str:
    """A value and what it is, for people who did not expect it."""
    if value is None:
        return "None (is a `return` missing?)"
    return repr(value) if isinstance(value, float) else f"{value!r}, a {type(value).__name__},"
