"""Our Connect Four players in Kaggle's ConnectX."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from course_lib.game import State
from course_lib.games.k_in_a_row import ConnectFour
from course_lib.play.players import PlayerFunction, prepare

Agent = Callable[[Any, Any], int]


def kaggle_agent(player: PlayerFunction, *, seed: int | None = None) -> Agent:
    """This player as an agent of ConnectX: it gets their board and gives a column, from 0.

    The size of the board and how many in a row win are Kaggle's to say. With `seed` a player that
    draws lots always draws the same ones.

    >>> agent = kaggle_agent(lambda game, state: game.actions(state)[3])
    >>> agent({"board": [0] * 42, "mark": 1}, {"rows": 6, "columns": 7, "inarow": 4})
    3
    """
    known: set[ConnectFour] = set()

    def agent(observation: Any, configuration: Any) -> int:
        """The column where the player lets its stone fall."""
        sizes = (_of(configuration, each) for each in ("rows", "columns", "inarow"))
        game = ConnectFour(*map(int, sizes))
        board = list(_of(observation, "board"))
        state = state_of(game, board)
        # Kaggle tells nobody that a game begins; a board with at most one stone does.
        if game not in known or sum(map(bool, board)) < 2:
            known.add(game)
            prepare(player, game)
            if new_game := getattr(player, "new_game", None):
                new_game(game, game.to_move(state), None if seed is None else Random(seed))
        return game.legal(state, player(game, state))[1]

    return agent


def state_of(game: ConnectFour, board: Sequence[int]) -> State:
    """Our state for their list of cells, row by row from the top: 0 is empty, 1 began, 2 didn't."""
    width = game.columns
    rows = [board[start : start + width] for start in range(0, len(board), width)]
    signs = "." + "".join(game.players)
    return game.parse("\n".join(" ".join(signs[cell] for cell in row) for row in rows))


def _of(thing: Any, name: str) -> Any:
    """What is called so, in a dictionary or an object: Kaggle hands over something of both."""
    return thing[name] if isinstance(thing, dict) else getattr(thing, name)
