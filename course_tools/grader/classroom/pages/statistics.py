"""What a class's results say: how the points are spread, how hard and how telling exercises are."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from statistics import mean
from typing import NamedTuple

from course_lib.checks.verdict import CORRECT, NOT_ATTEMPTED
from course_lib.plain import many
from course_lib.views.svg import document, element, text
from course_lib.views.theme import BLUE, FADED, LINE, QUIET
from course_tools.grader.judge.result import GRADED, STOPPED, ExerciseGrade, Result

BINS = 10
_WIDTH, _HEIGHT = 560, 220
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 16, 24, 44
FEWEST = 5
"""Of fewer students no statistics are made: one of them would change everything."""
TELLING = 20
"""Of fewer students nobody says how telling an exercise is: that would be noise."""


class Numbers(NamedTuple):
    """One exercise in numbers."""

    name: str
    most: float
    students: int
    """How many have handed in something that could be looked at."""
    difficulty: float
    """The mean share of the points, from 0 to 1; less is harder."""
    discrimination: float | None
    """How the share goes with the rest of the points, from -1 to 1; `None` if nobody can say.

    Who has earned nothing at all is left out: two of them would make every exercise telling.
    """
    telling: int
    """How many students stand behind that."""
    statuses: Counter[str]

    @property
    def enough(self) -> bool:
        """Whether there are enough students to say anything of the class."""
        return self.students >= FEWEST


class Misconception(NamedTuple):
    """A known mistake in one exercise, who has made it, and one position that shows it."""

    exercise: str
    mistake: str
    students: tuple[str, ...]
    example: ExerciseGrade


Unnamed = dict[str, list[tuple[str, ExerciseGrade]]]
"""By exercise, the answers that went wrong in a way that has no name, and whose they are."""


def looked_at(results: Sequence[Result]) -> list[Result]:
    """The results in which there was something to grade."""
    return [one for one in results if one.outcome in (GRADED, STOPPED) and one.exercises]


def numbers(results: Sequence[Result]) -> list[Numbers]:
    """Each exercise of one lesson in numbers, in the lesson's order."""
    there = looked_at(results)
    names = {grade.name: grade.most for result in there for grade in result.exercises}
    return [_numbers(name, most, there) for name, most in names.items()]


def _numbers(name: str, most: float, results: Sequence[Result]) -> Numbers:
    found = [(one, grade) for one in results for grade in one.exercises if grade.name == name]
    shares = [share(grade) for _, grade in found]
    earned = [(result, grade) for result, grade in found if result.points]
    own = [share(grade) for _, grade in earned]
    rest = [result.points - grade.points for result, grade in earned]
    return Numbers(
        name,
        most,
        len(found),
        mean(shares),
        correlation(own, rest) if len(earned) >= FEWEST else None,
        len(earned),
        Counter(grade.status for _, grade in found),
    )


def share(grade: ExerciseGrade) -> float:
    """How much of its points an exercise has earned; without points, whether it is right."""
    return grade.points / grade.most if grade.most else float(grade.status == CORRECT)


def correlation(ones: Sequence[float], others: Sequence[float]) -> float | None:
    """How two rows of numbers go together, from -1 to 1; `None` if one of them never changes.

    Where the first row is only 0 and 1, this is the point-biserial correlation.

    >>> correlation([0, 0, 1, 1], [1, 2, 3, 4])
    0.894
    """
    middle, other_middle = mean(ones), mean(others)
    spread = math.sqrt(sum((one - middle) ** 2 for one in ones))
    other_spread = math.sqrt(sum((other - other_middle) ** 2 for other in others))
    if spread < 1e-9 or other_spread < 1e-9:
        return None
    pairs = zip(ones, others, strict=True)
    together = sum((one - middle) * (other - other_middle) for one, other in pairs)
    return round(together / (spread * other_spread), 3)


def misconceptions(results: Sequence[Result]) -> list[Misconception]:
    """The known mistakes in one lesson: by exercise, those with most students first."""
    found: dict[tuple[str, str], list[tuple[str, ExerciseGrade]]] = defaultdict(list)
    for result in looked_at(results):
        for grade in result.exercises:
            if grade.mistake:
                found[grade.name, grade.mistake].append((result.student, grade))
    made = [
        Misconception(
            exercise, mistake, tuple(sorted(student for student, _ in who)), _example(who)
        )
        for (exercise, mistake), who in found.items()
    ]
    of_exercise = Counter[str]()
    for one in made:
        of_exercise[one.exercise] += len(one.students)
    return sorted(
        made,
        key=lambda one: (
            -of_exercise[one.exercise],
            one.exercise,
            -len(one.students),
            one.mistake,
        ),
    )


def unnamed(results: Sequence[Result]) -> Unnamed:
    """By exercise, the answers that went wrong in a way that has no name, and whose they are."""
    found: Unnamed = defaultdict(list)
    for result in sorted(looked_at(results), key=lambda one: one.student):
        for grade in result.exercises:
            if not grade.mistake and grade.status not in (CORRECT, NOT_ATTEMPTED):
                found[grade.name].append((result.student, grade))
    return dict(found)


def _example(who: Sequence[tuple[str, ExerciseGrade]]) -> ExerciseGrade:
    """The grade whose position shows the mistake best: the one that most of them have met."""
    boards = Counter(grade.board for _, grade in who if grade.board)
    return max(
        (grade for _, grade in sorted(who, key=lambda pair: pair[0])),
        key=lambda grade: (boards[grade.board], bool(grade.expected)),
    )


MOST_TELLING = 3
_SOMEWHAT = 0.2


def most_telling(exercises: Iterable[Numbers]) -> list[tuple[str, float]]:
    """The exercises that tell best who does well from who doesn't, the clearest first."""
    found = [
        (one.name, one.discrimination)
        for one in exercises
        if one.telling >= TELLING
        and one.discrimination is not None
        and one.discrimination >= _SOMEWHAT
    ]
    return sorted(found, key=lambda pair: -pair[1])[:MOST_TELLING]


def discrimination(one: Numbers) -> str:
    """What the correlation means, in plain words, with the number of students behind it."""
    without = one.students - one.telling
    behind = f"n = {one.telling}" + (f", without {without} who earned nothing" if without else "")
    if one.telling < TELLING:
        return f"too few students to say ({behind})"
    value = one.discrimination
    if value is None:
        return f"no difference to see: all have done the same ({behind})"
    if value >= 0.4:
        words = "tells strong from weak answers well"
    elif value >= _SOMEWHAT:
        words = "tells strong from weak answers somewhat"
    elif value >= -0.1:
        words = "hardly tells strong from weak answers"
    else:
        words = "those who do well elsewhere do badly here; is it misunderstood?"
    return f"{value:.2f}: {words} ({behind})"


def bins(shares: Sequence[float]) -> list[int]:
    """How many of these shares lie in each tenth; all of the points belong to the last.

    >>> bins([0, 0.05, 0.1, 0.95, 1])
    [2, 1, 0, 0, 0, 0, 0, 0, 0, 2]
    """
    found = [0] * BINS
    for one in shares:
        # 0.3 of 10 is a little less than 3 to a computer, and belongs where people put it.
        found[min(BINS - 1, max(0, int(one * BINS + 1e-9)))] += 1
    return found


def histogram(shares: Sequence[float], title: str) -> str:
    """The spread of the points as an SVG picture that also says it in words."""
    counts = bins(shares)
    step = (_WIDTH - _LEFT - _RIGHT) / BINS
    floor = _HEIGHT - _BOTTOM
    scale = (floor - _TOP) / max(1, *counts)
    parts = [element("path", d=f"M{_LEFT} {floor}H{_WIDTH - _RIGHT}", stroke=LINE)]
    for place, count in enumerate(counts):
        x = _LEFT + place * step
        height = count * scale
        if count:
            parts += [
                element(
                    "rect", x=x + 3, y=floor - height, width=step - 6, height=height, fill=BLUE
                ),
                text(x + step / 2, floor - height - 10, count),
            ]
        parts.append(element("path", d=f"M{x:g} {floor}v5", stroke=FADED))
        parts.append(text(x, floor + 16, f"{place * 10}", fill=QUIET, font_size=12))
    parts.append(text(_WIDTH - _RIGHT, floor + 16, "100", fill=QUIET, font_size=12))
    parts.append(text(_LEFT + 5 * step, floor + 34, "% of the points", fill=QUIET, font_size=12))
    words = "; ".join(
        f"{place * 10} to {place * 10 + 10} %: {many(count, 'student')}"
        for place, count in enumerate(counts)
        if count
    )
    return document(_WIDTH, _HEIGHT, *parts, title=title, description=words or "Nobody yet")
