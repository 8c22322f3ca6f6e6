"""Trees of searches and games, as pictures and as text."""

from course_lib.views.trees.draw import Still, TreePicture, draw_tree, to_graphviz
from course_lib.views.trees.layout import tidy_layout
from course_lib.views.trees.model import DrawnNode, DrawnTree
from course_lib.views.trees.scene import boxes_of, legend, scene_of
from course_lib.views.trees.sources import tree_of
from course_lib.views.trees.story import story_of

__all__ = [
    "DrawnNode",
    "DrawnTree",
    "Still",
    "TreePicture",
    "boxes_of",
    "draw_tree",
    "legend",
    "scene_of",
    "story_of",
    "tidy_layout",
    "to_graphviz",
    "tree_of",
]
