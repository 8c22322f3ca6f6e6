"""Who plays in a league: what is left of a notebook when only the player has to run."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cached_property

from nbformat import NotebookNode
from nbformat.v4 import new_notebook

from course_tools.grade.slicing import Part, parts_to_run

PLAYER = "my_player"
"""The function that plays: `my_player(game, state, budget)` returns an action."""

PLAIN_FILE = "course_league"
"""Marks a notebook that was made of a plain file, and says what the file was called."""

_BY_TEXT = {"globals", "locals", "vars", "eval", "exec", "get_ipython", "__main__"}


@dataclass(frozen=True)
class Entrant:
    """One player of the league: plain data, with all that its process has to run."""

    name: str
    """The name in files and tables, which no other entrant has."""
    title: str
    """The name for people."""
    cells: tuple[tuple[int, str], ...]
    """What runs before the player is asked, each with its place in the notebook, from 1."""
    module: str = "__main__"
    """What `__name__` is in there."""
    baseline: bool = False
    """Whether it is one of ours: then its positions are counted and not limited."""

    @cached_property
    def digest(self) -> str:
        """The same for entrants that play alike: the name decides nothing."""
        text = json.dumps([self.cells, self.module, self.baseline])
        return hashlib.sha256(text.encode()).hexdigest()

    def to_data(self) -> dict[str, object]:
        """The entrant as JSON takes it."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: dict[str, object]) -> Entrant:
        """The entrant that `to_data` wrote down."""
        cells: Iterable[tuple[int, str]] = data["cells"]  # type: ignore[assignment]
        return cls(
            name=str(data["name"]),
            title=str(data["title"]),
            cells=tuple((int(number), str(source)) for number, source in cells),
            module=str(data["module"]),
            baseline=bool(data["baseline"]),
        )


def entrant_of(
    name: str, title: str, notebook: NotebookNode, released: NotebookNode | None
) -> Entrant | str:
    """The entrant whose player stands in this notebook, or a sentence why there is none.

    Cells that the player does not lead to are left out: its owner's own games and plots need not
    be played again before every game of the league.
    """
    given = released or new_notebook()  # type: ignore[no-untyped-call]
    parts = parts_to_run(notebook, given)
    own = [part for part in parts if PLAYER in part.names.binds]
    if not own:
        return f"there is no function {PLAYER} in it"
    untouched = {cell.source.strip() for cell in given.cells}
    if all(part.source.strip() in untouched for part in own):
        return f"{PLAYER} is still as it was handed out"
    file = notebook.metadata.get(PLAIN_FILE)
    return Entrant(
        name=name,
        title=title or name,
        cells=tuple((part.index + 1, part.source) for part in needed_for(PLAYER, parts)),
        module=str(file) if file else "__main__",
    )


def needed_for(name: str, parts: Iterable[Part]) -> list[Part]:
    """The parts that bind or change this name, or anything that those use, in their order."""
    waiting, kept = list(parts), []
    used = {name}
    while more := [part for part in waiting if _serves(part, used)]:
        kept += more
        waiting = [part for part in waiting if part not in more]
        used = used.union(*(part.names.uses for part in more))
    if used & _BY_TEXT:
        kept += waiting  # it may ask for any name
    return sorted(kept, key=lambda part: part.index)


def _serves(part: Part, used: set[str]) -> bool:
    """Whether this part has to run for code that uses these names."""
    return bool((part.names.binds | part.names.changes) & used) or "import *" in part.source
