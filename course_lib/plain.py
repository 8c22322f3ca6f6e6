"""Plain data: as JSON text and back, in files that are written whole, as frames of pandas.

And in words: a number of things, names in a row, a place as a letter, and the line that an
exception came from.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import sysconfig
import traceback
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from course_lib.game import PASS, RESIGN, Word

LARGEST_FILE = 50_000_000
"""No file of ours has more bytes; one that somebody sent, or that has no end, might."""

UNFINISHED = ".unfinished"
"""How the name of a file ends while it is being written."""

_COLLECTIONS: dict[str, Any] = {"tuple": tuple, "set": set, "frozenset": frozenset}
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
    for tag, kind in _COLLECTIONS.items():
        if isinstance(value, kind):
            items = [tagged(item) for item in value]
            return {tag: items if kind is tuple else sorted(items, key=json.dumps)}
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
    if tag in _COLLECTIONS:
        return _COLLECTIONS[tag](untagged(item) for item in content)
    if tag == "dict":
        return {untagged(key): untagged(item) for key, item in content}
    if tag == "word" and content in (PASS.value, RESIGN.value):
        return Word(content)
    if tag == "number" and content in _NUMBERS:
        return _NUMBERS[content]
    raise ValueError(f"there is no tag {tag!r} with {content!r}")


def write_whole(
    path: str | os.PathLike[str], *content: str | bytes | memoryview, private: bool = False
) -> None:
    """Write this to a file: it has all of it in the end, or what it had before.

    A full disk, a crash half-way or a power cut spoils nothing, and nobody ever reads half of it.
    What is `private` no other user of the machine can read, at no moment.
    """
    path = Path(path)
    parts = [one.encode() if isinstance(one, str) else one for one in content]
    if path.exists() and not path.is_file():  # such as /dev/stdout, which nothing can replace
        path.write_bytes(b"".join(parts))
        return
    draft = path.with_name(f".{path.name}.{os.getpid()}{UNFINISHED}")
    try:
        with draft.open("wb") as file:
            if private:
                draft.chmod(0o600)
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:  # the reader has never heard of the draft
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)


def many(number: int, one: str, more: str = "") -> str:
    """So many of something, in words.

    >>> many(1, "visit"), many(2_000, "visit"), many(3, "branch", "branches")
    ('1 visit', '2,000 visits', '3 branches')
    """
    return f"{number:,} {one if number == 1 else more or one + 's'}"


def listed(names: Sequence[str], most: int = 6) -> str:
    """Names in a row: `a`, `a and b`, `a, b and 7 more`.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    if len(names) > most:
        return f"{', '.join(names[: most - 1])} and {len(names) - most + 1} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


_OBEYED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""The control characters but for tabs and ends of lines."""


def board_text(board: Any) -> str:
    """A board as text: a line for each row, a dot for what is empty."""
    rows = board if isinstance(board, list | tuple) else [board]
    cells = (row if isinstance(row, list | tuple) else [row] for row in rows)
    return "\n".join(" ".join(map(_cell_text, row)) for row in cells)


def _cell_text(cell: Any) -> str:
    return "." if cell is None or str(cell).strip() == "" else str(cell)


def visible(text: str) -> str:
    r"""The text without the signs that a terminal would obey: it may be a stranger's.

    >>> visible("\x1b[2J all is \a gone")
    '\ufffd[2J all is \ufffd gone'
    """
    return _OBEYED.sub("\N{REPLACEMENT CHARACTER}", text)


def line_of(error: BaseException) -> str:
    """The last line of the reader's own code on the way to the exception, in brackets.

    The lines of this library and of Python's own come after it and say less about the mistake.
    """
    kinds = ("stdlib", "platstdlib", "purelib", "platlib")
    not_their_own = (*map(sysconfig.get_path, kinds), str(Path(__file__).parent), "<frozen")
    own = [
        f" (line {line} of {frame.f_code.co_name})"
        for frame, line in traceback.walk_tb(error.__traceback__)
        if not frame.f_code.co_filename.startswith(not_their_own)
    ]
    return own[-1] if own else ""


@lru_cache(maxsize=1_000)
def letters(number: int) -> str:
    """The letters of column number 1, 2, 3...: a to z, then aa, ab and so on.

    >>> letters(1), letters(26), letters(27)
    ('a', 'z', 'aa')
    """
    text = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("a") + rest) + text
    return text


def number_of(text: str) -> int:
    """The number of the column with these letters, in small letters: the inverse of `letters`."""
    number = 0
    for letter in text:
        number = 26 * number + ord(letter) - ord("a") + 1
    return number
