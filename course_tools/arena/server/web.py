"""A server: one event loop, its rooms' pages in one frame, and one set of bounds for all lines."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import importlib
import json
import logging
import selectors
import signal
import socket
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar

from tornado.httpserver import HTTPServer
from tornado.iostream import IOStream
from tornado.log import app_log
from tornado.netutil import bind_sockets
from tornado.web import Application, HTTPError, RequestHandler

import course_lib.views
from course_lib.views import theme
from course_lib.views.theme import letters, palette, stylesheet

HERE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - only for who asks for it

PATIENCE = 20.0
"""Seconds after which a page that waits for news is told that there are none."""

LONGEST_REQUEST = 10_000
"""No request of a page is longer than so many bytes."""

PAGES = Path(__file__).parent / "browser"
"""The pages of all rooms, which stand in one frame."""

_VIEWS = Path(course_lib.views.__file__).parent / "browser"
_KINDS = {".js": "text/javascript", ".css": "text/css"}
_COLOURS = {
    "page.css": {"jp_layout_color1": theme.GROUND, "jp_content_font_color1": theme.INK},
    "hall.css": {"back": theme.GROUND, "ink": theme.INK, "quiet": theme.QUIET, "line": theme.LINE,
                 "blue": theme.BLUE, "on_blue": theme.GROUND, "max": theme.BLUE,
                 "min": theme.VERMILION, "leaf": theme.PAPER, "on_node": theme.GROUND,
                 "dark_line": theme.LINE, "wrong": theme.HIGHLIGHT,
                 "glow": theme.PHASES["simulate"]},
}  # fmt: skip
"""What the styles of these pages call the colours of all pictures."""

# Nothing comes from elsewhere, and no other page may show this one in a frame.
_NO_FRAME, _OWN_FRAME = "frame-ancestors 'none'", "frame-ancestors 'self'"
_ALWAYS = f" {_NO_FRAME}; form-action 'none'; base-uri 'none'"
_OWN = (
    "default-src 'self'; img-src 'self' data:; font-src data:; style-src 'self' 'unsafe-inline';"
    f"{_ALWAYS}"
)
_ALONE = (
    "default-src 'none'; img-src data: blob:; font-src data:; style-src 'unsafe-inline';"
    f" script-src 'unsafe-inline' blob:;{_ALWAYS}"
)

# --- bounds ---------------------------------------------------------------------------------------

MOST_LINES = 1_000
"""More lines than these are not open at one port, whatever the computer allows."""

MOST_SILENT = 250
"""So many of them may have said nothing so far."""

_WANTED = 4_096
_WITHOUT_LIMITS = 512
"""Windows looks at so many connections at a time."""

_OTHERS = 100
"""So many files are left for records and for Python itself."""

T = TypeVar("T")

IDLE = 30.0
"""Seconds after which a browser's line is cut that asks nothing, or not to the end."""


def open_files() -> int:
    """How many lines this process may have open in all.

    Where the system has a limit of open files that may be raised, it is raised: reaching it would
    harm everybody, so whoever is too many is turned away before.
    """
    try:
        resource = importlib.import_module("resource")
    except ImportError:  # on Windows
        return _WITHOUT_LIMITS - _OTHERS
    files, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _WANTED if hard == resource.RLIM_INFINITY else min(_WANTED, hard)
    if files == resource.RLIM_INFINITY:
        files = _WANTED
    elif files < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            files = wanted
    return int(files) - _OTHERS


class Turns(selectors.DefaultSelector):
    """What the loop looks at in one of its turns: all lines of games, and few of all others.

    Pages take turns, and programs that have not said their names. So no crowd of them holds up a
    move; and those whose turn it is not cost next to nothing.
    """

    AT_ONCE, PAGES = 12, 4
    """So many lines are read in a turn, more than come in, and so many pages are made."""

    def __init__(self) -> None:
        """Nobody takes turns yet."""
        super().__init__()
        self._others = dict[int, IOStream]()
        self._next, self._pages = 0, asyncio.Semaphore(self.PAGES)

    def take(self, line: IOStream) -> None:
        """Look at this line only when it is its turn."""
        self._others[line.socket.fileno()] = line

    def leave(self, line: IOStream) -> None:
        """Look at this line in each turn from now on."""
        if not line.closed():
            self._others.pop(line.socket.fileno(), None)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is to be looked at in this turn."""
        found: list[tuple[selectors.SelectorKey, int]] = []
        others: list[tuple[selectors.SelectorKey, int]] = []
        for one in super().select(timeout):
            line = self._others.get(one[0].fd)
            (found if line is None or line.closed() else others).append(one)
        at = self._next % max(1, len(others))
        now = (others[at:] + others[:at])[: self.AT_ONCE]
        self._next = at + len(now)
        return found + now

    async def page(self) -> None:
        """Come back when it is this page's turn to be made."""
        async with self._pages:
            await asyncio.sleep(0)


def gives_way(
    held: Mapping[T, str],
    address: str,
    may_go: Callable[[T], bool] = lambda _: True,
    *,
    own: bool = True,
) -> T | None:
    """Who leaves where all is full and somebody comes from this `address`; `None`, nobody.

    `held` has everybody's address, the oldest first. The address that has most of them loses its
    oldest that `may_go`, where it is the newcomer's `own` perhaps none. So while there is room a
    whole class may come from one address.
    """
    [(fullest, _)] = Counter(held.values()).most_common(1)
    theirs = [one for one, at in held.items() if at == fullest and (own or at != address)]
    return next(filter(may_go, theirs), None)


class Lines:
    """The open lines of one port: places for those that have spoken, and what is left for others.

    Who has not said its name, or asked for no page to the end, is in a small pool; where that is
    full, the oldest gives way. So silence takes nobody's place, and costs the others little.
    """

    def __init__(self, most: int, turns: Turns) -> None:
        """Let so many lines be open in all."""
        self.most, self.places, self.turns = most, max(2, most - max(4, most // 4)), turns
        self._silent: dict[IOStream, str] = {}
        self._known: dict[IOStream, str] = {}

    def enter(self, line: IOStream, address: str) -> None:
        """Take a line that has said nothing yet into the pool."""
        self.turns.take(line)
        self._silent[line] = address
        if len(self._silent) > self._pool:
            oldest = next(iter(self._silent))
            del self._silent[oldest]
            oldest.close()

    def leave(self, line: IOStream) -> None:
        """Forget a line that has ended."""
        self._silent.pop(line, None)
        self._known.pop(line, None)

    @property
    def _pool(self) -> int:
        return max(4, min(MOST_SILENT, self.most - len(self._known)))

    @property
    def crowded(self) -> bool:
        """Whether so many have said nothing that there is no time for words to each of them."""
        return len(self._silent) >= self._pool

    def admit(self, line: IOStream, waits: Callable[[IOStream], bool] | None = None) -> bool:
        """Whether a line that has spoken has a place now.

        A browser's line may always go, as a browser asks again by itself; a program's only while it
        `waits`, and only for another address. A program's line takes no turns any more.
        """
        if line in self._known:
            return True
        address = self._silent.pop(line, "")
        if len(self._known) >= self.places:
            self._known = {one: at for one, at in self._known.items() if not one.closed()}
        if len(self._known) >= self.places:
            own = waits is None
            leaves = gives_way(self._known, address, waits or (lambda _: True), own=own)
            if leaves is None:
                self._silent[line] = address
                return False
            leaves.close()
        self._known[line] = address
        if waits is not None:
            self.turns.leave(line)
        return True


# --- pages ----------------------------------------------------------------------------------------


class Page(RequestHandler):
    """One answer to a browser. An application's settings say who may ask for it.

    `names` are those by which we may be called, if not by any.
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

    async def prepare(self) -> None:
        """Wait for a turn, and refuse who calls us by a name that is not ours."""
        self.settings["lines"].admit(getattr(self.request.connection, "stream", None))
        await self.settings["lines"].turns.page()
        names = self.settings.get("names")
        if names is not None and self.request.headers.get("Host") not in names:
            raise HTTPError(404)  # a foreign name that points here is somebody's trick

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
        self.check_json()
        try:
            content = json.loads(self.request.body)
        except (ValueError, RecursionError):
            raise HTTPError(400, "this is no JSON") from None
        if not isinstance(content, dict):
            raise HTTPError(400, "a JSON object is needed here")
        return content

    def check_json(self) -> None:
        """Refuse a body that another page could have sent."""
        kind = self.request.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise HTTPError(415, "JSON is needed here")

    async def news(self, changes: Changes) -> None:
        """Come back when there is more to see than the page shows, and it is its turn."""
        known = self.get_query_argument("known", "")
        await changes.after(int(known) if known.isdecimal() and len(known) < 20 else -1)
        await self.settings["lines"].turns.page()

    def finish_alone(self, text: str) -> None:
        """Send a page that holds its own scripts, and may load nothing else."""
        self.obey(_ALONE)
        self.finish(text)

    def obey(self, rules: str) -> None:
        """Tell the browser what this page may load, and who may frame it."""
        rules = rules.replace(_NO_FRAME, _OWN_FRAME) if self.framed else rules
        self.set_header("Content-Security-Policy", rules)


class SecretPage(Page):
    """One whose address begins with a secret, if it has a `key`."""

    key = ""

    async def prepare(self) -> None:
        """Refuse who does not know it, and say no more than of an address that is none."""
        await super().prepare()
        if self.key and not hmac.compare_digest(self.path_args[0].encode(), self.key.encode()):
            raise HTTPError(404)


class FilePage(Page):
    """One of the files that pages ask for."""

    def initialize(self, files: dict[str, bytes]) -> None:
        """Remember what they hold."""
        self.files = files

    def get(self, name: str) -> None:
        """Send the file that the last part of the address names."""
        if name not in self.files:
            raise HTTPError(404)
        self.set_header("Content-Type", f"{_KINDS[Path(name).suffix]}; charset=utf-8")
        self.finish(self.files[name])


class _Nothing(Page):
    """What answers to any other address."""

    async def prepare(self) -> None:
        await super().prepare()
        raise HTTPError(404)


class Changes:
    """A number that grows with whatever can be seen, and pages that wait until it does.

    It begins with the time, so a page that knew the number of an earlier server asks anew.
    """

    def __init__(self) -> None:
        self.number, self._more = time.time_ns() // 1_000_000, asyncio.Event()

    def tell(self) -> None:
        """Say that there is something new to see."""
        self.number += 1
        self._more.set()
        self._more = asyncio.Event()

    async def after(self, known: int) -> None:
        """Come back as soon as there is more to see than what is known, or after a while."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self.number == known:
                    await self._more.wait()


# --- rooms, and the server around them ------------------------------------------------------------


class Room:
    """A part of a server: its pages, and what goes on in it beside them."""

    ports: Sequence[int] = ()
    """Where programs come in."""

    def routes(self, server: Server) -> list[tuple[Any, ...]]:
        """What answers a browser, and where."""
        raise NotImplementedError

    def open(self, sockets: Sequence[list[socket.socket]], lines: Callable[[], Lines]) -> None:
        """Let programs in at these ports, each with `lines` of its own, in the loop that runs."""

    def beside(self) -> Sequence[Coroutine[Any, Any, None]]:
        """What goes on as long as the server does."""
        return ()

    def news(self) -> Sequence[Changes]:
        """What pages may be waiting for."""
        return ()

    async def close(self) -> None:
        """Let nobody in any more, and bring games to an end."""


class _PageServer(HTTPServer):
    """Answers browsers, so many at once, and no half requests."""

    def initialize(self, application: Application) -> None:  # type: ignore[override] # tornado takes any arguments
        """Answer with this application."""
        super().initialize(
            application,
            max_body_size=LONGEST_REQUEST,
            max_header_size=LONGEST_REQUEST,
            idle_connection_timeout=IDLE,
            body_timeout=IDLE,
        )
        self.settings = application.settings

    def handle_stream(self, stream: IOStream, address: Any) -> None:
        """Let a browser in."""
        self.settings["lines"].enter(stream, address[0])
        super().handle_stream(stream, address)

    def on_close(self, server_conn: Any) -> None:
        """Forget a browser's line."""
        super().on_close(server_conn)
        self.settings["lines"].leave(server_conn.stream)


class Server:
    """All rooms in one event loop: the sockets are open from the beginning, answers come later.

    `serve_forever` answers in the thread that calls it.
    """

    def __init__(self, *rooms: Room, port: int = 0, host: str = HERE, name: str = "") -> None:
        """Listen; with another `host` than `HERE`, other computers may ask, too.

        A port that is taken is an `OSError`, and then none is open.
        """
        self.rooms, self.host = rooms, host
        self._sockets: list[list[socket.socket]] = []
        try:
            for one in [*(one for room in rooms for one in room.ports), port]:
                self._sockets.append(_listening(one, host))
        except OSError:
            self._close_sockets()
            raise
        *self.ports, self.port = (one[0].getsockname()[1] for one in self._sockets)
        self._name = name or (HERE if host == HERE else _own_address())
        self._stop = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def address(self) -> str:
        """Where a browser on this computer finds the first page."""
        return f"http://{HERE}:{self.port}/"

    @property
    def in_network(self) -> str:
        """What other computers call the page; if none may come, what this one does."""
        return f"{self._name}:{self.port}"

    def serve_forever(self, *, signals: bool = False) -> None:
        """Answer until `shutdown` is called in another thread, or Ctrl-C.

        With `signals`, Ctrl-C and SIGTERM end it like `shutdown`.
        """
        turns = Turns()
        with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(turns)) as runner:
            runner.run(self.run(turns, signals=signals))

    def shutdown(self) -> None:
        """End `serve_forever`, from another thread."""
        self.soon(self._stop.set)

    def soon(self, call: Callable[[], object]) -> None:
        """Call this in the loop, from another thread; where there is no loop yet, at once."""
        if self._loop is None:
            call()
        else:
            with contextlib.suppress(RuntimeError):  # it has ended already
                self._loop.call_soon_threadsafe(call)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._close_sockets()

    async def run(self, turns: Turns, *, signals: bool = False) -> None:
        """Answer until `shutdown`; then all rooms are closed, and whoever waits hears of it.

        The loop in which this runs asks these `turns` what to look at.
        """
        self._loop = asyncio.get_running_loop()
        own = {f"{HERE}:{self.port}", f"localhost:{self.port}"} if self.host == HERE else None
        each = open_files() // (1 + len(self.ports))

        def lines() -> Lines:
            return Lines(min(MOST_LINES, each), turns)

        http = _PageServer(self._application(own, lines()))
        http.add_sockets(self._sockets[-1])
        at, beside = 0, list[asyncio.Future[None]]()
        for room in self.rooms:
            there = self._sockets[at : at + len(room.ports)]
            room.open(there, lines)
            beside += map(asyncio.ensure_future, room.beside())
            at += len(there)
        try:
            with _stopped_by_signals(self.shutdown) if signals else contextlib.nullcontext():
                await self._stop.wait()
        finally:
            http.stop()
            for one in beside:
                one.cancel()
            for end in await asyncio.gather(*beside, return_exceptions=True):
                if isinstance(end, Exception):
                    app_log.error("A part of the server has ended", exc_info=end)
            for room in self.rooms:
                await room.close()
                for changes in room.news():
                    changes.tell()
            await asyncio.sleep(0.1)  # in which whoever waits for news hears that it is over
            await http.close_all_connections()

    def _application(self, names: set[str] | None, lines: Lines) -> Application:
        """What answers browsers; it says nothing of a request, because addresses hold secrets."""
        logging.getLogger("tornado.general").setLevel(logging.ERROR)  # as of what is no request
        kept = (path for folder in (PAGES, _VIEWS) for path in folder.glob("*.*s"))
        files = {path.name: path.read_bytes() for path in kept}
        files |= {"widgets.css": stylesheet().encode(), "letters.css": letters().encode()}
        files |= {name: palette(**names).encode() + files[name] for name, names in _COLOURS.items()}
        routes = [route for room in self.rooms for route in room.routes(self)]
        return Application(
            [*routes, (r"/(?:[\w-]+/)*([\w-]+\.(?:js|css))", FilePage, {"files": files})],
            default_handler_class=_Nothing,
            log_function=lambda _: None,
            template_path=str(PAGES),
            names=names,
            lines=lines,
        )

    def _close_sockets(self) -> None:
        for one in (one for sockets in self._sockets for one in sockets):
            one.close()


@contextlib.contextmanager
def _stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    """While this lasts, Ctrl-C and SIGTERM call `stop`, on every system."""
    signals = (signal.SIGINT, signal.SIGTERM)
    before = {one: signal.signal(one, lambda *_: stop()) for one in signals}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


class _Door(socket.socket):
    """Lets in few at a time, so that a flood of lines holds up nobody who is in."""

    AT_ONCE = 4
    _came = 0

    def accept(self) -> tuple[socket.socket, Any]:
        """The next line, or a `BlockingIOError` when it is the others' turn."""
        self._came = (self._came + 1) % (self.AT_ONCE + 1)
        if not self._came:
            raise BlockingIOError
        return super().accept()


def _listening(port: int, host: str) -> list[socket.socket]:
    """The sockets that listen on this port; 0 finds a free one."""
    if not 0 <= port <= 65_535:
        raise ValueError(f"there is no port {port}; a number up to 65535 would be right")
    try:
        doors = [_Door(fileno=one.detach()) for one in bind_sockets(port, host, backlog=512)]
    except OSError as error:
        raise OSError(f"port {port} can't be opened: {error.strerror or error}") from None
    for one in doors:
        one.setblocking(False)
    return list(doors)


def _own_address() -> str:
    """The number of this computer in its network, if it is in one; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line, contextlib.suppress(OSError):
        line.connect(("192.0.2.1", 9))  # an address that is nobody's
        return str(line.getsockname()[0])
    with contextlib.suppress(OSError):  # no way leads out of this network, or there is none
        return socket.gethostbyname(socket.gethostname())
    return HERE
