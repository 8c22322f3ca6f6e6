"""Games as plain data in files: `game_to_data`, `game_from_data`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import course_lib.games
from course_lib.game import Game
from course_lib.games.compact import CompactGame, compact
from course_lib.plain import tagged, untagged

LONGEST_SIDE, LARGEST = 50, 1_000
"""The longest side of a board, and the greatest other number, that a game by name may have."""

_SIDES = ("rows", "columns", "size")


@cache
def kinds_of_games() -> dict[str, type[Game]]:
    """The classes of games that course_lib.games exports, by name."""
    exported = {name: getattr(course_lib.games, name) for name in course_lib.games.__all__}
    return {
        name: value
        for name, value in exported.items()
        if isinstance(value, type) and issubclass(value, Game)
    }


def refuse_too_large(options: Mapping[str, Any]) -> None:
    """Refuse options of a game that would take a computer's whole memory."""
    for option, value in options.items():
        most = LONGEST_SIDE if option in _SIDES else LARGEST
        text = repr(value)
        numbers = [] if option == "tree" else map(int, re.findall(r"\d{1,18}", text))
        if any(number > most for number in numbers):
            raise ValueError(f"{option}={text:.40} is too large; {most:,} is the greatest number")
        if len(text) > 100 * LARGEST:
            raise ValueError(f"{option} is too long: {len(text):,} signs")


def game_to_data(game: Game) -> dict[str, Any]:
    """What JSON needs to make this game again; a game that has no name there is a `ValueError`.

    >>> from course_lib.games import Count
    >>> game_to_data(Count(goal=6, most=3))
    {'class': 'Count', 'options': {'goal': 6, 'most': 3}}
    """
    if isinstance(game, CompactGame):
        return {**game_to_data(game.game), "compact": True}
    name, known = type(game).__name__, kinds_of_games()
    if known.get(name) is not type(game):
        raise ValueError(
            f"a {name} can't be written to a file: only the games of course_lib.games can, which"
            f" are made again from their name and options: {', '.join(sorted(known))}"
        )
    try:
        options = {option: tagged(value) for option, value in game.options.items()}
    except TypeError as error:
        raise ValueError(f"{game!r} can't be written to a file: {error}") from None
    return {"class": name, "options": options}


def game_from_data(data: Any) -> Game:
    """The game that `game_to_data` wrote down."""
    if not isinstance(data, dict) or not isinstance(data.get("options"), dict):
        raise ValueError(
            f"a game is written as a dictionary with its class and options, this is {data!r}"
        )
    name, options = data.get("class"), data["options"]
    known = kinds_of_games()
    if not isinstance(name, str) or name not in known:
        raise ValueError(
            f"there is no game class {name!r} in course_lib.games; there are:"
            f" {', '.join(sorted(known))}"
        )
    try:
        given = {option: untagged(value) for option, value in options.items()}
        refuse_too_large(given)
        game = known[name](**given)
        return compact(game) if data.get("compact") else game
    except (TypeError, ValueError) as error:
        raise ValueError(f"no {name} can be made with the options {options}: {error}") from error
