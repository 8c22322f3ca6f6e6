"""What somebody's function did, as it was seen, and the questions about it: `Seen`, `Interview`."""

from __future__ import annotations

import ast
import io
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from course_lib.checks.cases import is_number
from course_lib.checks.secret import Secret
from course_lib.checks.secret_tree import SecretTree
from course_lib.games.textbook_tree import TextbookTree
from course_lib.plain import many, visible
from course_lib.play.clock import OutOfTime, within
from course_lib.questions.breaking import SECONDS
from course_lib.questions.observing import SERVED, observed
from course_lib.questions.question import Card
from course_lib.questions.scenes import (
    BOUND,
    Calls,
    Path,
    Scene,
    leaves_of,
    named,
    shown,
)

# --- what was seen --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Seen:
    """What a function did in a call: nothing that a student's process says is taken unchecked."""

    source: str
    name: str
    scene: Scene | Calls
    leaves: tuple[Path, ...]
    """Those that it looked at, in this order, as the game was asked."""
    data: Any
    """What `observed` gave."""

    def __post_init__(self) -> None:
        """Refuse what `observed` never gives with this source."""
        try:
            sound = self._is_sound()
        except (TypeError, KeyError, ValueError, AttributeError) as error:
            raise ValueError("the run told something that is no observation") from error
        if not sound:
            raise ValueError("the run told of lines or functions that are not in the source")

    def _is_sound(self) -> bool:
        names, last = self._names, self.source.count("\n") + 1
        calls = all(
            name in names
            and all(key.isidentifier() and is_number(one) for key, one in numbers.items())
            and type(ended) is bool
            and type(above) is int
            for name, _, numbers, _, ended, above in self.data["calls"]
        )
        lines = all(
            type(line) is type(call) is int and 1 <= line <= last for line, call in self.lines
        )
        return calls and lines and self.end.isidentifier()

    @cached_property
    def _names(self) -> set[str]:
        return {one.name for one in ast.walk(self.tree) if isinstance(one, ast.FunctionDef)}

    @property
    def game(self) -> TextbookTree:
        """The tree that it was called for."""
        if isinstance(self.scene, Calls):
            raise TypeError(f"{self.name} was called for no tree")
        return self.scene.game

    @property
    def looks(self) -> bool:
        """Whether it is about a tree's leaves."""
        return isinstance(self.scene, Scene) and SERVED.get(self.name) != "counts"

    @cached_property
    def tree(self) -> ast.Module:
        """The source, parsed."""
        return ast.parse(self.source)

    @property
    def lines(self) -> Sequence[tuple[int, int]]:
        """Each line that was reached, with the number of the call in which it was."""
        return self.data["lines"]

    @property
    def end(self) -> str:
        """How it ended: with a `value`, `never`, or with an error, by the error's name."""
        return self.data["end"]

    @property
    def value(self) -> Any:
        """What it gave back."""
        return self.data.get("value")

    @property
    def outcome(self) -> str:
        """How it ended, in words."""
        return self.outcome_by(self.counted)

    @property
    def counted(self) -> str:
        """The function whose calls are counted where there are no leaves."""
        return self.searcher or self.name

    def outcome_by(self, counted: str) -> str:
        """How it ended, in words, with the calls of this function."""
        if self.end == "never":
            return "it never ends"
        if self.end != "value":
            return f"it stops with an error ({self.end})"
        words = f"it returns {shown(self.value)}"
        if isinstance(self.scene, Calls):
            return words
        if self.leaves:
            looks = many(len(self.leaves), "leaf", "leaves")
            return f"{words} and looks at {looks}, {named(self.leaves[-1])} last"
        if self.looks:
            return f"{words} and looks at no leaf"
        count = sum(name == counted for name, *_ in self.data["calls"])
        return f"{words} after {many(count, 'call')} of {counted}"

    @cached_property
    def all_leaves(self) -> list[Path]:
        """Every leaf of the tree, from left to right."""
        return list(leaves_of(self.game, ()))

    @cached_property
    def searcher(self) -> str | None:
        """The function that was called for most nodes, if calls for nodes were seen at all.

        Where nothing is about leaves it is the one that was called most often, but itself.
        """
        calls = self.data["calls"]
        counts = Counter(
            name
            for name, path, *_ in calls
            if (path is not None if self.looks else name != self.name)
        )
        return max(counts, key=lambda name: counts[name]) if counts else None

    @cached_property
    def calls(self) -> list[Call]:
        """The calls of that function that came back: number from 1, node, numbers, value."""
        own = [one for one in self.data["calls"] if one[0] == self.searcher]
        return [
            (number, tuple(path or ()), numbers, value)
            for number, (_, path, numbers, value, ended, _) in enumerate(own, 1)
            if ended and (not self.looks or (path is not None and self.game.has_state(tuple(path))))
        ]


Run = Callable[[Sequence[tuple[str, Scene | Calls]]], Sequence[Seen | None]]
"""What each source does there; `None` where it can't be said."""

Call = tuple[int, Path, dict[str, float], Any]
"""Of a call: its number from 1, the node, the arguments that are numbers, and what it returned."""


class Interview(NamedTuple):
    """What a function did, and five questions about it."""

    seen: Seen
    asked: list[Card]
    """Of each its kind as `name`; `because` is what a good answer contains, in five words or so."""


def seen_here(source: str, name: str, scene: Scene | Calls) -> Seen | None:
    """What it does, in this process; `None` where it takes too long."""
    secret = tree = None
    if isinstance(scene, Scene):
        secret = Secret(scene.game, bound=BOUND)
        tree = SecretTree(scene.game.tree, BOUND, ask=secret.answer)
    try:
        with redirect_stdout(io.StringIO()):
            data = within(SECONDS, lambda: observed(source, name, tree, scene.given))
    except OutOfTime:
        return None
    return Seen(source, name, scene, () if secret is None else tuple(secret.asked), data)


def numbered(source: str) -> str:
    """The source with the numbers of its lines, and with every sign visible."""
    return "\n".join(f"{at:3}  {visible(line)}" for at, line in enumerate(source.split("\n"), 1))
