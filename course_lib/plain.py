"""Plain data as JSON text and back, with tuples, lists, sets and dictionaries kept apart."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import Any

from course_lib.game import PASS, RESIGN, Word

LARGEST_FILE = 50_000_000
"""No file of ours has more bytes; one that somebody sent, or that has no end, might."""

_NUMBERS = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}


def to_json(value: Any) -> str:
    """This plain value as one line of JSON, to be read back by `from_json`.

    >>> to_json({"at": (1, 2), "seen": [None]})
    '{"dict":[["at",{"tuple":[1,2]}],["seen",[null]]]}'
    """
    return json.dumps(tagged(value), separators=(",", ":"), allow_nan=False)


def from_json(text: str) -> Any:
    """The value that `to_json` wrote as this text.

    >>> from_json('{"tuple":[1,[2],{"word":"pass"}]}')
    (1, [2], PASS)
    """
    try:
        return untagged(json.loads(text))
    except json.JSONDecodeError as error:
        raise ValueError(f"this is not the JSON text of a value: {error}") from None


def file_text(path: str | os.PathLike[str], *, most: int = LARGEST_FILE) -> str:
    """The text of a file that somebody may have sent; a `ValueError` if it is long, or no text."""
    with Path(path).open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise ValueError(f"{os.fspath(path)} has more than {most:,} bytes, which is too long")
    return content.decode("utf-8").replace("\r\n", "\n")


def tagged(value: Any) -> Any:
    """The value built from what JSON knows, with a tag wherever JSON would forget the type."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else {"number": str(value)}
    if isinstance(value, list):
        return [tagged(item) for item in value]
    if isinstance(value, tuple):
        return {"tuple": [tagged(item) for item in value]}
    if isinstance(value, set | frozenset):
        items = sorted((tagged(item) for item in value), key=json.dumps)
        return {type(value).__name__: items}
    if isinstance(value, dict):
        return {"dict": [[tagged(key), tagged(item)] for key, item in value.items()]}
    if isinstance(value, Word):
        return {"word": value.value}
    raise TypeError(
        f"{value!r} is a {type(value).__name__}, which is not plain data: "
        "numbers, text, None, lists, tuples, sets, dictionaries, PASS and RESIGN are"
    )


def untagged(value: Any) -> Any:
    """The value that `tagged` was given."""
    if isinstance(value, list):
        return [untagged(item) for item in value]
    if not isinstance(value, dict):
        return value
    if len(value) != 1:
        raise ValueError(f"a tagged value has one tag, this has {sorted(value)}")
    [(tag, content)] = value.items()
    if tag == "tuple":
        return tuple(untagged(item) for item in content)
    if tag == "set":
        return {untagged(item) for item in content}
    if tag == "frozenset":
        return frozenset(untagged(item) for item in content)
    if tag == "dict":
        return {untagged(key): untagged(item) for key, item in content}
    if tag == "word" and content in (PASS.value, RESIGN.value):
        return Word(content)
    if tag == "number" and content in _NUMBERS:
        return _NUMBERS[content]
    raise ValueError(f"there is no tag {tag!r} with {content!r}")
