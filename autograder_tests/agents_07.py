"""Lesson 07 with exactly one bug each: the known mistakes, by exercise and name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograder_tests.agents_07_keys import IMAGES, KEYS, NIM
from autograder_tests.agents_07_search import BOUNDS, LAYERS, PROOFS

AGENTS: dict[str, dict[str, Callable[..., Any]]] = {
    "nim_move": NIM,
    "bounded_alphabeta": BOUNDS,
    "least_image": IMAGES,
    "next_key": KEYS,
    "proven_winner": PROOFS,
    "solve_layer": LAYERS,
}
