"""What a search gave back, read as a value and an action, and as plain data."""

from __future__ import annotations

import math
import numbers
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from course_lib.game import Action
from course_lib.plain import tagged
from course_lib.watch.trace import Window


class Reading(NamedTuple):
    """The value and the action in what a function returned; `None` where there is none."""

    value: float | None
    action: Action | None


def is_number(thing: Any) -> bool:
    """Whether this can be a value: any real number that is one, `True` and `False` included."""
    return isinstance(thing, numbers.Real) and not math.isnan(thing)


def has_value(returned: Any) -> bool:
    """Whether this holds a number by itself or in a pair."""
    return is_number(returned) or (_is_pair(returned) and any(map(is_number, returned[:2])))


def value_comes_first(returns: Iterable[tuple[Any, Collection[Action]]]) -> bool:
    """Whether a function returns `(value, action)` and not `(action, value)`.

    Each of `returns` is what one call gave back with the actions of its state. A single pair of
    numbers such as `(1, 2)` may leave it open; all the pairs of one function seldom do.
    """
    value_first = action_first = True
    for returned, actions in returns:
        if _is_pair(returned) and returned not in actions:
            first, second = returned[:2]
            value_first &= is_number(first) and _may_be_action(second, actions)
            action_first &= is_number(second) and _may_be_action(first, actions)
    return value_first or not action_first


def read(returned: Any, actions: Collection[Action], *, value_first: bool = True) -> Reading:
    """The value and the action in what a call gave back for a state with these actions."""
    if is_number(returned):
        return Reading(as_number(returned), None)
    if _is_in(returned, actions):
        return Reading(None, returned)
    if _is_pair(returned):
        value, action = returned[:2] if value_first else returned[1::-1]
        if is_number(value):
            return Reading(as_number(value), action)
    return Reading(None, None)


def as_number(number: Any) -> float:
    """The same number as a plain `bool`, `int` or `float`."""
    if isinstance(number, bool):
        return number
    return int(number) if isinstance(number, numbers.Integral) else float(number)


def as_plain(thing: Any) -> Any:
    """The same thing as plain data, or its `repr` where it is made of anything else."""
    try:
        tagged(thing)
    except (TypeError, RecursionError):
        return repr(thing)
    return thing


def cut_reason(value: float | None, window: Window | None) -> str:
    """Why the search of a state stopped before all its actions had been tried."""
    alpha, beta = window or (None, None)
    if value is not None and beta is not None and value >= beta:
        return f"v = {value:g} >= beta = {beta:g}"
    if value is not None and alpha is not None and value <= alpha:
        return f"v = {value:g} <= alpha = {alpha:g}"
    return "never looked at"


def _is_pair(thing: Any) -> bool:
    return isinstance(thing, tuple | list) and len(thing) >= 2


def _is_in(thing: Any, actions: Collection[Action]) -> bool:
    """Whether this is one of the actions, for things that cannot be compared or hashed too."""
    return any(type(action) is type(thing) and action == thing for action in actions)


def _may_be_action(thing: Any, actions: Collection[Action]) -> bool:
    return thing is None or not actions or _is_in(thing, actions)
