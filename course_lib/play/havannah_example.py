"""The example player: a random group that grows until it is a ring; and what any player sees."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import dataclass
from random import Random

from course_lib.game import Action, Game, Player, State
from course_lib.games.havannah import EMPTY, HavannahState, X
from course_lib.games.hexboard import Cell, HexBoard, hex_board
from course_lib.games.hexchains import Chains, HexChains, hex_chains
from course_lib.play.havannah_knowledge import size_of
from course_lib.play.players import PlayerFunction
from course_lib.search.questions import check_not_over, check_rng


def example_player(rng: Random) -> PlayerFunction:
    """A player that builds one group at random, which sooner or later closes a ring.

    It begins anywhere, and then sets each stone next to its group, every such cell equally likely.
    A stone that wins comes first; then one with which the opponent would win.

    Of the test player of Leipzig only a game is known. In it 40 of 42 stones touch the group, one
    begins it, and one lies far away, where the opponent would have won; it never could have won at
    once itself. That, and the thesis's words, is all this player is made after.
    """
    return ExamplePlayer(rng, "example_player")


# --- what every Havannah player shares -------------------------------------------------------


@dataclass(frozen=True)
class Sight:
    """A state as the player to move sees it: own stones, theirs, and the empty cells."""

    hexes: HexBoard
    own: frozenset[Cell]
    theirs: frozenset[Cell]
    empty: frozenset[Cell]
    own_chains: Chains
    their_chains: Chains

    @property
    def chains(self) -> HexChains:
        """What there is to know about chains on this board."""
        return hex_chains(self.hexes.size)

    def follows(self, earlier: Sight) -> bool:
        """Whether all stones that were there earlier are still there, on the same board."""
        same_board = earlier.hexes == self.hexes
        return same_board and earlier.own <= self.own and earlier.theirs <= self.theirs

    def kinds_made(self, chains: Chains, cell: Cell) -> tuple[str, ...]:
        """Which of ring, bridge and fork a stone on this cell would complete with these chains."""
        _, chain = self.chains.with_stone(chains, self.hexes.index[cell])
        return self.chains.kinds(chain)


def sight_of(game: Game, state: State, player: str) -> Sight:
    """What the player to move sees; another game's state, or a final one, is an error."""
    if not isinstance(state, HavannahState):
        raise TypeError(
            f"{player} plays Havannah and was asked about {state!r:.60} of {game!r:.60}; it takes"
            " a state of a game such as Havannah(size=5)"
        )
    check_not_over(game, state, player)
    hexes = hex_board(size_of(state))
    cells: dict[str, set[Cell]] = {sign: set() for sign in (*game.players, EMPTY)}
    for cell, sign in zip(hexes.cells, state.board, strict=True):
        cells[sign].add(cell)
    [other] = [name for name in game.players if name != state.to_move]
    own, theirs, empty = (frozenset(cells[sign]) for sign in (state.to_move, other, EMPTY))
    chains = state.chains if state.to_move == X else state.chains[::-1]
    return Sight(hexes, own, theirs, empty, *chains)


class HavannahPlayer(ABC):
    """A player with a memory of one game and some randomness; `choose` says what it plays.

    It tells a new game by `new_game`, and without that by stones that are gone from the board.
    """

    _last: Sight | None

    def __init__(self, rng: Random, name: str) -> None:
        """Keep the randomness to use until a game brings its own."""
        check_rng(rng, name)
        self.rng, self.name = rng, name
        self.forget()

    def new_game(self, game: Game, seat: Player, rng: Random | None) -> None:
        """Forget the last game, and use the new one's own randomness if it has any."""
        self.rng = rng or self.rng
        self.forget()

    def __call__(self, game: Game, state: State) -> Action:
        """Choose a cell, or RESIGN."""
        sight = sight_of(game, state, self.name)
        if self._last is not None and not sight.follows(self._last):
            self.forget()
        fresh = sight.theirs - (self._last.theirs if self._last else frozenset())
        self._last = sight
        return self.choose(sight, sorted(fresh))

    def forget(self) -> None:
        """Begin anew, as in a new game."""
        self._last = None

    @abstractmethod
    def choose(self, sight: Sight, fresh: Collection[Cell]) -> Action:
        """The cell to play, or RESIGN; `fresh` are their stones since our last move."""

    def __repr__(self) -> str:
        return f"{self.name}(rng)"


# --- the player ------------------------------------------------------------------------------


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
