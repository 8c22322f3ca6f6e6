"""What students have of the library: it is packed for them, and seen while their work is graded."""

from __future__ import annotations

# Of the players, those that lesson 06 lets the reader's own strategy meet.
_PLAYERS = (
    *("__init__", "havannah_example", "havannah_sight", "havannah_strong"),
    *("havannah_strong_games", "havannah_strong_growth"),
    *("havannah_strong_node", "havannah_strong_ways"),
)

ROOMS = (
    *("game.py", "plain.py", "games", "search", "watch", "play", "meet", "views", "checks"),
    *(f"players/{name}.py" for name in _PLAYERS),
    *("solvers/__init__.py", "solvers/capstone_log.py"),  # the published game of lesson 07
)
"""Rooms, and single files of other rooms."""

COMMANDS = ("__init__.py", "__main__.py", "_programs.py", "doctor.py", "jupyter", "lab.py")
"""Of the commands, those that a student's README names."""

EVERYTHING = ("__init__.py", *ROOMS, *(f"cli/{command}" for command in COMMANDS))
"""All of it, as places in `course_lib`."""
