"""The one runner of all checks: puts the cases to a student, and the answers into a verdict."""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

import course_lib.checks.judges  # noqa: F401 - there they get their names
from course_lib.checks.answer import Answer, Dice, Fault, Position
from course_lib.checks.cases import (
    CONVERSATIONS,
    JUDGES,
    NO_RETURN,
    PRINTED,
    Case,
    Exercise,
    Group,
    Objection,
    same,
)
from course_lib.checks.exercises import exercises
from course_lib.checks.mistakes import known_mistake
from course_lib.checks.secret import Outside
from course_lib.checks.students import Request, Student, one_call, several_calls
from course_lib.checks.verdict import (
    CORRECT,
    CRASHED,
    MORE_VISITS,
    NOT_ATTEMPTED,
    TOO_SLOW,
    GroupVerdict,
    Verdict,
)
from course_lib.checks.wire import pasteable
from course_lib.game import Game


class Failure(NamedTuple):
    """The first case of a group that failed, and what is wrong with its answer."""

    case: Case
    objection: Objection


SLOW_BEFORE = "not tried, because the function had to be stopped before"
STILL_RUNNING = "nothing (still running)"
MISFIT = "not tried, because the function takes other arguments"


def judge(
    exercise: Exercise,
    student: Student,
    groups: Sequence[Group] | None = None,
    *,
    named: bool = True,
) -> Verdict:
    """The verdict on this exercise: by the groups that are given, else by its visible cases.

    Where somebody else gives mistakes their names, no probes are asked for that.
    """
    groups = exercise.groups() if groups is None else groups
    results: list[GroupVerdict] = []
    failures: list[Failure] = []
    whole = sum(group.weight for group in groups)
    not_tried = ""
    with student.ready():
        for group in groups:
            failure = None if not_tried else first_failure(exercise, student, group)
            reason = not_tried
            if failure is not None:
                failures.append(failure)
                objection = failure.objection
                reason = objection.sentence
                if objection.status == NOT_ATTEMPTED:
                    return Verdict(NOT_ATTEMPTED, 0, reason, exercise.name)
                # What does not end would cost the same time again; what can't be called says no
                # more.
                if objection.status == TOO_SLOW:
                    not_tried = SLOW_BEFORE
                elif objection.misfit:
                    not_tried = MISFIT
            share = group.weight / whole
            results.append(GroupVerdict(group.title, share, passed=not reason, reason=reason))
        if failures:
            asked = student if named else None
            return _with_failure(exercise, asked, failures, tuple(results))
    message = f"All {sum(len(group.cases) for group in groups)} cases are right."
    return Verdict(CORRECT, 1, message, exercise.name, groups=tuple(results))


def first_failure(exercise: Exercise, student: Student, group: Group) -> Failure | None:
    """The smallest case of the group that fails, or `None`."""
    single = (case for case in group.cases if case.judge not in CONVERSATIONS)
    answers = student.in_turn(_request(exercise, case) for case in single)
    for case in group.cases:
        objection = _objection(exercise, student, case, answers)
        if objection is not None:
            return Failure(case, objection)
    return None


class _NoAnswer(Exception):
    """Ends a case: a call has no value that could be judged."""


def _objection(
    exercise: Exercise, student: Student, case: Case, answers: Iterator[Answer]
) -> Objection | None:
    """The reason why what came of this case is not accepted, or `None`.

    The answers to come are those to the cases that are no conversations.
    """
    answer = Answer()

    def judged(case: Case, given: Answer) -> Answer:
        """The answer that was given to this case, if it can be judged."""
        nonlocal answer
        answer = given
        fault = _no_value(exercise, case, answer)
        if fault is not None and not (case.judge == "refuses" and fault.status == CRASHED):
            raise _NoAnswer(fault)
        return answer

    def ask(case: Case) -> Answer:
        """The answer to this case, if it can be judged."""
        return judged(case, next(student.in_turn([_request(exercise, case)])))

    try:
        if case.judge in CONVERSATIONS:
            objection = CONVERSATIONS[case.judge](case, ask, **case.parameters)
        else:
            judged(case, next(answers))
            objection = JUDGES[case.judge](case, answer, **case.parameters)
            objection = objection or _changed_later(case, answer)
    except _NoAnswer as fault:
        no_value: Objection = fault.args[0]
        return no_value
    if objection is None or case.expected is None or answer.value is not None:
        return objection
    if _printed(case, answer):
        return objection._replace(mistake=PRINTED)
    return objection._replace(mistake=NO_RETURN) if exercise.lacks_return(answer) else objection


def _printed(case: Case, answer: Answer) -> bool:
    """Whether what was printed last would have been right."""
    value: Any = answer.printed.strip().rpartition("\n")[2]
    if not value or case.judge in CONVERSATIONS:
        return False
    with suppress(ValueError, SyntaxError, MemoryError, RecursionError):  # then it is a text
        value = literal_eval(value)
    return JUDGES[case.judge](case, replace(answer, value=value), **case.parameters) is None


def _no_value(exercise: Exercise, case: Case, answer: Answer) -> Objection | None:
    """The reason why there is nothing to judge, or `None`."""
    name, error, wanted = exercise.name, answer.error, repr(case.expected)
    if answer.missing:
        sentence = f"There is no function {name} yet; run the cell that defines it."
        if answer.found:
            advice = "rename that, and run the cell that defines the function."
            sentence = f"{name} is not a function but something else ({answer.found}):"
            sentence += f" a cell uses the name for another thing; {advice}"
        return Objection(sentence, status=NOT_ATTEMPTED)
    if answer.signature:
        wanted = exercise.signature or case.shown
        sentence = (
            f"{answer.signature} can't be called as {case.shown}: it has to begin with"
            f" def {wanted}, as it was handed out"
        )
        return Objection(sentence, wanted, answer.signature, CRASHED, misfit=True)
    if answer.not_attempted and error is not None:
        line = f"line {error.line}, {error.code}," if error.line else f"raise {error.type}"
        sentence = f"{name} isn't written yet. Replace {line} with your code."
        return Objection(sentence, status=NOT_ATTEMPTED)
    if answer.out_of_budget:
        words = (
            f"was stopped after {answer.visits:,} visits, which is far more than"
            " needed; does every call look at a state further on, and does it stop at the end?"
        )
        return case.wrong(words, wanted, STILL_RUNNING, TOO_SLOW)
    if answer.out_of_time:
        words = f"was stopped after {exercise.seconds:g} seconds of computing; does a loop in it"
        return case.wrong(f"{words} never end?", wanted, STILL_RUNNING, TOO_SLOW)
    if error is None:
        return None
    return case.wrong(_about(exercise, case, error), wanted, error.type, CRASHED)


def _about(exercise: Exercise, case: Case, error: Fault) -> str:
    """What to say about an exception, behind the call."""
    if error.type == "RecursionError":
        ends = "is there an answer that needs no other call, and does each call come closer to it?"
        if any(isinstance(argument, Game | Position | Outside) for argument in case.arguments):
            ends = "does it stop in final states, and does each call get the state after an action?"
        return f"called itself without an end; {ends}"
    name, raised = exercise.name, f"raised {error}"
    if error.type == "ValueError" and "empty" in error.message and error.final:
        return f"{raised}; the game is over there, so that there is nothing to choose from"
    if "out of reach" in error.message and not case.arguments:
        return f"{raised}. Search in a cell of its own, and type into {name} what it found"
    unknown = re.match(r"name '(\w+)' is not defined", error.message)
    if error.type != "NameError" or unknown is None:
        return raised
    used = unknown[1]
    if used != name and used in exercises():
        return f"{raised}. Run the cell of the exercise {used} first; {name} calls it"
    return (
        f"{raised}. If a cell above defines {used}, run that cell; after a restart, all cells"
        " above have to run again"
    )


def _request(exercise: Exercise, case: Case) -> Request:
    """The call, or the two calls, of this case."""
    name, seconds = exercise.name, exercise.seconds
    if case.again is not None:
        return several_calls([(name, *case.arguments), (name, *case.again)], seconds=seconds)
    return one_call(name, *case.arguments, budget=case.budget or exercise.budget, seconds=seconds)


def _changed_later(case: Case, answer: Answer) -> Objection | None:
    """The objection to a value that a second call has changed."""
    if case.again is None or same(answer.value, answer.at_end, exact=True):
        return None
    words = (
        "gave a board that changed when the function was called once more;"
        " make a new board in every call"
    )
    return case.wrong(words, repr(answer.value), repr(answer.at_end))


def _with_failure(
    exercise: Exercise,
    student: Student | None,
    failures: list[Failure],
    results: tuple[GroupVerdict, ...],
) -> Verdict:
    """The verdict that tells about the smallest of the failing cases.

    The student, if there is one, answers the probes by which a known mistake gets its name.
    """
    worst = [each for each in failures if each.objection.status != MORE_VISITS] or failures
    slow = [each for each in worst if each.objection.status == TOO_SLOW]
    case, objection = slow[0] if slow else min(worst, key=lambda failure: failure.case.size)
    mistake = None
    if not slow and not objection.misfit:
        mistake = None if student is None else known_mistake(exercise, student)
        named = next((each for each in worst if each.objection.mistake), None)
        if mistake is None and named is not None:
            # A name that a single case has given is shown together with that case.
            if named.objection.mistake != objection.mistake:
                case, objection = named
            mistake = objection.mistake
    sentence = objection.sentence
    return Verdict(
        objection.status,
        min(1.0, sum(result.share for result in results if result.passed)),
        sentence if sentence.endswith((".", "?", "!")) else f"{sentence}.",
        exercise.name,
        mistake,
        case.board,
        objection.expected,
        objection.got,
        results,
        case.arguments,
        # What never ends would only hang the notebook.
        "" if objection.status == TOO_SLOW else _to_paste(exercise, case, objection),
    )


def _to_paste(exercise: Exercise, case: Case, objection: Objection) -> str:
    """The line that shows what the objection says, with its seeds where it is about chance."""
    if not objection.seeds:
        return pasteable(exercise.name, case.arguments)
    dice = Dice(objection.seeds[0])
    arguments = [dice if isinstance(one, Dice) else one for one in case.arguments]
    line = pasteable(exercise.name, arguments)
    if len(objection.seeds) == 1:
        return line
    imports, _, call = line.rpartition("; ")
    call = call.replace(f"Random({dice.seed})", "Random(seed)")
    return f"{imports}; [{call} for seed in {objection.seeds}]"
