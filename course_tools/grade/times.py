"""How long the parts of a submission may take; all are safety nets far above honest work."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Times:
    """Limits in seconds, by a clock that nobody can set."""

    cell: float = 20
    """One cell of the student's notebook."""
    suspect: float = 1
    """A later cell that leads to functions that were running when a cell had to be stopped."""
    exercise: float = 30
    """All calls together that the check of one exercise makes."""
    submission: float = 240
    """Everything; what is not done by then is left out."""
