"""`needs`: a cell that uses a function of yours waits politely until you have written it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needs(*names: str) -> Iterator[None]:
    """Run the lines below; if one of these functions is still to be written, say so and go on.

    Only the `NotImplementedError` of an exercise that nobody has touched ends the lines quietly.
    Every other error is shown as usual.

    >>> with needs("minimax"):
    ...     raise NotImplementedError
    This cell waits for minimax: write it above, run its cell, and then run this one again.
    """
    try:
        yield
    except NotImplementedError:
        sys.stdout.write(
            f"This cell waits for {_listed(names) or 'your function'}:"
            " write it above, run its cell, and then run this one again.\n"
        )


def _listed(names: tuple[str, ...]) -> str:
    """The names as in a sentence: a, b and c."""
    *before, last = names or ("",)
    return f"{', '.join(before)} and {last}" if before else last
