"""Let programs and people of a class play each other on this computer, by TCP and on a page.

course serve havannah.toml

The file says which ports there are, and the game, the size and the seconds for a move of each:

    records = "records"          # a folder beside this file; every game is kept there
    page = 8000                  # the port of the page on which people play, watch and replay
    open_to_network = false      # true: other computers may connect, too

    [[port]]
    port = 4455
    game = "havannah"
    size = 5
    seconds = 10

Ctrl-C stops it, and no game that has ended is lost. course_tools/arena/PROTOCOL.md says more.
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from course_tools.arena.server_rooms import CourseServer

AUDIENCE = "teachers"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course serve`."""
    parser.add_argument("file", metavar="FILE", type=Path, help="the plan, such as havannah.toml")
    parser.add_argument("--seed", type=int, help="decides who moves first (default: chance)")


def run(arguments: argparse.Namespace) -> int:
    """0 when it was stopped, 2 when it could not begin."""
    from course_tools.arena.server import serve
    from course_tools.arena.server_plan import read_plan

    asyncio.run(serve(read_plan(arguments.file), Random(arguments.seed), _ready))
    print("Stopped.", flush=True)
    return 0


def _ready(server: CourseServer) -> None:
    """Say what is open, and to whom."""
    from course_tools.arena.web import HERE

    for room in server.rooms:
        plan = room.plan
        print(f"port {room.port}: {plan.game!r}, {plan.seconds:g} s for a move")
    print(f"page: {server.address}")
    print(f"records: {server.archive.folder}")
    if server.plan.host == HERE:
        print("Only this computer can connect; Ctrl-C stops it.", flush=True)
    else:
        print("Everybody in your network can connect and play; Ctrl-C stops it.", flush=True)
