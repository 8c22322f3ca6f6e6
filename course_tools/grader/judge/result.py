"""What the judge takes and gives: a submission, how long it may take, and its result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

GRADED = "graded"
NOTHING = ("Nothing came.", "No notebook was found in what was handed in.")
"""What is said of a submission without a notebook."""
NO_NOTEBOOK = "no notebook"
UNREADABLE = "unreadable"
STOPPED = "stopped"
OUTCOMES = (GRADED, STOPPED, UNREADABLE, NO_NOTEBOOK)
"""Graded to the end; ended before the end, with what was earned until then; nothing to grade."""


@dataclass(frozen=True)
class Submission:
    """One student's notebook for one lesson, as it was handed in."""

    student: str
    """The name under which the gradebook knows this student."""
    lesson: str
    """Such as `03_alpha_beta`."""
    notebook: Path | None
    """Where the notebook lies, outside of anybody else's reach; `None` if there was none."""
    received: str = ""
    """When it was handed in, such as `2026-11-21 06:30:00 UTC`, or nothing if nobody knows."""
    days_late: int = 0
    full_name: str = ""
    odd: tuple[str, ...] = ()
    """What was odd about the way it was handed in, in whole sentences."""
    canvas_id: str = ""
    """The number that Canvas has for the student, if the file came from there."""
    feedback: str = ""
    """What Moodle or Canvas wants before the name of a page that goes back to the student."""
    file: str = ""
    """What it was called where it came from."""
    by: str = ""
    """What has said whose it is, such as `Moodle's name for it, in the class list`."""


@dataclass(frozen=True)
class Repair:
    """One thing that was put right before a notebook ran, or could not be."""

    sentence: str
    """For the student and the instructor, such as `A second copy of the cell ... was left out.`"""
    exercise: str = ""
    """The exercise that it is about, if it is about one."""
    lost: bool = False
    """Whether it could not be put right, so that the exercise gets no points."""


@dataclass(frozen=True)
class ExerciseGrade:
    """What one exercise earned, and why."""

    name: str
    points: float
    most: float
    status: str
    """One of the statuses of a verdict."""
    message: str = ""
    mistake: str | None = None
    board: str = ""
    """The smallest position that went wrong, as an SVG picture, or nothing."""
    expected: str = ""
    got: str = ""
    groups: tuple[tuple[str, float, bool, str], ...] = ()
    """Of each group of cases: its title, its share, whether it passed, and why not."""
    seconds: float = 0
    source: str = ""
    """What the student wrote, for the comparison with others."""


@dataclass(frozen=True)
class Result:
    """Everything that came of one submission: plain data, written once, never half."""

    student: str
    lesson: str
    outcome: str
    exercises: tuple[ExerciseGrade, ...] = ()
    repairs: tuple[Repair, ...] = ()
    notes: tuple[str, ...] = ()
    """Whole sentences for the instructor: late, odd names, cells that were stopped."""
    tampering: tuple[str, ...] = ()
    """What looked like an attempt on the grader; a reason to look, never a verdict."""
    received: str = ""
    days_late: int = 0
    full_name: str = ""
    fingerprint: str = ""
    """Names the submission, the checks and the library that this came of; others mean: again."""
    seconds: float = field(default=0, compare=False)
    phases: Mapping[str, float] = field(default_factory=dict, compare=False)
    """Where the CPU seconds went, ours and the sandbox's: start, cells, cases, proof, writing."""
    isolation: str = ""
    """How the student's code was kept away from everything else."""
    canvas_id: str = ""
    feedback: str = ""

    @property
    def points(self) -> float:
        """All points earned."""
        return sum(exercise.points for exercise in self.exercises)

    @property
    def most(self) -> float:
        """All points there are."""
        return sum(exercise.most for exercise in self.exercises)


@dataclass(frozen=True)
class Times:
    """How many seconds the parts of a submission may take: safety nets far above honest work."""

    cell: float = 20
    """One cell of the student's notebook."""
    least: float = 1
    """A cell after others that had to be stopped, each of which halves the time."""
    exercise: float = 30
    """All calls together that the check of one exercise makes."""
    submission: float = 240
    """Everything; what is not done by then is left out."""
