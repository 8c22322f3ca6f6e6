"""`step_through`: a search in a notebook, to be stepped forward and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

from course_lib.game import Game, State
from course_lib.views.player.script import HERE, player_script
from course_lib.views.player.steps import story_of
from course_lib.views.trees import draw_tree
from course_lib.watch import SearchTrace, watch

LIMIT = 50_000


class PlayerWidget(anywidget.AnyWidget):
    """A player in a notebook; all it shows is in `story`, and the browser needs no kernel."""

    _esm = player_script()
    _css = HERE / "player.css"

    story = traitlets.Dict().tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    """The step that is shown: set it and the browser goes there; stepping there sets nothing."""

    def __init__(self, story: dict[str, Any], still: Callable[[], str]) -> None:
        """Show this story; `still` gives the HTML for places where no widget can run."""
        super().__init__(story=story)
        self._still = still

    def __repr__(self) -> str:
        return f"<PlayerWidget: {self.story.get('label') or self.story['kind']}>"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The widget, and beside it a still picture for a page without a kernel."""
        found = super()._repr_mimebundle_(**options)
        data = found[0] if isinstance(found, tuple) else found
        if data is not None:
            data["text/html"] = self._still()
        return found


def step_through(
    search: SearchTrace | Callable[..., Any],
    game: Game | None = None,
    state: State | None = None,
    *,
    boards: str | bool = "auto",
    limit: int = LIMIT,
    **options: Any,
) -> PlayerWidget:
    """A player that steps through this search, forward and back.

    `search` is a `SearchTrace`, or a function that is watched while it runs: any function, also
    one of your own. Without a `state` it starts at the game's beginning. `options` go to `watch`
    and from there to the search, such as `depth=4`, `rng=Random(1)` or `board=board`.
    `boards` shows positions beside the tree: "auto", True (as pictures), "text" or False.
    """
    trace = traced(search, game, state, limit=limit, asked="step_through", **options)
    story = story_of(trace, game=game, boards=boards)
    return PlayerWidget(story, lambda: still_of(trace))


def traced(
    search: Any, game: Game | None, state: State | None, *, limit: int, asked: str, **options: Any
) -> SearchTrace:
    """The trace that was given, or that of watching the function that was given."""
    if isinstance(search, SearchTrace):
        return search
    if not callable(search):
        raise TypeError(
            f"{asked} shows a search; found {search!r}, and a function with its game, as in "
            f"{asked}(minimax, game, state), or a SearchTrace made by watch, would be right"
        )
    if game is None:
        return watch(search, limit=limit, **options)
    return watch(search, game, game.initial if state is None else state, limit=limit, **options)


def still_of(trace: SearchTrace) -> str:
    """The final tree of this search as HTML that every page can show, the same on every machine."""
    return draw_tree(trace, engine="own")._repr_html_()
