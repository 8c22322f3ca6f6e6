"""The page that says who has computed how long for a position, and who is worth a look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from course_tools.grade.pages.html import Html, page, script_text, tag, wide
from course_tools.league.effort import (
    AT_ALL,
    ENOUGH,
    PER_MOVE,
    PER_POSITION,
    TIMES,
    Effort,
    too_busy,
)

if TYPE_CHECKING:
    from course_tools.league.run import Finished

_HEAD = ("player", "moves", "positions a move", "ms a move", "ms a position", "look")
_ABOUT = (
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
    lines = [_row(one, marked=one in marked) for one in finished.efforts]
    head = tag("tr", *(tag("th", word, scope="col") for word in _HEAD))
    table = tag("table", tag("thead", head), tag("tbody", *lines), class_="sortable")
    whole = [tag("p", _RULE), wide("Computing", table)] if lines else [tag("p", _NOTHING)]
    main = tag(
        "main",
        tag("h1", "Who has computed how long"),
        tag("p", _ABOUT),
        tag("p", class_="hidden", aria_live="polite"),
        *whole,
        tag("p", tag("a", "The ladder", href=finished.page.name)),
    )
    return page("Computing in the league", main, script=script_text("sorting.js"))


def _row(one: Effort, *, marked: bool) -> Html:
    return tag(
        "tr",
        tag("th", one.title, scope="row"),
        _number(one.moves, f"{one.moves:,}"),
        _number(one.positions / one.moves, f"{one.positions / one.moves:,.1f}"),
        _number(one.per_move, f"{1000 * one.per_move:,.1f}"),
        _number(one.per_position, f"{1000 * one.per_position:,.3f}"),
        tag("td", "please look" if marked else "", data_value=int(marked)),
    )


def _number(value: float, words: str) -> Html:
    return tag("td", words, class_="number", data_value=value)
