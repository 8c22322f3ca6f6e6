"""Hidden cases come from a class's seed: fair with every seed, and of no use to the next class."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from grading_class import LESSON, small_course
from lesson_output import FIRST, both

from autograder_tests import exercises
from autograder_tests.exercises import files, hidden, new_cases
from autograder_tests.solution import namespace
from course_lib.checks.calling import Answer, Request
from course_lib.checks.cases import Group, exercise_named, is_number
from course_lib.checks.causes import judge
from course_lib.checks.evidence import NotebookStudent
from course_lib.checks.secret import Secret
from course_lib.checks.worlds import TIMES, world
from course_lib.games import TextbookTree
from course_tools.grader.judge import worker
from course_tools.grader.judge.tasks import graded_lesson, lesson_of
from course_tools.studio.build import bank_report

OPEN = {"by_hand", "lying_state", "puzzle_moves"}
"""What is graded here is what students see: trees, positions and puzzles of the lesson."""

TOLERANCE = 0.34
"""So much of an exercise's points may a wrong answer earn more in one class than in another."""

each = pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name, marks=[pytest.mark.xdist_group(name), *[pytest.mark.slow][name in FIRST :]]
        )
        for name in files()
    ],
)


@each
def test_with_another_seed_right_answers_are_right_and_wrong_ones_wrong(name: str) -> None:
    """The whole bank, by cases that are drawn for another class."""
    lines = told(name, "last year")
    assert [one.entry.name for one in lines if (one.verdict.share == 1) != one.entry.right] == []


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", files())
def test_no_seed_is_kinder_than_another(name: str) -> None:
    """With five more seeds the whole bank is judged as it should be, and earns about the same.

    What is kept from call to call spoils what happens to be asked later; it never earns all.
    """
    every = [told(name, f"class {number}") for number in range(5)]
    for of_one in zip(*every, strict=True):
        earned = [line.verdict.share for line in of_one]
        answer, spread = of_one[0].entry.name, max(earned) - min(earned)
        assert {share == 1 for share in earned} == {of_one[0].entry.right}, answer
        assert spread <= TOLERANCE or any(line.verdict.kept for line in of_one), answer


def test_a_grader_draws_them_once_for_a_class(tmp_path: Path, monkeypatch) -> None:
    """Whoever has the file asks the same without drawing; a damaged one is as good as none."""
    lesson = graded_lesson(LESSON, small_course(tmp_path))
    monkeypatch.setattr(exercises, "DRAWN", {})
    worker.keep_drawn(lesson, "a class", tmp_path)
    drawn, exercises.DRAWN = exercises.DRAWN, {}
    again = partial(worker._lesson.__wrapped__, LESSON, lesson.raw, "a class", tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(exercises, "_drawn", None)
        assert again() == lesson_of(LESSON, lesson.released, "a class")
        assert drawn == exercises.DRAWN
    exercises.DRAWN.clear()
    kept = tmp_path / LESSON
    kept.write_bytes(kept.read_bytes()[:-1])
    again()
    assert exercises.DRAWN == {}


def told(name: str, seed: str) -> list[bank_report.Line]:
    """What a class with this seed is told of each answer of the bank."""
    return [*bank_report.lines(name, ("notebook",), seed)]


SIZES = (2**15, 10**7, 2**31, 2**53, 2**63)
"""Numbers beyond which some right answers, such as numpy's, end."""


def largest(thing: Any) -> float:
    """The largest number in these arguments, whatever its sign; 0 where there is none."""
    if isinstance(thing, TextbookTree):
        return largest(thing.tree)
    if isinstance(thing, dict):
        return largest([*thing, *thing.values()])
    if isinstance(thing, list | tuple | set | frozenset):
        return max(map(largest, thing), default=0)
    return abs(thing) if is_number(thing) and math.isfinite(thing) else 0


def largest_asked(groups: Sequence[Group]) -> float:
    """The largest number that a function is handed in these cases."""
    cases = [case for group in groups for case in group.cases]
    return max(largest(world(one.world) if one.world else one.arguments) for one in cases)


@each
def test_no_hidden_number_is_of_a_size_that_nobody_has_seen(name: str) -> None:
    """Who is right in the notebook is not wrong in the grade because of a number's length."""
    seen, asked = largest_asked(exercise_named(name).groups()), largest_asked(hidden(name))
    assert [size for size in SIZES if seen <= size < asked] == []


def test_a_sum_by_numpy_is_right_in_the_notebook_and_in_the_grade() -> None:
    """Its numbers have 63 digits in binary: no heap, seen or hidden, is larger."""
    source = "import numpy as np\n\ndef nim_sum(heaps):\n"
    source += "    return int(np.bitwise_xor.reduce(np.array(heaps, dtype=np.int64)))\n"
    assert [verdict.share for verdict in both("nim_sum", source)] == [1, 1]


def never_met(*_: Any, **__: Any) -> None:
    """What becomes of a question that nobody has learned: an answer that is wrong, and no stub."""
    raise LookupError("never met")


class ByHeart(NotebookStudent):
    """Answers as the solution does what was in these cases, to the last leaf, and nothing else."""

    def __init__(self, name: str, *cases: Sequence[Group]) -> None:
        super().__init__(namespace(name) | {"unknown": never_met})
        self.met: set[str] = set()
        self.learning = True
        for groups in cases:
            judge(exercise_named(name), self, groups)
        self.learning = False

    def answers(self, requests: Iterable[Request]) -> Iterator[Sequence[Answer]]:
        """What came of each line of each request; nothing but an error for one never met."""
        for request in requests:
            tree = request.secret.game.tree if isinstance(request.secret, Secret) else ""
            questions = [f"{line} {tree} {request.world}" for line in request.lines]
            if self.learning:
                self.met |= {*questions}
            lines = tuple(
                line if question in self.met else f"unknown({line.partition('(')[2]}"
                for line, question in zip(request.lines, questions, strict=True)
            )
            yield from super().answers([replace(request, lines=lines)])


@each
def test_last_years_hidden_inputs_are_worth_nothing_and_this_years_are_noticed(name: str) -> None:
    """Who knows the old ones by heart earns what the visible ones earn; the new ones are told."""
    exercise, seen = exercise_named(name), exercise_named(name).groups()
    old, new = hidden(name, "last year"), hidden(name, "this year")
    fresh = new_cases(name, "this year", "to look")
    assert (fresh == ()) == (name in OPEN)
    if name in OPEN:
        return
    visible = judge(exercise, ByHeart(name, seen), new).share
    assert visible < 1
    assert judge(exercise, ByHeart(name, seen, old), new).share <= visible
    cheat = ByHeart(name, seen, new)
    assert judge(exercise, cheat, new).passed
    assert not judge(exercise, cheat, fresh).passed
    assert judge(exercise, NotebookStudent(namespace(name)), fresh).passed


@each
def test_new_worlds_have_smaller_numbers_than_hidden_ones(name: str) -> None:
    """Whose infinity is a number, and large enough in all hidden cases, knows nothing by heart."""
    for seed in map(str, range(6)):
        [most, *_] = [*times_in(hidden(name, seed)), 1_000]
        assert all(1 < times < most for times in times_in(new_cases(name, seed, "to look")))


def times_in(groups: Sequence[Group]) -> list[int]:
    """So many times as large are the numbers of the small worlds in these groups."""
    worlds = [case.world for group in groups for case in group.cases if TIMES in case.world]
    return [int(world.partition(TIMES)[2]) for world in worlds]
