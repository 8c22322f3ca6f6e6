"""What students run in a notebook: `check`, `hint`, and `needs` for a cell that waits."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from html import escape
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


KINDS = ("a question", "the idea", "the shape of the loop")

_given: dict[str, int] = {}
"""How many hints each exercise has given in this session."""


@dataclass(frozen=True, repr=False)
class Hint:
    """One hint; it shows itself in a notebook."""

    name: str
    number: int
    text: str

    def __str__(self) -> str:
        kind = KINDS[self.number - 1]
        return f"Hint {self.number} of {len(KINDS)} for {self.name}, {kind}:\n{self.text}"

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        """The hint for a notebook."""
        first, _, text = str(self).partition("\n")
        return f"<p><b>{escape(first)}</b></p><pre>{escape(text)}</pre>"


def hints(name: str) -> tuple[str, ...]:
    """The three hints of this exercise."""
    return exercise_named(name).hints


def hint(name: str) -> Hint:
    """The next hint for this exercise: a question, then the idea, then the shape of the loop.

    After the third, the third is shown again.
    """
    texts = hints(name)
    number = min(_given.get(name, 0) + 1, len(texts))
    _given[name] = number
    return Hint(name, number, texts[number - 1])


@contextmanager
def needs(*names: str) -> Iterator[None]:
    """Run the lines below; if one of these functions is still to be written, say so and go on.

    Only the `NotImplementedError` of an exercise that nobody has touched ends the lines quietly.
    Every other error is shown as usual.

    >>> with needs("minimax"):
    ...     raise NotImplementedError
    This cell waits for minimax: write it above, run its cell, and then run this one again.
    """
    try:
        yield
    except NotImplementedError:
        sys.stdout.write(
            f"This cell waits for {_listed(names) or 'your function'}:"
            " write it above, run its cell, and then run this one again.\n"
        )


def _listed(names: tuple[str, ...]) -> str:
    """The names as in a sentence: a, b and c."""
    *before, last = names or ("",)
    return f"{', '.join(before)} and {last}" if before else last
