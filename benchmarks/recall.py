"""What comes back stays: `python -m benchmarks.recall` runs the schedule on simulated students.

The students forget as in the activation model of P. I. Pavlik and J. R. Anderson, "Practice and
Forgetting Effects on Vocabulary Memory: An Activation-Based Model of the Spacing Effect", Cognitive
Science 29 (2005). Each time that something is met leaves a trace, which fades by a power law, and
fades faster if much was still there; so this model, unlike the schedule's own half-lives, has a
reason of its own why spacing should help. Every student has other parameters, around those that
the paper gives for its experiment.

Each student goes through the course twice: with two questions at the start of each sitting (the
third is about a function of one's own), and with the same questions, as many of each kind, in one
block at the end of the lesson that teaches them. What counts is how much is known on day 60.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from random import Random
from statistics import mean
from typing import NamedTuple

from course_lib.questions.recalling import QUESTIONS, Memory, all_kinds, chosen

SITTINGS = {"00": 1, "01": 3, "02": 4, "03": 3, "04": 3, "05": 4, "06": 4, "07": 5, "08": 3,
            "09": 4, "10": 4, "11": 2}  # fmt: skip
"""How many sittings each lesson has."""

KINDS_ASKED = QUESTIONS - 1
"""Of the questions of a sitting; another is about a function of one's own."""

APART, EXAM = 1.5, 60.0
"""Days from one sitting to the next, and the day on which it counts."""

_DAY, _ANSWER, _SITTING = 86_400.0, 30.0, 2_400.0
"""Seconds: of a day, of an answer, and of a sitting."""


class Student(NamedTuple):
    """How somebody forgets."""

    decay: float
    """How fast a trace fades of what was not known at all."""
    more: float
    """How much faster it fades of what was known."""
    threshold: float
    """The activation at which half is known."""
    noise: float
    away: float
    """How much slower time runs between sittings than in them."""

    def activation(self, traces: list[tuple[float, float]], now: float) -> float:
        """How strong the memory of something is, from the times and decays of its traces."""
        strength = sum(self._age(now - then) ** -decay for then, decay in traces)
        return math.log(strength) if strength else -math.inf

    def _age(self, seconds: float) -> float:
        inside = min(seconds, _SITTING)
        return max(1.0, inside + self.away * (seconds - inside))

    def met(self, traces: list[tuple[float, float]], now: float) -> None:
        """Leave one more trace."""
        traces.append((now, self.more * math.exp(self.activation(traces, now)) + self.decay))

    def knows(self, traces: list[tuple[float, float]], now: float) -> float:
        """The chance of a right answer."""
        return 1 / (1 + math.exp((self.threshold - self.activation(traces, now)) / self.noise))


def student(rng: Random) -> Student:
    """Somebody, around the paper's average."""
    return Student(
        max(0.05, rng.gauss(0.177, 0.03)),
        max(0.05, rng.gauss(0.217, 0.03)),
        rng.gauss(-0.704, 0.3),
        max(0.1, rng.gauss(0.255, 0.03)),
        max(0.005, rng.gauss(0.025, 0.005)),
    )


def calendar() -> list[tuple[str, bool, float]]:
    """Each sitting: its lesson, whether it is the lesson's last, and its second."""
    lessons = [
        (name, at == count) for name, count in SITTINGS.items() for at in range(1, count + 1)
    ]
    return [(name, last, at * APART * _DAY) for at, (name, last) in enumerate(lessons)]


def spaced(who: Student, rng: Random) -> tuple[dict[str, float], Counter[str]]:
    """What is known on the last day, by kind, and how often each was asked, as the course asks."""
    kinds = all_kinds()
    traces: dict[str, list[tuple[float, float]]] = {name: [] for name in kinds}
    known: dict[str, Memory] = {}
    asked: Counter[str] = Counter()
    for lesson, last, now in calendar():
        for at, name in enumerate(chosen(kinds, lesson, known, now / _DAY)[:KINDS_ASKED]):
            second = now + at * _ANSWER
            right = rng.random() < who.knows(traces[name], second)
            known[name] = known.get(name, Memory()).after(now / _DAY, right=right)
            who.met(traces[name], second)
            asked[name] += 1
        for name, kind in kinds.items():
            if last and kind.lesson == lesson:
                who.met(traces[name], now + _SITTING)
    return _on_the_day(who, traces), asked


def block(who: Student, asked: Counter[str], *, at_end: bool = False) -> dict[str, float]:
    """The same with as many questions of each kind, one after the other when it was taught.

    With `at_end` all of them come after the course's last sitting.
    """
    kinds = all_kinds()
    traces: dict[str, list[tuple[float, float]]] = {name: [] for name in kinds}
    end = 0.0
    for lesson, last, now in calendar():
        own = [name for name, kind in kinds.items() if last and kind.lesson == lesson]
        end = now + _SITTING
        for name in own:
            who.met(traces[name], end)
        for name in () if at_end else own:
            end = _in_a_row(who, traces[name], asked[name], end)
    for name in asked if at_end else ():
        end = _in_a_row(who, traces[name], asked[name], end)
    return _on_the_day(who, traces)


def _in_a_row(who: Student, traces: list[tuple[float, float]], count: int, now: float) -> float:
    """Ask so often, one answer after the other; the second at which that ends."""
    for _ in range(count):
        now += _ANSWER
        who.met(traces, now)
    return now


def _on_the_day(who: Student, traces: dict[str, list[tuple[float, float]]]) -> dict[str, float]:
    return {name: who.knows(some, EXAM * _DAY) for name, some in traces.items()}


class Outcome(NamedTuple):
    """What a class knows on the last day of all that can come back, and how that came about."""

    spaced: float
    block: float
    at_end: float
    questions: float
    """How many each was asked."""
    kinds: float
    """Of how many kinds they were."""
    better: float
    """The share of students who keep more with spaced questions than after blocks."""

    @property
    def gain(self) -> float:
        """How much more is kept, as a part of what a block keeps."""
        return self.spaced / self.block - 1


def simulated(students: int, seed: int) -> Outcome:
    """Go through the course with so many students, each way."""
    rng, last = Random(seed), max(SITTINGS)
    names = [name for name, kind in all_kinds().items() if kind.lesson < last]
    rows = []
    for _ in range(students):
        who = student(rng)
        known, asked = spaced(who, rng)
        ways = [known, block(who, asked), block(who, asked, at_end=True)]
        kept = [mean(way[name] for name in names) for way in ways]
        rows.append((*kept, asked.total(), len(asked), kept[0] > kept[1]))
    return Outcome(*(mean(column) for column in zip(*rows, strict=True)))


def main() -> None:
    """Print what was kept."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.recall", description=__doc__)
    parser.add_argument("--students", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = simulated(options.students, options.seed)
    sys.stdout.write(
        f"{options.students} students, {found.questions:.0f} questions each of {found.kinds:.1f}"
        f" kinds. Known on day {EXAM:.0f}, of all kinds: {found.spaced:.1%} where questions came"
        f" back, {found.block:.1%} after the same in one block when they were taught:"
        f" {found.gain:+.0%}; {found.better:.0%} of the students keep more."
        f" All of them in one block after the last sitting: {found.at_end:.1%}.\n"
    )


if __name__ == "__main__":
    main()
