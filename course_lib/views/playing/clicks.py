"""Which squares are clicked for which action: found by names, so that a new game needs nothing."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from html import unescape

from course_lib.game import Action, Game
from course_lib.games.compact import CompactGame

Way = tuple[str, ...]
"""The squares to click one after the other."""

_SQUARE = re.compile(r'data-square="([^"]*)"')


def squares_in(svg: str) -> frozenset[str]:
    """The names of the squares that this picture of a board can be asked for."""
    return frozenset(map(unescape, _SQUARE.findall(svg)))


def ways_to_act(game: Game, legal: Iterable[Action], squares: Collection[str]) -> dict[Way, Action]:
    """The squares to click for each of these legal actions that can be clicked.

    An action that is called like a square is that square (`b2`); one whose name joins squares with
    a dash is one click after the other (`a5-b5`). The others are left to buttons: see `buttons`.
    """
    ways: dict[Way, Action] = {}
    for action in legal:
        way = tuple(game.action_name(action).lower().split("-"))
        if all(square in squares for square in way):
            ways[way] = action
    return ways


def same_column(game: Game, ways: Mapping[Way, Action], squares: Collection[str]) -> dict[str, str]:
    """For a game with gravity: for each square the one in its column where a stone would land."""
    while isinstance(game, CompactGame):
        game = game.game
    if not getattr(game, "gravity", False):
        return {}
    lands = {_column(way[0]): way[0] for way in ways}
    return {square: lands[_column(square)] for square in squares if _column(square) in lands}


def buttons(legal: Iterable[Action], ways: Mapping[Way, Action]) -> tuple[Action, ...]:
    """The legal actions that no square stands for, such as PASS."""
    clicked = set(ways.values())
    return tuple(action for action in legal if action not in clicked)


def _column(square: str) -> str:
    """The letters of a square's name."""
    return square.rstrip("0123456789")
