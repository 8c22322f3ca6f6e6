"""The options of a game as people write them in a terminal: `rows=5,columns=4`."""

from __future__ import annotations

import ast
import inspect
import re
from typing import Any

from course_lib.game import Game

_NEXT = re.compile(r",(?=\s*\w+\s*=)")
"""The commas between options; those inside a value are followed by something else."""

_WORD = re.compile(r"[\w./ -]+")

_NEEDED = {"rows": 5, "columns": 6, "length": 4, "tree": [[3, 12], [2, 4]]}
"""What to write, for example, where an option can't be left out."""


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
