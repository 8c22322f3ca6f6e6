"""Which answers have been written together: pairs whose statements are alike as few others are.

Compared is the form of statements: names that a student has chosen, the order of statements,
comments and layout are seen through, and what was handed out does not count. A form that many in
the class have written, or that is among the usual ones, says nothing about anybody and does not
count either. What remains is a reason to look at two answers side by side, never a verdict.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from course_tools.grade.pages.forms import Statement, statements
from course_tools.grade.records import Result

LEAST_SHARE = 0.6
"""Of one of the two answers, at least so much must be alike."""

LEAST_SIGNS = 40
"""Two answers that are alike in fewer signs, some four lines, may be so by chance."""

MOST_PAIRS = 40


class Alike(NamedTuple):
    """An exercise in which two answers are alike."""

    exercise: str
    share: float
    """How much of the shorter answer stands in the other one, too."""
    signs: int
    others: int
    """So many more students, at most, have written any of what the two have in common."""
    lines: tuple[frozenset[int], frozenset[int]]
    """The lines that are alike, of the one answer and of the other, counted from 1."""
    sources: tuple[str, str]

    @property
    def word_for_word(self) -> bool:
        """Whether the two answers are the same text, comments and all."""
        one, other = (source.split() for source in self.sources)
        return one == other


class Pair(NamedTuple):
    """Two students whose answers in one lesson are alike, and in what."""

    students: tuple[str, str]
    parts: tuple[Alike, ...]

    @property
    def signs(self) -> int:
        """How much they have in common that few others have."""
        return sum(part.signs for part in self.parts)


def most_who_count(students: int) -> int:
    """A form that more students than this have written counts as what everybody writes.

    >>> most_who_count(4), most_who_count(30), most_who_count(300)
    (2, 5, 8)
    """
    return max(2, min(students // 6, 8))


def similar(
    results: Sequence[Result],
    given: Mapping[str, str] | None = None,
    usual: Mapping[str, Iterable[str]] | None = None,
) -> list[Pair]:
    """The pairs among these results of one lesson that somebody should look at, clearest first.

    `given` is what was handed out of each exercise, `usual` some answers that anybody may write.
    """
    given, usual = given or {}, usual or {}
    answers: dict[str, dict[str, str]] = defaultdict(dict)
    for result in results:
        for grade in result.exercises:
            if grade.source.strip():
                answers[grade.name][result.student] = grade.source
    found: dict[tuple[str, str], list[Alike]] = defaultdict(list)
    for exercise, sources in answers.items():
        stub = given.get(exercise, "")
        common = {
            feature
            for text in usual.get(exercise, ())
            for one in statements(text, stub)
            for feature in one.features
        }
        for students, part in _alike(exercise, sources, stub, common):
            found[students].append(part)
    pairs = [Pair(students, tuple(parts)) for students, parts in found.items()]
    kept = [pair for pair in pairs if pair.signs >= LEAST_SIGNS]
    return sorted(kept, key=lambda pair: (-pair.signs, pair.students))


def _alike(
    exercise: str, sources: Mapping[str, str], stub: str, common: set[str]
) -> Iterable[tuple[tuple[str, str], Alike]]:
    """Each pair of students whose answers to this exercise are alike."""
    written = {student: statements(source, stub) for student, source in sorted(sources.items())}
    writers: dict[str, list[str]] = defaultdict(list)
    for student, forms in written.items():
        for feature in sorted({feature for one in forms for feature in one.features} - common):
            writers[feature].append(student)
    most = most_who_count(len(written))
    shared: dict[tuple[str, str], set[str]] = defaultdict(set)
    for feature, students in writers.items():
        if 2 <= len(students) <= most:
            for one, other in combinations(students, 2):
                shared[one, other].add(feature)
    numbers = Counter({feature: len(students) for feature, students in writers.items()})
    for (one, other), features in sorted(shared.items()):
        sides = [_matched(written[student], features) for student in (one, other)]
        share, signs = max(
            (signs / sum(part.size for part in written[student]), signs)
            for student, (signs, _, _) in zip((one, other), sides, strict=True)
        )
        if share >= LEAST_SHARE:
            others = max(numbers[feature] for _, _, used in sides for feature in used) - 2
            lines = (sides[0][1], sides[1][1])
            part = Alike(exercise, share, signs, others, lines, (sources[one], sources[other]))
            yield (one, other), part


def _matched(
    written: Sequence[Statement], features: set[str]
) -> tuple[int, frozenset[int], set[str]]:
    """How many signs of these statements are alike, in which lines, and by which features."""
    hits = [one for one in written if one.features & features]
    lines = frozenset(line for one in hits for line in range(one.first, one.last + 1))
    used = {feature for one in hits for feature in one.features & features}
    return sum(one.size for one in hits), lines, used
