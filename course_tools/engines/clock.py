"""What a search may spend: a clock beside it, and the budgets that make sense."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from numbers import Real
from threading import Timer

from course_lib.search.questions import check_count


@contextmanager
def called_after(seconds: float | None, call: Callable[[], None]) -> Iterator[None]:
    """Run the lines below; `call` is called from another thread if they take so many seconds."""
    if seconds is None:
        yield
        return
    timer = Timer(seconds, call)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def check_seconds(seconds: float | None, asker: str) -> None:
    """Refuse seconds that no clock can count; `None` is no clock."""
    if seconds is None:
        return
    if not isinstance(seconds, Real) or isinstance(seconds, bool) or not 0 < seconds < math.inf:
        raise ValueError(
            f"{asker} was given seconds={seconds!r}; seconds is a number above 0, such as 1.5"
        )


def check_budget(simulations: int | None, seconds: float | None, asker: str) -> None:
    """Refuse a search without a budget, and seconds that are none."""
    check_seconds(seconds, asker)
    if seconds is None or simulations is not None:
        check_count(simulations, "simulations", asker)
