"""How arguments and values cross to a student's functions and back: only plain data does."""

from __future__ import annotations

import re
from ast import literal_eval
from collections import deque
from collections.abc import Callable, KeysView, Sequence, ValuesView
from contextlib import suppress
from decimal import Decimal
from functools import lru_cache
from numbers import Rational
from typing import Any

import course_lib.games
from course_lib.checks.answer import Answer, Dice, Fault, Nodes, Position, Strange, Use
from course_lib.checks.secret import Outside, Secret
from course_lib.game import Game
from course_lib.plain import tagged, untagged
from course_lib.play.games_by_name import game_from_data, game_to_data

LONGEST_LINE = 1_000_000
"""A message of more letters is not read."""

_DEEPEST, _MOST_PARTS, _LONGEST_TEXT, _SMALL = 40, 20_000, 20_000, 1_000_000


def packed(argument: Any) -> dict[str, Any]:
    """An argument as JSON data, without the numbers of a secret tree."""
    match argument:
        case Game():
            return {"game": _data_of(argument)}
        case Position(Outside() as game, state):
            return game.packed(state)
        case Position(game, state, made_up=True):
            return {"fields": tagged(tuple(state)), "game": _data_of(game)}
        case Position(game, state):
            return {"state": game.render(state), "game": _data_of(game)}
        case Outside():
            return argument.packed()
        case Dice(seed):
            return {"seed": seed}
        case Use(name):
            return {"use": name}

        case Nodes():
            return {"nodes": tagged(argument)}
    return {"plain": tagged(argument)}


def stored(argument: Any) -> dict[str, Any]:
    """An argument as JSON data for a file, a secret tree with its numbers."""
    if isinstance(argument, Secret):
        good = {} if argument.good is None else {"good": argument.good}
        return {"tree": argument.numbers, "bound": argument.bound, **good}
    return packed(argument)


def restored(content: dict[str, Any]) -> Any:
    """The argument that `packed` or `stored` was given, plain data made afresh."""
    match content:
        case {"plain": data}:
            return untagged(data)
        case {"nodes": data}:
            return Nodes(untagged(data))
        case {"fields": fields}:
            game = _game_of(content)
            return Position(game, type(game.initial)(*untagged(fields)), made_up=True)
        case {"state": text}:
            game = _game_of(content)
            return Position(game, game.parse(text))
        case {"game": _}:
            return _game_of(content)
        case {"tree": tree, "bound": bound}:
            return Secret(tree, bound=bound, good=content.get("good"))
        case {"seed": seed}:
            return Dice(seed)
    return Use(content["use"])


_data_of = lru_cache(maxsize=64)(game_to_data)


def _game_of(content: dict[str, Any]) -> Game:
    """The game of a packed argument; equal games are one and the same."""
    return _game_from(repr(content["game"]))


@lru_cache(maxsize=64)
def _game_from(text: str) -> Game:
    return game_from_data(literal_eval(text))


def value_out(value: Any) -> Any:
    """What a function gave back as JSON data; what is no plain data is described in words."""
    try:
        data = _tagged(value)
        _check_size(data)
    except (TypeError, ValueError, RecursionError):
        return {"strange": [type(value).__name__[:80], _shown(value)]}
    return {"plain": data}


def _tagged(value: Any) -> Any:
    """The value as tagged JSON data; numbers and containers of other libraries as Python's own."""
    try:
        return tagged(value)
    except TypeError:
        return tagged(_as_pythons(value))


def _as_pythons(value: Any) -> Any:
    """The value with `numpy.int64(3)` and `Fraction(3)` as 3, an array or a deque as a list."""
    if type(value).__module__ == "numpy" and hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, Rational | Decimal) and not isinstance(value, int):
        number = float(value)
        return int(number) if number.is_integer() else number
    if isinstance(value, dict):
        return {_as_pythons(key): _as_pythons(part) for key, part in value.items()}
    if isinstance(value, tuple | list | set | frozenset | deque | range | ValuesView):
        kind = next((kind for kind in (tuple, set, frozenset) if isinstance(value, kind)), list)
        return kind(map(_as_pythons, value))
    if value is ...:
        return "..."  # what a stub leaves to be filled in, beside entries that are
    return set(value) if isinstance(value, KeysView) else value


def value_in(data: Any) -> Any:
    """The value that `value_out` wrote; anything else becomes a `Strange`."""
    try:
        if "strange" in data:
            kind, shown = data["strange"]
            return Strange(str(kind)[:80], str(shown)[:200])
        _check_size(data["plain"])
        return untagged(data["plain"])
    except (TypeError, ValueError, KeyError, RecursionError) as error:
        return Strange("unreadable", f"something that can't be read ({type(error).__name__})")


def answer_in(data: Any, leaves: tuple[tuple[int, ...], ...] = ()) -> Answer:
    """The answer that came back as JSON data; each part is read with care."""
    if not isinstance(data, dict):
        return broken("the answer is not a dictionary")
    data = {"value": None, **data}
    given = {name: read(data[name]) for name, read in _PARTS.items() if name in data}
    return Answer(**given, leaves=leaves)


def pasteable(name: str, arguments: Sequence[Any]) -> str:
    """The call as one line that works in a fresh cell: with its imports, and no hidden numbers.

    >>> from course_lib.games import Count
    >>> pasteable("winner", (Count(4), Dice(3)))
    'from course_lib import Count; from random import Random; winner(Count(goal=4), Random(3))'
    """
    call = f"{name}({', '.join(map(_as_code, arguments))})"
    games = sorted({type(game).__name__ for game in map(_game_in, arguments) if game is not None})
    used = [each.name for each in arguments if isinstance(each, Use)]
    imports = [f"from course_lib import {', '.join(games)}"] if games else []
    imports += [
        f"from course_lib.games import {name}" for name in used if hasattr(course_lib.games, name)
    ]
    imports += ["from random import Random"] if any(isinstance(a, Dice) for a in arguments) else []
    imports += ["from math import inf"] if re.search(r"\binf\b", call) else []
    return "; ".join([*imports, call])


def _as_code(argument: Any) -> str:
    """The expression that makes this argument."""
    if isinstance(argument, Secret):
        return repr(argument.game)
    if isinstance(argument, Dice):
        return f"Random({argument.seed})"
    if isinstance(argument, Use):
        return argument.name
    if not isinstance(argument, Position):
        return repr(argument)
    game, state = argument.game, argument.state
    if type(state) is tuple:
        return repr(state)
    if state == game.initial:
        return f"{game!r}.initial"
    if argument.made_up:
        return f"type({game!r}.initial)(*{tuple(state)!r})"
    text = game.render(state)
    with suppress(ValueError):  # other texts need their lines
        short = "".join(text.split())
        text = short if game.parse(short) == state else text
    return f"{game!r}.parse({text!r})"


def _game_in(argument: Any) -> Game | None:
    """The game that this argument names."""
    if isinstance(argument, Secret):
        return argument.game
    if isinstance(argument, Position) and type(argument.state) is not tuple:
        return argument.game
    return argument if isinstance(argument, Game) else None


def broken(why: str) -> Answer:
    """The answer that stands for no answer."""
    return Answer(error=Fault("NoAnswer", why))


def _fault(error: Any) -> Fault | None:
    if not isinstance(error, dict):
        return None
    return Fault(
        str(error.get("type"))[:80],
        str(error.get("message"))[:500],
        _whole(error.get("line")),
        str(error.get("code", ""))[:200],
        error.get("final") is True,
    )


def _values(data: Any) -> tuple[Any, ...]:
    return tuple(map(value_in, data[:50])) if isinstance(data, list) else ()


def _whole(data: Any) -> int | None:
    return data if type(data) is int else None


_PARTS: dict[str, Callable[[Any], Any]] = {
    "value": value_in,
    "afterwards": _values,
    "at_end": value_in,
    "visits": _whole,
    "same_as": _whole,
    "error": _fault,
    "printed": lambda data: str(data)[:_LONGEST_TEXT],
    "signature": lambda data: str(data)[:200],
    "digest": lambda data: str(data)[:64],
    "found": lambda data: str(data)[:64],
    **dict.fromkeys(
        ("out_of_budget", "out_of_time", "shares_rows", "missing", "fell_off", "never_returns"),
        lambda data: data is True,
    ),
}
"""How each part of an answer is read."""


def _check_size(data: Any) -> None:
    """Refuse what is deeper or larger than any honest answer."""
    if data is None or (isinstance(data, int | float) and abs(data) < _SMALL):
        return  # nearly always
    parts, level = 0, [data]
    for _ in range(_DEEPEST + 1):
        parts += len(level)
        if parts > _MOST_PARTS:
            raise ValueError("the value has too many parts")
        deeper: list[Any] = []
        for item in level:
            if isinstance(item, list):
                deeper += item
            elif isinstance(item, dict):
                deeper += item.values()
            elif isinstance(item, str) and len(item) > _LONGEST_TEXT:
                raise ValueError("the text is too long")
            elif isinstance(item, int) and int.bit_length(item) > 1_000:
                raise ValueError("the number is too long")
        if not deeper:
            return
        level = deeper
    raise ValueError("the value is too deep")


def _shown(value: Any) -> str:
    """A value in words, whatever its own `repr` does."""
    try:
        return f"a {type(value).__name__}: {value!r:.120}"
    except Exception:  # noqa: BLE001 - a student's class may raise anything when shown
        return f"a {type(value).__name__}"
