"""The opponent from Leipzig, `example_player`: a random group that grows until it is a ring."""

from __future__ import annotations

from random import Random

from course_lib.game import OTHER, Action, Game, Player
from course_lib.games.havannah import EMPTY, Havannah, HavannahState, X
from course_lib.games.hexboard import Cell, hex_board
from course_lib.games.hexchains import hex_chains
from course_lib.play.players import PlayerFunction, SearchPlayer
from course_lib.search.questions import check_not_over, check_rng


def example_player(rng: Random) -> PlayerFunction:
    """A player that builds one group at random, which sooner or later closes a ring.

    It begins anywhere, and then sets each stone next to its group, every such cell equally likely.
    A stone that wins comes first; then one with which the opponent would win.

    Of the test player of Leipzig only a game is known. In it 40 of 42 stones touch the group, one
    begins it, and one lies far away, where the opponent would have won; it never could have won at
    once itself. That, and the thesis's words, is all this player is made after.
    """
    check_rng(rng, "example_player")
    return SearchPlayer("example_player", _growing_search, {"rng": rng})


def _growing_search(game: Game, state: HavannahState, *, rng: Random) -> tuple[float, Action]:
    """A winning cell, a block, a cell at the group, or where there is none, any cell; value 0."""
    if not isinstance(game, Havannah):
        raise TypeError(f"example_player plays Havannah, and was given {game!r:.60}")
    check_not_over(game, state, "example_player")
    mine, theirs = state.to_move, OTHER[state.to_move]
    beside = _cells_beside(game, state, mine)
    for player, cells in ((mine, beside), (theirs, _cells_beside(game, state, theirs))):
        if wins := [cell for cell in cells if _wins_at(game, state, player, cell)]:
            return 0.0, rng.choice(wins)
    return 0.0, rng.choice(beside or _cells_with(game, state, EMPTY))


def _wins_at(game: Havannah, state: HavannahState, player: Player, cell: Cell) -> bool:
    """Whether a stone of this player on this empty cell would win."""
    chains, place = hex_chains(game.size), hex_board(game.size).index[cell]
    own = state.chains[0 if player == X else 1]
    return bool(chains.kinds(chains.with_stone(own, place)[1]))


def _cells_beside(game: Havannah, state: HavannahState, player: Player) -> list[Cell]:
    """The empty cells next to this player's stones, in the board's order."""
    neighbours = hex_board(game.size).neighbours
    near = {cell for stone in _cells_with(game, state, player) for cell in neighbours[stone]}
    return sorted(near.intersection(_cells_with(game, state, EMPTY)))


def _cells_with(game: Havannah, state: HavannahState, sign: str) -> list[Cell]:
    """The cells with this sign, in the board's order."""
    cells = hex_board(game.size).cells
    return [cell for cell, seen in zip(cells, state.board, strict=True) if seen == sign]
