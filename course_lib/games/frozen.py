"""Boards made of lists, dictionaries and sets as hashable values, and fresh copies back from them.

A list becomes a plain tuple, because boards are mostly lists of lists, and a set a `frozenset`.
What was a tuple or a `frozenset` before becomes a marked one, so that each comes back as it was.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

_MARKS = frozenset({str, int, float, bool, type(None)})
"""The types of what usually lies on a board's squares: looked at first, to save time."""


class KeptTuple(tuple[Any, ...]):
    """A tuple that was a tuple on the board, too."""

    __slots__ = ()


class KeptFrozenset(frozenset[Any]):
    """A frozenset that was a frozenset on the board, too."""

    __slots__ = ()


class FrozenDict(tuple[tuple[Any, Any], ...]):
    """A dictionary's keys and values, sorted by key: the order of writing makes no difference."""

    __slots__ = ()


def frozen(board: Any) -> Hashable:
    """This board as an immutable, hashable value; `thawed` gives a copy of the board back.

    >>> frozen([["X", None], {"turn": 1}])
    (('X', None), (('turn', 1),))
    """
    kind = type(board)
    if kind is list:
        if _MARKS.issuperset(map(type, board)):  # a row of squares, copied at once
            return tuple(board)
        return tuple([frozen(item) for item in board])
    if kind in _MARKS:
        mark: Hashable = board
        return mark
    if kind is tuple:
        return KeptTuple(frozen(item) for item in board)
    if kind is dict:
        pairs = {frozen(key): frozen(item) for key, item in board.items()}
        return FrozenDict((key, pairs[key]) for key in in_order(pairs))
    if kind is set:
        return frozenset(frozen(item) for item in board)
    if kind is frozenset:
        return KeptFrozenset(frozen(item) for item in board)
    if _is_namedtuple(board):
        return kind(*(frozen(item) for item in board))
    if _may_change(board):
        raise TypeError(
            f"the board holds {board!r}, a {kind.__name__}, which may change or can't be compared;"
            " build boards from lists, tuples, dictionaries, sets, named tuples, numbers and text"
        )
    found: Hashable = board
    return found


def thawed(value: Any) -> Any:
    """A fresh copy of the board that was frozen to this value, free to be changed.

    >>> thawed(frozen([["X", None], ("a", {1})]))
    [['X', None], ('a', {1})]
    """
    kind = type(value)
    if kind is tuple:
        if _MARKS.issuperset(map(type, value)):
            return list(value)
        return [thawed(item) for item in value]
    if kind in _MARKS:
        return value
    if kind is KeptTuple:
        return tuple(thawed(item) for item in value)
    if kind is FrozenDict:
        return {thawed(key): thawed(item) for key, item in value}
    if kind is frozenset:
        return {thawed(item) for item in value}
    if kind is KeptFrozenset:
        return frozenset(thawed(item) for item in value)
    if _is_namedtuple(value):
        return kind(*(thawed(item) for item in value))
    return value


def in_order(values: Iterable[Any]) -> list[Any]:
    """The values sorted; by type and text where they can't be compared with each other."""
    listed = list(values)
    try:
        return sorted(listed)
    except TypeError:
        return sorted(listed, key=lambda value: (type(value).__name__, repr(value)))


def _is_namedtuple(value: Any) -> bool:
    """Whether this is a named tuple: a tuple whose class lists its fields."""
    return isinstance(value, tuple) and hasattr(value, "_fields")


def _may_change(value: Any) -> bool:
    """Whether a value is unhashable, or an object with contents that is equal only to itself."""
    hashed_by: Any = type(value).__hash__
    if hashed_by is None:
        return True
    return hashed_by is object.__hash__ and bool(getattr(value, "__dict__", None))
