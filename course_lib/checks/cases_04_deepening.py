"""The visible cases of `deepening(game, state, visits, deepest, evaluate)`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from course_lib.checks import references_04
from course_lib.checks.answer import Answer, Position, Use
from course_lib.checks.cases import Case, Exercise, Group, Objection, gives, same
from course_lib.checks.cases_02_states import At, call_of, played
from course_lib.game import Game, State
from course_lib.games import ConnectFour, KInARow, mobility, near_the_middle

ESTIMATES: dict[str, Any] = {"mobility": mobility, "near_the_middle": near_the_middle}
"""The evaluations that are handed over, by the names under which the library has them."""


class Asked(NamedTuple):
    """What is asked of `deepening`: a state, the visits, the last depth, and the evaluation."""

    game: Game
    state: State
    visits: int
    deepest: int
    evaluate: str = "near_the_middle"


def deepening_groups(places: Iterable[tuple[At, str]], *, most: int = 4) -> tuple[Group, ...]:
    """What is asked about these states, each with the evaluation to use."""
    groups: dict[str, list[Case]] = {
        "the deepest search that can be finished": [],
        "one budget for all depths together": [],
        "no deeper than asked": [],
        "too few visits for a single ply": [],
    }
    enough, together, no_deeper, too_few = groups.values()
    for (game, state), evaluate in places:
        used = costs(game, state, most, evaluate)
        sums = [sum(used[:depth]) for depth in range(1, most + 1)]
        for before, after in pairwise(sums):
            middle = (before + after) // 2
            enough.append(_deepening_case(Asked(game, state, middle, most + 3, evaluate)))
        for depth in range(1, most):
            # The next depth would fit by itself, and does not fit after those before it.
            if sums[depth] - used[depth] > 12:
                visits = sums[depth] - 6
                together.append(_deepening_case(Asked(game, state, visits, most + 3, evaluate)))
        no_deeper += [
            _deepening_case(Asked(game, state, sums[depth] + 40, depth, evaluate))
            for depth in (1, most - 2)
        ]
        too_few.append(_deepening_case(Asked(game, state, 3, most, evaluate)))
    return tuple(Group(title, tuple(cases)) for title, cases in groups.items())


@cache
def costs(game: Game, state: State, most: int, evaluate: str) -> list[int]:
    """How many visits a search of each depth takes in this state."""
    return [
        references_04.search_within(game, state, depth, 1_000_000, ESTIMATES[evaluate])[1]
        for depth in range(1, most + 1)
    ]


def right_depth(case: Case, answer: Answer) -> Objection | None:
    """Nothing for the right action and depth, else which of the two is not right."""
    objection = gives(case, answer)
    if objection is None or not isinstance(answer.value, tuple) or len(answer.value) != 2:
        return objection
    (action, depth), (given, finished) = case.expected, answer.value
    if same(depth, finished) and not same(action, given):
        why = f"depth {depth} is right, and the best action of that search is {action!r}"
    else:
        why = f"the searches that can be finished with so many visits reach depth {depth}"
    return Objection(
        f"{case.shown} gave {answer.value!r}: {why}", None, repr(case.expected), repr(answer.value)
    )


def _deepening_case(asked: Asked) -> Case:
    game, state, visits, deepest, evaluate = asked
    return Case(
        (game, Position(game, state), visits, deepest, Use(evaluate)),
        references_04.deepening(game, state, visits, deepest, ESTIMATES[evaluate]),
        call_of("deepening", game, state, visits, deepest, evaluate),
        visits,
        right_depth,
    )


SEARCHED: tuple[tuple[At, str], ...] = (
    *((at, "near_the_middle") for at in played(ConnectFour(), "4453", "4455636", "4352671")),
    *((at, "mobility") for at in played(KInARow(4, 5, 3), "b2 c3 a1")),
)
"""States with an evaluation, for `deepening`."""


def _probes() -> tuple[tuple[Any, ...], ...]:
    """The questions that are answered soon."""
    cases = (case for group in deepening_groups(SEARCHED) for case in group.cases)
    return tuple(case.arguments for case in cases if case.arguments[2] < 400)


DEEPENING = Exercise(
    "deepening",
    "04",
    lambda: deepening_groups(SEARCHED),
    _probes,
    references_04.deepening,
    seconds=15,
)
