"""When work is late, and what that costs: said beforehand, and the same for everybody."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

DAY = timedelta(days=1)


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
            f"{text!r} is no time; write it as 2026-11-21 18:00, or 2026-11-21 18:00+01:00."
        ) from None
    return time if time.tzinfo is not None else time.astimezone()


def written(time: datetime | None) -> str:
    """The time as it is kept, such as `2026-11-21 06:30:00 UTC`, or nothing."""
    return f"{time.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC" if time is not None else ""
