"""How a position stands, in one line of words: who is to move, or how the game has ended."""

from __future__ import annotations

import re

from course_lib.game import Game, Player, State
from course_lib.games.from_functions import FunctionGame
from course_lib.games.k_in_a_row import KInARow


def title_of(game: Game) -> str:
    """What the game is called, as words.

    >>> from course_lib.games import ConnectFour, TicTacToe
    >>> title_of(ConnectFour()), title_of(TicTacToe())
    ('Connect Four', 'Tic-tac-toe')
    """
    if isinstance(game, FunctionGame):
        return game.name
    if type(game) is KInARow:
        return f"{game.length} in a row"
    words = re.findall(r"[A-Z][a-z]*", type(game).__name__) or [type(game).__name__]
    return " ".join(words) if len(words) < 3 else "-".join(words).capitalize()


def news(game: Game, state: State) -> str:
    """Who is to move, or who has won and by what; `""` where the game can't tell.

    >>> from course_lib.games import TicTacToe
    >>> game = TicTacToe()
    >>> news(game, game.initial), news(game, game.play("a1 b1 a2 b2 a3"))
    ('X to move', 'X has won: row')
    """
    try:
        return _news(game, state)
    except Exception:  # noqa: BLE001 - a reader's half-written rules may raise anything
        return ""  # and yet their board is worth showing


def _news(game: Game, state: State) -> str:
    """The line itself."""
    if not game.is_terminal(state):
        return f"{game.to_move(state)} to move"
    low, high = game.utility_range
    if (low, high) != (-1, 1):
        first = game.players[0]
        return f"over: {game.utility(state, first):g} for {first}"
    winner = game.winner(state)
    if winner is None:
        return "over: a draw"
    line = game.win_line(state)
    by = f": {' and '.join(line[0])}" if line else ""
    return f"{winner} {_has(winner)} won{by}"


def _has(player: Player) -> str:
    """The verb for one player or for several under one name, such as the guards."""
    return "have" if len(player) > 1 and player.islower() and player.endswith("s") else "has"
