"""The judges of chance: what has to come of one seed, of the same one twice, and of many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from math import comb
from typing import Any

from course_lib.checks.answer import Answer, Dice
from course_lib.checks.cases import (
    JUDGES,
    Ask,
    Case,
    Objection,
    a_conversation,
    a_judge,
    is_number,
    same,
)
from course_lib.checks.judges.values import gives

Each = tuple[str, Mapping[str, Any]]
"""The judge of a single answer, and what it has to know."""


def _new_child(case: Case, answer: Answer) -> Hashable:
    """The action for which the node, the second argument, has a new child."""
    before, after = case.arguments[1], answer.afterwards[1]
    return next(action for action in after["children"] if action not in before["children"])


OUTCOMES: dict[str, Callable[[Case, Answer], Hashable]] = {
    "leaf": lambda _, answer: answer.leaves[0],
    "leaves": lambda _, answer: answer.leaves,
    "child": _new_child,
}
"""What was drawn by lot, as it can be seen from an answer that is right."""


@a_judge
def plays_to_a_leaf(case: Case, answer: Answer, *, start: tuple[int, ...]) -> Objection | None:
    """Nothing if one leaf of the secret tree, below the start, was looked at and is the answer."""
    value, leaves = answer.value, answer.leaves
    if not is_number(value):
        return gives(case, answer)
    if len(leaves) != 1:
        words = f"looked at {len(leaves)} leaves; one random game ends at one leaf"
        return case.wrong(words, "1 leaf", f"{len(leaves)} leaves")
    [leaf] = leaves
    if leaf[: len(start)] != start:
        words = (
            f"ended at the leaf {leaf}, which is not below {start}: play on from the state that is"
            " handed in"
        )
        return case.wrong(words, f"a leaf below {start}", repr(leaf))
    worth = case.arguments[0].game.utility(leaf, "MAX")
    if same(worth, value):
        return None
    words = f"ended at a leaf that is worth {worth} to the first player, and gave {value!r}"
    return case.wrong(words, repr(worth), repr(value))


@a_conversation
def draws_all(
    case: Case,
    ask: Ask,
    *,
    seeds: tuple[int, int],
    each: Each,
    outcome: str,
    possible: Sequence[Hashable] = (),
    never: str = "",
) -> Objection | None:
    """Nothing if each answer is right, and everything that is possible comes up, about as often.

    Where nothing is said to be `possible`, any two outcomes do. `never` are the words for what
    does not come up. Chance alone would refuse one right answer in many millions.
    """
    found: Counter[Hashable] = Counter()
    for seed in range(*seeds):
        drawn, objection = _drawn(case, ask, seed, each, outcome)
        if objection is not None:
            return objection
        found[drawn] += 1
    missing = [wanted for wanted in possible if wanted not in found]
    [(most, times)] = found.most_common(1)
    often = bool(possible) and _luck(times, found.total(), len(possible)) < 1e-9
    if not missing and not often and (possible or len(found) > 1):
        return None
    sentence = f"{case.shown.partition('(')[0]}, called with {found.total()} different seeds,"
    if missing or often:
        came = f"{never} {missing[0]}" if missing else f"{never[6:]} {most} {times} times"
        sentence += f" {came}; each has to be drawn as often as the others"
    else:
        sentence += " did the same each time; draw with the rng that is handed in"
    wanted = f"{len(possible) or 'several'} different outcomes"
    return Objection(sentence, wanted, f"{len(found)}", seeds=range(*seeds))


def _luck(times: int, tries: int, kinds: int) -> float:
    """How probable it is that one of so many equal kinds comes so many times, or more."""
    ways = (comb(tries, one) * (kinds - 1) ** (tries - one) for one in range(times, tries + 1))
    return sum(ways) / kinds**tries


@a_conversation
def draws_alike(
    case: Case, ask: Ask, *, seeds: tuple[int, int], each: Each, outcome: str
) -> Objection | None:
    """Nothing if each answer is right, and the same seed draws the same twice."""
    for seed in range(*seeds):
        first, objection = _drawn(case, ask, seed, each, outcome)
        if objection is None:
            second, objection = _drawn(case, ask, seed, each, outcome)
        if objection is not None:
            return objection
        if first != second:
            words = (
                ", called twice with the same seed, did not do the same twice; draw with the rng"
                " that is handed in, and with nothing else"
            )
            wrong = _with(case, seed).wrong(words, "the same twice", "two different games")
            return wrong._replace(seeds=(seed, seed))
    return None


def _drawn(
    case: Case, ask: Ask, seed: int, each: Each, outcome: str
) -> tuple[Hashable, Objection | None]:
    """What is drawn with this seed, or the objection to the answer."""
    seeded = _with(case, seed)
    answer = ask(seeded)
    judge, known = each
    objection = JUDGES[judge](seeded, answer, **known)
    if objection is not None:
        return None, objection._replace(seeds=(seed,))
    return OUTCOMES[outcome](seeded, answer), None


def _with(case: Case, seed: int) -> Case:
    """The case with this seed, which is shown, too."""
    arguments = (Dice(seed) if isinstance(one, Dice) else one for one in case.arguments)
    shown = case.shown.replace("rng", f"Random({seed})")
    return replace(case, arguments=tuple(arguments), shown=shown)
