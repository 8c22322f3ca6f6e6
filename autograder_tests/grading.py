"""`grade`: the hidden check of an exercise, its feedback shown and its points given back."""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from autograder_tests import exercises
from autograder_tests.following import called, in_place_of, paid_once, uses
from course_lib.checks.calling import Student
from course_lib.checks.cases import SEED, exercise_named
from course_lib.checks.causes import judge, judged
from course_lib.checks.checking import called_by, callers_names, trouble_above
from course_lib.checks.evidence import NotebookStudent, evidence
from course_lib.checks.verdict import CRASHED, NOT_ATTEMPTED, Verdict
from course_lib.words import Text, mapped, parts_of

Check = Callable[[Student], Verdict]


def grade(name: str, *, points: float) -> int | float:
    """The points that the notebook's function with this name earns; the feedback is shown.

    Nothing that the function does lets an exception out of here. The seed of the hidden cases is
    the one that the environment names as COURSE_SEED, else the same for everybody.
    """
    try:
        with _while_grading():
            namespace = callers_names()
            verdict = _judged(name, namespace, NotebookStudent(namespace))
    except Exception as error:  # noqa: BLE001 - a graded cell never raises
        message = f"The check itself could not be finished ({type(error).__name__}: {error})."
        verdict = Verdict(CRASHED, 0, message, name)
    _show(verdict)
    return verdict.points(points)


def _judged(name: str, namespace: Mapping[str, Any], student: Student) -> Verdict:
    """The verdict of the hidden cases; where others are to blame, with the course's functions."""
    if trouble := trouble_above(name, namespace):
        return Verdict(CRASHED, 0, trouble, name)
    seed = os.environ.get("COURSE_SEED") or SEED
    seen = evidence(exercise_named(name), student, exercises.hidden(name, seed))
    facts = discreet(judged(seen, causes=False))
    if facts.passed or facts.status == NOT_ATTEMPTED:
        return facts
    if not isinstance(namespace, dict):
        return discreet(judged(seen))

    def again(name: str, wrong: Sequence[str]) -> Verdict:
        """The verdict with the course's functions in place of the wrong ones."""
        begin, end = in_place_of(wrong)
        exec(begin, namespace)  # noqa: S102 - the author's own code
        try:
            return hidden_check(name, seed)(student)
        finally:
            exec(end, namespace)  # noqa: S102 - the author's own code

    def calls(name: str) -> set[str]:
        """The notebook's names that the function of this name calls."""
        return called_by(name, namespace)

    others: dict[str, Verdict] = {}
    for other in called(name, calls):
        alone = hidden_check(other, seed, causes=False)(student)
        if not alone.share and other not in uses(name):
            alone = hidden_check(other, seed)(student)  # whether its mistake has a name decides
        others[other] = paid_once(alone, others, partial(again, other), calls)
    verdict = paid_once(facts, others, partial(again, name), calls)
    if verdict.share > facts.share:
        return verdict
    # A cause is looked for where its own mistake is left: that takes longer than all the rest.
    return paid_once(discreet(judged(seen)), others, partial(again, name), calls)


def hidden_check(
    name: str, seed: str = SEED, *, further: bool = False, causes: bool = True
) -> Check:
    """What judges the function with this name by the hidden cases of a class with this seed.

    For one that is right in the visible cases, `further` leaves these out.
    """
    exercise = exercise_named(name)
    groups = (exercises.further if further else exercises.hidden)(name, seed)
    return lambda student: discreet(judge(exercise, student, groups, causes=causes))


def discreet(verdict: Verdict) -> Verdict:
    """The verdict with the smallest case that failed, and no call of another hidden one."""
    groups = [replace(group, reason=_reason(group.reason, verdict)) for group in verdict.groups]
    return replace(verdict, groups=tuple(groups))


def _reason(reason: Text, verdict: Verdict) -> Text:
    if reason and reason in {*parts_of(verdict.message)}:
        return "this is the case above"
    return mapped(reason, lambda text: without_calls(text, verdict.name))


def without_calls(reason: str, name: str) -> str:
    """The reason with its calls left open, so that it tells what is wrong and no hidden case.

    The smallest case that failed is shown above; those of other groups stay secret.

    >>> without_calls("winner([['X'], [')']]) gave None, expected 'X'", "winner")
    "winner(...) gave None, expected 'X'"
    """
    found = re.search(rf"\b{re.escape(name)}\(", reason)
    if found is None:
        return reason
    depth, quote, place = 1, "", found.end()
    while place < len(reason) and depth:
        sign = reason[place]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        else:
            depth += (sign in "([{") - (sign in ")]}")
        place += 1
    rest = re.sub(r"^ with game = \w+\((?:[^()]|\([^()]*\))*\)", "", reason[place:])
    return f"{reason[: found.end()]}...){without_calls(rest, name)}"


@contextmanager
def _while_grading() -> Iterator[None]:
    """Say to everybody who asks that work is being graded."""
    before = os.environ.get("COURSE_GRADING")
    os.environ["COURSE_GRADING"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["COURSE_GRADING"]
        else:
            os.environ["COURSE_GRADING"] = before


def _show(verdict: Verdict) -> None:
    """Show the verdict in the notebook, or as text elsewhere."""
    ipython = sys.modules.get("IPython")
    if ipython is not None and ipython.get_ipython() is not None:
        importlib.import_module("IPython.display").display(verdict)
    else:
        sys.stdout.write(f"{verdict}\n")
