"""The example player: a random group that grows until it is a ring."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from course_lib.games.hexboard import Cell
from course_lib.play import PlayerFunction
from course_lib.play.havannah_sight import HavannahPlayer, Sight


def example_player(rng: Random) -> PlayerFunction:
    """A player that builds one group at random, which sooner or later closes a ring.

    It begins anywhere, and then sets each stone next to its group, every such cell equally likely.
    A stone that wins comes first; then one with which the opponent would win.

    Of the test player of Leipzig only a game is known. In it 40 of 42 stones touch the group, one
    begins it, and one lies far away, where the opponent would have won; it never could have won at
    once itself. That, and the thesis's words, is all this player is made after.
    """
    return ExamplePlayer(rng, "example_player")


class ExamplePlayer(HavannahPlayer):
    """What `example_player` makes."""

    def choose(self, sight: Sight, fresh: Collection[Cell]) -> Cell:
        """A winning cell, a block, a cell at the group, or where there is none, any cell."""
        beside = cells_beside(sight, sight.own)
        for chains, cells in (
            (sight.own_chains, beside),
            (sight.their_chains, cells_beside(sight, sight.theirs)),
        ):
            wins = [cell for cell in cells if sight.kinds_made(chains, cell)]
            if wins:
                return self.rng.choice(wins)
        return self.rng.choice(beside or sorted(sight.empty))


def cells_beside(sight: Sight, stones: Collection[Cell]) -> list[Cell]:
    """The empty cells next to these stones, in the board's order."""
    neighbours = sight.hexes.neighbours
    return sorted(sight.empty.intersection(near for stone in stones for near in neighbours[stone]))
