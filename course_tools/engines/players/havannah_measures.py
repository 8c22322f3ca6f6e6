"""Figures about Havannah and its players: smallest wins, draws, blocks, time for a move."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from random import Random
from statistics import median
from typing import Any, NamedTuple

from course_lib.games.havannah import Havannah
from course_lib.games.hexchains import hex_chains
from course_lib.play.havannah_example import ExamplePlayer, HavannahPlayer, sight_of
from course_lib.play.record import GameRecord
from course_tools.engines.players.havannah_defence import DefencePlayer, DefencePlusPlayer
from course_tools.engines.players.havannah_straight import StraightPlayer

MORE_THAN_A_SMALLEST_RING = 7

Maker = Callable[[Random, str], HavannahPlayer]

PLAYERS: dict[str, Maker] = {
    "straight": StraightPlayer,
    "defence": DefencePlayer,
    "defence+": DefencePlusPlayer,
    "example": ExamplePlayer,
}
"""How each player is made, from its randomness and its name."""


class SmallestWins(NamedTuple):
    """With how many stones one can win, and how many such chains of each kind there are."""

    stones: int
    ring: int
    bridge: int
    fork: int


@cache
def smallest_wins(size: int) -> SmallestWins:
    """The smallest winning chains on this board, found by growing every chain stone by stone.

    >>> smallest_wins(2)
    SmallestWins(stones=2, ring=0, bridge=6, fork=0)
    """
    chains = hex_chains(size)
    board = sum(chains.bits)
    grown = set(chains.bits)
    for stones in range(1, MORE_THAN_A_SMALLEST_RING):
        kinds = [kind for chain in grown for kind in chains.kinds(chain)]
        if kinds:
            counts = (kinds.count(kind) for kind in ("ring", "bridge", "fork"))
            return SmallestWins(stones, *counts)
        larger = set()
        for chain in grown:
            beside = 0
            for step in chains.steps[:3]:
                beside |= chain << step | chain >> step
            beside &= board & ~chain
            while beside:
                larger.add(chain | beside & -beside)
                beside &= beside - 1
        grown = larger
    raise AssertionError("six stones around a cell are a ring on every board")


def random_draws(size: int, games: int, seed: int) -> int:
    """How many of so many random games on this board are drawn."""
    game, rng = Havannah(size), Random(f"draws {size} {seed}")
    return sum(game.playout(game.initial, rng).utilities == (0, 0) for _ in range(games))


def games_with_blocks(records: Iterable[GameRecord]) -> int:
    """How many of these games of the thesis's defence against itself hold a block by either."""
    return sum(map(_has_block, records))


def _has_block(record: GameRecord) -> bool:
    """Whether somebody in this game had a reason to block, by the rules of the defence."""
    player = DefencePlayer(Random(0), "defence_player")
    state = record.start
    for action in record.actions[:-1]:
        state = record.game.result(state, action)
        stone: Any = action
        if player.block(sight_of(record.game, state, player.name), stone) is not None:
            return True
    return False


def move_times(sizes: Sequence[int], games: int, seed: int) -> dict[str, dict[int, float]]:
    """Microseconds for a usual move (the median) on boards of these sizes, against the example.

    What it takes to read the state is left out: that looks at every cell, whoever plays.
    """
    return {
        name: {
            size: median(times_of_moves(make, Havannah(size), games, f"times {size} {seed}"))
            for size in sizes
        }
        for name, make in PLAYERS.items()
    }


def times_of_moves(make: Maker, game: Havannah, games: int, seed: str) -> list[float]:
    """Microseconds for each move of this player, as O, until it resigns or the game is over."""
    rng, times = Random(seed), []
    for _ in range(games):
        player, example = (
            make(Random(rng.random()), "the player that is timed"),
            ExamplePlayer(rng, "example_player"),
        )
        state = game.initial
        while not game.is_terminal(state):
            last: Any = example(game, state)
            state = game.result(state, last)
            if game.is_terminal(state):
                break
            sight = sight_of(game, state, player.name)
            began = time.perf_counter()
            action = player.choose(sight, [last])
            times.append(1e6 * (time.perf_counter() - began))
            if action not in sight.empty:
                break
            state = game.result(state, action)
    return times
