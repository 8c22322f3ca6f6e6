"""Pictures of boards and searches, and widgets to click and step through."""

from course_lib.views.boards import board_svg
from course_lib.views.display import show
from course_lib.views.export import export_html
from course_lib.views.figure import plot_mcts
from course_lib.views.player import compare, replay, step_through
from course_lib.views.playing import play_widget
from course_lib.views.svg import Picture
from course_lib.views.touching import what_if
from course_lib.views.trees import draw_tree, tree_of

__all__ = [
    "Picture",
    "board_svg",
    "compare",
    "draw_tree",
    "export_html",
    "play_widget",
    "plot_mcts",
    "replay",
    "show",
    "step_through",
    "tree_of",
    "what_if",
]
