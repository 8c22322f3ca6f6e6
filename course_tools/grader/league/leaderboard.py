"""What Gradescope's leaderboard shows of lesson 08's player: points against three of ours."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from course_lib.games import ConnectFour
from course_tools.grader.judge.repair import repaired
from course_tools.grader.judge.tasks import GradedLesson
from course_tools.grader.league.entrants import LESSON, Entrant, baselines, entrant_of
from course_tools.grader.league.games import GameToPlay
from course_tools.grader.league.rules import Rules
from course_tools.grader.league.schedule import match
from course_tools.grader.sandbox import Sandbox

_GAMES = 2
"""So many games against each player of ours: one in each seat."""

_BEATEN = ("random", "greedy", "depth 2")


def leaderboard_of(
    raw: bytes | None, lesson: GradedLesson, sandbox: Sandbox
) -> list[dict[str, Any]]:
    """What lesson 08's player has won against three of ours, and how much it looked at."""
    notebook = repaired(raw, lesson.released).notebook if raw is not None else None
    if lesson.name != LESSON or notebook is None:
        return []
    player = entrant_of("student", "", notebook, lesson.released)
    if not isinstance(player, Entrant):
        return []
    rules = Rules(ConnectFour(), seed=Random(lesson.name).randrange(1_000))
    ours = [one for one in baselines(rules.game) if one.name.partition(": ")[2] in _BEATEN]
    points, moves, positions = 0.0, 0, 0
    for other in ours:
        for seating in match((player.name, other.name), _GAMES):
            both = (player, other) if seating.first == player.name else (other, player)
            played = GameToPlay(seating, both, rules).play(sandbox.session)
            points += played.points(player.name)
            used: Mapping[Any, tuple[int, int, int]] = played.used
            own = used[played.seat_of(player.name)]
            moves, positions = moves + own[0], positions + own[1]
    return [
        {"name": f"Points from {_GAMES * len(ours)} games", "value": points},
        {
            "name": "Positions a move",
            "value": round(positions / moves) if moves else 0,
            "order": "asc",
        },
    ]
