"""What a reader's plain functions say about a board, asked with fresh copies and checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from course_lib.game import Action, Player, State
from course_lib.games.frozen import frozen, in_order, thawed

Board = Any
"""What the functions know: lists of lists, dictionaries, sets, named tuples..."""

_MOST_STATES = 1000
"""So many states are visited at most to find out who plays."""


class BoardFunctions(NamedTuple):
    """The functions that say the rules, and below them what they say about a frozen board."""

    initial_state: Callable[[], Board]
    player: Callable[[Board], Player]
    actions: Callable[[Board], Iterable[Action]]
    result: Callable[[Board, Action], Board]
    winner: Callable[[Board], Player | None] | None
    terminal: Callable[[Board], bool]
    utility: Callable[[Board], float] | None

    def first_state(self) -> State:
        """The first board, frozen."""
        board = self.initial_state()
        if board is None:
            raise odd("initial_state", board, "the first board (is a `return` missing?)")
        return frozen(board)

    def is_over(self, state: State) -> bool:
        """What `terminal` says."""
        over = self.terminal(thawed(state))
        if not isinstance(over, bool):
            raise odd("terminal", over, "True or False")
        return over

    def listed(self, state: State) -> tuple[Action, ...]:
        """What `actions` lists, a set in sorted order."""
        found = self.actions(thawed(state))
        if isinstance(found, str) or not isinstance(found, Iterable):
            raise odd("actions", found, "a set, list or tuple of actions")
        listed = in_order(found) if isinstance(found, set | frozenset) else list(found)
        for action in listed:
            try:
                hash(action)
            except TypeError:
                raise odd("actions", action, "actions that are tuples, numbers or text") from None
        return tuple(listed)

    def board_after(self, state: State, action: Action) -> Board:
        """What `result` gives back, be it a board or not."""
        return self.result(thawed(state), action)

    def worth_to_first(self, state: State) -> float:
        """What `utility` says about this final state."""
        value = self.utility(thawed(state)) if self.utility else None
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise odd("utility", value, "a number: what the board is worth to the first player")
        return value

    def players_met(self) -> tuple[Player, ...]:
        """The players in the order in which they come to move, found by following the game."""
        waiting = [self.first_state()]
        seen = set(waiting)
        met: list[Player] = []
        while waiting and len(seen) < _MOST_STATES:
            state = waiting.pop()
            if self.is_over(state):
                continue
            player = self.player(thawed(state))
            if player is None:
                raise odd("player", player, "the name of the player whose turn it is")
            if len(met) > 1 and player == met[0]:
                break  # the turn has come round to the first player
            if player not in met:
                met.append(player)
            for action in reversed(self.listed(state)):
                after = state_of(self.board_after(state, action))
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        if len(met) < 2:
            raise ValueError(
                f"following the game from its start, we met the players {met};"
                " name all of them: players=('X', 'O')"
            )
        return tuple(met)


def state_of(board: Board) -> State:
    """The board that `result` gave back, frozen."""
    if board is None:
        raise odd("result", board, "the board after the action (is a `return` missing?)")
    return frozen(board)


def odd(function: str, found: Any, expected: str) -> TypeError:
    """The error for a function that gave back something it can't mean."""
    return TypeError(f"{function}(...) returned {found!r}; expected {expected}")
