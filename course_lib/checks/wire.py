"""How arguments and values cross to a student's functions and back: only plain data does."""

from __future__ import annotations

import json
from functools import lru_cache
from random import Random
from typing import Any

from course_lib.checks.answer import Answer, Before, Dice, Fault, Position, Strange, Use
from course_lib.checks.secret import Secret
from course_lib.game import Game, State
from course_lib.plain import tagged, untagged
from course_lib.play.games_by_name import game_from_data, game_to_data

LONGEST_LINE = 1_000_000
"""A message of more letters is not read."""

_DEEPEST, _MOST_PARTS, _LONGEST_TEXT = 40, 20_000, 20_000


def packed(argument: Any) -> dict[str, Any]:
    """An argument as JSON data, without the numbers of a secret tree."""
    if isinstance(argument, Game):
        return {"game": game_to_data(argument)}
    if isinstance(argument, Position):
        if argument.made_up:
            return {"fields": tagged(tuple(argument.state)), "game": game_to_data(argument.game)}
        text = argument.game.render(argument.state)
        return {"state": text, "game": game_to_data(argument.game)}
    if isinstance(argument, Secret):
        return {"secret": argument.shape, "bound": argument.bound}
    if isinstance(argument, Dice):
        return {"seed": argument.seed}
    if isinstance(argument, Use):
        return {"use": argument.name}
    if isinstance(argument, Before):
        return {"step": argument.step, "argument": argument.argument}
    return {"plain": tagged(argument)}


def stored(argument: Any) -> dict[str, Any]:
    """An argument as JSON data for a file, a secret tree with its numbers."""
    if isinstance(argument, Secret):
        good = {} if argument.good is None else {"good": argument.good}
        return {"tree": argument.numbers, "bound": argument.bound, **good}
    return packed(argument)


def restored(content: dict[str, Any]) -> Any:
    """The argument that `stored` was given."""
    if "plain" in content:
        return plain_part(content)
    if "state" in content or "fields" in content:
        return Position(game_part(content), state_part(content), "fields" in content)
    if "game" in content:
        return game_part(content)
    if "tree" in content:
        return Secret(content["tree"], bound=content["bound"], good=content.get("good"))
    if "seed" in content:
        return Dice(content["seed"])
    if "use" in content:
        return Use(content["use"])
    return Before(content["step"], content["argument"])


def plain_part(content: dict[str, Any]) -> Any:
    """The plain value of a packed argument, made afresh."""
    return untagged(content["plain"])


def state_part(content: dict[str, Any]) -> State:
    """The state of a packed position."""
    game = game_part(content)
    if "fields" in content:
        return type(game.initial)(*untagged(content["fields"]))
    return game.parse(content["state"])


@lru_cache(maxsize=64)
def _game_of(text: str) -> Game:
    return game_from_data(json.loads(text))


def game_part(content: dict[str, Any]) -> Game:
    """The game of a packed argument; equal games are one and the same."""
    return _game_of(json.dumps(content["game"], sort_keys=True))


def dice_part(content: dict[str, Any]) -> Random:
    """A new source of randomness."""
    return Random(content["seed"])


def value_out(value: Any) -> Any:
    """What a function gave back as JSON data; what is no plain data is described in words."""
    try:
        data = tagged(value)
        _check_size(data)
        json.dumps(data, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return {"strange": [type(value).__name__[:80], _shown(value)]}
    return {"plain": data}


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
        return broken("the answer is no dictionary")
    error = data.get("error")
    visits = data.get("visits")
    same = data.get("same_as")
    return Answer(
        value=value_in(data.get("value")),
        afterwards=_values(data.get("afterwards")),
        visits=visits if type(visits) is int else None,
        printed=str(data.get("printed", ""))[:_LONGEST_TEXT],
        error=_fault(error) if isinstance(error, dict) else None,
        out_of_budget=data.get("out_of_budget") is True,
        out_of_time=data.get("out_of_time") is True,
        same_as=same if type(same) is int else None,
        digest=str(data.get("digest", ""))[:64],
        at_end=value_in(data.get("at_end", {"plain": None})),
        arguments_at_end=_values(data.get("arguments_at_end")),
        missing=data.get("missing") is True,
        found=str(data.get("found", ""))[:64],
        leaves=leaves,
    )


def broken(why: str) -> Answer:
    """The answer that stands for no answer."""
    return Answer(error=Fault("NoAnswer", why))


def _fault(error: dict[str, Any]) -> Fault:
    line = error.get("line")
    return Fault(
        str(error.get("type"))[:80],
        str(error.get("message"))[:500],
        line if type(line) is int else None,
        str(error.get("code", ""))[:200],
    )


def _values(data: Any) -> tuple[Any, ...]:
    return tuple(map(value_in, data[:50])) if isinstance(data, list) else ()


def _check_size(data: Any) -> None:
    """Refuse what is deeper or larger than any honest answer."""
    parts = 0
    waiting = [(data, 0)]
    while waiting:
        item, depth = waiting.pop()
        parts += 1
        if depth > _DEEPEST or parts > _MOST_PARTS:
            raise ValueError("the value is too deep or has too many parts")
        if isinstance(item, str) and len(item) > _LONGEST_TEXT:
            raise ValueError("the text is too long")
        if isinstance(item, int) and item.bit_length() > 1_000:
            raise ValueError("the number is too long")
        if isinstance(item, list | tuple):
            waiting += [(part, depth + 1) for part in item]
        elif isinstance(item, dict):
            waiting += [(part, depth + 1) for part in item.values()]


def _shown(value: Any) -> str:
    """A value in words, whatever its own `repr` does."""
    try:
        return f"a {type(value).__name__}: {value!r:.120}"
    except Exception:  # noqa: BLE001 - a student's class may raise anything when shown
        return f"a {type(value).__name__}"
