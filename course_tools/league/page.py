"""The pages of a league: files that need no network, with links to every game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
from course_tools.grade.pages.html import (
    Html,
    amount,
    folded,
    page,
    picture,
    script_text,
    tag,
    wide,
)
from course_tools.league.effort import (
    AT_ALL,
    ENOUGH,
    PER_MOVE,
    PER_POSITION,
    TIMES,
    Effort,
    too_busy,
)
from course_tools.league.entrants import OURS
from course_tools.league.finished import COMPUTING, Finished
from course_tools.league.games import GameFiles, Played
from course_tools.league.ratings import Ladder, Standing
from course_tools.league.seat import FAULTS, OVERRUN

Numbered = tuple[int, Played]
"""A game with its number in the whole league."""

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


def ladder_page(finished: Finished, files: GameFiles) -> str:
    """The text of the page."""
    order, standings = finished.order, finished.ladder.standings
    games = list(enumerate(finished.games, 1))
    kind = f"Swiss, {amount(len(finished.rounds), 'round')}" if order.swiss else "round robin"
    budget = f"{order.rules.budget:,} positions for a move"
    facts = (
        *(("players", f"{len(finished.entrants)}"), ("games", f"{len(games):,}")),
        *(("kind", kind), ("budget", budget), ("seed", f"{order.rules.seed}")),
    )
    grid = grid_plot(finished.ladder)
    remarks = [tag("li", remark) for remark in finished.remarks]
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
        _section("Who lost by a fault", *_faults(finished, files, games)),
        _section("All games", *_games(finished, files, games)),
        _section("What was odd about what came in", tag("ul", *remarks)) if remarks else None,
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
    kinds = "; ".join(f"{count}: {words}" for words, count in others.items())
    numbers = [one.points, one.wins, one.draws, one.losses, overruns]
    return tag(
        "tr",
        _number(place),
        tag("th", one.title, scope="row"),
        tag("td", f"{one.elo:.0f}", class_="number", data_value=one.elo),
        tag("td", f"{one.low:.0f} to {one.high:.0f}", class_="number", data_value=one.low),
        *map(_number, numbers),
        tag("td", sum(others.values()), class_="number", title=kinds or None),
        _number(one.positions),
        _number(one.most),
    )


def _number(value: float, words: str = "") -> Html:
    words = words or (f"{value:,}" if isinstance(value, int) else f"{value:,g}")
    return tag("td", words, class_="number", data_value=value)


def _faults(finished: Finished, files: GameFiles, games: Sequence[Numbered]) -> Iterable[Html]:
    """For each player the games that it lost by a fault, each with its sentence."""
    nobody = True
    for one in finished.ladder.standings:
        mine = [pair for pair in games if pair[1].loser_by_fault == one.name]
        if not mine:
            continue
        nobody = False
        label = f"{one.title}: {amount(len(mine), 'game')}"
        items = (
            tag("li", _link(number, played, files), f": {played.record.detail}")
            for number, played in mine
        )
        yield folded(label, tag("ul", *items))
    if nobody:
        yield tag("p", "Nobody.")


def _games(finished: Finished, files: GameFiles, games: Sequence[Numbered]) -> Iterable[Html]:
    """For each player all games, each with a link to the page on which it can be replayed."""
    titles = {one.name: one.title for one in finished.entrants}
    for one in finished.ladder.standings:
        mine = [pair for pair in games if one.name in pair[1].seating[:2]]
        lines = (_game(pair, one.name, titles, files) for pair in mine)
        head = tag("tr", *(tag("th", word, scope="col") for word in _GAME_HEAD))
        whole = tag("table", tag("thead", head), tag("tbody", *lines))
        yield folded(f"{one.title}: {amount(len(mine), 'game')}", wide(one.title, whole))
    for number, name in enumerate(finished.sat_out, 1):
        yield tag("p", f"In round {number}, {titles[name]} had nobody to play with.")


_GAME_HEAD = ("game", "as", "against", "result", "moves", "how it ended")


def _game(pair: Numbered, name: str, titles: dict[str, str], files: GameFiles) -> Html:
    """One game as this player saw it."""
    number, played = pair
    record = played.record
    [other] = {*played.seating[:2]} - {name}
    seat = played.seat_of(name)
    worth = record.utilities[seat]
    result = "won" if worth > 0 else "lost" if worth < 0 else "drew"
    cells = (f"{seat}", titles[other], result, f"{len(record.actions)}", record.detail)
    return tag(
        "tr", tag("td", _link(number, played, files)), *(tag("td", words) for words in cells)
    )


def _link(number: int, played: Played, files: GameFiles) -> Html:
    place = files.replay(played.key).relative_to(files.replays.parent).as_posix()
    return tag("a", f"game {number}", href=place)


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


# --- who has computed how long -------------------------------------------------------------------

_COMPUTING_HEAD = ("player", "moves", "positions a move", "ms a move", "ms a position", "look")
_COMPUTING_ABOUT = (
    "This was measured from outside, in the system's own books of each process: the processor's"
    " time for all moves, whatever else the computer had to do. It differs a little from run to"
    " run, and decides nothing."
)
_RULE = (
    f"Please look at the code of a player that is marked: for each counted position it has"
    f" computed more than {TIMES} times as long as the player in the middle (of those with"
    f" {ENOUGH} positions a move or more), longer than {1000 * PER_POSITION:g} ms, longer than"
    f" {1000 * PER_MOVE:g} ms for a move, and longer than {AT_ALL:g} s in all, not counting what"
    " the quickest player needs for a move. Either it looks at boards that nobody counts, or its"
    " evaluation is slow, which everybody may have. Who stays below is never marked."
)
_NOTHING = "Nothing was measured: the system on which the games were played keeps no such books."


def computing_page(finished: Finished) -> str:
    """The text of the page."""
    marked = too_busy(finished.efforts)
    lines = [_effort_row(one, marked=one in marked) for one in finished.efforts]
    head = tag("tr", *(tag("th", word, scope="col") for word in _COMPUTING_HEAD))
    table = tag("table", tag("thead", head), tag("tbody", *lines), class_="sortable")
    whole = [tag("p", _RULE), wide("Computing", table)] if lines else [tag("p", _NOTHING)]
    main = tag(
        "main",
        tag("h1", "Who has computed how long"),
        tag("p", _COMPUTING_ABOUT),
        tag("p", class_="hidden", aria_live="polite"),
        *whole,
        tag("p", tag("a", "The ladder", href=finished.page.name)),
    )
    return page("Computing in the league", main, script=script_text("sorting.js"))


def _effort_row(one: Effort, *, marked: bool) -> Html:
    return tag(
        "tr",
        tag("th", one.title, scope="row"),
        _number(one.moves, f"{one.moves:,}"),
        _number(one.positions / one.moves, f"{one.positions / one.moves:,.1f}"),
        _number(one.per_move, f"{1000 * one.per_move:,.1f}"),
        _number(one.per_position, f"{1000 * one.per_position:,.3f}"),
        tag("td", "please look" if marked else "", data_value=int(marked)),
    )
