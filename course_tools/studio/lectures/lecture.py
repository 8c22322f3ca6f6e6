"""What every lecture with phones shares: its log, its phones, its pages and its clock."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, ClassVar

import segno
from tornado.web import HTTPError

from course_lib.plain import many
from course_tools.arena.server.web import Changes, Room, SecretPage, Server, gives_way
from course_tools.log import Log

MOST_PHONES = 2_000
"""So many browsers take part; then a new one takes another's place."""

VOTER = "voter"
"""The cookie that makes one browser one phone."""

_SVG = "image/svg+xml"

CLICKER = {
    "ArrowRight": "forward",
    "PageDown": "forward",
    " ": "forward",
    "ArrowLeft": "back",
    "PageUp": "back",
}

BREATH = 5.0
"""A phone that asks for no news for so many seconds sleeps, or has left."""

BEAT = 0.25
"""So often, in seconds, a lecture looks at its clock."""

Entry = dict[str, Any]
"""A line of the log: what was done, and by whom."""


class Lecture:
    """What happens in front of a class: nothing in here knows of browsers.

    Whatever happens is a line in the log first. A lecture that was ended by force, and is begun
    again in the same way, goes on where it was, with every tap that somebody was told of.
    """

    projector = "projector.html"
    page = ""
    """The page in the middle of the projector, if there is one."""
    keys: ClassVar[dict[str, str]] = {}
    """What each key does, besides those of a clicker."""

    def __init__(self, log: Log, film: str) -> None:
        """Begin, or go on with what the log holds of this `film` that nobody has ended."""
        self.log = log
        self.address, self.key, self.port = "", secrets.token_urlsafe(12), 0
        self.joining = True
        self.phones: OrderedDict[str, str] = OrderedDict()
        """The address of each browser that takes part."""
        self.voters: set[str] = set()
        """Those that have answered anything."""
        self.news = [*log.damaged]
        """Sentences for whoever begins it."""
        self.lines: Counter[str] = Counter()
        """How many requests for news each of them has open."""
        self.now, self._left = 0.0, dict[str, float]()
        """How late it is, in seconds, and when each phone has closed its last request."""
        self.stage, self.ballots = Changes(), Changes()
        """What the lecturer's pages wait for, and what phones do."""
        self.commands: dict[str, Callable[[], None]] = {"join": self.join}
        begun = [at for at, one in enumerate(log.entries) if "film" in one]
        entries = log.entries[begun[-1] :] if begun else []
        there = {what for one in entries for what in one}
        self.goes_on = "phone" in there and "over" not in there and entries[0]["film"] == film
        self.began = time.strftime("%Y-%m-%d-%H%M%S")
        """When it began, as a name of a file has it."""
        if self.goes_on:
            self.key, self.began = entries[0]["key"], entries[0].get("began", self.began)
            lost = sum(not self._takes(one) for one in entries[1:])
            if lost:
                self.news.append(f"{log.path}: {many(lost, 'later line')} said nothing without it")
        else:
            log.add({"film": film, "key": self.key, "began": self.began})

    def at(self, port: int) -> None:
        """Remember where it is, so that phones find it again."""
        self.do({"port": port})

    def end(self) -> None:
        """Say that the lecture is over: the next one begins anew."""
        self.log.add({"over": True})
        self.log.close()

    def do(self, entry: Entry) -> None:
        """Write down what happens, and let it happen."""
        self.log.add(entry)
        self.take(entry)

    def _takes(self, entry: Entry) -> bool:
        """Whether this fits what came before it; where a line is damaged, it may not."""
        try:
            self.take(entry)
        except (LookupError, TypeError, ValueError):
            return False
        return True

    def take(self, entry: Entry) -> None:
        """Let this have happened."""
        match entry:
            case {"port": port}:
                self.port = port
            case {"join": joining}:
                self.joining = joining
            case {"phone": token, "from": address}:
                self.phones[token] = address
            case {"gone": token}:
                self.phones.pop(token, None)
            case {"vote": _, "by": token}:
                self.voters.add(token)

    def frame(self) -> dict[str, Any]:
        """What both of the lecturer's pages need."""
        keys = CLICKER | {"j": "join"} | self.keys
        return {
            "number": self.stage.number,
            "joining": self.joining,
            "address": self.address,
            "phones": len(self.phones),
            "keys": {key: one for key, one in keys.items() if one in self.commands},
        }

    def join(self) -> None:
        """Show the large code by which phones join, or put it away."""
        self.do({"join": not self.joining})
        self.stage.tell()

    def new_phone(self, address: str) -> str:
        """The token of a browser that has come from this address.

        Where there are too many, one gives way that is not here and has never voted, else one that
        is not here, else one of another address. Who has only loaded a page is not here.
        """
        if len(self.phones) >= MOST_PHONES:

            def away(one: str) -> bool:
                return one not in self.lines or not self.is_here(one)

            leaves = (
                gives_way(self.phones, address, lambda one: one not in self.voters and away(one))
                or gives_way(self.phones, address, away)
                or gives_way(self.phones, address, own=False)
            )
            if leaves is None:
                raise ValueError("there are too many browsers in this hall; try again later")
            self.do({"gone": leaves})
        token = secrets.token_urlsafe(18)
        self.do({"phone": token, "from": address})
        self._left[token] = self.now
        self.stage.tell()
        return token

    def follows(self, token: str, lines: int) -> None:
        """A phone has opened a request for news, or hung up."""
        self.lines[token] += lines
        self._left[token] = self.now

    def is_here(self, token: str) -> bool:
        """Whether this phone waits for news, or did so or loaded its page a moment ago."""
        return self.lines[token] > 0 or self.now - self._left.get(token, -BREATH) < BREATH

    # --- what each kind of lecture says of itself ---

    def vote(self, token: str, number: Any, option: Any) -> None:
        """Take a phone's answer to this question; a `ValueError` says why it can't be."""
        raise NotImplementedError

    def changes_of(self, _token: str) -> Changes:
        """What this phone waits for."""
        return self.ballots

    def on_phone(self, token: str) -> dict[str, Any]:
        """What a phone shows."""
        raise NotImplementedError

    def on_stage(self) -> dict[str, Any]:
        """What the projector shows."""
        raise NotImplementedError

    def on_desk(self) -> dict[str, Any]:
        """What the presenter's page shows: buttons, and paragraphs under headings.

        A button is what it does, its words, whether it can be pressed, and whether it is on.
        """
        raise NotImplementedError

    def tick(self, now: float) -> None:
        """It is so late now, in seconds."""
        self.now = now

    def files(self) -> Mapping[str, tuple[str, str]]:
        """What the lecturer may keep: for each name the kind of the file, and what is in it."""
        return {}

    def picture(self) -> str:
        """The drawing that phones show beside a question, or nothing."""
        return ""


# --- pages ----------------------------------------------------------------------------------------


class LectureRoom(Room):
    """Shows a lecture to the lecturer, whose address holds a secret, and to a class's phones."""

    def __init__(self, lecture: Lecture, *, at: str = "/") -> None:
        """Answer at this path."""
        self.lecture, self.at = lecture, at

    def routes(self, server: Server) -> list[tuple[Any, ...]]:
        """The phones' page, and behind the key the lecturer's."""
        lecture = self.lecture
        lecture.address = f"http://{server.in_network}{self.at}"
        phone: dict[str, Any] = {"lecture": lecture}
        mine = phone | {"key": lecture.key}
        picture = phone | {"make": lambda _: (_SVG, lecture.picture())}
        code = mine | {"make": lambda _: (_SVG, code_of(lecture.address))}
        film = mine | {"make": lambda _: ("text/html", lecture.page)}
        keep = mine | {"make": lambda name: lecture.files().get(name, ("", ""))}
        return [
            (rf"{self.at}", _Phone, phone),
            (rf"{self.at}news", _PhoneNews, phone),
            (rf"{self.at}picture\.svg", _Text, picture),
            (rf"{self.at}vote", _Vote, phone),
            (rf"{self.at}([\w-]+)/(|projector)", _View, mine),
            (rf"{self.at}([\w-]+)/film", _Text, film),
            (rf"{self.at}([\w-]+)/news", _News, mine | {"make": lecture.on_stage}),
            (rf"{self.at}([\w-]+)/desk/news", _News, mine | {"make": lecture.on_desk}),
            (rf"{self.at}([\w-]+)/do", _Do, mine),
            (rf"{self.at}([\w-]+)/keep/([\w.-]+)", _Text, keep),
            (rf"{self.at}([\w-]+)/code\.svg", _Text, code),
        ]

    def presenter(self, server: Server) -> str:
        """The lecturer's own address."""
        return f"{server.address.rstrip('/')}{self.at}{self.lecture.key}/"

    def beside(self) -> Sequence[Coroutine[Any, Any, None]]:
        """Let the clock go."""
        return (self._beats(),)

    async def _beats(self) -> None:
        while True:
            self.lecture.tick(time.monotonic())
            await asyncio.sleep(BEAT)

    def news(self) -> Sequence[Changes]:
        """What the stage and the phones wait for."""
        own = map(self.lecture.changes_of, self.lecture.phones)
        return [self.lecture.stage, self.lecture.ballots, *own]

    async def close(self) -> None:
        """The lecture is over."""
        self.lecture.end()


class _LecturePage(SecretPage):
    def initialize(self, lecture: Lecture, key: str = "", make: Any = None) -> None:
        """Remember whose page this is, the secret of the lecturer's address, and what to send."""
        self.lecture, self.key, self.make = lecture, key, make


class _Phone(_LecturePage):
    def get(self) -> None:
        if self.get_cookie(VOTER, "") not in self.lecture.phones:
            try:
                token = self.lecture.new_phone(self.request.remote_ip or "")
            except ValueError as error:
                raise HTTPError(503, "%s", str(error)) from None
            self.set_cookie(VOTER, token, expires_days=None, httponly=True, samesite="Strict")
        self.render("phone.html", title="Vote")


class _PhoneNews(_LecturePage):
    following = ""

    async def get(self) -> None:
        token = self.get_cookie(VOTER, "")
        if token in self.lecture.phones:
            self.following = token
            self.lecture.follows(token, +1)
        await self.news(self.lecture.changes_of(token))
        self.finish(self.lecture.on_phone(token))

    def on_finish(self) -> None:
        """It has its news, or has hung up."""
        if self.following:
            self.lecture.follows(self.following, -1)
            self.following = ""

    on_connection_close = on_finish


class _Vote(_LecturePage):
    async def post(self) -> None:
        content = self.sent()
        try:
            token = self.get_cookie(VOTER, "")
            self.lecture.vote(token, content.get("question"), content.get("option"))
        except ValueError as error:
            raise HTTPError(409, "%s", str(error)) from None
        if not await asyncio.to_thread(self.lecture.log.settle):
            raise HTTPError(503, "your vote could not be kept on the disk; tell your teacher")
        self.set_header("Connection", "close")  # a hall has more phones than lines to keep
        self.finish({})


class _View(_LecturePage):
    framed = True

    def get(self, _key: str, name: str) -> None:
        page = self.lecture.projector if name else "presenter.html"
        self.render(page, title=(name or "presenter").capitalize())


class _News(_LecturePage):
    async def get(self, _key: str) -> None:
        await self.news(self.lecture.stage)
        self.finish(self.make())


class _Do(_LecturePage):
    def post(self, _key: str) -> None:
        command = self.lecture.commands.get(str(self.sent().get("do")))
        if command is None:
            raise HTTPError(400, "there is no such command")
        command()
        self.finish({})


class _Text(_LecturePage):
    framed = True

    def get(self, *path: str) -> None:
        """Send what is made of the last part of the address, if anything is."""
        kind, text = self.make(path[-1] if path else "")
        if not kind:
            raise HTTPError(404)
        self.set_header("Content-Type", f"{kind}; charset=utf-8")
        self.finish_alone(text)


def code_of(address: str) -> str:
    """The picture that a phone's camera reads as this address."""
    code = segno.make(address, error="m", micro=False)
    svg: str = code.svg_inline(omitsize=True, border=3, light="white")
    return svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
