"""A class of phones for tests: each a browser's lines to a hall, without the browser."""

from __future__ import annotations

import asyncio
import contextlib
import json
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from course_tools.arena.server.web import HERE, Server
from course_tools.log import Log, recovered
from course_tools.studio.lectures import demo_named
from course_tools.studio.lectures.classtree import ClassTree
from course_tools.studio.lectures.hall import Hall
from course_tools.studio.lectures.lecture import Lecture, LectureRoom


def hall_of(folder: Path, name: str = "textbook-tree") -> Hall:
    """A hall with this demonstration, whose log is in this folder."""
    demo = demo_named(name)
    return Hall(demo.make(), demo.say, Log(folder / "votes.log"))


def tree_of(folder: Path) -> ClassTree:
    """A class that will be a tree, whose log is in this folder."""
    return ClassTree(Log(folder / "votes.log"))


def goes_on_after_any_entry(
    folder: Path,
    make: Callable[[Path], Lecture],
    facts: Callable[[Any], str],
    lead: Callable[[Any], None],
) -> tuple[Any, Path]:
    """A lecture that was led so, and the folder with a copy of its log.

    Whichever entry was the last before it was killed, the next lecture is where that one was.
    """
    lecture, file, seen = make(folder / "whole"), folder / "whole" / "votes.log", {}
    took = lecture.take

    def noting(entry: Any) -> None:
        took(entry)
        seen[len(recovered(file.read_bytes()).entries)] = facts(lecture)

    setattr(lecture, "take", noting)  # noqa: B010 - for mypy
    lead(lecture)
    data = file.read_bytes()
    for end in (at for at, sign in enumerate(data) if sign == ord("\n")):
        number = len(recovered(data[:end]).entries)
        if number in seen:
            there = folder / f"{end}"
            there.mkdir()
            (there / "votes.log").write_bytes(data[:end])
            again = make(there)
            assert again.goes_on
            assert facts(again) == seen[number]
    return lecture, there


class OpenHall:
    """A lecture that is served: its `port`, the lecturer's address, and itself.

    `lead` calls something in the server's loop, where alone the lecture may go on.
    """

    def __init__(self, hall: Any, server: Server, room: LectureRoom) -> None:
        self.hall, self.port, self.presenter = hall, server.port, room.presenter(server)
        self.lead = server.soon


@contextlib.contextmanager
def open_hall(make: Callable[[Path], Lecture] = hall_of) -> Iterator[OpenHall]:
    """A hall that votes, or what else is made of a folder, served in a thread of its own."""
    with tempfile.TemporaryDirectory() as folder:
        hall = make(Path(folder))
        room = LectureRoom(hall)
        with Server(room, host=HERE) as server:
            hall.address = f"http://{server.in_network}/"
            thread = threading.Thread(target=server.serve_forever)
            thread.start()
            try:
                yield OpenHall(hall, server, room)
            finally:
                server.shutdown()
                thread.join()


class Answer(NamedTuple):
    """What a server has answered: its status, its headers and its body."""

    status: int
    headers: str
    body: bytes


class Line:
    """A line to the server that stays open, as a browser's does."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.port, self.cookie = port, cookie
        self.reader: asyncio.StreamReader
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        """What is answered to this request."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(HERE, self.port)
        more = {"Host": f"{HERE}:{self.port}", "Content-Length": str(len(body))}
        more |= {"Cookie": self.cookie} if self.cookie else {}
        more |= {name.replace("_", "-"): value for name, value in headers.items()}
        head = f"{method} {path} HTTP/1.1\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in more.items())
        self.writer.write(f"{head}\r\n".encode() + body)
        text = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        known = dict(line.split(": ", 1) for line in text.split("\r\n")[1:] if line)
        content = await self.reader.readexactly(int(known.get("Content-Length", 0)))
        if known.get("Connection") == "close":
            await self.close()
        return Answer(int(text.split()[1]), text, content)

    async def send(self, path: str, content: Any) -> Answer:
        """What is answered to this JSON."""
        body = json.dumps(content).encode()
        return await self.ask("POST", path, body, Content_Type="application/json")

    async def news(self, path: str) -> Any:
        """The JSON at this path."""
        return json.loads((await self.ask("GET", path)).body)

    async def close(self) -> None:
        """Hang up."""
        if self.writer is not None:
            self.writer.close()
            with contextlib.suppress(ConnectionError):  # the other side was faster
                await self.writer.wait_closed()
        self.writer = None


class Phone:
    """A phone: it has loaded the page, follows the news, and votes when there is a question."""

    def __init__(self, port: int) -> None:
        self.port, self.line, self.cookie, self.known = port, Line(port), "", -1

    async def join(self) -> Phone:
        """Load the page, and keep the cookie."""
        answer = await self.line.ask("GET", "/")
        [cookie] = [one for one in answer.headers.split("\r\n") if one.startswith("Set-Cookie")]
        self.cookie = self.line.cookie = cookie.partition(": ")[2].partition(";")[0]
        return self

    async def wait(self, *, open: bool) -> Any:  # noqa: A002 - as the page calls it
        """The news in which the vote is open, or closed."""
        while True:
            news = await self.line.news(f"/news?known={self.known}")
            self.known = news["number"]
            if news.get("open", False) is open:
                return news

    async def vote(self, question: Any, option: Any) -> Answer:
        """What is answered to this vote, on a line of its own."""
        line = Line(self.port, self.cookie)
        try:
            return await line.send("/vote", {"question": question, "option": option})
        finally:
            await line.close()


async def class_votes(
    server: OpenHall, phones: list[Phone], within: float, rng: Random
) -> list[int]:
    """Ask the next question; each phone votes once it has it, at a moment of its own."""
    stage, key = Line(server.port), "/" + server.presenter.rstrip("/").rpartition("/")[2]

    async def one(phone: Phone, pause: float) -> int:
        news = await phone.wait(open=True)
        await asyncio.sleep(pause)
        option = rng.randrange(len(news["options"]))
        answer = await phone.vote(news["question"], option)
        assert answer.status == 200, answer
        return option

    async def project() -> None:
        known, voted = -1, 0
        while voted < len(phones):
            news = await stage.news(f"{key}/news?known={known}")
            assert news["number"] != known, "a vote that nobody hears of"
            known, voted = news["number"], news["voted"] if news["open"] else 0

    picture = asyncio.ensure_future(project())
    votes = asyncio.gather(*(one(phone, rng.uniform(0, within)) for phone in phones))
    presenter = Line(server.port)
    await presenter.send(f"{key}/do", {"do": "next"})
    options = await votes
    await picture
    await stage.close()
    await presenter.close()
    return options


async def join_all(server: OpenHall, count: int) -> list[Phone]:
    """So many phones, which have loaded the page."""
    return list(await asyncio.gather(*(Phone(server.port).join() for _ in range(count))))
