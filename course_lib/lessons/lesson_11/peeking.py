"""What lesson 11 begins with: somebody who looks at the usual range after every toss of a coin."""

from __future__ import annotations

from random import Random

from course_lib.play.tournament import wilson
from course_lib.views.figure import GREY, Curve, Panel, Plot, curves

FIRST_LOOK = 5
"""Before so many tosses even an optimist doesn't look."""


def peeks(rng: Random, most: int) -> int | None:
    """After how many tosses of a fair coin the range of lesson 8 leaves out a half, if ever."""
    heads = 0
    for number in range(1, most + 1):
        heads += rng.randint(0, 1)
        low, high = wilson(heads / number, number)
        if number >= FIRST_LOOK and not low <= 1 / 2 <= high:
            return number
    return None


def plot_peeking(seed: int, tosses: int) -> Plot:
    """The share of heads after each toss, with the range around it."""
    rng, heads = Random(seed), 0
    shares, lows, highs = [], [], []
    for number in range(1, tosses + 1):
        heads += rng.randint(0, 1)
        if number >= FIRST_LOOK:
            low, high = wilson(heads / number, number)
            shares.append((number, heads / number))
            lows.append((number, low))
            highs.append((number, high))
    panel = Panel(
        [
            Curve("heads", shares, marks=False),
            Curve("lowest", lows, marks=False),
            Curve("highest", highs, marks=False),
            Curve("a half", [(FIRST_LOOK, 0.5), (tosses, 0.5)], marks=False, look=GREY),
        ],
        "tosses",
        "share of heads",
        y_ends=(0, 1),
        height=210,
    )
    return curves(
        panel, caption=f"A fair coin, tossed {tosses} times: one look at it after each toss."
    )
