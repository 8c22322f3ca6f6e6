"""Playing: one game, records of games, players made from searches, tournaments, and servers."""

from course_lib.play.gtp import connect
from course_lib.play.match import play_game
from course_lib.play.players import (
    PlayerFunction,
    alphabeta_player,
    mcts_player,
    minimax_player,
    random_player,
)
from course_lib.play.record import GameRecord
from course_lib.play.tournament import Tournament, tournament, wilson

__all__ = [
    "GameRecord",
    "PlayerFunction",
    "Tournament",
    "alphabeta_player",
    "connect",
    "mcts_player",
    "minimax_player",
    "play_game",
    "random_player",
    "tournament",
    "wilson",
]
