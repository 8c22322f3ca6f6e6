"""A made-up class of thirty: answers of the bank as really judged, and all that can go wrong."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

from toy_course import ROOT

from autograder_tests import bank, hidden_check
from course_lib.checks.verdict import NOT_ATTEMPTED, Verdict
from course_tools.grader.classroom.exports import Row
from course_tools.grader.classroom.pages import Known, given_in
from course_tools.grader.judge.grading import grade_of
from course_tools.grader.judge.result import (
    NO_NOTEBOOK,
    STOPPED,
    UNREADABLE,
    ExerciseGrade,
    Repair,
    Result,
)
from course_tools.grader.judge.tasks import GradedLesson, Task, graded_lesson, lesson_names
from course_tools.studio.build.bank_report import student_of

NASTY = '<script>alert(1)</script> & "Co"'
NAMES = [
    "Zoë Ångström", "Łukasz Żak", "José Peña", "Siân Ó Briain", "Çağla Öztürk", "Björk Þórsdóttir",
    "Nguyễn Văn An", "Đorđe Šimić", "Anaïs Lefèvre", "Søren Kjær", "Jürgen Groß", "Inês Conceição",
    "Ève Hébert", "Tomáš Dvořák", "Ioana Țepeș", "Miguel Núñez", "Āris Bērziņš", "Eszter Kőszegi",
    "Karolína Říhová", "Günther Weiß", "Olena Kovaľ", "Aoife Ní Mháille", "Mateo Ibáñez",
    "Élodie Brûlé", "Piotr Świątek", "Gülşen Şahin", "Håkon Bjørnstad", "Noor Haddad",
    "Rafael Simões", NASTY,
]  # fmt: skip


def known_of(lessons: list[GradedLesson]) -> Known:
    """What is known of the class beside its results."""
    return Known(given=given_in(lessons), odd=[f"{NASTY}.txt was passed over."])


ORIGINAL = '''
def {name}(first, second=None, *more):
    """Mine."""
    # a plan of my own
    pile, seen, wanted = [(first, 0, None)], {{}}, []
    while pile:
        place, level, before = pile.pop()
        if (place, level) in seen and seen[place, level] <= level * 3 + 1:
            continue
        seen[place, level] = level * 3 + 1
        wanted.append([place, before, level % 7])
        for number, step in enumerate(reversed(sorted(dir(place)[-2:], key=len))):
            if level < 2 and number != 5:
                pile.insert(len(pile) // 2, (step, level + 1, place))
    total = sum(1 for entry in wanted if entry[2] > 1) - len(seen) // 3
    return wanted[total % len(wanted)]
'''
COPY = """
def {name}(a, b=None, *rest):
    stack, visited, out = [(a, 0, None)], {{}}, []
    while stack:
        node, depth, parent = stack.pop()

        if (node, depth) in visited and visited[node, depth] <= depth * 3 + 1:
            continue
        out.append([node, parent, depth % 7])          # keep it
        visited[node, depth] = depth * 3 + 1
        for i, child in enumerate(reversed(sorted(dir(node)[-2:], key=len))):
            if depth < 2 and i != 5:
                stack.insert(len(stack) // 2, (child, depth + 1, node))
    result = sum(1 for x in out if x[2] > 1) - len(visited) // 3
    return out[result % len(out)]
"""
"""The same but for names, a comment, and the order of two lines; no answer to anything."""


def the_lessons(numbers: str = "01 02 03") -> list[GradedLesson]:
    """These lessons as they were handed out."""
    found = [name for name in lesson_names(ROOT) if name[:2] in numbers.split()]
    return [graded_lesson(name, ROOT) for name in found]


@cache
def judged(entry: bank.Entry) -> Verdict:
    """What the hidden check says to this answer."""
    with student_of(entry, "notebook") as student:
        return hidden_check(entry.exercise)(student)


def answered(task: Task, entry: bank.Entry) -> ExerciseGrade:
    """The grade of an answer from the bank."""
    seconds = round(0.05 * len(entry.source) / 100, 3)
    return grade_of(task, judged(entry), entry.source, seconds)


def class_of_thirty(lessons: list[GradedLesson], *, wrong: int = 4, seed: int = 3) -> list[Row]:
    """What thirty students get: most honest, some late, damaged, stopped, suspicious or absent."""
    rng = Random(seed)
    skills = {f"s{number:02}": (name, rng.random()) for number, name in enumerate(NAMES)}
    stubs = given_in(lessons)
    rows = []
    for lesson in lessons:
        for student, (name, skill) in skills.items():
            grades = tuple(_tried(task, skill, stubs, wrong, rng) for task in lesson.tasks)
            result = Result(student, lesson.name, "graded", grades, full_name=name)
            rows.append(_row(result, int(student[1:])))
    return rows


def _tried(
    task: Task, skill: float, stubs: dict[str, str], wrong: int, rng: Random
) -> ExerciseGrade:
    """What somebody with this skill makes of an exercise."""
    answers = bank.entries(task.name)
    right = [entry for entry in answers if entry.right][:1]
    mistaken = [entry for entry in answers if not entry.right and entry.named][:wrong]
    luck = rng.random()
    if luck < 0.2 + 0.8 * skill:
        return answered(task, rng.choice(right))
    if luck > 0.97:
        said = Verdict(NOT_ATTEMPTED, 0, "It isn't written yet.", task.name)
        return grade_of(task, said, stubs[task.name], 0.01)
    return answered(task, rng.choice(mistaken))


def _row(result: Result, number: int) -> Row:
    """The row of this student, with what has befallen some of them."""
    if number in (1, 2):
        text = ORIGINAL if number == 1 else COPY
        first, *others = result.exercises
        copied = replace(first, source=text.format(name=first.name))
        result = replace(result, exercises=(copied, *others))
    if number in (3, 4, 5):
        damage = "A second copy of a cell was left out.", "The notebook was in an old format."
        result = replace(result, repairs=tuple(map(Repair, damage[: 1 + number % 2])))
    if number == 6:
        sentence = f"The cell of {result.exercises[0].name} could not be found."
        lost = Repair(sentence, result.exercises[0].name, lost=True)
        result = replace(result, repairs=(lost,))
    if number == 7:
        sign = 'Cell 4 names the hidden checks: <img src=x onerror="alert(2)">'
        result = replace(result, tampering=(sign,), outcome=STOPPED)
    if number == 8:
        return _nothing(result, NO_NOTEBOOK, "No notebook was handed in.")
    if number == 9:
        result = replace(
            result, repairs=(Repair("The file is damaged."), Repair("It is no lesson."))
        )
        return _nothing(result, UNREADABLE, "Nothing in this file could be graded.")
    if number == 10:
        result = replace(result, days_late=2, received="2026-11-21 06:30:00 UTC")
        return Row(result, result.points * 0.8, result.points * 0.2)
    return Row(result, result.points, by_hand={"winner": 2.0} if number == 11 else {})


def _nothing(result: Result, outcome: str, why: str) -> Row:
    grades = tuple(
        ExerciseGrade(one.name, 0, one.most, NOT_ATTEMPTED, why) for one in result.exercises
    )
    return Row(replace(result, outcome=outcome, exercises=grades), 0)


def at(folder: Path, name: str) -> str:
    """The text of a page that was written."""
    return (folder / name).read_text(encoding="utf-8")
