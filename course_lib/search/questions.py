"""What all searches share around the search itself: which questions they answer.

A search decorated with `question` refuses what it can't be asked, in one plain sentence and before
it begins; so the searches hold nothing but their figures.
"""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Iterable, Sequence
from numbers import Integral, Real
from random import Random
from typing import Any, Self, TypeVar, cast

from course_lib.closed import SEARCHED, refuse_in
from course_lib.game import Action, Game, Player, Playout, State, has_chance, hides

Evaluate = Callable[[Game, State, Player], float]
"""`evaluate(game, state, player)`: an estimate of a state that is not final, for this player."""

Order = Callable[[Game, State, tuple[Action, ...]], Iterable[Action]]
"""`order(game, state, actions)`: the same actions, those to try first in front."""

RandomGame = Callable[[Game, State, Random], Playout]
"""`playout(game, state, rng)`: one way that the game may go on from here to its end."""

AnySearch = TypeVar("AnySearch", bound=Callable[..., Any])

_COUNTS = {"depth", "visits", "simulations"}
_FUNCTIONS = {
    "evaluate": "game, state, player",
    "order": "game, state, actions",
    "playout": "game, state, rng",
}


# --- before the search -----------------------------------------------------------------------


def question(*, opponents: bool = True) -> Callable[[AnySearch], AnySearch]:
    """A decorator for a search, which is then called only with what it can be asked.

    With `opponents` the game must be for two players with opposite interests.
    """

    def decorate(search: AnySearch) -> AnySearch:
        parameters = inspect.signature(search).parameters

        @functools.wraps(search)
        def asked(game: Game, state: State, **options: Any) -> Any:
            given = {
                name: value
                for name, value in options.items()
                if name in parameters and value is not parameters[name].default
            }
            check_question(search.__name__, game, state, opponents=opponents, **given)
            return search(game, state, **options)

        return cast("AnySearch", asked)

    return decorate


def check_question(
    search: str, game: Game, state: State, *, opponents: bool = True, **options: Any
) -> None:
    """Refuse a game, options or a state that this search can't be asked about."""
    refuse_in(*SEARCHED)
    (check_opponents if opponents else check_game_given)(game, search)
    check_all_is_chosen(game, search)
    check_options(search, **options)
    check_not_over(game, state, search)


def check_options(search: str, **options: Any) -> None:
    """Refuse what can't be an option of a search, in whatever game."""
    for name, value in options.items():
        if name in _COUNTS:
            check_count(value, name, search)
        elif name in _FUNCTIONS and not callable(value):
            raise TypeError(
                f"{search} was given {name}={value!r}; {name} is a function"
                f" {name}({_FUNCTIONS[name]}): hand over the function itself, without calling it"
            )
        elif name == "rng":
            check_rng(value, search)
        elif name == "table" and not hasattr(value, "remembering"):
            raise TypeError(
                f"{search} was given table={value!r}; table is a Table(), or None for none"
            )


_LONGEST_NAME = 100


def named(game: object) -> str:
    """The game as it is written in a message: with all that is in it, where that is not much.

    >>> from course_lib.games import TextbookTree
    >>> named(TextbookTree(tree=[[3, 12, 8], [2, 4, 6]] * 20))
    'TextbookTree(...)'
    """
    text = repr(game)
    return text if len(text) <= _LONGEST_NAME else f"{type(game).__name__}(...)"


def check_game_given(
    game: Game, search: str, write: str = "(game, state) with a game first"
) -> None:
    """Refuse what is no game, such as a state that stands in the game's place."""
    refuse_class(game, search)
    if isinstance(game, type) or not hasattr(game, "players") or not hasattr(game, "result"):
        raise TypeError(
            f"{search} was given {named(game)} as its game, which is a {type(game).__name__};"
            f" write {search}{write}, such as TicTacToe()"
        )


def refuse_class(thing: object, asker: str) -> None:
    """Refuse a class of games, such as `TicTacToe` without brackets."""
    if isinstance(thing, type) and issubclass(thing, Game):
        raise TypeError(
            f"{asker} was given the class {thing.__name__}; make a game of it,"
            f" with brackets: {thing.__name__}()"
        )


def check_opponents(game: Game, search: str) -> None:
    """Refuse a game that is not for two players with opposite interests."""
    check_game_given(game, search)
    if len(game.players) != 2:
        raise ValueError(
            f"{search} is for two players; {named(game)} has {len(game.players)}:"
            f" {', '.join(game.players)} (mcts_search takes any number)"
        )
    if not game.zero_sum:
        raise ValueError(
            f"{search} is for games where one player's gain is the other's loss;"
            f" {named(game)} says with zero_sum=False that it is not such a game"
        )


def check_all_is_chosen(game: Game, search: str) -> None:
    """Refuse a game with dice or cards: this search would think that somebody picks them."""
    if has_chance(game) or hides(game):
        raise ValueError(
            f"{search} is for games without dice and without hidden cards, in which somebody"
            f" chooses every action; {named(game)} is none (lesson 10 has searches for such games)"
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
            f"{search} was asked for an action, but the game is over there, as game.is_terminal"
            f" tells:\n{game.render(state)}"
        )


def check_count(number: int | None, name: str, search: str) -> None:
    """Refuse a number of plies, visits or simulations that is no whole number from 1 up."""
    if not isinstance(number, Integral) or isinstance(number, bool) or number < 1:
        raise ValueError(
            f"{search} was given {name}={number!r}; {name} is a whole number from 1 up"
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

    @functools.cached_property
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


def _kind(value: object) -> str:
    """A value and what it is, for people who did not expect it."""
    if value is None:
        return "None (is a `return` missing?)"
    return repr(value) if isinstance(value, float) else f"{value!r}, a {type(value).__name__},"


# --- after the search: what it gives back ----------------------------------------------------


class SearchResult(tuple[float, Action]):  # noqa: SLOT001 - some searches add to it
    """A value and an action, to be unpacked or asked by name; some searches add to it."""

    def __new__(cls, pair: tuple[float, Action], **about: Any) -> Self:
        """Make the pair and note what belongs to it."""
        found = super().__new__(cls, pair)
        vars(found).update(about)
        return found

    @property
    def value(self) -> float:
        """The value for the player to move, on the scale of the game's utilities."""
        return self[0]

    @property
    def action(self) -> Action:
        """The action that was chosen."""
        return self[1]
