"""The pages of a league: files that need no network, with links to every game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from course_lib.views.svg import document, element, text
from course_lib.views.theme import (
    BLUE,
    FADED,
    FIRST_FILL,
    INK,
    PAPER,
    QUIET,
    SECOND_FILL,
    VERMILION,
)
from course_tools.grade.pages.rendering import amount, rendered
from course_tools.league.effort import AT_ALL, ENOUGH, PER_MOVE, PER_POSITION, TIMES, too_busy
from course_tools.league.entrants import OURS
from course_tools.league.finished import COMPUTING, Finished
from course_tools.league.games import GameFiles
from course_tools.league.ratings import Ladder, Standing
from course_tools.league.seat import FAULTS, OVERRUN

TEMPLATES = Path(__file__).with_name("templates")


def ladder_page(finished: Finished, files: GameFiles) -> str:
    """The text of the page with the ladder."""
    order, standings = finished.order, finished.ladder.standings
    kind = f"Swiss, {amount(len(finished.rounds), 'round')}" if order.swiss else "round robin"
    facts = (
        *(("players", f"{len(finished.entrants)}"), ("games", f"{len(finished.games):,}")),
        *(("kind", kind), ("budget", f"{order.rules.budget:,} positions for a move")),
        ("seed", f"{order.rules.seed}"),
    )
    games = [
        (number, played, files.replay(played.key).relative_to(files.replays.parent).as_posix())
        for number, played in enumerate(finished.games, 1)
    ]
    return rendered(
        "ladder.html",
        "The league",
        folder=TEMPLATES,
        sortable=True,
        finished=finished,
        facts=facts,
        ratings=ratings_plot(standings),
        grid=grid_plot(finished.ladder),
        titles={one.name: one.title for one in finished.entrants},
        faults={
            one.name: [each for each in games if each[1].loser_by_fault == one.name]
            for one in standings
        },
        games={
            one.name: [each for each in games if one.name in each[1].seating[:2]]
            for one in standings
        },
        OVERRUN=OVERRUN,
        FAULTS=FAULTS,
        COMPUTING=COMPUTING,
    )


def computing_page(finished: Finished) -> str:
    """The text of the page that says who has computed how long."""
    return rendered(
        "computing.html",
        "Computing in the league",
        folder=TEMPLATES,
        sortable=True,
        finished=finished,
        marked=too_busy(finished.efforts, strict=finished.order.strict),
        limits={
            "TIMES": TIMES,
            "ENOUGH": ENOUGH,
            "PER_POSITION": 1000 * PER_POSITION,
            "PER_MOVE": 1000 * PER_MOVE,
            "AT_ALL": AT_ALL,
        },
    )


# --- pictures -----------------------------------------------------------------------------------

MOST_IN_GRID = 40
"""A grid of more players could not be read."""

_NAME, _LINE, _PLOT, _EDGE = 190, 26, 480, 16
_CELL = 44
_LONGEST = 22


def ratings_plot(standings: Sequence[Standing]) -> str:
    """Each rating with its 95 % interval, best first, as SVG: ours are squares."""
    lowest = min(one.low for one in standings)
    span = max(one.high for one in standings) - lowest

    def across(elo: float) -> float:
        return _NAME + _EDGE + (elo - lowest) / span * _PLOT

    bottom = _EDGE + _LINE * len(standings)
    parts = []
    for mark in _marks(lowest, lowest + span):
        line = f"M{across(mark):.1f} {_EDGE}V{bottom}"
        parts += [
            element("path", d=line, stroke=FADED),
            text(across(mark), bottom + 14, mark, fill=QUIET, font_size=12),
        ]
    for number, one in enumerate(standings):
        y = _EDGE + _LINE * (number + 0.5)
        ours = one.name.startswith(OURS)
        colour = VERMILION if ours else BLUE
        ends = f"M{across(one.low):.1f} {y}H{across(one.high):.1f}"
        x = across(one.elo)
        # A shape beside the colour, for whoever does not see it.
        sign = (
            element("rect", x=x - 5, y=y - 5, width=10, height=10, fill=colour)
            if ours
            else element("circle", cx=x, cy=y, r=5, fill=colour)
        )
        parts += [
            text(_NAME, y, _short(one.title), text_anchor="end", font_size=13),
            element("path", d=ends, stroke=colour, stroke_width=2),
            sign,
        ]
    description = "; ".join(
        f"{one.title}: {one.elo:.0f} ({one.low:.0f} to {one.high:.0f})" for one in standings
    )
    width = _NAME + _PLOT + 3 * _EDGE
    return document(
        width,
        bottom + 30,
        *parts,
        title="Ratings with 95 % intervals, best first",
        description=description,
    )


def grid_plot(ladder: Ladder) -> str:
    """The points of the row's player against the column's, as SVG; nothing for a large class."""
    names = [one.name for one in ladder.standings]
    if len(names) > MOST_IN_GRID:
        return ""
    titles = {one.name: one.title for one in ladder.standings}
    points = {
        (pair.player, pair.opponent): (
            pair.wins + pair.draws / 2,
            pair.wins + pair.draws + pair.losses,
        )
        for pair in ladder.pairs
    }
    parts = []
    for row, one in enumerate(names):
        y = _EDGE + _CELL * (row + 1)
        parts += [
            text(_NAME, y, f"{_short(titles[one])}  {row + 1}", text_anchor="end", font_size=13),
            text(_NAME + _EDGE + _CELL * (row + 0.5), _EDGE, row + 1, fill=QUIET, font_size=13),
        ]
        for column, other in enumerate(names):
            if (one, other) in points:
                place = (_NAME + _EDGE + _CELL * column, y - _CELL / 2)
                parts += _cell(place, *points[one, other])
    side = _CELL * len(names)
    description = "; ".join(
        f"{titles[one]} against {titles[other]}: {got:g} of {games}"
        for (one, other), (got, games) in points.items()
    )
    return document(
        _NAME + side + 2 * _EDGE,
        side + _CELL,
        *parts,
        title="Points of the row's player against the column's",
        description=description,
    )


def _cell(place: tuple[float, float], got: float, games: int) -> list[str]:
    """A square with the points in it: light blue for more than half, orange for less."""
    x, y = place
    fill = PAPER if 2 * got == games else FIRST_FILL if 2 * got > games else SECOND_FILL
    square = element("rect", x=x + 1, y=y + 1, width=_CELL - 2, height=_CELL - 2, rx=4, fill=fill)
    words = f"{got:g}".replace(".5", "\N{VULGAR FRACTION ONE HALF}").removeprefix("0")
    return [square, text(x + _CELL / 2, y + _CELL / 2, words or "0", fill=INK)]


def _marks(low: float, high: float) -> range:
    """Round numbers in this span, not too many."""
    step = next(size for size in (50, 100, 200, 500, 1000, 5000) if (high - low) / size < 9)
    return range(-int(-low // step) * step, int(high) + 1, step)


def _short(title: str) -> str:
    return title if len(title) <= _LONGEST else title[: _LONGEST - 1] + "\N{HORIZONTAL ELLIPSIS}"
