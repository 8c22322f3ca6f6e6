"""Playing outside a notebook: in the terminal, on a page, on a server, and against programs."""

from course_tools.arena.gtp import gtp_player

__all__ = ["gtp_player"]
