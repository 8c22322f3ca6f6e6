"""A Havannah player that learns from its own games: `python -m benchmarks.learn_havannah`.

Its random games follow weights: what lies around an empty cell says how likely it is to be chosen.
In each step of learning, all weights are moved a little, up or down at random, and the player with
these weights plays one with the opposite moves. The winner pulls the weights its way, by as much as
it won more. (J. Spall calls this simultaneous perturbation.) Nothing about good play is given
beforehand. What makes random games stronger needn't make a search that uses them stronger, so that
is measured separately: on size 4, with 60 simulations a move, the weights kept here won 217 of 300
games against none. Learned and played on size 5 it was 58 of 100, which leaves the question open.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from bisect import bisect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import NamedTuple

from course_lib.game import Game, Playout, State
from course_lib.games.havannah import EMPTY, Havannah, HavannahState, X
from course_lib.games.hexboard import STEPS, hex_board
from course_lib.games.hexchains import HexChains, hex_chains
from course_lib.play import mcts_player, tournament
from course_lib.play.players import PlayerFunction
from course_lib.play.progress import with_progress
from course_lib.play.tournament import Tournament

FEATURES = (
    "corner",
    "side",
    "touches one own chain",
    "joins own chains",
    "touches their stones",
    "beside their last stone",
    "saves a bridge",
)
"""What a weight is for. Own chains are counted as runs of own stones around the cell; a bridge is
saved between two own stones of which their last stone touches both."""

NEUTRAL = (0.0,) * len(FEATURES)
"""The weights with which all cells are equally likely."""

_SIX = len(STEPS)
_PATTERNS = 1 << _SIX
_SAVING = [
    [way for way in range(_SIX) if pattern >> (way - 1) % _SIX & pattern >> (way + 1) % _SIX & 1]
    for pattern in range(_PATTERNS)
]
"""By the pattern of own stones around a cell, the ways to the cells between two of them."""


class Factors(NamedTuple):
    """By how much more likely weights make a cell; e to the power of a weight each."""

    where: tuple[float, ...]
    """For each cell of the board: by its being a corner or on a side."""
    own: tuple[float, ...]
    """For each pattern of own stones around a cell."""
    theirs: tuple[float, ...]
    """For each pattern of the opponent's."""
    near: float
    saves: float


class WeightedGames:
    """Random games by weights, one for each of FEATURES: a `playout` for `mcts_search`."""

    def __init__(self, weights: Sequence[float] = NEUTRAL) -> None:
        """Keep the weights; a wrong number of them is a `ValueError`."""
        if len(weights) != len(FEATURES):
            raise ValueError(
                f"there are {len(weights)} weights; there is one for each of {', '.join(FEATURES)}"
            )
        self.weights = tuple(weights)

    def __call__(self, game: Game, state: State, rng: Random) -> Playout:
        """A game played by the weights from here to its end."""
        if not isinstance(game, Havannah):
            raise TypeError(f"weights are for Havannah; they were given a game of {game!r:.60}")
        return weighted_game(game, state, (self, self), rng)

    def __repr__(self) -> str:
        return f"WeightedGames({self.weights})"


def weighted_game(
    game: Havannah, state: HavannahState, players: tuple[WeightedGames, WeightedGames], rng: Random
) -> Playout:
    """A game from here to its end, in which X has the first weights and O the second."""
    if game.is_terminal(state):
        return Playout((), tuple(game.utility(state, player) for player in game.players))
    seat = game.players.index(state.to_move)
    factors = [_factors_of(game.size, player.weights) for player in players]
    order = _weighted_order(_around(game.size), state.board, seat, factors, rng)
    hexes = hex_chains(game.size)
    first = _stones_to_win(hexes, sum(state.chains[seat]), order[0::2])
    second = _stones_to_win(hexes, sum(state.chains[1 - seat]), order[1::2])
    # Stone number n of who moves first comes before the other one's number n.
    length, winner = (2 * first - 1, seat) if first <= second else (2 * second, 1 - seat)
    worth = (1, -1) if winner == 0 else (-1, 1)
    if length > len(order):
        length, worth = len(order), (0, 0)
    return Playout(tuple(hexes.board.cells[place] for place in order[:length]), worth)


@lru_cache(maxsize=16)  # while weights are tuned there are new ones all the time
def _factors_of(size: int, weights: tuple[float, ...]) -> Factors:
    """These weights as factors on the board of this size."""
    corner, side, one, several, theirs, near, saves = map(math.exp, weights)
    board = hex_board(size)
    sides = {cell for cells in board.sides for cell in cells}
    return Factors(
        where=tuple(
            corner if cell in board.corners else side if cell in sides else 1.0
            for cell in board.cells
        ),
        own=tuple((1.0, one, several)[min(2, _runs(pattern))] for pattern in range(_PATTERNS)),
        theirs=(1.0, *[theirs] * (_PATTERNS - 1)),
        near=near,
        saves=saves,
    )


@cache
def _around(size: int) -> tuple[tuple[int, ...], ...]:
    """For each cell the numbers of its neighbours, clockwise; -1 beyond the edge."""
    board = hex_board(size)
    return tuple(
        tuple(board.index.get((x + dx, y + dy), -1) for dx, dy in STEPS) for x, y in board.cells
    )


def _weighted_order(
    around: Sequence[Sequence[int]],
    board: str,
    seat: int,
    factors: Sequence[Factors],
    rng: Random,
) -> list[int]:
    """The numbers of all empty cells in the order in which they are taken, by turns.

    Whether somebody has won is left to who asks: what is taken later changes nothing before.
    """
    patterns = [[0] * len(board), [0] * len(board)]
    for place, sign in enumerate(board):
        if sign != EMPTY:
            _mark(patterns[sign != X], around[place])
    likely = [[0.0] * len(board), [0.0] * len(board)]
    _weigh([at for at, sign in enumerate(board) if sign == EMPTY], likely, factors, patterns)
    order: list[int] = []
    last = -1
    for _ in range(board.count(EMPTY)):
        now, factor = likely[seat], factors[seat]
        if last >= 0:
            now = now.copy()
            for at in around[last]:
                if at >= 0:
                    now[at] *= factor.near
            for way in _SAVING[patterns[seat][last]]:
                if around[last][way] >= 0:
                    now[around[last][way]] *= factor.saves
        sums = list(accumulate(now))
        last = min(bisect(sums, rng.random() * sums[-1]), len(board) - 1)
        while not now[last]:  # only where rounding has led past the last one
            last -= 1
        order.append(last)
        _mark(patterns[seat], around[last])
        likely[0][last] = likely[1][last] = 0.0
        beside = [at for at in around[last] if at >= 0 and likely[0][at]]
        _weigh(beside, likely, factors, patterns)
        seat = 1 - seat
    return order


def _weigh(
    places: Iterable[int],
    likely: Sequence[list[float]],
    factors: Sequence[Factors],
    patterns: Sequence[Sequence[int]],
) -> None:
    """Write down how likely these cells are for both players, but for what the last stone adds."""
    mine, theirs = patterns
    (where, own, others, _, _), (where_too, own_too, others_too, _, _) = factors
    first, second = likely
    for at in places:
        first[at] = where[at] * own[mine[at]] * others[theirs[at]]
        second[at] = where_too[at] * own_too[theirs[at]] * others_too[mine[at]]


def _mark(patterns: list[int], near: Sequence[int]) -> None:
    """Note a new stone in the patterns of its neighbours, for whom it lies the other way."""
    for way, at in enumerate(near):
        if at >= 0:
            patterns[at] |= 1 << (way + _SIX // 2) % _SIX


def _runs(pattern: int) -> int:
    """How many runs of stones there are around a cell."""
    stones = [pattern >> way & 1 for way in range(_SIX)]
    starts = sum(stone and not stones[way - 1] for way, stone in enumerate(stones))
    return starts or int(pattern != 0)


def _stones_to_win(hexes: HexChains, stones: int, places: Sequence[int]) -> int:
    """With how many of these stones more, in this order, there is a win; or more than there are.

    Stones never undo a win, so half of what is left can be ruled out each time.
    """
    low, high = 1, len(places) + 1
    while low < high:
        middle = (low + high) // 2
        if _wins(hexes, stones + sum(hexes.bits[place] for place in places[:middle])):
            high = middle
        else:
            low = middle + 1
    return low if low <= len(places) else len(hexes.bits)


def _wins(hexes: HexChains, stones: int) -> bool:
    """Whether these stones hold a win."""
    return any(map(hexes.kinds, hexes.chains_of(stones)))


@cache
def learned_weights() -> tuple[float, ...]:
    """The weights that are kept here, in the order of FEATURES."""
    kept = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
    return tuple(kept["weights"][name] for name in FEATURES)


def learned_player(
    *, simulations: int, rng: Random, weights: Sequence[float] | None = None
) -> PlayerFunction:
    """A player that searches like `mcts_player`, but with games by weights instead of random ones.

    Without `weights` those that are kept; `NEUTRAL` makes all cells equally likely.
    """
    games = WeightedGames(learned_weights() if weights is None else weights)
    return mcts_player(simulations=simulations, rng=rng, playout=games)


# --- learning ---------------------------------------------------------------------------------

SIZE = 4
"""The board on which is learned: small, so that thousands of games take a minute."""

GAMES = 100
"""Games in a step."""

_SHIFT = 0.3
_PULL, _SLOWING = 0.5, 50


@dataclass(frozen=True)
class Learning:
    """What has been learned after so many steps; the same seed learns the same."""

    seed: int = 1
    steps: int = 0
    weights: tuple[float, ...] = NEUTRAL
    size: int = SIZE

    def further(self, games: int = GAMES) -> Learning:
        """What is learned after one step more."""
        rng = Random(f"{self.seed} {self.steps} {games}")
        shifts = [rng.choice((-_SHIFT, _SHIFT)) for _ in self.weights]
        up, down = (
            WeightedGames([w + sign * s for w, s in zip(self.weights, shifts, strict=True)])
            for sign in (1, -1)
        )
        share = _won_more(Havannah(self.size), up, down, games, rng)
        pull = _PULL * share / (1 + self.steps / _SLOWING) ** 0.6
        weights = [
            round(w + pull * s / _SHIFT, 6) for w, s in zip(self.weights, shifts, strict=True)
        ]
        return Learning(self.seed, self.steps + 1, tuple(weights), self.size)


def _won_more(
    game: Havannah, one: WeightedGames, other: WeightedGames, games: int, rng: Random
) -> float:
    """How many games more `one` wins than `other`, as a share; they take turns with X."""
    more = 0.0
    for number in range(games):
        seat = number % 2
        players = (one, other) if seat == 0 else (other, one)
        more += weighted_game(game, game.initial, players, rng).utilities[seat]
    return more / games


def helped(learning: Learning, simulations: int, games: int) -> Tournament:
    """Games of a search with what was learned against the same without, as often a move."""
    weights = {"learned": learning.weights, "not learned": NEUTRAL}
    players = {
        name: learned_player(simulations=simulations, rng=Random(0), weights=kept)
        for name, kept in weights.items()
    }
    return tournament(players, Havannah(learning.size), games, f"learning {learning.seed}")


def main(words: Sequence[str] | None = None) -> int:
    """0 when it has learned, and said what."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learn_havannah")
    parser.add_argument("--steps", type=int, default=300, help="steps of learning (300)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=100, help="games to measure with (100)")
    parser.add_argument("--simulations", type=int, default=60, help="a move in those games (60)")
    parser.add_argument("--file", type=Path, help="where the weights are written")
    arguments = parser.parse_args(words)
    learning = Learning(arguments.seed)
    for _ in with_progress(range(arguments.steps), arguments.steps, "steps"):
        learning = learning.further()
    weights = dict(zip(FEATURES, learning.weights, strict=True))
    data = {"seed": learning.seed, "steps": learning.steps, "size": SIZE, "weights": weights}
    if arguments.file is not None:
        arguments.file.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8", newline="\n")
    print("a cell that ...               is so many times as likely")
    for name, weight in zip(FEATURES, learning.weights, strict=True):
        print(f"{name:28}{math.exp(weight):10.2f}")
    if arguments.games:
        print(f"\n{helped(learning, arguments.simulations, arguments.games)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
