"""Pictures of boards and searches, and widgets to click and step through."""

from course_lib.views.boards import board_geometry, board_svg
from course_lib.views.display import register_displays, show
from course_lib.views.picture import Picture

__all__ = ["Picture", "board_geometry", "board_svg", "show"]

# Importing this room in a notebook is asking for pictures there; elsewhere this does nothing.
register_displays()
