"""List the demonstrations, or write or show one of them.

course demo                              list them
course demo alpha-beta                   what to ask the class
course demo alpha-beta --html out.html   a page for a lecture, which needs no network
course demo mcts --gif out.gif           a moving picture, for a web page
course demo mcts --mp4 out.mp4           a video whose captions are the sentences; also --webm
course demo mcts --png out.png --step 9  one step as a picture; also --svg, --pdf and --tex
course demo havannah --serve             open it in a browser, on this computer only
course demo --game tic-tac-toe --position "b2 a1 a3" --search alphabeta --html out.html
course demo --game connect-four --depth 3 --search my_search.py:negamax --html out.html

course demo --serve my_search.py         your own, traced again whenever you save the file

The last three show a search of your choice, or your own: a function (game, state) in a Python file.
Served, it stands beside its last version, and what only one of them looked at is there as a ghost.
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

    from course_tools.arena.web import LocalServer
    from course_tools.lectures.demos import Demo, Shown

AUDIENCE = "lecturers"

FORMS = {
    "html": "a page to step through",
    "gif": "the whole run as a moving picture, for a web page",
    "png": "one step as a picture",
    "svg": "one step as a drawing",
    "pdf": "one step as a page of a PDF",
    "tex": "one step as TikZ, for LaTeX",
    "mp4": "the whole run as a video with captions; so does --webm",
    "webm": "the whole run as a video, which is smaller",
}
"""What can be written."""

SEARCH = "alphabeta"
OF_A_GAME = ("position", "depth", "search")
ONLY_WITH = dict.fromkeys(OF_A_GAME, "game") | {"step": f"serve {' '.join(FORMS)}", "port": "serve"}
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
        "--port", type=int, default=0, help="the port for --serve (default: a free one)"
    )


def run(arguments: argparse.Namespace) -> int:
    """0 when everything asked for was made, 1 when the search in it has failed."""
    from course_lib.play.progress import patience
    from course_lib.views.export import export_html, save_image
    from course_tools.cli._common import check_company, check_from_one, options_given
    from course_tools.lectures import DEMOS, demo_named, demo_of

    _take_own_search(arguments)
    check_company(arguments, ONLY_WITH)
    check_from_one("--depth", arguments.depth)
    if arguments.name is None and arguments.game is None:
        if any(getattr(arguments, one) for one in (*FORMS, "serve")):
            raise ValueError("which demonstration? course demo lists them")
        width = max(map(len, DEMOS))
        print("\n".join(f"{demo.name:{width}}  {demo.line}" for demo in DEMOS.values()))
        print("\nOne of them as a page: course demo alpha-beta --html out.html")
        return DONE
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
    if not files and not arguments.serve:
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
        with _server(arguments, shown, demo.line, traced) as server:
            print(f"Open {server.address} in a browser; Ctrl-C ends it.", flush=True)
            server.serve_forever()
    return code


def _code_of(shown: Shown) -> int:
    """1 if a search has failed, which is said; a `ValueError` where it did so before it began."""
    code = DONE
    for one in shown.values() if isinstance(shown, dict) else [shown]:
        if error := getattr(one, "error", None):
            if not getattr(one, "nodes", ()):
                raise ValueError(f"there is nothing to draw: {error}")
            print(f"course demo: the search ended with {error}", file=sys.stderr)
            code = LOOK
    return code


def _take_own_search(arguments: argparse.Namespace) -> None:
    """Where a file stands for the name, the search is the one in it."""
    file, _, function = (arguments.name or "").partition(":")
    if not file.endswith(".py"):
        return
    from course_tools.lectures.live import TEXTBOOKS, function_in

    if arguments.search != SEARCH:
        raise ValueError(f"name either {arguments.name} or a --search, not both")
    arguments.search = arguments.name if function else function_in(file)
    arguments.name, arguments.game = None, arguments.game or TEXTBOOKS


def _server(
    arguments: argparse.Namespace, shown: Shown, title: str, traced: Callable[[], Demo]
) -> LocalServer:
    """What answers a browser on this computer, and nobody else.

    A search in a file is `traced` again whenever the file is saved.
    """
    from course_lib.views.export import html_page
    from course_tools.arena.web import LocalServer, Page
    from course_tools.lectures.live import LiveFilm, LiveServer

    file, dot, _ = arguments.search.rpartition(":")
    if dot:
        print(f"Save {file}, and it is traced again.")
        return LiveServer(LiveFilm(file, shown, traced), port=arguments.port)
    text = html_page(shown, title=title, step=arguments.step or 0)

    class OnePage(Page):
        def get(self) -> None:
            self.finish_alone(text)

    return LocalServer([(r"/", OnePage)], port=arguments.port)
