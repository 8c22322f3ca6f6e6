"""Lesson 06 with exactly one bug each: the known mistakes, by exercise and name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograder_tests.agents_06_cells import CHAINS, NEAR, TOUCHED
from autograder_tests.agents_06_moves import BLOCKS, PATHS
from autograder_tests.agents_06_wins import KINDS, RINGS

AGENTS: dict[str, dict[str, Callable[..., Any]]] = {
    "neighbours": NEAR,
    "chain_of": CHAINS,
    "corners_and_sides": TOUCHED,
    "has_ring": RINGS,
    "win_kinds": KINDS,
    "straight": PATHS,
    "defence": BLOCKS,
}
