"""The ladder of lessons 04, 08 and 09: opponents from random to strong, with measured ratings.

`climb` lets a player meet all of them. `python -m benchmarks.ladder_connect_four` plays the
opponents' own games and writes their ratings again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from pathlib import Path
from random import Random
from typing import Any

from course_lib.game import Action, Game, State
from course_lib.games import ConnectFour
from course_lib.games.compact import compact
from course_lib.lessons.elo import Rating, Result, expected_score, rating_from
from course_lib.lessons.known_positions import KnownPosition, known_positions
from course_lib.lessons.lending import lent
from course_lib.play.match import play_game
from course_lib.play.players import PlayerFunction, alphabeta_player, mcts_player, random_player
from course_lib.play.record import GameRecord
from course_lib.play.tournament import aligned, wilson
from course_lib.watching import Watched

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
    "MCTS 5000": partial(simulating, 5_000),
}
"""How each opponent is made, the simplest first; each draws from the randomness it is given."""


@dataclass(frozen=True)
class Rung:
    """An opponent of the ladder, with the rating that it has earned against the others."""

    name: str
    rating: float
    low: float
    high: float
    """Its 95 % interval: about the distance from the others' average, or for random, who has lost
    every game, about the distance from the next."""

    def player(self, rng: Random) -> PlayerFunction:
        """The opponent, ready to play."""
        return LADDER[self.name](rng)


def ladder() -> list[Rung]:
    """The opponents, the weakest first; random has the rating 0.

    >>> [rung.name for rung in ladder()][0]
    'random'
    """
    ratings = _data()["ratings"]
    return sorted((Rung(name, *ratings[name]) for name in LADDER), key=lambda rung: rung.rating)


@dataclass(frozen=True)
class CrossTable:
    """Who got how many points against whom, in the ladder's own games."""

    names: tuple[str, ...]
    found: Mapping[tuple[str, str], tuple[float, int]]

    def points(self, one: str, other: str) -> float:
        """The points of the first against the second."""
        return self.found[one, other][0]

    def _lines(self) -> Iterator[tuple[str, ...]]:
        yield ("", *self.names)
        for one in self.names:
            yield (
                one,
                *(f"{self.points(one, each):g}" if each != one else "" for each in self.names),
            )

    def __repr__(self) -> str:
        return aligned(list(self._lines()))

    def _repr_html_(self) -> str:
        rows = ("".join(f"<td>{escape(cell)}</td>" for cell in line) for line in self._lines())
        return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def cross_table(*names: str) -> CrossTable:
    """The games of these opponents against each other."""
    found = {}
    for one, other, points, games in _data()["pairs"]:
        found[one, other], found[other, one] = (points, games), (games - points, games)
    return CrossTable(names, found)


def kept_by() -> dict[str, float]:
    """How often each opponent keeps the best result in `known_positions()`, the weakest first."""
    kept = _data()["kept"]
    return {rung.name: kept[rung.name] for rung in ladder()}


def keeps(player: BudgetPlayer, budget: int) -> float:
    """In what share of `known_positions()` this player keeps the best result, within its budget."""
    return share_kept(within(player, budget))


def share_kept(player: PlayerFunction) -> float:
    """In what share of `known_positions()` this player's move keeps the best result."""
    positions = known_positions()
    return sum(keeps_result(player, position) for position in positions) / len(positions)


def keeps_result(player: PlayerFunction, position: KnownPosition) -> bool:
    """Whether the player's move keeps the best result that this position has."""
    line, scores = position
    name = FOUR.action_name(player(FOUR, FOUR.play(line)))
    return _result(scores[name]) == max(map(_result, scores.values()))


def _result(score: int) -> int:
    """A win, a draw or a loss: 1, 0 or -1."""
    return (score > 0) - (score < 0)


def _data() -> Any:
    return json.loads(PLACE.read_text(encoding="utf-8"))


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
    one: tuple[str, PlayerFunction], other: tuple[str, PlayerFunction], games: int, seed: int | str
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


def result_against(rung: Rung, name: str, records: Sequence[GameRecord]) -> Result:
    """The result of these games for this player, as a rating is worked out from it."""
    return Result(rung.rating, sum(points_of(name, record) for record in records), len(records))


# --- a climb ----------------------------------------------------------------------------------

HEADINGS = ("opponent", "its Elo", "won", "drawn", "lost", "score", "95 % interval", "expected")


@dataclass(frozen=True)
class Climb:
    """Games of one player against every opponent of the ladder."""

    name: str
    budget: int
    played: tuple[tuple[Rung, tuple[GameRecord, ...]], ...]

    @property
    def rating(self) -> Rating:
        """The Elo rating that explains all these games best."""
        return rating_from([result_against(rung, self.name, won) for rung, won in self.played])

    @property
    def losses(self) -> list[GameRecord]:
        """The games that were lost, those against the weakest opponent first."""
        records = [record for _, records in self.played for record in records]
        return [record for record in records if points_of(self.name, record) == 0]

    def __str__(self) -> str:
        table = [HEADINGS, *self._lines()]
        return f"{aligned(table)}\n{self._told()}"

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        """The same for a notebook."""
        head = "".join(f"<th>{escape(each)}</th>" for each in HEADINGS)
        cells = ("".join(f"<td>{escape(cell)}</td>" for cell in line) for line in self._lines())
        body = "".join(f"<tr>{line}</tr>" for line in cells)
        told = escape(self._told())
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><p>{told}</p>"

    def _lines(self) -> Iterator[tuple[str, ...]]:
        """The lines of the table as text."""
        elo = self.rating.elo
        for rung, records in self.played:
            points = [points_of(self.name, record) for record in records]
            share = sum(points) / len(points)
            low, high = wilson(share, len(points))
            counts = [str(points.count(worth)) for worth in (1, 0.5, 0)]
            interval = f"{100 * low:.0f} to {100 * high:.0f} %"
            expected = f"{100 * expected_score(elo, rung.rating):.0f} %"
            score = f"{100 * share:.0f} %"
            yield (rung.name, f"{rung.rating:.0f}", *counts, score, interval, expected)

    def _told(self) -> str:
        """The rating, and the games that were lost by a fault, in words."""
        games = sum(len(records) for _, records in self.played)
        words = f"{self.name} with {self.budget} visits for a move, after {games} games: Elo"
        faults = [record for record in self.losses if record.culprit is not None]
        if not faults:
            return f"{words} {self.rating}."
        said = f"{len(faults)} of them were lost by a fault; the first: {faults[0].detail}"
        return f"{words} {self.rating}. {said}"


def climb(player: BudgetPlayer, budget: int, games: int, seed: int) -> Climb:
    """What came of so many games against each opponent, with `budget` visits for each move.

    An opening of two stones is drawn for every two games, and played from both sides. One visit
    more than the budget, an illegal action or an exception loses the game. The same seed gives
    the same games, if the player draws nothing. `NotImplementedError` is let out: such a player is
    still to be written.
    """
    name = getattr(player, "__name__", "player")
    mine = (name, within(player, budget))
    played = []
    for rung in ladder():
        theirs = (rung.name, rung.player(Random(f"{seed} {rung.name}")))
        played.append((rung, tuple(games_between(mine, theirs, games, seed))))
    return Climb(name, budget, tuple(played))
