"""One submission as another platform's machine has it, graded, and told in that platform's form."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from course_tools.grader.classroom.intake import submissions
from course_tools.grader.judge.grading import Graded, graded
from course_tools.grader.judge.repair import signs_of
from course_tools.grader.judge.result import Submission
from course_tools.grader.judge.tasks import GradedLesson
from course_tools.grader.sandbox import Sandbox

STUDENT = "student"


class HandedIn(NamedTuple):
    """One submission, graded."""

    graded: Graded
    odd: tuple[str, ...]
    """What was odd about the files."""


def graded_here(source: Path, lesson: GradedLesson, sandbox: Sandbox) -> HandedIn:
    """What the work in this folder earns."""
    with tempfile.TemporaryDirectory() as place:
        # All of it is one student's, whatever the folders in it are called.
        shutil.copytree(source, Path(place, "class", STUDENT), symlinks=True)
        people = Path(place, "people.csv")
        people.write_text(f"id\n{STUDENT}\n", encoding="utf-8")
        came = submissions(
            Path(place, "class"),
            [lesson.name],
            class_list=people,
            into=Path(place, "into"),
            signs={lesson.name: signs_of(lesson.released)},
        )
        mine = next(
            (one for one in came.submissions if one.student == STUDENT),
            Submission(STUDENT, lesson.name, None),
        )
        return HandedIn(graded(mine, lesson, sandbox), (*came.odd, *mine.odd))


def for_gradescope(made: HandedIn) -> dict[str, Any]:
    """The results as Gradescope takes them in.

    What the cases say that students have is told at once. What hidden cases say, and so the points,
    is told after the due date: who may try again and again would find them out one by one.
    """
    result = made.graded.result
    tests: list[dict[str, Any]] = []
    for one in result.exercises:
        if seen := made.graded.seen.get(one.name):
            tests.append(
                {
                    "name": f"{one.name}: the cases in the notebook",
                    "status": "passed" if seen.passed else "failed",
                    "output": str(seen),
                    "visibility": "visible",
                }
            )
        tests.append(
            {
                "name": f"{one.name}: hidden cases",
                "score": one.points,
                "max_score": one.most,
                "output": one.message,
                "visibility": "after_due_date",
            }
        )
    told = [*made.odd, *(repair.sentence for repair in result.repairs)]
    return {
        "score": result.points,
        "execution_time": round(result.seconds),
        "output": "\n".join(dict.fromkeys(told)),
        "stdout_visibility": "hidden",
        "tests": tests,
    }
