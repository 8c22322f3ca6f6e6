"""A slider for the constant of the reader's own Monte Carlo search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from course_lib.game import Game, State
from course_lib.views.exploring import Explorer
from course_lib.views.trees import draw_tree
from course_lib.watch import SearchTrace


class TreeExplorer(Explorer):
    """What `explore` shows, for a search whose tree is made of dictionaries."""

    def __init__(
        self, search: Callable[..., Any], game: Game, state: State, options: dict[str, Any]
    ) -> None:
        """Make a control for each option that has a choice, and run the search once."""
        super().__init__(search, game, state, options, budget=50_000)

    def run(self) -> SearchTrace:
        """The trace of the search with the options that are chosen; each choice is run once."""
        trace = super().run()
        # What Graphviz draws differs from place to place, and this picture is kept in the notebook.
        self.tree.value = draw_tree(trace, game=self.game, engine="own")._repr_html_()
        return trace

    def __repr__(self) -> str:
        return f"<TreeExplorer: {', '.join(self.controls)}>"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The widget, and beside it the tree as it is now, for a page without a kernel."""
        found = super()._repr_mimebundle_(**options)
        data = found[0] if isinstance(found, tuple) else found
        if data is not None:
            data["text/html"] = self.tree.value
        return found
