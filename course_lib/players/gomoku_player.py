"""A player that asks an expert on Gomoku for each move."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from course_lib.game import Action, Game, Player, State
from course_lib.players.gomoku_expert import Expert
from course_lib.search.asked import check_count, check_rng


class GomokuPlayer:
    """What `gomoku_player` makes."""

    name = "gomoku_player"

    def __init__(
        self,
        depth: int | None,
        positions: int | None,
        rng: Random | None,
        expert_for: Callable[[Game], Expert],
    ) -> None:
        """Keep the options of the search, and who is asked."""
        for number, what in ((depth, "depth"), (positions, "positions")):
            if number is not None:
                check_count(number, what, self.name)
        if rng is not None:
            check_rng(rng, self.name)
        self.depth, self.positions, self.rng = depth, positions, rng
        self._expert_for = expert_for

    def new_game(self, game: Game, seat: Player, rng: Random | None) -> None:
        """Use the game's own randomness, if it has any and this player was made to draw."""
        if self.rng is not None:
            self.rng = rng or self.rng

    def __call__(self, game: Game, state: State) -> Action:
        """Find the move to make."""
        expert = self._expert_for(game)
        _, action = expert.search(state, depth=self.depth, positions=self.positions, rng=self.rng)
        return action

    def __repr__(self) -> str:
        given = {"depth": self.depth, "positions": self.positions}
        options = [f"{name}={value}" for name, value in given.items() if value is not None]
        options += ["rng=rng"] if self.rng is not None else []
        return f"{self.name}({', '.join(options)})"
