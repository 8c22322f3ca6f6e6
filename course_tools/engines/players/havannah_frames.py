"""Frames: wins in Havannah that can no longer be cut, found as chains of linked stones: `frames`.

Two chains that share two empty cells are *linked*: who loses one of the cells takes the other, like
the two-bridge of Hex. A chain is linked to a side by two empty cells of it, like a stone on the
second line. And two empty cells are linked with all else if either would win. So a frame is stones
with pairs of empty cells, no cell in two pairs: one cell of each pair, whichever, makes the win.
"""

from __future__ import annotations

from typing import NamedTuple

from course_lib.game import Game, Player, State
from course_lib.games.havannah import EMPTY, OTHER, Havannah, HavannahState
from course_lib.games.hexboard import Cell
from course_lib.games.hexchains import Chains, HexChains, hex_chains
from course_tools.engines.players.havannah_frames_race import Cells, can_win_with
from course_tools.engines.players.havannah_frames_search import FrameSearch


class Frame(NamedTuple):
    """A win that the opponent can't cut.

    `kinds` are what it may become: one of ring, bridge and fork, or several where that depends on
    the opponent. `stones` are there already; of each of the `pairs` the player gets one cell, by
    answering in it, or by taking a cell of any pair when the opponent plays elsewhere.

    The player wins with its move number `len(pairs)` at the latest. Before that the opponent makes
    as many moves, or one less where the player is to move. `certain` says that with so few stones
    the opponent can't win anywhere: then the game is won. Else it is a race.
    """

    kinds: tuple[str, ...]
    stones: tuple[Cell, ...]
    pairs: tuple[tuple[Cell, Cell], ...]
    certain: bool


def frames(game: Game, state: State, player: Player) -> tuple[Frame, ...]:
    """The frames of this player with the fewest pairs of cells, whoever is to move; or `()`.

    A frame of any other shape is not seen: one that needs the same cell twice, longer templates at
    the edge, a corner that is still empty beside others that are not. When a game is over there is
    none.

    >>> game = Havannah(5)
    >>> state = game.play("C1 E2 C2 F3 C3 G4 C4 E5 C5 F6 C6 H8 B3 G8")
    >>> [frame] = frames(game, state, "X")
    >>> frame.kinds, frame.pairs, frame.certain
    (('fork',), (((1, 2), (1, 3)), ((2, 6), (3, 7))), True)
    """
    if not isinstance(game, Havannah) or not isinstance(state, HavannahState):
        raise TypeError(
            f"frames looks at states of Havannah; it was asked about {state!r:.60} of {game!r:.60}"
        )
    if player not in OTHER:
        raise game.no_such_player(player)
    if game.is_terminal(state):
        return ()
    hexes = hex_chains(game.size)
    return frames_among(
        hexes,
        state.chains[game.players.index(player)],
        theirs=_cells(hexes, state.board, OTHER[player]),
        empty=_cells(hexes, state.board, EMPTY),
        to_move=state.to_move == player,
    )


def frames_among(
    hexes: HexChains, chains: Chains, *, theirs: Cells, empty: Cells, to_move: bool
) -> tuple[Frame, ...]:
    """The frames of whose chains these are, who is to move or not."""
    found = []
    for kinds, linked in FrameSearch(hexes, chains, empty).fewest():
        moves = len(linked.pairs) - to_move
        stones = sum(chains[number] for number in linked.chains)
        found.append(
            Frame(
                kinds,
                hexes.cells_of(stones),
                tuple(_two(hexes.cells_of(pair)) for pair in linked.pairs),
                not can_win_with(hexes, theirs, empty, moves),
            )
        )
    return tuple(found)


def _cells(hexes: HexChains, board: str, sign: str) -> Cells:
    """The cells that bear this sign."""
    return sum(bit for bit, stone in zip(hexes.bits, board, strict=True) if stone == sign)


def _two(cells: tuple[Cell, ...]) -> tuple[Cell, Cell]:
    """These two cells."""
    one, other = cells
    return one, other
