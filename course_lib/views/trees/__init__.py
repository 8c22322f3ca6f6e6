"""Trees of searches and games, as pictures and as text."""

from course_lib.views.trees.draw import draw_tree, to_graphviz
from course_lib.views.trees.layout import tidy_layout
from course_lib.views.trees.model import DrawnNode, DrawnTree
from course_lib.views.trees.trees import tree_of

__all__ = ["DrawnNode", "DrawnTree", "draw_tree", "tidy_layout", "to_graphviz", "tree_of"]
