"""A board to click on a page of this computer: the board of notebooks, without a notebook."""

from __future__ import annotations

import hmac
import json
import secrets
import sys
import threading
from functools import partial
from html import escape
from http import server
from pathlib import Path
from typing import Any, Self
from urllib.parse import parse_qs

from course_lib.views.boards import title_of
from course_lib.views.playing import PlayController
from course_lib.views.playing.view import shown, told
from course_tools.arena.advice import Adviser
from course_tools.arena.page_advice import HINT, PageAdvice

_HERE = Path(__file__).parent
_BOARD = Path(__file__).parents[2] / "course_lib" / "views" / "playing"

FILES = {
    "board.js": (_BOARD / "board.js", "text/javascript"),
    "board.css": (_BOARD / "board.css", "text/css"),
    "page.js": (_HERE / "page.js", "text/javascript"),
    "page.css": (_HERE / "page.css", "text/css"),
}

PATIENCE = 20.0
"""Seconds after which a page that waits for news is told that there are none."""

LONGEST = 2_000
"""No click is longer than so many bytes."""

_HEADERS = {
    # Nothing comes from elsewhere, and no other page may show this one in a frame.
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline';"
        " frame-ancestors 'none'; form-action 'none'; base-uri 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


class BoardServer:
    """Shows one game to browsers on this computer, and to nobody who does not know its address.

    The address holds a secret. Whoever else asks, be it another user of this computer or another
    page in the same browser, is told that there is nothing here.
    """

    def __init__(
        self, play: PlayController, advise: Adviser | None = None, *, port: int = 0
    ) -> None:
        """Listen on this computer only; port 0 finds a free one.

        With somebody to `advise`, whose values `play` has, there are a hint and an analysis.
        """
        self.play = play
        self.advice = PageAdvice(play, advise)
        self.secret = secrets.token_urlsafe(24)
        self._changed = threading.Condition()
        self.number, self.closed = 0, False
        self._server = _Quiet(("127.0.0.1", port), partial(_Answers, self))
        self.port = self._server.server_port
        play.on_change = self._draw
        play.on_answer = play.take
        with play.lock:
            self._draw()
            play.take()  # an answer may have come before anybody listened

    @property
    def address(self) -> str:
        """Where a browser finds the board."""
        return f"http://127.0.0.1:{self.port}/{self.secret}/"

    def serve_forever(self) -> None:
        """Answer until `close` is called in another thread, or Ctrl-C."""
        self._server.serve_forever(poll_interval=0.1)

    def close(self) -> None:
        """Stop listening, and let every page that waits go."""
        with self._changed:
            self.closed = True
            self._changed.notify_all()
        self._server.server_close()

    def shutdown(self) -> None:
        """End `serve_forever`, from another thread."""
        self._server.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def news(self, known: int) -> dict[str, Any]:
        """What the page is to show, as soon as it differs from what it knows, or after a while."""
        with self._changed:
            self._changed.wait_for(lambda: self.closed or self.number != known, PATIENCE)
            return {"number": self.number, **self._shown}

    def hear(self, message: dict[str, Any]) -> None:
        """Do what has been clicked."""
        if message.get("do") == "control" and message.get("name") == HINT:
            if self.advice.hint():
                with self.play.lock:
                    self._draw()
        else:
            told(self.play, message)

    def page(self) -> str:
        """The page around the board."""
        text = (_HERE / "page.html").read_text(encoding="utf-8")
        return text.replace("[[title]]", escape(title_of(self.play.game)))

    def _draw(self) -> None:
        """Draw the board as it stands and wake the pages that wait; called with the lock held."""
        drawn = self.advice.added_to(shown(self.play))
        with self._changed:
            self._shown = drawn
            self.number += 1
            self._changed.notify_all()


class _Quiet(server.ThreadingHTTPServer):
    """A server that says nothing when a page is closed while it waits: that is no fault."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Tell only what is not about the line to the page."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)


class _Answers(server.BaseHTTPRequestHandler):
    """One request: a file of the page, the news, or a click."""

    protocol_version = "HTTP/1.1"
    timeout = 60

    def __init__(self, board: BoardServer, *rest: Any) -> None:
        """Remember whose board it is."""
        self.board = board
        super().__init__(*rest)

    def do_GET(self) -> None:
        """Send the page, one of its files, or the news."""
        name = self._asked()
        if name is None:
            self._nothing()
        elif name == "":
            self._send(self.board.page().encode(), "text/html")
        elif name in FILES:
            path, kind = FILES[name]
            self._send(path.read_bytes(), kind)
        elif name == "news":
            known = parse_qs(self.path.partition("?")[2]).get("known", [""])[0]
            news = self.board.news(int(known) if known.isdecimal() else -1)
            if self.board.closed:
                self._nothing(503)  # also on a line that is still open
            else:
                self._send(json.dumps(news).encode(), "application/json")
        else:
            self._nothing()

    def do_POST(self) -> None:
        """Pass a click on."""
        length = self.headers.get("Content-Length", "")
        kind = self.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        # Another page could send a form here without asking us first, but never JSON.
        if self._asked() != "do" or kind != "application/json" or not length.isdecimal():
            self._nothing()
            return
        if int(length) > LONGEST:
            self._nothing(413)
            return
        try:
            message = json.loads(self.rfile.read(int(length)))
            if not isinstance(message, dict):
                raise ValueError  # noqa: TRY301 - the same as text that is no JSON
            self.board.hear(message)
        except (ValueError, TypeError):
            self._nothing(400)
            return
        self._send(b"{}", "application/json")

    def _asked(self) -> str | None:
        """What is asked for behind the secret, or `None` for who does not know it."""
        if self.headers.get("Host") not in {
            f"127.0.0.1:{self.board.port}",
            f"localhost:{self.board.port}",
        }:
            return None  # a foreign name that points here is somebody's trick
        _, secret, *rest = [*self.path.partition("?")[0].split("/"), "", ""]
        right = hmac.compare_digest(secret.encode(), self.board.secret.encode())
        return "/".join(rest[:-2]) if right and len(rest) > 2 else None

    def _nothing(self, code: int = 404) -> None:
        """Say that there is nothing here, and end the conversation."""
        self.close_connection = True
        self._send(b"There is nothing here.\n", "text/plain", code)

    def _send(self, body: bytes, kind: str, code: int = 200) -> None:
        """Send this with the headers that keep the page to itself."""
        self.send_response(code)
        headers = {**_HEADERS, "Content-Type": f"{kind}; charset=utf-8"}
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *words: Any) -> None:  # noqa: A002 - its name in the base
        """Say nothing about each request: the address would show the secret."""
