"""Let programs and people of a class play each other.

course serve havannah.toml
course serve havannah.toml --tokens class.csv    make a token for each student in the class list

The file says which ports to open, and for each the game, its size and the seconds for a move:

    records = "records"          # a folder beside this file, where every game is kept
    page = 8000                  # the port of the page where people play, watch and replay
    open_to_network = false      # true: other computers may connect, too
    tokens = "tokens.csv"        # only students with a token play, under their own names

    site = "dist/site"           # the course's site, to read and to hand in (make site)
    drop_box = "handed_in"       # a folder for what is handed in there

    [[port]]
    port = 4455
    game = "havannah"
    size = 5
    seconds = 10
    against = "programs"         # each other; or "people", or "ladder" for the class's ladder

Ctrl-C stops it; no finished game is lost. course_tools/arena/PROTOCOL.md says more.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from course_tools.arena.server import CourseServer

AUDIENCE = "teachers"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course serve`."""
    parser.add_argument(
        "file", metavar="FILE", type=Path, help="what to open, such as havannah.toml"
    )
    parser.add_argument("--seed", type=int, help="decides who moves first (default: random)")
    parser.add_argument(
        "--tokens", metavar="CSV", type=Path, help="a class list: make a token for each student"
    )


def run(arguments: argparse.Namespace) -> int:
    """0 when it was stopped."""
    from course_tools.arena.server import serve
    from course_tools.arena.server_pages import pages
    from course_tools.arena.server_plan import read_plan

    if arguments.tokens is not None:
        return _make_tokens(arguments.file, arguments.tokens)
    plan = read_plan(arguments.file)
    warn = functools.partial(print, file=sys.stderr, flush=True)
    asyncio.run(serve(plan, Random(arguments.seed), pages, _ready, warn))
    print("Stopped.", flush=True)
    return 0


def _make_tokens(plan: Path, class_list: Path) -> int:
    """0 after each student of the class has a token in the file that the plan names."""
    from course_tools.arena.server_plan import tokens_of, write_tokens
    from course_tools.classroom.intake import read_class_list

    file = tokens_of(plan)
    students = read_class_list(class_list).students
    new = write_tokens(file, [one.name or one.id for one in students])
    print(f"{file}: {new} new tokens. Give each student the one after their name, and no other.")
    return 0


def _ready(server: CourseServer) -> None:
    """Say what is open, and to whom."""
    from course_tools.arena.web import HERE

    for room in server.rooms:
        plan = room.plan
        print(f"port {room.port}: {plan.game!r}, {plan.seconds:g} s for a move")
    print(f"page: {server.address}")
    if server.plan.host != HERE:
        print(f"page for your network, and the address for notebooks: http://{server.in_network}/")
    print(f"records: {server.archive.folder}")
    if server.plan.site is not None:
        print(f"site: {server.address}site/, what is handed in: {server.plan.drop_box}")
    who = "Only this computer" if server.plan.host == HERE else "Everybody in your network"
    what = f"{'connect' if server.plan.host == HERE else 'connect and play'}; Ctrl-C stops it."
    print(f"{who} can {what}", flush=True)
