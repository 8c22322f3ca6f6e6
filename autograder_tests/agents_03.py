"""Lesson 03 with exactly one bug each: the known mistakes, by exercise and name.

`lying_state` has none: what is wrong with a typed position is read off it, and said by its check.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograder_tests.agents_03_alphabeta import ALPHABETA, LIMITED
from autograder_tests.agents_03_best import BEST, LEAVES
from autograder_tests.agents_03_by_hand import AGENTS as BY_HAND

AGENTS: dict[str, dict[str, Callable[..., Any]]] = {
    "by_hand": BY_HAND,
    "alphabeta": ALPHABETA,
    "least_leaves": LEAVES,
    "limited_alphabeta": LIMITED,
    "best_actions": BEST,
    "lying_state": {},
}
