"""The room: how a class's checks go while it works, for its teacher and for the wall.

Notebooks whose students have pressed a button tell it of each check (`course_lib/checks/joining`).
That stays in memory, and for an hour. What a page shows is the course's own: names of exercises and
causes, kinds of cases, and the case that shows it, all looked up here. Only the place that somebody
has typed comes from a notebook: the teacher sees it, and the wall never does.
"""

from __future__ import annotations

import asyncio
import csv
import hmac
import io
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from tornado.web import HTTPError

from course_lib.checks.cases import NO_RETURN, PRINTED, Case, exercise_named, exercises
from course_lib.checks.joining import KEPT
from course_lib.checks.repairs import WORDS
from course_lib.checks.verdict import CORRECT, LOOKS, board_in_html
from course_lib.checks.worlds import line_about, world
from course_lib.plain import visible
from course_lib.words import PLACE
from course_tools.arena.server.web import Changes, Page, Room, Server

MOST = 1_000
"""So many notebooks are known at a time; beyond, the address with most of them loses its oldest."""

HOUR, AWAY = 3_600.0, 1_500.0
"""Seconds after which a notebook is forgotten, and after which nobody is thought to sit at it."""

OFTEN, LONG = 3, 480.0
"""Who gets the same verdict so often, or is at one exercise for so many seconds, is stuck."""

COLUMNS, MINUTES = ("exercise", "verdict", "cause", "kinds of cases", "times"), "minutes"
"""What stands in the table of an hour. Minutes go from one right exercise to the next, or from the
notebook's coming; `course author minutes` reads them."""

LOOK = 2.0
"""So often, in seconds, it is looked whether somebody is stuck by now."""


class Group(NamedTuple):
    """What several notebooks have in common: an exercise, and what is wrong with it."""

    exercise: str
    status: str
    cause: str
    kinds: tuple[int, ...]
    """Which kinds of cases are wrong, where no cause is proved."""

    @property
    def right(self) -> bool:
        """Whether nothing is wrong."""
        return self.status == CORRECT

    @property
    def words(self) -> str:
        """What is wrong, in the course's own words."""
        if self.cause == KEPT:
            return "something is kept from call to call"
        if self.cause in WORDS:
            return PLACE.sub("\N{HORIZONTAL ELLIPSIS}", WORDS[self.cause]).lstrip(
                "\N{HORIZONTAL ELLIPSIS}, "
            )
        return self.cause or self.status

    @property
    def titles(self) -> list[str]:
        """The kinds of cases that are wrong."""
        return [exercise_named(self.exercise).groups()[at].title for at in self.kinds]


@dataclass
class Notebook:
    """What is known of one notebook."""

    address: str
    message: int = 0
    check: int = 0
    """The number of the newest of its messages, and of its checks."""
    place: str = ""
    help: bool = False
    passed: frozenset[str] = frozenset()
    group: Group | None = None
    line: str = ""
    """The line that shows what is wrong."""
    times: int = 0
    """So often in turn it has been the same."""
    since: float = 0.0
    """When its exercise was checked first and was not right."""
    seen: float = 0.0
    began: float = 0.0
    """When it came, or when its newest exercise was right first."""

    def stuck(self, now: float) -> str:
        """Why it seems to be stuck, or ""."""
        if self.group is None or self.group.right:
            return ""
        if self.times >= OFTEN:
            return f"the same verdict {self.times} times"
        minutes = (now - self.since) / 60
        return f"{minutes:.0f} minutes" if now - self.since >= LONG else ""


class Class:
    """All notebooks that have said something within the hour."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Nobody is here yet; `now` tells the time in seconds."""
        self.now, self.changes = now, Changes()
        self.notebooks: dict[str, Notebook] = {}
        self.hour = Counter[Group]()
        """How often each verdict was met, for the table that somebody may want to keep."""
        self.minutes: dict[str, list[float]] = {}
        """How long each exercise took those who began it here and have it right."""
        self.wall: Group | None = None
        """Whose case is on the wall."""
        self._visits: list[tuple[str, str, str]] = []

    def hear(self, address: str, message: dict[str, Any]) -> None:
        """Take what a notebook says; a `ValueError` says what it can't say."""
        who, number, check = (message.get(name) for name in ("who", "number", "check"))
        if not isinstance(who, str) or not isinstance(number, int) or not isinstance(check, int):
            raise ValueError("this is no message of a notebook")
        group = group_of(message)
        one = self.notebooks.get(who) or self._new(who, address)
        if number <= one.message:
            return  # an earlier one, which was long on its way
        one.message, one.seen, one.help = number, self.now(), message.get("help") is True
        one.place = visible(str(message.get("place", "")))[:40]
        if group is not None and check > one.check:
            self._checked(one, group, str(message.get("line")))
            one.check = check
        passed = message.get("passed")
        one.passed = frozenset(exercises()).intersection(
            [each for each in passed if isinstance(each, str)] if isinstance(passed, list) else ()
        )
        self.changes.tell()

    def _checked(self, one: Notebook, group: Group, line: str) -> None:
        if one.group is None or one.group.right or one.group.exercise != group.exercise:
            one.since = self.now()
        if group.right and group.exercise not in one.passed:
            self.minutes.setdefault(group.exercise, []).append((self.now() - one.began) / 60)
            one.began = self.now()
        one.times = one.times + 1 if group == one.group else 1
        one.group, one.line = group, line if is_known(group.exercise, line) else ""
        self.hour[group] += 1

    def _new(self, who: str, address: str) -> Notebook:
        if len(self.notebooks) >= MOST:
            [(most, _)] = Counter(one.address for one in self.notebooks.values()).most_common(1)
            del self.notebooks[
                next(key for key, one in self.notebooks.items() if one.address == most)
            ]
        self.notebooks[who] = Notebook(address, began=self.now())
        return self.notebooks[who]

    def look(self) -> None:
        """Forget who was not heard for an hour, and say so where somebody is stuck by now."""
        now, before = self.now(), (self._visits, len(self.notebooks))
        self.notebooks = {key: one for key, one in self.notebooks.items() if now - one.seen < HOUR}
        self._visits = self.visits()
        if before != (self._visits, len(self.notebooks)):
            self.changes.tell()

    def here(self) -> list[tuple[str, Notebook]]:
        """Who is at work, with what to call them."""
        now = self.now()
        return [
            (one.place or f"notebook {at}", one)
            for at, one in enumerate(self.notebooks.values(), 1)
            if now - one.seen < AWAY
        ]

    def on_wall(self) -> dict[str, Any]:
        """What everybody may see: how far the class is, and the case that was chosen."""
        here = [one for _, one in self.here()]
        done = Counter(name for one in here for name in one.passed)
        at = Counter(one.group.exercise for one in here if one.group and not one.group.right)
        progress = [(name, done[name], at[name]) for name in exercises() if done[name] + at[name]]
        line = next((line for group, _, line in self._groups() if group == self.wall), "")
        shown = {"case": picture_of(self.wall.exercise, line)} if self.wall and line else {}
        return {"number": self.changes.number, "here": len(here), "progress": progress, **shown}

    def for_teacher(self) -> dict[str, Any]:
        """What the teacher sees beside that: who is where, with what, and who needs a visit."""
        groups = [
            {
                "exercise": group.exercise,
                "words": group.words,
                "kinds": group.titles,
                "places": places,
                "case": picture_of(group.exercise, line) if line else None,
                "on_wall": group == self.wall,
                "id": key_of(group),
            }
            for group, places, line in self._groups()
        ]
        return self.on_wall() | {"groups": groups, "visits": self.visits()}

    def visits(self) -> list[tuple[str, str, str]]:
        """Who asks for help, and then who seems to be stuck: with which exercise, and why."""
        names, now = self.here(), self.now()
        asks = [(name, one, "asks for help") for name, one in names if one.help]
        asks += [
            (name, one, why) for name, one in names if not one.help and (why := one.stuck(now))
        ]
        return [(name, one.group.exercise if one.group else "", why) for name, one, why in asks]

    def show(self, key: str) -> None:
        """Put the case of this group on the wall, or take it away."""
        found = next((group for group, _, _ in self._groups() if key_of(group) == key), None)
        self.wall = None if found == self.wall else found
        self.changes.tell()

    def table(self) -> str:
        """The hour as a table: how often each verdict was met, and nobody's name."""
        text = io.StringIO(newline="")
        writer = csv.writer(text)
        writer.writerow((*COLUMNS, MINUTES))
        for group, times in sorted(self.hour.items(), key=lambda one: (one[0].exercise, -one[1])):
            cause = group.words if group.cause else ""
            took = sorted(self.minutes.get(group.exercise, ())) if group.right else ()
            minutes = " ".join(f"{each:.1f}" for each in took)
            kinds = "; ".join(group.titles)
            writer.writerow((group.exercise, group.status, cause, kinds, times, minutes))
        return text.getvalue()

    def _groups(self) -> Iterator[tuple[Group, list[str], str]]:
        """What is wrong now, the largest group first: who is in it, and the line that shows it."""
        found: dict[Group, list[tuple[str, str]]] = {}
        for name, one in self.here():
            if one.group is not None and not one.group.right:
                found.setdefault(one.group, []).append((name, one.line))
        for group, members in sorted(found.items(), key=lambda one: -len(one[1])):
            lines = [line for _, line in members if line]
            yield group, [name for name, _ in members], min(lines, key=len, default="")


def group_of(message: dict[str, Any]) -> Group | None:
    """What is told of a check, in the course's own words; nothing where none was told."""
    name, status, cause = (str(message.get(one)) for one in ("exercise", "status", "cause"))
    kinds = message.get("kinds")
    if name not in exercises() or status not in LOOKS or not isinstance(kinds, list):
        return None
    exercise = exercise_named(name)
    known = {KEPT, NO_RETURN, PRINTED, *WORDS, *exercise.mistakes}
    if cause in known:
        return Group(name, status, cause, ())
    return Group(
        name, status, "", tuple(at for at, _ in enumerate(exercise.groups()) if at in kinds)
    )


def key_of(group: Group) -> str:
    """The group in an address."""
    return f"{hash(group):x}"


@cache
def lines_of(name: str) -> dict[str, Case]:
    """The lines of this exercise that any student may see, and the cases behind them."""
    lines = {}
    for case in (case for group in exercise_named(name).groups() for case in group.cases):
        if case.world:
            for member in world(case.world):
                line = line_about(case.line, member)
                lines[line] = Case(line)
        elif not case.covered:
            lines[case.line] = case
    return lines


def is_known(name: str, line: str) -> bool:
    """Whether these calls, one after the other, are about this exercise's own cases."""
    return lines_of(name).keys() >= {*line.split("; ")}


@cache
def picture_of(name: str, line: str) -> dict[str, str]:
    """A case of this exercise for the wall: its line, and its board where there is one."""
    board = lines_of(name)[line.rsplit("; ", maxsplit=1)[-1]].to_draw()
    return {"exercise": name, "line": line, "board": "" if board is None else board_in_html(board)}


# --- pages ----------------------------------------------------------------------------------------


class CheckRoom(Room):
    """Hears notebooks, and shows the class to its teacher, whose address holds a secret."""

    def __init__(self, key: str) -> None:
        """Nobody is here yet."""
        self.key, self.people = key, Class()
        self._looking: asyncio.Task[None] | None = None

    def routes(self, server: Server) -> list[tuple[Any, ...]]:
        """Where notebooks tell, the wall, and behind the key the teacher's page."""
        wall, mine = {"people": self.people}, {"people": self.people, "key": self.key}
        return [
            (r"/room/", _Hears, wall),
            (r"/room/wall/", _Wall, wall),
            (r"/room/wall/news", _WallNews, wall),
            (r"/room/([\w-]+)/", _Teacher, mine | {"server": server}),
            (r"/room/([\w-]+)/news", _TeacherNews, mine),
            (r"/room/([\w-]+)/do", _Do, mine),
            (r"/room/([\w-]+)/hour\.csv", _Hour, mine),
        ]

    def open(self, sockets: Sequence[list[socket.socket]], most: int) -> None:
        """Look from time to time who is stuck."""
        self._looking = asyncio.ensure_future(self._look())

    def news(self) -> Sequence[Changes]:
        """What both pages wait for."""
        return (self.people.changes,)

    async def close(self) -> None:
        """All is forgotten."""
        if self._looking is not None:
            self._looking.cancel()

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            self.people.look()


class _RoomPage(Page):
    def initialize(self, people: Class, key: str = "", server: Server | None = None) -> None:
        """Remember whose page this is, and the secret of the teacher's address."""
        self.people, self.key, self.server = people, key, server

    async def prepare(self) -> None:
        await super().prepare()
        if self.key and not hmac.compare_digest(self.path_args[0].encode(), self.key.encode()):
            raise HTTPError(404)


class _Hears(_RoomPage):
    def post(self) -> None:
        try:
            self.people.hear(self.request.remote_ip or "", self.sent())
        except ValueError as error:
            raise HTTPError(409, "%s", str(error)) from None
        self.set_header("Connection", "close")  # a class has more notebooks than lines to keep
        self.finish({})


class _Wall(_RoomPage):
    def get(self) -> None:
        self.render("room.html", title="How far we are", line=None)


class _WallNews(_RoomPage):
    async def get(self) -> None:
        await self.news(self.people.changes)
        self.finish(self.people.on_wall())


class _Teacher(_RoomPage):
    def get(self, _key: str) -> None:
        where = self.server.in_network if self.server else ""
        self.render("room.html", title="The room", line=f'join_class("http://{where}")')


class _TeacherNews(_RoomPage):
    async def get(self, _key: str) -> None:
        await self.news(self.people.changes)
        self.finish(self.people.for_teacher())


class _Do(_RoomPage):
    def post(self, _key: str) -> None:
        self.people.show(str(self.sent().get("group")))
        self.finish({})


class _Hour(_RoomPage):
    def get(self, _key: str) -> None:
        self.set_header("Content-Type", "text/csv; charset=utf-8")
        self.set_header("Content-Disposition", "attachment; filename=hour.csv")
        self.finish(self.people.table())
