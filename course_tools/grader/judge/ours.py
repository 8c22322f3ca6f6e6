"""`Ours`: one exercise of this course, whose cases stand in `autograder_tests`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from autograder_tests import exercises, hidden_check
from autograder_tests.following import calls_by_source, in_place_of, paid_once
from autograder_tests.grading import Check
from course_lib.checks.cases import Exercise, Group, exercise_named
from course_lib.checks.verdict import Verdict


@dataclass(frozen=True)
class Ours:
    """An exercise by its name, in a class with this seed."""

    name: str
    seed: str

    @property
    def exercise(self) -> Exercise:
        """What students may see of it."""
        return exercise_named(self.name)

    def check(self, *, further: bool = False) -> Check:
        """What judges by the hidden cases; `further` leaves out those that students have."""
        return hidden_check(self.name, self.seed, further=further)

    def new(self, why: str) -> tuple[Group, ...]:
        """More cases of the same kinds, the same each time for the same reason."""
        return exercises.new_cases(self.name, self.seed, why)

    def paid_once(
        self,
        verdict: Verdict,
        others: Mapping[str, Verdict],
        again: Callable[[str], Verdict],
        uses: Mapping[str, Collection[str]],
    ) -> Verdict:
        """The verdict, where no mistake is paid a second time by who calls a wrong function.

        `again` judges behind a cell with the course's functions, `uses` says what each name uses.
        """
        calls = calls_by_source(uses)
        return paid_once(verdict, others, lambda wrong: again(in_place_of(wrong)[0]), calls)

    def draw(self, *reasons: str) -> None:
        """Draw the hidden cases, and new ones for these reasons, into `exercises.DRAWN`."""
        exercises.hidden(self.name, self.seed)
        for why in reasons:
            exercises.new_cases(self.name, self.seed, why)
