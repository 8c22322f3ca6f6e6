"""A test before the course and after it that knows the mistakes: two forms, and what came of them.

Each form asks two questions of each of seven kinds, and each of them shows every named mistake of
its kind as an option of its own. So whoever makes a mistake chooses it twice, on either form.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import count
from random import Random
from statistics import NormalDist, fmean, pstdev, stdev
from typing import NamedTuple

from course_lib.plain import many
from course_lib.questions.kinds import KINDS
from course_lib.questions.question import Card
from course_tools.files import separator

ASKED = ("values", "depth-limit", "visits", "windows", "stops-after", "mean", "last-child")
"""The kinds that it asks, each of which tells all its mistakes apart on one card."""

TWICE = 2
FORMS = ("a", "b")
WHEN = ("before", "after")
COLUMNS = ("student", "when", "form", *map(str, range(1, TWICE * len(ASKED) + 1)))
LETTERS = "abcdefgh"
ONE_PLACE = ("visits", "windows")
"""Their right answer always has the same place by size, as their mistakes are."""
MOST = 4
"""So many of a form's right answers have the same letter, at most."""
ALIKE = (2, 3)
"""So many have the same letter on both forms: what guessing gives."""
LEAST = 10
"""Of fewer students nothing is said about how sure their gain is."""


def forms(seed: int = 0) -> dict[str, list[Card]]:
    """Both forms, kind by kind and then once more, no question twice; other seeds make new ones.

    The right answer's size is another than in the question before of its kind, and than in form
    a's in its place, where the kind lets it vary; then the choices are mixed.
    """
    rng, made = Random(f"inventory {seed}"), dict[str, list[Card]]()
    for name in FORMS:
        made[name] = []
        for at, kind in enumerate(ASKED * TWICE):
            taken = [card for cards in made.values() for card in cards]
            drawn = (KINDS[kind].card(rng, 0, taken) for _ in count())
            whole = (one for one in drawn if len(one.slips) == len(KINDS[kind].slips))
            near = taken[at : at + 1]
            if at >= len(ASKED):
                near.append(made[name][at - len(ASKED)])
            known = None if kind in ONE_PLACE else {*map(_rank, near)}
            made[name].append(next(one for one in whole if not known or _rank(one) not in known))
    while True:
        mixed = {name: [_mixed(rng, one) for one in cards] for name, cards in made.items()}
        places = [[*map(_place, cards)] for cards in mixed.values()]
        alike = sum(one == other for one, other in zip(*places, strict=True))
        if alike in ALIKE and max(max(Counter(each).values()) for each in places) <= MOST:
            return mixed


def _mixed(rng: Random, card: Card) -> Card:
    return replace(card, choices=tuple(rng.sample(card.choices, len(card.choices))))


def _rank(card: Card) -> int:
    """How many of the choices are smaller than the right one."""
    right, *others = (
        Fraction(one.replace("\N{MINUS SIGN}", "-")) for one in (card.right[0], *card.choices)
    )
    return sum(one < right for one in others)


def _place(card: Card) -> int:
    """Where the right one stands among the choices."""
    return card.choices.index(card.right[0])


class Paper(NamedTuple):
    """What somebody has answered: a mistake for each question, "" for none, `None` for nothing."""

    student: str
    when: str
    found: tuple[str | None, ...]

    @property
    def score(self) -> float:
        """The share of right answers."""
        return fmean(one == "" for one in self.found)


def papers(text: str) -> list[Paper]:
    """What stands in a table with these `COLUMNS`: letters, or choices as written."""
    text = text.removeprefix("\ufeff")
    rows = csv.DictReader(io.StringIO(text), delimiter=separator(text))
    if rows.fieldnames is None or {*COLUMNS} - {*rows.fieldnames}:
        raise ValueError(f"the table has to have the columns {', '.join(COLUMNS)}")
    found, seeds, cards = list[Paper](), set[int](), dict[str, list[Card]]()
    lines = dict[tuple[str, str], int]()
    for row in rows:
        line = rows.line_num
        if None in row or None in row.values():
            raise ValueError(f"line {line}: it has not as many cells as the first line")
        student = row["student"].strip()
        when, form = (row[name].strip().lower() for name in ("when", "form"))
        if not student:
            raise ValueError(f"line {line}: it says no student")
        name = re.fullmatch(r"([ab])(-?\d+)", form)
        if when not in WHEN or name is None:
            raise ValueError(
                f"line {line}: when is before or after, and form is as on the sheet, such as a0"
            )
        for what in (when, form):
            if (known := lines.setdefault((student, what), line)) != line:
                raise ValueError(f"line {line}: {student} has {what} in line {known} already")
        seeds.add(int(name[2]))
        if len(seeds) > 1:
            raise ValueError(f"line {line}: form {form} is of another seed than those above it")
        cards = cards or forms(*seeds)
        answers = [row[at].strip().lower() for at in COLUMNS[3:]]
        told = tuple(_meaning(*pair, line) for pair in zip(cards[name[1]], answers, strict=True))
        found.append(Paper(student, when, told))
    return found


def _meaning(card: Card, answer: str, line: int) -> str | None:
    if not answer:
        return None
    written = answer.replace("-", "\N{MINUS SIGN}")
    places = dict(zip(LETTERS, card.choices, strict=False))
    choice = written if written in card.choices else places.get(answer)
    if choice is None:
        known = ", ".join(card.choices)
        raise ValueError(
            f"line {line}: {answer!r} is no answer; {known} are, or a to {[*places][-1]}"
        )
    return "" if choice in card.right else card.slips[choice]


class Gain(NamedTuple):
    """By how much a class got better, in shares of all questions, and the 95 % range of that."""

    before: float
    after: float
    either_way: float | None
    """So far the range goes on either side of the mean; `None` for a class that is too small."""
    students: int

    @property
    def mean(self) -> float:
        """The difference."""
        return self.after - self.before


def paired(found: Iterable[Paper]) -> list[list[Paper]]:
    """The papers of before and those of after, of whom there are both, in the same order."""
    known = {(one.student, one.when): one for one in found}
    names = [name for name, when in known if when == "before" and (name, "after") in known]
    if not names:
        raise ValueError("nobody's answers from before and after stand in the table")
    return [[known[name, when] for name in names] for when in WHEN]


def gain(found: Iterable[Paper]) -> Gain:
    """What those have gained of whom there are papers of both times."""
    before, after = ([one.score for one in each] for each in paired(found))
    steps = [late - early for early, late in zip(before, after, strict=True)]
    students, way = len(steps), None
    if students >= LEAST:
        way = student_t(students - 1) * stdev(steps) / students**0.5
    return Gain(fmean(before), fmean(after), way, students)


def student_t(freedom: int) -> float:
    """So many standard errors a 95 % range goes either way (Fisher's series: to 0.005 from 9 on).

    >>> [round(student_t(one), 2) for one in (9, 19, 99)]
    [2.26, 2.09, 1.98]
    """
    z = NormalDist().inv_cdf(0.975)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    return z + (z**3 + z) / (4 * freedom) + second


def report(found: Sequence[Paper]) -> Iterator[str]:
    """What can be said of a class, line by line."""
    whole, both = gain(found), paired(found)
    yield (f"{many(whole.students, 'student')} wrote both: {whole.before:.0%} right before,"
           f" {whole.after:.0%} after.")  # fmt: skip
    if left := len(found) - 2 * whole.students:
        yield f"Left out: {many(left, 'student')} with one paper only."
    possible = 1 - whole.before
    of_it = f", {whole.mean / possible:.0%} of what was possible" if possible else ""
    sure = f"no range for fewer than {LEAST}"
    if (way := whole.either_way) is not None:
        ends = (100 * (whole.mean + side) for side in (-way, way))
        sure = "95 % range {:+.0f} to {:+.0f}".format(*ends)
    yield f"Gain: {100 * whole.mean:+.0f} points ({sure}){of_it}."
    yield "It is the class's gain: what of it the course gave, only a class without it could show."
    yield "Answers by lot make it look smaller: with one in ten, of 18 points about 16 are seen."
    yield ""
    yield "question                before   after   tells apart"
    for at, kind in enumerate(ASKED * TWICE):
        shares = [fmean(one.found[at] == "" for one in each) for each in both]
        yield (f"{at + 1:2} {kind:18} {shares[0]:7.0%} {shares[1]:7.0%}"
               f" {discrimination(both[1], at):13.2f}")  # fmt: skip
    yield ""
    yield f"{'mistake, chosen in both questions of its kind':58}   before   after   by guessing"
    times = [Counter(held for one in each for held in held_by(one)) for each in both]
    for (kind, slip), _ in (times[0] + times[1]).most_common():
        parts = [each[kind, slip] / whole.students for each in times]
        guessed = 1 / (1 + len(KINDS[kind].slips)) ** TWICE
        yield f"{f'{kind}: {slip}'[:58]:58} {parts[0]:8.0%} {parts[1]:7.0%} {guessed:13.0%}"


def held_by(paper: Paper) -> set[tuple[str, str]]:
    """The mistakes that somebody has chosen in both questions of a kind, with the kind."""
    both = zip(ASKED, paper.found, paper.found[len(ASKED) :], strict=False)
    return {(kind, one) for kind, one, other in both if one and one == other}


def discrimination(found: Sequence[Paper], at: int) -> float:
    """How far whoever has this question right has the others right: from -1 to 1."""
    rest = [fmean(one == "" for n, one in enumerate(paper.found) if n != at) for paper in found]
    right = [float(paper.found[at] == "") for paper in found]
    spread = pstdev(rest) * pstdev(right)
    mean = fmean(one * other for one, other in zip(rest, right, strict=True))
    return (mean - fmean(rest) * fmean(right)) / spread if spread else 0.0
