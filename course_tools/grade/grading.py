"""Grades one submission: the notebook runs in the sandbox, and the checks run here."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from nbformat import NotebookNode

from autograder_tests import exercises, hidden_check
from autograder_tests.following import in_place_of, paid_once
from course_lib.checks.answer import Position
from course_lib.checks.exercises import exercise_named
from course_lib.checks.judging import judge
from course_lib.checks.verdict import (
    CRASHED,
    MORE_VISITS,
    NOT_ATTEMPTED,
    TOO_SLOW,
    WRONG,
    Verdict,
)
from course_tools.grade.autograded import autograded_notebook, few, plain_text
from course_tools.grade.notebook_run import NotebookRun, TimedStudent
from course_tools.grade.records import (
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
from course_tools.grade.repair import repaired
from course_tools.grade.sandbox import Sandbox
from course_tools.grade.sandbox.pipe import Ran
from course_tools.grade.slicing import Part, last_needed, parts_to_run
from course_tools.grade.tasks import GradedLesson, Task
from course_tools.notebooks import bare

TO_LOOK = "to look"
"""Why there are new cases for whoever is right in all hidden ones."""

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


def graded(
    submission: Submission,
    lesson: GradedLesson,
    sandbox: Sandbox,
    *,
    times: Times | None = None,
    raw: bytes | None = None,
    everything: bool = False,
    explain: bool = False,
) -> Graded:
    """What this submission earns, with its notebook; with `everything` all its cells run.

    To `explain` it, every part runs once more where no hidden case is met, so that all is shown.

    Nothing that the student's code does changes anything here: it runs in the sandbox, cell by
    cell, and then the checks call its functions from here and judge the values that come back.
    Nothing that the code says once it has met a hidden case is shown to anybody: what is shown
    comes from a second process, which meets only cases that students have, or may have.
    `raw` is what was handed in, where it isn't read from the submission's file.
    """
    began = time.monotonic()
    if submission.notebook is None:
        return _ungraded(submission, lesson, NO_NOTEBOOK, "No notebook was handed in.")
    raw = submission.notebook.read_bytes() if raw is None else raw
    repair = repaired(raw, lesson.released)
    if repair.notebook is None:
        why = "Nothing in this file could be graded."
        return _ungraded(submission, lesson, UNREADABLE, why, repair.repairs)
    times = times or Times()
    notebook, repairs = repair.notebook, repair.repairs
    parts = parts_to_run(notebook, lesson.released, everything=everything)
    sources = _sources(notebook, parts)
    lost = {one.exercise: one.sentence for one in repairs if one.lost}
    verdicts: dict[str, Verdict] = {}
    took: dict[str, float] = {}
    until = began + times.submission
    # An answer that stands far below, in the cell of another exercise, is judged after those above:
    # what it brings along must not take the place of theirs.
    needed = {task: last_needed(parts, notebook, task.name, task.check) for task in lesson.tasks}
    in_order = sorted(lesson.tasks, key=lambda task: needed[task])
    with NotebookRun(sandbox.session, parts, times, until) as run:
        for task in in_order:
            run.ready(needed[task])
            run.met_hidden_cases = True
            start = time.monotonic()
            if task.name in lost:
                verdict = Verdict(NOT_ATTEMPTED, 0, lost[task.name], task.name)
            else:
                alone = checked(task, run)
                if alone.passed and _only_by_heart(task, run):
                    run.tampering.append(_BY_HEART.format(name=task.name))
                verdict = paid_once(alone, verdicts, partial(_with_ours, task, run))
            verdicts[task.name] = verdict
            took[task.name] = round(time.monotonic() - start, 3)
    outcome = STOPPED if run.gave_up else GRADED
    own = {name for part in parts if part.own for name in (part.exercise, *part.names.binds)}
    to_explain = [one for one in in_order if one.name in own and _is_hidden(verdicts[one.name])]
    # What students have added below a check is shown to whoever reads the notebook.
    every = everything or explain
    end = max((part.index for part in parts if part.own or every), default=-1) + 1
    if to_explain or run.said_more or end > run.needed or explain:
        with NotebookRun(sandbox.session, parts, times, until, after=run) as run:
            if explain:  # what did harm after a hidden case was met is not shown yet
                run.left_out &= run.shown.keys()
            for task in to_explain:
                run.ready(needed[task])
                verdicts[task.name] = explained(verdicts[task.name], task, run)
            run.ready(end)
    verdicts = {name: _bounded(verdict) for name, verdict in verdicts.items()}
    grades = {
        task.name: grade_of(task, verdicts[task.name], sources.get(task.name, ""), took[task.name])
        for task in lesson.tasks
    }
    result = Result(
        submission.student,
        lesson.name,
        outcome,
        tuple(grades[task.name] for task in lesson.tasks),
        tuple(repairs),
        (*submission.odd, *few(run.notes)),
        few((*run.tampering, *suspicions_in(notebook, lesson.released))),
        submission.received,
        submission.days_late,
        submission.full_name,
        seconds=round(time.monotonic() - began, 3),
    )
    news = [one.sentence for one in repairs]
    shown = autograded_notebook(notebook, lesson, run.shown, verdicts, news)
    return Graded(result, shown, parts, run.shown, verdicts)


def failed(submission: Submission, lesson: GradedLesson, why: str) -> Graded:
    """What is kept where the grader itself failed: no points, and never those of before."""
    sentence = f"It could not be graded: {why}."
    noted = replace(submission, odd=(*submission.odd, sentence))
    return _ungraded(noted, lesson, STOPPED, sentence)


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
            ExerciseGrade(task.name, 0, task.most, NOT_ATTEMPTED, verdicts[task.name].message)
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


def _with_ours(task: Task, run: NotebookRun, wrong: Sequence[str]) -> Verdict:
    """The verdict with the course's functions in place of the wrong ones that this one calls."""
    student = run.ready()
    begin, end = in_place_of(wrong)
    if student is not None:
        student.run(begin, name="course", seconds=run.times.cell)
    verdict = checked(task, run)
    if student is not None and student.process.poll() is None:
        student.run(end, name="course", seconds=run.times.cell)
    return verdict


def checked(task: Task, run: NotebookRun) -> Verdict:
    """The verdict on one exercise, whatever happens to the process in which it runs."""
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
    try:
        check = hidden_check(name, task.seed)  # its cases are made in our own time
        student.until = min(time.monotonic() + run.times.exercise, run.until)
        verdict = _without_words(check(student))
    except Exception as error:  # noqa: BLE001 - one check that fails must not stop a class
        why = f"The check itself could not be finished ({type(error).__name__})."
        run.notes.append(f"The check of {name} failed by itself: {type(error).__name__}.")
        return Verdict(CRASHED, 0, why, name)
    return _with_end(verdict, student, run)


_BY_HEART = (
    "{name} is right in all hidden cases and wrong in new ones of the same kinds: are hidden inputs"
    " written down in it?"
)


def _only_by_heart(task: Task, run: NotebookRun) -> bool:
    """Whether what is right in all hidden cases is wrong in others of the same kinds."""
    student = run.ready()
    if student is None:
        return False
    try:
        groups = exercises.new_cases(task.name, task.seed, TO_LOOK)
        student.until = min(time.monotonic() + run.times.exercise, run.until)
        found = judge(exercise_named(task.name), student, groups)
    except Exception as error:  # noqa: BLE001 - one check that fails must not stop a class
        run.notes.append(f"New cases of {task.name} could not be asked: {type(error).__name__}.")
        return False
    return found.status in {WRONG, CRASHED, NOT_ATTEMPTED}


_HIDDEN = {
    WRONG: "It is not right in all hidden cases",
    CRASHED: "It raised an exception in a hidden case",
    TOO_SLOW: "It was stopped by the clock, or after far more visits than needed; does a loop or a"
    " recursion in it never end? Stopped",
    MORE_VISITS: "It is right, but visits more than needed in hidden cases",
    NOT_ATTEMPTED: "It still waits for you: it raises NotImplementedError",
}
"""What is said of a verdict whose own words come from hidden cases."""


def _without_words(verdict: Verdict) -> Verdict:
    """The verdict without whatever it quotes of hidden cases, and of what was made of them."""
    if verdict.passed:
        return verdict
    groups = tuple(
        replace(one, reason=one.reason if one.reason.startswith("not tried") else "")
        for one in verdict.groups
    )
    titles = "; ".join(one.title for one in groups if not one.passed)
    message = f"{_HIDDEN[verdict.status]}{': ' if titles else ''}{titles}."
    known = verdict.mistake if verdict.mistake in exercise_named(verdict.name).mistakes else None
    return Verdict(verdict.status, verdict.share, message, verdict.name, known, groups=groups)


def _is_hidden(verdict: Verdict) -> bool:
    """Whether this verdict's words were left out, and may be found again in visible cases."""
    words = _without_words(verdict).message
    return not verdict.passed and verdict.status != TOO_SLOW and verdict.message.endswith(words)


def explained(verdict: Verdict, task: Task, run: NotebookRun) -> Verdict:
    """The verdict in the words of a case that students may see, where no hidden ones are known.

    It is one that they have; if they are right in those, a new one of the kinds that went wrong.
    """
    student = run.ready()
    cell = next((part.index for part in run.parts if part.exercise == task.name), -1)
    ran = run.shown.get(cell)
    if verdict.status == NOT_ATTEMPTED and ran is not None and ran.error is not None:
        return replace(verdict, status=CRASHED, message=f"The cell doesn't run: {ran.error}.")
    if student is None:
        return verdict
    words = _without_words(verdict).message
    cause = verdict.message.removesuffix(words)
    student.until = min(time.monotonic() + run.times.exercise, run.until)
    failed = {group.title for group in verdict.groups if not group.passed}
    try:
        # The hidden cases' verdict has the mistake's name already, if it has one.
        seen = judge(exercise_named(task.name), student, named=False)
        if seen.passed:
            cause += "All visible cases are right. "
            groups = exercises.new_cases(task.name, task.seed, "to show")
            kinds = [group for group in groups if group.title in failed]
            student.until = min(time.monotonic() + run.times.exercise, run.until)
            seen = judge(exercise_named(task.name), student, kinds, named=False)
    except Exception:  # noqa: BLE001 - then there are no better words
        return verdict
    if seen.passed or (seen.status == NOT_ATTEMPTED) != (verdict.status == NOT_ATTEMPTED):
        return replace(verdict, message=f"{cause}{words}")
    return replace(
        seen,
        message=f"{cause}{seen.message}",
        status=verdict.status,
        share=verdict.share,
        mistake=verdict.mistake or seen.mistake,
        groups=verdict.groups,
    )


def _with_end(verdict: Verdict, student: TimedStudent, run: NotebookRun) -> Verdict:
    """The verdict; if the process came to its end by itself, that is what it says."""
    if verdict.passed or verdict.status == TOO_SLOW or student.process.poll() is None:
        return verdict
    run.notes.append(f"The process ended while {verdict.name} was being checked.")
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
        message=clean(verdict.message),
        expected=clean(verdict.expected),
        got=clean(verdict.got),
        groups=tuple(replace(group, reason=clean(group.reason)) for group in verdict.groups),
    )


def grade_of(task: Task, verdict: Verdict, source: str, seconds: float) -> ExerciseGrade:
    """What the verdict means for the exercise."""
    return ExerciseGrade(
        task.name,
        verdict.points(task.most),
        task.most,
        verdict.status,
        verdict.message,
        verdict.mistake,
        _drawn(verdict.board),
        verdict.expected,
        verdict.got,
        tuple((one.title, one.share, one.passed, one.reason) for one in verdict.groups),
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
        if isinstance(board, Position):
            return board_svg(board.game, board.state, size=180)
        return marks_picture(board, size=180).svg
    except (ValueError, TypeError):
        return ""


def clean(text: str) -> str:
    """The text as a page can hold it."""
    return plain_text(text, _LONGEST_WORDS)


# --- reasons to look -----------------------------------------------------------------------------

_SIGNS = {
    r"(?m)\bsys\.(modules|meta_path|path\.insert)\b|customize\.py"
    r"|^\s*(json|random|sys|time|math|copy|builtins)(\.\w+)+\s*=[^=]": (
        "changes a module that others use"
    ),
    r"\b__(eq|hash|bool|class|\w+check|reduce\w*)__\s*[(=]|unittest.mock": (
        "says itself what it equals, or how it is sent"
    ),
    r"autograder_tests|hidden_check": "names the hidden checks",
    r"gradebook|nbgrader|course_tools": "names the gradebook or the grader",
    r"\bos\.(_exit|kill|abort|fork\w*|system|popen)\b|\b(signal|subprocess|threading)\.": (
        "ends or starts processes or threads"
    ),
    r"\bctypes\b|\bset(trace|profile)\(|\bgc\.get_\w+|_getframe|__subclasses__|__import__\("
    r"|\binspect\.(stack|currentframe)": ("reaches into Python itself"),
    r"\b(socket|urllib|requests|http\.client)\b": "uses the network",
    r"\.user_ns\b|\.events\.register|input_transformers|ast_node_interactivity"
    r"|__builtins__\s*[.\[]|\bbuiltins\.\w+\s*=": ("changes how Python or the notebook works"),
    r"course_lib\.checks(\.\w| import\b.*\b(students|wire|calling|judging|verdict|cases)\b)"
    r"|COURSE_GRADING": ("names the parts that talk to the grader"),
    r"(?i)<script|javascript:|course-verdict": "holds a script or a verdict for a page",
    r"\bos\.(write|read|dup2|closerange|set_blocking)\(": "uses descriptors that are not its own",
    r"[\"'](/(etc|proc|root|tmp|var|dev|home)\b|~/|\.\./)|course_lib\.__(path|file)__": (
        "names files outside of its folder"
    ),
}
"""Words that no lesson needs: a reason to look, never a verdict."""


def suspicions_in(notebook: NotebookNode, released: NotebookNode) -> tuple[str, ...]:
    """A sentence for each cell of the student's own in which such words stand."""
    ours = {cell.source.strip() for cell in released.cells}
    return tuple(
        f"Cell {number} {what}: {found[0][:60]}"
        for number, cell in enumerate(notebook.cells, 1)
        if cell.cell_type == "code" and cell.source.strip() not in ours
        for sign, what in _SIGNS.items()
        if (found := re.search(sign, cell.source)) is not None
    )
