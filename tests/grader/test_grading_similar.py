"""Similar submissions: copies are found through disguises, and honest work is left in peace."""

import random
from collections.abc import Iterable, Mapping
from functools import cache

import pytest
from class_of_thirty import COPY, ORIGINAL, the_lessons
from toy_course import ROOT

from autograder_tests import bank
from course_tools.grader.classroom.pages.similar import (
    OF_CLASS,
    Group,
    explained,
    most_who_count,
    similar,
    statements,
)
from course_tools.grader.classroom.pages.writing import given_in, usual_answers
from course_tools.grader.judge.result import ExerciseGrade, Result
from course_tools.grader.judge.tasks import lesson_names

EXERCISE = "alphabeta"
MINE, THEIRS = (text.format(name=EXERCISE) for text in (ORIGINAL, COPY))
EXERCISES = sorted({entry.exercise for entry in bank.entries()})


def results(sources: Mapping[str, str], exercise: str = EXERCISE) -> list[Result]:
    """The results of students who have written these sources."""
    return [
        Result(student, "l", "graded", (ExerciseGrade(exercise, 0, 1, "wrong", source=text),))
        for student, text in sources.items()
    ]


def class_with(*sources: str, others: int = 28, exercise: str = EXERCISE) -> list[Result]:
    """Students a, b, c with these sources, in a class of others with answers of the bank."""
    rng = random.Random(5)
    answers = [entry.source for entry in bank.entries(exercise)]
    mine = dict(zip("abcdef", sources, strict=False))
    rest = {f"other{number}": rng.choice(answers) for number in range(others)}
    return results(mine | rest, exercise)


@cache
def everything_given() -> dict[str, str]:
    """What was handed out for each exercise of the course."""
    return given_in(the_lessons(" ".join(name[:2] for name in lesson_names(ROOT))))


def found(them: Iterable[Result], exercise: str = EXERCISE) -> list[Group]:
    """The groups, where the answers of the bank are known as usual ones."""
    return similar(list(them), {}, usual_answers([exercise]))


def test_a_copy_with_other_names_is_found() -> None:
    """Other names, other comments, other layout and two lines exchanged: still the same."""
    [group] = found(class_with(MINE, THEIRS))
    assert group.students == ("a", "b")
    [part] = group.parts
    assert (part.share, part.others, part.word_for_word) == (1, 0, False)
    assert "100% of the shorter answer" in explained(part)
    assert "nobody else has written it so" in explained(part)
    assert "word for word" in explained(found(class_with(MINE, MINE))[0].parts[0])


def test_the_lines_that_are_alike_are_named() -> None:
    """Comments, empty lines and what the copier added are not among them."""
    added = THEIRS.replace("    result = ", "    print(len(out), out[0], sep='!')\n    result = ")
    [group] = found(class_with(MINE, added))
    mine, theirs = group.parts[0].lines.values()
    lines, others = MINE.splitlines(), added.splitlines()
    named = {lines[at - 1].strip() for at in mine}
    assert named >= {"while pile:", "place, level, before = pile.pop()"}
    assert not {"# a plan of my own", '"""Mine."""', ""} & named
    assert not any("print" in others[at - 1] or not others[at - 1] for at in theirs)


def test_a_copy_that_was_worked_on_is_found() -> None:
    """A statement changed, one left out and some added do not hide the rest."""
    more = "    count = 0\n    limit = 12\n    while stack and count < limit:"
    edited = THEIRS.replace("        visited[node, depth] = depth * 3 + 1\n", "")
    edited = edited.replace("i != 5", "i != 6").replace("    while stack:", more)
    [group] = found(class_with(MINE, edited))
    assert 0.6 <= group.parts[0].share < 1


@pytest.mark.parametrize("exercise", EXERCISES)
def test_independent_right_answers_are_left_in_peace(exercise: str) -> None:
    """Right answers that people wrote for themselves are no pairs, though nothing is known."""
    [path] = bank.HERE.glob(f"*/{exercise}_answers.py")
    slips = {name for _, name, part in bank._parts(path) if part.startswith("but(")}
    right = [one.source for one in bank.entries(exercise) if one.right and one.name not in slips]
    assert right  # what is a slip of another answer is no work of its own
    alone = {f"s{number}": source for number, source in enumerate(right)}
    stub = everything_given()
    assert exercise in stub
    assert similar(results(alone, exercise), {}) == []
    assert similar(results(alone, exercise), stub) == []


def test_common_statements_count_in_uncommon_company() -> None:
    """Two who have put the same ten common statements together, in whatever order, are found."""
    rng = random.Random(4)
    pool = [f"    total = total * 3 + first[{number}]" for number in range(20)]
    head, end = "def alphabeta(first, second):\n    total = 0\n", "\n    return total\n"
    chosen = pool[::2]
    mine, theirs = (head + "\n".join(part) + end for part in (chosen, chosen[::-1]))
    others = {f"s{at}": head + "\n".join(rng.sample(pool, 10)) + end for at in range(28)}
    them = results({"a": mine, "b": theirs.replace("total", "sum_of_all"), **others})
    assert [group.students for group in similar(them)] == [("a", "b")]


def test_what_was_handed_out_is_nobody_s_own() -> None:
    """Who has written nothing, or only ran what was there, is like nobody."""
    stubs = given_in(the_lessons())
    for exercise, stub in stubs.items():
        assert statements(stub, stub) == []
        them = results({"a": stub, "b": stub + "\n# I do not know\n"}, exercise)
        assert similar(them, stubs) == []
    alike = results({"a": MINE, "b": THEIRS})
    assert len(similar(alike, {})) == 1
    assert similar(alike, {EXERCISE: MINE}) == []


def test_what_many_write_does_not_count() -> None:
    """A form that more than a few have is common, and a small group still is one."""
    most = most_who_count(30)
    for writers in (2, most):
        them = class_with(*([MINE, THEIRS] * 3)[:writers], others=30 - writers)
        [group] = found(them)
        assert group.students == tuple("abcdef"[:writers])
    too_many = {f"s{number}": MINE if number % 2 else THEIRS for number in range(30)}
    assert found(results(too_many)) == []
    own = [f"    total = total * {at} + first[{at}]" for at in range(20)]
    some = MINE[: MINE.index("        seen[place, level] =")] + "\n".join(own)
    [group] = found(class_with(MINE, THEIRS, some))
    assert group.students == ("a", "b")
    assert "1 other student has written some of it so" in explained(group.parts[0])


def test_a_group_that_hands_in_one_notebook_is_one_author() -> None:
    """Its members are no pair, and don't hide somebody else who has copied from them."""
    them = class_with(MINE, THEIRS, *[MINE] * 4)
    groups = similar(them, {}, usual_answers([EXERCISE]), [["a", "c", "d", "e", "f"]])
    assert [group.students for group in groups] == [("a", "b")]
    for theirs in (MINE, THEIRS):
        assert similar(results({"a": MINE, "b": theirs}), {}, {}, [["a", "b"]]) == []


def test_many_with_one_answer_are_one_group_and_hide_no_pair() -> None:
    """Six who have one answer take one line, and two who have another one theirs."""
    other = "def f(x, y):\n" + "\n".join(f"    x[{at}], y = y % {at + 3}, x" for at in range(9))
    pair = {"g": other, "h": other.replace("x", "p").replace("y", "q")}
    six = dict(zip("abcdef", [MINE, THEIRS] * 3, strict=True))
    rest = {f"s{at}": f"def f(a):\n    return a[{at}] + {at}" for at in range(40)}
    groups = similar(results(six | pair | rest))
    assert [group.students for group in groups] == [tuple("abcdef"), ("g", "h")]
    assert [part.others for group in groups for part in group.parts] == [0, 0]


@pytest.mark.parametrize("exercise", EXERCISES)
def test_answers_of_an_earlier_class_are_known_and_honest_ones_left_in_peace(exercise) -> None:
    """A renamed copy is found; who wrote for themselves, or hand in their own again, are not."""
    right = [one.source for one in bank.entries(exercise) if one.right]
    before = {"sold": MINE, **{f"s{at}": text for at, text in enumerate(right[::2])}}
    year = {
        f"{student}{OF_CLASS}2026": {exercise: statements(text)} for student, text in before.items()
    }
    now = {"bob": THEIRS, **{f"t{at}": text for at, text in enumerate(right[1::2])}}
    groups = similar(results(now, exercise), usual=usual_answers([exercise]), earlier=year)
    assert [group.students for group in groups] == [("bob", "sold, class of 2026")]
    [part] = groups[0].parts
    assert list(part.sources) == ["bob"]
    assert "of the shorter answer also stands in the other one" in explained(part)
    assert similar(results({"sold": THEIRS}, exercise), earlier=year) == []


def test_usual_answers_do_not_count() -> None:
    """Two who make a well-known answer their own are no pair; without that knowledge they are."""
    usual = next(entry.source for entry in bank.entries(EXERCISE) if entry.right)
    them = results({"a": usual, "b": usual.replace("value", "best"), "c": MINE})
    assert found(them) == []
    assert [group.students for group in similar(them)] == [("a", "b")]


def test_short_answers_do_not_count() -> None:
    """A line that two have in common may be chance; in several exercises it adds up."""
    short = "def f(x):\n    return [x, x * 7 - 2, (x + 1) % 5][x // 3]\n"
    assert similar(results({"a": short, "b": short.replace("x", "y")})) == []
    grades = [ExerciseGrade(name, 0, 1, "wrong", source=short) for name in "pqr"]
    them = [Result(student, "l", "graded", tuple(grades)) for student in "ab"]
    assert [len(group.parts) for group in similar(them)] == [3]


def test_code_that_is_no_python_is_compared_by_its_lines() -> None:
    """A copy of a program that does not even run is a copy."""
    mine, theirs = (text.replace("while", "while while", 1) for text in (MINE, THEIRS))
    [group] = found(class_with(mine, theirs))
    assert group.parts[0].share > 0.8
