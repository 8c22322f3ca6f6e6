"""The visible cases of `nim_sum(heaps)`: heaps written in twos, and added without carrying."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from course_lib.checks.cases import Case, Exercise, Group

FEW = ((), (0,), (1,), (5,), (12,))
TWO = ((1, 1), (1, 2), (3, 5), (4, 4), (6, 3), (0, 7), (10, 6))
MORE = ((1, 2, 3), (3, 4, 5), (2, 2, 2), (1, 4, 5), (7, 0, 9), (1, 1, 1, 1), (5, 3, 6, 2))


def nim_sum(heaps: Sequence[int]) -> int:
    """The heaps' exclusive or: each bit is set if an odd number of heaps has it."""
    found = 0
    for bit in range(max(heaps, default=0).bit_length()):
        holders = [heap for heap in heaps if heap & (1 << bit)]
        found += (len(holders) % 2) << bit
    return found


def groups_of(
    few: Iterable[tuple[int, ...]],
    two: Iterable[tuple[int, ...]],
    more: Iterable[tuple[int, ...]],
) -> tuple[Group, ...]:
    """By the number of heaps."""
    return (
        Group("no heap, or one", _cases(few)),
        Group("two heaps", _cases(two)),
        Group("three heaps and more", _cases(more), weight=2),
    )


def _visible() -> tuple[Group, ...]:
    return groups_of(FEW, TWO, MORE)


def _probes() -> tuple[tuple[Any, ...], ...]:
    return tuple((heaps,) for heaps in (*FEW[2:], *TWO, *MORE))


def _cases(heaps: Iterable[tuple[int, ...]]) -> tuple[Case, ...]:
    return tuple(
        Case((each,), nim_sum(each), f"nim_sum({each})", 10 * len(each) + sum(each))
        for each in heaps
    )


NIM_SUM = Exercise("nim_sum", "02", _visible, _probes, nim_sum)
