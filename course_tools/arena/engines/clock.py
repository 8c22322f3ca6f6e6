"""What a search may spend, and a player that is ready before its clock runs."""

from __future__ import annotations

import math
from collections.abc import Mapping
from numbers import Real
from random import Random
from typing import Any

from course_lib.game import Game
from course_lib.play.players import Search, SearchPlayer
from course_lib.search.questions import check_count


def check_budget(simulations: int | None, seconds: float | None, asker: str) -> None:
    """Refuse a search without a budget, and seconds that no clock can count."""
    wrong = not isinstance(seconds, Real) or isinstance(seconds, bool) or not 0 < seconds < math.inf
    if seconds is not None and wrong:
        raise ValueError(
            f"{asker} was given seconds={seconds!r}; seconds is a number above 0, such as 1.5"
        )
    if seconds is None or simulations is not None:
        check_count(simulations, "simulations", asker)


class CompiledPlayer(SearchPlayer):
    """A player whose search is compiled, or loaded, before any clock runs."""

    def __init__(
        self, maker: str, search: Search, options: dict[str, Any], least: Mapping[str, Any]
    ) -> None:
        """Keep the search, and the options that are not `None`.

        With the `least` budget it is over as soon as it is compiled.
        """
        given = {name: value for name, value in options.items() if value is not None}
        super().__init__(maker, search, given)
        self.least = {**least, "rng": Random(0)}

    def prepare(self, game: Game) -> None:
        """Search the start, no further than it takes."""
        self.search(game, game.initial, **self.least)
