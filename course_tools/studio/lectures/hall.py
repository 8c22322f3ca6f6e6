"""A lecture hall: a search on the projector, the presenter's page, and phones that vote."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import segno
from tornado.web import HTTPError

from course_lib.views.export import html_page, widget_of
from course_lib.views.trees.film import steps_in
from course_tools.arena.server.web import Changes, Page, Room, Server
from course_tools.log import Log
from course_tools.studio.lectures.questions import Question, questions_of

MOST_PHONES = 2_000
"""So many browsers have a vote; a new one takes the place of the oldest that has not voted."""

VOTER = "voter"
"""The cookie that gives one browser one vote."""

Entry = dict[str, Any]
"""A line of the hall's log: what was done, and by whom."""


class Hall:
    """Where the lecture is, and what has been voted: nothing in here knows of browsers.

    Whatever happens is a line in its log first. A hall that was ended by force, and is opened again
    with the same demonstration, goes on where it was, with every vote that somebody was told of.
    """

    def __init__(self, shown: Any, notes: str | Mapping[int, str], log: Log) -> None:
        """Begin at the first step, with no question.

        `shown` is a search, several of them or a widget, and `notes` are what to ask the class, at
        any time or each from a step on.
        """
        self.widget, self.notes, self.log = widget_of(shown), notes, log
        story = self.widget.get_state()["story"]
        self.parts: list[dict[str, Any]] = story.get("parts", [story])
        self.last = steps_in(story) - 1
        self.questions = questions_of(story)
        self.address, self.key, self.port = "", secrets.token_urlsafe(12), 0
        self.step, self.joining = 0, True
        self.question: Question | None = None
        self.open = False
        """Whether votes count; afterwards the answer is shown, until the next step."""
        self.number = 0
        """How many questions have been asked: a late vote goes to none but its own."""
        self.votes: dict[str, int] = {}
        self.phones: OrderedDict[str, str] = OrderedDict()
        """The address of each browser that has a vote."""
        self.stage, self.ballots = Changes(), Changes()
        """What the lecturer's pages wait for, and what phones do."""
        self.commands: dict[str, Callable[[], None]] = {
            "forward": lambda: self.go(self.step + 1),
            "back": lambda: self.go(self.step - 1),
            "ask": self.ask,
            "next": self.next_question,
            "join": self.join,
        }
        self._go_on(hashlib.sha256(json.dumps(story, default=str).encode()).hexdigest()[:16])

    def _go_on(self, film: str) -> None:
        """Take up the lecture in the log that nobody has ended, if a class came to this film."""
        begun = [at for at, one in enumerate(self.log.entries) if "film" in one]
        entries = self.log.entries[begun[-1] :] if begun else []
        came = any("phone" in one for one in entries) and "over" not in entries[-1]
        self.goes_on = came and entries[0]["film"] == film
        if self.goes_on:
            self.key = entries[0]["key"]
            for one in entries[1:]:
                self._take(one)
        else:
            self.log.add({"film": film, "key": self.key})

    def at(self, port: int) -> None:
        """Remember where it is, so that phones find it again."""
        self._do({"port": port})

    def end(self) -> None:
        """Say that the lecture is over: the next one begins anew."""
        self.log.add({"over": True})
        self.log.close()

    def _do(self, entry: Entry) -> None:
        self.log.add(entry)
        self._take(entry)

    def _take(self, entry: Entry) -> None:
        """Let this have happened."""
        match entry:
            case {"port": port}:
                self.port = port
            case {"step": step}:  # the one after an open question answers it
                answers = self.open and step == self.step + 1
                self.step, self.open, self.joining = step, False, False
                if not answers:
                    self.question, self.votes = None, {}
            case {"ask": number}:
                self.question, self.open = self.questions[self.step], True
                self.votes, self.joining, self.number = {}, False, number
            case {"join": joining}:
                self.joining = joining
            case {"phone": token, "from": address}:
                self.phones[token] = address
            case {"gone": token}:
                del self.phones[token]
                self.votes.pop(token, None)
            case {"vote": option, "by": token}:
                self.votes[token] = option

    def go(self, step: int) -> None:
        """Show this step; the one after an open question answers it, and its votes stay a while."""
        asked = self.question is not None
        self._do({"step": max(0, min(step, self.last))})
        self._tell(phones=asked)

    def ask(self) -> None:
        """Let the class vote on what comes next, if there is something to ask."""
        if self.step in self.questions and not self.open:
            self._do({"ask": self.number + 1})
            self._tell(phones=True)

    def next_question(self) -> None:
        """Go on to the next step with a question, and ask it; after the last there is none."""
        later = (step for step in self.questions if step > self.step)
        if (step := next(later, None)) is not None:
            self.go(step)
            self.ask()

    def join(self) -> None:
        """Show the large code by which phones join, or put it away."""
        self._do({"join": not self.joining})
        self._tell()

    def new_phone(self, address: str) -> str:
        """The token of a browser that has come from this address.

        Where there are too many, one that has not voted gives way: loading pages takes no votes.
        """
        if len(self.phones) >= MOST_PHONES:
            silent = [token for token in self.phones if token not in self.votes]
            if not silent:
                raise ValueError("there are too many browsers in this hall; try again later")
            self._do({"gone": silent[0]})
        token = secrets.token_urlsafe(18)
        self._do({"phone": token, "from": address})
        self.stage.tell()
        return token

    def vote(self, token: str, number: Any, option: Any) -> None:
        """Count a browser's vote in place of its last one; a `ValueError` says why it can't be."""
        if token not in self.phones:
            raise ValueError("this browser has no vote: load the page again, and allow its cookie")
        if not self.open or self.question is None or number != self.number:
            raise ValueError("that question is closed")
        if type(option) is not int or not 0 <= option < len(self.question.options):
            raise ValueError("there is no such answer")
        self._do({"vote": option, "by": token})
        self.stage.tell()

    def by_address(self) -> list[tuple[str, int]]:
        """How many votes have come from each address, the most first: a class may share one."""
        return Counter(self.phones[token] for token in self.votes).most_common()

    def on_phone(self, token: str) -> dict[str, Any]:
        """What a phone shows: the question that is open or was just answered, and its own vote."""
        more: dict[str, Any] = {"number": self.ballots.number, "text": "", "options": []}
        if self.question is not None:
            labels = [one.label for one in self.question.options]
            more |= {"text": self.question.text, "options": labels, "question": self.number}
            more |= {"open": self.open, "mine": self.votes.get(token)}
            right = [place for place, one in enumerate(self.question.options) if one.right]
            more |= {} if self.open else {"right": right}
        return more

    def on_stage(self) -> dict[str, Any]:
        """What the projector and the presenter show; the answer only once it is known."""
        counts = Counter(self.votes.values())
        asked, ahead = self.question, self.questions.get(self.step)
        options = [
            [one.at, one.label, counts[place], one.right and not self.open]
            for place, one in enumerate(asked.options if asked else ())
        ]
        return {
            "number": self.stage.number,
            "step": self.step,
            "last": self.last,
            "joining": self.joining,
            "phones": len(self.phones),
            "voted": len(self.votes),
            "addresses": self.by_address()[:8],
            "open": self.open,
            "question": asked.text if asked else "",
            "votes": {"part": asked.part, "options": options} if asked else None,
            "to_ask": ahead.text if ahead and not self.open else "",
            "address": self.address,
            "left": sum(step > self.step for step in self.questions),
            "now": self.sentences(self.step),
            "next": self.sentences(self.step + 1),
            "notes": self._note(),
        }

    def _note(self) -> str:
        """The last note up to this step."""
        if isinstance(self.notes, str):
            return self.notes
        notes = self.notes
        return str(notes[max(known)]) if (known := [at for at in notes if at <= self.step]) else ""

    def sentences(self, step: int) -> list[str]:
        """What each part of the film says at this step; of a part that has ended, nothing."""
        return [
            (f"{part['label']}: " if len(self.parts) > 1 else "")
            + part["texts"][part["steps"]["say"][step]]
            for part in self.parts
            if step < len(part["steps"]["say"])
        ]

    def _tell(self, *, phones: bool = False) -> None:
        self.stage.tell()
        if phones:
            self.ballots.tell()


# --- pages ----------------------------------------------------------------------------------------


class HallRoom(Room):
    """Shows a hall to the lecturer, whose address holds a secret, and to the phones of a class."""

    def __init__(self, hall: Hall, title: str, *, at: str = "/") -> None:
        """Answer at this path."""
        self.hall, self.at = hall, at
        self.film = html_page(hall.widget, title=title)

    def routes(self, server: Server) -> list[tuple[Any, ...]]:
        """The phones' page, and behind the key the lecturer's."""
        self.hall.address = f"http://{server.in_network}{self.at}"
        phone, mine = {"hall": self.hall}, {"hall": self.hall, "key": self.hall.key}
        return [
            (rf"{self.at}", _Phone, phone),
            (rf"{self.at}news", _PhoneNews, phone),
            (rf"{self.at}vote", _Vote, phone),
            (rf"{self.at}([\w-]+)/(|projector)", _View, mine),
            (rf"{self.at}([\w-]+)/film", _Film, mine | {"film": self.film}),
            (rf"{self.at}([\w-]+)/news", _ViewNews, mine),
            (rf"{self.at}([\w-]+)/do", _Do, mine),
            (rf"{self.at}([\w-]+)/code\.svg", _Code, mine),
        ]

    def presenter(self, server: Server) -> str:
        """The lecturer's own address."""
        return f"{server.address.rstrip('/')}{self.at}{self.hall.key}/"

    def news(self) -> Sequence[Changes]:
        """What the stage and the phones wait for."""
        return self.hall.stage, self.hall.ballots

    async def close(self) -> None:
        """The lecture is over."""
        self.hall.end()


class _HallPage(Page):
    def initialize(self, hall: Hall, key: str = "", **more: Any) -> None:
        """Remember whose page this is, and the secret of the lecturer's address."""
        self.hall, self.key, self.more = hall, key, more

    async def prepare(self) -> None:
        await super().prepare()
        if self.key and not hmac.compare_digest(self.path_args[0].encode(), self.key.encode()):
            raise HTTPError(404)


class _Phone(_HallPage):
    def get(self) -> None:
        if self.get_cookie(VOTER, "") not in self.hall.phones:
            try:
                token = self.hall.new_phone(self.request.remote_ip or "")
            except ValueError as error:
                raise HTTPError(503, "%s", str(error)) from None
            self.set_cookie(VOTER, token, expires_days=None, httponly=True, samesite="Strict")
        self.render("phone.html", title="Vote")


class _PhoneNews(_HallPage):
    async def get(self) -> None:
        await self.news(self.hall.ballots)
        self.finish(self.hall.on_phone(self.get_cookie(VOTER, "")))


class _Vote(_HallPage):
    async def post(self) -> None:
        content = self.sent()
        try:
            token = self.get_cookie(VOTER, "")
            self.hall.vote(token, content.get("question"), content.get("option"))
        except ValueError as error:
            raise HTTPError(409, "%s", str(error)) from None
        if not await asyncio.to_thread(self.hall.log.settle):
            raise HTTPError(503, "your vote could not be kept on the disk; tell your teacher")
        self.set_header("Connection", "close")  # a hall has more phones than lines to keep
        self.finish({})


class _View(_HallPage):
    framed = True

    def get(self, _key: str, name: str) -> None:
        name = name or "presenter"
        self.render(f"{name}.html", title=name.capitalize())


class _Film(_HallPage):
    framed = True

    def get(self, _key: str) -> None:
        self.finish_alone(self.more["film"])


class _ViewNews(_HallPage):
    async def get(self, _key: str) -> None:
        await self.news(self.hall.stage)
        self.finish(self.hall.on_stage())


class _Do(_HallPage):
    def post(self, _key: str) -> None:
        command = self.hall.commands.get(str(self.sent().get("do")))
        if command is None:
            raise HTTPError(400, "there is no such command")
        command()
        self.finish({})


class _Code(_HallPage):
    def get(self, _key: str) -> None:
        self.set_header("Content-Type", "image/svg+xml")
        self.finish(code_of(self.hall.address))


def code_of(address: str) -> str:
    """The picture that a phone's camera reads as this address."""
    code = segno.make(address, error="m", micro=False)
    svg: str = code.svg_inline(omitsize=True, border=3, light="white")
    return svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
