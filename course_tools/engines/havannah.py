"""The strong Havannah player: Monte Carlo tree search with what is known of this game, compiled.

To the search of lesson 5 it adds six things, and each can be switched off, so that a ladder shows
what it is worth:

- `forced`: who can win with the next stone does, who can't has to block, and two threats win, rings
  among them;
- `bridges`: in random games a bridge that is cut is saved by its other cell;
- `rave`: a cell that is good later in a game is taken to be good now, until better is known;
- `prior`: cells near other stones are looked at first;
- `ways`: so are cells on a short way to a bridge or fork, and who has the shorter way is ahead;
- `prove`: what is certain is carried up the tree.
"""

from __future__ import annotations

import inspect
from random import Random
from typing import Any

from course_lib.game import Action, Game, State
from course_lib.games.havannah import Havannah
from course_lib.play.players import PlayerFunction
from course_lib.search.questions import check_not_over, check_rng
from course_tools.engines.clock import CompiledPlayer, check_budget
from course_tools.engines.mcts import compiled_game, mcts_search

SIMULATIONS = 10_000
"""So many games are played for each move, if nothing else is said."""


def havannah_search(
    game: Game,
    state: State,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    rng: Random,
    rave: bool = True,
    bridges: bool = True,
    forced: bool = True,
    prove: bool = True,
    prior: bool = True,
    ways: bool = True,
    c: float | None = None,
) -> tuple[float, Action]:
    """An estimate of this state for the player to move, and the action most looked at.

    With `seconds` the search goes on for that long, with `simulations` too it ends with whichever
    is used up first, and in any case once the result is certain. With `simulations` alone it also
    ends once those that are left can't make it look at any other action as often. Without numba,
    with passing, and on boards larger than size 15 `mcts_search` answers, of which `rave`, `prove`
    and `c` are options too.
    """
    if not isinstance(game, Havannah):
        raise TypeError(f"havannah_search plays Havannah only, and was given {game!r:.60}")
    check_not_over(game, state, "havannah_search")
    check_rng(rng, "havannah_search")
    if simulations is None and seconds is None:
        simulations = SIMULATIONS
    check_budget(simulations, seconds, "havannah_search")
    found = compiled_game(game, state)
    if found is None:
        return mcts_search(
            game,
            state,
            simulations=simulations,
            seconds=seconds,
            rng=rng,
            rave=rave,
            prove=prove,
            c=1.4 if c is None else c,
        )
    from course_tools.engines.havannah_kernels import Options, strong_search

    trying = (0.0 if rave else 0.5) if c is None else c
    options = Options(rave, bridges, forced, prove, prior, ways, c=trying)
    value, place = strong_search(found, simulations, seconds, rng, options)
    return value, found.action(game, state, place)


def havannah_player(
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    rng: Random | None = None,
    **options: Any,
) -> PlayerFunction:
    """A player that uses `havannah_search` for each move, with so many simulations or seconds.

    Any further options are those of `havannah_search`, for example `rave=False`. Where a game
    brings its own randomness that is used, else `rng`, or else one with a fixed seed.
    """
    if simulations is None and seconds is None:
        simulations = SIMULATIONS
    check_budget(simulations, seconds, "havannah_player")
    known = inspect.signature(havannah_search).parameters
    if unknown := set(options) - set(known):
        raise TypeError(
            f"havannah_player was given {', '.join(sorted(unknown))}; its options are"
            f" {', '.join(list(known)[2:])}"
        )
    given = {"simulations": simulations, "seconds": seconds}
    budget = {name: value for name, value in given.items() if value is not None}
    options = {**budget, **options, "rng": rng or Random(1)}
    least = {"simulations": 1, "rng": Random(0)}
    return CompiledPlayer("havannah_player", havannah_search, options, least)
