"""Grades one submission: the notebook runs in the sandbox, and the checks run here."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from nbformat import NotebookNode

from course_lib.checks.cases import Group
from course_lib.checks.causes import judge, with_place
from course_lib.checks.evidence import SMALLEST, UNTRIED
from course_lib.checks.verdict import (
    CORRECT,
    CRASHED,
    MORE_VISITS,
    NOT_ATTEMPTED,
    TOO_SLOW,
    WRONG,
    Verdict,
)
from course_lib.words import joined, mapped, parts_of
from course_tools.grader.judge.autograded import autograded_notebook, few, plain_text
from course_tools.grader.judge.cases import TO_LOOK, TO_SHOW, cases_of
from course_tools.grader.judge.notebook_run import NotebookRun
from course_tools.grader.judge.repair import repaired
from course_tools.grader.judge.result import (
    GRADED,
    NO_NOTEBOOK,
    STOPPED,
    UNREADABLE,
    ExerciseGrade,
    Repair,
    Result,
    Submission,
    Times,
)
from course_tools.grader.judge.signs import suspicions_in
from course_tools.grader.judge.slicing import Part, last_needed, names_used, parts_to_run
from course_tools.grader.judge.tasks import GradedLesson, Task
from course_tools.grader.sandbox import Sandbox
from course_tools.grader.sandbox.pipe import PipeStudent, Ran, Spent
from course_tools.notebooks import bare

_FEW = 3
"""So many new cases of each kind: what was learned by heart is wrong in the first."""
PROOF = "proof"
"""Where the seconds go that the search for a mistake takes, and its words."""
_LONGEST_WORDS = 2_000
_LONGEST_SOURCE = 50_000


@dataclass
class Graded:
    """What came of one submission, and all that explains it."""

    result: Result
    notebook: bytes | None = None
    """The notebook with the verdicts; `None` if nothing was handed in."""
    parts: list[Part] = field(default_factory=list)
    shown: Mapping[int, Ran] = field(default_factory=dict)
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    seen: Mapping[str, Verdict] = field(default_factory=dict)
    """What the cases say that students have, of each exercise that was attempted."""
    lost: bool = False
    """Whether the grader itself failed: the next run tries it again."""


def graded(
    submission: Submission,
    lesson: GradedLesson,
    sandbox: Sandbox,
    *,
    times: Times | None = None,
    raw: bytes | None = None,
    explain: bool = False,
) -> Graded:
    """What this submission earns, with its notebook; to `explain` it, every part is shown.

    Nothing that the student's code does changes anything here: it runs in the sandbox, cell by
    cell, and then the checks call its functions from here and judge the values that come back.
    All that is shown of it was said before it met a hidden case: it runs in one process with the
    cases that students have, and only then in another one with the hidden ones.
    `raw` is what was handed in, where it isn't read from the submission's file.
    """
    began = time.monotonic()
    if submission.notebook is None:
        return _ungraded(submission, lesson, NO_NOTEBOOK, "No notebook was handed in.")
    raw = submission.notebook.read_bytes() if raw is None else raw
    spent = Spent()
    repair = repaired(raw, lesson.released)
    if repair.notebook is None:
        why = "Nothing in this file could be graded."
        return _ungraded(submission, lesson, UNREADABLE, why, repair.repairs)
    times = times or Times()
    notebook, repairs = repair.notebook, repair.repairs
    parts = parts_to_run(notebook, lesson.released, everything=bool(lesson.own))
    sources = _sources(notebook, parts)
    # What students have added below a check is shown to whoever reads the notebook.
    end = max((part.index for part in parts if part.own or explain), default=-1) + 1
    work = _Work(
        lesson.tasks,
        {task.name: last_needed(parts, notebook, task.name, task.check) for task in lesson.tasks},
        {name for part in parts if part.own for name in (part.exercise, *part.names.binds)},
        {one.exercise: one.sentence for one in repairs if one.lost},
        partial(NotebookRun, sandbox.session, parts, times, spent=spent),
        partial(
            NotebookRun,
            sandbox.without(lesson.rules).session,
            parts,
            times,
            counts=bool(lesson.rules),
            spent=spent,
        ),
    )
    until = began + times.submission
    with spent.on("visible cases"):
        shown, seen = work.by_visible_cases(began + times.submission / 2, end)
    with spent.on("hidden cases"):
        run, alone, took = work.by_hidden_cases(until, shown.left_out, seen)
    with spent.on(PROOF):
        verdicts = work.paid_once(alone, until, run.left_out)
        verdicts = work.in_words(verdicts, seen, shown, until)
    verdicts = {name: _bounded(verdict) for name, verdict in verdicts.items()}
    grades = {
        task.name: grade_of(task, verdicts[task.name], sources.get(task.name, ""), took[task.name])
        for task in lesson.tasks
    }
    signs = dict.fromkeys((*shown.tampering, *run.tampering))
    result = Result(
        submission.student,
        lesson.name,
        STOPPED if run.gave_up else GRADED,
        tuple(grades[task.name] for task in lesson.tasks),
        tuple(repairs),
        (*submission.odd, *few((*shown.notes, *run.checks))),
        few((*signs, *suspicions_in(notebook, lesson.released))),
        submission.received,
        submission.days_late,
        submission.full_name,
        seconds=round(time.monotonic() - began, 3),
    )
    news = [one.sentence for one in repairs]
    with spent.on("writing"):
        made = autograded_notebook(notebook, lesson, shown.shown, verdicts, news)
    spent.phases["reading"] = spent.phases.pop("")
    phases = {name: round(seconds, 4) for name, seconds in spent.phases.items()}
    result = replace(result, phases=phases)
    seen = {name: _bounded(verdict) for name, verdict in seen.items()}
    return Graded(result, made, parts, shown.shown, verdicts, seen)


@dataclass(frozen=True)
class _Work:
    """The exercises of one submission, and the processes in which it is judged.

    In the first nothing hidden is met, and all that is shown comes from there. What the later ones
    say is judged and never shown.
    """

    tasks: Sequence[Task]
    needed: Mapping[str, int]
    """The first cell that the check of each exercise does not need."""
    own: Collection[str]
    """The names that the student's own cells bind."""
    lost: Mapping[str, str]
    """Why an exercise can't be judged."""
    begin: Callable[..., NotebookRun]
    """Begins a process in which all is seen that students have."""
    begin_counted: Callable[..., NotebookRun]
    """The same where points are at stake: where work is counted, games are handles there."""

    @property
    def in_order(self) -> list[Task]:
        """The exercises as their answers stand in the notebook.

        One that stands far below, in the cell of another exercise, is judged after those above:
        what it brings along must not take the place of theirs.
        """
        return sorted(self.tasks, key=lambda task: self.needed[task.name])

    def by_visible_cases(self, until: float, end: int) -> tuple[NotebookRun, dict[str, Verdict]]:
        """What every cell before the `end` shows, and what the cases say that students have."""
        seen: dict[str, Verdict] = {}
        with self.begin(until) as run:
            for task in self.in_order:
                if task.name in self.own and task.name not in self.lost:
                    run.ready(self.needed[task.name])
                    found = _by_cases(task, run, cases_of(task).exercise.groups())
                    seen[task.name] = _with_place(task, found, run)
            if end:
                run.ready(end)
        return run, seen

    def by_hidden_cases(
        self, until: float, left_out: Collection[int], seen: Mapping[str, Verdict]
    ) -> tuple[NotebookRun, dict[str, Verdict], dict[str, float]]:
        """The verdicts, each by itself, and how many seconds they took."""
        alone: dict[str, Verdict] = {}
        took: dict[str, float] = {}
        with self.begin_counted(until, left_out=left_out) as run:
            for task in self.in_order:
                run.ready(self.needed[task.name])
                start = time.monotonic()
                if task.name in self.lost:
                    why = self.lost[task.name]
                    alone[task.name] = Verdict(NOT_ATTEMPTED, 0, why, task.name)
                else:
                    right = task.name in seen and seen[task.name].passed
                    alone[task.name] = checked(task, run, further=right)
                    fresh = partial(self.begin_counted, until, left_out=left_out)
                    with run.spent.on("new cases"):
                        by_heart = _only_by_heart(task, run, alone[task.name], fresh)
                    if by_heart:
                        which = "all hidden cases"
                        if not alone[task.name].passed:
                            which = "all hidden cases of some kinds"
                        run.tampering.append(_BY_HEART.format(name=task.name, which=which))
                took[task.name] = round(time.monotonic() - start, 3)
        return run, alone, took

    def paid_once(
        self, alone: Mapping[str, Verdict], until: float, left_out: Collection[int]
    ) -> dict[str, Verdict]:
        """The verdicts, where no mistake is paid a second time by who calls a wrong function.

        Where the course's function is lent nothing else is judged: it could be kept for that.
        """
        verdicts: dict[str, Verdict] = {}
        for task in self.in_order:
            with self.begin_counted(until, left_out=left_out) as run:
                again = partial(_with_ours, task, run, self.needed[task.name])
                uses, others = names_used(run.parts), {**alone, **verdicts}
                verdicts[task.name] = cases_of(task).paid_once(
                    alone[task.name], others, again, uses
                )
        return verdicts

    def in_words(
        self,
        verdicts: Mapping[str, Verdict],
        seen: Mapping[str, Verdict],
        shown: NotebookRun,
        until: float,
    ) -> dict[str, Verdict]:
        """The verdicts with what can be shown of what went wrong."""
        told = dict(verdicts)
        with self.begin(until, left_out=shown.left_out) as run:
            for task in self.in_order:
                verdict = verdicts[task.name]
                if task.name in self.own and _is_hidden(verdict):
                    cell = next((one.index for one in run.parts if one.exercise == task.name), -1)
                    ran = shown.shown.get(cell)
                    new = partial(_new_case, task, run, self.needed[task.name], verdict)
                    told[task.name] = explained(verdict, seen.get(task.name), ran, new)
        return told


def failed(submission: Submission, lesson: GradedLesson, why: str) -> Graded:
    """What is kept where the grader itself failed: no points, and never those of before."""
    sentence = f"It could not be graded: {why}."
    noted = replace(submission, odd=(*submission.odd, sentence))
    return replace(_ungraded(noted, lesson, STOPPED, sentence), lost=True)


def _ungraded(
    submission: Submission,
    lesson: GradedLesson,
    outcome: str,
    why: str,
    repairs: tuple[Repair, ...] = (),
) -> Graded:
    """What is kept of a submission that was not graded: no points, and why."""
    reasons = {repair.exercise: repair.sentence for repair in repairs if repair.lost}
    verdicts = {
        task.name: Verdict(NOT_ATTEMPTED, 0, clean(reasons.get(task.name, why)), task.name)
        for task in lesson.tasks
    }
    result = Result(
        submission.student,
        lesson.name,
        outcome,
        tuple(
            ExerciseGrade(task.name, 0, task.most, NOT_ATTEMPTED, str(verdicts[task.name].message))
            for task in lesson.tasks
        ),
        repairs,
        submission.odd,
        received=submission.received,
        days_late=submission.days_late,
        full_name=submission.full_name,
    )
    if outcome == NO_NOTEBOOK:
        return Graded(result)
    notebook = autograded_notebook(bare(lesson.released), lesson, {}, verdicts, [why])
    return Graded(result, notebook, verdicts=verdicts)


def _sources(notebook: NotebookNode, parts: Sequence[Part]) -> dict[str, str]:
    """What a student has written for each exercise, in whichever cell it stands."""
    marked = [(cell.metadata.get("nbgrader", {}), cell.source) for cell in notebook.cells]
    found = {marks["grade_id"]: source for marks, source in marked if marks.get("solution")}
    there = {part.exercise for part in parts if part.exercise in part.names.binds}
    return found | {
        name: part.source
        for part in parts
        for name in (found.keys() & part.names.binds) - there
        if part.own
    }


# --- one exercise --------------------------------------------------------------------------------


def _with_ours(task: Task, run: NotebookRun, needed: int, code: str) -> Verdict:
    """The verdict behind a cell that puts the course's functions in place of wrong ones."""
    if (student := run.ready(needed)) is not None:
        student.run(code, name="course", seconds=run.times.cell)
    return checked(task, run)


def checked(task: Task, run: NotebookRun, *, further: bool = False) -> Verdict:
    """The verdict on one exercise, whatever happens to the process in which it runs.

    `further` leaves out the visible cases, where they are known to be right.
    """
    student = run.ready()
    name = task.name
    if student is None:
        why = "It was not checked, because the notebook"
        if run.time_is_up:
            why = f"{why} had used up all the time that a submission has."
            return Verdict(TOO_SLOW, 0, why, name)
        return Verdict(CRASHED, 0, f"{why} ended its process again and again.", name)
    if {part.index for part in run.parts if part.exercise == name} & run.left_out:
        why = f"The cell of {name} ends the whole process when it runs, so that nothing is left."
        return Verdict(CRASHED, 0, why, name)
    cases = cases_of(task)
    check = cases.check(further=further)  # they are made in our own time
    student.until = min(time.monotonic() + run.exercise_seconds, run.until)
    try:
        verdict = _without_words(check(student), cases.exercise.mistakes)
    except Exception as error:  # noqa: BLE001 - one check that fails must not stop a class
        why = f"The check itself could not be finished ({type(error).__name__})."
        run.checks.append(f"The check of {name} failed by itself: {type(error).__name__}.")
        run.gave_up = True
        return Verdict(CRASHED, 0, why, name)
    return _with_end(verdict, student, run)


_BY_HEART = (
    "{name} is right in {which} and wrong in new ones of the same kinds, even where one of them is"
    " all that a fresh process is asked"
)


def _only_by_heart(
    task: Task, run: NotebookRun, verdict: Verdict, fresh: Callable[[], NotebookRun]
) -> bool:
    """Whether what is right in all hidden cases is wrong in others of the same kinds.

    Of an answer that is right in some kinds alone, one has to be wrong in each of these, or all in
    one: an honest mistake may happen to show itself in a new case only.
    """
    passed = {group.title for group in verdict.groups if group.passed}
    groups = cases_of(task).new(TO_LOOK)
    groups = tuple(_some_of(group) for group in groups if group.title in passed)
    if not groups or run.ready() is None:
        return False
    wrong = partial(_wrong_by_itself, task, run, fresh)
    if verdict.passed:
        return any(wrong(one) for group in groups for one in _each(group))
    kinds = [[wrong(one) for one in _each(group)] for group in groups]
    learned = (all(kind) for kind, group in zip(kinds, groups, strict=True) if _is_much(group))
    return all(map(any, kinds)) or any(learned)


def _each(group: Group) -> list[Group]:
    """The group with one of its cases at a time."""
    return [replace(group, cases=(case,)) for case in group.cases]


def _is_much(group: Group) -> bool:
    """Whether nobody is wrong in all of it by chance."""
    return len(group.cases) == _FEW or any(case.world for case in group.cases)


def _some_of(group: Group) -> Group:
    """The group with few cases, and few members of a small world."""
    few = (
        replace(case, known={**case.known, "values": case.known["values"][:SMALLEST]})
        if case.world
        else case
        for case in group.cases[:_FEW]
    )
    return replace(group, cases=tuple(few))


def _wrong_by_itself(
    task: Task, run: NotebookRun, fresh: Callable[[], NotebookRun], group: Group
) -> bool:
    """Whether the case of this group is wrong, also where nothing was asked before.

    What is kept from call to call is a mistake; it does not mean that anything was written down.
    """
    if _by_cases(task, run, (group,)).passed:
        return False
    with fresh() as other:
        if other.ready(run.needed) is None:
            return False
        return not _by_cases(task, other, (group,)).passed


def _by_cases(task: Task, run: NotebookRun, groups: Sequence[Group]) -> Verdict:
    """The verdict by these cases, whatever happens to the process in which it runs."""
    student = run.ready()
    if student is None:
        return Verdict(TOO_SLOW, 0, "There was no time left to ask it.", task.name)
    student.until = min(time.monotonic() + run.exercise_seconds, run.until)
    try:
        return judge(cases_of(task).exercise, student, groups, causes=False)
    except Exception as error:  # noqa: BLE001 - one check that fails must not stop a class
        run.checks.append(f"{task.name} could not be asked more: {type(error).__name__}.")
        return Verdict(CORRECT, 1, "", task.name)


def _with_place(task: Task, verdict: Verdict, run: NotebookRun) -> Verdict:
    """The verdict by visible cases, with where the cause is, which the sandbox has tried out."""
    student = run.ready(run.needed)
    if student is None or verdict.status not in {WRONG, CRASHED, MORE_VISITS} or task.own:
        return verdict  # of a teacher's own exercise, the sandbox has no cases to try
    with run.spent.on(PROOF):
        return with_place(verdict, student.mended(verdict.name))


_HIDDEN = {
    WRONG: "It is not right in all hidden cases",
    CRASHED: "It raised an exception in a hidden case",
    TOO_SLOW: "It was stopped by the clock, or after far more visits than needed. Does a loop or a"
    " recursion in it never end? Stopped in, and not tried in what follows",
    MORE_VISITS: "Its values are right, but it visits more than it may in hidden cases",
    NOT_ATTEMPTED: "It isn't written yet: it raises NotImplementedError",
}
"""What is said of a verdict whose own words come from hidden cases."""


def _without_words(verdict: Verdict, mistakes: Collection[str] = ()) -> Verdict:
    """The verdict without whatever it quotes of hidden cases, and of what was made of them.

    Of names, those of the exercise's known `mistakes` stay.
    """
    if verdict.passed:
        return verdict
    groups = tuple(
        replace(one, reason=one.reason if one.reason in UNTRIED else "") for one in verdict.groups
    )
    titles = "; ".join(one.title for one in groups if not one.passed)
    message = f"{_HIDDEN[verdict.status]}{': ' if titles else ''}{titles}."
    known = verdict.mistake if verdict.mistake in mistakes else None
    return Verdict(verdict.status, verdict.share, message, verdict.name, known, groups=groups)


def _is_hidden(verdict: Verdict) -> bool:
    """Whether this verdict's words were left out, and may be found again in visible cases."""
    if verdict.passed or verdict.status == TOO_SLOW:
        return False
    return _without_words(verdict).message in {*parts_of(verdict.message)}


def explained(
    verdict: Verdict, seen: Verdict | None, ran: Ran | None, new: Callable[[], Verdict]
) -> Verdict:
    """The verdict in the words of a case that students may see, where no hidden ones are known.

    `seen` is what the cases said that they have. If these are right it is a `new` one of the kinds
    that went wrong; what came back for that is not told, as hidden cases had been met before.
    """
    if verdict.status == NOT_ATTEMPTED and ran is not None and ran.error is not None:
        return replace(verdict, status=CRASHED, message=f"The cell doesn't run: {ran.error}.")
    if seen is None or (seen.status == NOT_ATTEMPTED) != (verdict.status == NOT_ATTEMPTED):
        return verdict
    words = _without_words(verdict).message
    _, cause, *_ = *parts_of(verdict.message), ""  # behind it stand the words
    cause = "" if verdict.message == words else cause
    if not seen.passed:
        return replace(
            seen,
            message=joined(cause, seen.message),
            status=verdict.status,
            share=verdict.share,
            mistake=verdict.mistake,
            groups=verdict.groups,
        )
    found = new()
    message = f"All visible cases are right. {words}"
    if not found.passed and found.call:
        right = f" (expected: {found.expected})" if found.expected else ""
        message += f" A new case of that kind, to paste into a cell: {found.call}{right}"
    board = None if found.passed else found.board
    return replace(verdict, message=joined(cause, message), board=board)


def _new_case(task: Task, run: NotebookRun, needed: int, verdict: Verdict) -> Verdict:
    """What new cases say, which students may see, of the kinds that went wrong."""
    run.ready(needed)
    failed = {group.title for group in verdict.groups if not group.passed}
    groups = [group for group in cases_of(task).new(TO_SHOW) if group.title in failed]
    return _by_cases(task, run, groups)


def _with_end(verdict: Verdict, student: PipeStudent, run: NotebookRun) -> Verdict:
    """The verdict; if the process came to its end by itself, that is what it says."""
    if verdict.passed or verdict.status == TOO_SLOW or student.process.poll() is None:
        return verdict
    run.checks.append(f"The process ended while {verdict.name} was being checked.")
    cause = "it called exit, used up the memory that it may have, or went deeper than Python can"
    if student.tampering:
        cause = "something in the notebook wrote to the grader in its own form"
    why = (
        f"While {verdict.name} was called, the whole process ended: {cause}. What it had earned"
        " until then stays."
    )
    return replace(verdict, status=CRASHED, message=why, mistake=None, board=None)


def _bounded(verdict: Verdict) -> Verdict:
    """The verdict with texts that fit on a page, whatever a student's code has put into them."""
    return replace(
        verdict,
        message=mapped(verdict.message, clean),
        cause=mapped(verdict.cause, clean),
        printed=clean(verdict.printed),
        expected=mapped(verdict.expected, clean),
        got=mapped(verdict.got, clean),
        groups=tuple(
            replace(group, reason=mapped(group.reason, clean)) for group in verdict.groups
        ),
    )


def grade_of(task: Task, verdict: Verdict, source: str, seconds: float) -> ExerciseGrade:
    """What the verdict means for the exercise."""
    return ExerciseGrade(
        task.name,
        verdict.points(task.most),
        task.most,
        verdict.status,
        clean(str(joined(verdict.message, verdict.cause))),
        verdict.mistake,
        _drawn(verdict.board),
        clean(str(verdict.expected)),
        clean(str(verdict.got)),
        tuple((one.title, one.share, one.passed, clean(str(one.reason))) for one in verdict.groups),
        seconds,
        plain_text(source, _LONGEST_SOURCE),
    )


def _drawn(board: Any) -> str:
    """The position as an SVG picture, or nothing where it can't be drawn."""
    if board is None:
        return ""
    # Loaded when wanted: most answers are right, and have no board to show.
    from course_lib.views.boards import board_svg, marks_picture  # noqa: PLC0415

    try:
        if isinstance(board, tuple):
            return board_svg(*board, size=180)
        return marks_picture(board, size=180).svg
    except (ValueError, TypeError):
        return ""


def clean(text: str) -> str:
    """The text as a page can hold it."""
    return plain_text(text, _LONGEST_WORDS)
