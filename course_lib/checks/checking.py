"""`check`: the visible cases of an exercise, asked of the functions in the notebook."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from types import CodeType, FunctionType
from typing import Any

from course_lib.checks.exercises import exercise_named, exercises
from course_lib.checks.guard import LESSONS
from course_lib.checks.judging import judge
from course_lib.checks.keeping import keep
from course_lib.checks.students import NotebookStudent
from course_lib.checks.verdict import CRASHED, MORE_VISITS, TOO_SLOW, WRONG, Verdict

_MAY_COME_FROM_ELSEWHERE = {WRONG, CRASHED, TOO_SLOW, MORE_VISITS}


def check(name: str) -> Verdict:
    """The verdict on your function with this name; a function that passes is kept for later."""
    namespace = callers_names()
    verdict = verdict_in(namespace, name)
    if verdict.passed:
        keep(exercise_named(name), namespace)
    elif os.environ.get("NBGRADER_EXECUTION") == "validate":
        raise NotPassed(verdict)
    return verdict


def verdict_in(namespace: Mapping[str, Any], name: str) -> Verdict:
    """The verdict of the visible cases on the function with this name, for whoever asks."""
    exercise = exercise_named(name)
    verdict = judge(exercise, student_in(namespace, exercise.lesson))
    return with_cause(verdict, namespace, exercise.lesson)


def with_cause(verdict: Verdict, namespace: Mapping[str, Any], lesson: str) -> Verdict:
    """The verdict; if the function calls another exercise's that is wrong itself, it says so.

    Then no mistake is named: it would be looked for in the wrong place.
    """
    if verdict.status not in _MAY_COME_FROM_ELSEWHERE:
        return verdict
    student = student_in(namespace, lesson)
    for name, other in exercises().items():
        if other.lesson != lesson or name not in called_by(verdict.name, namespace):
            continue
        if not judge(other, student).passed:
            words = f"It calls {name}, which has not passed its own check: begin there."
            return replace(verdict, message=f"{words} {verdict.message}", mistake=None)
    return verdict


def called_by(name: str, namespace: Mapping[str, Any]) -> set[str]:
    """The notebook's other functions that this one calls, directly or not."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        function = namespace.get(waiting.pop())
        used = _names(function.__code__) if isinstance(function, FunctionType) else set()
        fresh = {each for each in used if each in namespace} - found
        found |= fresh
        waiting += fresh
    return found - {name}


def _names(code: CodeType) -> set[str]:
    """All names that this code looks up, those of the functions inside it included."""
    inner = [part for part in code.co_consts if isinstance(part, CodeType)]
    return set(code.co_names).union(*map(_names, inner))


class NotPassed(Exception):
    """Tells nbgrader's Validate button, which hears of nothing but errors, what a check says."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(str(verdict))

    def _render_traceback_(self) -> list[str]:
        """The verdict alone, where IPython would show the lines that led to it."""
        return str(self).splitlines()


def student_in(namespace: Mapping[str, Any], lesson: str) -> NotebookStudent:
    """The student whose functions these are, without the library's searches where it matters."""
    return NotebookStudent(namespace, guarded=lesson in LESSONS)


def callers_names() -> Mapping[str, Any]:
    """The names in the notebook, else those where the first function outside our own was called."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is not None:
        names: Mapping[str, Any] = shell.user_ns
        return names
    frame = sys._getframe(1)  # noqa: SLF001 - the only way to the caller's names
    ours = ("course_lib.checks", "autograder_tests")
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(ours):
        frame = frame.f_back
    return frame.f_globals
