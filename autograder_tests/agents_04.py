"""Lesson 04 with exactly one bug each: the known mistakes, by exercise and name.

`puzzle_moves` has none: what is wrong with a typed move is read off it, and said by its check.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograder_tests.agents_04_boards import DROP, LINES, OUTCOME
from autograder_tests.agents_04_search import DEEPENING, NEAR, VALUES

AGENTS: dict[str, dict[str, Callable[..., Any]]] = {
    "drop_actions": DROP,
    "line_through": LINES,
    "outcome": OUTCOME,
    "evaluate_lines": VALUES,
    "near_stones": NEAR,
    "deepening": DEEPENING,
    "puzzle_moves": {},
}
