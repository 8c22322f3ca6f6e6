"""The thesis's six criteria for a strategy, each as a figure, for each player of the large board.

The whole tree is not among them: on the board of size 10 it never comes to its first move.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from random import Random
from statistics import mean, median
from types import ModuleType
from typing import Any, NamedTuple

from course_lib.games.havannah import Havannah
from course_lib.play import PlayerFunction, havannah_example, random_player
from course_lib.play.havannah_example import sight_of
from course_lib.play.record import GameRecord
from course_tools.engines.players import (
    havannah_blocks,
    havannah_defence,
    havannah_straight,
)
from course_tools.engines.players.havannah_blocks import winning_cells
from course_tools.engines.players.havannah_kept import KeptGames
from course_tools.engines.players.havannah_measures import PLAYERS, times_of_moves

MADE_OF: dict[str, tuple[ModuleType, ...]] = {
    "straight": (havannah_straight,),
    "defence": (havannah_straight, havannah_defence, havannah_blocks),
    "defence+": (havannah_straight, havannah_defence, havannah_blocks),
    "example": (havannah_example,),
}


class Criteria(NamedTuple):
    """One strategy judged by the six criteria, on the board of size 10.

    - `statements`: how long its program is, with all it builds on (is it easy to describe?);
    - `microseconds`: for a usual move, the median (is it fast?);
    - `beats_random`: the part of its games against random play that it wins (does it attack?);
    - `answers`: of the threats to win at once at the chain of the opponent's last stone, the part
      at which it sets a stone, or wins first (does it defend?); `None` if there were none;
    - `score`: the part of its games against the other three that it wins (does it beat others?);
    - `guessed`: of its moves, the part that repeats the step before (is it easy to spot?).
    """

    strategy: str
    statements: int
    microseconds: float
    beats_random: float
    answers: float | None
    score: float
    guessed: float


def criteria(games: int, seed: int, kept: KeptGames | None = None) -> tuple[Criteria, ...]:
    """The table; every two strategies play so many games, and each plays as many against random."""
    kept = kept or KeptGames()
    makers: dict[str, Callable[[Random], PlayerFunction]] = {
        name: partial(_made, name) for name in PLAYERS
    } | {"random": random_player}
    played = [
        record
        for one, other in combinations(makers, 2)
        for record in kept.match(
            {one: makers[one], other: makers[other]}, Havannah(10), games, f"criteria {seed}"
        )
    ]
    return tuple(_judged(name, played, games, seed) for name in PLAYERS)


def _made(name: str, rng: Random) -> PlayerFunction:
    """The player with this name."""
    return PLAYERS[name](rng, name)


def _judged(name: str, played: Sequence[GameRecord], games: int, seed: int) -> Criteria:
    """One line of the table, from all games of the tournament."""
    own = [record for record in played if name in record.players.values()]
    against_random = [record for record in own if "random" in record.players.values()]
    others = [record for record in own if "random" not in record.players.values()]
    answers = [answer for record in others for answer in threats_answered(record, name)]
    guessed = [guess for record in others for guess in steps_repeated(record, name)]
    times = times_of_moves(PLAYERS[name], Havannah(10), games, f"criteria {seed}")
    return Criteria(
        name,
        sum(map(statements, MADE_OF[name])),
        median(times),
        _won(against_random, name),
        mean(answers) if answers else None,
        _won(others, name),
        mean(guessed),
    )


def _won(records: Sequence[GameRecord], name: str) -> float:
    """The part of these games that this player has won."""
    return mean(
        record.winner is not None and record.players[record.winner] == name for record in records
    )


def statements(module: ModuleType) -> int:
    """How many statements this module's program has; docstrings and imports do not count."""
    return sum(
        isinstance(node, ast.stmt)
        and not isinstance(node, ast.Import | ast.ImportFrom)
        and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        for node in ast.walk(ast.parse(inspect.getsource(module)))
    )


def threats_answered(record: GameRecord, name: str) -> list[bool]:
    """For each threat at the opponent's last chain: whether this player blocked it or won."""
    game, state, answered = record.game, record.start, []
    for last, action in zip((None, *record.actions), record.actions, strict=False):
        if last is not None and record.players[game.to_move(state)] == name:
            stone: Any = last
            threats = set(winning_cells(sight_of(game, state, name), stone))
            after = game.result(state, action)
            if threats:
                answered.append(action in threats or game.winner(after) is not None)
        state = game.result(state, action)
    return answered


def steps_repeated(record: GameRecord, name: str) -> list[bool]:
    """For each move of this player from the third on: whether it is the step before once more."""
    seat = next(at for at, who in record.players.items() if who == name)
    first = record.game.players.index(seat)
    cells: list[Any] = list(record.actions[first::2])
    return [
        (third[0] - second[0], third[1] - second[1])
        == (second[0] - before[0], second[1] - before[1])
        for before, second, third in zip(cells, cells[1:], cells[2:], strict=False)
    ]
