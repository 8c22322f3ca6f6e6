"""The visible cases of `nim_move(heaps)`: a winning move at Nim, without any search."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import xor
from typing import Any

from course_lib.checks.answer import Answer
from course_lib.checks.cases import Case, Exercise, Group, Objection, gives
from course_lib.checks.references_07 import nim_move, winning_moves

Heaps = tuple[int, ...]

ONE = ((4,), (0, 3), (6, 0, 0))
FEW = ((1, 2), (2, 5), (1, 2, 4), (3, 4, 5), (5, 3, 4), (7, 2, 1))
MANY = ((2, 3, 3), (7, 7, 5), (1, 3, 5, 6), (4, 6, 9, 1))
LOST = ((0,), (1, 1), (1, 2, 3), (2, 4, 6), (1, 4, 5))


def nim_case(heaps: Heaps) -> Case:
    """The question for these heaps."""
    size = 10 * len(heaps) + sum(heaps)
    return Case((heaps,), nim_move(heaps), f"nim_move({heaps})", size, leaves_a_sum_of_zero)


def leaves_a_sum_of_zero(case: Case, answer: Answer) -> Objection | None:
    """Nothing if it is one of the winning moves, or `None` where there is none."""
    [heaps] = case.arguments
    right, value = winning_moves(heaps), answer.value
    if not right or value is None:
        return gives(case, answer)
    if value in right and type(value) is tuple:
        return None
    many = "one of " if len(right) > 1 else ""
    expected, got = f"{many}{', '.join(map(str, right))}", repr(value)
    why = _why_not(heaps, value)
    return Objection(f"{case.shown} gave {got}, expected {expected}: {why}", None, expected, got)


def _why_not(heaps: Heaps, value: Any) -> str:
    """What is wrong with this move."""
    if not (type(value) is tuple and len(value) == 2 and all(type(each) is int for each in value)):
        return "a move is a tuple of two whole numbers, the heap's place and how many are taken"
    place, take = value
    if not 0 <= place < len(heaps):
        return f"there is no heap at place {place}; places count from 0"
    if not 1 <= take <= heaps[place]:
        return f"nobody can take {take} from a heap of {heaps[place]}"
    after = (*heaps[:place], heaps[place] - take, *heaps[place + 1 :])
    return f"it leaves {after} with a nim-sum of {reduce(xor, after, 0)}, and 0 is needed"


def groups_of(
    one: Iterable[Heaps], few: Iterable[Heaps], many: Iterable[Heaps], lost: Iterable[Heaps]
) -> tuple[Group, ...]:
    """One heap, one winning move among several heaps, several winning moves, and none."""
    return (
        Group("one heap is taken whole", tuple(map(nim_case, one)), weight=0.5),
        Group("several heaps and one winning move", tuple(map(nim_case, few)), weight=1.5),
        Group("several winning moves, any of them", tuple(map(nim_case, many))),
        Group("None where every move loses", tuple(map(nim_case, lost))),
    )


def _visible() -> tuple[Group, ...]:
    return groups_of(ONE, FEW, MANY, LOST)


def _probes() -> tuple[tuple[Any, ...], ...]:
    # Where there is one winning move only, right answers are all alike.
    return tuple((heaps,) for heaps in (*ONE, *FEW, *LOST))


NIM_MOVE = Exercise("nim_move", "07", _visible, _probes, nim_move)
