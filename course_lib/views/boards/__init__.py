"""Boards as pictures: one function for all games, and a file for each kind of board."""

# Each of these files adds its kind of board to `draw_board` when it is imported.
from course_lib.views.boards import dice_and_cards, grids, havannah, small_games  # noqa: F401
from course_lib.views.boards.board import (
    board_drawing,
    board_picture,
    board_svg,
    marks_picture,
    title_of,
)

__all__ = ["board_drawing", "board_picture", "board_svg", "marks_picture", "title_of"]
