"""Many pictures that differ little, written down once: what they share is not repeated."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_BEFORE_A_TAG = re.compile(r"(?=<[a-z])")


def packed(texts: Iterable[str]) -> tuple[list[str], list[list[int]]]:
    """`(pieces, frames)`: a frame names its pieces as runs, `[first, how many, first, ...]`.

    A text is cut before each tag. Two boards of a game share nearly all their pieces, and these
    mostly stand one behind the other: 86 boards of Havannah come to a tenth of their size.
    """
    numbers: dict[str, int] = {}
    frames = []
    for text in texts:
        runs: list[int] = []
        for piece in _BEFORE_A_TAG.split(text):
            number = numbers.setdefault(piece, len(numbers))
            if runs and runs[-2] + runs[-1] == number:
                runs[-1] += 1
            else:
                runs += [number, 1]
        frames.append(runs)
    return list(numbers), frames


def unpacked(pieces: Sequence[str], runs: Sequence[int]) -> str:
    """The text of one frame.

    >>> pieces, frames = packed(["<a/><b/>", "<a/><c/><b/>"])
    >>> [unpacked(pieces, runs) for runs in frames]
    ['<a/><b/>', '<a/><c/><b/>']
    """
    pairs = zip(runs[::2], runs[1::2], strict=True)
    return "".join("".join(pieces[first : first + count]) for first, count in pairs)
