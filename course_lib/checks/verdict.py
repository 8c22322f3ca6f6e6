"""What a check says in the end: `Verdict`, with points, reasons and the smallest failing board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

CORRECT = "correct"
WRONG = "wrong"
NOT_ATTEMPTED = "not attempted"
TOO_SLOW = "too slow"
CRASHED = "crashed"
MORE_VISITS = "correct, but visits more than needed"

STATUSES = (CORRECT, MORE_VISITS, WRONG, TOO_SLOW, CRASHED, NOT_ATTEMPTED)


@dataclass(frozen=True)
class GroupVerdict:
    """How one group of cases went: its share of the points, and why it was earned or not."""

    title: str
    share: float
    passed: bool
    reason: str


@dataclass(frozen=True)
class Verdict:
    """One of six answers to a student's function; it shows itself in a notebook."""

    status: str
    share: float
    """How much of the points was earned, from 0 to 1."""
    message: str
    name: str = ""
    mistake: str | None = None
    """The name of a known mistake that this looks like."""
    board: Any = None
    """The smallest position that went wrong: a board of lists, or a `Position`."""
    expected: str = ""
    got: str = ""
    groups: tuple[GroupVerdict, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a status that nobody could show."""
        if self.status not in STATUSES or not 0 <= self.share <= 1:
            raise ValueError(
                f"a verdict has a share from 0 to 1 and one of the statuses {', '.join(STATUSES)};"
                f" found {self.share!r} and {self.status!r}"
            )

    @property
    def passed(self) -> bool:
        """Whether all is well."""
        return self.status == CORRECT

    def points(self, most: float) -> int | float:
        """This share of the points, in quarters, and never all of them for less than all."""
        earned = round(self.share * most * 4 + 1e-9) / 4
        if self.share < 1:
            earned = min(earned, most - min(0.25, most))
        return int(earned) if earned == int(earned) else earned

    def __str__(self) -> str:
        # The displays load pictures where there are some, and a verdict alone needs none.
        from course_lib.checks.display import as_text  # noqa: PLC0415

        return as_text(self)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        """The verdict for a notebook."""
        from course_lib.checks.display import as_html  # noqa: PLC0415

        return as_html(self)
