"""What a search says of a game that is too long for functions that call themselves."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from course_lib.game import Game

_LIBRARY = str(Path(__file__).parents[1])


@contextmanager
def no_longer_than_python_allows(game: Game, search: str, instead: str) -> Iterator[None]:
    """Nothing, or one plain sentence when the search in this block has called itself too often.

    Somebody's own function that calls itself for ever is another mistake, and stays one.
    """
    try:
        yield
    except RecursionError as error:
        if not _is_ours(error):
            raise
        raise ValueError(
            f"{search} gave up: a game of {game!r} can be too many moves long from here on"
            f" for a search that calls itself once for each; {instead}"
        ) from None


def _is_ours(error: RecursionError) -> bool:
    """Whether most of the calls that were open are those of this library."""
    files = [frame.f_code.co_filename for frame, _ in traceback.walk_tb(error.__traceback__)]
    return 2 * sum(file.startswith(_LIBRARY) for file in files) > len(files)
