"""The one runner of all checks: asks a student the cases, and puts the answers into a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import course_lib.checks.judges  # noqa: F401 - there they get their names
from course_lib.checks.answer import Answer, Fault
from course_lib.checks.cases import (
    CONVERSATIONS,
    JUDGES,
    NO_RETURN,
    Case,
    Exercise,
    Group,
    Objection,
    error_sentence,
    same,
)
from course_lib.checks.mistakes import known_mistake
from course_lib.checks.students import Student
from course_lib.checks.verdict import (
    CORRECT,
    CRASHED,
    MORE_VISITS,
    NOT_ATTEMPTED,
    TOO_SLOW,
    GroupVerdict,
    Verdict,
)


class Failure(NamedTuple):
    """The first case of a group that failed, and what is wrong with its answer."""

    case: Case
    status: str
    objection: Objection


def judge(exercise: Exercise, student: Student, groups: Sequence[Group] | None = None) -> Verdict:
    """The verdict on this exercise: by the groups that are given, else by its visible cases."""
    groups = exercise.groups() if groups is None else groups
    with student.ready():
        return _judged(exercise, student, groups)


def _judged(exercise: Exercise, student: Student, groups: Sequence[Group]) -> Verdict:
    """The verdict by these groups."""
    results: list[GroupVerdict] = []
    failures: list[Failure] = []
    whole = sum(group.weight for group in groups)
    for group in groups:
        share = group.weight / whole
        if any(failure.status == TOO_SLOW for failure in failures):
            # A function that does not end would cost the same time again with every group.
            reason = "not tried, because the function had to be stopped before"
            results.append(GroupVerdict(group.title, share, passed=False, reason=reason))
            continue
        failure = first_failure(exercise, student, group)
        if failure is not None and failure.status == NOT_ATTEMPTED:
            return Verdict(NOT_ATTEMPTED, 0, failure.objection.sentence, exercise.name)
        reason = "" if failure is None else failure.objection.sentence
        results.append(GroupVerdict(group.title, share, failure is None, reason))
        failures += [] if failure is None else [failure]
    if not failures:
        cases = sum(len(group.cases) for group in groups)
        message = f"All {cases} cases are right."
        return Verdict(CORRECT, 1, message, exercise.name, groups=tuple(results))
    return _with_failure(exercise, student, groups, failures, tuple(results))


def first_failure(exercise: Exercise, student: Student, group: Group) -> Failure | None:
    """The smallest case of the group that fails, or `None`."""
    for case in group.cases:
        if case.judge in CONVERSATIONS:
            found = _after_a_conversation(exercise, student, case)
        else:
            found = objection_to(exercise, case, _asked(exercise, student, case))
        if found is not None:
            return Failure(case, *found)
    return None


class _NoAnswer(Exception):
    """Ends a conversation: what was asked has no answer that could be judged."""


def _after_a_conversation(
    exercise: Exercise, student: Student, case: Case
) -> tuple[str, Objection] | None:
    """The status and the reason why what was said in a conversation is not accepted, or `None`."""

    def ask(case: Case) -> Answer:
        """The answer to this case."""
        answer = _asked(exercise, student, case)
        if (fault := _no_answer(exercise, case, answer)) is not None:
            raise _NoAnswer(*fault)
        return answer

    try:
        objection = CONVERSATIONS[case.judge](case, ask, **case.parameters)
    except _NoAnswer as fault:
        status, reason = fault.args
        return status, reason
    return None if objection is None else (objection.status, objection)


def objection_to(exercise: Exercise, case: Case, answer: Answer) -> tuple[str, Objection] | None:
    """The status and the reason why this answer is not accepted, or `None`."""
    fault = _no_answer(exercise, case, answer)
    if fault is not None and not (case.judge == "refuses" and fault[0] == CRASHED):
        return fault
    objection = JUDGES[case.judge](case, answer, **case.parameters) or _changed_later(case, answer)
    return None if objection is None else (objection.status, objection)


def _no_answer(exercise: Exercise, case: Case, answer: Answer) -> tuple[str, Objection] | None:
    """The status and the reason why there is nothing to judge, or `None`."""
    if answer.missing and answer.found:
        sentence = (
            f"{exercise.name} is not a function but something else ({answer.found}): a cell uses"
            " the name for another thing; rename that, and run the cell that defines the function."
        )
        return NOT_ATTEMPTED, Objection(sentence)
    if answer.missing:
        sentence = f"There is no function {exercise.name} yet; run the cell that defines it."
        return NOT_ATTEMPTED, Objection(sentence)
    if answer.not_attempted:
        sentence = f"{exercise.name} still waits for you: it raises NotImplementedError."
        return NOT_ATTEMPTED, Objection(sentence)
    if answer.out_of_budget:
        sentence = (
            f"{case.shown} was stopped after {answer.visits:,} visits, which is far more than"
            " needed; does every call look at a state further on, and does it stop at the end?"
        )
        return TOO_SLOW, Objection(sentence, expected=repr(case.expected), got="no end")
    if answer.out_of_time:
        sentence = (
            f"{case.shown} was stopped by the clock after {exercise.seconds:g} seconds;"
            " does a loop in it never end?"
        )
        return TOO_SLOW, Objection(sentence, expected=repr(case.expected), got="no end")
    if answer.error is not None:
        mistake = _mistake_of(answer.error)
        sentence = error_sentence(case, answer.error)
        return CRASHED, Objection(sentence, mistake, repr(case.expected), answer.error.type)
    return None


def _mistake_of(error: Fault) -> str | None:
    """The mistake that this exception gives away, if there is one."""
    if error.type == "RecursionError":
        return "the recursion never ends"
    if error.type == "ValueError" and "empty" in error.message:
        return "final states are not recognised, so that there is nothing to choose from"
    return None


def _asked(exercise: Exercise, student: Student, case: Case) -> Answer:
    """What the function answers to this case."""
    if case.again is not None:
        steps = [(exercise.name, *case.arguments), (exercise.name, *case.again)]
        return student.script(steps, seconds=exercise.seconds)[0]
    budget = case.budget or exercise.budget
    return student.call(exercise.name, *case.arguments, budget=budget, seconds=exercise.seconds)


def _changed_later(case: Case, answer: Answer) -> Objection | None:
    """The objection to a value that a second call has changed."""
    if case.again is None or same(answer.value, answer.at_end):
        return None
    return Objection(
        f"{case.shown} gave a board that changed when the function was called once more;"
        " make a new board in every call",
        "one board is shared by all calls",
        repr(answer.value),
        repr(answer.at_end),
    )


def _ended(sentence: str) -> str:
    """The sentence with the stop at its end that it may lack."""
    return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."


def _with_failure(
    exercise: Exercise,
    student: Student,
    groups: Sequence[Group],
    failures: list[Failure],
    results: tuple[GroupVerdict, ...],
) -> Verdict:
    """The verdict that tells about the smallest of the failing cases."""
    worst = [failure for failure in failures if failure.status != MORE_VISITS] or failures
    stopped = [failure for failure in worst if failure.status == TOO_SLOW]
    shown = stopped[0] if stopped else min(worst, key=lambda failure: failure.case.size)
    mistake = None
    none_is_right = any(case.expected is None for group in groups for case in group.cases)
    if shown.status != TOO_SLOW:
        named = [failure.objection.mistake for failure in worst if failure.objection.mistake]
        mistake = known_mistake(exercise, student) or (named[0] if named else None)
        if mistake == NO_RETURN and none_is_right:
            mistake = None
    share = sum(result.share for result in results if result.passed)
    return Verdict(
        shown.status,
        min(1.0, share),
        _ended(shown.objection.sentence),
        exercise.name,
        mistake,
        shown.case.board,
        shown.objection.expected,
        shown.objection.got,
        results,
    )
