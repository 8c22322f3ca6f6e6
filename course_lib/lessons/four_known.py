"""Connect Four positions whose exact scores are known, to measure players and searches by."""

from __future__ import annotations

import json
from pathlib import Path

PLACE = Path(__file__).with_suffix(".json")

KnownPosition = tuple[str, dict[str, int]]
"""The columns played so far, as digits from 1, and the score of each legal action by its name."""


def known_positions() -> list[KnownPosition]:
    """Positions of the usual Connect Four, each with the exact score of every legal action.

    They have from 8 to 30 stones, equally many with each number of them, and so both players are
    to move. In each of them nobody can finish a four with the next stone, and the choice matters:
    with the best action the game ends otherwise (won, drawn, lost) than with the worst.

    A score is for the player who takes the action: 22 minus the stones that the winner will have
    placed when he wins as soon as he can, negative for a loss, and 0 for a draw.

    >>> line, scores = known_positions()[0]
    >>> line
    '42132226'
    >>> scores
    {'a2': 1, 'b5': 1, 'c2': 0, 'd2': 5, 'e1': -1, 'f2': 2, 'g1': 1}
    """
    return [(line, scores) for line, scores in json.loads(PLACE.read_text(encoding="utf-8"))]
