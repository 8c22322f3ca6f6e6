"""How many leaves a search looks at, for lesson 03: by recursion, with a stack, or in any way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from course_lib.game import Player, State
from course_lib.games import TextbookTree


def leaves_seen(search: Callable[..., Any], tree: TextbookTree) -> int:
    """For how many leaves of this tree `search(game, state)` asks what they are worth."""
    seen: set[State] = set()

    class Reading(TextbookTree):
        """The same tree, which remembers what was asked of it."""

        def utility(self, state: State, player: Player) -> float:
            seen.add(state)
            return super().utility(state, player)

    search(Reading(tree.tree), tree.initial)
    return len(seen)
