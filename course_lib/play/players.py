"""Ready-made players: one that plays at random, and one for each search."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping
from random import Random
from typing import Any

from course_lib.game import Action, Game, Player, State
from course_lib.search import Table, alphabeta_search, mcts_search, minimax_search
from course_lib.search.questions import Evaluate, Order, check_options, check_rng

PlayerFunction = Callable[[Game, State], Action]
"""A player: called with the game and the state, it returns one of the legal actions (or RESIGN).

A player may also have a method `new_game(game, seat, rng)`. It is called before each game: `seat`
is the player's name in this game, such as "X", and `rng` its randomness for this game, or `None`.
"""


def random_player(rng: Random) -> PlayerFunction:
    """A player that takes any legal action, all equally likely.

    >>> from random import Random
    >>> from course_lib.games.count import Count
    >>> player = random_player(Random(1))
    >>> player(Count(), Count().initial) in (1, 2)
    True
    """
    return RandomPlayer(rng)


def minimax_player() -> PlayerFunction:
    """A player that searches the whole game with minimax: only for small games."""
    return MinimaxPlayer()


def alphabeta_player(
    depth: int | None = None,
    *,
    evaluate: Evaluate | None = None,
    order: Order | None = None,
    table: Table | None = None,
    rng: Random | None = None,
) -> PlayerFunction:
    """A player that uses alpha-beta, `depth` moves deep or to the end of the game.

    The options are those of `alphabeta_search`. Without `rng` the player always takes the first
    of several equally good actions; with `rng` it draws one of them.
    """
    options = {"depth": depth, "evaluate": evaluate, "order": order, "table": table}
    given = {name: value for name, value in options.items() if value is not None}
    check_options("alphabeta_player", **given, **({} if rng is None else {"rng": rng}))
    return AlphabetaPlayer(given, rng)


def mcts_player(*, simulations: int, rng: Random, **options: Any) -> PlayerFunction:
    """A player that uses Monte Carlo tree search with so many simulations for each move.

    Any further options are those of `mcts_search`, for example `c` or `rave`.
    """
    refuse_unknown_options(options, mcts_search)
    given = {name: value for name, value in options.items() if value is not None}
    check_options("mcts_player", simulations=simulations, rng=rng, **given)
    return MctsPlayer(simulations, rng, options)


def refuse_unknown_options(options: Collection[str], search: Callable[..., Any]) -> None:
    """Refuse what this search is not asked by, when `mcts_player` is to hand it on."""
    unknown = set(options) - set(inspect.signature(search).parameters)
    if unknown:
        raise TypeError(
            f"mcts_player was given {', '.join(sorted(unknown))}; its options are those of"
            f" mcts_search{inspect.signature(search)}"
        )


class RandomPlayer:
    """What `random_player` makes."""

    def __init__(self, rng: Random) -> None:
        """Keep the randomness to use until a game brings its own."""
        check_rng(rng, "random_player")
        self.rng = rng

    def new_game(self, game: Game, seat: Player, rng: Random | None) -> None:
        """Use the game's own randomness, if it has any."""
        self.rng = rng or self.rng

    def __call__(self, game: Game, state: State) -> Action:
        """Draw an action."""
        return self.rng.choice(game.actions(state))

    def __repr__(self) -> str:
        return "random_player(rng)"


class MinimaxPlayer:
    """What `minimax_player` makes."""

    def __call__(self, game: Game, state: State) -> Action:
        """Find the best action."""
        _, action = minimax_search(game, state)
        return action

    def __repr__(self) -> str:
        return "minimax_player()"


class AlphabetaPlayer:
    """What `alphabeta_player` makes."""

    def __init__(self, options: Mapping[str, Any], rng: Random | None) -> None:
        """Keep the options of the search."""
        self.options = dict(options)
        self.rng = rng

    def new_game(self, game: Game, seat: Player, rng: Random | None) -> None:
        """Use the game's own randomness, if it has any and this player was made to draw."""
        if self.rng is not None:
            self.rng = rng or self.rng

    def __call__(self, game: Game, state: State) -> Action:
        """Find the best action, as far as the search can see."""
        _, action = alphabeta_search(game, state, rng=self.rng, **self.options)
        return action

    def __repr__(self) -> str:
        rng = ["rng=rng"] if self.rng is not None else []
        return f"alphabeta_player({', '.join(_spelled(self.options) + rng)})"


class MctsPlayer:
    """What `mcts_player` makes."""

    def __init__(self, simulations: int, rng: Random, options: Mapping[str, Any]) -> None:
        """Keep the options of the search, and the randomness to use until a game brings its own."""
        self.simulations = simulations
        self.rng = rng
        self.options = dict(options)

    def new_game(self, game: Game, seat: Player, rng: Random | None) -> None:
        """Use the game's own randomness, if it has any."""
        self.rng = rng or self.rng

    def __call__(self, game: Game, state: State) -> Action:
        """Find the action that looks best after the simulations."""
        _, action = mcts_search(
            game, state, simulations=self.simulations, rng=self.rng, **self.options
        )
        return action

    def __repr__(self) -> str:
        options = [f"simulations={self.simulations}", "rng=rng", *_spelled(self.options)]
        return f"mcts_player({', '.join(options)})"


def label_of(player: PlayerFunction) -> str:
    """A short name for a player: a function's name, or how an object shows itself.

    >>> label_of(minimax_player())
    'minimax_player()'
    """
    name = getattr(player, "__name__", None) or getattr(
        getattr(player, "func", None), "__name__", None
    )
    if isinstance(name, str):
        return name
    kind: Any = type(player)
    return kind.__name__ if kind.__repr__ is object.__repr__ else repr(player)


def _spelled(options: Mapping[str, Any]) -> list[str]:
    """Options as they are written in a call; a function is shown by its name."""
    return [f"{name}={getattr(value, '__name__', repr(value))}" for name, value in options.items()]
