"""What stays outside while a function runs, and is asked: a textbook tree's numbers, for one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

MOST_NODES = 2_000
"""A secret tree has at most so many nodes, because each leaf costs a question and an answer."""

Ask = Callable[[Any], Any]
"""Gives what the other side answers, such as the number at the end of a path."""


class Outside(ABC):
    """What a function gets only as far as it asks, bit by bit."""

    most = 100_000
    """So many questions are answered during one call."""
    bound: float = 0
    """Of a tree, the announced bound of its numbers."""
    asked: Sequence[tuple[int, ...]] = ()

    @abstractmethod
    def answer(self, question: Any) -> Any:
        """The answer to what was asked; for what nobody honest asks, a `ValueError`."""


class Secret(Outside):
    """A tree that stays with the grader, who writes down which leaves were looked at.

    With `good`, only so many of the leaves worth `bound` are, those looked at first: all that come
    later are worth as much less than nothing. So a branch can look good and turn out to be bad.
    """

    def __init__(self, game: Any, *, bound: float = 99, good: int | None = None) -> None:
        self.game = game
        self.bound = bound
        self.good = good
        self.asked: list[tuple[int, ...]] = []
        nodes = nodes_in(self.game.tree)
        if nodes > MOST_NODES:
            raise ValueError(f"a secret tree has at most {MOST_NODES:,} nodes, this has {nodes:,}")

    def answer(self, question: Any) -> float:
        """The number at the end of this path; what is no leaf is a `ValueError`."""
        path = isinstance(question, list | tuple) and all(type(one) is int for one in question)
        if not path:
            raise ValueError(f"a leaf is asked for by its path, such as (0, 2); found {question!r}")
        state = tuple(question)
        value = self.game.utility(state, "MAX")
        if state not in self.asked:
            self.asked.append(state)
        if self.good is not None and value == self.bound and self._place(state) >= self.good:
            return -value
        return value

    def _place(self, state: tuple[int, ...]) -> int:
        """How many leaves that are worth `bound` were looked at before this one."""
        before = self.asked[: self.asked.index(state)]
        return sum(self.game.utility(leaf, "MAX") == self.bound for leaf in before)


def nodes_in(node: Any) -> int:
    """How many nodes there are in these nested tuples, the leaves among them."""
    return 1 + sum(map(nodes_in, node)) if isinstance(node, tuple) else 1
