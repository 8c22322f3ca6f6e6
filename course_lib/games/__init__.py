"""The games of the course, each in a file of its own."""

from course_lib.game import likeliest
from course_lib.games.check_game import BrokenPromise, check_game
from course_lib.games.compact import compact
from course_lib.games.count import Count
from course_lib.games.from_functions import game_from_functions
from course_lib.games.havannah import Havannah
from course_lib.games.k_in_a_row import ConnectFour, Gomoku, KInARow, mobility, near_the_middle
from course_lib.games.kuhn_poker import KuhnPoker
from course_lib.games.nim import Nim
from course_lib.games.pig import Pig
from course_lib.games.scissors_paper_stone import ScissorsPaperStone
from course_lib.games.textbook_tree import TextbookTree, best_ordered_tree, random_tree
from course_lib.games.three_musketeers import ThreeMusketeers
from course_lib.games.tic_tac_toe import TicTacToe
from course_lib.games.two_dice import TwoDice

__all__ = [
    "BrokenPromise",
    "ConnectFour",
    "Count",
    "Gomoku",
    "Havannah",
    "KInARow",
    "KuhnPoker",
    "Nim",
    "Pig",
    "ScissorsPaperStone",
    "TextbookTree",
    "ThreeMusketeers",
    "TicTacToe",
    "TwoDice",
    "best_ordered_tree",
    "check_game",
    "compact",
    "game_from_functions",
    "likeliest",
    "mobility",
    "near_the_middle",
    "random_tree",
]
