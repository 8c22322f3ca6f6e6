"""The same work done with OpenSpiel, as its users would write it."""

from __future__ import annotations

import math
from random import Random
from typing import Any


def openspiel_game(name: str) -> Any:
    """A game of OpenSpiel, or `None` where it is not installed (there is none for Windows)."""
    try:
        import pyspiel
    except ImportError:
        return None
    return pyspiel.load_game(name)


def openspiel_minimax(game: Any) -> None:
    """Value the start by the functions of `minimax_search`, over OpenSpiel's states."""

    def max_value(state: Any) -> float:
        best = -math.inf
        for action in state.legal_actions():
            value = value_of(state.child(action))
            if value > best:
                best = value
        return best

    def min_value(state: Any) -> float:
        best = math.inf
        for action in state.legal_actions():
            value = value_of(state.child(action))
            if value < best:
                best = value
        return best

    def value_of(state: Any) -> float:
        if state.is_terminal():
            return state.player_return(0)
        return max_value(state) if state.current_player() == 0 else min_value(state)

    value_of(game.new_initial_state())


def openspiel_count(game: Any) -> int:
    """How many positions there are from the start on, the last move of each game not made."""

    def positions_after(state: Any) -> int:
        if state.is_terminal():
            return 0
        actions = state.legal_actions()
        return len(actions) + sum(positions_after(state.child(action)) for action in actions)

    return 1 + positions_after(game.new_initial_state())


def openspiel_random_games(game: Any, games: int, rng: Random) -> int:
    """Play so many games, each move one of the legal ones, chosen in Python."""
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
    return games


def openspiel_shuffled_games(game: Any, games: int, rng: Random) -> int:
    """Play so many games, each in an order of all cells that is shuffled before it starts.

    That is far quicker than asking for the legal actions, and fair where every cell stays legal.
    """
    cells = game.new_initial_state().legal_actions()
    for _ in range(games):
        state = game.new_initial_state()
        rng.shuffle(cells)
        for cell in cells:
            state.apply_action(cell)
            if state.is_terminal():
                break
    return games


def openspiel_python_uct(game: Any, simulations: int, seed: int) -> int:
    """One search of OpenSpiel's MCTS in Python, random rollouts included."""
    import numpy as np
    from open_spiel.python.algorithms import mcts

    rng = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    # With rewards from -1 to 1 a constant of 2.8 is our 1.4 of rewards from 0 to 1.
    bot = mcts.MCTSBot(game, 2.8, simulations, evaluator, solve=True, random_state=rng)
    bot.step(game.new_initial_state())
    return simulations
