"""Who has computed far more than the positions that were counted explain: `efforts`, `too_busy`.

These numbers are measured, so they differ from run to run; nothing else of a league does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median_low
from typing import NamedTuple

from course_tools.league.entrants import Entrant
from course_tools.league.games import Played
from course_tools.league.seat import TIME

TIMES = 10
"""Who computes more than so many times as long for a position as the player in the middle ..."""

AT_ALL = 0.05
"""... and in all more than so many seconds, and than that player for a whole budget, is marked."""

ROOM = 2
"""Beside the budget, a move may take so many times what the one in the middle of the others takes:
with a small budget the question and the answer are nearly all of it, 2 ms on a busy computer."""

ENOUGH = 10
"""Who counts fewer positions for a move is no yardstick: it does something else than to search."""

USUAL = 50e-6
"""The yardstick where nobody searches: what asking for a position takes."""


class Effort(NamedTuple):
    """What one player has computed in the games in which that was measured."""

    name: str
    title: str
    moves: int
    positions: int
    seconds: float
    baseline: bool = False

    @property
    def per_move(self) -> float:
        """Seconds of computing for a move."""
        return self.seconds / max(1, self.moves)

    @property
    def per_position(self) -> float:
        """Seconds for a counted position; every move counts as one position or more."""
        return self.seconds / max(1, self.moves, self.positions)


def efforts(entrants: Iterable[Entrant], games: Iterable[Played]) -> tuple[Effort, ...]:
    """What each player has computed, the most for a position first; who wasn't measured is out."""
    sums: dict[str, list[tuple[int, int, float]]] = {}
    for one in games:
        for seat, seconds in one.computed.items():
            moves, positions, _ = one.used[seat]
            endless = one.fault == TIME and one.record.culprit == seat  # its loop is the reason
            if moves and not endless:
                sums.setdefault(one.record.players[seat], []).append((moves, positions, seconds))
    measured = []
    for who in entrants:
        if who.name in sums:
            moves, positions, seconds = map(sum, zip(*sums[who.name], strict=True))
            measured.append(
                Effort(who.name, who.title, int(moves), int(positions), seconds, who.baseline)
            )
    return tuple(sorted(measured, key=lambda one: (-one.per_position, one.name)))


def too_busy(everybody: Sequence[Effort], budget: int) -> tuple[Effort, ...]:
    """Those of the class that have computed far more than their positions explain.

    The one in the middle of those who search is the yardstick, ours among them: so those who cheat
    are not the measure unless they are most of the class, and a slow computer slows down all. Who
    asks for positions only to hide other work among them is found, too. Who computes less than an
    honest search with the whole budget would, and a little more, has gained nothing, however few
    positions it counts.
    """
    searching = [one.per_position for one in everybody if one.positions >= ENOUGH * one.moves]
    usual = median_low(searching) if searching else USUAL

    def allowed(who: Effort) -> float:
        others = [one.per_move for one in everybody if one is not who]
        a_move = usual * budget + (ROOM * median_low(others) if others else 0)
        return max(AT_ALL, a_move * who.moves)

    return tuple(
        one
        for one in everybody
        if not one.baseline and one.seconds > allowed(one) and one.per_position > TIMES * usual
    )
