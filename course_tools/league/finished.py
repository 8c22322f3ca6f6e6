"""All that came of a league: `Finished`, and what of it is written down."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from course_tools.league.effort import Effort
from course_tools.league.entrants import Entrant
from course_tools.league.games import Played
from course_tools.league.ratings import Ladder
from course_tools.league.rules import Order

COMPUTING = "computing.html"
"""The page of what was measured; all other pages are the same after every run."""


@dataclass(frozen=True)
class Finished:
    """All that came of a league."""

    order: Order
    entrants: tuple[Entrant, ...]
    remarks: tuple[str, ...]
    """Whole sentences about what was not as it should be in what came in."""
    rounds: tuple[tuple[Played, ...], ...]
    sat_out: tuple[str, ...]
    """Who had nobody to play with, round by round."""
    ladder: Ladder
    played: int
    """How many games were played now; the others were there already, or are forfeits."""
    forfeits: int = 0
    """How many games were lost unplayed by who was withdrawn."""
    isolation: str = ""
    efforts: tuple[Effort, ...] = ()
    """What everybody has computed, the most for a position first."""

    @property
    def games(self) -> tuple[Played, ...]:
        """All games, in the order in which they were to be played."""
        return tuple(played for games in self.rounds for played in games)

    @property
    def page(self) -> Path:
        """The page with the ladder."""
        return self.order.out / "ladder.html"

    @property
    def computing_page(self) -> Path:
        """The page that says how long everybody has computed."""
        return self.order.out / COMPUTING

    def to_data(self) -> dict[str, Any]:
        """The result as JSON takes it; it says nothing of when and where it was played."""
        return {
            "rules": self.order.rules.to_data(),
            "kind": "swiss" if self.order.swiss else "round robin",
            "standings": [one._asdict() for one in self.ladder.standings],
            "rounds": [[_summary(one) for one in games] for games in self.rounds],
            "sat_out": list(self.sat_out),
            "odd": list(self.remarks),
        }


def _summary(played: Played) -> dict[str, Any]:
    """A game in short."""
    record = played.record
    return {
        "first": played.seating.first,
        "second": played.seating.second,
        "winner": record.players[record.winner] if record.winner is not None else None,
        "start": record.game.render(record.start),
        "moves": " ".join(record.game.action_name(action) for action in record.actions),
        "end": record.detail,
        "fault": played.fault,
        "by": played.loser_by_fault,
        "key": played.key,
    }
