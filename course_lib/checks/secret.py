"""What stays outside while a function runs, and is asked: a textbook tree's numbers, for one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
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
    asked: Iterable[tuple[int, ...]] = ()

    @abstractmethod
    def answer(self, question: Any) -> Any:
        """The answer to what was asked; for what nobody honest asks, a `ValueError`."""


class Secret(Outside):
    """A tree that stays with the grader, who writes down which leaves were looked at.

    With `good`, only so many of the leaves worth `bound` are, those looked at first: all that come
    later are worth as much less than nothing. So a branch can look good and turn out to be bad.

    >>> from course_lib.games.textbook_tree import TextbookTree
    >>> tree = Secret(TextbookTree([9, [9, 2]]), bound=9, good=1)
    >>> [tree.answer(leaf) for leaf in ([1, 0], [0], [1, 0])], [*tree.asked]
    ([9, -9, 9], [(1, 0), (0,)])
    """

    def __init__(self, game: Any, *, bound: float = 99, good: int | None = None) -> None:
        self.game = game
        self.bound = bound
        self.good = good
        self.asked: dict[tuple[int, ...], float] = {}
        self._met = 0
        nodes = nodes_in(self.game.tree)
        if nodes > MOST_NODES:
            raise ValueError(f"a secret tree has at most {MOST_NODES:,} nodes, this has {nodes:,}")

    def answer(self, question: Any) -> float:
        """The number at the end of this path; what is no leaf is a `ValueError`."""
        path = isinstance(question, list | tuple) and all(type(one) is int for one in question)
        if not path:
            raise ValueError(f"a leaf is asked for by its path, such as (0, 2); found {question!r}")
        state = tuple(question)
        if state not in self.asked:
            value = self.game.utility(state, "MAX")
            worth_it = value == self.bound
            late = self.good is not None and self._met >= self.good
            self.asked[state] = -value if worth_it and late else value
            self._met += worth_it
        return self.asked[state]


def nodes_in(node: Any) -> int:
    """How many nodes there are in these nested tuples, the leaves among them."""
    return 1 + sum(map(nodes_in, node)) if isinstance(node, tuple) else 1
