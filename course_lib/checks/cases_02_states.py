"""What the cases of lesson 02 share: states to ask about, their values, and how a call is shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from course_lib.game import Game, State
from course_lib.games import TextbookTree
from course_lib.search import minimax_search

TREES = (
    [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
    [[5, 3], [-2, 7]],
    [[[-4, -6], [-3, -8]], [[-1, -7], [-9, -2]]],
)

At = tuple[Game, State]
"""A game and one of its states."""


def played(game: Game, *lines: str) -> list[At]:
    """The states after these moves."""
    return [(game, game.play(line)) for line in lines]


def value_for_max(game: Game, state: State) -> float:
    """What the state is worth to the first player, who is MAX, if both play as well as possible."""
    begins = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, begins)
    value, _ = minimax_search(game, state)
    return value if game.to_move(state) == begins else -value


def minimax_visits(game: Game, state: State) -> int:
    """How many states minimax visits from here."""
    return 1 + sum(
        minimax_visits(game, game.result(state, action)) for action in game.actions(state)
    )


def states_below(game: Game, state: State) -> Iterator[State]:
    """This state and all that can follow, each of them once."""
    met = {state}
    waiting = [state]
    while waiting:
        state = waiting.pop()
        yield state
        after = {game.result(state, action) for action in game.actions(state)} - met
        met |= after
        waiting += sorted(after, key=repr)


def call_of(name: str, game: Game, state: State, *more: Any) -> str:
    """How a call is written in messages; a state that takes several lines is shown as a board."""
    text = game.render(state)
    shown = "state" if "\n" in text else repr(text)
    if isinstance(game, TextbookTree):
        shown = repr(state)
    return f"{name}({', '.join([repr(game), shown, *map(str, more)])})"
