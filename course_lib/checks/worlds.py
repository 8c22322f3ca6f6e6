"""Small worlds: all that a function can be asked about, up to some size, in order of size.

A search that only compares values does on any tree what it does on the tree of that shape whose
numbers are the ranks 0, 1, 2..., or on one with a zero among them. So right on all small trees is a
proof, and the first that is wrong is as small as can be.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from types import FunctionType
from typing import Any

from course_lib.checks.cases import COURSE, call_in, evaluated, text_of
from course_lib.words import _

LEAVES, SIGNED = 4, 3
"""Trees have at most so many leaves; with a zero among their numbers, at most so many."""

Shape = tuple[Any, ...] | None
"""A tree with `None` for each leaf."""


@cache
def shapes(leaves: int) -> tuple[Shape, ...]:
    """All shapes with so many leaves; every node has two children or more."""
    if leaves == 1:
        return (None,)
    return tuple(
        (first, *rest)
        for some in range(1, leaves)
        for first in shapes(some)
        for rest in _rows(leaves - some)
    )


@cache
def _rows(leaves: int) -> tuple[tuple[Shape, ...], ...]:
    """One shape or several side by side, with so many leaves in all."""
    several = tuple(shape for shape in shapes(leaves) if shape is not None)
    return (*((shape,) for shape in shapes(leaves)), *several)


@cache
def orders(many: int) -> tuple[tuple[int, ...], ...]:
    """Every order of so many values, equal ones included, as ranks from 0."""
    every = product(range(many), repeat=many)
    return tuple(row for row in every if set(row) == set(range(len(set(row)))))


TIMES = ", all numbers times "
"""Stands between a world's name and a number: the same world, with numbers so many times as large.

What is larger or smaller stays so, and nobody has learned the answers.
"""


def _signed(many: int) -> Iterator[tuple[int, ...]]:
    """The same with a zero among them, above them or below."""
    yield from dict.fromkeys(tuple(rank - zero for rank in row) for zero, *row in orders(many + 1))


Members = Iterator[Mapping[str, Any]]


def _trees(times: int, leaves: Iterable[int] = range(1, LEAVES + 1)) -> Members:
    """Each tree as a game and the state at its root, where MAX moves and where MIN does."""
    for many in leaves:
        yield from _games(many, [*_signed(many)] if many <= SIGNED else orders(many), times)


def _games(leaves: int, rows: Iterable[Sequence[int]], times: int) -> Members:
    """The trees of all shapes with these numbers at their leaves, from left to right."""
    tree_of = COURSE["TextbookTree"]

    def filled(shape: Shape, numbers: Iterator[int]) -> Any:
        if shape is None:
            return times * next(numbers)
        return tuple(filled(each, numbers) for each in shape)

    for shape, row in product(shapes(leaves), rows):
        tree = filled(shape, iter(row))
        if leaves > 1:
            yield {"game": tree_of(tree), "state": ()}
        yield {"game": tree_of((tree,)), "state": (0,)}


def _choices(times: int) -> Members:
    """The trees at whose root there is something to choose."""
    return (each for each in _trees(times) if not each["game"].is_terminal(each["state"]))


def _decided(times: int, leaves: Iterable[int] = range(1, LEAVES + 1)) -> Members:
    """Each tree whose leaves are won or lost, 1 or -1: games without draws."""
    for many in leaves:
        yield from _games(many, [*product((1, -1), repeat=many)], times)


def _heaps(times: int) -> Members:
    """All rows of up to three heaps with up to four matches."""
    for many in range(4):
        for heaps in product(range(0, 5 * times, times), repeat=many):
            yield {"heaps": heaps}


def _pairs(times: int) -> Members:
    """All proof numbers of up to three children, for both players."""
    one, two = times, 2 * times
    numbers = (0, math.inf), (math.inf, 0), (one, one), (one, two), (two, one)
    for many in range(1, 4):
        for pairs in product(numbers, repeat=many):
            for chooses in (True, False):
                yield {"pairs": [*pairs], "chooses": chooses}


def _regrets(times: int) -> Members:
    """All lists of up to three regrets between -2 and 2."""
    for many in range(1, 4):
        for regrets in product(range(-2 * times, 3 * times, times), repeat=many):
            yield {"regrets": [*regrets]}


def _sizes(times: int) -> Members:
    """All small branchings and depths."""
    for branching, depth in product(range(times, 6 * times, times), range(7)):
        yield {"branching": branching, "depth": depth}


WORLDS: Mapping[str, Callable[[int], Members]] = {
    _("every tree with at most four leaves"): _trees,
    _("every tree with at most three leaves"): lambda times: _trees(times, range(1, SIGNED + 1)),
    _("every tree with two to four leaves"): _choices,
    _("every tree with at most four leaves of 1 and -1"): _decided,
    _("every row of up to three heaps with at most four matches"): _heaps,
    _("every list of up to three children"): _pairs,
    _("every list of up to three regrets from -2 to 2"): _regrets,
    _("every branching up to 5 and depth up to 6"): _sizes,
    _("every tree with five leaves"): lambda times: _trees(times, (LEAVES + 1,)),
    _("every tree with five leaves of 1 and -1"): lambda times: _decided(times, (LEAVES + 1,)),
}
"""The members of each world, by its name; the last two prove that four leaves are enough."""


@cache
def world(name: str) -> tuple[Mapping[str, Any], ...]:
    """All members of this world, the smallest first: what the names in a line stand for."""
    plain, _, times = name.partition(TIMES)
    return tuple(WORLDS[plain](int(times or 1)))


def line_about(line: str, member: Mapping[str, Any]) -> str:
    """The line with this member of its world in the place of names.

    >>> line_about("nim_sum(heaps)", {"heaps": (1, 2)})
    'nim_sum((1, 2))'
    """
    name, parts = call_in(line)
    texts = [_text(member[part.text]) if part.text in member else part.text for part in parts]
    return f"{name}({', '.join(texts)})"


def _text(value: Any) -> str:
    """A value as lessons write it, trees as lists inside of lists."""
    if hasattr(value, "tree"):
        return f"TextbookTree({_nested(value.tree)})"
    return text_of(value)


def _nested(node: Any) -> str:
    return f"[{', '.join(map(_nested, node))}]" if isinstance(node, tuple) else repr(node)


def arguments_about(
    line: str, members: Iterable[Mapping[str, Any]], functions: Mapping[str, Any]
) -> Iterator[list[Any]]:
    """The arguments of this line about each of these members, lists and dictionaries made anew."""
    parts = call_in(line).arguments
    same: dict[str, Any] = {}
    for member in members:
        arguments = []
        for part in parts:
            if part.text in member:
                value = member[part.text]
                arguments.append([*value] if isinstance(value, list) else value)
                continue
            value = same[part.text] if part.text in same else evaluated(part, functions)
            if isinstance(value, int | float | FunctionType):
                same[part.text] = value
            arguments.append(value)
        yield arguments
