"""Whose the rewards of a Monte Carlo search are, found out from the games that it played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from course_lib.game import Action, Game, State
from course_lib.watch.reading import is_number
from course_lib.watch.trace import Simulation


def with_all_rewards(
    simulations: Sequence[Simulation], game: Game, state: State
) -> tuple[Simulation, ...]:
    """The same simulations, each with a reward for every player, if that can be told.

    A single number is the reward of one player if each time it is this player's utility at the end
    of the game that was played, and of no other player. Else it is left as it is.
    """
    ends = [_utilities(game, state, each) for each in simulations]
    if not all(end and is_number(each.reward) for each, end in zip(simulations, ends, strict=True)):
        return tuple(simulations)
    owners = {
        seat
        for seat in range(len(game.players))
        if all(each.reward == end[seat] for each, end in zip(simulations, ends, strict=True))
    }
    if len(owners) != 1:
        return tuple(simulations)
    return tuple(replace(each, reward=end) for each, end in zip(simulations, ends, strict=True))


def _utilities(game: Game, state: State, simulation: Simulation) -> tuple[float, ...]:
    """What the end of this simulation's game is worth to each player; nothing if it has none."""
    added = () if simulation.expanded is None else (simulation.expanded,)
    actions: list[Action] = [*(simulation.path or ()), *added, *(simulation.playout or ())]
    try:
        for action in actions:
            state = game.result(state, action)
        if not game.is_terminal(state):
            return ()
        return tuple(game.utility(state, player) for player in game.players)
    except Exception:  # noqa: BLE001 - what an odd search says it played may not be legal
        return ()
