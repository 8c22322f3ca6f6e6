"""Lesson 00 with exactly one bug each: the known mistakes, by exercise and name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from course_lib.checks.cases_00 import MIDDLE, middle_first
from course_lib.game import Game, State


def at(place: int) -> Callable[[Game, State], Any]:
    """A player that takes the middle, or else the action at this place of the list."""

    def player(game: Game, state: State) -> Any:
        return MIDDLE if MIDDLE in game.actions(state) else game.actions(state)[place]

    return player


def wants(square: tuple[int, int]) -> Callable[[Game, State], Any]:
    """A player that takes another square for the middle."""

    def player(game: Game, state: State) -> Any:
        return square if square in game.actions(state) else game.actions(state)[0]

    return player


def the_other_way_round(game: Game, state: State) -> Any:
    """A player that takes the middle only where it is not legal."""
    return game.actions(state)[0] if MIDDLE in game.actions(state) else MIDDLE


def as_list(game: Game, state: State) -> Any:
    """A player that answers with a list of two numbers."""
    action = middle_first(game, state)
    return list(action) if isinstance(action, tuple) else action


Agents = dict[str, Callable[..., Any]]

MIDDLE_FIRST: Agents = {
    "the middle is taken without asking whether it is legal": lambda _game, _state: MIDDLE,
    "the first action is taken, even where the middle is free": lambda game, state: game.actions(
        state
    )[0],
    "the last legal action is taken, not the first": at(-1),
    "the second legal action is taken, not the first": at(1),
    "the middle is looked for at (2, 2): rows and columns count from 0": wants((2, 2)),
    "legal and not legal are exchanged": the_other_way_round,
    "all legal actions are given back, not one": lambda game, state: (
        MIDDLE if MIDDLE in game.actions(state) else game.actions(state)
    ),
    "the state after the action is given back, not the action": lambda game, state: game.result(
        state, middle_first(game, state)
    ),
    "the action's name is given back, not the action": lambda game, state: game.action_name(
        middle_first(game, state)
    ),
    "the square comes as a list, not as a tuple": as_list,
}
AGENTS = {"middle_first": MIDDLE_FIRST}
