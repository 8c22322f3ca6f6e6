"""Games by name: as people write them in a terminal, and as plain data in files."""

from __future__ import annotations

import re
from typing import Any

import course_lib.games
from course_lib.game import Game
from course_lib.games.compact import CompactGame, compact
from course_lib.plain import tagged, untagged
from course_lib.play.game_options import options_given

ALIASES = {"connect-three": ("connect-four", "rows=3,columns=4,length=3")}
"""What people call a game, and what it is here: a name, and options that others may follow."""


def game_called(text: str) -> Game:
    """The game that people call so, with its options.

    >>> game_called("connect-four:rows=5,columns=4"), game_called("havannah-3")
    (ConnectFour(rows=5, columns=4), Havannah(size=3))
    """
    name, usual, options = _spelled_out(text)
    asked = name.strip().lower().replace("-", "")
    spelled = {
        re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower(): kind for name, kind in _games().items()
    }
    # Hyphens may be left out, as in tictactoe.
    kind = next((kind for known, kind in spelled.items() if known.replace("-", "") == asked), None)
    if kind is None:
        known = ", ".join(sorted(spelled))
        raise ValueError(f"there is no game called {name!r}; there are: {known}")
    spelling = next(known for known in spelled if spelled[known] is kind)
    given = options_given(options, spelling, kind)
    if usual:
        given = options_given(usual, spelling, kind) | given
    try:
        return kind(**given)
    except TypeError as error:
        raise ValueError(f"{spelling} can't be made with {options}: {error}") from None


def game_to_data(game: Game) -> dict[str, Any]:
    """What JSON needs to make this game again; a game that has no name there is a `ValueError`.

    >>> from course_lib.games import Count
    >>> game_to_data(Count(goal=6, most=3))
    {'class': 'Count', 'options': {'goal': 6, 'most': 3}}
    """
    if isinstance(game, CompactGame):
        return {**game_to_data(game.game), "compact": True}
    name = type(game).__name__
    if _games().get(name) is not type(game):
        raise ValueError(
            f"a {name} can't be written to a file: only the games of course_lib.games can, which"
            f" are made again from their name and options: {', '.join(sorted(_games()))}"
        )
    options = {}
    for option, value in game.options.items():
        try:
            options[option] = tagged(value)
        except TypeError as error:
            raise ValueError(f"{game!r} can't be written to a file: in {option}, {error}") from None
    return {"class": name, "options": options}


def game_from_data(data: Any) -> Game:
    """The game that `game_to_data` wrote down."""
    if not isinstance(data, dict) or not isinstance(data.get("options"), dict):
        raise ValueError(
            f"a game is written as a dictionary with its class and options, this is {data!r}"
        )
    name, options = data.get("class"), data["options"]
    made_by = _games().get(name) if isinstance(name, str) else None
    if made_by is None:
        raise ValueError(
            f"there is no game class {name!r} in course_lib.games; there are:"
            f" {', '.join(sorted(_games()))}"
        )
    small = data.get("compact", False)
    if not isinstance(small, bool):
        raise ValueError(f"a game is written with compact true, false or left out, not {small!r}")
    try:
        game = made_by(**{option: untagged(value) for option, value in options.items()})
        return compact(game) if small else game
    except (TypeError, ValueError) as error:
        raise ValueError(f"no {name} can be made with the options {options}: {error}") from error


def _spelled_out(text: str) -> tuple[str, str, str]:
    """The game's name, the options that its nickname stands for, and those that were given."""
    name, _, options = text.partition(":")
    plain = name.strip().lower()
    if found := re.fullmatch(r"(havannah)-?(\d+)", plain):
        return found[1], f"size={found[2]}", options
    usual = next(
        (ALIASES[one] for one in ALIASES if one.replace("-", "") == plain.replace("-", "")), None
    )
    return (*usual, options) if usual else (name, "", options)


def _games() -> dict[str, type[Game]]:
    """The classes of games that course_lib.games exports, by name."""
    exported = {name: getattr(course_lib.games, name) for name in course_lib.games.__all__}
    return {
        name: value
        for name, value in exported.items()
        if isinstance(value, type) and issubclass(value, Game) and value is not Game
    }
