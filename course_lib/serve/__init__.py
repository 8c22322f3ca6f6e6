"""Playing outside a notebook: in the terminal, on a page, on a server, and against programs."""

from course_lib.serve.connecting import connect

__all__ = ["connect"]
