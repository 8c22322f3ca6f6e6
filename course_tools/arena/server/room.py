"""The room: how a class's checks go while it works, for its teacher and for the wall.

Notebooks whose students have pressed a button tell it of each check (`course_lib/checks/joining`).
That stays in memory, and for an hour. What a page shows is the course's own: names of exercises and
causes, sentences, kinds of cases, and the case that shows it, all looked up here. Only the place
that somebody has typed comes from a notebook: the teacher sees it, and the wall never does.
"""

from __future__ import annotations

import ast
import asyncio
import csv
import io
import time
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from math import inf
from typing import Any, NamedTuple

from tornado.web import HTTPError

from course_lib.checks.cases import NO_RETURN, PRINTED, Case, exercise_named, exercises
from course_lib.checks.joining import KEPT
from course_lib.checks.repairs import WORDS
from course_lib.checks.verdict import CORRECT, LOOKS, NOT_ATTEMPTED, WAITS, board_in_html
from course_lib.checks.worlds import line_about, world
from course_lib.plain import visible
from course_lib.words import PLACE, texts
from course_tools.arena.server.web import Changes, Room, SecretPage, Server

MOST, NEW_A_MINUTE = 1_000, 300
"""So many notebooks are known at a time, and so many may come from one address in a minute. Where
there are more, those give way that come from the address with most."""

HOUR, AWAY = 3_600.0, 1_500.0
"""Seconds after which all is forgotten, and after which nobody is thought to sit at a notebook."""

CROWD = "too many notebooks come from your address; check again in a minute"

OFTEN, LONG = 3, 480.0
"""Who gets the same verdict so often, or nothing right for so many seconds, is stuck."""

SOON = 0.5
"""Nobody reads and writes an exercise in so few minutes: such a right check was only run again."""

MOST_CHECKS, MOST_CALLS, LONGEST_NUMBER = 2_000, 3, 40
"""So many checks of one notebook are counted, so many calls a line has at most, and so many letters
a notebook's number."""

COLUMNS, MINUTES = ("exercise", "verdict", "cause", "kinds of cases", "times"), "minutes"
"""What stands in the table of an hour. Minutes go from one right exercise to the next, or from the
notebook's coming; where it is not right yet, to its last check. `course author minutes` reads them.
"""

SILENT = 300.0
"""Who asks for help, and has told nothing for so many seconds, may have gone."""

LOOK = 2.0
"""So often, in seconds, it is looked whether somebody is stuck by now."""

ASKS = "asks for help"

OPEN = {NOT_ATTEMPTED, WAITS}
"""Verdicts after which nothing is wrong yet."""


class Group(NamedTuple):
    """What several notebooks have in common: an exercise, and what is wrong with it."""

    exercise: str
    status: str
    cause: str
    kinds: tuple[int, ...]
    """Which kinds of cases are wrong, where the cause is no mistake with a name of its own."""
    says: str = ""
    """The sentence with which the check objects then, with places for its values, or ""."""

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
            return PLACE.sub("something", WORDS[self.cause])
        return self.cause or PLACE.sub("\N{HORIZONTAL ELLIPSIS}", self.says) or self.status

    @property
    def titles(self) -> list[str]:
        """The kinds of cases that are wrong."""
        return [exercise_named(self.exercise).groups()[at].title for at in self.kinds]


@dataclass
class Notebook:
    """What is known of one notebook."""

    address: str
    name: str
    began: float
    """When it came, or when its newest exercise was right first; `inf` where nobody knows."""
    message: int = 0
    """The number of the newest of its messages."""
    checks: set[int] = field(default_factory=set)
    place: str = ""
    asked: int = 0
    """The number of its asking for help; 0 where it doesn't ask."""
    answered: int = 0
    """The newest asking for which somebody came."""
    passed: set[str] = field(default_factory=set)
    """What is right; a student may have several lessons open, and each tells of its own."""
    done: set[str] = field(default_factory=set)
    """What was right at some time."""
    group: Group | None = None
    line: str = ""
    """The line that shows what is wrong."""
    times: int = 0
    """So often in turn it has been the same."""
    since: float = 0.0
    """When it was wrong first, with nothing right since then."""
    seen: float = 0.0

    @property
    def wrong(self) -> Group | None:
        """What is wrong now."""
        return None if self.group is None or self.group.right else self.group

    @property
    def help(self) -> bool:
        """Whether somebody should come, and nobody has."""
        return self.asked > self.answered

    def why(self, now: float) -> str:
        """Why somebody should come by: it asks for help, or seems to be stuck; or ""."""
        if self.help:
            silent = now - self.seen
            told = f", and has told nothing for {silent / 60:.0f} minutes"
            return f"{ASKS}{told if silent >= SILENT else ''}"
        if self.wrong is None:
            return ""
        if self.times >= OFTEN:
            return f"the same verdict {self.times} times"
        silent = now - self.since
        return f"nothing right for {silent / 60:.0f} minutes" if silent >= LONG else ""


class Class:
    """All notebooks that have said something within the hour."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Nobody is here yet; `now` tells the time in seconds."""
        self.now, self.changes = now, Changes()
        self.notebooks: dict[str, Notebook] = {}
        self.hour = deque[tuple[float, Group, float | None]](maxlen=50_000)
        """When each check came, its verdict, and the minutes that led to it, if they are known."""
        self.wall: tuple[Group, str] | None = None
        """Whose case is on the wall, and its line."""
        self._number = 0
        self._new = deque[tuple[float, str]](maxlen=10 * NEW_A_MINUTE)
        self._visits: list[tuple[str, str, str, str]] = []

    def hear(self, address: str, message: dict[str, Any]) -> dict[str, Any]:
        """Take what a notebook says, and answer what it is called and whether somebody came.

        Where it is not taken in, the answer says why. A `ValueError` says what it can't say.
        """
        who, number, check = (message.get(name) for name in ("who", "number", "check"))
        if not isinstance(who, str) or not isinstance(number, int) or not isinstance(check, int):
            raise ValueError("this is no message of a notebook")
        if len(who) > LONGEST_NUMBER:
            raise ValueError("this is no number of a notebook")
        if message.get("gone") is True:
            self.notebooks.pop(who, None)
            self.changes.tell()
            return {"name": "", "helped": False}
        if who not in self.notebooks and self._is_crowded(address):
            return {"name": "", "helped": False, "why": CROWD}
        one = self.notebooks.get(who) or self._come(who, address)
        group, newest = group_of(message), number > one.message
        if not one.message:  # what was right before it came
            one.began = inf if check else one.began  # it was at work before
            one.done |= _names(message) - {group.exercise if group else ""}
        if group is not None and check not in one.checks and len(one.checks) < MOST_CHECKS:
            one.checks.add(check)
            self._checked(one, group, str(message.get("line")), newest=newest)
        if newest:
            one.message, one.seen = number, self.now()
            asked = message.get("help")
            one.asked = asked if isinstance(asked, int) else 0
            one.place = visible(str(message.get("place", "")))[:40]
            one.passed |= _names(message)
        self.changes.tell()
        return {"name": one.place or one.name, "helped": 0 < one.asked <= one.answered}

    def _checked(self, one: Notebook, group: Group, line: str, *, newest: bool) -> None:
        now, minutes = self.now(), None
        if group.right and group.exercise not in one.done:
            minutes = (now - one.began) / 60
            minutes = minutes if minutes >= SOON else None
            one.done.add(group.exercise)
            one.began = now
        self.hour.append((now, group, minutes))
        (one.passed.add if group.right else one.passed.discard)(group.exercise)
        if not newest or group.status in OPEN:
            return
        if one.wrong is None:
            one.since = now
        one.times = one.times + 1 if group == one.group else 1
        one.group, one.line = group, line if is_known(group.exercise, line) else ""

    def _is_crowded(self, address: str) -> bool:
        now = self.now()
        return sum(now - when < 60 and at == address for when, at in self._new) >= NEW_A_MINUTE

    def _come(self, who: str, address: str) -> Notebook:
        now = self.now()
        if len(self.notebooks) >= MOST:
            here = Counter([address, *(one.address for one in self.notebooks.values())])
            [(most, _)] = here.most_common(1)
            there = {key: one for key, one in self.notebooks.items() if one.address == most}
            del self.notebooks[min(there, key=lambda key: (there[key].help, there[key].seen))]
        self._new.append((now, address))
        self._number += 1
        self.notebooks[who] = Notebook(address, f"notebook {self._number}", now)
        return self.notebooks[who]

    def look(self) -> None:
        """Forget what is an hour old, and say so where somebody is stuck by now."""
        now, before = self.now(), (self._visits, len(self.notebooks))
        self.notebooks = {key: one for key, one in self.notebooks.items() if now - one.seen < HOUR}
        while self.hour and now - self.hour[0][0] >= HOUR:
            self.hour.popleft()
        self._visits = self.visits()
        if before != (self._visits, len(self.notebooks)):
            self.changes.tell()

    def here(self) -> list[tuple[str, Notebook]]:
        """Who is at work, or waits for help, with what to call them."""
        now = self.now()
        return [
            (one.place or one.name, one)
            for one in self.notebooks.values()
            if one.help or now - one.seen < AWAY
        ]

    def on_wall(self) -> dict[str, Any]:
        """What everybody may see: how far the class is, and the case that was chosen."""
        here = [one for _, one in self.here()]
        done = Counter(name for one in here for name in one.passed)
        at = Counter(one.wrong.exercise for one in here if one.wrong)
        progress = [(name, done[name], at[name]) for name in exercises() if done[name] + at[name]]
        shown = {"case": picture_of(self.wall[0].exercise, self.wall[1])} if self.wall else {}
        return {"number": self.changes.number, "here": len(here), "progress": progress, **shown}

    def for_teacher(self) -> dict[str, Any]:
        """What the teacher sees beside that: who is where, with what, and who needs a visit."""
        found = [*self._groups()]
        if self.wall and self.wall[0] not in [group for group, _, _ in found]:
            found.append((self.wall[0], [], self.wall[1]))
        groups = [
            {
                "exercise": group.exercise,
                "words": group.words,
                "kinds": group.titles,
                "places": places,
                "case": picture_of(group.exercise, line) if line else None,
                "on_wall": self.wall is not None and group == self.wall[0],
                "id": key_of(group),
            }
            for group, places, line in found
        ]
        most = Counter(one.address for one in self.notebooks.values()).most_common(3)
        more = {"groups": groups, "visits": self.visits(), "addresses": most}
        return self.on_wall() | more

    def visits(self) -> list[tuple[str, str, str, str]]:
        """Who asks for help, then who seems to be stuck: where, with what, why, and its name."""
        now = self.now()
        found = [
            (name, one.group.exercise if one.group else "", one.why(now), one.name)
            for name, one in self.here()
            if one.why(now)
        ]
        return sorted(found, key=lambda one: not one[2].startswith(ASKS))

    def visited(self, name: str) -> None:
        """Somebody came to this notebook: it asks no more, and begins to be stuck anew."""
        for one in self.notebooks.values():
            if one.name == name:
                one.answered = one.asked
                one.times, one.since = 0, self.now()
        self.changes.tell()

    def show(self, key: str) -> None:
        """Put the case of this group on the wall, or take it away."""
        if self.wall and key_of(self.wall[0]) == key:
            self.wall = None
        else:
            found = ((group, line) for group, _, line in self._groups() if key_of(group) == key)
            self.wall = next(((group, line) for group, line in found if line), self.wall)
        self.changes.tell()

    def table(self) -> str:
        """The hour as a table: how often each verdict was met, and nobody's name."""
        times = Counter(group for _, group, _ in self.hour)
        text = io.StringIO(newline="")
        writer = csv.writer(text)
        writer.writerow((*COLUMNS, MINUTES))
        for group, many in sorted(times.items(), key=lambda one: (one[0].exercise, -one[1])):
            took = [each for _, one, each in self.hour if one == group and each is not None]
            took = sorted([*took, *self._so_far(group)])
            minutes, kinds = " ".join(f"{each:.1f}" for each in took), "; ".join(group.titles)
            cause = group.words if group.cause or group.says else ""
            writer.writerow((group.exercise, group.status, cause, kinds, many, minutes))
        return text.getvalue()

    def _so_far(self, group: Group) -> list[float]:
        """The minutes of those who have this wrong, and never had it right."""
        return [
            (one.seen - one.began) / 60
            for one in self.notebooks.values()
            if one.wrong == group and group.exercise not in one.done and one.began < inf
        ]

    def _groups(self) -> Iterator[tuple[Group, list[str], str]]:
        """What is wrong now, the largest group first: who is in it, and the line that shows it."""
        found: dict[Group, list[tuple[str, str]]] = {}
        for name, one in self.here():
            if one.wrong is not None:
                found.setdefault(one.wrong, []).append((name, one.line))
        for group, members in sorted(found.items(), key=lambda one: -len(one[1])):
            lines = [line for _, line in members if line]
            yield group, [name for name, _ in members], min(lines, key=len, default="")


def _names(message: dict[str, Any]) -> frozenset[str]:
    """The exercises that are right, as a message tells."""
    told = message.get("passed")
    names = [each for each in told if isinstance(each, str)] if isinstance(told, list) else []
    return frozenset(exercises()).intersection(names)


def group_of(message: dict[str, Any]) -> Group | None:
    """What is told of a check, in the course's own words; nothing where none was told.

    The sentences that a check can say have their German, or stand in the code of their lesson.
    """
    name, status, cause = (str(message.get(one)) for one in ("exercise", "status", "cause"))
    kinds = message.get("kinds")
    if name not in exercises() or status not in LOOKS or not isinstance(kinds, list):
        return None
    if status == CORRECT:
        return Group(name, status, "", ())
    exercise = exercise_named(name)
    if cause in {KEPT, NO_RETURN, PRINTED, *exercise.mistakes}:
        return Group(name, status, cause, ())
    there = tuple(at for at, _ in enumerate(exercise.groups()) if at in kinds)
    if cause in WORDS:
        return Group(name, status, cause, there)
    says = str(message.get("says"))
    said = says in texts("de") or says in texts_of(exercise.lesson)
    return Group(name, status, "", there, says if said else "")


@cache
def texts_of(lesson: str) -> set[Any]:
    """All that stands in quotes in the judges of this lesson."""
    code = files("course_lib") / "lessons" / f"lesson_{lesson}" / "judges.py"
    tree = ast.parse(code.read_text("utf-8") if code.is_file() else "")
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}


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
    calls = line.split("; ")
    return len(calls) <= MOST_CALLS and lines_of(name).keys() >= {*calls}


@lru_cache(500)
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

    def beside(self) -> Sequence[Coroutine[Any, Any, None]]:
        """Look from time to time who is stuck."""
        return (self._look(),)

    def news(self) -> Sequence[Changes]:
        """What both pages wait for."""
        return (self.people.changes,)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            self.people.look()


class _RoomPage(SecretPage):
    def initialize(self, people: Class, key: str = "", server: Server | None = None) -> None:
        """Remember whose page this is, and the secret of the teacher's address."""
        self.people, self.key, self.server = people, key, server


class _Hears(_RoomPage):
    def post(self) -> None:
        try:
            answer = self.people.hear(self.request.remote_ip or "", self.sent())
        except ValueError as error:
            raise HTTPError(409, "%s", str(error)) from None
        self.set_header("Connection", "close")  # a class has more notebooks than lines to keep
        self.finish(answer)


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
        what = self.sent()
        if "visited" in what:
            self.people.visited(str(what["visited"]))
        else:
            self.people.show(str(what.get("group")))
        self.finish({})


class _Hour(_RoomPage):
    def get(self, _key: str) -> None:
        self.set_header("Content-Type", "text/csv; charset=utf-8")
        self.set_header("Content-Disposition", "attachment; filename=hour.csv")
        self.finish(self.people.table())
