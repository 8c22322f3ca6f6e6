"""The exact value of every move where a game is small from there on: `values_by_solving`."""

from __future__ import annotations

from course_lib.game import Action, Game, State
from course_lib.games.compact import CompactGame, compact
from course_lib.search import solve


class TooManyStatesError(ValueError):
    """The game has more positions from there on than were allowed."""


def values_by_solving(game: Game, state: State, most_states: int) -> dict[Action, float]:
    """The value of every legal action for the player who takes it, looking at all that follows.

    After each action at most `most_states` positions may follow; more are a `TooManyStatesError`.
    """
    small = compact_or_same(game)
    if isinstance(small, CompactGame) and small is not game:
        state = small.pack(state)
    player, values = small.to_move(state), {}
    for action in small.actions(state):
        after = small.result(state, action)
        if small.is_terminal(after):
            values[action] = small.utility(after, player)
            continue
        try:
            value = solve(small, after, most_states=most_states).value
        except ValueError as error:
            if "gave up" not in str(error):
                raise
            raise TooManyStatesError(
                f"{game!r} is too large to be solved from here: it has more than {most_states:,}"
                " positions. Play further, take a smaller board, or allow more"
            ) from None
        values[action] = value if small.to_move(after) == player else -value
    return values


def compact_or_same(game: Game) -> Game:
    """The same game with bitboards, where there is such a one."""
    if isinstance(game, CompactGame):
        return game
    try:
        return compact(game)
    except ValueError:
        return game
