"""`compare`: two or three searches side by side, stepping together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from course_lib.game import Game, State
from course_lib.views.player.steps import story_of
from course_lib.views.player.widget import LIMIT, PlayerWidget, still_of, traced
from course_lib.views.svg import escaped
from course_lib.watch import SearchTrace

MOST = 4

Search = SearchTrace | Callable[..., Any]


def compare(
    searches: Mapping[str, Search],
    game: Game | None = None,
    state: State | None = None,
    *,
    limit: int = LIMIT,
    **options: Any,
) -> PlayerWidget:
    """A player that steps through several searches at once, their counters beside each other.

    `searches` gives each a name: `{"minimax": minimax_search, "mine": my_alphabeta}`. Each is a
    function, watched on the same game and state with the same `options`, or a `SearchTrace`.
    A search that is done waits for the others.
    """
    traces = {
        name: traced(search, game, state, limit=limit, asked="compare", **options)
        for name, search in _checked(searches).items()
    }
    return PlayerWidget(
        comparison_of(traces, game=game),
        lambda: "".join(
            f"<p>{escaped(name)}</p>{still_of(trace)}" for name, trace in traces.items()
        ),
    )


def comparison_of(traces: Mapping[str, SearchTrace], *, game: Game | None = None) -> dict[str, Any]:
    """The stories of these searches as one, plain JSON data."""
    parts = [
        story_of(trace, game=game, boards=False, label=name)
        for name, trace in _checked(traces).items()
    ]
    return {"kind": "compare", "parts": parts}


def _checked(searches: Mapping[str, Any]) -> Mapping[str, Any]:
    if not isinstance(searches, Mapping) or not 2 <= len(searches) <= MOST:
        raise ValueError(
            f"compare shows 2 to {MOST} searches by name; found {searches!r}, and "
            "{'minimax': minimax_search, 'alpha-beta': alphabeta_search} would be right"
        )
    return searches
