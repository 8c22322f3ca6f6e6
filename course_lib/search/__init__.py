"""The searches: each file tells one of them as one story."""

from course_lib.search.alphabeta import alphabeta_search
from course_lib.search.deepening import DeepeningResult, deepening_search
from course_lib.search.mcts import MctsResult, Node, mcts_search
from course_lib.search.minimax import minimax_search
from course_lib.search.solve import Solution, solve
from course_lib.search.table import Table

__all__ = [
    "DeepeningResult",
    "MctsResult",
    "Node",
    "Solution",
    "Table",
    "alphabeta_search",
    "deepening_search",
    "mcts_search",
    "minimax_search",
    "solve",
]
