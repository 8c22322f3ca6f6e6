"""The strong Havannah player: Monte Carlo tree search with what is known of this game, compiled."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import NamedTuple

from course_lib.game import Action, Game, State
from course_lib.games.havannah import Havannah
from course_lib.play.havannah_strong import strong_search as readable_search
from course_lib.play.players import PlayerFunction
from course_lib.search.questions import check_not_over, check_rng
from course_tools.engines.clock import CompiledPlayer, check_budget
from course_tools.engines.mcts import compiled_game, in_time

SIMULATIONS, IN_PLAIN_PYTHON = 10_000, 300
"""So many games are played for each move, if nothing else is said: compiled, and in Python."""


class Options(NamedTuple):
    """What is added to the search of lesson 5; a ladder shows what each is worth."""

    rave: bool = True
    """A cell that is good later in a game is taken to be good now, until better is known."""
    bridges: bool = True
    """In random games a bridge that is cut is saved by its other cell."""
    forced: bool = True
    """Who can win with the next stone does, who can't has to block; two threats win, also rings."""
    prove: bool = True
    """What is certain is carried up the tree."""
    prior: bool = True
    """Cells near other stones are looked at first."""
    ways: bool = True
    """So are cells on a short way to a bridge or fork, and who has the shorter way is ahead."""


def havannah_search(
    game: Game,
    state: State,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    rng: Random,
    **options: bool,
) -> tuple[float, Action]:
    """An estimate of this state for the player to move, and the action most looked at.

    With `seconds` the search goes on for that long, with `simulations` too it ends with whichever
    is used up first, and in any case once the result is certain. With `simulations` alone it also
    ends once those that are left can't make it look at any other action as often. `options` are
    those of `Options`, such as `rave=False`. Without numba, and on boards larger than size 15, the
    readable search of `havannah_strong` answers, which has all of them. Nobody passes: a stone more
    does no harm.
    """
    if not isinstance(game, Havannah):
        raise TypeError(f"havannah_search plays Havannah only, and was given {game!r:.60}")
    check_not_over(game, state, "havannah_search")
    check_rng(rng, "havannah_search")
    chosen = Options(**options)
    if game.passing:
        game, state = Havannah(game.size), state._replace(passes=0)
    found = compiled_game(game, state)
    if simulations is None and seconds is None:
        simulations = IN_PLAIN_PYTHON if found is None else SIMULATIONS
    check_budget(simulations, seconds, "havannah_search")
    if found is None:
        return in_time(partial(readable_search, game, state, rng=rng), simulations, seconds)
    from course_tools.engines.havannah_kernels import strong_search

    value, place = strong_search(found, simulations, seconds, rng, chosen)
    return value, found.action(game, state, place)


def havannah_player(
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    rng: Random | None = None,
    **options: bool,
) -> PlayerFunction:
    """A player that uses `havannah_search` for each move, with so many simulations or seconds.

    Any further options are those of `Options`, for example `rave=False`. Where a game brings its
    own randomness that is used, else `rng`, or else one with a fixed seed.
    """
    asked = SIMULATIONS if simulations is None else simulations
    check_budget(asked, seconds, "havannah_player")
    Options(**options)  # a name that is none is refused now
    given = {"simulations": simulations, "seconds": seconds, **options, "rng": rng or Random(1)}
    return CompiledPlayer("havannah_player", havannah_search, given, {"simulations": 1})
