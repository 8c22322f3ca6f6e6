"""`evidence`: every case is asked once, some once more, and what came of it is written down.

A case is judged by what came back when it was asked, and by what came back when it was asked again:
in a conversation about one game, and backwards about games and boards that are new and equal. What
is kept from call to call shows there. What is said afterwards follows from this evidence; only who
proves a cause asks more: `causes` and `mistakes` other calls, `mending` changed code.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from course_lib.checks.calling import Answer, Request, Student, call
from course_lib.checks.cases import (
    Case,
    Exercise,
    Group,
    Objection,
    call_in,
    same,
    whole_numbers,
    without_numbers,
)
from course_lib.checks.judges import (
    STILL_RUNNING,
    judge_of,
    no_value,
    objection_to,
    shown,
    why_so_long,
)
from course_lib.checks.keeping import alone_again
from course_lib.checks.secret import Secret
from course_lib.checks.verdict import NOT_ATTEMPTED, TOO_SLOW
from course_lib.checks.worlds import line_about, world
from course_lib.game import Game
from course_lib.plain import tagged
from course_lib.words import Say, _

SLOW_BEFORE = _("stopped early, because the function had to be stopped before")
HURRY = 5
"""After a stop, each later group has so many times less time, and ends with its first stop."""
SMALLEST = 60
"""So many members of a small world are asked first: most mistakes show there."""
WORLDS_SECONDS, SHORT = 3.0, 1.0
"""All calls about a small world may take so long, also where one call may take less than a second.
"""
MISFIT = _("not tried, because the function takes other arguments")
TOOK_LONG = _("not tried, because the kinds of cases above took long")
UNTRIED = (MISFIT, TOOK_LONG)
"""Why a kind of case was not tried, whatever its cases are."""

AGAIN = 4
"""So many cases of each kind are asked once more, and as many states of one game."""
LONGEST_TALK, MOST_KINDS = 24, 6
"""So many lines are asked at most kind by kind, and so many kinds after each other."""


class Failure(NamedTuple):
    """A case that failed, and what is wrong with its answer."""

    case: Case
    objection: Objection


@dataclass
class Evidence:
    """All that was seen of one function."""

    exercise: Exercise
    student: Student
    groups: Sequence[Group]
    failures: dict[str, Failure] = field(default_factory=dict)
    """The first case of each kind that failed, by the title of its group."""
    untried: dict[str, str] = field(default_factory=dict)
    """Why a kind of case was not tried."""

    @property
    def cases(self) -> list[Case]:
        """All cases, in the order in which they were asked."""
        return [case for group in self.groups for case in group.cases]


class NotebookStudent(Student):
    """The functions of a notebook, called in this process."""

    def __init__(self, namespace: Mapping[str, Any]) -> None:
        self.namespace = namespace

    def answers(self, requests: Iterable[Request]) -> Iterator[Sequence[Answer]]:
        """What came of each line of each request."""
        for request in requests:
            if request.secret is None:
                yield call(self.namespace, request, _no_secret)
                continue
            answers = call(self.namespace, request, request.secret.answer)
            leaves = tuple(request.secret.asked)
            yield [replace(answer, leaves=leaves) for answer in answers]

    @contextmanager
    def alone(self, name: str) -> Iterator[Student | None]:
        """The function with all it needs, its cells run anew."""
        names = alone_again(name, self.namespace)
        yield None if names is None else NotebookStudent(names)


def _no_secret(path: Any) -> float:
    raise LookupError(f"there is no secret tree, so nothing is at {path}")


# --- asking ---------------------------------------------------------------------------------------


def evidence(
    exercise: Exercise,
    student: Student,
    groups: Sequence[Group] | None = None,
    *,
    patience: float | None = None,
) -> Evidence:
    """What is seen of this function: by the groups that are given, else by its visible cases.

    With `patience`, no more kinds of cases are tried once one is wrong and so many CPU seconds of
    this process are over.
    """
    groups = exercise.groups() if groups is None else groups
    seen, began = Evidence(exercise, student, groups), time.process_time()
    for group in groups:
        if patience and seen.failures and time.process_time() - began > patience:
            seen.untried[group.title] = TOOK_LONG
            continue
        failure = first_failure(exercise, student, group.cases)
        if failure is None:
            continue
        objection = failure.objection
        slow = objection.status == TOO_SLOW
        if slow and any(each.objection.status == TOO_SLOW for each in seen.failures.values()):
            seen.untried[group.title] = SLOW_BEFORE
            continue
        seen.failures[group.title] = failure
        if objection.status == NOT_ATTEMPTED or objection.misfit:
            # What can't be called says no more in other cases.
            rest = groups[groups.index(group) + 1 :]
            seen.untried |= {each.title: MISFIT for each in rest}
            return seen
        if slow:  # what does not end would cost the same time again
            exercise = replace(exercise, seconds=exercise.seconds / HURRY)
    wrong = seen.failures.keys() | seen.untried.keys()
    right = [group for group in groups if group.title not in wrong]
    if not (patience and wrong and time.process_time() - began > patience):
        for title, failure in _once_more(exercise, student, right):
            seen.failures.setdefault(title, failure)
    return seen


def first_failure(
    exercise: Exercise, student: Student, cases: Sequence[Case], *, fresh: bool = False
) -> Failure | None:
    """The first of these cases that fails, the simplest first, or `None`."""
    cases = sorted(cases, key=exercise.strangeness)
    single = (case for case in cases if not asks(exercise, case))
    answers = student.in_turn(request_for(exercise, case, fresh=fresh) for case in single)
    for case in cases:
        if case.world:
            if (failure := _failure_in_world(exercise, student, case)) is not None:
                return failure
            continue
        if asks(exercise, case):
            objection = _conversation(exercise, student, case)
        else:
            objection = objection_to(exercise, case, next(answers))
        if objection is not None:
            line = objection.line or case.line
            return Failure(case, objection._replace(line="" if case.covered else line))
    return None


Talk = Sequence[tuple[str, Case]]
"""Cases that are asked in one go, with the titles of their groups."""


def _once_more(
    exercise: Exercise, student: Student, groups: Sequence[Group]
) -> Iterator[tuple[str, Failure]]:
    """The cases, right so far, that fail when they are asked again, with their groups' titles.

    What students can ask themselves comes first, so that whatever is wrong there is wrong in
    grading, too.
    """
    visible = {case.line for group in exercise.groups() for case in group.cases}
    for told in (True, False):
        plain: list[Talk] = []
        apart: list[tuple[str, Case]] = []
        for group in groups:
            talk: list[tuple[str, Case]] = []
            for case in group.cases:
                if (case.line in visible) is told and not asks(exercise, case):
                    (apart if case.secret or case.again else talk).append((group.title, case))
            plain.append(talk)
        for states in _talks(each for kind in plain for each in kind):
            yield from failures_together(exercise, student, states, shared=True)
        some = [each for kind in reversed(plain) for each in _some_of(kind)][:LONGEST_TALK]
        yield from failures_together(exercise, student, [*some, *_pairs(plain)], fresh=True)
        for group in groups:
            for title, case in _some_of([each for each in apart if each[0] == group.title]):
                if failure := first_failure(exercise, student, [case], fresh=True):
                    yield title, failure


def _talks(cases: Iterable[tuple[str, Case]]) -> Iterator[Talk]:
    """Conversations about one game each: some of its states, forwards and backwards.

    Among them are two questions about one state, and two of one kind and size.
    """
    by_game: dict[str, list[tuple[str, Case]]] = {}
    for title, case in cases:
        if isinstance(next(iter(case.arguments), None), Game):
            by_game.setdefault(call_in(case.line).arguments[0].text, []).append((title, case))
    for talk in sorted(by_game.values(), key=len, reverse=True)[:2]:
        twice = _first_two(talk, lambda _, case: call_in(case.line).arguments[1:2])
        alike = _first_two(talk, lambda title, case: (title, case.size))
        some = [*_some_of(talk), *twice, *alike]
        some = sorted(some, key=lambda each: each[1].size)
        if len(some) > 1:
            yield [*some, *some[-2::-1]]


def _first_two(talk: Talk, of: Callable[[str, Case], Any]) -> Talk:
    """The first two cases of which this is the same, and whose answers are not."""
    met: dict[Any, tuple[str, Case]] = {}
    for title, case in talk:
        _, before = first = met.setdefault(of(title, case), (title, case))
        if (before.expected, before.known) != (case.expected, case.known):
            return [first, (title, case)]
    return []


def _pairs(kinds: Sequence[Talk]) -> Talk:
    """One case of each kind, so that each kind comes right after each other one."""
    some = [kind[len(kind) // 2] for kind in kinds if kind][:MOST_KINDS]
    places = [at for one in range(len(some)) for two in range(one) for at in (two, one)]
    return [some[at] for at in [*places[::-1], *places[-1:]]]


def _some_of(cases: Sequence[Any]) -> Sequence[Any]:
    """A few of these cases, the last first."""
    return cases[:: max(1, -(-len(cases) // AGAIN))][::-1]


def failures_together(
    exercise: Exercise,
    student: Student,
    talk: Talk,
    *,
    shared: bool = False,
    fresh: bool = False,
) -> Iterator[tuple[str, Failure]]:
    """The cases of this conversation that fail, with the titles of their groups."""
    if len(talk) < 2:
        return
    requests = [request_for(exercise, case) for _, case in talk]
    budgets = [each.budget for each in requests]
    request = replace(
        requests[0],
        lines=tuple(case.line for _, case in talk),
        budget=None if None in budgets else max(each or 0 for each in budgets),
        given={name: given for each in requests for name, given in each.given.items()},
        shared=shared,
        fresh=fresh,
    )
    [answers] = student.answers([request])
    for (title, case), answer in zip(talk, answers, strict=False):
        objection = objection_to(exercise, case, answer)
        if objection is None and not same(answer.value, answer.at_end, exact=True):
            words = Say("gave something that a later call has changed; make it anew in every call")
            objection = case.wrong(words, shown(answer.value), shown(answer.at_end))
        if objection is not None:
            yield title, Failure(case, objection._replace(line=objection.line or case.line))
            if objection.status == TOO_SLOW:
                return


def _failure_in_world(exercise: Exercise, student: Student, case: Case) -> Failure | None:
    """The first member of a small world about which the answer is wrong, as a case of its own.

    The smallest are asked in one go, and then all others; the one that is wrong is asked once more
    by itself.
    """
    request, right = request_for(exercise, case), case.known["values"]
    for since, until in ((0, SMALLEST), (SMALLEST, len(right))):
        answer = next(student.in_turn([replace(request, since=since, until=until)]))
        given = answer.value if isinstance(answer.value, list) else []
        if not given and (fault := no_value(exercise, case, answer)) is not None:
            return Failure(case, fault._replace(line=case.line))
        wanted = right[since:until]
        if case.known["by"] == "gives" and given == wanted and whole_numbers(given + wanted):
            continue
        for place in range(since, min(until, len(right))):
            there = place - since < len(given)
            value = Answer(value=given[place - since]) if there else None
            failure = _failure_of_member(exercise, student, case, place, value)
            if failure is not None:
                return failure
            if not there:
                template = _(
                    "asked about {world}, was stopped after {seconds:g} seconds of computing; {why}"
                )
                why, seconds = why_so_long(answer), request.seconds
                words = Say(template, world=Say(case.world), seconds=seconds, why=why)
                objection = case.asked(words, "", STILL_RUNNING, TOO_SLOW, joint=", ")
                return Failure(case, objection)
    return None


def _failure_of_member(
    exercise: Exercise, student: Student, case: Case, place: int, answer: Answer | None
) -> Failure | None:
    """What is wrong with the answer about this member, or with the one that it gives by itself."""
    by, known, right = case.known["by"], case.known["known"], case.known["values"][place]
    if answer is not None and by == "gives" and same(right, answer.value):
        return None
    member = world(case.world)[place]
    size = len(str(member)) // 8
    one = Case(line_about(case.line, member), right, size=size, judge=by, known=known)
    objection = None if answer is None else judge_of(exercise, one)(one, answer, **known)
    if answer is not None and objection is None:
        return None
    alone = first_failure(exercise, student, [one])
    return alone or (objection and Failure(one, objection._replace(line=one.line)))


def asks(exercise: Exercise, case: Case) -> bool:
    """Whether the judge of this case asks several times."""
    return bool(case.world) or hasattr(judge_of(exercise, case), "asks")


def _conversation(exercise: Exercise, student: Student, case: Case) -> Objection | None:
    """The objection of a judge who asks several times, or `None`."""

    def ask(case: Case, *before: str) -> tuple[Answer, Objection | None]:
        """The answer to this case, and why it can't be judged.

        The lines `before` are asked first, about the same game.
        """
        request = request_for(exercise, case)
        request = replace(request, lines=(*before, *request.lines), shared=bool(before))
        answer = next(iter(student.answers([request])))[len(before)]
        return answer, no_value(exercise, case, answer)

    objection: Objection | None = judge_of(exercise, case)(case, ask, **case.known)
    return objection


def request_for(exercise: Exercise, case: Case, *, fresh: bool = False) -> Request:
    """The call, or the two calls, of this case."""
    line, secret, seconds = case.line, None, exercise.seconds
    if case.world:
        seconds = max(seconds, WORLDS_SECONDS if seconds >= 1 else SHORT)
    if case.secret is not None:  # a tree whose numbers stay outside, for one call alone
        bound, good = case.secret
        secret = Secret(case.arguments[0], bound=bound, good=good)
        line = without_numbers(line)
    return Request(
        (line, case.again) if case.again else (line,),
        seconds=seconds,
        budget=case.budget or exercise.budget,
        lesson=exercise.lesson,
        secret=secret,
        fresh=fresh,
        world=case.world,
        given={name: {"plain": tagged(value)} for name, value in case.given.items()},
    )
