"""What all pages of the arena share: safe headers, files, news, and a server for one computer."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import importlib
import json
import logging
import socket
import threading
import time
from collections import Counter, deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

from tornado.httpserver import HTTPServer
from tornado.iostream import IOStream
from tornado.log import app_log
from tornado.netutil import bind_sockets
from tornado.web import Application, HTTPError, RequestHandler

import course_lib.views
from course_lib.views.theme import stylesheet

HERE = "127.0.0.1"

PATIENCE = 20.0
"""Seconds after which a page that waits for news is told that there are none."""

LONGEST_REQUEST = 10_000
"""No request of a page is longer than so many bytes."""

_ARENA = Path(__file__).parent
_VIEWS = Path(course_lib.views.__file__).parent / "browser"

_FILES = {
    "board.js": (_VIEWS, "text/javascript"),
    "controls.js": (_VIEWS, "text/javascript"),
    "widgets.css": (_VIEWS, "text/css"),
    "page.js": (_ARENA, "text/javascript"),
    "page.css": (_ARENA, "text/css"),
    "lobby.js": (_ARENA, "text/javascript"),
    "lobby.css": (_ARENA, "text/css"),
}

FILES = "|".join(name.replace(".", r"\.") for name in _FILES)
"""The names of all files that a page may ask for, as a part of a route."""

# Nothing comes from elsewhere, and no other page may show this one in a frame.
_NO_FRAME, _OWN_FRAME = "frame-ancestors 'none'", "frame-ancestors 'self'"
_ALWAYS = f" {_NO_FRAME}; form-action 'none'; base-uri 'none'"
_OWN = f"default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline';{_ALWAYS}"
_ALONE = (
    "default-src 'none'; img-src data: blob:; style-src 'unsafe-inline';"
    f" script-src 'unsafe-inline' blob:;{_ALWAYS}"
)


class Page(RequestHandler):
    """One answer to a browser. An application's settings say who may ask for it.

    `names` are those by which we may be called, if not by any; `secret` is the first part of every
    address, if there is one.
    """

    framed = False
    """Whether our own pages may show this one in a frame; others never may."""

    def set_default_headers(self) -> None:
        """Keep the page to itself."""
        self.clear_header("Server")
        self.obey(_OWN)
        self.set_header("Referrer-Policy", "no-referrer")
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("Cache-Control", "no-store")

    def prepare(self) -> None:
        """Refuse who calls us by a name that is not ours, or does not know the secret."""
        names, secret = self.settings.get("names"), self.settings.get("secret", "")
        if names is not None and self.request.headers.get("Host") not in names:
            raise HTTPError(404)  # a foreign name that points here is somebody's trick
        if secret and not hmac.compare_digest(self.path_args[0].encode(), secret.encode()):
            raise HTTPError(404)

    def write_error(self, status_code: int, **more: Any) -> None:
        """Say in a line that there is nothing here, or what is wrong."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        error = more.get("exc_info", (None, None, None))[1]
        words = ""
        if isinstance(error, HTTPError) and error.log_message:
            words = error.log_message % error.args  # tornado keeps the two apart
        self.finish(f"{words or 'There is nothing here.'}\n")

    def log_exception(self, *error: Any) -> None:
        """Say nothing about what a browser did wrong: addresses hold secrets."""
        if not isinstance(error[1], HTTPError):
            app_log.error("A page failed", exc_info=error)

    def sent(self) -> dict[str, Any]:
        """The request's JSON. Another page could send a form without asking us, never JSON."""
        kind = self.request.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise HTTPError(415, "JSON is needed here")
        try:
            content = json.loads(self.request.body)
        except (ValueError, RecursionError):
            raise HTTPError(400, "this is no JSON") from None
        if not isinstance(content, dict):
            raise HTTPError(400, "a JSON object is needed here")
        return content

    def known(self) -> int:
        """The number of the news that the page shows already."""
        number = self.get_query_argument("known", "")
        return int(number) if number.isdecimal() and len(number) < 20 else -1

    def finish_alone(self, text: str) -> None:
        """Send a page that holds its own scripts, and may load nothing else."""
        self.obey(_ALONE)
        self.finish(text)

    def obey(self, rules: str) -> None:
        """Tell the browser what this page may load, and who may frame it."""
        rules = rules.replace(_NO_FRAME, _OWN_FRAME) if self.framed else rules
        self.set_header("Content-Security-Policy", rules)


class FilePage(Page):
    """One of the files that pages ask for."""

    def get(self, *names: str) -> None:
        """Send the file that the last part of the address names."""
        folder, kind = _FILES[names[-1]]
        self.set_header("Content-Type", f"{kind}; charset=utf-8")
        if names[-1] == "widgets.css":
            self.finish(stylesheet())
        else:
            self.finish((folder / names[-1]).read_bytes())


class _Nothing(Page):
    """What answers to any other address."""

    def prepare(self) -> None:
        raise HTTPError(404)


def application(routes: Sequence[tuple[Any, ...]], **settings: Any) -> Application:
    """What answers browsers; it says nothing of each request, because addresses hold secrets."""
    return Application(
        list(routes),
        default_handler_class=_Nothing,
        log_function=lambda _: None,
        template_path=str(_ARENA),
        **settings,
    )


class Changes:
    """A number that grows with whatever can be seen, and pages that wait until it does."""

    def __init__(self) -> None:
        self.number = 0
        self._lock = threading.Lock()
        self._event = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def tell(self) -> None:
        """Say, from any thread, that there is something new to see."""
        with self._lock:
            self.number += 1
            event, self._event = self._event, asyncio.Event()
            if self._loop is not None:
                with contextlib.suppress(RuntimeError):  # nobody waits in a loop that has ended
                    self._loop.call_soon_threadsafe(event.set)

    async def after(self, known: int, patience: float = PATIENCE) -> None:
        """Come back as soon as there is more to see than what is known, or after a while."""
        self._loop = asyncio.get_running_loop()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while True:
                    with self._lock:
                        if self.number != known:
                            return
                        event = self._event
                    await event.wait()


def listening(port: int, host: str = HERE) -> list[socket.socket]:
    """The sockets that listen on this port; 0 finds a free one."""
    if not 0 <= port <= 65_535:
        raise ValueError(f"there is no port {port}; a number up to 65535 would be right")
    try:
        return list(bind_sockets(port, address=host, backlog=512))
    except OSError as error:
        raise OSError(f"port {port} can't be opened: {error.strerror or error}") from None


def own_names(port: int) -> set[str]:
    """What a browser on this computer calls a server that only this computer can reach."""
    return {f"{HERE}:{port}", f"localhost:{port}"}


def own_address() -> str:
    """The number of this computer in its network, if it is in one; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line, contextlib.suppress(OSError):
        line.connect(("192.0.2.1", 9))  # an address that is nobody's
        return str(line.getsockname()[0])
    with contextlib.suppress(OSError):  # no way leads out of this network, or there is none
        return socket.gethostbyname(socket.gethostname())
    return HERE


# --- how many connections -------------------------------------------------------------------------


MOST_PROGRAMS, MOST_PAGES = 1_000, 1_000
"""More than these are not let in on one port, and on the page, whatever the computer allows."""

_WANTED = 4_096
_WITHOUT_LIMITS = 512
"""Windows looks at so many connections at a time."""

_OTHERS = 100
"""So many files are left for records and for Python itself."""

IDLE = 30.0
"""Seconds after which a browser's line is cut that asks nothing, or not to the end."""


class ConnectionLimits(NamedTuple):
    """How many connections there may be: those of pages can't take the programs' places."""

    programs: int
    """On each port."""
    pages: int
    pages_each: int
    """From one address."""


def limits_for(ports: int) -> ConnectionLimits:
    """The limits with so many ports; without any, all is for pages.

    Where the system has a limit of open files that may be raised, it is raised: reaching it would
    harm everybody, so whoever is too many is turned away before.
    """
    try:
        resource = importlib.import_module("resource")
    except ImportError:  # on Windows
        files = _WITHOUT_LIMITS
    else:
        files, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _WANTED if hard == resource.RLIM_INFINITY else min(_WANTED, hard)
        if files == resource.RLIM_INFINITY:
            files = _WANTED
        elif files < wanted:
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                files = wanted
    files -= _OTHERS
    pages = min(MOST_PAGES, max(8, files // 4 if ports else files))
    programs = max(2, min(MOST_PROGRAMS, (files - pages) // max(1, ports)))
    return ConnectionLimits(programs, pages, max(8, pages // 2))


class PageServer(HTTPServer):
    """Answers browsers, so many at once and so many from one address, and no half requests.

    Where there are too many, the oldest line is cut: of the address that the newest comes from, if
    that has too many, else of the one that has most. So a request that never ends can't keep others
    out, and a page that waits for news asks again.
    """

    def initialize(self, application: Application, limits: ConnectionLimits) -> None:  # type: ignore[override] # tornado takes any arguments
        """Answer with this application, within these limits."""
        super().initialize(
            application,
            max_body_size=LONGEST_REQUEST,
            max_header_size=LONGEST_REQUEST,
            idle_connection_timeout=IDLE,
            body_timeout=IDLE,
        )
        self.limits = limits
        self._lines: list[tuple[str, IOStream]] = []

    def handle_stream(self, stream: IOStream, address: Any) -> None:
        """Let a browser in, in place of another if there are too many."""
        self._lines = [one for one in self._lines if not one[1].closed()]
        there = Counter(name for name, _ in self._lines)
        most, each = self.limits.pages, self.limits.pages_each
        if len(self._lines) >= most or there[address[0]] >= each:
            [(fullest, _)] = there.most_common(1)
            cut = address[0] if there[address[0]] >= each else fullest
            next(line for name, line in self._lines if name == cut).close()
        self._lines.append((address[0], stream))
        super().handle_stream(stream, address)


class FewLines(logging.Filter):
    """Lets so many lines of a log through in ten seconds: nobody can fill a terminal."""

    MOST, SECONDS = 20, 10.0

    def __init__(self) -> None:
        super().__init__()
        self._times: deque[float] = deque(maxlen=self.MOST)

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether there have not been too many just now."""
        now = time.monotonic()
        if len(self._times) == self.MOST and now - self._times[0] < self.SECONDS:
            return False
        self._times.append(now)
        return True


def quiet_logs() -> None:
    """Let nobody fill the terminal: of what tornado says, a few lines at a time come through."""
    for name in ("tornado.application", "tornado.general", "asyncio"):
        log = logging.getLogger(name)
        if not any(isinstance(one, FewLines) for one in log.filters):
            log.addFilter(FewLines())


# --- a server of pages alone ----------------------------------------------------------------------


class LocalServer:
    """Answers browsers on this computer, in the thread that calls `serve_forever`."""

    def __init__(
        self,
        routes: Sequence[tuple[Any, ...]],
        *,
        port: int = 0,
        secret: str = "",
        host: str = HERE,
    ) -> None:
        """Listen; a browser has to know the secret, if there is one.

        With another `host` than `HERE`, other computers may ask, too.
        """
        self.sockets, self.secret = listening(port, host), secret
        self.port: int = self.sockets[0].getsockname()[1]
        names = own_names(self.port) if host == HERE else None
        self._application = application(routes, names=names, secret=secret)
        self._stop = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def address(self) -> str:
        """Where a browser finds its first page."""
        return f"http://{HERE}:{self.port}/{f'{self.secret}/' if self.secret else ''}"

    def serve_forever(self) -> None:
        """Answer until `shutdown` is called in another thread, or Ctrl-C."""
        asyncio.run(self._serve())

    def stopping(self) -> None:
        """Let those go who wait for news."""

    def shutdown(self) -> None:
        """End `serve_forever`, from another thread."""
        if self._loop is None:
            self._stop.set()
        else:
            with contextlib.suppress(RuntimeError):  # it has ended already
                self._loop.call_soon_threadsafe(self._stop.set)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for one in self.sockets:
            one.close()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        quiet_logs()
        http = PageServer(self._application, limits_for(0))
        http.add_sockets(self.sockets)
        try:
            await self._stop.wait()
        finally:
            http.stop()
            self.stopping()
            await asyncio.sleep(0.1)  # in which whoever waits for news hears that it is over
            await http.close_all_connections()
