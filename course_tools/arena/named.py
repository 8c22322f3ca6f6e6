"""Players by name, as they are written after `course play GAME --against`: `player_named`."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from course_lib.game import Action, Game, State
from course_lib.games.havannah import Havannah
from course_lib.games.k_in_a_row import KInARow
from course_lib.play.gtp import check_speakable
from course_lib.play.havannah_example import example_player
from course_lib.play.havannah_strong import strong_player
from course_lib.play.players import (
    PlayerFunction,
    alphabeta_player,
    mcts_player,
    minimax_player,
    prepare,
    random_player,
)
from course_tools.arena.advice import ExactFour
from course_tools.arena.gomocup import GomocupPlayer
from course_tools.arena.gtp import gtp_player
from course_tools.arena.which_game import five_in_a_row, is_connect_four
from course_tools.engines.gomoku import LARGEST, rules_of
from course_tools.engines.havannah_thesis import (
    MOST_EMPTY,
    defence_player,
    defence_plus_player,
    straight_player,
    tree_player,
)
from course_tools.engines.jit import have_numba
from course_tools.engines.mcts import mcts_player as fast_mcts_player

HUMAN = "human"
"""The name of a person at the board, whom nobody has to make."""


class Wish(NamedTuple):
    """What a player is made from: the game, the words after its name, chance, and its clock."""

    game: Game
    words: str
    rng: Random
    seconds: float | None


class NamedPlayer(NamedTuple):
    """A player that can be asked for by name."""

    name: str
    words: str
    """What may follow the name, for the list."""
    line: str
    make: Callable[[Wish], PlayerFunction]
    objection: Callable[[Game], str]
    """Why it can't play this game, or `""`."""


def player_named(
    text: str, game: Game, rng: Random, *, seconds: float | None = None
) -> PlayerFunction | None:
    """The player with this name, such as `mcts 2000`; `None` is a person, called `human`.

    `seconds` is the time for a move, for players that have a clock: outside programs, `fast-mcts`,
    `gomoku` and `havannah`. A name that nobody has, or a player that does not know the game, is a
    `ValueError` that lists who there is.

    >>> from course_lib.games import Count
    >>> player_named("alphabeta 6", Count(), Random(1))
    alphabeta_player(depth=6)
    """
    if text.strip().lower() == HUMAN:
        return None
    head, colon, rest = text.strip().partition(":")
    if colon and head.strip().lower() in _PROGRAMS:
        name, words = head.strip().lower(), rest.strip()
    else:
        name, _, words = text.strip().partition(" ")
        name, words = name.lower(), words.strip()
    found = next((one for one in PLAYERS if one.name == name), None)
    if found is None:
        raise ValueError(f"there is no player called {text!r}; there are:\n{players_for(game)}")
    if why := found.objection(game):
        raise ValueError(f"{found.name} {why}; for {game!r} there are:\n{players_for(game)}")
    return found.make(Wish(game, words, rng, seconds))


class PlayerMaker:
    """Makes the player with this name for each game of a protocol, and by which clock.

    One that has started a program is closed when the next one is made, and by `close`.
    """

    def __init__(self, name: str, rng: Random) -> None:
        """Remember who is wanted."""
        self.name, self.rng = name, rng
        self._made: PlayerFunction | None = None

    def __call__(self, game: Game, seconds: float | None) -> PlayerFunction:
        """The player for this game, which has so many seconds for a move."""
        self.close()
        self._made = player_named(self.name, game, self.rng, seconds=seconds)
        if self._made is None:
            raise ValueError("a person can't answer a protocol; name a player")
        return self._made

    def ready(self, game: Game) -> None:
        """Refuse a wrong name, and load what is slow to load, before anybody waits for a move."""
        prepare(self(game, None), game)

    def close(self) -> None:
        """End what the last player has started."""
        close_player(self._made)
        self._made = None


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


def close_player(player: PlayerFunction | None) -> None:
    """End what a player has started, if it is somebody else's program."""
    close = getattr(player, "close", None)
    if close is not None:
        close()


# --- which player knows which game --------------------------------------------------------


def _any_game(_: Game) -> str:
    return ""


def _for_two(game: Game) -> str:
    fits = len(game.players) == 2 and game.zero_sum
    return "" if fits else "is for two players of whom one gains what the other loses"


def _four(game: Game) -> str:
    return "" if is_connect_four(game) else "knows Connect Four with four in a row only"


def _five(game: Game) -> str:
    return "" if five_in_a_row(game) else "knows five in a row only"


def _expert(game: Game) -> str:
    if why := _five(game):
        return why
    try:
        rules_of(game)
    except ValueError:
        return f"knows five in a row on up to {LARGEST} rows and columns only"
    return ""


def _hexagons(game: Game) -> str:
    return "" if isinstance(game, Havannah) else "knows Havannah only"


def _whole_tree(game: Game) -> str:
    if isinstance(game, Havannah) and len(game.initial.board) <= MOST_EMPTY:
        return ""
    return "searches the whole tree, which is possible for havannah:size=2 only"


def _rows_of_two(game: Game) -> str:
    fits = isinstance(game, KInARow) and len(game.players) == 2
    return "" if fits else "is for games of rows for two players"


def _speakable(game: Game) -> str:
    try:
        check_speakable(game)
    except ValueError as error:
        return f"does not know this: {error}"
    return ""


# --- how each is made ----------------------------------------------------------------------


def _number(wish: Wish, usual: int, what: str) -> int:
    """The whole number after the name, or the usual one."""
    words = wish.words.replace(",", "").replace("_", "")
    if not words:
        return usual
    if not words.isdecimal() or int(words) < 1:
        raise ValueError(f"{wish.words!r} should be {what}: a whole number from 1 up")
    return int(words)


def _nothing_more(wish: Wish, name: str) -> None:
    """Refuse words after a name that takes none."""
    if wish.words:
        raise ValueError(f"{name} takes nothing after its name; found {wish.words!r}")


def _random(wish: Wish) -> PlayerFunction:
    _nothing_more(wish, "random")
    return random_player(wish.rng)


def _minimax(wish: Wish) -> PlayerFunction:
    _nothing_more(wish, "minimax")
    return minimax_player()


def _alphabeta(wish: Wish) -> PlayerFunction:
    return alphabeta_player(_number(wish, 4, "how many moves to look ahead"))


def _mcts(wish: Wish) -> PlayerFunction:
    simulations = _number(wish, 1000, "a number of simulations")
    return mcts_player(simulations=simulations, rng=wish.rng)


def _fast_mcts(wish: Wish) -> PlayerFunction:
    if wish.seconds is not None and not wish.words:
        return fast_mcts_player(seconds=_SHARE * wish.seconds, rng=wish.rng)
    simulations = _number(wish, 100_000, "a number of simulations")
    return fast_mcts_player(simulations=simulations, rng=wish.rng)


def _gomoku(wish: Wish) -> PlayerFunction:
    from course_tools.engines.gomoku import gomoku_player  # noqa: PLC0415 - slow to load

    if wish.seconds is not None and not wish.words:
        # A manager whose clock has run out asks for a move all the same.
        return gomoku_player(seconds=max(0.001, _SHARE * wish.seconds), rng=wish.rng)
    positions = _number(wish, 0, "a number of positions") if wish.words else None
    return gomoku_player(positions=positions, rng=wish.rng)


def _solver(wish: Wish) -> PlayerFunction:
    _nothing_more(wish, "solver")
    return SolverPlayer(wish.game, wish.rng)


def _havannah(wish: Wish) -> PlayerFunction:
    from course_tools.engines.havannah import havannah_player  # noqa: PLC0415 - slow to load

    if wish.seconds is not None and not wish.words:
        return havannah_player(seconds=_SHARE * wish.seconds, rng=wish.rng)
    return havannah_player(
        simulations=_number(wish, 10_000, "a number of simulations"), rng=wish.rng
    )


def _strong(wish: Wish) -> PlayerFunction:
    simulations = _number(wish, 300, "a number of simulations")
    return strong_player(simulations=simulations, rng=wish.rng)


def _tree(wish: Wish) -> PlayerFunction:
    _nothing_more(wish, "tree")
    return tree_player()


def _of_the_thesis(make: Callable[[Random], PlayerFunction]) -> Callable[[Wish], PlayerFunction]:
    return lambda wish: make(wish.rng)


def _engine(wish: Wish) -> PlayerFunction:
    return _gtp(wish) if _five(wish.game) else _gomocup(wish)


def _gomocup(wish: Wish) -> PlayerFunction:
    return GomocupPlayer(wish.words, seconds=wish.seconds)


def _gtp(wish: Wish) -> PlayerFunction:
    return gtp_player(wish.words, seconds=wish.seconds)


class SolverPlayer:
    """A player that draws one of the moves with the best exact score in Connect Four.

    Before exact scores can be had in about a second, a Monte Carlo search chooses.
    """

    def __init__(self, game: Game, rng: Random) -> None:
        """Prepare for this game."""
        self.scores, self.rng = ExactFour(game), rng
        simulations = 100_000 if have_numba() else 3_000
        self._before = fast_mcts_player(simulations=simulations, rng=rng)

    def prepare(self, game: Game) -> None:
        """Compile or load the solver, and the search for the time before."""
        self.scores.solver.prepare()
        prepare(self._before, game)

    def __call__(self, game: Game, state: State) -> Action:
        """Draw one of the best moves."""
        if game != self.scores.game:
            self.scores = ExactFour(game)
        scores = self.scores(state)
        if scores is None:
            return self._before(game, state)
        most = max(scores.values())
        return self.rng.choice([action for action, score in scores.items() if score == most])

    def __repr__(self) -> str:
        return "solver"


_SHARE = 0.8
"""So much of its time a player plans to use; the rest is for what nobody has planned."""

_PROGRAMS = ("engine", "gomocup", "gtp")

PLAYERS = (
    NamedPlayer("random", "", "takes any legal move", _random, _any_game),
    NamedPlayer("minimax", "", "searches to the end: for small games", _minimax, _for_two),
    NamedPlayer("alphabeta", " DEPTH", "looks 4 moves ahead, or DEPTH", _alphabeta, _for_two),
    NamedPlayer("mcts", " N", "Monte Carlo search, 1,000 simulations or N", _mcts, _any_game),
    NamedPlayer(
        "fast-mcts",
        " N",
        "the same compiled, 100,000 simulations or N",
        _fast_mcts,
        _rows_of_two,
    ),
    NamedPlayer("solver", "", "perfect at Connect Four after the opening", _solver, _four),
    NamedPlayer("gomoku", " N", "threats, forced wins, alpha-beta", _gomoku, _expert),
    NamedPlayer("havannah", " N", "Monte Carlo search that knows bridges", _havannah, _hexagons),
    *(
        NamedPlayer(name, "", line, _of_the_thesis(make), _hexagons)
        for name, line, make in (
            ("straight", "goes straight for a fork or a bridge", straight_player),
            ("defence", "the same, and blocks", defence_player),
            ("defence+", "the same, and blocks better", defence_plus_player),
            ("example", "wants a ring in a small area", example_player),
        )
    ),
    NamedPlayer("tree", "", "knows the whole tree: Havannah of size 2", _tree, _whole_tree),
    NamedPlayer("strong", " N", "the same in readable Python", _strong, _hexagons),
    NamedPlayer(
        "engine",
        ": COMMAND",
        "an outside program: Gomocup protocol for five in a row, else GTP",
        _engine,
        _speakable,
    ),
    NamedPlayer("gomocup", ": COMMAND", "an outside program that speaks Gomocup", _gomocup, _five),
    NamedPlayer("gtp", ": COMMAND", "an outside program that speaks GTP", _gtp, _speakable),
)
