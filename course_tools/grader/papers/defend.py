"""Makes each student's questions: their function runs in the sandbox, on a tree nobody has seen.

What runs is what the page shows: the statements of the notebook that the function needs, and no
other cell. The sandbox knows the shape of a tree and not its numbers; which leaves are looked at is
counted here, where the numbers are. A function that is about no tree is called as its check does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Self

from nbformat import NotebookNode

from course_lib.checks.calling import Answer, Request
from course_lib.checks.cases import without_numbers
from course_lib.checks.secret import Secret
from course_lib.games.textbook_tree import TextbookTree
from course_lib.plain import many
from course_lib.questions.calls import can_be_asked
from course_lib.questions.defending import interview
from course_lib.questions.kinds.trees import by_hand
from course_lib.questions.observing import SERVED
from course_lib.questions.question import Card
from course_lib.questions.scenes import BOUND, Calls, Scene
from course_lib.questions.seen import Seen
from course_tools.grader.classroom.gradebook import class_seed
from course_tools.grader.classroom.records import NOTEBOOK, Results
from course_tools.grader.judge.repair import repaired
from course_tools.grader.judge.result import NO_NOTEBOOK, ExerciseGrade, Result
from course_tools.grader.judge.slicing import last_needed, needed_for, parts_to_run, statements_in
from course_tools.grader.judge.tasks import graded_lesson, lesson_names
from course_tools.grader.sandbox import NoIsolation, Sandbox
from course_tools.grader.sandbox.pipe import PipeStudent
from course_tools.notebooks import NBFORMAT, STUDENTS
from course_tools.settings import means
from course_tools.workers import COURSE, LostError, local_pool, results

SECONDS, WALL = 1.0, 5.0
"""So long one run may compute, and take in all: on a busy computer an import can take a second."""

QUESTIONS = 5
_PATIENCE = 120.0
_LONGEST = 20_000
"""Nobody reads a longer program on paper."""


@dataclass(frozen=True)
class Defence:
    """One student's page: the program, the tree, the questions; or why there are none."""

    student: str
    full_name: str
    lesson: str
    exercise: str = ""
    where: str = ""
    """The lesson of this exercise, where that is another one."""
    passed: bool = True
    number: int = 0
    """What stands on the page where no name should."""
    seen: Seen | None = None
    asked: Sequence[Card] = ()
    note: str = ""
    """What the teacher should know about it."""


@dataclass(frozen=True)
class Job:
    """What a worker needs for one page."""

    defence: Defence
    notebook: bytes
    released: bytes
    """The lesson as it was handed out."""
    seed: str
    instead: Sequence[tuple[str, bool]] = ()
    """Other exercises of that notebook, for where nothing can be asked about the first, and whether
    they passed."""
    patience: float = field(default=_PATIENCE)


MAKES = "course_tools.grader.papers.defend:made"
"""What the workers do."""


def defences(root: Path, word: str, workers: int, only: str = "") -> tuple[str, list[Defence]]:
    """The lesson, and a page for everybody who was graded for it, or for one of them, by name.

    `word` is the lesson's name or number; without one it is the last of which there are results.
    Who has passed nothing that can be asked about in this lesson is asked about the last exercise
    before it that they passed.
    """
    every = lesson_names(root)
    if not every:
        raise ValueError(f"{root} is not a course's folder: {STUDENTS}/ has no lesson")
    folder = root / "grading"
    kept = Results(folder / "results")
    lessons = {name: graded_lesson(name, root) for name in every}
    able = [name for name in every if any(can_be_asked(one.name) for one in lessons[name].tasks)]
    served = [name for name in able if not word or means(word, name)]
    if not served:
        there = ", ".join(able) or "none of the lessons that are here"
        raise ValueError(f"course defend can ask about {there}" + (f", not {word}" if word else ""))
    lesson = next((name for name in reversed(served) if any(kept.all(name))), served[-1])
    seed = class_seed(root)
    graded = [one for one in kept.all(lesson) if one.outcome != NO_NOTEBOOK or only]
    if not graded:
        raise ValueError(f"nobody has been graded for {lesson} yet; `course grade` comes first")
    if not seed:
        raise ValueError(f"{folder} has no gradebook with the class's seed; grade once more")
    numbers = list(range(1, len(graded) + 1))  # who handed in nothing has no page
    Random(f"{seed} numbers {lesson}").shuffle(numbers)
    jobs, pages = [], []
    for number, result in zip(numbers, graded, strict=True):
        if only and only not in (result.student, result.full_name):
            continue
        where, able_in = _subject(kept, result, list(lessons))
        (exercise, passed), *instead = able_in or [("", False)]
        page = Defence(
            result.student, result.full_name, lesson, exercise, where, passed=passed, number=number
        )
        handed_in = kept.handed_in(where, result.student).get(NOTEBOOK) if exercise else None
        if handed_in is None:
            why = "Nothing that could be asked about was handed in."
            pages.append(_noted(page, why))
            continue
        own = f"{seed} {result.student} {lesson}"
        jobs.append(Job(page, handed_in, lessons[where].raw, own, instead))
    if only and not jobs and not pages:
        there = ", ".join(one.student for one in graded)
        raise ValueError(f"{only} was not graded for {lesson}, only: {there}.")
    with local_pool(MAKES, workers) as pool:
        for job, page in results(pool, jobs):
            lost = isinstance(page, LostError)
            pages.append(_noted(job.defence, f"No questions: {page}.") if lost else page)
    return lesson, sorted(pages, key=lambda page: page.student)


def _subject(
    kept: Results, result: Result, lessons: Sequence[str]
) -> tuple[str, Sequence[tuple[str, bool]]]:
    """The lesson that a student is asked about, its exercises in order, and whether each passed.

    In the lesson that was graded those that did not pass stand behind the others.
    """
    before = lessons[: lessons.index(result.lesson)] if result.lesson in lessons else []
    tried: list[tuple[str, bool]] = []
    for name in (result.lesson, *reversed(before)):
        one = result if name == result.lesson else kept.read(name, result.student)
        grades = {grade.name: grade for grade in one.exercises} if one else {}
        able = sorted(filter(can_be_asked, grades), key=lambda one: _rank(grades[one]))
        full = [one for one in able if grades[one].points == grades[one].most]
        if name == result.lesson:
            tried = [(one, False) for one in able if grades[one].source and one not in full]
        if full:
            others = tried if name == result.lesson else []
            return name, [*((one, True) for one in full), *others]
    return result.lesson, tried


def _rank(grade: ExerciseGrade) -> tuple[bool, bool, float]:
    """The exercise that a lesson is about comes before those that build on it, trees before calls.

    Then come those with most points.
    """
    main = grade.name in ("alphabeta", "minimax_value")
    return not main, grade.name not in SERVED, -grade.most


def _noted(page: Defence, why: str) -> Defence:
    return replace(page, note=why)


# --- in a worker's process ------------------------------------------------------------------------


def made(job: Job) -> Defence | NoIsolation:
    """The page with its questions, about the first exercise of which enough can be asked."""
    first = page = _made(job, job.defence)
    for exercise, passed in job.instead:
        if isinstance(page, NoIsolation) or page.asked:
            return page
        page = _made(job, replace(job.defence, exercise=exercise, passed=passed))
    return page if isinstance(page, NoIsolation) or page.asked else first


def _made(job: Job, page: Defence) -> Defence | NoIsolation:
    """The page about its exercise; what goes wrong with one page stops no other."""
    notes = list[str]()
    try:
        source = program(job.notebook, _released(job.released), page.exercise)
        with Runs(_sandbox(), page.exercise) as run:
            notes = run.odd
            seen, asked = interview(source, page.exercise, Random(job.seed), run, _with_cuts)
    except NoIsolation as error:
        return error
    except ValueError as error:
        return _noted(page, " ".join([f"No questions could be made: {error}.", *notes]))
    except Exception as error:  # noqa: BLE001 - one page must not stop a class
        return _noted(page, f"No questions could be made ({type(error).__name__}).")
    if not page.passed:
        notes.insert(
            0, "This function has not passed its checks; the questions are about what it does."
        )
    if len(asked) < QUESTIONS:
        notes.append(f"Only {many(len(asked), 'question')} can be asked about what it does.")
    return replace(page, seen=seen, asked=asked, note=" ".join(notes))


def program(raw: bytes, released: NotebookNode, exercise: str) -> str:
    """The statements of this notebook that the function needs, in their order.

    A `ValueError` says why there is no such program.
    """
    notebook = repaired(raw, released).notebook
    if notebook is None:
        raise ValueError("the notebook can't be read")
    parts = parts_to_run(notebook, released)
    end = last_needed(parts, notebook, exercise, f"check_{exercise}")
    every = [one for part in parts if part.index < end for one in statements_in(part)]
    kept = needed_for(exercise, every)
    if not any(exercise in one.names.binds for one in kept):
        raise ValueError(f"the notebook has no {exercise}")
    # The same import often stands in the lesson's cell and in the student's.
    texts = dict.fromkeys(one.source.strip("\n").expandtabs(4).rstrip() for one in kept)
    joined = ""
    for text in texts:
        short = "\n" not in text and "\n" not in joined.rsplit("\n\n", 1)[-1]
        joined += ("" if not joined else "\n" if short else "\n\n") + text
    if len(joined) > _LONGEST:
        raise ValueError(f"{exercise} and what it needs are too long to be printed")
    return joined


class Runs:
    """Runs sources on trees in a session of the sandbox; a call of it is what `interview` needs."""

    def __init__(self, sandbox: Sandbox, name: str) -> None:
        self._sandbox, self._name = sandbox, name
        self.odd: list[str] = []
        """What the teacher should know of these runs."""

    def __enter__(self) -> Self:
        self._student = PipeStudent(self._sandbox.session())
        return self

    def __exit__(self, *exception: object) -> None:
        self._student.close()

    def __call__(self, tries: Sequence[tuple[str, Scene | Calls]]) -> list[Seen | None]:
        """What each of these sources does on its tree, or in its call."""
        found: dict[int, Seen | None] = {}
        while waiting := [at for at in range(len(tries)) if at not in found]:
            came = list(self._some([tries[at] for at in waiting])) or [None]
            found |= zip(waiting, came, strict=False)
            if came[-1] is None:
                # What had to be stopped once is not run again in another scene.
                source, _ = tries[waiting[len(came) - 1]]
                found |= {at: None for at in waiting[len(came) :] if tries[at][0] == source}
        return [found[at] for at in range(len(tries))]

    def _some(self, tries: Sequence[tuple[str, Scene | Calls]]) -> Iterator[Seen | None]:
        """The same, as far as the first that had to be stopped."""
        if self._student.process.poll() is not None:
            self._note("It ended its process.")
            self._student.close()
            self._student = PipeStudent(self._sandbox.session())
        self._student.run("from course_lib.questions.observing import observed", as_it_is=True)
        secrets = [
            Secret(scene.game, bound=BOUND) if isinstance(scene, Scene) else None
            for _, scene in tries
        ]
        requests = [
            Request((self._line(source, scene),), seconds=SECONDS, wall=WALL, secret=secret)
            for (source, scene), secret in zip(tries, secrets, strict=True)
        ]
        came = self._student.answers(requests)
        for (source, scene), secret, answers in zip(tries, secrets, came, strict=False):
            yield self._seen(source, scene, secret, answers[0])
        for what in self._student.tampering:
            self._note(f"While it ran, {what}.")

    def _line(self, source: str, scene: Scene | Calls) -> str:
        """The call that the session makes, without the tree's numbers."""
        if isinstance(scene, Calls):
            return f"observed({source!r}, {self._name!r}, None, {scene.given!r})"
        shape = without_numbers(f"f(TextbookTree({scene.game.tree!r}))")[len("f(") : -1]
        return f"observed({source!r}, {self._name!r}, {shape}, {scene.given!r})"

    def _seen(
        self, source: str, scene: Scene | Calls, secret: Secret | None, answer: Answer
    ) -> Seen | None:
        """What it did; `None` if it was stopped, or said what can't be."""
        if answer.stopped:
            self._note("A run was stopped by the clock.")
            return None
        if answer.error is not None:
            self._note("It ended its process, or kept it from answering.")
            return None
        try:
            leaves = () if secret is None else tuple(secret.asked)
            return Seen(source, self._name, scene, leaves, answer.value)
        except ValueError as error:
            self._note(f"Don't trust this page: {error}.")
            return None

    def _note(self, what: str) -> None:
        if what not in self.odd:
            self.odd.append(what)


def _with_cuts(game: TextbookTree) -> Sequence[tuple[int, ...]]:
    """The leaves that alpha-beta looks at, from left to right."""
    return by_hand(game.tree).leaves


@cache
def _released(raw: bytes) -> NotebookNode:
    notebook: Any = NBFORMAT.reads(raw.decode(), as_version=4)
    return notebook


@cache
def _sandbox() -> Sandbox:
    """The sandbox of this worker; it ends with the process."""
    return Sandbox(COURSE).__enter__()
