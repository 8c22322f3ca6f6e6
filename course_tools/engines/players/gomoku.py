"""What an expert knows of a Gomoku position: forced wins, all first moves that keep one, a move.

    forced_win(game, state)             the shortest win by continuous fours, or None
    winning_first_moves(game, state)    all moves with which it begins
    gomoku_search(game, state)          (value, action), with alpha-beta where nothing is forced
    evaluate(game, state, player)       an estimate without a search
    gomoku_player()                     a player
    analysis(game, state)               all that there is to say, as plain data
    Expert(game)                        for many questions about one game

`game` is any game of five in a row for two without gravity: `Gomoku(15)`, `Gomoku(9, exact=True)`.
"""

from __future__ import annotations

from course_tools.engines.players.gomoku_expert import Expert, ForcedWin
from course_tools.engines.players.gomoku_face import Face

__all__ = [
    "Expert",
    "ForcedWin",
    "analysis",
    "evaluate",
    "forced_win",
    "gomoku_player",
    "gomoku_search",
    "winning_first_moves",
]

_face = Face(Expert)
forced_win, winning_first_moves = _face.forced_win, _face.winning_first_moves
gomoku_search, evaluate = _face.gomoku_search, _face.evaluate
gomoku_player, analysis = _face.gomoku_player, _face.analysis
