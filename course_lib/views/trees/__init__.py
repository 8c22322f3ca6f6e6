"""Trees of searches and games, as pictures, as films and as text."""

from course_lib.views.trees.draw import Still, TreePicture, draw_tree
from course_lib.views.trees.film import film_of
from course_lib.views.trees.layout import tidy_layout
from course_lib.views.trees.model import DrawnNode, DrawnTree
from course_lib.views.trees.pieces import film_of_pieces, legend, pieces_of
from course_lib.views.trees.sources import tree_of

__all__ = [
    "DrawnNode",
    "DrawnTree",
    "Still",
    "TreePicture",
    "draw_tree",
    "film_of",
    "film_of_pieces",
    "legend",
    "pieces_of",
    "tidy_layout",
    "tree_of",
]
