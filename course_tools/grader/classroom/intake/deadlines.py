"""Late work, from `course.toml`, and exceptions for people, from `people.csv`.

    seed = "7c1e 2027"            # for drawing hidden cases; without it, each class has its own

    [late]                        # for all lessons; each may say otherwise below
    grace_minutes = 15
    per_day = 0.1
    last_day = 3

    [lessons.02_minimax]
    due = "2026-11-20 18:00"      # a date alone means the end of that day
    weight = 2
    leave_out = ["remembering"]   # exercises without points; true leaves out the lesson

More time for one person, an excuse, and groups are columns of `people.csv` (register.py). Where
neither says anything, due dates and extensions in nbgrader's gradebook count.
"""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from course_tools.grader.classroom.gradebook import said_in
from course_tools.grader.classroom.intake.register import FILE as PEOPLE
from course_tools.grader.classroom.intake.register import Register
from course_tools.grader.judge.result import NOTHING, Submission
from course_tools.settings import (
    FILE,
    by_lesson,
    folders,
    lesson_tables,
    means,
    only,
    settings,
    table,
)

DAY = timedelta(days=1)
EXCUSED = "excused"


@dataclass(frozen=True)
class Policy:
    """What is done about work that comes late; `None` says nothing, and nothing is late then."""

    due: datetime | None = None
    grace_minutes: float | None = None
    """So much later is still in time."""
    per_day: float | None = None
    """The part of the points that each day costs that has begun, such as 0.1."""
    last_day: int | None = None
    """Work that is more days late earns nothing; 0 refuses all that is late."""

    def __post_init__(self) -> None:
        for key, value in self.said().items():
            if key != "due":
                check_number(key, value)

    def said(self) -> dict[str, Any]:
        """The rules about which this says something."""
        return {key: value for key, value in vars(self).items() if value is not None}

    def over(self, other: Policy) -> Policy:
        """These rules, and the others where these say nothing."""
        return replace(other, **self.said())

    def days_late(self, received: datetime | None) -> int:
        """How many days have begun since it was due; 0 for work in time, or if nobody knows.

        >>> policy = Policy(due_time("2026-11-21 12:00+00:00"), grace_minutes=10)
        >>> policy.days_late(due_time("2026-11-21 12:10+00:00"))
        0
        >>> policy.days_late(due_time("2026-11-22 12:01+00:00"))
        2
        """
        if self.due is None or received is None:
            return 0
        late = received - self.due
        return math.ceil(late / DAY) if late > timedelta(minutes=self.grace_minutes or 0) else 0

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
        return max(0, points * (1 - (self.per_day or 0) * days_late))

    def sentence(self, days_late: int) -> str:
        """What being so many days late means, in a whole sentence."""
        days = "1 day" if days_late == 1 else f"{days_late} days"
        if self.last_day is not None and days_late > self.last_day:
            return f"It came {days} late, and earns no points any more."
        left = self.points(100, days_late)
        if left == 100:
            return f"It came {days} late, which costs nothing."
        return f"It came {days} late; {left:g} % of the points are left."


_MOST = {"grace_minutes": 525_600, "per_day": 1, "last_day": 10_000, "weight": 1_000}


def check_number(key: str, value: Any) -> None:
    """Refuse what can't be the number of this name."""
    kinds, kind = (int, "a whole number") if key == "last_day" else (int | float, "a number")
    if isinstance(value, bool) or not isinstance(value, kinds) or not 0 <= value <= _MOST[key]:
        raise ValueError(f"{key} should be {kind} from 0 to {_MOST[key]:,}; found {value!r}.")


def due_time(value: object) -> datetime:
    """The time that somebody wrote, such as `2026-11-21 18:00`; without a zone it is ours.

    A date alone means the end of that day.

    >>> due_time("2026-11-21").strftime("%H:%M:%S")
    '23:59:59'
    """
    text = str(value).strip() if isinstance(value, str | date) else ""
    with contextlib.suppress(ValueError):
        text = f"{date.fromisoformat(text)} 23:59:59"
    with contextlib.suppress(ValueError, OverflowError):
        time = datetime.fromisoformat(text)
        if time.year > 1970 < time.astimezone(UTC).year:  # not all have a time in another zone
            return time if time.tzinfo is not None else time.astimezone()
    raise ValueError(f"{value!r} is not a time such as 2026-11-21 18:00 or 2026-11-21 18:00+01:00.")


def written(time: datetime | None) -> str:
    """The time as it is kept, such as `2026-11-21 06:30:00 UTC`, or nothing."""
    return f"{time.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC" if time is not None else ""


def time_written(text: str) -> datetime | None:
    """The time that was `written` so."""
    return due_time(text.replace(" UTC", "+00:00")) if text else None


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

    def with_people(self, register: Register) -> Deadlines:
        """These, with what `people.csv` says of single people; a `ValueError` if it can't be."""
        extensions, excused = dict(self.extensions), set(self.excused)
        for student, lesson, time in _exceptions(register, list(self.lessons)):
            if time == EXCUSED:
                excused.add((student, lesson))
            else:
                extensions[student, lesson] = due_time(time)
        excuses = frozenset(excused)
        return replace(self, extensions=extensions, excused=excuses, groups=register.groups)

    def of(self, student: str, lesson: str) -> Policy:
        """What holds for this student and lesson."""
        policy = self.lessons.get(lesson, self.usual)
        return replace(policy, due=self.extensions.get((student, lesson), policy.due))

    def with_time(self, one: Submission, received: datetime | None) -> Submission:
        """The submission as one that came at this time."""
        policy = self.of(one.student, one.lesson)
        days = policy.days_late(received)
        odd = (*one.odd, *([policy.sentence(days)] if days else []))
        return replace(one, received=written(received), days_late=days, odd=odd)

    def shared(
        self,
        submissions: Sequence[Submission],
        known: Collection[str] = (),
        graded: Collection[tuple[str, str]] = (),
    ) -> list[Submission]:
        """The submissions, in which who has none has the one of their group.

        Nothing is missing from them, nor from those who are excused, nor where something has been
        `graded` before. If it is `known` who is in the class, nobody else joins a group.
        """
        by_key = {(one.student, one.lesson): one for one in submissions}
        lessons = {one.lesson for one in submissions}
        for group in self.groups:
            for lesson in lessons:
                there = [by_key[key] for who in group if (key := (who, lesson)) in by_key]
                handed_in = [one for one in there if one.notebook is not None]
                if not handed_in:
                    continue
                newest = max(handed_in, key=lambda one: one.received)
                for student in group:
                    own = by_key.get((student, lesson))
                    if own is None and known and student not in known:
                        continue
                    if own is None or own.notebook is None:
                        own = own or Submission(student, lesson, None)
                        by_key[student, lesson] = self._share(newest, own)
        for key, one in by_key.items():
            if one.notebook is None and (key in self.excused or key in graded):
                by_key[key] = _not_missing(one)
        return sorted(by_key.values(), key=lambda one: (one.lesson, one.student))

    def _share(self, one: Submission, own: Submission) -> Submission:
        """This submission as that of another student of the group, whose own has no notebook."""
        odd = _not_missing(own).odd
        # The platform's own name for it, and its number, are those of the one who handed it in.
        shared = replace(
            one,
            student=own.student,
            full_name=own.full_name,
            odd=odd,
            canvas_id=own.canvas_id,
            feedback=own.feedback,
            by=f"the group of {one.student}",
        )
        return self.with_time(shared, time_written(one.received))


def _not_missing(one: Submission) -> Submission:
    """The submission of which nobody says any more that it is missing."""
    return replace(one, odd=tuple(sentence for sentence in one.odd if sentence not in NOTHING))


def read_deadlines(root: Path, lessons: Sequence[str]) -> Deadlines:
    """What `course.toml` and the gradebook say; `with_people` adds what `people.csv` does.

    Something that can't be is a `ValueError` that says what would be right.
    """
    said = said_in(folders(root).gradebook)
    data = settings(root)
    late = _policy(table(data, "late"), "[late]")
    policies: dict[str, Policy] = {}
    weights: dict[str, float] = {}
    for name, own in lesson_tables(data, lessons).items():
        policies[name] = _policy(own, f"[lessons.{name}]", "due", "weight", "leave_out", "title")
        weights[name] = own.get("weight", 1)
    found = {
        name: policies.get(name, Policy()).over(late).over(Policy(said.due.get(name)))
        for name in lessons
    }
    return Deadlines(late, found, said.extensions, weights=weights)


_LATE = ("grace_minutes", "per_day", "last_day")


def _policy(rules: Mapping[str, Any], where: str, *others: str) -> Policy:
    """The rules for late work in this table, in which there may be other things, too."""
    only(rules, {*_LATE, *others}, where)
    try:
        check_number("weight", rules.get("weight", 1))
        return _policy_of(rules)
    except ValueError as error:
        raise ValueError(f"{FILE}: in {where}, {error}") from None


def _policy_of(rules: Mapping[str, Any]) -> Policy:
    """The rules that stand under their names."""
    return Policy(due_time(rules["due"]) if "due" in rules else None, *map(rules.get, _LATE))


def _exceptions(register: Register, lessons: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Everybody who has another due time for a lesson, or is excused from it."""
    columns = [
        column
        for column in register.columns
        if re.match(r"\d\d(_|$)", column) or any(means(column, one) for one in lessons)
    ]
    for lesson, column in by_lesson({one: one for one in columns}, lessons, PEOPLE).items():
        for line in register.lines.values():
            if not (said := line.cells.get(column, "")):
                continue
            try:
                yield line.id, lesson, EXCUSED if said == EXCUSED else str(due_time(said))
            except ValueError as error:
                raise ValueError(
                    f"{PEOPLE}, {line.id}, {column}: {error} To excuse somebody, write {EXCUSED}."
                ) from None
