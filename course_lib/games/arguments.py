"""What callers hand over: actions told from what only equals them, and whole numbers.

Python's `==` alone would take True for 1 and 1.0 for 1. A game refuses both; a match only has to
know what a player means, and does not mind.
"""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from typing import Any

from course_lib.game import Action, Word

_PLAIN = (str, Word, Integral)


def find_action(actions: Sequence[Action], answer: Any) -> Action | None:
    """The one of these actions that this is, or `None`; whole numbers of NumPy count as such.

    >>> find_action((1, 2), 2), find_action((1, 2), True), find_action((1, 2), 2.0)
    (2, None, None)
    """
    found = equal_action(actions, answer)
    return found if found is answer or is_plain(answer) else None


def equal_action(actions: Sequence[Action], answer: Any) -> Action | None:
    """The one of these actions that equals a player's answer, or `None`.

    >>> equal_action((1, 2), 2.0), equal_action((1, 2), "b2")
    (2, None)
    """
    try:
        return actions[actions.index(answer)]
    except Exception:  # noqa: BLE001 - the answer may be anything, and so may its ==
        return None


def is_plain(action: Any) -> bool:
    """Whether this is made of whole numbers, texts, words and tuples alone, as our actions are."""
    if type(action) is int:  # nearly always, and asked much faster than whether it is Integral
        return True
    if type(action) is tuple:
        return all(map(is_plain, action))
    return not isinstance(action, bool) and isinstance(action, _PLAIN)


def is_whole(number: Any, least: int, most: int) -> bool:
    """Whether this is a whole number from `least` to `most`."""
    # The first question alone answers nearly always, and the others take several times as long.
    if type(number) is not int and (isinstance(number, bool) or not isinstance(number, Integral)):
        return False
    return least <= int(number) <= most
