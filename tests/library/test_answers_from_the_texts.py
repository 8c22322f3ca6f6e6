"""Answers of people who had read only the exercises' texts are judged as a person judged them.

`answers_from_the_texts/NAME.json` lists them for each exercise: whether they are right, what they
do, and which mistake a student who hands one in is told, if any; a person has found that it is
what is wrong. `because` gives the reason where who wrote an answer had another opinion of it.
"""

import json
from collections import Counter
from pathlib import Path

import pytest
from lesson_output import notebook

from autograder_tests import exercises, hidden_check
from course_lib.checks.checking import verdict_in
from course_lib.checks.evidence import NotebookStudent

HERE = Path(__file__).resolve().parents[1] / "answers_from_the_texts"
ANSWERS = [
    (name, answer)
    for name in exercises.files()
    if (HERE / f"{name}.json").exists()
    for answer in json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
]
WITH_ANSWERS = list(dict.fromkeys(name for name, _ in ANSWERS))


def judged(exercise, answer):
    """What is wrong with the verdicts on this answer, in the notebook and in the grade."""
    visible = verdict_in(notebook(exercise, answer["source"]), exercise)
    student = NotebookStudent(notebook(exercise, answer["source"]))
    graded = hidden_check(exercise)(student)
    faults = []
    if visible.passed != answer["right"] or graded.passed != answer["right"]:
        faults.append(f"{visible.share:.0%} of the visible cases, {graded.share:.0%} of the grade")
    if {visible.mistake, graded.mistake} - {answer["named"]}:
        faults.append(f"named {visible.mistake!r} and {graded.mistake!r}")
    return [f"{answer['says']}: {fault}" for fault in faults]


@pytest.mark.parametrize(
    ("exercise", "answer"),
    [
        pytest.param(*given, marks=[pytest.mark.slow] if number % 20 else [])
        for number, given in enumerate(ANSWERS)
    ],
)
def test_answers_are_judged_as_a_person_judged_them(exercise, answer):
    """No right one is refused, no wrong one has full marks, and no name misleads."""
    assert judged(exercise, answer) == []


def test_there_are_three_hundred_answers():
    """To 51 exercises at least two right ones and two wrong ones, each different."""
    assert len(ANSWERS) >= 300
    assert len(WITH_ANSWERS) >= 51
    assert len({answer["source"] for _, answer in ANSWERS}) == len(ANSWERS)
    kinds = Counter((name, answer["right"]) for name, answer in ANSWERS)
    assert min(kinds[name, right] for name in WITH_ANSWERS for right in (True, False)) >= 2
