"""Games by name: as people write them in a terminal, and as plain data in files."""

from __future__ import annotations

import ast
import re
from typing import Any

import course_lib.games
from course_lib.game import Game
from course_lib.plain import tagged, untagged


def game_called(text: str) -> Game:
    """The game that people call so, with its options.

    >>> game_called("connect-four:rows=5,columns=4")
    ConnectFour(rows=5, columns=4)
    """
    name, _, options = text.partition(":")
    asked = name.strip().lower().replace("-", "")
    spelled = {
        re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower(): kind for name, kind in _games().items()
    }
    # Hyphens may be left out, as in tictactoe.
    kind = next((kind for known, kind in spelled.items() if known.replace("-", "") == asked), None)
    if kind is None:
        known = ", ".join(sorted(spelled))
        raise ValueError(f"there is no game called {name!r}; there are: {known}")
    try:
        call = ast.parse(f"_({options})", mode="eval").body
        if not isinstance(call, ast.Call) or call.args:
            raise ValueError  # noqa: TRY301 - what is wrong is said below, for all the ways
        given = {str(one.arg): ast.literal_eval(one.value) for one in call.keywords}
    except (ValueError, SyntaxError):
        raise ValueError(f"{options!r} should be options such as rows=5,columns=4") from None
    try:
        return kind(**given)
    except TypeError as error:
        told = str(error).replace("__init__() ", "").partition(".")[2]
        raise ValueError(f"{name} with {options or 'no options'}: it {told}") from None


def game_to_data(game: Game) -> dict[str, Any]:
    """What JSON needs to make this game again; a game that has no name there is a `ValueError`.

    >>> from course_lib.games import Count
    >>> game_to_data(Count(goal=6, most=3))
    {'class': 'Count', 'options': {'goal': 6, 'most': 3}}
    """
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
    try:
        return made_by(**{option: untagged(value) for option, value in options.items()})
    except (TypeError, ValueError) as error:
        raise ValueError(f"no {name} can be made with the options {options}: {error}") from error


def _games() -> dict[str, type[Game]]:
    """The classes of games that course_lib.games exports, by name."""
    exported = {name: getattr(course_lib.games, name) for name in course_lib.games.__all__}
    return {
        name: value
        for name, value in exported.items()
        if isinstance(value, type) and issubclass(value, Game) and value is not Game
    }
