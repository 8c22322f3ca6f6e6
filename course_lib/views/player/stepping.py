"""`step_through` and `compare`: searches in a notebook, to be stepped forward and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from course_lib.game import Game, State
from course_lib.views.trees import draw_tree
from course_lib.views.trees.sources import from_trace
from course_lib.views.trees.story import story_of, with_moments
from course_lib.watch import SearchTrace, watch

if TYPE_CHECKING:
    from course_lib.views.widgets import PlayerWidget

LIMIT = 50_000
MOST = 4

SearchOrTrace = SearchTrace | Callable[..., Any]


def step_through(
    search: SearchOrTrace,
    game: Game | None = None,
    state: State | None = None,
    *,
    boards: str | bool = "auto",
    moments: Mapping[str, int] | None = None,
    **options: Any,
) -> PlayerWidget:
    """A player that steps through this search, forward and back.

    `search` is a `SearchTrace`, or a function that is watched while it runs: any function, also
    one of your own. Without a `state` it starts at the game's beginning. `options` go to `watch`
    and from there to the search, such as `depth=4`, `rng=Random(1)` or `board=board`.
    `boards` shows positions beside the tree: "auto", True (as pictures), "text" or False; or in
    its nodes: "nodes". `moments` are steps with a name to go to: `{"first cut": 14}`.
    """
    from course_lib.views.widgets import PlayerWidget  # noqa: PLC0415 - slow to load

    trace = _traced(search, game, state, "step_through", options)
    story = story_of(trace, game=game, boards=boards)
    return PlayerWidget(with_moments(story, moments), lambda: {trace.function: draw_tree(trace)})


def compare(
    searches: Mapping[str, SearchOrTrace],
    game: Game | None = None,
    state: State | None = None,
    *,
    boards: str | bool = False,
    moments: Mapping[str, int] | None = None,
    **options: Any,
) -> PlayerWidget:
    """A player that steps through several searches at once, their counters beside each other.

    `searches` gives each a name: `{"minimax": minimax_search, "mine": my_alphabeta}`. Each is a
    function, watched on the same game and state with the same `options`, or a `SearchTrace`.
    What one of them never looks at and another does stands in its tree as ghosts; Monte Carlo
    searches go on together, simulation by simulation.
    `boards="nodes"` draws the positions into the nodes; `moments` are those of `step_through`.
    `draw_tree` and `to_graphviz` take what comes back for its first tree; all are in its `trees`.
    """
    from course_lib.views.widgets import PlayerWidget  # noqa: PLC0415 - slow to load

    if not isinstance(searches, Mapping) or not 2 <= len(searches) <= MOST:
        raise ValueError(
            f"compare shows 2 to {MOST} searches by name; found {searches!r}; write "
            "for example {'minimax': minimax_search, 'alpha-beta': alphabeta_search}"
        )
    traces = {
        name: _traced(search, game, state, "compare", options) for name, search in searches.items()
    }
    trees = {name: from_trace(trace, game) for name, trace in traces.items()}
    alike = len({(each.game, each.root, bool(each.simulations)) for each in traces.values()}) == 1
    parts = [
        story_of(
            trace,
            game=game,
            boards=boards,
            label=name,
            others=[tree for other, tree in trees.items() if other != name and alike],
        )
        for name, trace in traces.items()
    ]
    story = {"kind": "compare", "headline": ", ".join(map(str, traces)), "parts": parts}
    return PlayerWidget(
        with_moments(story, moments),
        lambda: {name: draw_tree(trace) for name, trace in traces.items()},
    )


def _traced(
    search: Any, game: Game | None, state: State | None, caller: str, options: dict[str, Any]
) -> SearchTrace:
    """The trace that was given, or that of watching the function that was given."""
    if isinstance(search, SearchTrace):
        return search
    if not callable(search):
        raise TypeError(
            f"{caller} shows a search; found {search!r}; give it a function with its game, as in "
            f"{caller}(minimax, game, state), or a SearchTrace made by watch"
        )
    options = {"limit": LIMIT} | options
    if game is None:
        return watch(search, **options)
    return watch(search, game, game.initial if state is None else state, **options)
