"""Pictures of boards and searches, and widgets to click and step through."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from course_lib.views.boards import board_svg
from course_lib.views.display import register_displays, show
from course_lib.views.export import export_html, save_image
from course_lib.views.figure import plot_mcts
from course_lib.views.svg import Picture
from course_lib.views.trees import draw_tree, to_graphviz, tree_of

if TYPE_CHECKING:
    from course_lib.views.player.practice import practice
    from course_lib.views.player.widget import compare, step_through
    from course_lib.views.playing.widget import play_widget, replay

__all__ = [
    "Picture",
    "board_svg",
    "compare",
    "draw_tree",
    "export_html",
    "play_widget",
    "plot_mcts",
    "practice",
    "replay",
    "save_image",
    "show",
    "step_through",
    "to_graphviz",
    "tree_of",
]

# Loading a library of widgets takes a second: it waits until one of these is used.
_LOADED_LATE = {
    "course_lib.views.player": ("compare", "practice", "step_through"),
    "course_lib.views.playing.widget": ("play_widget", "replay"),
}


def __getattr__(name: str) -> Any:
    """A widget's function, loaded when it is first asked for."""
    for module, names in _LOADED_LATE.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


# Importing this room in a notebook is asking for pictures there; elsewhere this does nothing.
register_displays()
