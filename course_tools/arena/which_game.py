"""Games by name."""

from __future__ import annotations

import ast
import inspect
import re
from typing import Any

from course_lib.game import Game
from course_lib.play.games_by_name import kinds_of_games, refuse_too_large

ABROAD = ("open_spiel", "openspiel", "open-spiel")
"""Before the colon: the game behind it is one of OpenSpiel's, with its options in brackets."""

_NEXT = re.compile(r",(?=\s*\w+\s*=)")
"""The commas between options; those inside a value are followed by something else."""

_NEEDED = {"rows": 5, "columns": 6, "length": 4, "tree": [[3, 12], [2, 4]]}
"""What to write, for example, where an option can't be left out."""


def game_called(text: str) -> Game:
    """The game that people call so, with its options.

    >>> game_called("connect-four:rows=5,columns=4"), game_called("havannah:size=3")
    (ConnectFour(rows=5, columns=4), Havannah(size=3))

    `open_spiel:othello` is a game of OpenSpiel's, where that is installed.
    """
    name, _, options = text.partition(":")
    if name.strip().lower() in ABROAD:
        from course_lib.bridges import from_openspiel  # noqa: PLC0415 - few people have OpenSpiel

        return from_openspiel(options.strip())
    plain, usual = name.strip().lower().replace("-", ""), ""
    if plain == "kuhn":
        plain = "kuhnpoker"
    elif plain == "connectthree":
        plain, usual = "connectfour", "rows=3,columns=4,length=3"
    spelled = {
        re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower(): kind
        for name, kind in kinds_of_games().items()
    }
    # Hyphens may be left out, as in tictactoe.
    spelling = next((known for known in spelled if known.replace("-", "") == plain), None)
    if spelling is None:
        known = f"here are: {', '.join(sorted(spelled))}"
        asked = f"there is no game called {name!r}; t" if name else "which game? T"
        raise ValueError(asked + known)
    kind = spelled[spelling]
    given = _options(usual, spelling, kind) if usual else {}
    given |= _options(options, spelling, kind)
    refuse_too_large(given)
    try:
        return kind(**given)
    except TypeError as error:
        raise ValueError(f"{spelling} can't be made with {options}: {error}") from None


def _options(text: str, name: str, kind: type[Game]) -> dict[str, Any]:
    """The options that this text gives the game; what can't be read is named, with an example."""
    known = inspect.signature(kind).parameters
    needed = [one for one in known if known[one].default is inspect.Parameter.empty]
    values = {one: _NEEDED[one] if one in needed else known[one].default for one in known}
    shown = [f"{one}={_written(value)}" for one, value in values.items() if value is not None]
    such_as = f"write for example {name}:{','.join(shown)}" if shown else "it has none"
    given: dict[str, Any] = {}
    for piece in _NEXT.split(text) if text.strip() else []:
        option, equals, value = (part.strip() for part in piece.partition("="))
        if not equals:
            raise ValueError(f"{piece!r} is not an option of {name}: {such_as}")
        if option not in known:
            raise ValueError(f"{name} has no option {option!r}: {such_as}")
        if option in given:
            raise ValueError(f"the option {option} of {name} is given twice; give it once")
        try:
            given[option] = _value(value)
        except (ValueError, SyntaxError):
            raise ValueError(
                f"{option}={value} can't be read as an option of {name}: {such_as}"
            ) from None
        if isinstance(known[option].default, bool) and not isinstance(given[option], bool):
            raise ValueError(f"{option} is {given[option]!r}; it must be true or false: {such_as}")
    if missing := [one for one in needed if one not in given]:
        raise ValueError(f"{name} needs {' and '.join(missing)}: {such_as}")
    return given


def _value(text: str) -> Any:
    """A number, a list, true or false as Python or as people write them; else a bare word."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        if re.fullmatch(r"[\w./ -]+", text):
            return text
        raise


def _written(value: Any) -> str:
    """A value as `_value` reads it, without blanks."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple) and all(isinstance(one, str) and len(one) == 1 for one in value):
        return "".join(value)  # the players' marks
    return value if isinstance(value, str) else repr(value).replace(" ", "")


def sized_game(name: str, size: int | None = None) -> Game:
    """The game that people call so, on a board of this size; without a size the name says it all.

    >>> sized_game("havannah", 3), sized_game("connect-four:rows=5")
    (Havannah(size=3), ConnectFour(rows=5))
    """
    if size is None:
        return game_called(name)
    return game_called(f"{name}{',' if ':' in name else ':'}size={size}")
