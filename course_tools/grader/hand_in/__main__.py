"""What runs on Gradescope's machine, as root, for every submission: the lesson's name follows."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from course_tools.grader.classroom.exports import reasons_to_look
from course_tools.grader.hand_in.grading import for_gradescope, graded_here
from course_tools.grader.hand_in.packing import DRAWN, OWN, SEED
from course_tools.grader.judge.tasks import graded_lesson, lesson_of
from course_tools.grader.judge.worker import read_drawn
from course_tools.grader.sandbox.another_user import AsAnotherUser
from course_tools.workers import COURSE

AUTOGRADER = Path("/autograder")


def main(name: str) -> None:
    """Grade one submission, and write down what came of it."""
    seed = (COURSE.parent / SEED).read_text("utf-8")
    read_drawn(COURSE.parent / DRAWN / name)
    own = COURSE.parent / OWN
    cases = own.read_text("utf-8") if own.exists() else ""
    lesson = lesson_of(name, graded_lesson(name, COURSE).released, seed, cases)
    with AsAnotherUser(COURSE, away=lesson.away) as sandbox:
        made = graded_here(AUTOGRADER / "submission", lesson, sandbox)
        results = json.dumps(for_gradescope(made), indent=1)
        (AUTOGRADER / "results" / "results.json").write_text(results, encoding="utf-8")
        for sentence in reasons_to_look(made.graded.result):
            sys.stdout.write(f"Please look at: {sentence}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
