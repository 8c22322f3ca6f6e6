"""Texts in the Smart Game Format (SGF, FF[4]) as nodes with properties, and back; of any game."""

from __future__ import annotations

import contextlib
import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

_TOKEN = re.compile(r"\s+|[();]|[A-Za-z]+|\[(?:\\.|[^\]\\])*\]", re.DOTALL)


class Value(NamedTuple):
    """What stands in brackets, and where: `line 2, column 7`."""

    text: str
    place: str


Node = dict[str, list[Value]]
"""The values of each property of a node, by its name in capitals."""


def main_line(text: str) -> list[Node]:
    """The nodes of the one game in this text; of variations the first, which is the game itself."""
    nodes: list[Node] = []
    depth, name, at, ended = 0, "", 0, False
    text = text.removeprefix("\ufeff")
    starts = _line_starts(text)
    for at, token in _tokens(text):
        place = _place(starts, at)
        if token == "(":
            if depth == 0 and ended:
                raise ValueError(f"{place}: a second game begins; one can be read")
            depth, name = depth + 1, ""
        elif depth == 0:
            raise ValueError(f"{place}: found {token:.20}; a game begins with (;")
        elif token == ")":
            depth, name, ended = depth - 1, "", True
        elif token == ";":
            name = ""
            if not ended:
                nodes.append({})
        elif token[0] != "[":
            if not nodes:
                raise ValueError(f"{place}: found {token:.20}; a node begins with ;")
            # Older files write GaMe for GM.
            name = re.sub("[a-z]", "", token) or token
        elif not name:
            raise ValueError(f"{place}: found {token:.20}; a property has a name before")
        elif not ended:
            nodes[-1].setdefault(name, []).append(Value(_unescaped(token), place))
    if depth or not nodes:
        raise ValueError(
            f"{_place(starts, len(text))}: the text ends; a ) is missing, or all of it"
        )
    return nodes


def dropped_variations(text: str) -> int:
    """How many variations there are beside the one that `main_line` reads.

    >>> dropped_variations("(;W[a1](;B[b2])(;B[b3])(;B[c3]))")
    2
    """
    around = [token for _, token in _tokens(text) if token in ("(", ")")]
    return sum(pair == (")", "(") for pair in pairwise(around))


def decoded(data: bytes) -> str:
    """The text in these bytes: in the encoding that CA names, else in UTF-8, else in Latin-1."""
    named = re.search(rb"(?<![A-Za-z])CA\[([A-Za-z0-9_-]+)\]", data)
    text = data.decode("latin-1")
    for encoding in ("utf-8-sig", *([named[1].decode()] if named else ())):
        with contextlib.suppress(LookupError, ValueError):
            text = data.decode(encoding)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def sgf_text(nodes: Sequence[Mapping[str, Iterable[str]]], each: int = 10) -> str:
    """The text of a game without variations, whose first node has the facts; so many a line."""
    written = [
        ";" + "".join(name + "".join(map(_escaped, values)) for name, values in node.items())
        for node in nodes
    ]
    lines = ["".join(written[at : at + each]) for at in range(1, len(written), each)]
    return "(" + "\n".join([*written[:1], *lines]) + ")\n"


def _tokens(text: str) -> Iterable[tuple[int, str]]:
    """Each sign, name or value in brackets, with where it begins."""
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            what = "a ] is missing after" if text[at] == "[" else "no part of SGF:"
            place = _place(_line_starts(text), at)
            raise ValueError(f"{place}: {what} {text[at : at + 20]!r}")
        if not found[0].isspace():
            yield at, found[0]
        at = found.end()


def _line_starts(text: str) -> list[int]:
    """Where each line begins."""
    return [0, *(found.end() for found in re.finditer("\n", text))]


def _place(starts: Sequence[int], at: int) -> str:
    """Such as `line 2, column 7`, both from 1."""
    line = bisect_right(starts, at)
    return f"line {line}, column {at - starts[line - 1] + 1}"


def _unescaped(token: str) -> str:
    """What these brackets hold; a backslash before a line's end joins two lines."""
    return re.sub(r"\\(\r\n|.)", lambda found: found[1].strip("\r\n"), token[1:-1], flags=re.DOTALL)


def _escaped(text: str) -> str:
    """This text in brackets."""
    return "[" + re.sub(r"([\]\\])", r"\\\1", text) + "]"
