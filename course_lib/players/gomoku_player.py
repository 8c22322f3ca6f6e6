"""A player that knows Gomoku: `gomoku_player`."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from course_lib.game import Action, Game, Player, State
from course_lib.players.gomoku import Expert
from course_lib.search.asked import check_count, check_rng


def gomoku_player(
    *, depth: int | None = None, positions: int | None = None, rng: Random | None = None
) -> GomokuPlayer:
    """A player that never misses a five or a block, sees forced wins, and else uses alpha-beta.

    It searches `depth` moves deep, or as deep as it gets with so many `positions` for a move; the
    options and what it does in which order are those of `gomoku_search`. Without `rng` it
    always plays the same in the same position; with `rng` it varies where moves promise the same.
    """
    return GomokuPlayer(depth, positions, rng, Expert, "gomoku_player")


class GomokuPlayer:
    """What `gomoku_player` makes."""

    def __init__(
        self,
        depth: int | None,
        positions: int | None,
        rng: Random | None,
        expert_for: Callable[[Game], Expert],
        name: str,
    ) -> None:
        """Keep the options of the search, and who is asked."""
        for number, what in ((depth, "depth"), (positions, "positions")):
            if number is not None:
                check_count(number, what, name)
        if rng is not None:
            check_rng(rng, name)
        self.depth, self.positions, self.rng = depth, positions, rng
        self.name = name
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
