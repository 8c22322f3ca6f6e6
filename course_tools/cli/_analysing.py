"""What `course analyse` says of a position: which solver is asked in which game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from course_lib.game import Action, Game, State

Report = dict[str, Any]
"""`"to_move"`, a player or `None`; `"moves"`, values by name; in Gomoku also `"forced_win"`.

In Three Musketeers also `"winner"` and `"winning_moves"`, and where the user has the table of
distances `"moves_to_the_end"`, and `"distances"`, the same for each move, itself counted."""

LONG, LONG_IN_PLAIN_PYTHON = 40, 26
"""With so many empty squares or more, Connect Four can take minutes."""

MOST_EMPTY = 42
"""With more empty squares than the usual board has, nobody has solved Connect Four in minutes."""

MOST_CELLS = 30
"""With more empty cells only what is forced in Havannah is found out: the rest would take hours."""


def analysis_of(game: Game, most_states: int) -> Callable[[State], Report]:
    """What analyses a state of this game, once the game is known."""
    from course_lib.games import ConnectFour, Gomoku, Havannah, ThreeMusketeers
    from course_tools.engines.connect_four import LENGTH

    if isinstance(game, Gomoku):
        return lambda state: _gomoku(game, state)
    if isinstance(game, ThreeMusketeers):
        return _musketeers(game, most_states)
    if isinstance(game, ConnectFour) and game.length == LENGTH:
        values = _connect_four(game)
    elif isinstance(game, Havannah) and not game.passing:
        values = _havannah(game, most_states)
    else:

        def values(state: State) -> dict[Action, float]:
            return _by_solving(game, state, most_states)

    def analysis(state: State) -> Report:
        moves = {game.action_name(action): _whole(value) for action, value in values(state).items()}
        return {"to_move": game.to_move(state) if moves else None, "moves": moves}

    return analysis


def _connect_four(game: Game) -> Callable[[State], dict[Action, float]]:
    """What gives the exact scores of Connect Four, from a table of openings where there is one."""
    from course_lib.games.rows import EMPTY
    from course_tools.engines.connect_four import Solver
    from course_tools.engines.jit import have_numba
    from course_tools.engines.openings import MOST_PLIES, OpenedSolver, complete_openings

    solver = Solver(game)

    @cache
    def opened() -> OpenedSolver | None:
        table = complete_openings(game)
        return OpenedSolver(game, table) if table else None

    def values(state: State) -> dict[Action, float]:
        empty = 0 if game.is_terminal(state) else sum(mark == EMPTY for mark in state.board)
        stones = solver.board.squares - empty
        if empty > MOST_EMPTY:
            raise ValueError(
                f"{game!r} is too large to be solved from here: {empty} squares are empty, and"
                f" {MOST_EMPTY} are the most that can be searched. Play further, or take a smaller"
                " board."
            )
        known = opened() if stones < MOST_PLIES else None
        if known is not None and stones < known.table.plies:
            return dict(known.scores(state))
        if empty >= (LONG if have_numba() else LONG_IN_PLAIN_PYTHON):
            print("With so few stones this can take minutes.", file=sys.stderr, flush=True)
        return dict(solver.scores(state))

    return values


def _gomoku(game: Game, state: State) -> Report:
    """What the Gomoku expert says; of a game that is over there is nothing to say."""
    if game.is_terminal(state):
        return {"to_move": None, "moves": {}, "forced_win": None}
    from course_tools.engines.compiled.gomoku import analysis

    report = analysis(game, state)
    return {**report, "moves": {name: _whole(value) for name, value in report["moves"].items()}}


def _havannah(game: Any, most_states: int) -> Callable[[State], dict[Action, float]]:
    """What gives the exact values of Havannah, on small boards or when few cells are left."""
    from course_lib.games.possible_hexes import EMPTY
    from course_tools.engines.solvers.havannah import HavannahSolver, TooLargeError

    solver, at_sight = HavannahSolver(game, most_states), HavannahSolver(game, 0)

    def values(state: State) -> dict[Action, float]:
        empty = state.board.count(EMPTY)
        try:
            return dict((solver if empty <= MOST_CELLS else at_sight).values(state))
        except TooLargeError as error:
            if empty <= MOST_CELLS:
                raise ValueError(f"{error} with --most-states.") from None
        raise too_many_cells(game, empty)

    return values


def too_many_cells(game: Game, empty: int) -> ValueError:
    """The error for a position of Havannah that nobody can wait for."""
    return ValueError(
        f"{game!r} is too large to be solved from here: {empty} cells are empty, and {MOST_CELLS}"
        " are the most that can be searched. Play further, or take a smaller board."
    )


def _musketeers(game: Any, most_states: int) -> Callable[[State], Report]:
    """What says who wins Three Musketeers, and with which moves: from the table, or by search."""
    from course_tools.engines.compiled.musketeers_values import distances_for, values_of

    values_in, distances = values_of(game, most_states), distances_for(game)

    def analysis(state: State) -> Report:
        try:
            values = values_in(state)
        except ValueError as error:
            raise ValueError(f"{error} (or a larger --most-states)") from None
        moves = {game.action_name(action): _whole(value) for action, value in values.items()}
        winning = [name for name, value in moves.items() if value == 1]
        other = "guards" if state.to_move == "musketeers" else "musketeers"
        winner = (state.to_move if winning else other) if moves else game.winner(state)
        report = {
            "to_move": state.to_move if moves else None,
            "moves": moves,
            "winner": winner,
            "winning_moves": winning,
        }
        if distances is not None:
            report["moves_to_the_end"] = distances.outcome(state).distance
            report["distances"] = {
                game.action_name(action): 1 + outcome.distance
                for action, outcome in distances.outcomes(state).items()
            }
        return report

    return analysis


def _by_solving(game: Game, state: State, most_states: int) -> dict[Action, float]:
    """The value of every action in a small game, for the player who takes it."""
    from course_tools.engines.solvers.small_games import TooManyStatesError, values_by_solving

    try:
        return values_by_solving(game, state, most_states)
    except TooManyStatesError as error:
        raise ValueError(f"{error} with --most-states.") from None


def _whole(value: float) -> Any:
    """A whole number as such, so that 1.0 is written 1."""
    return int(value) if value == int(value) else value
