"""A lecture hall: a search on the projector, the presenter's page, and phones that vote."""

from __future__ import annotations

import hmac
import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Any

import segno
from tornado.web import HTTPError

from course_lib.play import GameRecord
from course_lib.views.export import html_page, widget_of
from course_lib.views.trees.film import steps_in
from course_tools.arena.server_plan import EVERYWHERE
from course_tools.arena.web import HERE, Changes, LocalServer, Page, own_address
from course_tools.lectures.demos import Shown
from course_tools.lectures.files import FILES, PAGES, LectureFile
from course_tools.lectures.questions import Question, questions_of

MOST_PHONES = 2_000
"""So many browsers have a vote; a new one takes the place of the oldest of the fullest address."""

VOTER = "voter"
"""The cookie that gives one browser one vote."""


class Hall:
    """Where the lecture is, and what has been voted: nothing in here knows of browsers."""

    def __init__(self, shown: Shown, notes: str) -> None:
        """Begin at the first step, with no question; `notes` are what to ask the class."""
        if isinstance(shown, GameRecord):
            raise ValueError(
                "a class votes on the branches of a search, and this is a game that was played;"
                " course demo shows it"
            )
        self.widget, self.notes = widget_of(shown), notes
        story = self.widget.get_state()["story"]
        self.parts: list[dict[str, Any]] = story.get("parts", [story])
        self.last = steps_in(story) - 1
        self.questions = questions_of(story)
        self.step, self.joining, self.address = 0, True, ""
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

    def go(self, step: int) -> None:
        """Show this step; the one after an open question answers it, and its votes stay a while."""
        answers = self.open and step == self.step + 1
        asked = self.question is not None
        self.step = max(0, min(step, self.last))
        self.open, self.joining = False, False
        if not answers:
            self.question, self.votes = None, {}
        self._tell(phones=asked)

    def ask(self) -> None:
        """Let the class vote on what comes next, if there is something to ask."""
        question = self.questions.get(self.step)
        if question is None or self.open:
            return
        self.question, self.open, self.votes, self.joining = question, True, {}, False
        self.number += 1
        self._tell(phones=True)

    def next_question(self) -> None:
        """Go on to the next step with a question, and ask it; after the last there is none."""
        later = (step for step in self.questions if step > self.step)
        if (step := next(later, None)) is not None:
            self.go(step)
            self.ask()

    def join(self) -> None:
        """Show the large code by which phones join, or put it away."""
        self.joining = not self.joining
        self._tell()

    def new_phone(self, address: str) -> str:
        """The token of a browser that has come from this address."""
        if len(self.phones) >= MOST_PHONES:
            [(fullest, _)] = Counter(self.phones.values()).most_common(1)
            oldest = next(token for token, one in self.phones.items() if one == fullest)
            del self.phones[oldest]
            self.votes.pop(oldest, None)
        token = secrets.token_urlsafe(18)
        self.phones[token] = address
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
        self.votes[token] = option
        self.stage.tell()

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
            "open": self.open,
            "question": asked.text if asked else "",
            "votes": {"part": asked.part, "options": options} if asked else None,
            "to_ask": ahead.text if ahead and not self.open else "",
            "address": self.address,
            "left": sum(step > self.step for step in self.questions),
            "now": self.sentences(self.step),
            "next": self.sentences(self.step + 1),
            "notes": self.notes,
        }

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


class HallServer(LocalServer):
    """Serves a hall to the lecturer, whose address holds a secret, and to the phones of a class."""

    def __init__(
        self, hall: Hall, title: str, *, port: int = 0, host: str = EVERYWHERE, name: str = ""
    ) -> None:
        """Listen; phones reach this computer by its `name`, or its number in the network."""
        key = secrets.token_urlsafe(12)
        phone, mine = {"hall": hall}, {"hall": hall, "key": key}
        super().__init__(
            [
                (r"/", _Phone, phone),
                (r"/news", _PhoneNews, phone),
                (r"/vote", _Vote, phone),
                (r"/([\w-]+)/(|projector)", _View, mine),
                (r"/([\w-]+)/film", _Film, mine | {"film": html_page(hall.widget, title=title)}),
                (r"/([\w-]+)/news", _ViewNews, mine),
                (r"/([\w-]+)/do", _Do, mine),
                (r"/([\w-]+)/code\.svg", _Code, mine),
                (rf"/(?:[\w-]+/)?({FILES})", LectureFile),
            ],
            port=port,
            host=host,
        )
        self.presenter = f"{self.address}{key}/"
        self.hall, name = hall, name or (HERE if host == HERE else own_address())
        hall.address = f"http://{name}:{self.port}/"

    def stopping(self) -> None:
        """Let those go who wait for news."""
        self.hall.stage.tell()
        self.hall.ballots.tell()


class _HallPage(Page):
    def initialize(self, hall: Hall, key: str = "", **more: Any) -> None:
        """Remember whose page this is, and the secret of the lecturer's address."""
        self.hall, self.key, self.more = hall, key, more

    def prepare(self) -> None:
        super().prepare()
        if self.key and not hmac.compare_digest(self.path_args[0].encode(), self.key.encode()):
            raise HTTPError(404)


class _Phone(_HallPage):
    def get(self) -> None:
        if self.get_cookie(VOTER, "") not in self.hall.phones:
            token = self.hall.new_phone(self.request.remote_ip or "")
            self.set_cookie(VOTER, token, expires_days=None, httponly=True, samesite="Strict")
        self.finish((PAGES / "phone.html").read_bytes())


class _PhoneNews(_HallPage):
    async def get(self) -> None:
        await self.hall.ballots.after(self.known())
        self.finish(self.hall.on_phone(self.get_cookie(VOTER, "")))


class _Vote(_HallPage):
    def post(self) -> None:
        content = self.sent()
        try:
            token = self.get_cookie(VOTER, "")
            self.hall.vote(token, content.get("question"), content.get("option"))
        except ValueError as error:
            raise HTTPError(409, "%s", str(error)) from None
        self.set_header("Connection", "close")  # a hall has more phones than lines to keep
        self.finish({})


class _View(_HallPage):
    framed = True

    def get(self, _key: str, name: str) -> None:
        self.finish((PAGES / f"{name or 'presenter'}.html").read_bytes())


class _Film(_HallPage):
    framed = True

    def get(self, _key: str) -> None:
        self.finish_alone(self.more["film"])


class _ViewNews(_HallPage):
    async def get(self, _key: str) -> None:
        await self.hall.stage.after(self.known())
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
