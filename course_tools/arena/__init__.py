"""Playing outside a notebook: in the terminal, on a server, and against programs."""

from course_tools.arena.gtp import GtpPlayer

__all__ = ["GtpPlayer"]
