"""Games by name: as people write them in a terminal, and as plain data in files."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Mapping
from typing import Any

import course_lib.games
from course_lib.game import Game
from course_lib.games.compact import CompactGame, compact
from course_lib.plain import tagged, untagged

ALIASES = {"connect-three": ("connect-four", "rows=3,columns=4,length=3")}
"""What people call a game, and what it is here: a name, and options that others may follow."""

_NEXT = re.compile(r",(?=\s*\w+\s*=)")
"""The commas between options; those inside a value are followed by something else."""

_WORD = re.compile(r"[\w./ -]+")

LONGEST_SIDE, LARGEST = 50, 1_000
"""The longest side of a board, and the greatest other number, that a game by name may have."""

_SIDES = ("rows", "columns", "size")

_NEEDED = {"rows": 5, "columns": 6, "length": 4, "tree": [[3, 12], [2, 4]]}
"""What to write, for example, where an option can't be left out."""


def game_called(text: str) -> Game:
    """The game that people call so, with its options.

    >>> game_called("connect-four:rows=5,columns=4"), game_called("havannah-3")
    (ConnectFour(rows=5, columns=4), Havannah(size=3))
    """
    name, usual, options = _spelled_out(text)
    plain = name.strip().lower().replace("-", "")
    spelled = {
        re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower(): kind for name, kind in _games().items()
    }
    # Hyphens may be left out, as in tictactoe.
    kind = next((kind for known, kind in spelled.items() if known.replace("-", "") == plain), None)
    if kind is None:
        known = ", ".join(sorted(spelled))
        raise ValueError(f"there is no game called {name!r}; there are: {known}")
    spelling = next(known for known in spelled if spelled[known] is kind)
    given = options_given(options, spelling, kind)
    if usual:
        given = options_given(usual, spelling, kind) | given
    refuse_too_large(given)
    try:
        return kind(**given)
    except TypeError as error:
        raise ValueError(f"{spelling} can't be made with {options}: {error}") from None


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
        given = {option: untagged(value) for option, value in options.items()}
        refuse_too_large(given)
        game = made_by(**given)
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


# --- options, as in rows=5,columns=4 ---------------------------------------------------------


def options_given(text: str, name: str, kind: type[Game]) -> dict[str, Any]:
    """The options that this text gives the game; what can't be read is named, with an example.

    >>> from course_lib.games import Nim
    >>> options_given("heaps=1,2,misere=true", "nim", Nim)
    {'heaps': (1, 2), 'misere': True}
    """
    known = inspect.signature(kind).parameters
    given: dict[str, Any] = {}
    for piece in _NEXT.split(text) if text.strip() else []:
        option, equals, value = (part.strip() for part in piece.partition("="))
        if not equals:
            raise ValueError(f"{piece!r} is no option of {name}: {_such_as(name, kind)}")
        if option not in known:
            raise ValueError(f"{name} has no option {option!r}: {_such_as(name, kind)}")
        if option in given:
            raise ValueError(f"the option {option} of {name} is given twice; give it once")
        try:
            given[option] = _value(value)
        except (ValueError, SyntaxError):
            raise ValueError(
                f"{option}={value} can't be read as an option of {name}: {_such_as(name, kind)}"
            ) from None
    missing = [one for one in known if known[one].default is inspect.Parameter.empty]
    if missing := [one for one in missing if one not in given]:
        raise ValueError(f"{name} needs {' and '.join(missing)}: {_such_as(name, kind)}")
    return given


def _value(text: str) -> Any:
    """A number, a list, true or false as Python or as people write them; else a bare word."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        if _WORD.fullmatch(text):
            return text
        raise


def _such_as(name: str, kind: type[Game]) -> str:
    """What may be written for this game, by an example."""
    values = {
        option: _NEEDED[option] if known.default is inspect.Parameter.empty else known.default
        for option, known in inspect.signature(kind).parameters.items()
    }
    shown = [f"{option}={_written(value)}" for option, value in values.items() if value is not None]
    return f"write for example {name}:{','.join(shown)}" if shown else "it has none"


def _written(value: Any) -> str:
    """A value as `_value` reads it, without blanks."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple) and all(isinstance(part, str) for part in value):
        return "".join(value)  # the players' marks
    return value if isinstance(value, str) else repr(value).replace(" ", "")
