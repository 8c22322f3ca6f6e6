"""What each step makes of one search, in one table for lesson 04: value, visits and time.

A time differs on every computer and with every run. So it is in the table that a reader sees who
has run the cell, and not in what the notebook keeps.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from time import perf_counter
from typing import Any, NamedTuple

from course_lib.game import Game, State
from course_lib.play.tournament import aligned
from course_lib.search import alphabeta_search, deepening_search
from course_lib.watching import Watched

AGAIN = 0.2
"""Searches that take fewer seconds are measured three times: the quickest counts."""

HEADINGS = ("step", "value", "move", "visits")
TIME = "time"
TOLD = "Time: so many times that of the first line, measured on this computer and not kept."


class Effect(NamedTuple):
    """What one step led to: the value and the move, the visits, and the seconds it took."""

    step: str
    value: float
    move: str
    visits: int
    seconds: float


class Effects:
    """A table of searches of one state, each with one step more than the one before."""

    def __init__(self, state: State) -> None:
        """Make a table without lines, for this state."""
        self.state = state
        self.lines: list[Effect] = []

    def add(self, step: str, game: Game, search: Callable[..., Any], **options: Any) -> None:
        """Run `search(game, state, **options)`, which gives `(value, action)`: one line more."""
        watched = Watched(game)
        seconds, (value, action) = _measured(search, watched, self.state, options)
        visits = watched.visits
        if seconds < AGAIN:
            again = [_measured(search, Watched(game), self.state, options)[0] for _ in range(2)]
            seconds = min(seconds, *again)
        self.lines.append(Effect(step, value, game.action_name(action), visits, seconds))

    def times(self) -> list[float]:
        """For each line how many times as long it took as the first one."""
        return [line.seconds / self.lines[0].seconds for line in self.lines]

    def html(self, *, times: bool) -> str:
        """The table for a page, with the times or without."""
        headings = (*HEADINGS, TIME) if times else HEADINGS
        head = "".join(f'<th scope="col">{escape(each)}</th>' for each in headings)
        rows = []
        for line, ratio in zip(self.lines, self.times(), strict=True):
            cells = [*_words(line), f"{ratio:.1f}"][: len(headings)]
            first, *others = map(escape, cells)
            rest = "".join(f'<td style="text-align: right">{each}</td>' for each in others)
            rows.append(f'<tr><th scope="row" style="text-align: left">{first}</th>{rest}</tr>')
        told = f"<p>{TOLD}</p>" if times else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>{told}"

    def __str__(self) -> str:
        table = [HEADINGS, *map(_words, self.lines)]
        return aligned(table)

    def __repr__(self) -> str:
        return str(self)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The table with its times as a widget, which lives as long as this run; else without."""
        # Widgets take a second to load, and most of the lesson needs none of these.
        from ipywidgets import HTML  # noqa: PLC0415

        from course_lib.views.widgets import VIEW, somebody_watches  # noqa: PLC0415

        table = {"text/plain": str(self), "text/html": self.html(times=False)}
        if not somebody_watches():
            return table
        model = HTML(self.html(times=True)).model_id
        return table | {VIEW: {"version_major": 2, "version_minor": 0, "model_id": model}}


def _measured(
    search: Callable[..., Any], game: Game, state: State, options: dict[str, Any]
) -> tuple[float, Any]:
    """How many seconds this search took, and what it gave."""
    begun = perf_counter()
    found = search(game, state, **options)
    return perf_counter() - begun, found


def _words(line: Effect) -> tuple[str, ...]:
    """This line as it is written, without its time."""
    return line.step, f"{line.value:.3f}", line.move, f"{line.visits:,}"


def every_step(
    game: Any, state: State, near: Any, *, evaluate: Any, full: Any, order: Any
) -> Effects:
    """The table of lesson 04: a full search two plies deep, and five steps that are added to it.

    `near` is the game with fewer actions, and `full` a search with a limit that never cuts.
    """

    def no_cuts(game: Game, state: State, evaluate: Any) -> tuple[float, Any]:
        after = {
            action: full(game, game.result(state, action), 1, evaluate)
            for action in game.actions(state)
        }
        best = max(after, key=lambda action: after[action])
        return after[best], best

    options = {"depth": 2, "evaluate": evaluate}
    effects = Effects(state)
    effects.add("two plies", game, no_cuts, evaluate=lambda *_: 0)
    effects.add("+ evaluation", game, no_cuts, evaluate=evaluate)
    effects.add("+ cuts", game, alphabeta_search, **options)
    effects.add("+ the middle first", game, alphabeta_search, order=order, **options)
    effects.add("+ near the stones", near, alphabeta_search, order=order, **options)
    deeper = {"visits": 1_000, "evaluate": evaluate, "order": order}
    effects.add("+ deepening", near, deepening_search, **deeper)
    return effects
