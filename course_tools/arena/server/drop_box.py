"""The drop box of a class server: it shows the course's site, and takes what is handed in there."""

from __future__ import annotations

import asyncio
import csv
import hashlib
import io
import json
import os
import re
import shutil
import unicodedata
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from tornado.web import HTTPError, StaticFileHandler, stream_request_body

from course_lib.plain import many
from course_tools.arena.server.store import HAND_IN, Store
from course_tools.arena.server.web import Page, Room, Server, T
from course_tools.files import write_whole

LARGEST = 20_000_000
"""No notebook has more bytes."""

MOST_OF_ONE, LARGEST_OF_ONE = 200, 100_000_000
"""One person's hand-ins, earlier ones included, are not more, and have not more bytes."""

LARGEST_BOX, LEFT_FREE = 4_000_000_000, 500_000_000
"""All of them together have not more bytes, and so many stay free on the disk."""

AT_ONCE = 64_000_000
"""So many bytes may be on their way at a time, by what was said before they came."""

_SLOW = 2.0
"""Seconds after which whoever sends slowest gives way to others."""

_LOOKED_INTO = 200_000
"""Up to so many bytes we read a notebook, which stops all threads for up to 25 ms: no move should
have to wait for more."""

_LONGEST_NAME = 160
"""A name has no more bytes, so that a file may be called after it."""

LESSON = re.compile(r"\d\d_\w{1,60}", re.ASCII)
KINDS = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"}
"""What a browser insists on, and not every system knows."""

_TABLE = HAND_IN[:-1]
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class DropBox:
    """A folder of handed-in notebooks, each named after its lesson and its writer.

    Who hands in again replaces the file; what was there before goes to the folder beside it that
    ends in `-earlier`. The server's log knows of everything that came in, and a table beside the
    folders shows it.
    """

    def __init__(self, folder: Path, tokens: Mapping[str, str], store: Store) -> None:
        """Take notebooks into this folder; with `tokens` only those of these students."""
        self.folder, self.tokens, self.store = folder, tokens, store
        self.earlier = folder.with_name(f"{folder.name}-earlier")
        self.table = folder.with_name(f"{folder.name}.csv")
        self._number: Counter[str] = Counter()
        self._bytes: Counter[str] = Counter()
        self._came: Counter[str] = Counter()
        """So many bytes have come from each address since the server began."""
        self._newest = dict[tuple[str, str], dict[str, Any]]()
        for one in store.hand_ins:
            self._count(one)
        self.shown = -1
        """So many hand-ins stand in the table."""

    def writer(self, name: str, token: str) -> str:
        """Whose work comes with this name and token; a `ValueError` says what would be right."""
        if self.tokens:
            name = self.tokens.get(token, "")
        if not plain(name):
            raise ValueError("you need a token: the one that your teacher gave you"
                             if self.tokens else "a name needs a letter")  # fmt: skip
        return " ".join(_cut(name).split())

    def check_room(self, writer: str, size: int, address: str = "") -> None:
        """Refuse, with a `ValueError` for the student, what there is no room for.

        Where anybody may take any name, an address leaves as much room to others as it has taken.
        """
        if size > LARGEST:
            raise ValueError(f"a notebook has {LARGEST:,} bytes at most")
        key = plain(writer)
        if self._number[key] >= MOST_OF_ONE or self._bytes[key] + size > LARGEST_OF_ONE:
            times = many(self._number[key], "notebook")
            raise ValueError(f"you have handed in {times} already; tell your teacher")
        place = self.folder.absolute().parent
        others = 0 if self.tokens else self._came[address]
        full = self._bytes.total() + size + others > LARGEST_BOX
        if full or shutil.disk_usage(place).free - size < LEFT_FREE:
            raise ValueError("the drop box is full; tell your teacher")

    def take(self, lesson: str, writer: str, data: bytes, address: str = "") -> dict[str, str]:
        """The receipt for this notebook, which is on the disk now.

        It may be called in a thread, as `show` is, but in one alone. A `ValueError` says, to the
        student, why it can't be taken.
        """
        if not LESSON.fullmatch(lesson) or not _is_notebook(data):
            raise ValueError("this is no notebook of a lesson")
        code = code_of(data)
        path = self.folder / f"{lesson}_{plain(writer)}.ipynb"
        newest: dict[str, Any] = self._newest.get((lesson, plain(writer)), {})
        if newest.get("code") != code or not path.exists():
            self.check_room(writer, len(data), address)
            when = datetime.now().astimezone().isoformat(sep=" ", timespec="seconds")
            facts = (when, lesson, writer, code, path.name, len(data))
            newest = dict(zip(HAND_IN, facts, strict=True))
            try:
                self._put(path, data)
                self.store.log.add_now({"hand_in": newest})
            except OSError as error:
                why = f"it could not be kept ({os.strerror(error.errno or 0)}); tell your teacher"
                raise ValueError(why) from error
            self.store.hand_ins.append(newest)
            self._count(newest)
            self._came[address] += len(data)
        if not self.store.log.settle():
            raise ValueError("it could not be kept just now; try again in a minute")
        return {one: str(newest[one]) for one in _TABLE[:-1]}

    def show(self) -> None:
        """Write the table, if something came in since; no cell of it is a formula."""
        rows = [[_cell(one[key]) for key in _TABLE] for one in self.store.hand_ins]
        if not rows or len(rows) == self.shown:
            return
        text = io.StringIO(newline="")
        csv.writer(text).writerows([_TABLE, *rows])
        write_whole(self.table, text.getvalue().encode())
        self.shown = len(rows)

    def _count(self, one: Mapping[str, Any]) -> None:
        key = plain(one["name"])
        self._number[key] += 1
        self._bytes[key] += one["bytes"]
        self._newest[one["lesson"], key] = dict(one)

    def _put(self, path: Path, data: bytes) -> None:
        """Put this into its file, beside which what was there before is kept first."""
        before = path.read_bytes() if path.exists() else None
        if before is not None and before != data:
            write_whole(self.earlier / f"{path.stem}_{code_of(before)}.ipynb", before)
        write_whole(path, data)


def code_of(data: bytes) -> str:
    """The code on the receipt of a file: the beginning of its SHA-256.

    >>> code_of(b"")
    'E3B0-C442'
    """
    digest = hashlib.sha256(data).hexdigest().upper()
    return f"{digest[:4]}-{digest[4:8]}"


def plain(name: str) -> str:
    """The name as a part of a file's name, as `keeping.mjs` makes it; "" if it has no letter.

    >>> plain(" Zoë  O'Neill/../x ")
    "Zoë_O'Neill_.._x"
    """
    kept = [
        sign if unicodedata.category(sign)[0] in "LMN" or sign in ".'-" else " "
        for sign in unicodedata.normalize("NFC", _cut(name))
    ]
    words = "_".join("".join(kept).split())
    return words if any(sign.isalpha() for sign in words) else ""


def _cut(name: str) -> str:
    """The beginning of the name, where it is long."""
    return name[:80].encode()[:_LONGEST_NAME].decode(errors="ignore")


def _cell(value: Any) -> str:
    text = str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text


def _is_notebook(data: bytes) -> bool:
    """Whether this is the JSON of a notebook, or looks like it where it is long."""
    if len(data) > _LOOKED_INTO:
        return data[:1] == b"{" and data[-99:].rstrip()[-1:] == b"}" and b'"cells"' in data
    try:
        content = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(content, dict) and isinstance(content.get("cells"), list)


# --- what is on its way ---------------------------------------------------------------------------


class Uploads:
    """The notebooks that are coming in: where all is full, the slowest sender gives way."""

    def __init__(self) -> None:
        self._coming: dict[HandIn, int] = {}

    async def begin(self, upload: HandIn, size: int) -> None:
        """Come back when there is room for so many bytes."""
        while sum(self._coming.values()) + size > AT_ONCE:
            now = asyncio.get_running_loop().time()
            late = [one for one in self._coming if now - one.began > _SLOW]
            if late:
                slowest = min(late, key=lambda one: one.came / (now - one.began))
                slowest.cut()
                self.end(slowest)
            else:
                await asyncio.sleep(0.1)
        upload.began = asyncio.get_running_loop().time()
        self._coming[upload] = size

    def end(self, upload: HandIn) -> None:
        """Give its room to others."""
        self._coming.pop(upload, None)


class DropBoxRoom(Room):
    """The course's site and its drop box."""

    EVERY = 2.0
    """Seconds between two looks whether the table has to be written again."""

    def __init__(self, site: Path, box: DropBox) -> None:
        """Show this site, and take into this box."""
        self.site, self.box, self.uploads = site, box, Uploads()
        self._one = ThreadPoolExecutor(1)

    async def do(self, work: Callable[..., T], *arguments: Any) -> T:
        """Do this in the box's own thread: games, names and votes never wait for an upload."""
        return await asyncio.get_running_loop().run_in_executor(self._one, work, *arguments)

    def routes(self, server: Server) -> list[tuple[Any, ...]]:
        """The site, where the box is, and the box."""
        more = {"box": self.box}
        return [
            (r"/hand-in", HandIn, {"room": self}),
            (r"/site/lite/hand-in\.json", BoxPage, more),
            (r"/site/(.*)", SitePage, {"path": str(self.site), "default_filename": "index.html"}),
        ]

    def beside(self) -> Sequence[Coroutine[Any, Any, None]]:
        """Keep the table fresh."""
        return (self._show(),)

    async def close(self) -> None:
        """Write the table a last time."""
        await self._write()

    async def _show(self) -> None:
        while True:
            await self._write()
            await asyncio.sleep(self.EVERY)

    async def _write(self) -> None:
        try:
            await self.do(self.box.show)
        except OSError:
            self.box.shown = -1  # the log has it all; the next look tries again


# --- pages ---------------------------------------------------------------------------------------


class SitePage(Page, StaticFileHandler):
    """A file of the course's site."""

    def set_default_headers(self) -> None:
        """A page of the site says itself what it may load."""

    def get_content_type(self) -> str:
        """What kind of file this is."""
        kind = KINDS.get(Path(self.absolute_path or "").suffix)
        return kind or super().get_content_type()


class BoxPage(Page):
    """Tells the browser edition where the drop box is, in place of the file that tells of none."""

    def initialize(self, box: DropBox) -> None:
        """Remember the box."""
        self.box = box

    def get(self) -> None:
        """Say where it is, and whether a token is needed."""
        self.finish({"to": "../../hand-in", "token": bool(self.box.tokens)})


@stream_request_body
class HandIn(Page):
    """Takes a notebook, as it is; whose it is, and how long, is said before it comes."""

    began, came = 0.0, 0

    def initialize(self, room: DropBoxRoom) -> None:
        """Remember the box."""
        self.room, self.box, self.uploads, self.parts = room, room.box, room.uploads, list[bytes]()

    async def prepare(self) -> None:
        """Let the request be as long as a notebook, when there is room for it."""
        await super().prepare()
        if self.request.method != "POST":
            return
        self.check_json()
        size = self.request.headers.get("Content-Length", "")
        if not size.isdecimal() or len(size) > 12:
            raise HTTPError(411, "say how long it is")
        token = unquote(self.request.headers.get("Authorization", ""))
        try:
            self.writer = self.box.writer(self.get_query_argument("name", ""), token)
            self.box.check_room(self.writer, int(size), self.request.remote_ip or "")
        except ValueError as error:
            raise HTTPError(409, "%s", str(error)) from None
        await self.uploads.begin(self, int(size))
        connection: Any = self.request.connection
        connection.set_max_body_size(LARGEST)

    async def data_received(self, chunk: bytes) -> None:
        """Keep a part of it; the next one comes in another turn of the loop."""
        self.parts.append(chunk)
        self.came += len(chunk)
        await asyncio.sleep(0)

    async def post(self) -> None:
        """Take it, beside the loop, and answer with the receipt."""
        lesson = self.get_query_argument("lesson", "")
        try:
            data, self.parts = b"".join(self.parts), []
            what = (lesson, self.writer, data, self.request.remote_ip or "")
            self.finish(await self.room.do(self.box.take, *what))
        except ValueError as error:
            raise HTTPError(409, "%s", str(error)) from None

    def on_finish(self) -> None:
        """Give the room to others."""
        self.uploads.end(self)

    def on_connection_close(self) -> None:
        """Give the room to others, also where half of it came."""
        self.uploads.end(self)

    def cut(self) -> None:
        """End this line: it sends too slowly, and others wait."""
        connection: Any = self.request.connection
        connection.stream.close()
        self.parts = []
