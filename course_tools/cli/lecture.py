"""Let a lecture hall vote on what a search does next.

course lecture textbook-tree             a page for you, one for the projector, a code for phones
course lecture alpha-beta --name 10.0.0.7    phones reach this computer by this number or name
course lecture minimax --only-here       only this computer can connect, to try it alone

The class votes on what comes next: which move, which value, cut or not. No internet is needed,
only a network that the phones and this computer share. Ctrl-C ends it.
"""

from __future__ import annotations

import argparse

AUDIENCE = "lecturers"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course lecture`."""
    parser.add_argument("demo", metavar="DEMO", help="one of the searches that `course demo` lists")
    parser.add_argument(
        "--name", default="", help="by what phones reach this computer (default: its own number)"
    )
    parser.add_argument("--port", type=int, default=0, help="the port (default: a free one)")
    parser.add_argument(
        "--only-here", action="store_true", help="let no other computer or phone connect"
    )


def run(arguments: argparse.Namespace) -> int:
    """0 when it was stopped."""
    from course_lib.play.progress import patience
    from course_tools.arena.server_plan import EVERYWHERE
    from course_tools.arena.web import HERE
    from course_tools.lectures import demo_named
    from course_tools.lectures.hall import Hall, HallServer

    demo = demo_named(arguments.demo)
    with patience(lambda: "The search runs, and is recorded"):
        hall = Hall(demo.make(), demo.say)
    host = HERE if arguments.only_here else EVERYWHERE
    options = {"port": arguments.port, "host": host, "name": arguments.name}
    with HallServer(hall, demo.line, **options) as server:
        print(f"For you: {server.presenter}")
        print(f"For the projector: {server.presenter}projector")
        print(f"For phones: {hall.address}   (the projector shows it as a code)")
        who = "Only this computer" if arguments.only_here else "Everybody in your network"
        print(f"{who} can vote, and do nothing else; keep the first two addresses to yourself.")
        print("Ctrl-C ends it.", flush=True)
        server.serve_forever()
    return 0
