"""The hostile bank: submissions that attack the grader, and what has to come of each of them.

Each file holds attacks of one kind, `ENTRIES`. An attack is made from the student edition of a
lesson and earns what its honest part earns: the rest gets nothing, and is told why.
"""

from __future__ import annotations

import importlib
from pathlib import Path

from autograder_tests.hostile.making import HONEST, Hostile, Link, Target

__all__ = ["CATEGORIES", "HONEST", "Hostile", "Link", "Target", "entries"]

CATEGORIES = (
    "score",
    "protocol",
    "files",
    "processes",
    "network",
    "resources",
    "notebook damage",
    "encodings",
    "links",
)
HERE = Path(__file__).resolve().parent


def entries(category: str | None = None) -> list[Hostile]:
    """All attacks, or those of one kind, in an order that is the same everywhere."""
    found: list[Hostile] = []
    for path in sorted(HERE.glob("[!_]*.py")):
        module = importlib.import_module(f"{__name__}.{path.stem}")
        found += getattr(module, "ENTRIES", ())
    return [entry for entry in found if category in {None, entry.category}]
