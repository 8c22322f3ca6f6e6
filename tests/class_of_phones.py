"""A class of phones for tests: each a browser's lines to a hall, without the browser."""

from __future__ import annotations

import contextlib
import json
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from class_server import ask

from course_tools.arena.server.web import HERE, Room, Server
from course_tools.log import Log, recovered
from course_tools.studio.lectures import demo_named
from course_tools.studio.lectures.classtree import ClassTree
from course_tools.studio.lectures.hall import Hall
from course_tools.studio.lectures.lecture import Lecture, LectureRoom

AS_JSON = {"Content-Type": "application/json"}


def hall_of(folder: Path, name: str = "textbook-tree", widget: Any = None) -> Hall:
    """A hall with this demonstration, whose log is in this folder."""
    demo = demo_named(name)
    return Hall(demo.make(), demo.say, Log(folder / "votes.log"), widget=widget)


def tree_of(folder: Path) -> ClassTree:
    """A class that will be a tree, whose log is in this folder."""
    return ClassTree(Log(folder / "votes.log"))


def goes_on_wherever_it_ended(
    folder: Path,
    make: Callable[[Path], Lecture],
    facts: Callable[[Any], str],
    lead: Callable[[Any], None],
) -> tuple[Any, Path]:
    """A lecture that was led so, and the folder with a copy of its log.

    At whichever byte the log ends, the next lecture is where that one was. With any line damaged
    it opens, says which, and shows its pages.
    """
    lecture, file, seen = make(folder / "whole"), folder / "whole" / "votes.log", {}
    took = lecture.take

    def noting(entry: Any) -> None:
        took(entry)
        seen[len(recovered(file.read_bytes()).entries)] = facts(lecture)

    setattr(lecture, "take", noting)  # noqa: B010 - for mypy
    lead(lecture)
    data = file.read_bytes()
    entries = recovered(data).entries
    for end in range(len(data) + 1):
        found = recovered(data[:end]).entries
        assert found == entries[: len(found)]
        if then := seen.pop(len(found), ""):
            again, there = lecture_of(make, folder / f"{end}", data[:end])
            assert again.goes_on
            assert facts(again) == then
    assert not seen
    lines = data.splitlines(keepends=True)
    for at, line in enumerate(lines, 1):
        damaged = [*lines[: at - 1], line.replace(b":", b";", 1), *lines[at:]]
        odd, _ = lecture_of(make, folder / f"line {at}", b"".join(damaged))
        assert f"line {at} is damaged" in odd.news[0]
        shown = [odd.on_stage(), odd.on_desk(), *map(odd.on_phone, odd.phones)]
        assert all(shown)
        odd.end()
    print(f"{len(data) + 1} cuts of a lecture's log, {len(lines)} damaged lines: 0 lost")
    return lecture, there


def lecture_of(make: Callable[[Path], Lecture], folder: Path, log: bytes) -> tuple[Lecture, Path]:
    """The lecture that goes on with this log, and its folder."""
    folder.mkdir()
    (folder / "votes.log").write_bytes(log)
    return make(folder), folder


class OpenHall:
    """A lecture that is served: its `port`, the lecturer's address, and itself.

    `lead` calls something in the server's loop, where alone the lecture may go on.
    """

    def __init__(self, hall: Any, server: Server, room: LectureRoom) -> None:
        self.hall, self.port, self.presenter = hall, server.port, room.presenter(server)
        self.lead = server.soon


@contextlib.contextmanager
def served(room: Room, **where: Any) -> Iterator[Server]:
    """The server of this room, in a thread of its own."""
    with Server(room, **where) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


@contextlib.contextmanager
def open_hall(make: Callable[[Path], Lecture] = hall_of) -> Iterator[OpenHall]:
    """A hall that votes, or what else is made of a folder, served in a thread of its own."""
    with tempfile.TemporaryDirectory() as folder:
        hall = make(Path(folder))
        room = LectureRoom(hall)
        with served(room, host=HERE) as server:
            hall.address = f"http://{server.in_network}/"
            yield OpenHall(hall, server, room)


class Phone:
    """A phone: it has loaded the page, follows the news, and votes when there is a question."""

    def __init__(self, port: int) -> None:
        self.port, self.known = port, -1
        self.cookie = ask(port, "/")[1]["Set-Cookie"].partition(";")[0]
        self.token = self.cookie.partition("=")[2]

    def news(self) -> Any:
        """What this phone shows next; it waits for something new."""
        path = f"/news?known={self.known}"
        news = json.loads(ask(self.port, path, Cookie=self.cookie)[2])
        self.known = news["number"]
        return news

    def wait(self, *, open: bool) -> Any:  # noqa: A002 - as the page calls it
        """The news in which the vote is open, or closed."""
        while (news := self.news()).get("open", False) is not open:
            pass
        return news

    def vote(self, question: Any, option: Any) -> int:
        """The status of the answer to this vote."""
        vote = json.dumps({"question": question, "option": option})
        return ask(self.port, "/vote", vote, Cookie=self.cookie, **AS_JSON)[0]
