"""Looks for solutions and hidden cases where students would read them.

Which lines give something away? A line as short as `return x` or `else:` stands everywhere, and
one such as `for action in game.actions(state):` is what the lesson itself is about. So these count:
two neighbouring lines of a secret that are neighbours in the text as well, one line of 40 signs or
more, and the only line of a one-line solution. Lines with fewer than 12 signs, imports, the first
lines of functions and a solution's comments never count; spaces are not compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise

SHORT = 12
LONG = 40
OPEN = re.compile(r"import |from |def |\w+: [^,]+,$")
"""What is imported and how a function is called, parameter by parameter, is no secret."""
WORD = re.compile(r"\w+")

Clue = tuple[str, ...]


def clues(secret: Iterable[str]) -> Iterator[Clue]:
    """What would show that this secret was read: lines that tell something, alone or in pairs."""
    lines = list(telling(line for line in secret if not line.lstrip().startswith("#")))
    if len(lines) == 1:
        yield (lines[0],)
        return
    for line in lines:
        if len(line) >= LONG:
            yield (line,)
    yield from pairwise(lines)


def telling(text: Iterable[str]) -> Iterator[str]:
    """The lines that say something, without their spaces and what makes them a comment.

    >>> list(telling(["    else:", "    return a  +  b * wonder", "from random import Random"]))
    ['returna+b*wonder']
    """
    for line in text:
        if OPEN.match(line.lstrip("# ")):
            continue
        bare = "".join(line.split()).lstrip("#")
        if len(bare) >= SHORT:
            yield bare


def found(secret: Iterable[Clue], text: str) -> list[Clue]:
    """The clues that can be read in this text."""
    lines = list(telling(text.splitlines()))
    pairs, whole = set(pairwise(lines)), "\n".join(lines)
    words = {*WORD.findall(whole)}

    def is_there(clue: Clue) -> bool:
        if len(clue) == 2:
            return clue in pairs
        return _inner_words(clue[0]) <= words and clue[0] in whole

    return list(dict.fromkeys(filter(is_there, secret)))


@cache
def _inner_words(line: str) -> frozenset[str]:
    """The words that a text has, too, wherever in it this line stands: a quick first look."""
    return frozenset(WORD.findall(line)[1:-1])
