"""Measures ways to do the same work side by side, so that a noisy machine is fair to all."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

Contestants = dict[str, Callable[[], int]]


class Race(NamedTuple):
    """Some work, the unit it is measured in, and who does it."""

    title: str
    unit: str
    contestants: Contestants


class Rate(NamedTuple):
    """How much one contestant did in a CPU second, and the same as a multiple of the peer's."""

    name: str
    each_second: float
    ratios: tuple[float, ...]


def race(contestants: Mapping[str, Callable[[], int]], rounds: int) -> list[Rate]:
    """The median rate of each contestant, and its ratio to the first of them, round by round.

    A contestant is a function that does some work and returns how much (positions, games...).
    Each round runs every one of them once, so that what slows the machine slows all.
    """
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, work in contestants.items():
            gc.collect()
            start = time.process_time()
            done = work()
            rates[name].append(done / (time.process_time() - start))
    first = next(iter(rates.values()))
    return [
        Rate(
            name,
            statistics.median(measured),
            tuple(sorted(rate / peer for rate, peer in zip(measured, first, strict=True))),
        )
        for name, measured in rates.items()
    ]


def table(title: str, unit: str, rates: list[Rate]) -> str:
    """The rates as lines of text: median, and the lowest and highest ratio to the first."""
    width = max(len(rate.name) for rate in rates)
    lines = [f"{title} ({unit} in a CPU second)"]
    for rate in rates:
        low, middle, high = rate.ratios[0], statistics.median(rate.ratios), rate.ratios[-1]
        lines.append(
            f"  {rate.name:<{width}}  {rate.each_second:>14,.0f}"
            f"   x {middle:.2f}  ({low:.2f} to {high:.2f})"
        )
    return "\n".join(lines)
