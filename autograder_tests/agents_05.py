"""Lesson 05 with exactly one bug each: the known mistakes, by exercise and name.

`expand` and `mcts` have none here: they draw by lot, so their checks name a mistake by what it
leaves behind in the tree.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograder_tests.agents_05_playout import PLAYOUT
from autograder_tests.agents_05_settled import SETTLED
from autograder_tests.agents_05_tree import BACKUP, SELECT, UCB1

AGENTS: dict[str, dict[str, Callable[..., Any]]] = {
    "random_playout": PLAYOUT,
    "ucb1": UCB1,
    "select": SELECT,
    "expand": {},
    "backup": BACKUP,
    "mcts": {},
    "settled": SETTLED,
}
