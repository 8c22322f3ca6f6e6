"""How answers that are drawn by lot are judged: over several seeds, and twice with the same."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from dataclasses import replace
from functools import partial
from typing import Any

from course_lib.checks.answer import Answer
from course_lib.checks.cases import Case, Objection

Drawn = Callable[[Case, Answer], Hashable]
"""What was drawn, as it can be seen from an answer."""

OTHER_RANDOMNESS = "the rng that is handed in does not decide alone"
SAME_EVERY_TIME = "the rng that is handed in is not used: every seed gives the same"


def all_drawn(
    make: Callable[[int], Case],
    seeds: Collection[int],
    drawn: Drawn,
    possible: Collection[Hashable],
    words: Callable[[Collection[Any]], Objection | None],
) -> tuple[Case, ...]:
    """Cases with these seeds, over which everything that is possible has to be drawn.

    `make(seed)` gives a case, whose own judge comes first; `words` says what was drawn where
    something is missing.
    """
    found: dict[Hashable, int] = {}

    def judge(last: bool, own: Any, case: Case, answer: Answer) -> Objection | None:  # noqa: FBT001
        """The case's own objection; at the end, one about all of them."""
        objection: Objection | None = own(case, answer)
        if objection is not None:
            return objection
        found[drawn(case, answer)] = 1
        return words(list(found)) if last and set(possible) - set(found) else None

    cases = []
    for place, seed in enumerate(seeds):
        case = make(seed)
        last = place == len(seeds) - 1
        cases.append(replace(case, size=place, judge=partial(judge, last, case.judge)))
    return tuple(cases)


def drawn_alike(
    make: Callable[[int], Case], seeds: Collection[int], drawn: Drawn
) -> tuple[Case, ...]:
    """Two cases with each of these seeds, in which the same has to be drawn."""
    found: dict[int, Hashable] = {}

    def judge(seed: int, own: Any, case: Case, answer: Answer) -> Objection | None:
        """The case's own objection, or one to the second of two unequal draws."""
        objection: Objection | None = own(case, answer)
        if objection is not None:
            return objection
        seen = drawn(case, answer)
        if found.setdefault(seed, seen) == seen:
            return None
        return Objection(
            f"{case.shown}, asked twice with the same seed, did not do the same twice; draw with"
            " the rng that is handed in, and with nothing else",
            OTHER_RANDOMNESS,
            "the same twice",
            "two different games",
        )

    cases = []
    for place, seed in enumerate(seed for seed in seeds for _ in range(2)):
        case = make(seed)
        cases.append(replace(case, size=place, judge=partial(judge, seed, case.judge)))
    return tuple(cases)
