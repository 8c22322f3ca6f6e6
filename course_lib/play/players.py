"""Ready-made players: one that plays at random, and one for each search."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping
from random import Random
from typing import Any

from course_lib.game import Action, Game, Player, State
from course_lib.search import alphabeta_search, mcts_search, minimax_search
from course_lib.search.questions import check_options, check_rng

PlayerFunction = Callable[[Game, State], Action]
"""A player: called with the game and the state, it returns one of the legal actions (or RESIGN).

A player may also have a method `new_game(game, seat, rng)`. It is called before each game: `seat`
is the player's name in this game, such as "X", and `rng` its randomness for this game, or `None`.
And it may have `prepare(game)`, which is called before any clock runs: there it compiles or loads
what would make its first move the slow one.
"""

Search = Callable[..., tuple[float, Action]]
"""A search, called with the game, the state and its options: `(value, action)`."""


def random_player(rng: Random) -> PlayerFunction:
    """A player that takes any legal action, all equally likely.

    >>> from random import Random
    >>> from course_lib.games.count import Count
    >>> player = random_player(Random(1))
    >>> player(Count(), Count().initial) in (1, 2)
    True
    """
    check_rng(rng, "random_player")
    return SearchPlayer("random_player", random_choice, {"rng": rng})


def minimax_player() -> PlayerFunction:
    """A player that searches the whole game with minimax: only for small games.

    >>> from course_lib import TicTacToe
    >>> game = TicTacToe()
    >>> minimax_player()(game, game.parse("XX.OO...."))
    (0, 2)
    """
    return SearchPlayer("minimax_player", minimax_search, {})


def alphabeta_player(
    depth: int | None = None,
    **options: Any,
) -> PlayerFunction:
    """A player that uses alpha-beta, `depth` moves deep or to the end of the game.

    Any further options are those of `alphabeta_search`, such as `evaluate` or `order`. Without
    `rng` the player always takes the first of several equally good actions; with it, any of them.

    >>> from course_lib import TicTacToe
    >>> game = TicTacToe()
    >>> alphabeta_player(depth=2)(game, game.parse("XX.OO...."))
    (0, 2)
    """
    return _search_player("alphabeta_player", alphabeta_search, {"depth": depth} | options)


def mcts_player(*, simulations: int, rng: Random, **options: Any) -> PlayerFunction:
    """A player that uses Monte Carlo tree search with so many simulations for each move.

    Any further options are those of `mcts_search`, for example `c` or `rave`.

    >>> from course_lib import TicTacToe
    >>> from random import Random
    >>> game = TicTacToe()
    >>> mcts_player(simulations=100, rng=Random(1))(game, game.parse("XX.OO...."))
    (0, 2)
    """
    options = {"simulations": simulations, "rng": rng} | options
    return _search_player("mcts_player", mcts_search, options)


def prepare(player: PlayerFunction, game: Game) -> None:
    """Let a player do now what its first move should not wait for, if it has anything to do."""
    ready = getattr(player, "prepare", None)
    if ready is not None:
        ready(game)


def refuse_unknown_options(maker: str, search: Search, options: Collection[str]) -> None:
    """Refuse options that this search does not take, before its player hands them on."""
    unknown = set(options) - set(inspect.signature(search).parameters)
    if unknown:
        raise TypeError(
            f"{maker} was given {', '.join(sorted(unknown))}; its options are those of"
            f" {search.__name__}{inspect.signature(search)}"
        )


def _search_player(maker: str, search: Search, options: Mapping[str, Any]) -> PlayerFunction:
    """A player that hands these options, where they are not `None`, to its search."""
    refuse_unknown_options(maker, search, options)
    chosen = {name: value for name, value in options.items() if value is not None}
    check_options(maker, **chosen)
    return SearchPlayer(maker, search, chosen)


class SearchPlayer:
    """A player that takes the action its search gives back, whatever the value."""

    def __init__(self, maker: str, search: Search, options: dict[str, Any]) -> None:
        """Keep the search with its options; `maker` is the function that made this player."""
        self.maker, self.search, self.options = maker, search, options

    def new_game(self, game: Game, seat: Player, rng: Random | None) -> None:
        """Draw from the game's own randomness from now on, if this player draws at all."""
        if rng is not None and "rng" in self.options:
            self.options = self.options | {"rng": rng}

    def __call__(self, game: Game, state: State) -> Action:
        """The action that the search has found."""
        _, action = self.search(game, state, **self.options)
        return action

    def __repr__(self) -> str:
        """The call that made it, with functions and randomness by their names."""
        spelled = (
            f"{name}={'rng' if name == 'rng' else getattr(value, '__name__', repr(value))}"
            for name, value in self.options.items()
        )
        shown = "rng" if self.maker == "random_player" else ", ".join(spelled)
        return f"{self.maker}({shown})"


def random_choice(game: Game, state: State, *, rng: Random) -> tuple[float, Action]:
    """No search at all: any legal action, each as likely as the others, and a value of 0."""
    return 0.0, rng.choice(game.actions(state))


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
