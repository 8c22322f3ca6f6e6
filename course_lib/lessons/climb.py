"""`climb`: a player against the whole ladder, as a table with an Elo rating and its interval."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from random import Random

from course_lib.lessons.ladder import (
    BudgetPlayer,
    Rung,
    games_between,
    ladder,
    points_of,
    result_against,
    within,
)
from course_lib.play.elo import Rating, Result, expected_score, rating_from
from course_lib.play.record import GameRecord
from course_lib.play.tournament import aligned, wilson

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
        return rating_from([self._result(rung, records) for rung, records in self.played])

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
        body = "".join(
            f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in line)}</tr>"
            for line in self._lines()
        )
        told = escape(self._told())
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><p>{told}</p>"

    def _result(self, rung: Rung, records: tuple[GameRecord, ...]) -> Result:
        return result_against(rung, self.name, list(records))

    def _lines(self) -> Iterator[tuple[str, ...]]:
        """The lines of the table as text."""
        elo = self.rating.elo
        for rung, records in self.played:
            points = [points_of(self.name, record) for record in records]
            share = sum(points) / len(points)
            low, high = wilson(share, len(points))
            counts = [str(points.count(worth)) for worth in (1, 0.5, 0)]
            yield (
                rung.name,
                f"{rung.rating:.0f}",
                *counts,
                f"{100 * share:.0f} %",
                f"{100 * low:.0f} to {100 * high:.0f} %",
                f"{100 * expected_score(elo, rung.rating):.0f} %",
            )

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
