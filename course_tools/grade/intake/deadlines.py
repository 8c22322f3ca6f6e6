"""Late work, and exceptions for people: from the command line, or from `course.toml`.

    seed = "7c1e 2027"            # for drawing hidden cases; without it, each class has its own

    [late]                        # for all lessons; each may say otherwise below
    grace_minutes = 15
    per_day = 0.1
    last_day = 3

    [lessons.02_minimax]
    due = "2026-11-20 18:00"
    weight = 2
    leave_out = ["remembering"]   # exercises without points; true leaves out the lesson

    [extensions.ada]              # a student, by their name in the gradebook
    02_minimax = "2026-11-27 18:00"
    03_alpha_beta = "excused"

    [groups]                      # they hand in one notebook
    team = ["bob", "cyd"]

Where it says nothing, due dates and extensions in nbgrader's gradebook count.
"""

from __future__ import annotations

import contextlib
import math
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from course_tools.grade.records import NOTHING, Submission
from course_tools.settings import FILE, lesson_named, only, settings, table

DAY = timedelta(days=1)
EXCUSED = "excused"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Policy:
    """What is done about work that comes late; without a time when it is due nothing is late."""

    due: datetime | None = None
    grace: timedelta = timedelta(0)
    """So much later is still in time."""
    per_day: float = 0
    """The part of the points that each day costs that has begun, such as 0.1."""
    last_day: int | None = None
    """Work that is more days late earns nothing; 0 refuses all that is late."""

    def __post_init__(self) -> None:
        if self.due is not None and self.due.tzinfo is None:
            raise ValueError(
                f"{self.due} does not say in which time zone work is due; due_time does."
            )
        if not 0 <= self.per_day <= 1:
            raise ValueError(f"per_day is {self.per_day}; it is a part of the points, from 0 to 1.")
        if self.grace < timedelta(0):
            raise ValueError(f"grace is {self.grace}; it should be 0 or more.")
        if self.last_day is not None and self.last_day < 0:
            raise ValueError(
                f"last_day is {self.last_day}; it should be a number of days, or None."
            )

    def of(self, student: str, lesson: str) -> Policy:
        """What holds for this student and lesson: the same for everybody."""
        return self

    def days_late(self, received: datetime | None) -> int:
        """How many days have begun since it was due; 0 for work in time, or if nobody knows.

        >>> policy = Policy(due_time("2026-11-21 12:00+00:00"), grace=timedelta(minutes=10))
        >>> policy.days_late(due_time("2026-11-21 12:10+00:00"))
        0
        >>> policy.days_late(due_time("2026-11-22 12:01+00:00"))
        2
        """
        if self.due is None or received is None or received <= self.due + self.grace:
            return 0
        return math.ceil((received - self.due) / DAY)

    def points(self, points: float, days_late: int) -> float:
        """What is left of these points after so many days.

        >>> Policy(per_day=0.25).points(8, 3)
        2.0
        >>> Policy(last_day=2).points(8, 3)
        0
        """
        if days_late <= 0:
            return points
        if self.last_day is not None and days_late > self.last_day:
            return 0
        return max(0, points * (1 - self.per_day * days_late))

    def sentence(self, days_late: int) -> str:
        """What being so many days late means, in a whole sentence."""
        days = "1 day" if days_late == 1 else f"{days_late} days"
        if self.last_day is not None and days_late > self.last_day:
            return f"It came {days} late, and earns no points any more."
        left = self.points(100, days_late)
        if left == 100:
            return f"It came {days} late, which costs nothing."
        return f"It came {days} late; {left:g} % of the points are left."


def due_time(text: str) -> datetime:
    """The time that somebody wrote, such as `2026-11-21 18:00`; without a zone it is ours."""
    try:
        time = datetime.fromisoformat(text.strip())
    except ValueError:
        raise ValueError(
            f"{text!r} is not a time such as 2026-11-21 18:00 or 2026-11-21 18:00+01:00."
        ) from None
    return time if time.tzinfo is not None else time.astimezone()


# --- who has other rules -------------------------------------------------------------------------


@dataclass(frozen=True)
class Deadlines:
    """What holds for each student and lesson."""

    usual: Policy = field(default_factory=Policy)
    lessons: Mapping[str, Policy] = field(default_factory=dict)
    extensions: Mapping[tuple[str, str], datetime] = field(default_factory=dict)
    """When work of this student for this lesson is due instead."""
    excused: frozenset[tuple[str, str]] = frozenset()
    groups: tuple[tuple[str, ...], ...] = ()
    weights: Mapping[str, float] = field(default_factory=dict)
    seed: str = ""
    """What hidden cases are drawn from, if the file says so."""

    def of(self, student: str, lesson: str) -> Policy:
        """What holds for this student and lesson."""
        policy = self.lessons.get(lesson, self.usual)
        return replace(policy, due=self.extensions.get((student, lesson), policy.due))

    def strangers(self, known: Iterable[str], *, everybody: bool = True) -> Iterator[str]:
        """A sentence for each name in the file that nobody in the class has.

        Unless `everybody` is known, people who are excused may just have handed nothing in.
        """
        named = {student for student, _ in (*self.extensions, *(self.excused if everybody else ()))}
        named |= {student for group in self.groups for student in group}
        for student in sorted(named - set(known)):
            yield f"{FILE} names {student}, and nobody in the class is called so in the gradebook."

    def shared(self, submissions: Sequence[Submission]) -> list[Submission]:
        """The submissions, in which who has none has the one of their group.

        Nothing is missing from them, nor from those who are excused.
        """
        by_key = {(one.student, one.lesson): one for one in submissions}
        for group in self.groups:
            for lesson in {one.lesson for one in submissions}:
                there = [by_key[key] for who in group if (key := (who, lesson)) in by_key]
                handed_in = [one for one in there if one.notebook is not None]
                if not handed_in:
                    continue
                newest = max(handed_in, key=lambda one: one.received)
                for student in group:
                    own = by_key.get((student, lesson))
                    if own is None or own.notebook is None:
                        own = own or Submission(student, lesson, None)
                        by_key[student, lesson] = self._share(newest, own)
        for key in self.excused & by_key.keys():
            if by_key[key].notebook is None:
                by_key[key] = _not_missing(by_key[key])
        return sorted(by_key.values(), key=lambda one: (one.lesson, one.student))

    def _share(self, one: Submission, own: Submission) -> Submission:
        """This submission as that of another student of the group, whose own has no notebook."""
        student, name = own.student, own.full_name
        policy = self.of(student, one.lesson)
        days = policy.days_late(
            due_time(one.received.replace(" UTC", "+00:00")) if one.received else None
        )
        odd = (*_not_missing(own).odd, *([policy.sentence(days)] if days else []))
        return replace(one, student=student, full_name=name, days_late=days, odd=odd)


def _not_missing(one: Submission) -> Submission:
    """The submission of which nobody says any more that it is missing."""
    return replace(one, odd=tuple(sentence for sentence in one.odd if sentence not in NOTHING))


def read_deadlines(root: Path, lessons: Sequence[str], given: Policy, gradebook: Path) -> Deadlines:
    """What `course.toml` in this folder and the gradebook say; what is `given` counts more.

    Something in the file that can't be is a `ValueError` that says what would be right.
    """
    due, extensions = _in_gradebook(gradebook)
    data = settings(root)
    seed = data.get("seed", "")
    if not isinstance(seed, str):
        raise ValueError(f'{FILE}: seed should be a text, such as "7c1e 2027"; found {seed!r}.')
    late = _late(table(data, "late"), "[late]")
    policies: dict[str, Policy] = {}
    weights: dict[str, float] = {}
    for word in table(data, "lessons"):
        where, name = f"[lessons.{word}]", lesson_named(word, lessons, "[lessons]")
        own = dict(table(data["lessons"], word))
        only(own, {"due", "weight", "leave_out", *_LATE}, where)
        own.pop("leave_out", None)  # read by whoever asks what is taught
        weights[name] = _number(own.pop("weight", 1), where, "weight")
        if "due" in own:
            due[name] = _time(own.pop("due"), where)
        policies[name] = Policy(**{**late, **_late(own, where)})
    excused = set()
    for student in table(data, "extensions"):
        where = f"[extensions.{student}]"
        for word, time in table(data["extensions"], student).items():
            key = (student, lesson_named(word, lessons, where))
            if time == EXCUSED:
                excused.add(key)
            else:
                extensions[key] = _time(time, where)
    for name, members in table(data, "groups").items():
        if not isinstance(members, list) or not all(isinstance(one, str) for one in members):
            raise ValueError(f'{FILE}: groups.{name} should be a list of names: ["ada", "bob"].')
    groups = tuple(map(tuple, table(data, "groups").values()))
    usual = given if given != Policy() else Policy(**late)
    found = {
        name: given
        if given.due is not None
        else replace(policies.get(name, usual), due=due.get(name))
        for name in lessons
    }
    return Deadlines(usual, found, extensions, frozenset(excused), groups, weights, seed)


def _late(rules: Mapping[str, Any], where: str) -> dict[str, Any]:
    """The rules for late work in this table, as a policy takes them."""
    only(rules, set(_LATE), where)
    found = {
        name: meaning(_number(rules[key], where, key))
        for key, (name, meaning) in _LATE.items()
        if key in rules
    }
    try:
        Policy(**found)
    except ValueError as error:
        raise ValueError(f"{FILE}: in {where}, {error}") from None
    return found


_LATE: dict[str, tuple[str, Callable[[float], Any]]] = {
    "grace_minutes": ("grace", lambda number: timedelta(minutes=number)),
    "per_day": ("per_day", lambda number: number),
    "last_day": ("last_day", int),
}


def _number(value: Any, where: str, key: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        raise ValueError(f"{FILE}: in {where}, {key} should be a number from 0 on, not {value!r}.")
    return value


def _time(value: Any, where: str) -> datetime:
    """The time in the file, as TOML writes times or as a text."""
    try:
        return due_time(str(value))
    except ValueError as error:
        raise ValueError(f"{FILE}: in {where}, {error}") from None


def _in_gradebook(
    path: Path,
) -> tuple[dict[str, datetime], dict[tuple[str, str], datetime]]:
    """When lessons are due by nbgrader's gradebook, and for whom otherwise."""
    due: dict[str, datetime] = {}
    extended: dict[tuple[str, str], datetime] = {}
    if not path.is_file():
        return due, extended
    # A gradebook that can't be read is told when it is opened to be written.
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(path)) as book:
        asked = "SELECT name, duedate FROM assignment WHERE duedate IS NOT NULL"
        due.update((name, _utc(text)) for name, text in book.execute(asked))
        asked = (
            "SELECT student_id, name, extension FROM submitted_assignment JOIN assignment"
            " ON assignment.id = assignment_id WHERE extension IS NOT NULL"
        )
        for student, name, text in book.execute(asked):
            if name in due:
                extended[student, name] = due[name] + (_utc(text) - _EPOCH)
    return due, extended


def _utc(text: str) -> datetime:
    """A time as SQLAlchemy writes it; a stretch of time counts from the year 1970."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)
