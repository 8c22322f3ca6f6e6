"""The page of a league: one file that needs no network, with links to every game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from course_tools.grade.pages.html import (
    Html,
    amount,
    folded,
    joined,
    page,
    picture,
    script_text,
    tag,
    wide,
)
from course_tools.league.kept import Kept
from course_tools.league.playing import Played
from course_tools.league.plots import grid_plot, ratings_plot
from course_tools.league.run import COMPUTING
from course_tools.league.seat import FAULTS, OVERRUN
from course_tools.league.table import Standing

if TYPE_CHECKING:
    from course_tools.league.run import Finished

_HEAD = (
    *("#", "player", "rating", "95 % interval", "points", "won", "drawn", "lost"),
    *("overruns", "faults", "positions", "most"),
)
_ABOUT = (
    "A rating 400 points higher means ten times as many points won; 1500 lies in the middle."
    " The first two games of two players begin at the start, and every two more after two actions"
    " that were drawn: so more games tell more also of players that draw no random numbers."
)
_SURE = (
    "Where the intervals of two players overlap widely, these games do not tell who is stronger."
    " Squares are players of ours."
)
_COUNTED = (
    "Positions are those looked at for a move, on the average and at most. The game that a player"
    " is handed counts them, in the player's own process, and ends a game by an overrun. Who goes"
    " around that game is not counted, and nothing stops that; but it takes time, which is measured"
    " from outside. Faults are games lost neither on the board nor by an overrun."
)
_MEASURED = tag("a", "Who has computed how long", href=COMPUTING)


def ladder_page(finished: Finished, kept: Kept) -> str:
    """The text of the page."""
    order, standings = finished.order, finished.table.standings
    games = list(enumerate(finished.games, 1))
    kind = f"Swiss, {amount(len(finished.rounds), 'round')}" if order.swiss else "round robin"
    budget = f"{order.rules.budget:,} positions for a move"
    facts = (
        *(("players", f"{len(finished.entrants)}"), ("games", f"{len(games):,}")),
        *(("kind", kind), ("budget", budget), ("seed", f"{order.rules.seed}")),
    )
    grid = grid_plot(finished.table)
    main = tag(
        "main",
        tag("h1", f"The league: {order.rules.game!r}"),
        tag(
            "dl",
            *(tag("div", tag("dt", term), tag("dd", words)) for term, words in facts),
            class_="facts",
        ),
        tag(
            "section",
            tag("h2", "The ladder"),
            tag("p", _ABOUT),
            tag("p", class_="hidden", aria_live="polite"),
            wide("The ladder", _table(standings)),
            tag("p", _COUNTED, " ", _MEASURED, class_="quiet"),
            tag(
                "figure",
                picture(ratings_plot(standings)),
                tag("figcaption", _SURE),
            ),
        ),
        _section("Who did how against whom", tag("figure", picture(grid))) if grid else None,
        _section("Who lost by a fault", *_faults(finished, kept, games)),
        _section("All games", *_games(finished, kept, games)),
        _section("What was odd about what came in", _list(finished.odd)) if finished.odd else None,
    )
    return page("The league", main, script=script_text("sorting.js"))


def _section(title: str, *inside: object) -> Html:
    return tag("section", tag("h2", title), *inside)


def _table(standings: Sequence[Standing]) -> Html:
    """A line for each player, best first."""
    head = tag("tr", *(tag("th", word, scope="col") for word in _HEAD))
    lines = [_row(place, one) for place, one in enumerate(standings, 1)]
    return tag("table", tag("thead", head), tag("tbody", *lines), class_="sortable")


def _row(place: int, one: Standing) -> Html:
    overruns = one.faults.get(OVERRUN, 0)
    others = {FAULTS[kind]: count for kind, count in one.faults.items() if kind != OVERRUN}
    said = "; ".join(f"{count}: {words}" for words, count in others.items())
    numbers = [one.points, one.wins, one.draws, one.losses, overruns]
    return tag(
        "tr",
        _number(place),
        tag("th", one.title, scope="row"),
        tag("td", f"{one.elo:.0f}", class_="number", data_value=one.elo),
        tag("td", f"{one.low:.0f} to {one.high:.0f}", class_="number", data_value=one.low),
        *map(_number, numbers),
        tag("td", sum(others.values()), class_="number", title=said or None),
        _number(one.positions),
        _number(one.most),
    )


def _number(value: float) -> Html:
    words = f"{value:,}" if isinstance(value, int) else f"{value:,g}"
    return tag("td", words, class_="number", data_value=value)


def _faults(finished: Finished, kept: Kept, games: Sequence[tuple[int, Played]]) -> Iterable[Html]:
    """For each player the games that it lost by a fault, each with its sentence."""
    found = False
    for one in finished.table.standings:
        mine = [pair for pair in games if pair[1].loser_by_fault == one.name]
        if not mine:
            continue
        found = True
        label = f"{one.title}: {amount(len(mine), 'game')}"
        items = (
            tag("li", _link(number, played, kept), f": {played.record.detail}")
            for number, played in mine
        )
        yield folded(label, tag("ul", *items))
    if not found:
        yield tag("p", "Nobody.")


def _games(finished: Finished, kept: Kept, games: Sequence[tuple[int, Played]]) -> Iterable[Html]:
    """For each player all games, each with a link to the page on which it can be replayed."""
    titles = {one.name: one.title for one in finished.entrants}
    for one in finished.table.standings:
        mine = [pair for pair in games if one.name in pair[1].seating[:2]]
        lines = (_game(pair, one.name, titles, kept) for pair in mine)
        head = tag("tr", *(tag("th", word, scope="col") for word in _GAME_HEAD))
        whole = tag("table", tag("thead", head), tag("tbody", *lines))
        yield folded(f"{one.title}: {amount(len(mine), 'game')}", wide(one.title, whole))
    for number, name in enumerate(finished.sat_out, 1):
        yield tag("p", f"In round {number}, {titles[name]} had nobody to play with.")


_GAME_HEAD = ("game", "as", "against", "result", "moves", "how it ended")


def _game(pair: tuple[int, Played], name: str, titles: dict[str, str], kept: Kept) -> Html:
    """One game as this player saw it."""
    number, played = pair
    record = played.record
    [other] = {*played.seating[:2]} - {name}
    seat = played.seat_of(name)
    worth = record.utilities[seat]
    result = "won" if worth > 0 else "lost" if worth < 0 else "drew"
    cells = (f"{seat}", titles[other], result, f"{len(record.actions)}", record.detail)
    return tag("tr", tag("td", _link(number, played, kept)), *(tag("td", words) for words in cells))


def _link(number: int, played: Played, kept: Kept) -> Html:
    place = kept.replay(played.key).relative_to(kept.replays.parent).as_posix()
    return tag("a", f"game {number}", href=place)


def _list(sentences: Iterable[str]) -> Html:
    return joined([tag("ul", *(tag("li", one) for one in sentences))])
