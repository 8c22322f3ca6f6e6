"""Asking a player for its move, and what is wrong with its answer."""

from __future__ import annotations

from collections.abc import Callable

from course_lib.game import RESIGN, Action, Game, Player, State
from course_lib.play.match import Forfeit, raised, same, wrong_answer
from course_lib.play.players import PlayerFunction
from course_lib.views.playing.worker import Answer


def question(
    game: Game, state: State, seat: Player, player: PlayerFunction, *, first: bool
) -> Callable[[], Action]:
    """What the player's thread does: begin a new game if it is the `first` question, and answer."""
    new_game = getattr(player, "new_game", None) if first else None

    def think() -> Action:
        if new_game is not None:
            new_game(game, seat, None)
        return player(game, state)

    return think


def heard(game: Game, state: State, answer: Answer, seconds: float | None) -> tuple[Action, str]:
    """`(action, "")`, a legal action or RESIGN; or `(None, fault)`, to follow the player's name."""
    if answer.late:
        return None, f"was stopped: it thought longer than {seconds:g} s about this move"
    if isinstance(answer.error, Forfeit):
        return None, str(answer.error)
    if answer.error is not None:
        return None, f"raised {raised(answer.error)}"
    if answer.value is RESIGN:
        return RESIGN, ""
    for action in game.actions(state):
        if same(action, answer.value):
            return action, ""
    return None, wrong_answer(game, state, answer.value)
