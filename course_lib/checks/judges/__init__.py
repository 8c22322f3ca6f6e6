"""What answers are judged by: each judge is known by the name of its function.

A judge has nothing to object to a right answer; what it has to know beside the case stands in the
case's `parameters`, worked out when the case was made.
"""

from collections.abc import Callable
from typing import Any

from course_lib.checks.judges import chance, players, searches, trees, typed, values

PIECES: dict[str, Callable[[Any], list[Any]]] = {
    "in_order": searches.in_order,
    "value_and_leaves": typed.value_and_leaves,
    "way": trees.way_in_pieces,
    "whole": searches.whole,
}
"""What takes a typed answer apart into pieces, by the name in an exercise's options."""

__all__ = ["PIECES", "chance", "players", "searches", "trees", "typed", "values"]
