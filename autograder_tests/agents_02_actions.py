"""Lesson 02 with exactly one bug each: `best_action(game, state)` and `minimax(board)`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from course_lib.checks import list_boards
from course_lib.checks.cases_02_actions import state_on
from course_lib.checks.list_boards import GAME, Board
from course_lib.game import Action, Game, State

Agent = Callable[..., Any]


def value_of(game: Game, state: State) -> float:
    """What the state is worth to the first player."""
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    after = [value_of(game, game.result(state, action)) for action in game.actions(state)]
    return max(after) if first_moves(game, state) else min(after)


def first_moves(game: Game, state: State) -> bool:
    """Whether the first player is to move."""
    return game.to_move(state) == game.players[0]


def one_ply(game: Game, state: State) -> float:
    """The utility of final states, and 0 for all others."""
    return game.utility(state, game.players[0]) if game.is_terminal(state) else 0


def choosing(
    *,
    largest: Callable[[Game, State], bool] = first_moves,
    value: Callable[[Game, State], float] = value_of,
    given: Callable[[Game, State, Action, float], Any] = lambda _game, _state, action, _: action,
    at_end: Callable[[Game, State], Any] = lambda _game, _state: None,
) -> Agent:
    """A choice of actions made of these parts, each of which may be wrong."""

    def choice(game: Game, state: State) -> Any:
        if game.is_terminal(state):
            return at_end(game, state)
        values = {action: value(game, game.result(state, action)) for action in game.actions(state)}
        action = (max if largest(game, state) else min)(values, key=values.__getitem__)
        return given(game, state, action, values[action])

    return choice


def always(place: int) -> Agent:
    """The choice of the action at this place of the list."""
    return lambda game, state: None if game.is_terminal(state) else game.actions(state)[place]


def fails(game: Game, state: State) -> Any:
    """What a choice among nothing does."""
    raise ValueError(f"nothing to choose from in {game.render(state)}")


def second_moves(game: Game, state: State) -> bool:
    """Whether the first player is not to move."""
    return not first_moves(game, state)


BEST_ACTION: dict[str, Agent] = {
    "MIN takes the action that is best for MAX": choosing(largest=lambda *_: True),
    "MAX takes the action that is best for MIN": choosing(largest=lambda *_: False),
    "the worst action is chosen": choosing(largest=second_moves),
    "the first action is always chosen": always(0),
    "the last action is always chosen": always(-1),
    "the value is returned instead of the action": choosing(
        given=lambda _game, _state, _action, value: value
    ),
    "the value is returned together with the action": choosing(
        given=lambda _game, _state, action, value: (value, action)
    ),
    "the number of the action is returned, not the action": choosing(
        given=lambda game, state, action, _: game.actions(state).index(action)
    ),
    "the state after the action is returned": choosing(
        given=lambda game, state, action, _: tuple(game.result(state, action))
    ),
    "a final state raises an exception, where None is right": choosing(at_end=fails),
    "a final state gives its utility, where None is right": choosing(at_end=one_ply),
    "only the state right after the action is looked at": choosing(value=one_ply),
}


def on_boards(choice: Agent) -> Agent:
    """The same for boards of lists."""
    return lambda board: choice(GAME, state_on(board))


def in_sight(game: Game, state: State) -> Action | None:
    """The choice that wins at once, or else prevents a win at once, or else is the first."""
    if game.is_terminal(state):
        return None
    wins = [a for a in game.actions(state) if game.winner(game.result(state, a)) is not None]
    saves = [a for a in game.actions(state) if not loses(game, game.result(state, a))]
    return (wins or saves or list(game.actions(state)))[0]


def loses(game: Game, state: State) -> bool:
    """Whether the player to move here can win at once."""
    return any(game.winner(game.result(state, a)) is not None for a in game.actions(state))


def changing(board: Board) -> Action | None:
    """The best action, played on the board that was handed over."""
    action: Action | None = choosing()(GAME, state_on(board))
    if isinstance(action, tuple):
        board[action[0]][action[1]] = list_boards.player(board)
    return action


MINIMAX: dict[str, Agent] = {
    "it always plays for X": on_boards(choosing(largest=lambda *_: True)),
    "it always plays for O": on_boards(choosing(largest=lambda *_: False)),
    "the worst action is chosen": on_boards(choosing(largest=second_moves)),
    "the first free square is taken": on_boards(always(0)),
    "the last free square is taken": on_boards(always(-1)),
    "the value is returned instead of the action": on_boards(
        choosing(given=lambda _game, _state, _action, value: value)
    ),
    "the value is returned together with the action": on_boards(
        choosing(given=lambda _game, _state, action, value: (value, action))
    ),
    "the action is a list, not a tuple": on_boards(
        choosing(given=lambda _game, _state, action, _: list(action))  # type: ignore[call-overload]
    ),
    "a final board raises an exception, where None is right": on_boards(choosing(at_end=fails)),
    "a final board gives its utility, where None is right": on_boards(choosing(at_end=one_ply)),
    "only a win at once is seen": on_boards(choosing(value=one_ply)),
    "only wins at once are seen, one's own and the opponent's": on_boards(in_sight),
    "the board was changed": changing,
}
