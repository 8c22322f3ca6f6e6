"""The pages of a league: files that need no network, with links to every game."""

from __future__ import annotations

from pathlib import Path

from course_lib.views.theme import BLUE, QUIET, VERMILION
from course_tools.grade.pages.rendering import amount, rendered
from course_tools.league.effort import AT_ALL, ENOUGH, TIMES, too_busy
from course_tools.league.entrants import OURS
from course_tools.league.league import COMPUTING, League
from course_tools.league.seat import FAULTS, OVERRUN

TEMPLATES = Path(__file__).with_name("templates")

MOST_IN_GRID = 40
"""A grid of more players could not be read."""


def ladder_page(league: League) -> str:
    """The text of the page with the ladder."""
    order, standings, files = league.order, league.ladder.standings, league.files
    kind = f"Swiss, {amount(len(league.rounds), 'round')}" if order.swiss else "round robin"
    facts = (
        *(("players", f"{len(league.entrants)}"), ("games", f"{len(league.games):,}")),
        *(("kind", kind), ("budget", f"{order.rules.budget:,} positions for a move")),
        ("seed", f"{order.rules.seed}"),
    )
    games = [
        (number, played, files.replay(played.key).relative_to(files.replays.parent).as_posix())
        for number, played in enumerate(league.games, 1)
    ]
    low, high = min(one.low for one in standings), max(one.high for one in standings)
    step = next(size for size in (50, 100, 200, 500, 1000, 5000) if (high - low) / size < 9)
    return rendered(
        "ladder.html",
        "The league",
        folder=TEMPLATES,
        sortable=True,
        finished=league,
        facts=facts,
        scale=(low, high - low, range(-int(-low // step) * step, int(high) + 1, step)),
        colours={"ours": VERMILION, "theirs": BLUE, "marks": QUIET},
        OURS=OURS,
        pairs={
            (pair.player, pair.opponent): (pair.wins + pair.draws / 2, pair.losses + pair.draws / 2)
            for pair in league.ladder.pairs
            if len(standings) <= MOST_IN_GRID
        },
        titles={one.name: one.title for one in league.entrants},
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


def computing_page(league: League) -> str:
    """The text of the page that says who has computed how long."""
    return rendered(
        "computing.html",
        "Computing in the league",
        folder=TEMPLATES,
        sortable=True,
        finished=league,
        marked=too_busy(league.efforts, league.order.rules.budget),
        limits={"TIMES": TIMES, "ENOUGH": ENOUGH, "AT_ALL": AT_ALL},
    )
