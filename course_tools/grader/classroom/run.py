"""Grades a class: plans what there is to do, has it graded, and keeps every result as it comes."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import closing, nullcontext
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import partial
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple

from course_lib.play.progress import patience
from course_tools.files import only_one, remove_unfinished, write_whole
from course_tools.grader.classroom.exports import Beside, Row, reasons_to_look, write_exports
from course_tools.grader.classroom.gradebook import (
    Gradebook,
    GradebookError,
    Standing,
    back_up,
    class_seed,
)
from course_tools.grader.classroom.intake import (
    NO_TIME,
    OF_EXCHANGE,
    TIME,
    Deadlines,
    read_deadlines,
    read_register,
    submissions,
    time_written,
    write_register,
)
from course_tools.grader.classroom.intake.deadlines import EXCUSED, due_time
from course_tools.grader.classroom.intake.files import Piece, Pieces, Unreadable, pieces
from course_tools.grader.classroom.intake.register import FILE as PEOPLE
from course_tools.grader.classroom.intake.register import Register
from course_tools.grader.classroom.pages import Known, given_in, write_pages, write_zips
from course_tools.grader.classroom.records import (
    NOTEBOOK,
    Change,
    DamagedResultError,
    Results,
    changes,
    keep_changes,
)
from course_tools.grader.classroom.unchanged import Before, state_of
from course_tools.grader.classroom.years import earlier_answers
from course_tools.grader.judge.cases import for_class
from course_tools.grader.judge.repair import signs_of
from course_tools.grader.judge.result import NO_NOTEBOOK, Result, Submission, Times
from course_tools.grader.judge.tasks import (
    GradedLesson,
    NoLessonError,
    course_fingerprint,
    fingerprint,
    graded_lesson,
    lesson_names,
    with_points,
)
from course_tools.grader.judge.worker import Setting, all_graded
from course_tools.settings import (
    LEFT_OUT,
    folders,
    how_to_make,
    left_out,
    means,
    name_pattern,
    regrade_words,
    titles,
)
from course_tools.workers import COURSE

_SMALL = 1e-6
RESULTS = "results"

# --- what there is to do -------------------------------------------------------------------------


@dataclass(frozen=True)
class Order:
    """What `course grade` was asked to do."""

    root: Path
    """The folder with `notebooks`, `solutions` and `grading`."""
    source: Path
    """What was handed in: a folder, or a zip from an LMS."""
    lessons: tuple[str, ...] = ()
    """Names or numbers of lessons; all of them if none is named."""
    class_list: Path | None = None
    workers: int = 1
    again: bool = False
    """Whether to grade also what has not changed since its last result."""
    times: Times = field(default_factory=Times)
    scheduler: str = ""
    """The address of a Dask scheduler that gives the work to other machines, if there is one."""
    students: tuple[str, ...] = ()
    """Those who are graded now, with their groups; everybody if none is named."""
    for_formgrader: bool = False
    """Whether nbgrader's folders are written, too."""

    @property
    def before(self) -> Before:
        """All that lies there now, and decides what comes of this order."""
        facts = (self.lessons, self.class_list, self.times, self.students)
        return Before.of(self.source, self.root, *facts, self.for_nbgrader)

    @property
    def for_nbgrader(self) -> bool:
        """Whether somebody has asked for nbgrader's folders, now or before."""
        return self.for_formgrader or folders(self.root).autograded.is_dir()

    @property
    def grading(self) -> Path:
        """The folder for all that grading makes."""
        return self.root / "grading"

    @property
    def gradebook(self) -> Path:
        """Nbgrader's own database."""
        return folders(self.root).gradebook


@dataclass
class Plan:
    """The submissions to grade now, and the results that still hold."""

    lessons: dict[str, GradedLesson]
    odd: tuple[str, ...]
    """What was odd about what came in, in whole sentences."""
    every: dict[str, GradedLesson] = field(default_factory=dict)
    """All lessons that are taught, with those of earlier runs."""
    students: tuple[str, ...] = ()
    """Everybody in the class list, in its order."""
    lines: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """What the class list says of each, by its headers."""
    to_do: list[Submission] = field(default_factory=list)
    kept: list[tuple[Submission, Result]] = field(default_factory=list)
    before: dict[tuple[str, str], Result] = field(default_factory=dict)
    """The last results, by lesson and student, of all that came in again."""
    earlier: list[Result] = field(default_factory=list)
    """The results of earlier runs of which nothing came this time."""
    deadlines: Deadlines = field(default_factory=Deadlines)
    register: Register = field(default_factory=Register)
    """Who is who."""
    names: dict[tuple[str, str], str] = field(default_factory=dict)
    """The fingerprint of each submission, by lesson and student."""
    seed: str = ""
    """What the hidden cases of this class are drawn from."""
    drawn: str = ""
    """The name of the folder with those that have been drawn by this course and seed."""

    @property
    def all_submissions(self) -> list[Submission]:
        """Those to grade, and those whose result still holds."""
        return [*self.to_do, *(submission for submission, _ in self.kept)]


def lessons_asked(
    order: Order, there: Mapping[str, GradedLesson], out: set[str]
) -> dict[str, GradedLesson]:
    """Those lessons that were asked for; one that is unknown or left `out` is a `NoLessonError`."""
    words = order.lessons or tuple(there.keys() - out)
    unknown = [word for word in words if not any(means(word, name) for name in there)]
    if unknown:
        known = ", ".join(there)
        raise NoLessonError(f"There is no lesson {' '.join(unknown)}. The lessons here: {known}.")
    asked = [name for name in there if any(means(word, name) for word in words)]
    if gone := out.intersection(asked):
        raise NoLessonError(LEFT_OUT.format(min(gone)))
    return {name: there[name] for name in asked if there[name].tasks or order.lessons}


def _lessons_there(root: Path) -> list[str]:
    """The names of the lessons in this folder; one without any is a `NoLessonError`."""
    if found := lesson_names(root):
        return found
    where, how = folders(root).students.name, how_to_make(root, "")
    raise NoLessonError(
        f"{root} is not a course's folder: {where}/ has no lesson; {how} makes them"
    )


@patience(lambda: "What was handed in is being read")
def planned(order: Order, into: Path) -> Plan:
    """What this order means; copies of the submissions lie in the folder `into` then."""
    every = {name: graded_lesson(name, order.root) for name in _lessons_there(order.root)}
    exercises = {name: [task.name for task in one.tasks] for name, one in every.items()}
    out, practice = left_out(order.root, exercises)
    lessons = lessons_asked(order, every, out)
    deadlines = read_deadlines(order.root, list(every))
    came = submissions(
        order.source,
        list(lessons),
        class_list=order.class_list,
        deadlines=deadlines,
        into=into,
        signs={name: signs_of(lesson.released) for name, lesson in every.items()},
        names=name_pattern(order.root),
        register=read_register(order.grading / PEOPLE),
        read=kept_pieces if order.source == order.grading / RESULTS else pieces,
        pictures={picture for lesson in every.values() for picture in _pictures(lesson)},
    )
    deadlines = deadlines.with_people(came.register)
    results = Results(order.grading / RESULTS)
    taught = {name: lesson for name, lesson in every.items() if name not in out}
    before = {(one.lesson, one.student): one for name in taught for one in results.all(name)}
    # Who hands in nothing this time keeps what was graded before.
    graded = {key[::-1] for key, one in before.items() if one.outcome != NO_NOTEBOOK}
    timed, doubts = _with_times(order, came.submissions, before, deadlines)
    handed_in = deadlines.shared(timed, came.students, graded)
    came = replace(came, submissions=tuple(handed_in), odd=(*came.odd, *doubts))
    for name in sorted({one.lesson for one in handed_in} & lessons.keys()):
        lessons[name] = with_points(lessons[name], order.root, practice.get(name, []))
    known = {*came.students, *(one.student for one in handed_in)}
    if order.students:
        handed_in = _with_groups(order.students, handed_in, deadlines)
    others = {student for _, student in before} - known
    odd = list(came.everything_odd)
    if came.students:
        odd += [UNLISTED.format(", ".join(sorted(others)), order.grading)] if others else []
    else:
        known |= others
    odd += _nobodys(came.register, known, every)
    plan = Plan(lessons, tuple(odd), taught, came.students, came.lines, deadlines=deadlines)
    plan.register = came.register
    plan.seed = class_seed(order.root) or token_hex(8)
    for name in sorted({one.lesson for one in handed_in} & lessons.keys()):
        lessons[name] = for_class(lessons[name], order.root, plan.seed)
    course = course_fingerprint(COURSE)
    plan.drawn = sha256(f"{course} {plan.seed}".encode()).hexdigest()[:16]
    for submission in handed_in:
        if submission.lesson not in lessons:
            continue
        key = (submission.lesson, submission.student)
        old = before.get(key)
        if submission.notebook is None and key[::-1] in graded:
            continue
        raw = submission.notebook.read_bytes() if submission.notebook else None
        limits = f"{order.times} {plan.seed}"
        plan.names[key] = fingerprint(course, lessons[submission.lesson], raw, limits)
        if old is not None:
            plan.before[key] = old
        if old is None or order.again or not _holds(old, plan.names[key], results):
            plan.to_do.append(submission)
        else:
            plan.kept.append((submission, _with_facts(old, submission, old)))
    plan.earlier = [one for key, one in before.items() if key not in plan.names]
    return plan


def _pictures(lesson: GradedLesson) -> Iterator[str]:
    """The pictures inside of the lesson's prose, as its file has them."""
    for cell in lesson.released.cells:
        for forms in cell.get("attachments", {}).values():
            yield from forms.values()


def kept_pieces(folder: Path) -> Pieces:
    """What was handed in and graded before, as nbgrader would have it."""
    results, found = Results(folder), []
    for path in sorted(folder.glob("*/*.zip")):
        lesson, student = path.parent.name, path.stem
        place = f"{student}/{lesson}"
        read = partial(_handed_in, results, lesson, student)
        found.append(Piece(f"{place}/{lesson}.ipynb", read))
        with contextlib.suppress(DamagedResultError):
            result = results.read(lesson, student)
            if result is not None and result.received:
                time = result.received.encode()
                found.append(Piece(f"{place}/{TIME}", lambda time=time: time))  # type: ignore[misc]
    return Pieces(found)


def _handed_in(results: Results, lesson: str, student: str) -> bytes:
    """What is kept of a submission; `Unreadable` if nothing is."""
    found = results.handed_in(lesson, student)
    if NOTEBOOK not in found:
        raise Unreadable("is damaged: it has to be handed in once more.")
    return found[NOTEBOOK]


def _with_groups(
    students: Collection[str], came: Iterable[Submission], deadlines: Deadlines
) -> list[Submission]:
    """What came of these students and of their groups."""
    asked = {*students}
    asked |= {who for group in deadlines.groups if asked & {*group} for who in group}
    return [one for one in came if one.student in asked]


def _nobodys(register: Register, known: Collection[str], lessons: Collection[str]) -> Iterator[str]:
    """A sentence for each line of `people.csv` that is about nobody, or about no lesson."""
    for column in register.columns:
        cells = [line.cells.get(column, "") for line in register.lines.values()]
        if any(means(column, one) for one in lessons):
            continue
        told = EXCUSED in cells and f"excuses somebody from {column}"
        if not told and get_close_matches(column, lessons, 1) and any(map(_is_time, cells)):
            told = f"gives somebody more time for {column}"
        if told:
            there = ", ".join(lessons)
            yield f"{PEOPLE} {told}, which is no lesson here; there are {there}."
    for line in register.lines.values():
        if line.id not in known and not line.accounts:
            near = get_close_matches(line.id, known, 1, 0.7)
            advice = (
                f"If you mean {near[0]}, write that." if near else "Correct it, or take it out."
            )
            yield f"{PEOPLE} names {line.id}, of whom nothing is known. {advice}"


def _is_time(cell: str) -> bool:
    with contextlib.suppress(ValueError):
        return bool(due_time(cell))
    return False


def _with_times(
    order: Order,
    came: Iterable[Submission],
    before: Mapping[tuple[str, str], Result],
    deadlines: Deadlines,
) -> tuple[list[Submission], list[str]]:
    """What came, with times that earlier runs knew; and what is odd about the times of all."""
    timed = [
        _as_it_came(order, one, before.get((one.lesson, one.student)), deadlines) for one in came
    ]
    there = [one for one in timed if one.notebook is not None]
    doubtful = [one for one in there if NO_TIME in one.odd]
    if doubtful and all(one.canvas_id for one in doubtful):
        return list(map(_without_doubt, timed)), [ONLY_LATE]
    if len(doubtful) > 1 and len(doubtful) == len(there):
        return list(map(_without_doubt, timed)), [NO_TIMES]
    return timed, []


def _as_it_came(
    order: Order, one: Submission, old: Result | None, deadlines: Deadlines
) -> Submission:
    """What came, with the time that an earlier run knew, if it is the same file and has none."""
    if old is None or one.notebook is None or one.received:
        return one
    kept = Results(order.grading / RESULTS).handed_in(one.lesson, one.student)
    if kept.get(NOTEBOOK) != one.notebook.read_bytes():
        return one
    plain = _without_doubt(one)
    if old.received:
        return deadlines.with_time(plain, time_written(old.received))
    if old.days_late <= one.days_late:
        return one
    late = deadlines.of(one.student, one.lesson).sentence(old.days_late)
    return replace(plain, days_late=old.days_late, odd=(*plain.odd, late))


def _without_doubt(one: Submission) -> Submission:
    """The submission of which nobody says that its time is not known."""
    return replace(one, odd=tuple(sentence for sentence in one.odd if sentence != NO_TIME))


NO_TIMES = (
    "There is no record of when anything was handed in, so all of it counts as on time: a plain"
    " folder has no such times, and a platform's zip or nbgrader's folder has."
)
ONLY_LATE = "Canvas says only who is late by its own due date; all others count as on time."
UNLISTED = (
    "Results of earlier runs are kept of {0}, and the class list has no such name. If they belong"
    " to nobody, delete these names in {1}/results."
)


def _holds(old: Result, name: str, results: Results) -> bool:
    """Whether this result still says what grading again would say."""
    there = results.work(old.lesson, old.student).exists()
    return old.fingerprint == name and (there or old.outcome == NO_NOTEBOOK)


def _with_facts(result: Result, submission: Submission, before: Result | None) -> Result:
    """The result with what is said now of the one who handed it in, or was `before`."""
    return replace(
        result,
        received=submission.received,
        days_late=submission.days_late,
        **{
            fact: getattr(submission, fact) or getattr(before, fact, "")
            for fact in ("full_name", "canvas_id", "feedback")
        },
    )


# --- the run -------------------------------------------------------------------------------------

Tell = Callable[[Row, int, int], None]
"""Is told of each result as it comes: the result, how many there are now, how many to come."""


@dataclass
class Finished:
    """All that came of grading a class."""

    rows: list[Row]
    changes: list[Change]
    odd: tuple[str, ...]
    troubles: list[str]
    """What went wrong with the gradebook, in whole sentences."""
    graded: int
    kept: int
    """So many notebooks were graded now, and so many results still hold."""
    absent: int = 0
    """From so many nothing came."""
    lessons: list[str] = field(default_factory=list)
    """Those that were handed in this time; the rows have those of earlier runs, too."""
    written: list[Path] = field(default_factory=list)
    """The tables with the grades."""
    pages: list[Path] = field(default_factory=list)
    """The class page, and the feedback for each student."""
    isolation: str = ""
    losses: list[str] = field(default_factory=list)
    """For whom being late costs something else than it did, in whole sentences."""
    phases: Mapping[str, float] = field(default_factory=dict)
    """Where the CPU seconds of what was graded now went."""
    book: str = ""
    """The gradebook as it was when it was read for the last time (`unchanged.state_of`)."""

    @property
    def results(self) -> list[Result]:
        """The results, by lesson and student."""
        return [row.result for row in self.rows]

    @property
    def needs_a_look(self) -> list[str]:
        """A line for each thing that somebody should look at."""
        looks = [
            f"{one.student}, {one.lesson}: {why}"
            for one in self.results
            for why in reasons_to_look(one)
        ]
        return [*self.troubles, *looks, *self.odd]


def grade_class(order: Order, tell: Tell | None = None) -> Finished:
    """What comes of grading all that was handed in.

    Results are written one by one; when this is ended by force and called again, it goes on where
    it was. Raises `LockedError`, `GradebookError`, `NoIsolation`, `NoLessonError` or
    `CantWriteError` before anything is graded if it can't begin.
    """
    _lessons_there(order.root)  # else a folder is made where no course is
    with only_one(order.grading):
        remove_unfinished(order.grading)
        into = order.grading / "intake"
        shutil.rmtree(into, ignore_errors=True)
        try:
            return _finished(order, planned(order, into), tell)
        finally:
            shutil.rmtree(into, ignore_errors=True)


def _finished(order: Order, plan: Plan, tell: Tell | None) -> Finished:
    """Everything that is planned, graded and kept."""
    handed_in = {one.lesson for one in plan.all_submissions}
    earlier = earlier_answers(order.grading)
    write_register(order.grading / PEOPLE, plan.register, handed_in)
    wanted = [plan.lessons[name] for name in sorted(handed_in)]
    phases: defaultdict[str, float] = defaultdict(float)
    with closing(Keeper(order, wanted, plan)) as keeper:
        keeper.keep_old(plan.kept)
        drawn = _drawn_in(order.grading / "hidden", plan)
        setting = Setting(order.times, plan.seed, drawn)
        graded = all_graded(plan.to_do, plan.lessons, setting, order.workers, order.scheduler)
        with closing(graded) as outcomes:
            for number, (submission, made) in enumerate(outcomes, 1):
                key = (submission.lesson, submission.student)
                result = _with_facts(made.result, submission, plan.before.get(key))
                for name, seconds in result.phases.items():
                    phases[name] += seconds
                if not made.lost:
                    result = replace(result, fingerprint=plan.names[key])
                keeper.keep(submission, result, made.notebook, plan.before.get(key))
                if tell is not None:
                    tell(keeper.row(result), number, len(plan.to_do))
        keeper.fill_folders(plan.earlier)
        rows = keeper.rows(plan.earlier)
        book = state_of(order.gradebook)
    known = Known(
        given=given_in(plan.every.values()),
        odd=plan.odd,
        students=plan.students,
        groups=plan.deadlines.groups,
        earlier=earlier,
        regrade=regrade_words(order.root),
    )
    pages = write_pages(rows, order.grading, known)
    finished = Finished(
        rows,
        keeper.changed,
        plan.odd,
        keeper.troubles,
        sum(one.notebook is not None for one in plan.to_do),
        sum(one.notebook is not None for one, _ in plan.kept),
        sum(one.notebook is None for one in plan.all_submissions),
        sorted(handed_in),
        pages=pages,
        isolation=next((one.isolation for one in keeper.done.values() if one.isolation), ""),
        losses=keeper.losses,
        phases=phases,
        book=book,
    )
    pages += write_zips(rows, order.grading, known.regrade)
    taken = [one for one in plan.all_submissions if one.file]
    beside = Beside(finished.needs_a_look, taken, plan.lines, titles(order.root, list(plan.every)))
    finished.written = write_exports(rows, order.grading, beside)
    return finished


class Moved(NamedTuple):
    """Somebody who would have other points."""

    student: str
    lesson: str
    before: float
    after: float
    changes: list[Change]
    """What would be different about exercises."""
    loss: str
    """What being late would cost, if that is something else."""


def other_loss(before: float, after: float) -> str:
    """What being late costs now, if it is not what it cost before.

    >>> other_loss(3, 7.5), other_loss(3, 3)
    ('being late costs 7.5 of the points; before, it cost 3', '')
    """
    if abs(after - before) < _SMALL:
        return ""
    return f"being late costs {after:g} of the points; before, it cost {before:g}"


def what_if(order: Order, tell: Callable[[int, int], None]) -> list[Moved]:
    """Whose points would move if this were graded now; nothing of it is kept.

    So a teacher sees what a new case, other points or a rule for late work do, before they do it.
    """
    moved: list[Moved] = []
    with tempfile.TemporaryDirectory() as place:
        plan = planned(order, Path(place, "intake"))
        setting = Setting(order.times, plan.seed, Path(place, "drawn"))
        results = [_with_facts(result, one, result) for one, result in plan.kept]
        graded = all_graded(plan.to_do, plan.lessons, setting, order.workers, order.scheduler)
        with closing(graded) as outcomes:
            for number, (submission, made) in enumerate(outcomes, 1):
                results.append(_with_facts(made.result, submission, None))
                tell(number, len(plan.to_do))
    with closing(Gradebook(order.root)) if order.gradebook.exists() else nullcontext() as book:
        standings = {name: book.standings(name) for name in plan.lessons} if book else {}
    for result in sorted(results, key=lambda one: (one.lesson, one.student)):
        standing = standings.get(result.lesson, {}).get(result.student)
        old = plan.before.get((result.lesson, result.student)) or result
        if standing is None:
            continue  # who has no points yet can lose none
        score = sum(standing.by_hand.get(one.name, one.points) for one in result.exercises)
        policy = plan.deadlines.of(result.student, result.lesson)
        was_lost = min(standing.penalty, standing.score)
        before = round(standing.score - was_lost, 4)
        after = round(policy.points(score, result.days_late), 4)
        news, loss = changes(old, result), other_loss(was_lost, score - after)
        if before != after or news:
            moved.append(Moved(result.student, result.lesson, before, after, news, loss))
    return moved


def _drawn_in(folder: Path, plan: Plan) -> Path:
    """The folder for the hidden cases of this plan; what was drawn for another has gone."""
    for other in folder.glob("*"):
        if other.name != plan.drawn:
            shutil.rmtree(other, ignore_errors=True)
    return folder / plan.drawn


# --- what is kept: as files, in nbgrader's folders and in its gradebook ---------------------------


class Keeper:
    """The one that writes, with the gradebook open and a copy of it made before."""

    def __init__(self, order: Order, lessons: Iterable[GradedLesson], plan: Plan) -> None:
        self.order, self.deadlines = order, plan.deadlines
        self.results = Results(order.grading / RESULTS)
        self.folders = order.for_nbgrader
        self.troubles: list[str] = []
        self.changed: list[Change] = []
        self.losses: list[str] = []
        self.done: dict[tuple[str, str], Result] = {}
        place = (order.gradebook, order.grading / "backups")
        back_up(*place)
        self.book: Gradebook | None = Gradebook(order.root)
        try:
            if self.book.keep_seed(plan.seed):
                back_up(*place)  # with another seed, grades would be others
            for lesson in lessons:
                self.book.register(lesson)
        except BaseException:
            self.book.close()
            raise

    def close(self) -> None:
        """Let go of the gradebook."""
        if self.book is not None:
            self.book.close()
        self.book = None

    def keep_old(self, kept: list[tuple[Submission, Result]]) -> None:
        """See to it that what was graded before is where nbgrader looks, too."""
        there = {name: self._in_the_book(name) for name in {result.lesson for _, result in kept}}
        news = []
        for submission, result in kept:
            key = (result.lesson, result.student)
            if self.results.read(*key) != result:
                self.results.note(result)
            entry = there[result.lesson].get(result.student)
            same = entry is not None and self._says(entry, result)
            if entry is not None and not same:
                lost = min(self._penalty(entry.score, result), entry.score)
                about = other_loss(entry.penalty, lost)
                self.losses += [f"{submission.student}, {submission.lesson}: {about}"] * bool(about)
            if not same:
                news.append(result)
            self.done[key] = result
        self.fill_folders(self.done.values())
        self._record(news)

    def keep(
        self, submission: Submission, result: Result, notebook: bytes | None, before: Result | None
    ) -> None:
        """Keep what has just been graded; from here on it can't be lost any more."""
        found = changes(before, result)
        keep_changes(self.order.grading / "changes.jsonl", found)
        self.results.write(result, notebook, _beside(submission.notebook))
        self.changed += found
        self.done[result.lesson, result.student] = result
        self.fill_folders([result])
        self._record([result])

    def rows(self, earlier: Iterable[Result]) -> list[Row]:
        """What each student gets, with what people have given by hand, and with earlier results."""
        every = {(one.lesson, one.student): one for one in earlier} | self.done
        standings = {
            (lesson, student): standing
            for lesson in {lesson for lesson, _ in every}
            for student, standing in self._in_the_book(lesson).items()
        }
        return [self.row(every[key], standings.get(key)) for key in sorted(every)]

    def _record(self, results: Collection[Result]) -> None:
        """Put results into the gradebook; if that fails, the results themselves are still safe."""
        if self.book is None or not results:
            return
        try:
            self.book.record(results, self._penalty)
        except GradebookError as error:
            self._without_book(error)

    def fill_folders(self, results: Iterable[Result]) -> None:
        """Put what was handed in, and what came of it, where nbgrader looks, unless it is there."""
        places = folders(self.order.root)
        for result in results if self.folders and self.book else ():
            key = (result.lesson, result.student)
            below = f"{result.student}/{result.lesson}"
            path, work = (
                places.autograded / below / f"{result.lesson}.ipynb",
                self.results.work(*key),
            )
            if path.exists() and work.exists() and path.stat().st_mtime >= work.stat().st_mtime:
                continue
            handed_in = self.results.handed_in(*key)
            notebook = handed_in.pop(NOTEBOOK, None)
            if notebook is not None and self.order.source != places.submitted:
                _place(places.submitted / below / path.name, notebook)
            # nbgrader gives its feedback back by these, and looks for them in both folders.
            time = {TIME: result.received.encode()} if result.received else {}
            for name, content in (time | handed_in).items():
                _place(places.submitted / below / name, content)
                _place(places.autograded / below / name, content)
            if (shown := self.results.graded(*key)) is not None:
                _place(path, shown)
            else:
                path.unlink(missing_ok=True)  # what was there before shows points that are gone

    def _penalty(self, points: float, result: Result) -> float:
        policy = self.deadlines.of(result.student, result.lesson)
        return points - policy.points(points, result.days_late)

    def _in_the_book(self, lesson: str) -> dict[str, Standing]:
        """What each student has for this lesson; nobody has anything if there is no gradebook."""
        if self.book is None:
            return {}
        try:
            return self.book.standings(lesson)
        except GradebookError as error:
            self._without_book(error)
            return {}

    def _says(self, entry: Standing, result: Result) -> bool:
        """Whether the gradebook says what this result says."""
        earned = {f"check_{one.name}": one.points for one in result.exercises}
        lost = min(self._penalty(entry.score, result), entry.score)
        return earned.items() <= entry.automatic.items() and abs(entry.penalty - lost) < _SMALL

    def row(self, result: Result, standing: Standing | None = None) -> Row:
        """What the student gets for this result, by what the gradebook has where that is given."""
        points = result.points if standing is None else standing.score
        lost = self._penalty(points, result)
        if standing is not None and (result.lesson, result.student) not in self.done:
            lost = standing.penalty  # of an earlier run, which may have had other options
        lost = min(lost, points)
        by_hand, comments = ({}, {}) if standing is None else (standing.by_hand, standing.comments)
        excused = (result.student, result.lesson) in self.deadlines.excused
        weight = self.deadlines.weights.get(result.lesson, 1)
        total, lost = round(points - lost, 4), round(lost, 4)
        return Row(result, total, lost, by_hand, comments, excused, weight)

    def _without_book(self, error: GradebookError) -> None:
        """Go on without the gradebook, and say so in the end."""
        if str(error) not in self.troubles:
            self.troubles.append(str(error))
        self.close()


def _beside(notebook: Path | None) -> dict[str, bytes]:
    """What is kept of this hand-in: its notebook, and what nbgrader's exchange had beside it."""
    if notebook is None:
        return {}
    beside = {path.name: path for path in map(notebook.with_name, OF_EXCHANGE) if path.exists()}
    return {name: path.read_bytes() for name, path in {NOTEBOOK: notebook, **beside}.items()}


def _place(path: Path, content: bytes) -> None:
    """Put this content there, unless it is there already."""
    if not (path.is_file() and path.read_bytes() == content):
        write_whole(path, content)
