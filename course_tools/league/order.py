"""What a league is asked to be: who plays, and how many games."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from course_tools.league.baselines import baselines
from course_tools.league.pairing import usual_rounds
from course_tools.league.rules import Rules
from course_tools.league.taking_in import Entered, entered


class NoLeagueError(ValueError):
    """There can be no league; the words say why."""


@dataclass(frozen=True)
class Order:
    """What `course league` was asked to do."""

    source: Path
    """What was handed in: a folder, a zip from an LMS, one notebook or one file."""
    out: Path
    """Where the games and the pages go."""
    root: Path
    """The folder with `notebooks`."""
    course: Path
    """The folder with `course_lib`."""
    rules: Rules
    swiss: bool = False
    games: int = 2
    """So many games for each two players who meet."""
    rounds: int = 0
    """So many rounds of a Swiss league; 0 for the usual number."""
    with_baselines: bool = False
    class_list: Path | None = None
    workers: int = 1
    scheduler: str = ""
    unsafe: bool = False


def taken_in(order: Order, into: Path) -> Entered:
    """Who would play, and all that is odd; too few are a `NoLeagueError`."""
    came = entered(order.source, order.root, into, class_list=order.class_list)
    everybody = (*came.entrants, *(baselines() if order.with_baselines else ()))
    if len(everybody) < 2:
        there = everybody[0].name if everybody else "nobody"
        more = "".join(f"\n- {one}" for one in came.odd)
        raise NoLeagueError(
            f"a league needs two players or more, and there is {there}; a player is a function"
            f" my_player(game, state, budget) in a notebook or a file{more}"
        )
    return Entered(everybody, came.odd)


def number_of_games(order: Order, players: int) -> int:
    """How many games so many players would play."""
    if order.swiss:
        return (order.rounds or usual_rounds(players)) * (players // 2) * order.games
    return players * (players - 1) // 2 * order.games
