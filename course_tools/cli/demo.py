"""List demonstrations, write one as a file, or show it to a class.

course demo                              list them
course demo alpha-beta                   what to ask the class
course demo alpha-beta --html out.html   a page for a lecture, which needs no network
course demo mcts --gif out.gif           a moving picture, for a web page
course demo mcts --mp4 out.mp4           a video whose captions are the sentences; also --webm
course demo mcts --png out.png --step 9  one step as a picture; also --svg, --pdf and --tex
course demo havannah --serve             open it in a browser, on this computer only
course demo textbook-tree --hall         let a lecture hall vote on what comes next
course demo class-tree --hall            each phone is a node, and the class computes the tree
course demo --game tic-tac-toe --position "b2 a1 a3" --search alphabeta --html out.html
course demo --game connect-four --depth 3 --search my_search.py:negamax --html out.html

course demo --serve my_search.py         your own, traced again whenever you save the file

The last three show a search of your choice, or your own: a function (game, state) in a Python file.
Served, it stands beside its last version, and what only one of them looked at is there as a ghost.

With --hall there is a page for you, one for the projector, and a code for phones: the class votes
on values, windows and cuts. No internet is needed, only a network that the phones and this computer
share; --only-here is for trying it alone. Ctrl-C ends it.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from course_lib.commands import DONE, LOOK

if TYPE_CHECKING:
    from collections.abc import Callable

    from course_tools.log import Log
    from course_tools.studio.lectures.demos import Demo, Shown
    from course_tools.studio.lectures.lecture import Lecture

AUDIENCE = "lecturers"

FORMS = {
    "html": "a page to step through",
    "gif": "the whole run as a moving picture, for a web page",
    "png": "one step as a picture",
    "svg": "one step as a drawing",
    "pdf": "one step as a page of a PDF",
    "tex": "the tree in the end, for LaTeX's package forest",
    "mp4": "the whole run as a video with captions; so does --webm",
    "webm": "the whole run as a video, which is smaller",
}
"""What can be written."""

CLASS_TREE = "class-tree"
SEARCH = "alphabeta"
OF_A_GAME = ("position", "depth", "search")
ONLY_WITH = dict.fromkeys(OF_A_GAME, "game") | {
    "step": f"serve {' '.join(FORMS)}",
    "port": "serve hall",
    "address": "hall",
    "only_here": "hall",
}
"""What some options go with."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course demo`."""
    parser.add_argument(
        "name",
        nargs="?",
        help="one of the names that `course demo` lists, or FILE.py, or FILE.py:FUNCTION",
    )
    parser.add_argument(
        "--game", help="instead of a name: search this game, such as connect-four:rows=5"
    )
    parser.add_argument("--position", default="", metavar="MOVES", help="where the search begins")
    parser.add_argument("--depth", type=int, metavar="N", help="how deep the search looks")
    parser.add_argument(
        "--search", default=SEARCH, help="minimax, alphabeta, mcts, or FILE.py:FUNCTION"
    )
    for kind, what in FORMS.items():
        parser.add_argument(f"--{kind}", metavar="FILE", type=Path, help=f"write {what}")
    parser.add_argument(
        "--step", type=int, metavar="N", help="which step: 0 is the first, -1 the last"
    )
    parser.add_argument(
        "--serve", action="store_true", help="serve the page to a browser on this computer"
    )
    parser.add_argument(
        "--hall", action="store_true", help="serve it to a lecture hall, which votes with phones"
    )
    parser.add_argument(
        "--address",
        default="",
        metavar="NAME",
        help="by which number or name phones reach this computer (default: its own number)",
    )
    parser.add_argument(
        "--only-here", action="store_true", help="let no other computer or phone connect"
    )
    parser.add_argument(
        "--port", type=int, default=0, help="the port to serve at (default: a free one)"
    )


def run(arguments: argparse.Namespace) -> int:
    """0 when everything asked for was made, 1 when the search in it has failed."""
    from course_lib.play.progress import patience
    from course_lib.views.export import export_html
    from course_tools.cli._common import check_company, check_from_one, options_given
    from course_tools.studio.lectures import DEMOS, demo_named, demo_of
    from course_tools.studio.lectures.pictures import save_image

    _take_own_search(arguments)
    check_company(arguments, ONLY_WITH, {"hall": "serve"})
    check_from_one("--depth", arguments.depth)
    if arguments.name is None and arguments.game is None:
        if any(getattr(arguments, one) for one in (*FORMS, "serve", "hall")):
            raise ValueError("which demonstration? course demo lists them")
        width = max(map(len, DEMOS))
        print("\n".join(f"{demo.name:{width}}  {demo.line}" for demo in DEMOS.values()))
        print("\nOne of them as a page: course demo alpha-beta --html out.html")
        print("For a hall that votes: course demo alpha-beta --hall")
        print("Each phone is a node:  course demo class-tree --hall")
        return DONE
    if arguments.name == CLASS_TREE:
        return _play_tree(arguments)
    if arguments.name and arguments.game:
        raise ValueError(f"name either {arguments.name} or a --game, not both")
    chosen = {"depth": arguments.depth, "search": arguments.search}
    demo = (
        demo_of(arguments.game, arguments.position, **chosen)
        if arguments.game
        else demo_named(arguments.name)
    )
    files = {kind: path for kind in FORMS if (path := getattr(arguments, kind)) is not None}
    for kind, path in files.items():  # before any work is done
        if path.suffix.lower() != f".{kind}":
            raise ValueError(f"--{kind} {path} should be a file name that ends in .{kind}")
    if not files and not arguments.serve and not arguments.hall:
        print(f"{demo.line}\n{demo.say}")
        given = options_given(arguments)
        options = [one for one in ("game", *OF_A_GAME) if one in given]
        words = [word for one in options for word in (f"--{one}", str(getattr(arguments, one)))]
        words = [*(words or [demo.name]), "--html", f"{demo.name.partition(':')[0]}.html"]
        print(f"To see it: course demo {shlex.join(words)}   (or --serve)")
        return DONE
    with patience(lambda: "The search runs, and is recorded"):
        shown = demo.make()
    code = _code_of(shown)
    with patience(lambda: "It is being drawn"):
        for kind, path in files.items():
            if kind == "html":
                export_html(shown, path, title=demo.line, step=arguments.step or 0)
            else:
                save_image(shown, path, step=arguments.step)
            print(f"Written: {path}", flush=True)
    if arguments.serve:
        traced = partial(demo_of, arguments.game, arguments.position, **chosen)
        _serve(arguments, shown, demo.line, traced)
    if arguments.hall:
        from course_tools.studio.lectures.hall import Hall

        _open_hall(arguments, lambda log: Hall(shown, demo.say, log))
    return code


def _play_tree(arguments: argparse.Namespace) -> int:
    """Let the class be the tree, until somebody presses Ctrl-C."""
    from course_tools.studio.lectures.classtree import LINE, ClassTree

    if not arguments.hall or any(getattr(arguments, one) for one in (*FORMS, "game")):
        raise ValueError(f"{CLASS_TREE} needs a class with phones: course demo {CLASS_TREE} --hall")
    print(LINE)
    _open_hall(arguments, ClassTree)
    return DONE


def _open_hall(arguments: argparse.Namespace, lecture: Callable[[Log], Lecture]) -> None:
    """Show it to a lecture hall until somebody presses Ctrl-C."""
    from course_tools.arena.server.web import EVERYWHERE, HERE, Server
    from course_tools.cli._common import COURSE
    from course_tools.files import LockedError, only_one
    from course_tools.log import Log
    from course_tools.studio.lectures.lecture import LectureRoom

    folder = COURSE / "grading" / "hall"
    host = HERE if arguments.only_here else EVERYWHERE
    try:
        with only_one(folder, "hall.lock"):
            hall = lecture(Log(folder / "votes.log"))
            room, port = LectureRoom(hall), arguments.port or hall.port
            with Server(room, port=port, host=host, name=arguments.address) as server:
                hall.at(server.port)
                if hall.goes_on:
                    print("The last lecture was ended by force: it goes on, with all its votes.")
                presenter = room.presenter(server)
                print(f"For you: {presenter}")
                print(f"For the projector: {presenter}projector")
                print(f"For phones: http://{server.in_network}/   (the projector shows the code)")
                who = "Only this computer" if arguments.only_here else "Everybody in your network"
                print(f"{who} can vote, and do nothing else; keep the first two to yourself.")
                print("Ctrl-C ends it.", flush=True)
                server.serve_forever(signals=True)
            for name in hall.files():
                print(f"Kept: {folder / name}")
    except LockedError:
        raise ValueError("another hall is open on this computer; end it first") from None


def _code_of(shown: Shown) -> int:
    """1 if a search has failed, which is said; a `ValueError` where it did so before it began."""
    code = DONE
    for one in shown.values() if isinstance(shown, dict) else [shown]:
        if error := getattr(one, "error", None):
            refused_at_once = not getattr(one, "visits", None)
            if refused_at_once and error.startswith("ValueError:"):
                raise ValueError(f"there is nothing to draw: {error}")
            print(f"course demo: the search ended with {error}", file=sys.stderr)
            code = LOOK
    return code


def _take_own_search(arguments: argparse.Namespace) -> None:
    """Where a file stands for the name, the search is the one in it."""
    file, _, function = (arguments.name or "").partition(":")
    if not file.endswith(".py"):
        return
    from course_tools.studio.lectures.live import TEXTBOOKS, function_in

    if arguments.search != SEARCH:
        raise ValueError(f"name either {arguments.name} or a --search, not both")
    arguments.search = arguments.name if function else function_in(file)
    arguments.name, arguments.game = None, arguments.game or TEXTBOOKS


def _serve(
    arguments: argparse.Namespace, shown: Shown, title: str, traced: Callable[[], Demo]
) -> None:
    """Show it to a browser on this computer, and nobody else.

    A search in a file is `traced` again whenever the file is saved.
    """
    from course_lib.views.export import html_page
    from course_tools.arena.server.web import Server
    from course_tools.studio.lectures.live import LiveFilm, LiveRoom, PageRoom

    file, own, _ = arguments.search.rpartition(":")
    if own:
        print(f"Save {file}, and it is traced again.")
        room: LiveRoom | PageRoom = LiveRoom(LiveFilm(file, shown, traced))
    else:
        room = PageRoom(html_page(shown, title=title, step=arguments.step or 0))
    with Server(room, port=arguments.port) as server:
        print(f"Open {server.address} in a browser; Ctrl-C ends it.", flush=True)
        if isinstance(room, LiveRoom):
            room.look(server)
        else:
            server.serve_forever()
