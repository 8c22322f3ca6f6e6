"""Boards as pictures: one function for all games, and a file for each kind of board."""

# Each of these files adds its kind of board to `draw_board` when it is imported.
from course_lib.views.boards import grids, havannah, small_games  # noqa: F401
from course_lib.views.boards.board import (
    BoardGeometry,
    board_drawing,
    board_geometry,
    board_picture,
    board_svg,
    board_words,
    marks_picture,
    news,
    title_of,
)
from course_lib.views.boards.drawing import Drawing, Look, draw_board

__all__ = [
    "BoardGeometry",
    "Drawing",
    "Look",
    "board_drawing",
    "board_geometry",
    "board_picture",
    "board_svg",
    "board_words",
    "draw_board",
    "marks_picture",
    "news",
    "title_of",
]
