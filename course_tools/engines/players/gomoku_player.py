"""A player that asks an expert on Gomoku for each move."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from course_lib.game import Action, Game, Player, State
from course_lib.search.questions import check_count, check_rng
from course_tools.engines.clock import check_seconds
from course_tools.engines.players.gomoku_expert import Expert


class GomokuPlayer:
    """What `gomoku_player` makes."""

    name = "gomoku_player"

    def __init__(
        self,
        depth: int | None,
        positions: int | None,
        seconds: float | None,
        rng: Random | None,
        expert_for: Callable[[Game], Expert],
    ) -> None:
        """Keep the options of the search, and who is asked."""
        for number, what in ((depth, "depth"), (positions, "positions")):
            if number is not None:
                check_count(number, what, self.name)
        check_seconds(seconds, self.name)
        if rng is not None:
            check_rng(rng, self.name)
        self.budget: dict[str, Any] = {"depth": depth, "positions": positions, "seconds": seconds}
        self.rng = rng
        self._expert_for = expert_for

    def new_game(self, game: Game, seat: Player, rng: Random | None) -> None:
        """Use the game's own randomness, if it has any and this player was made to draw."""
        if self.rng is not None:
            self.rng = rng or self.rng

    def __call__(self, game: Game, state: State) -> Action:
        """Find the move to make."""
        expert = self._expert_for(game)
        _, action = expert.search(state, **self.budget, rng=self.rng)
        return action

    def __repr__(self) -> str:
        given = self.budget.items()
        options = [f"{name}={value}" for name, value in given if value is not None]
        options += ["rng=rng"] if self.rng is not None else []
        return f"{self.name}({', '.join(options)})"
