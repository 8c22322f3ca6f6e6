"""Players by name, as they are written after `course play GAME --against`: `player_named`."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from course_lib.checks.keeping import mine
from course_lib.game import Action, Game, State, has_chance, hides
from course_lib.games.havannah import Havannah
from course_lib.games.k_in_a_row import mobility
from course_lib.lessons.lesson_06.example import example_player
from course_lib.play.players import (
    PlayerFunction,
    alphabeta_player,
    mcts_player,
    minimax_player,
    prepare,
    random_player,
)
from course_tools.arena.engines.connect_four import is_connect_four
from course_tools.arena.engines.luck import LuckyPlayer, knows_luck
from course_tools.arena.experts import FourExpert

HUMAN = "human"
"""The name of a person at the board, whom nobody has to make."""


class Wish(NamedTuple):
    """What a player is made from: the game, the number behind its name, and chance."""

    game: Game
    number: int | None
    rng: Random


class NamedPlayer(NamedTuple):
    """A player that can be asked for by name."""

    name: str
    words: str
    """What may follow the name, for the list: nothing, or a number."""
    line: str
    objection: Callable[[Game], str]
    """Why it can't play this game, or `""`."""
    make: Callable[[Wish], PlayerFunction]
    meaning: str = ""
    """What the number is."""
    most: int = 0
    """The greatest number: with more, nobody would see the move, or the memory would be full."""


def player_named(text: str, game: Game, rng: Random) -> PlayerFunction | None:
    """The player with this name, such as `mcts 2000`; `None` is a person, called `human`.

    A name that nobody has, or a player that does not know the game, is a `ValueError` that lists
    who there is.

    >>> from course_lib.games import Count
    >>> player_named("alphabeta 6", Count(), Random(1))
    alphabeta_player(depth=6)
    """
    if text.strip().lower() == HUMAN:
        return None
    head, _, rest = text.strip().partition(" ")
    name, words = head.lower(), rest.strip()
    found = next((one for one in PLAYERS if one.name == name), None)
    if found is None:
        raise ValueError(f"there is no player called {text!r}; there are:\n{players_for(game)}")
    if why := found.objection(game):
        raise ValueError(f"{name} {why}; for {game!r} there are:\n{players_for(game)}")
    number = None
    if words and not found.words:
        raise ValueError(f"{name} takes nothing after its name; found {words!r}")
    if words:
        digits = words.replace(",", "").replace("_", "")
        number = int(digits) if digits.isdecimal() and len(digits) < _DIGITS else 0
        if not 1 <= number <= found.most:
            raise ValueError(
                f"{words[:40]!r} should be {found.meaning}: a whole number from 1 to {found.most:,}"
            )
    return found.make(Wish(game, number, rng))


class PlayerMaker:
    """Makes the player with this name for each game of a protocol."""

    def __init__(self, name: str, rng: Random) -> None:
        """Remember who is wanted."""
        self.name, self.rng = name, rng

    def __call__(self, game: Game, _seconds: float | None) -> PlayerFunction:
        """The player for this game, ready to move; a wrong name is refused."""
        player = player_named(self.name, game, self.rng)
        if player is None:
            raise ValueError("only programs play so; name a player, such as --player random")
        prepare(player, game)
        return player


def players_for(game: Game | None = None) -> str:
    """A line for each player that knows this game, or for all of them."""
    rows = [
        (f"{one.name}{one.words}", one.line)
        for one in PLAYERS
        if game is None or not one.objection(game)
    ]
    rows.append((HUMAN, "a person at this keyboard"))
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"  {name:{width}}  {line}" for name, line in rows)


def own_player(depth: int) -> PlayerFunction:
    """A player that takes the first of the best actions the student's own search finds.

    It is the `best_actions` of lesson 03 with all that the student wrote for it; where it has to
    stop looking, a side with more actions to choose from is a little better.
    """
    try:
        best_actions = mine("best_actions")
    except LookupError as error:
        raise ValueError(f"mine can't play yet: {error}") from None

    def own(game: Game, state: State) -> Action:
        """The first of the best actions."""
        return next(iter(best_actions(game, state, depth, mobility)))

    own.__name__ = f"mine {depth}"
    return own


class SolverPlayer:
    """A player that draws one of the moves with the best exact score in Connect Four.

    Before exact scores can be had in about a second, a Monte Carlo search chooses.
    """

    def __init__(self, game: Game, rng: Random) -> None:
        """Prepare for this game."""
        self.four, self.rng = FourExpert(game), rng
        self._before = mcts_player(simulations=20_000, rng=rng)

    def prepare(self, game: Game) -> None:
        """Compile or load the solver."""
        self.four.solver.prepare()

    def __call__(self, game: Game, state: State) -> Action:
        """Draw one of the best moves."""
        if game != self.four.game:
            self.four = FourExpert(game)
        scores = self.four.hints(state)
        if scores is None:
            return self._before(game, state)
        most = max(scores.values())
        return self.rng.choice([action for action, score in scores.items() if score == most])

    def __repr__(self) -> str:
        return "solver"


# --- which player knows which game ----------------------------------------------------------------


def _only(knows: Callable[[Game], bool], why: str) -> Callable[[Game], str]:
    """An objection to all games but those that a player knows."""
    return lambda game: "" if knows(game) else why


_any_game = _only(lambda _: True, "")
_luck = _only(knows_luck, "knows games with dice, and Kuhn poker")


def _chosen(game: Game) -> str:
    return "knows no dice and no cards" if has_chance(game) or hides(game) else ""


def _for_two(game: Game) -> str:
    if len(game.players) != 2 or not game.zero_sum:
        return "is for two players of whom one gains what the other loses"
    return _chosen(game)


_four = _only(is_connect_four, "knows Connect Four with four in a row only")
_hexagons = _only(lambda game: isinstance(game, Havannah), "knows Havannah only")


# --- all players ----------------------------------------------------------------------------------


_DIGITS = 20

_MANY = "a number of simulations"
_MOST, _DEEP = 1_000_000, 1_000
"""The most simulations for a move, and the most moves ahead."""

PLAYERS = (
    NamedPlayer("random", "", "takes any legal move", _any_game,
                lambda wish: random_player(wish.rng)),
    NamedPlayer("minimax", "", "searches to the end: for small games", _for_two,
                lambda _: minimax_player()),
    NamedPlayer("alphabeta", " DEPTH", "looks 4 moves ahead, or DEPTH", _for_two,
                lambda wish: alphabeta_player(wish.number or 4), "how many moves to look ahead",
                _DEEP),
    NamedPlayer("mine", " DEPTH", "your own search of lesson 03, 3 moves ahead, or DEPTH", _for_two,
                lambda wish: own_player(wish.number or 3), "how many moves to look ahead", _DEEP),
    NamedPlayer("mcts", " N", "Monte Carlo search, 1,000 simulations or N", _chosen,
                lambda wish: mcts_player(simulations=wish.number or 1000, rng=wish.rng), _MANY,
                _MOST),
    NamedPlayer("rave", " N", "the same with RAVE, for games where a good move stays good",
                _chosen, lambda wish: mcts_player(simulations=wish.number or 1000, rng=wish.rng,
                                                  rave=True, c=0), _MANY, _MOST),
    NamedPlayer("perfect", "", "plays perfectly with dice, and bluffs in Kuhn poker", _luck,
                lambda wish: LuckyPlayer(wish.rng)),
    NamedPlayer("solver", "", "perfect at Connect Four after the opening", _four,
                lambda wish: SolverPlayer(wish.game, wish.rng)),
    NamedPlayer("example", "", "wants a ring in a small area", _hexagons,
                lambda wish: example_player(wish.rng)),
)  # fmt: skip
