"""A mistake is paid once: who calls a wrong function is judged with the course's in its place."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache

from autograder_tests.exercises import files
from autograder_tests.solution import namespace, parts_of
from course_lib.checks.verdict import CORRECT, NOT_ATTEMPTED, Verdict
from course_lib.words import joined

Again = Callable[[Sequence[str]], Verdict]
"""Gives the verdict on the exercise with the course's functions in place of these."""


Calls = Callable[[str], Collection[str]]
"""Gives the names of a notebook that the function of this name calls, directly or not."""


@cache
def uses(name: str) -> tuple[str, ...]:
    """The exercises of the same lesson whose functions the solution calls, in their order."""
    lesson, needed = files()[name].parent, namespace(name)
    return tuple(
        other
        for other, path in files().items()
        if other != name and path.parent == lesson and other in needed
    )


def called(name: str, calls: Calls) -> tuple[str, ...]:
    """The exercises of the same lesson that the student's own function calls, in their order.

    Functions that call each other can't be told apart, so that neither is mended for the other.
    """
    lesson, known = files()[name].parent, calls(name)
    return tuple(
        other
        for other, path in files().items()
        if other != name and path.parent == lesson and other in known and name not in calls(other)
    )


def paid_once(
    verdict: Verdict, others: Mapping[str, Verdict], again: Again, calls: Calls
) -> Verdict:
    """The verdict; if it calls one of the others that is wrong, what it earns with that mended.

    What nobody has tried to write is not mended, and what the solution does not call only if it is
    partly right, or wrong in a way that has a name: else one exercise could be left to another.
    """
    if verdict.passed or verdict.status == NOT_ATTEMPTED:
        return verdict
    wrong = [
        name
        for name in called(verdict.name, calls)
        if name in others and _may_be_mended(others[name], verdict.name)
    ]
    return _with_cause(verdict, again(wrong), wrong) if wrong else verdict


def _may_be_mended(other: Verdict, caller: str) -> bool:
    """Whether this exercise is wrong, and no way to leave the caller's to somebody else."""
    if other.passed or other.status == NOT_ATTEMPTED:
        return False
    tried = other.share > 0 or other.mistake is not None
    return tried or other.name in uses(caller)


def calls_by_source(uses: Mapping[str, Collection[str]]) -> Calls:
    """What each function calls, by the names that each function's source uses."""

    def calls(name: str) -> Collection[str]:
        known: set[str] = set()
        waiting = [name]
        while waiting:
            fresh = {each for each in uses.get(waiting.pop(), ()) if each in uses} - known
            known |= fresh
            waiting += fresh
        return known - {name}

    return calls


def _with_cause(verdict: Verdict, mended: Verdict, wrong: Sequence[str]) -> Verdict:
    """The verdict with what it earns when those are mended, and the name of the cause.

    No value that came back beside the course's functions is told: it could hold their code.
    """
    *before, last = wrong
    names = f"{', '.join(before)} and {last}" if before else last
    cause = f"It calls {names}, which {'are' if before else 'is'} wrong: begin there."
    if mended.share <= verdict.share:
        return replace(verdict, message=joined(cause, verdict.message), mistake=mended.mistake)
    groups = tuple(
        replace(group, reason="" if group.passed else f"fails with the course's {names}, too")
        for group in mended.groups
    )
    course = f"{cause} With the course's {names} in place of yours"
    if mended.passed:
        return Verdict(CORRECT, 1, f"{course} every case is right.", verdict.name, groups=groups)
    left = "; ".join(group.title for group in groups if not group.passed)
    words = f"{course} this is still not right: {left}."
    return Verdict(mended.status, mended.share, words, verdict.name, mended.mistake, groups=groups)


def in_place_of(names: Sequence[str]) -> tuple[str, str]:
    """Two cells: one puts the course's functions in place of those of a notebook, one ends that.

    They bring along what they need, so that nothing of the notebook can lead them astray.
    """
    parts = [ast.unparse(part) for name in names for part in parts_of(name)]
    code = "\n".join(dict.fromkeys(parts))
    begin = f"""
def _course():
    space = {{"__name__": "course"}}
    exec({code!r}, space)
    own = {{name: globals()[name] for name in {list(names)!r} if name in globals()}}
    globals().update({{name: space[name] for name in {list(names)!r}}})
    return own
_own = _course()
"""
    return (
        begin,
        f"for _name in {list(names)!r}:\n    del globals()[_name]\nglobals().update(_own)\n",
    )
