"""One exercise: its verdict, whatever happens to the process, and the grade that comes of it."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from autograder_tests import hidden_check
from course_lib.checks.answer import Position
from course_lib.checks.verdict import CRASHED, TOO_SLOW, Verdict
from course_tools.grade.harmless import plain_text
from course_tools.grade.records import ExerciseGrade
from course_tools.grade.sitting import Sitting, TimedStudent
from course_tools.grade.tasks import Task

_LONGEST_WORDS = 2_000
_LONGEST_SOURCE = 50_000


def checked(task: Task, sitting: Sitting) -> Verdict:
    """The verdict on one exercise, whatever happens to the process in which it runs."""
    student = sitting.ready()
    name = task.name
    if student is None:
        why = "It was not checked, because the notebook"
        if sitting.time_is_up:
            why = f"{why} had used up all the time that a submission has."
            return Verdict(TOO_SLOW, 0, why, name)
        return Verdict(CRASHED, 0, f"{why} ended its process again and again.", name)
    ended_it = {part.index for part in sitting.parts if part.exercise == name} & sitting.left_out
    if ended_it:
        why = f"The cell of {name} ends the whole process when it runs, so that nothing is left."
        return Verdict(CRASHED, 0, why, name)
    student.until = min(time.monotonic() + sitting.times.exercise, sitting.until)
    try:
        verdict = hidden_check(name)(student)
    except Exception as error:  # noqa: BLE001 - one check that fails must not stop a class
        why = f"The check itself could not be finished ({type(error).__name__}: {error})."
        sitting.notes.append(f"The check of {name} failed by itself: {type(error).__name__}.")
        return _bounded(Verdict(CRASHED, 0, why, name))
    return _bounded(_with_end(verdict, student, sitting))


def _with_end(verdict: Verdict, student: TimedStudent, sitting: Sitting) -> Verdict:
    """The verdict; if the process came to its end by itself, that is what it says."""
    if verdict.passed or verdict.status == TOO_SLOW or student.process.poll() is None:
        return verdict
    sitting.notes.append(f"The process ended while {verdict.name} was being checked.")
    cause = "it called exit, used up the memory that it may have, or went deeper than Python can"
    if student.tampering:
        cause = "something in the notebook wrote to the grader in its own form"
    why = (
        f"While {verdict.name} was called, the whole process ended: {cause}. What it had earned"
        " until then stays."
    )
    return replace(verdict, status=CRASHED, message=why, mistake=None, board=None)


def _bounded(verdict: Verdict) -> Verdict:
    """The verdict with texts that fit on a page, whatever a student's code has put into them."""
    return replace(
        verdict,
        message=clean(verdict.message),
        expected=clean(verdict.expected),
        got=clean(verdict.got),
        groups=tuple(replace(group, reason=clean(group.reason)) for group in verdict.groups),
    )


def grade_of(task: Task, verdict: Verdict, source: str, seconds: float) -> ExerciseGrade:
    """What the verdict means for the exercise."""
    return ExerciseGrade(
        task.name,
        verdict.points(task.most),
        task.most,
        verdict.status,
        verdict.message,
        verdict.mistake,
        _drawn(verdict.board),
        verdict.expected,
        verdict.got,
        tuple((one.title, one.share, one.passed, one.reason) for one in verdict.groups),
        seconds,
        plain_text(source, _LONGEST_SOURCE),
    )


def _drawn(board: Any) -> str:
    """The position as an SVG picture, or nothing where it can't be drawn."""
    if board is None:
        return ""
    # Loaded when wanted: most answers are right, and have no board to show.
    from course_lib.views.boards import board_svg, marks_picture  # noqa: PLC0415

    try:
        if isinstance(board, Position):
            return board_svg(board.game, board.state, size=180)
        return marks_picture(board, size=180).svg
    except (ValueError, TypeError):
        return ""


def clean(text: str) -> str:
    """The text as a page can hold it."""
    return plain_text(text, _LONGEST_WORDS)
