"""`explore`: a search with controls for its options, its tree beside its numbers."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

import ipywidgets

from course_lib.game import Game, State
from course_lib.views.player import step_through
from course_lib.views.trees import draw_tree
from course_lib.watch import SearchTrace, watch

HEADINGS = ("value", "action", "visits", "branches cut")


class Explorer(ipywidgets.VBox):  # type: ignore[misc] # ipywidgets ships no types
    """Controls above, and below them three tabs: the tree, its steps, and all runs in numbers."""

    def __init__(
        self,
        search: Callable[..., Any],
        game: Game,
        state: State,
        options: Mapping[str, Any],
        *,
        budget: int,
    ) -> None:
        """Make a control for each option that has a choice, and run the search once."""
        self.search, self.game, self.state, self.budget = search, game, state, budget
        choices = {name: each for name, each in options.items() if has_choice(each)}
        self.controls = {name: control(name, each) for name, each in choices.items()}
        # Copied now and again for each run, so that a source of randomness gives all of them the
        # same chances, whatever becomes of it elsewhere.
        fixed = {name: value for name, value in options.items() if name not in self.controls}
        self.fixed = copy.deepcopy(fixed)
        self.runs: dict[tuple[str, ...], SearchTrace] = {}
        self.tree = ipywidgets.HTML()
        self.steps = ipywidgets.Box()
        self.numbers = ipywidgets.HTML()
        tabs = ipywidgets.Tab(
            children=[self.tree, self.steps, self.numbers],
            titles=("Tree", "Step by step", "In numbers"),
        )
        super().__init__([ipywidgets.HBox(list(self.controls.values())), tabs])
        for each in self.controls.values():
            each.observe(lambda _: self.run(), names="value")
        self.run()

    @property
    def chosen(self) -> tuple[str, ...]:
        """What the controls show now, in words."""
        return tuple(each.options[each.index][0] for each in self.controls.values())

    def run(self) -> SearchTrace:
        """The trace of the search with the options that are chosen; each choice is run once."""
        if self.chosen not in self.runs:
            options = {name: each.value for name, each in self.controls.items()}
            options |= copy.deepcopy(self.fixed) | {"budget": self.budget}
            self.runs[self.chosen] = watch(self.search, self.game, self.state, **options)
        trace = self.runs[self.chosen]
        self.tree.value = draw_tree(trace, game=self.game)._repr_html_()
        self.steps.children = (step_through(trace, self.game),)
        self.numbers.value = self._table()
        return trace

    def __repr__(self) -> str:
        return f"<Explorer: {', '.join(self.controls)}>"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The widget, and beside it the tree as it is now, for a page without a kernel."""
        return {**super()._repr_mimebundle_(**options), "text/html": self.tree.value}

    def _table(self) -> str:
        """All runs so far as a table, the one that is shown now in bold."""
        head = "".join(f"<th>{escape(each)}</th>" for each in (*self.controls, *HEADINGS))
        lines = []
        for chosen, trace in self.runs.items():
            value = "" if trace.value is None else f"{trace.value:.3g}"
            found = (value, trace.action_name or "", f"{trace.visits:,}", f"{trace.cut:,}")
            bold = "font-weight: bold" if chosen == self.chosen else ""
            cells = "".join(f"<td>{escape(str(cell))}</td>" for cell in (*chosen, *found))
            lines.append(f'<tr style="{bold}">{cells}</tr>')
            if trace.error:
                lines.append(f"<tr><td colspan={len(chosen) + 4}>{escape(trace.error)}</td></tr>")
        return f"<table><tr>{head}</tr>{''.join(lines)}</table>"


def explore(
    search: Callable[..., Any],
    game: Game,
    state: State | None = None,
    *,
    budget: int = 50_000,
    **options: Any,
) -> Explorer:
    """A search with a control for each option that has a choice.

    An option with several values gets a control: `depth=range(1, 6)` or `c=[0, 0.7, 1.4]` a
    slider, and a dictionary such as `order={"as listed": None, "middle first": middle_first}` a
    list to choose from by name. Any other option goes to the search as it is. What is chosen is
    run, and shown as a tree, step by step, and as a line in a table beside all runs before it.

    A search that wants to visit more than `budget` states is stopped, so that a slider moved too
    far can't hang the notebook; the table says so.
    """
    if not callable(search):
        raise TypeError(
            f"explore runs a search; found {search!r}, and for example"
            " explore(alphabeta_search, game, depth=range(1, 5)) would be right"
        )
    for name, value in options.items():
        if has_choice(value) and not len(value):
            raise ValueError(f"{name} has nothing to choose from; give it one value or more")
    start = game.initial if state is None else state
    return Explorer(search, game, start, options, budget=budget)


def has_choice(value: Any) -> bool:
    """Whether an option's value is a choice between several."""
    return isinstance(value, Mapping | Sequence) and not isinstance(value, str)


def control(name: str, choices: Any) -> Any:
    """A slider for numbers, a list of names for a dictionary or anything else."""
    look = {"description": name, "style": {"description_width": "initial"}, "index": 0}
    if isinstance(choices, Mapping):
        return ipywidgets.Dropdown(options=list(choices.items()), **look)
    if all(isinstance(each, int | float) for each in choices):
        named = [(f"{each:g}", each) for each in choices]
        return ipywidgets.SelectionSlider(options=named, continuous_update=False, **look)
    return ipywidgets.Dropdown(options=[(str(each), each) for each in choices], **look)
