"""The hostile bank: submissions that attack the grader, and what has to come of each of them.

Those that run code stand in `KIND_attacks.py`, as they are; the others change the notebook or what
is handed in (`ENTRIES`). An attack is made from the student edition of a
lesson and earns what its honest part earns: the rest gets nothing, and is told why.
"""

from __future__ import annotations

import re
from pathlib import Path

from autograder_tests.hostile import damage, encodings, links
from autograder_tests.hostile.making import HONEST, Hostile, Link, Target, attacks_in, second_in

__all__ = [
    "CATEGORIES",
    "HONEST",
    "Hostile",
    "Link",
    "Target",
    "entries",
    "past_the_counter",
    "second",
]

CATEGORIES = (
    "score",
    "protocol",
    "files",
    "processes",
    "network",
    "resources",
    "webassembly",
    "damage",
    "encodings",
    "links",
)
HERE = Path(__file__).resolve().parent


def entries(category: str | None = None) -> list[Hostile]:
    """All attacks, or those of one kind, in an order that is the same everywhere."""
    found = [one for path in sorted(HERE.glob("*_attacks.py")) for one in attacks_in(path)]
    found += [*damage.ENTRIES, *encodings.ENTRIES, *links.ENTRIES]
    return [entry for entry in found if category in {None, entry.category}]


def second() -> list[Hostile]:
    """The second bank, written without reading the first: small attacks that earn nothing."""
    return list(second_in(HERE / "second.txt"))


_BEGIN = """
from course_lib import ConnectFour, alphabeta_search, game_from_functions
from course_lib.game import Game
from course_lib.games import KInARow, compact
"""
_END = """
def my_player(game, state, budget):
    return alphabeta_search(*free(game, state), depth=6)[1]
"""


def past_the_counter() -> dict[str, str]:
    """By name, players of lesson 08 that look for a game in which nobody counts."""
    text = (HERE / "counting.txt").read_text("utf-8")
    _, *parts = re.split(r"^# %% (\w+): .*\n", text, flags=re.MULTILINE)
    codes = zip(parts[::2], parts[1::2], strict=True)
    return {name: f"{_BEGIN}{code}{_END}" for name, code in codes}
