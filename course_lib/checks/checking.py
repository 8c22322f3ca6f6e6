"""`check`: the verdict on a notebook's function, and what becomes of one that passes.

`check("minimax")` -> `judge` (causes.py) -> for each case `call` (calling.py) and a judge
(judges.py) -> what is said of the simplest case that fails, and where the cause is.
"""

from __future__ import annotations

import ast
import dis
import inspect
import linecache
import math
import os
import re
import sys
import traceback
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from course_lib.checks.cases import Exercise, PlainError, exercise_named, exercises
from course_lib.checks.causes import judge, judged, with_place
from course_lib.checks.evidence import NotebookStudent, evidence
from course_lib.checks.joining import tell_class
from course_lib.checks.keeping import keep, names_used, parts_of
from course_lib.checks.verdict import (
    CRASHED,
    MORE_VISITS,
    TOO_SLOW,
    WAITS,
    WRONG,
    Verdict,
)
from course_lib.words import Say, Text, _

_HERE = Path(__file__).parent
_OWN = tuple(f"{_HERE.with_name(name)}{os.sep}" for name in ("checks", "questions"))
"""Where the functions are that ask for their caller's names."""

_MAY_COME_FROM_ELSEWHERE = {WRONG, CRASHED, TOO_SLOW, MORE_VISITS}
PATIENCE = 4.0
"""After so many CPU seconds, one kind of case that is wrong is enough."""


def check(name: str) -> Verdict:
    """The verdict on your function with this name; a function that passes is kept for later.

    >>> def nim_sum(heaps):
    ...     return sum(heaps)
    >>> verdict = check("nim_sum")
    >>> verdict.passed, verdict.mistake
    (False, 'the heaps are added up')
    """
    namespace = callers_names()
    verdict = verdict_in(namespace, name)
    tell_class(verdict)
    if verdict.passed:
        return replace(verdict, note=keep(exercise_named(name), namespace))
    if os.environ.get("NBGRADER_EXECUTION") == "validate":
        raise NotPassedError(repr(verdict))
    return verdict


def verdict_in(namespace: Mapping[str, Any], name: str) -> Verdict:
    """The verdict of the visible cases on the function with this name, for whoever asks."""
    exercise = exercise_named(name)
    if trouble := trouble_above(name, namespace):
        return Verdict(CRASHED, 0, trouble, name)
    seen = evidence(exercise, NotebookStudent(namespace), patience=PATIENCE)
    facts = judged(seen, causes=False)
    if facts.status not in _MAY_COME_FROM_ELSEWHERE:
        return facts
    if waits := _waits(exercise, namespace):
        return waits
    verdict = judged(seen)
    if verdict.status == TOO_SLOW:
        return verdict
    # Loaded when wanted: most checks end before.
    from course_lib.checks.mending import SECONDS, mended  # noqa: PLC0415

    seconds = SECONDS / 5 if verdict.mistake else SECONDS
    return with_place(verdict, mended(exercise, namespace, seen.failures, seconds=seconds))


def trouble_above(name: str, namespace: Mapping[str, Any]) -> Text:
    """Why the function is older than its cell: the error that stopped the last one to define it.

    "" where no notebook tells which cells were run, or the last error that it showed was another.
    """
    shell, function = _shell(), namespace.get(name)
    if shell is None or not isinstance(function, FunctionType) or function.__name__ != name:
        return ""
    older = Say("{name} was not changed.", name=name)
    failed = getattr(shell.history_manager, "exceptions", {})  # new in IPython 9
    for number, cell in reversed([*enumerate(shell.user_ns.get("In", []))]):
        if name not in cell:
            continue
        source = shell.transform_cell(cell)
        try:
            code = compile(source, "<cell>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        except SyntaxError as error:
            if not re.search(rf"^(async )?def {name}\b", cell, re.MULTILINE):
                continue
            template = _("Line {n} of the cell has a syntax error: {error}: {line}. {older}")
            return Say(template, n=error.lineno, error=error.msg, line=(error.text or "").strip(),
                       older=older)  # fmt: skip
        binds = [
            step.positions.lineno or 0
            for step in dis.get_instructions(code)
            if (step.opname, step.argval) == ("STORE_NAME", name) and step.positions
        ]
        if binds:
            template = _("An error stopped the cell before it came to {name}. {older}")
            own = parts_of(getattr(inspect.unwrap(function), "__code__", function.__code__))
            made = [parts_of(one) for one in code.co_consts if isinstance(one, CodeType)]
            # It may have ended when it ran once more.
            raised = number in failed or _last_error_in(source) < max(binds)
            stopped = raised and own not in made
            return Say(template, name=name, older=older) if stopped else ""
    return ""


def _last_error_in(source: str) -> float:
    """The line in which this cell raised the last error that the notebook has shown, if it did."""
    for frame, line in traceback.walk_tb(getattr(sys, "last_traceback", None)):
        if "".join(linecache.getlines(frame.f_code.co_filename)) == source:
            return line
    return math.inf


def _waits(exercise: Exercise, namespace: Mapping[str, Any]) -> Verdict | None:
    """The verdict on a function that calls another exercise's which is wrong itself, or `None`.

    Nothing is taken for wrong then, and no mistake is named: both could be that other one's.
    """
    student, calls = NotebookStudent(namespace), called_by(exercise.name, namespace)
    for name, other in exercises().items():
        if other.lesson != exercise.lesson or name not in calls:
            continue
        if exercise.name in called_by(name, namespace):
            continue  # they call each other: neither can wait
        if not judge(other, student, causes=False).passed:
            template = _(
                "It calls {other}, which has not passed its own check: begin there. Then run this"
                " check again; until then nothing in {name} is taken for wrong."
            )
            words = Say(template, other=name, name=exercise.name)
            return Verdict(WAITS, 0, words, exercise.name)
    return None


def called_by(name: str, namespace: Mapping[str, Any]) -> set[str]:
    """The notebook's other functions that this one calls, directly or not."""
    known: set[str] = set()
    waiting = [name]
    while waiting:
        function = namespace.get(waiting.pop())
        used = names_used(function.__code__) if isinstance(function, FunctionType) else set()
        fresh = {each for each in used if each in namespace} - known
        known |= fresh
        waiting += fresh
    return known - {name}


class NotPassedError(PlainError):
    """Tells nbgrader's Validate button, which hears of nothing but errors, what a check says."""


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
    while frame.f_back is not None and (
        frame.f_code.co_filename.startswith(_OWN)
        or frame.f_globals.get("__name__", "").startswith("autograder_tests")
    ):
        frame = frame.f_back
    return frame.f_globals
