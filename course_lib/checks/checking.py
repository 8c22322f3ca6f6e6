"""What students run in a notebook: `check`, `hint`, and `needs` for a cell that waits."""

from __future__ import annotations

import ast
import inspect
import io
import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass, replace
from html import escape
from types import FunctionType
from typing import Any

from course_lib.checks.answer import Position
from course_lib.checks.cases import Exercise
from course_lib.checks.clock import OutOfTime, within
from course_lib.checks.exercises import PlainError, exercise_named, exercises
from course_lib.checks.guard import LESSONS
from course_lib.checks.judging import judge
from course_lib.checks.keeping import keep
from course_lib.checks.parting import first_slip
from course_lib.checks.students import NotebookStudent, names_used
from course_lib.checks.verdict import CRASHED, MORE_VISITS, TOO_SLOW, WAITS, WRONG, Verdict
from course_lib.plain import listed

_ASKS_A_VALUE = {"gives", "gives_that_value", "keeps_contract", "keeps_true_bounds"}
"""The judges of what a state is worth to the first player."""

_MAY_COME_FROM_ELSEWHERE = {WRONG, CRASHED, TOO_SLOW, MORE_VISITS}


def check(name: str) -> Verdict:
    """The verdict on your function with this name; a function that passes is kept for later."""
    namespace = callers_names()
    verdict = verdict_in(namespace, name)
    if verdict.passed:
        return replace(verdict, note=keep(exercise_named(name), namespace))
    if os.environ.get("NBGRADER_EXECUTION") == "validate":
        raise NotPassedError(str(verdict))
    return verdict


def verdict_in(namespace: Mapping[str, Any], name: str) -> Verdict:
    """The verdict of the visible cases on the function with this name, for whoever asks."""
    exercise = exercise_named(name)
    if trouble := trouble_above(name, namespace):
        return Verdict(CRASHED, 0, trouble, name)
    verdict = judge(exercise, student_in(namespace, exercise.lesson))
    verdict = with_cause(verdict, namespace, exercise.lesson)
    return with_first_slip(verdict, namespace, exercise)


def trouble_above(name: str, namespace: Mapping[str, Any]) -> str:
    """Why the function is older than its cell: what its newest cell says has not come about.

    Nothing where no notebook tells which cells were run.
    """
    shell = _shell()
    cells = [] if shell is None else shell.user_ns.get("In", [])
    begins = re.compile(rf"^(async )?def {re.escape(name)}\b", re.MULTILINE)
    cell = next((text for text in reversed(cells) if begins.search(text)), None)
    if cell is None or shell is None:
        return ""
    source = shell.transform_cell(cell)
    older = f"{name} was not changed."
    try:
        ast.parse(source)
    except SyntaxError as error:
        line = (error.text or "").strip()
        return f"Line {error.lineno} of the cell has a syntax error: {error.msg}: {line}. {older}"
    function = namespace.get(name)
    if not isinstance(function, FunctionType) or function.__name__ != name:
        return ""
    try:
        defined = inspect.getsource(function)
    except (OSError, TypeError):
        return ""
    if defined.strip() in source or "__wrapped__" in vars(function):
        return ""
    return f"An error stopped the cell before it came to {name}. {older}"


def with_first_slip(verdict: Verdict, namespace: Mapping[str, Any], exercise: Exercise) -> Verdict:
    """The verdict; where no known mistake is proved, it says where the search first goes wrong."""
    function = namespace.get(verdict.name)
    if verdict.status != WRONG or verdict.mistake or not isinstance(function, FunctionType):
        return verdict
    slip = None
    value = any(case.judge in _ASKS_A_VALUE for group in exercise.groups() for case in group.cases)
    with suppress(OutOfTime), redirect_stdout(io.StringIO()):
        slip = within(
            exercise.seconds,
            lambda: first_slip(function, verdict.arguments, namespace, gives_value=value),
        )
    if slip is None:
        return verdict
    message = f"{verdict.message} {slip.sentence}"
    return replace(verdict, message=message, board=Position(slip.game, slip.state), steps=slip.call)


def with_cause(verdict: Verdict, namespace: Mapping[str, Any], lesson: str) -> Verdict:
    """The verdict; if the function calls another exercise's that is wrong itself, it waits for it.

    Nothing is taken for wrong then, and no mistake is named: both could be that other one's.
    """
    if verdict.status not in _MAY_COME_FROM_ELSEWHERE:
        return verdict
    student = student_in(namespace, lesson)
    for name, other in exercises().items():
        if other.lesson != lesson or name not in called_by(verdict.name, namespace):
            continue
        if verdict.name in called_by(name, namespace):
            continue  # they call each other: neither can wait
        if not judge(other, student).passed:
            words = (
                f"It calls {name}, which has not passed its own check: begin there. Then run this"
                f" check again; until then nothing in {verdict.name} is taken for wrong."
            )
            return Verdict(WAITS, 0, words, verdict.name)
    return verdict


def called_by(name: str, namespace: Mapping[str, Any]) -> set[str]:
    """The notebook's other functions that this one calls, directly or not."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        function = namespace.get(waiting.pop())
        used = names_used(function.__code__) if isinstance(function, FunctionType) else set()
        fresh = {each for each in used if each in namespace} - found
        found |= fresh
        waiting += fresh
    return found - {name}


class NotPassedError(PlainError):
    """Tells nbgrader's Validate button, which hears of nothing but errors, what a check says."""


def student_in(namespace: Mapping[str, Any], lesson: str) -> NotebookStudent:
    """The student whose functions these are, without the library's searches where it matters."""
    return NotebookStudent(namespace, guarded=lesson in LESSONS)


def _shell() -> Any:
    """The shell in which the cells of this notebook run, or `None`."""
    ipython = sys.modules.get("IPython")
    return None if ipython is None else ipython.get_ipython()


def callers_names() -> Mapping[str, Any]:
    """The names in the notebook, else those where the first function outside our own was called."""
    shell = _shell()
    if shell is not None:
        names: Mapping[str, Any] = shell.user_ns
        return names
    frame = sys._getframe(1)  # noqa: SLF001 - the only way to the caller's names
    ours = ("course_lib.checks", "autograder_tests")
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(ours):
        frame = frame.f_back
    return frame.f_globals


KINDS = ("a question", "the idea", "the outline of the code")

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
        # The outline of code is indented; all else is prose, and every line may wrap.
        style = "white-space:pre-wrap;max-width:46em"
        return f'<p><b>{escape(first)}</b></p><div style="{style}">{escape(text)}</div>'


def hints(name: str) -> tuple[str, ...]:
    """The three hints of this exercise."""
    return exercise_named(name).hints


def hint(name: str) -> Hint:
    """The next hint for this exercise: a question, then the idea, then the outline of the code.

    After the third, the third is shown again.
    """
    texts = hints(name)
    number = min(_given.get(name, 0) + 1, len(texts))
    _given[name] = number
    return Hint(name, number, texts[number - 1])


@contextmanager
def needs(*names: str) -> Iterator[None]:
    """Run the lines below; if one of these functions is still to be written, say so and go on.

    Only what is missing ends the lines quietly: an exercise that nobody has touched, or a function
    whose cell has not run since the notebook was started. Every other error is shown as usual.

    >>> with needs("minimax"):
    ...     raise NotImplementedError
    This cell waits for minimax: write it above, run its cell, and then run this one again.
    """
    try:
        yield
    except NotImplementedError:
        wanted = listed(names, len(names)) or "your function"
        _say(f"This cell waits for {wanted}: write it above, run its cell")
    except NameError as error:
        if error.name not in {*names, *exercises()}:
            error.add_note("After a restart, the cells above have to run again.")
            raise
        _say(f"This cell waits for {error.name}: run its cell above (after a restart, all cells)")


def _say(words: str) -> None:
    sys.stdout.write(f"{words}, and then run this one again.\n")
