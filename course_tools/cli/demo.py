"""List the demonstrations, or write or serve one of them.

course demo                              what there is
course demo alpha-beta --html out.html   a page with the player, for a lecture without a network
course demo mcts --gif out.gif           a moving picture; --png and --svg for one step
course demo havannah --serve             the page at an address of this computer only
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from http import server
from pathlib import Path
from typing import Any

from course_tools.cli import plain_error


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course demo`."""
    parser.add_argument("name", nargs="?", help="one of the names that `course demo` lists")
    parser.add_argument("--html", metavar="FILE", help="write a page with the player")
    parser.add_argument("--gif", metavar="FILE", help="write the whole run as a moving picture")
    parser.add_argument("--png", metavar="FILE", help="write one step as a picture")
    parser.add_argument("--svg", metavar="FILE", help="write one step as a drawing")
    parser.add_argument("--step", type=int, metavar="N", help="this step: 0 the first, -1 the last")
    parser.add_argument("--serve", action="store_true", help="show the page to a browser here")
    parser.add_argument("--port", type=int, default=0, help="where to serve; 0 finds a free port")


def run(arguments: argparse.Namespace) -> int:
    """0 when everything asked for was made, 2 when something about it was wrong."""
    from course_tools.lectures import DEMOS, demo_named

    if arguments.name is None:
        width = max(map(len, DEMOS))
        print("\n".join(f"{demo.name:{width}}  {demo.line}" for demo in DEMOS.values()))
        print("\nOne of them as a page: course demo alpha-beta --html out.html")
        return 0
    try:
        demo = demo_named(arguments.name)
        files = {
            kind: Path(name)
            for kind in ("html", "gif", "png", "svg")
            if (name := getattr(arguments, kind)) is not None
        }
        _check_endings(files)
        if not files and not arguments.serve:
            print(demo.line)
            print(f"To see it: course demo {demo.name} --html {demo.name}.html   (or --serve)")
            return 0
        thing = demo.make()
        for kind, path in files.items():
            print(f"Written: {_write(thing, kind, path, arguments.step, demo.line)}", flush=True)
        if arguments.serve:
            _serve(thing, demo.line, arguments.port)
    except (ValueError, OSError, ModuleNotFoundError) as error:
        print(f"course demo: {plain_error(error)}", file=sys.stderr)
        return 2
    return 0


def _check_endings(files: dict[str, Path]) -> None:
    """Refuse a name such as --gif out.png before any work is done."""
    for kind, path in files.items():
        if path.suffix.lower() != f".{kind}":
            raise ValueError(f"--{kind} {path} should be a file name that ends in .{kind}")


def _write(thing: Any, kind: str, path: Path, step: int | None, title: str) -> Path:
    """Where this demonstration was written, as a page or a picture."""
    from course_lib.views.export import export_html, save_image

    if kind == "html":
        return export_html(thing, path, title=title)
    return save_image(thing, path, step=step)


def _serve(thing: Any, title: str, port: int) -> None:
    """Answer a browser on this computer, and nobody else, until Ctrl-C."""
    from course_lib.views.export import html_page

    page = html_page(thing, title=title).encode()
    with server.ThreadingHTTPServer(("127.0.0.1", port), partial(_OnePage, page)) as here:
        print(
            f"Open http://127.0.0.1:{here.server_port}/ in a browser; Ctrl-C ends it.", flush=True
        )
        here.serve_forever()


class _OnePage(server.BaseHTTPRequestHandler):
    """Gives the same page to whoever asks for the first one."""

    def __init__(self, page: bytes, *rest: Any) -> None:
        """Remember the page; what else is needed to answer comes from the server."""
        self.page = page
        super().__init__(*rest)

    def do_GET(self) -> None:
        """Send the page, or say that there is only one."""
        if self.path.partition("?")[0] != "/":
            self.send_error(404, "There is only one page here: /")
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(self.page)))
        self.end_headers()
        self.wfile.write(self.page)

    def log_message(self, format: str, *words: Any) -> None:  # noqa: A002 - its name in the base
        """Say nothing about each request."""
