"""The ladder of lesson 08: opponents from random to strong, with ratings that were measured.

`python -m benchmarks.ladder_connect_four` plays their games and writes the ratings again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from course_lib.checks.lending import lent
from course_lib.game import Action, Game, State
from course_lib.games import ConnectFour
from course_lib.games.compact import compact
from course_lib.play.elo import Result
from course_lib.play.match import play_game
from course_lib.play.players import PlayerFunction, alphabeta_player, mcts_player, random_player
from course_lib.play.record import GameRecord
from course_lib.watch import Watched

PLACE = Path(__file__).with_suffix(".json")

FOUR = ConnectFour()
SMALL: Any = compact(FOUR)

BudgetPlayer = Callable[[Game, State, int], Action]
"""A player of lesson 08: called with the game, the state, and the visits that it may use."""

Made = Callable[[Random], PlayerFunction]


def middle_out(game: Any, _state: State, actions: Sequence[Action]) -> list[Action]:
    """These actions, those near the middle of the board first."""
    row, column = (game.rows - 1) / 2, (game.columns - 1) / 2
    return sorted(actions, key=lambda action: abs(action[0] - row) + abs(action[1] - column))  # type: ignore[index]


def searching(depth: int, rng: Random) -> PlayerFunction:
    """Alpha-beta so deep with the estimate of lesson 04; it draws among equally good actions."""
    estimate = lent("evaluate_lines")
    return alphabeta_player(depth=depth, evaluate=estimate, order=middle_out, rng=rng)


def simulating(simulations: int, rng: Random) -> PlayerFunction:
    """Monte Carlo tree search with so many simulations, on states that are quickly copied."""
    player = mcts_player(simulations=simulations, rng=rng)
    return lambda _game, state: player(SMALL, SMALL.pack(state))


LADDER: dict[str, Made] = {
    "random": random_player,
    "greedy": partial(searching, 1),
    "depth 2": partial(searching, 2),
    "depth 4": partial(searching, 4),
    "MCTS 100": partial(simulating, 100),
    "MCTS 1000": partial(simulating, 1_000),
}
"""How each opponent is made, the simplest first; each draws from the randomness it is given."""


@dataclass(frozen=True)
class Rung:
    """An opponent of the ladder, with the rating that it has earned against the others."""

    name: str
    rating: float

    def player(self, rng: Random) -> PlayerFunction:
        """The opponent, ready to play."""
        return LADDER[self.name](rng)


def ladder() -> list[Rung]:
    """The opponents, the weakest first; random has the rating 0.

    >>> [rung.name for rung in ladder()][0]
    'random'
    """
    ratings = json.loads(PLACE.read_text(encoding="utf-8"))["ratings"]
    return sorted((Rung(name, ratings[name]) for name in LADDER), key=lambda rung: rung.rating)


def openings(games: int, seed: int | str) -> Iterator[tuple[State, int]]:
    """For each game a state after two stones, and who sits where: two games from every state.

    Players that draw nothing would otherwise play one game again and again.
    """
    rng = Random(f"openings {seed}")
    every = [first + second for first in "1234567" for second in "1234567"]
    drawn: list[str] = []
    while 2 * len(drawn) < games:
        drawn += rng.sample(every, len(every))
    for number in range(games):
        yield FOUR.play(drawn[number // 2]), number % 2


def games_between(
    one: tuple[str, PlayerFunction],
    other: tuple[str, PlayerFunction],
    games: int,
    seed: int | str,
) -> Iterator[GameRecord]:
    """Games between two named players, from openings that each of them has from both sides."""
    for state, turned in openings(games, seed):
        first, second = (other, one) if turned else (one, other)
        record = play_game(FOUR, [first[1], second[1]], state=state)
        yield replace(record, players=dict(zip(FOUR.players, (first[0], second[0]), strict=True)))


def points_of(name: str, record: GameRecord) -> float:
    """What this game was worth to this player: 1, a half, or 0."""
    [seat] = [seat for seat, who in record.players.items() if who == name]
    return (record.utilities[seat] + 1) / 2


def within(player: BudgetPlayer, budget: int) -> PlayerFunction:
    """The player with so many visits for each move; one more visit, and it has lost the game."""

    def limited(game: Game, state: State) -> Action:
        return player(Watched(game, budget=budget), state, budget)

    return limited


def result_against(rung: Rung, name: str, records: list[GameRecord]) -> Result:
    """The result of these games for this player, as a rating is worked out from it."""
    return Result(rung.rating, sum(points_of(name, record) for record in records), len(records))
