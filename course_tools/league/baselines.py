"""Players of ours that may join a league, so that everybody sees where they stand."""

from __future__ import annotations

from course_tools.league.entrants import PLAYER, Entrant

OURS = "ours: "
"""How their names begin; no student's name has a colon here."""

_SOURCE = f"""
import random
from course_lib.play import alphabeta_player, mcts_player, random_player

chance = random.Random(random.random())
plays = {{made}}

def {PLAYER}(game, state, budget):
    return plays(game, state)
"""

_MADE = {
    "random": "random_player(chance)",
    "greedy": "alphabeta_player(depth=1, rng=chance)",
    "depth 2": "alphabeta_player(depth=2, rng=chance)",
    "depth 4": "alphabeta_player(depth=4, rng=chance)",
    "mcts 100": "mcts_player(simulations=100, rng=chance)",
    "mcts 1000": "mcts_player(simulations=1000, rng=chance)",
}


def baselines() -> tuple[Entrant, ...]:
    """One that draws its moves, three that look ahead, and two Monte Carlo searches.

    They run as students' players do, with no limit to their positions.
    """
    return tuple(
        Entrant(OURS + name, OURS + name, ((1, _SOURCE.format(made=made)),), baseline=True)
        for name, made in _MADE.items()
    )
