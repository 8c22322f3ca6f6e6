"""`check`: from the cases of an exercise to the verdict on a notebook's function.

`check("minimax")` -> `judge` -> for each case `call` (calling.py) and a judge (judges.py) -> what
is said of the smallest case that fails.
"""

from __future__ import annotations

import ast
import inspect
import io
import linecache
import os
import re
import sys
from ast import literal_eval
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import replace
from itertools import starmap
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from course_lib.checks.calling import NO_ANSWER, Answer, Fault, Request, Student, call
from course_lib.checks.cases import (
    NO_RETURN,
    PRINTED,
    Case,
    Exercise,
    Group,
    Objection,
    OneOf,
    PlainError,
    call_in,
    exercise_named,
    exercises,
    is_number,
    same,
    with_imports,
    without_numbers,
)
from course_lib.checks.judges import JUDGES, shown
from course_lib.checks.keeping import alone_again, forgetting, keep, names_used
from course_lib.checks.mistakes import known_mistake
from course_lib.checks.parting import first_parting
from course_lib.checks.patterns import Seen, lines_of, lines_that_run, pattern_in
from course_lib.checks.secret import Secret
from course_lib.checks.slips import slip_in
from course_lib.checks.verdict import (
    CORRECT,
    CRASHED,
    MORE_VISITS,
    NOT_ATTEMPTED,
    TOO_SLOW,
    WAITS,
    WRONG,
    GroupVerdict,
    Verdict,
)
from course_lib.game import Game
from course_lib.plain import listed, tagged
from course_lib.play.clock import OutOfTime, within

# --- in a notebook --------------------------------------------------------------------------------

_MAY_COME_FROM_ELSEWHERE = {WRONG, CRASHED, TOO_SLOW, MORE_VISITS}


def check(name: str) -> Verdict:
    """The verdict on your function with this name; a function that passes is kept for later."""
    namespace = callers_names()
    verdict = verdict_in(namespace, name)
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
    verdict = judge(exercise, NotebookStudent(namespace))
    if verdict.passed:
        return verdict
    verdict = with_cause(verdict, namespace, exercise.lesson)
    verdict = with_own_slip(verdict, namespace)
    if verdict.slip or verdict.mistake or verdict.kept or verdict.status not in {WRONG, CRASHED}:
        return verdict
    verdict = with_pattern(verdict, namespace, exercise)
    return with_first_parting(verdict, namespace, exercise)


class NotebookStudent(Student):
    """The functions of a notebook, called in this process."""

    def __init__(self, namespace: Mapping[str, Any]) -> None:
        self.namespace = namespace
        self.heard: list[Answer] = []

    def answers(self, requests: Iterable[Request]) -> Iterator[Sequence[Answer]]:
        """What came of each line of each request."""
        for request in requests:
            if request.secret is None:
                answers = call(self.namespace, request, _no_secret)
                self.heard += answers
                yield answers
                continue
            answers = call(self.namespace, request, request.secret.answer)
            leaves = tuple(request.secret.asked)
            self.heard += answers
            yield [replace(answer, leaves=leaves) for answer in answers]

    @contextmanager
    def alone(self, name: str) -> Iterator[Student | None]:
        """The function with all it needs, its cells run anew."""
        names = alone_again(name, self.namespace)
        yield None if names is None else NotebookStudent(names)


def _no_secret(path: Any) -> float:
    raise LookupError(f"there is no secret tree, so nothing is at {path}")


def trouble_above(name: str, namespace: Mapping[str, Any]) -> str:
    """Why the function is older than its cell: what its newest cell says has not come about.

    "" where no notebook tells which cells were run.
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


def with_own_slip(verdict: Verdict, namespace: Mapping[str, Any]) -> Verdict:
    """The verdict with what the function's own cell proves."""
    function = namespace.get(verdict.name)
    if not isinstance(function, FunctionType):
        return verdict
    source = "".join(linecache.getlines(inspect.unwrap(function).__code__.co_filename))
    functions = {
        name: ", ".join(inspect.signature(thing).parameters)
        for name, thing in namespace.items()
        if isinstance(thing, FunctionType)
    }
    games = [name for name, thing in namespace.items() if isinstance(thing, Game)]
    values = [name for name, thing in namespace.items() if not callable(thing)]
    return with_slip(verdict, source, functions, games=games, values=values)


def with_slip(
    verdict: Verdict,
    source: str,
    functions: Mapping[str, str],
    *,
    games: Collection[str] = (),
    values: Collection[str] = (),
) -> Verdict:
    """The verdict; if it has an objection, with the slip that the source of the cell proves."""
    if verdict.status in {CORRECT, WAITS}:
        return verdict
    cases = [case for group in exercise_named(verdict.name).groups() for case in group.cases]
    slip = slip_in(
        source,
        verdict.name,
        functions,
        games=games,
        values=values,
        none_came=verdict.got == "None" and not any(map(_may_be_none, cases)),
        unwritten=verdict.status == NOT_ATTEMPTED,
    )
    return replace(verdict, slip=_sentence(slip) if slip else "")


def _may_be_none(case: Case) -> bool:
    wanted = case.expected
    return wanted is None or (isinstance(wanted, OneOf) and None in wanted)


def with_pattern(verdict: Verdict, namespace: Mapping[str, Any], exercise: Exercise) -> Verdict:
    """The verdict, which has proved no cause, with what all wrong cases have in common."""
    function = inspect.unwrap(namespace[verdict.name])
    if not isinstance(function, FunctionType):
        return verdict
    file = function.__code__.co_filename
    seen: list[Seen] = []
    student = NotebookStudent(namespace)

    def ask(kind: str, case: Case) -> Seen:
        answers: list[Answer] = []
        student.heard = answers
        failed, lines = lines_that_run(file, lambda: first_failure(exercise, student, [case]))
        answer = answers[0] if answers else Answer()
        nothing = answer.error is not None or answer.stopped or bool(answer.signature)
        return Seen(case, failed is not None, answer.value, nothing, lines, kind)

    cases = [
        (group.title, case)
        for group in exercise.groups()
        for case in group.cases
        if not case.covered
    ]
    with suppress(OutOfTime):
        within(exercise.seconds, lambda: seen.extend(starmap(ask, cases)))
    if len(seen) < len(cases):
        return verdict
    own = lines_of(function.__code__, linecache.getlines(file))
    words = pattern_in(seen, [*inspect.signature(function).parameters], own, verdict.line)
    one, *more = [group.title for group in verdict.groups if not group.passed]
    if 1 + len(more) <= min(2, len(verdict.groups) / 2):
        kinds = f'Only one kind of case is wrong: "{one}".'
        if more:
            kinds = f'Only two kinds of cases are wrong: "{one}" and "{more[0]}".'
        words = f"{kinds} {words}".rstrip()
    return replace(verdict, message=f"{verdict.message} {words}") if words else verdict


def with_first_parting(
    verdict: Verdict, namespace: Mapping[str, Any], exercise: Exercise
) -> Verdict:
    """The verdict; where no cause is proved, it says where the effect of one first shows."""
    function = namespace.get(verdict.name)
    proved = verdict.slip or verdict.mistake or verdict.kept
    if verdict.status != WRONG or proved or not isinstance(function, FunctionType):
        return verdict
    parting = None
    value = any(case.judge in _ASKS_A_VALUE for group in exercise.groups() for case in group.cases)
    with suppress(OutOfTime), redirect_stdout(io.StringIO()):
        parting = within(
            exercise.seconds,
            lambda: first_parting(function, verdict.line, namespace, gives_value=value),
        )
    if parting is None:
        return verdict
    message = f"{verdict.message} {parting.sentence}"
    return replace(
        verdict, message=message, board=(parting.game, parting.state), steps=parting.call
    )


_ASKS_A_VALUE = {"gives", "gives_that_value", "keeps_contract", "keeps_true_bounds"}
"""The judges of what a state is worth to the first player."""


def with_cause(verdict: Verdict, namespace: Mapping[str, Any], lesson: str) -> Verdict:
    """The verdict; if the function calls another exercise's that is wrong itself, it waits for it.

    Nothing is taken for wrong then, and no mistake is named: both could be that other one's.
    """
    if verdict.status not in _MAY_COME_FROM_ELSEWHERE:
        return verdict
    student = NotebookStudent(namespace)
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
    ours = ("course_lib.checks", "autograder_tests")
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(ours):
        frame = frame.f_back
    return frame.f_globals


# --- from the cases to the verdict ----------------------------------------------------------------


class Failure(NamedTuple):
    """A case that failed, and what is wrong with its answer."""

    case: Case
    objection: Objection


SLOW_BEFORE = "stopped early, because the function had to be stopped before"
HURRY = 5
"""After a stop, each later group has so many times less time, and ends with its first stop."""
STILL_RUNNING = "nothing (still running)"
MISFIT = "not tried, because the function takes other arguments"

AGAIN = 4
"""So many cases of each group are asked once more when all are right, in another order."""


def judge(
    exercise: Exercise,
    student: Student,
    groups: Sequence[Group] | None = None,
    *,
    named: bool = True,
) -> Verdict:
    """The verdict on this exercise: by the groups that are given, else by its visible cases.

    A group that is right is asked again, in another order and about equal games that are not the
    same: what is kept from call to call shows then. Where somebody else gives mistakes their
    names, no probes are asked for that.
    """
    groups = exercise.groups() if groups is None else groups
    failed: dict[str, Failure] = {}
    untried: dict[str, str] = {}
    hurried = misfit = False
    for group in groups:
        if misfit:
            untried[group.title] = MISFIT
            continue
        failure = first_failure(exercise, student, group.cases)
        if failure is None:
            continue
        objection = failure.objection
        if objection.status == NOT_ATTEMPTED:
            return Verdict(NOT_ATTEMPTED, 0, objection.sentence, exercise.name)
        slow = objection.status == TOO_SLOW
        if slow and hurried:
            untried[group.title] = SLOW_BEFORE
            continue
        failed[group.title] = failure
        # What does not end would cost the same time again; what can't be called says no more.
        misfit = objection.misfit
        if slow:
            hurried = True
            exercise = replace(exercise, seconds=exercise.seconds / HURRY)
    if not misfit:
        right = [each for each in groups if each.title not in failed and each.title not in untried]
        failed |= _asked_again(exercise, student, right)
    if not failed and (found := _after_each_other(exercise, student, groups)) is not None:
        failed |= [found]
    reasons = {title: failure.objection.sentence for title, failure in failed.items()} | untried
    whole = sum(group.weight for group in groups) or 1  # some groups cost no points
    results = tuple(
        GroupVerdict(
            group.title,
            group.weight / whole,
            passed=group.title not in reasons,
            reason=reasons.get(group.title, ""),
        )
        for group in groups
    )
    if failed:
        earlier = [case for group in groups for case in group.cases]
        return _with_failure(
            exercise, student, [*failed.values()], results, earlier=earlier, named=named
        )
    message = f"All {sum(len(group.cases) for group in groups)} cases are right."
    return Verdict(CORRECT, 1, message, exercise.name, groups=results)


def first_failure(
    exercise: Exercise, student: Student, cases: Sequence[Case], *, fresh: bool = False
) -> Failure | None:
    """The first of these cases that fails, or `None`."""
    single = (case for case in cases if not asks(exercise, case))
    answers = student.in_turn(request_for(exercise, case, fresh=fresh) for case in single)
    for case in cases:
        if asks(exercise, case):
            objection = _conversation(exercise, student, case)
        else:
            answer = next(answers)
            objection = _objection(exercise, case, answer)
            if objection is not None:
                objection = objection._replace(printed=answer.printed)
        if objection is not None:
            line = objection.line or case.line
            return Failure(case, objection._replace(line="" if case.covered else line))
    return None


def _asked_again(
    exercise: Exercise, student: Student, groups: Sequence[Group]
) -> Iterator[tuple[str, Failure]]:
    """The groups, all right so far, in which a second question gets another answer.

    What students can ask themselves comes first, so that whatever is wrong there is wrong in
    grading, too.
    """
    visible = {case.line for group in exercise.groups() for case in group.cases}
    for group in reversed(groups):
        single = [case for case in group.cases if not asks(exercise, case)]
        seen = [case for case in single if case.line in visible]
        new = [case for case in single if case.line not in visible]
        some = [*_some_of(seen), *_some_of(new)]
        apart = [case for case in some if case.secret is not None or case.again]
        together = [case for case in some if case.secret is None and not case.again]
        failure = first_failure(exercise, student, apart, fresh=True)
        failure = failure or _together(exercise, student, together)
        if failure is not None:
            yield group.title, failure


MOST_KINDS = 6
"""So many kinds of cases are asked after each other, each pair once: that takes 31 calls."""


def _after_each_other(
    exercise: Exercise, student: Student, groups: Sequence[Group]
) -> tuple[str, Failure] | None:
    """The first case that fails when each kind of case is asked right after each other kind.

    A list of the one before is then filled with what the next one is about, so that an answer
    that is kept under the list itself is another kind's.
    """
    visible = {case.line for group in exercise.groups() for case in group.cases}
    for told in (True, False):
        kinds = []
        for group in groups:
            cases = [
                case
                for case in group.cases
                if (case.line in visible) is told and not asks(exercise, case)
                if case.secret is None and not case.again
            ]
            if cases:
                kinds.append((group.title, cases[len(cases) // 2]))
        kinds = kinds[:MOST_KINDS]
        places = [at for one in range(len(kinds)) for two in range(one) for at in (two, one)]
        order = [kinds[place] for place in [*places[::-1], *places[-1:]]]
        failure = _together(exercise, student, [case for _, case in order], lasts=False)
        if failure is not None:
            return next(title for title, case in order if case is failure.case), failure
    return None


def _some_of(cases: Sequence[Case]) -> Sequence[Case]:
    """A few of these cases, the last first."""
    return cases[:: max(1, -(-len(cases) // AGAIN))][::-1]


def _together(
    exercise: Exercise, student: Student, cases: Sequence[Case], *, lasts: bool = True
) -> Failure | None:
    """The first of these cases that fails when they are all asked in one go, or `None`.

    If it has to be what `lasts`, what was given back to each is looked at once more in the end.
    """
    if not cases:
        return None
    first = request_for(exercise, cases[0], fresh=True)
    most = [case.budget or exercise.budget for case in cases]
    budget = None if None in most else max(each or 0 for each in most)
    lines = tuple(case.line for case in cases)
    [answers] = student.answers([replace(first, lines=lines, budget=budget)])
    for case, answer in zip(cases, answers, strict=False):
        objection = _objection(exercise, case, answer)
        changed = len(cases) > 1 and not same(answer.value, answer.at_end, exact=True)
        if objection is None and lasts and changed:
            words = "gave something that a later call has changed; make it anew in every call"
            objection = case.wrong(words, shown(answer.value), shown(answer.at_end))
        if objection is not None:
            line = objection.line or case.line
            return Failure(case, objection._replace(line=line, printed=answer.printed))
    return None


def _conversation(exercise: Exercise, student: Student, case: Case) -> Objection | None:
    """The objection of a judge who asks several times, or `None`."""

    def ask(case: Case) -> tuple[Answer, Objection | None]:
        """The answer to this case, and why it can't be judged."""
        answer = next(student.in_turn([request_for(exercise, case)]))
        return answer, no_value(exercise, case, answer)

    return judge_of(exercise, case)(case, ask, **case.known)


def _objection(exercise: Exercise, case: Case, answer: Answer) -> Objection | None:
    """The reason why this answer is not accepted, or `None`."""
    fault = no_value(exercise, case, answer)
    if fault is not None and not (case.judge == "refuses" and answer.raised):
        return fault
    judged = judge_of(exercise, case)
    objection = judged(case, answer, **case.known) or _changed_later(case, answer)
    if objection is None or case.expected is None or answer.value is not None:
        return objection
    if answer.printed.strip() and judged(case, _printed(answer), **case.known) is None:
        return objection._replace(mistake=PRINTED)
    return objection._replace(mistake=NO_RETURN) if answer.no_return else objection


def _printed(answer: Answer) -> Answer:
    """The answer as if what was printed last had been returned."""
    value: Any = answer.printed.strip().rpartition("\n")[2]
    with suppress(ValueError, SyntaxError, MemoryError, RecursionError):  # then it is a text
        value = literal_eval(value)
    return replace(answer, value=value)


def judge_of(exercise: Exercise, case: Case) -> Any:
    """The judge of this case: one for everybody, or one of the lesson's own."""
    return JUDGES.get(case.judge) or exercise.lessons_own(case.judge)


def asks(exercise: Exercise, case: Case) -> bool:
    """Whether the judge of this case asks several times."""
    return hasattr(judge_of(exercise, case), "asks")


def request_for(exercise: Exercise, case: Case, *, fresh: bool = False) -> Request:
    """The call, or the two calls, of this case."""
    line, secret = case.line, None
    if case.secret is not None:  # a tree whose numbers stay outside, for one call alone
        bound, good = case.secret
        secret = Secret(case.arguments[0], bound=bound, good=good)
        line = without_numbers(line)
    return Request(
        (line, case.again) if case.again else (line,),
        seconds=exercise.seconds,
        budget=case.budget or exercise.budget,
        lesson=exercise.lesson,
        secret=secret,
        fresh=fresh,
        given={name: {"plain": tagged(value)} for name, value in case.given.items()},
    )


def no_value(exercise: Exercise, case: Case, answer: Answer) -> Objection | None:
    """The reason why there is nothing to judge, or `None`."""
    name, error, wanted = exercise.name, answer.error, shown(case.expected)
    if answer.missing is not None:
        sentence = f"There is no function {name} yet; run the cell that defines it."
        if not exercise.lesson:
            sentence = f"There is no function {name} yet."
        if answer.missing:
            advice = "rename that, and run the cell that defines the function."
            sentence = f"{name} is not a function but something else ({answer.missing}):"
            sentence += f" a cell uses the name for another thing; {advice}"
        return Objection(sentence, status=NOT_ATTEMPTED)
    if answer.signature:
        wanted = exercise.signature or case.call
        sentence = (
            f"{answer.signature} can't be called as {case.call}: it has to begin with"
            f" def {wanted}, as it was handed out"
        )
        return Objection(sentence, wanted, answer.signature, CRASHED, misfit=True, line=case.line)
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
        seconds = f"{exercise.seconds:g} seconds of computing"
        words = f"was stopped after {seconds}; does a loop in it never end?"
        return case.wrong(words, wanted, STILL_RUNNING, TOO_SLOW)
    if error is None:
        return None
    return case.wrong(_about(exercise, case, error), wanted, error.type, CRASHED)


def _about(exercise: Exercise, case: Case, error: Fault) -> str:
    """What to say about an exception, behind the call."""
    if error.type == NO_ANSWER:
        return "gave no answer, and its process has ended"
    if error.type == "RecursionError":
        ends = "is there an answer that needs no other call, and does each call come closer to it?"
        if any(isinstance(argument, Game) for argument in case.arguments):
            ends = "does it stop in final states, and does each call get the state after an action?"
        return f"called itself without an end; {ends}"
    name, raised = exercise.name, f"raised {error}"
    if error.type == "ValueError" and "empty" in error.message and error.final:
        return f"{raised}; the game is over there, so that there is nothing to choose from"
    if "out of reach" in error.message and not case.arguments:
        return f"{raised}. Search in a cell of its own, and type into {name} what it found"
    unknown = re.match(r"name '(\w+)' is not defined", error.message)
    if error.type != "NameError" or unknown is None or not exercise.lesson:
        return raised
    used = unknown[1]
    if used != name and used in exercises():
        return f"{raised}. Run the cell of the exercise {used} first; {name} calls it"
    return (
        f"{raised}. If a cell above defines {used}, run that cell; after a restart, all cells"
        " above have to run again"
    )


def _changed_later(case: Case, answer: Answer) -> Objection | None:
    """The objection to a value that a second call has changed."""
    if not case.again or same(answer.value, answer.at_end, exact=True):
        return None
    words = (
        "gave a board that changed when the function was called once more;"
        " make a new board in every call"
    )
    return case.wrong(words, shown(answer.value), shown(answer.at_end))


def _with_failure(
    exercise: Exercise,
    student: Student,
    failures: list[Failure],
    results: tuple[GroupVerdict, ...],
    *,
    earlier: Sequence[Case],
    named: bool,
) -> Verdict:
    """The verdict that tells about the smallest of the failing cases, and what proves a cause."""
    worst = [each for each in failures if each.objection.status != MORE_VISITS] or failures
    slow = [each for each in worst if each.objection.status == TOO_SLOW]
    failure = slow[0] if slow else min(worst, key=lambda failure: failure.case.size)
    case, objection = failure.case, failure.objection
    share = min(1.0, sum(result.share for result in results if result.passed))
    verdict = Verdict(
        objection.status,
        share,
        _sentence(objection.sentence),
        exercise.name,
        None,
        case.to_draw(),
        objection.expected,
        objection.got,
        results,
        printed=objection.printed,
    )
    if objection.status != TOO_SLOW:  # what never ends would only hang the notebook
        verdict = _with_line(verdict, objection.line)
    if slow or objection.misfit:
        return verdict
    if (kept := _kept_between_calls(exercise, student, failure, earlier)) is not None:
        return _with_line(replace(verdict, message=kept[0], kept=True), kept[1])
    mistake = known_mistake(exercise, student) if named else None
    mistake = mistake if mistake and _stands_there(mistake, student) else None
    if mistake is not None or objection.mistake is not None:
        return replace(verdict, mistake=mistake or objection.mistake)
    by_case = next((each for each in worst if each.objection.mistake), None)
    if by_case is None:
        return verdict
    # A name that a single case has given is shown together with that case.
    return _with_failure(exercise, student, [by_case], results, earlier=earlier, named=False)


def _stands_there(mistake: str, student: Student) -> bool:
    """Whether the numbers at which something starts, by this name, stand in the notebook's code."""
    starts = re.findall(r"\bat -?(\d+)", mistake) if " starts at " in mistake else []
    if not starts or not isinstance(student, NotebookStudent):
        return True
    there = [thing for thing in student.namespace.values() if is_number(thing)]
    codes = [
        thing.__code__ for thing in student.namespace.values() if isinstance(thing, FunctionType)
    ]
    for code in codes:
        there += [const for const in code.co_consts if is_number(const)]
        codes += [const for const in code.co_consts if isinstance(const, CodeType)]
    return {*map(int, starts)} <= {*map(abs, there)}


def _with_line(verdict: Verdict, line: str) -> Verdict:
    return replace(verdict, line=line, call=with_imports(line) if line else "")


def _sentence(words: str) -> str:
    return words if words.endswith((".", "?", "!")) else f"{words}."


# --- what is kept from call to call ---------------------------------------------------------------

TRIED_ALONE = 3
"""So often a case has to be right alone: what is drawn by lot may be right by chance."""

TRIED_PAIRS = 12
"""So many earlier lines are tried before one that is wrong; more would take long."""

MOST_LINES = 4
"""So many lines are shown at most of those that a wrong answer needs before it."""

CAUSE = (
    "something is kept from call to call. Look for a global name, a default argument or a table"
    " that does not remember everything it was asked"
)


class _EachAlone(Student):
    """The function of a student as if each call were the first of all."""

    def __init__(self, student: Student, name: str) -> None:
        self.student, self.name = student, name

    def answers(self, requests: Iterable[Request]) -> Iterator[Sequence[Answer]]:
        """What came of each line of each request, its cells run anew for each."""
        for request in requests:
            with self.student.alone(self.name) as other:
                yield next(iter((other or self.student).answers([request])))


def _kept_between_calls(
    exercise: Exercise, student: Student, failure: Failure, earlier: Sequence[Case]
) -> tuple[str, str] | None:
    """What to say, and the lines to paste, where a case that failed is right when asked alone."""
    case, talks = failure.case, asks(exercise, failure.case)
    if failure.objection.status not in {WRONG, CRASHED}:
        return None
    with student.alone(exercise.name) as other:
        if other is None:
            return None

    def fails(*lines: Case) -> bool:
        """Whether the last of these cases fails when they alone are asked, one after another."""
        with student.alone(exercise.name) as other:
            if other is None:
                return True
            for before in lines[:-1]:
                first_failure(exercise, other, [before])
            return first_failure(exercise, other, lines[-1:], fresh=len(lines) > 1) is not None

    def fails_alone() -> bool:
        return first_failure(exercise, _EachAlone(student, exercise.name), [case]) is not None

    if any(fails_alone() for _ in range(TRIED_ALONE)):
        return _kept_within_a_call(exercise, student, case, failure.objection.line)
    right = f"{case.call} is right when asked alone, and wrong"
    if not talks and (pair := _pair(exercise, student, case, earlier, fails)) is not None:
        return f"{right}{pair[0]}.", pair[1]
    if talks and fails(case):
        line = failure.objection.line
        words = f"{right} when it is asked several times: {CAUSE}."
        return words, line if line.startswith("[") else ""
    asked = earlier[: earlier.index(case)] if case in earlier else []
    before_it = next((each for each in (asked, earlier) if each and fails(*each, case)), [])
    if not before_it and any(fails_alone() for _ in range(TRIED_ALONE * 4)):
        return None  # by chance it was right so often
    needed = _needed(case, before_it, fails)
    mended = _mending(exercise, student, [*before_it, case]) if before_it else []
    cure = f"It is right as soon as {listed(mended)} forgets everything." if mended else ""
    line, after = "", "other calls"
    if 0 < len(needed) < MOST_LINES and not any(asks(exercise, one) for one in (*needed, case)):
        line = "; ".join(each.line for each in (*needed, case))
        after = needed[0].line if len(needed) == 1 else after
    words = f"{right} after {after}: {CAUSE}."
    return f"{words} {cure}".rstrip(), line


def _pair(
    exercise: Exercise,
    student: Student,
    case: Case,
    earlier: Sequence[Case],
    fails: Callable[..., bool],
) -> tuple[str, str] | None:
    """After which single call this case is wrong and why, and the line that shows it."""
    others = [other for other in earlier if not asks(exercise, other)]
    alike = sorted(others, key=lambda other: -_shared(case.line, other.line))
    for before in [case, *alike][:TRIED_PAIRS]:
        line = _refilled(exercise, student, before, case)
        if line is not None and not _fail_side_by_side(exercise, student, before, case):
            words = (
                f" after {before.line}, with the same list that has changed since: something is"
                " kept under the list itself, not under what is in it"
            )
            return words, line
        if fails(before, case):
            words = f" after {before.line}: {CAUSE}"
            if before is case:
                words = f" when asked a second time: {CAUSE}"
            return words, f"{before.line}; {case.line}"
    return None


def _needed(case: Case, before_it: Sequence[Case], fails: Callable[..., bool]) -> Sequence[Case]:
    """The last of the calls before it from which on the case fails; one alone, if it is enough."""
    low, high = 0, len(before_it)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fails(*before_it[middle:], case) else (low, middle)
    needed = before_it[low:]
    return needed[:1] if len(needed) > 1 and fails(needed[0], case) else needed


def _refilled(exercise: Exercise, student: Student, before: Case, case: Case) -> str | None:
    """The line that asks about a list, then changes it and asks again, where that is wrong."""
    first, second = call_in(before.line).arguments, call_in(case.line).arguments
    if before is case or case.secret or case.again or not case.arguments:
        return None
    if not isinstance(case.arguments[0], list) or not isinstance(before.arguments[0], list):
        return None
    with student.alone(exercise.name) as other:
        if other is None or _together(exercise, other, [before, case]) is None:
            return None
    name = call_in(case.line).name
    rest = ["".join(f", {part.text}" for part in some[1:]) for some in (first, second)]
    return (
        f"given = {first[0].text}; {name}(given{rest[0]}); given[:] = {second[0].text};"
        f" {name}(given{rest[1]})"
    )


def _fail_side_by_side(exercise: Exercise, student: Student, before: Case, case: Case) -> bool:
    """Whether the second case fails after the first, each about an object of its own."""
    with student.alone(exercise.name) as other:
        request = replace(request_for(exercise, case), lines=(before.line, case.line))
        [[_, answer]] = (other or student).answers([request])
        return _objection(exercise, case, answer) is not None


def _kept_within_a_call(
    exercise: Exercise, student: Student, case: Case, line: str
) -> tuple[str, str] | None:
    """What to say where a case is right as soon as the function's tables forget everything."""
    tables = _mending(exercise, student, [case])
    if not tables:
        return None
    words = (
        f"{case.call} is wrong, and right as soon as {listed(tables)} forgets everything: what is"
        " found there belongs to another question. Look at what it is kept under: the key has to"
        " hold all that the answer depends on."
    )
    return words, line


def _mending(exercise: Exercise, student: Student, cases: Sequence[Case]) -> list[str]:
    """The tables that make the last case right, behind the others, when they forget everything."""
    if not isinstance(student, NotebookStudent):
        return []
    for inside in (False, True):
        names = alone_again(exercise.name, student.namespace, forgetful=inside)
        tables = [] if names is None else forgetting(names)
        if not tables or names is None:
            continue
        forgetful = NotebookStudent(names)
        for before in cases[:-1]:
            first_failure(exercise, forgetful, [before])
        if first_failure(exercise, forgetful, cases[-1:]) is None:
            return tables
    return []


def _shared(line: str, other: str) -> int:
    """How many arguments two lines have in common, counting none where they are equal."""
    if line == other:
        return -1
    parts = (call_in(line).arguments, call_in(other).arguments)
    return sum(one.text == another.text for one, another in zip(*parts, strict=False))
