"""Which pictures of a Havannah board can come about in a game, and what to say of the others."""

from __future__ import annotations

from course_lib.game import Player
from course_lib.games.hexboard import cell_name
from course_lib.games.hexchains import Chain, Chains, HexChains

X = "X"
O = "O"  # noqa: E741 - the player's name
EMPTY = "."
OTHER = {X: O, O: X}
AFTER = ("", ", after a pass", ", after two passes")
"""What follows `O to move` in a picture, by the number of passes just before."""


def chains_on(chains: HexChains, board: str) -> tuple[Chains, Chains]:
    """The chains of X and of O on this board."""
    stones = {X: 0, O: 0, EMPTY: 0}
    for bit, stone in zip(chains.bits, board, strict=True):
        stones[stone] |= bit
    return chains.chains_of(stones[X]), chains.chains_of(stones[O])


def winner_on(chains: HexChains, both: tuple[Chains, Chains]) -> Player | None:
    """The player who has won with these chains, or a `ValueError` if that cannot come about."""
    won = [
        (player, chain)
        for player, theirs in zip((X, O), both, strict=True)
        for chain in theirs
        if chains.kinds(chain)
    ]
    if not won:
        return None
    told = " and ".join(_described(chains, player, chain) for player, chain in won)
    if len(won) > 1:
        raise ValueError(f"this board shows {told}; the game was over when the first was complete")
    [(player, chain)] = won
    if not chains.decisive(chain):
        raise ValueError(
            f"this board shows {told} that would still win whichever stone we take away; so the"
            " game was over before its last stone was set"
        )
    return player


def check_turn(
    board: str, to_move: Player, passes: int, winner: Player | None, *, passing: bool
) -> None:
    """Nothing, or a `ValueError` if it cannot be this player's turn on this board."""
    stones = {player: board.count(player) for player in (X, O)}
    seen = f"this board has {stones[X]} stones of X and {stones[O]} of O, with {to_move} to move"
    alternate = stones[X] - stones[O] == (0 if to_move == X else 1)
    if not passing and (passes or not alternate):
        raise ValueError(
            f"{seen}{AFTER[passes]}; X begins, the players take turns and nobody passes, so X has"
            " as many stones as O, or one more and then O is to move"
        )
    # Who set a stone last: passing on, the turn has gone round once for each pass since.
    last = OTHER[to_move] if passes % 2 == 0 else to_move
    if not (stones[last] or (last == O and not stones[X])):
        raise ValueError(
            f"{seen}{AFTER[passes]}; then {last} was the last to set a stone, but there is none"
            " (if there were passes before, add a last line such as: O to move, after a pass)"
        )
    if winner is not None and (passes or winner != last):
        raise ValueError(
            f"{seen}{AFTER[passes]}; {winner} has won, so {winner} made the last move and it is"
            f" {OTHER[winner]}'s turn, without a pass"
        )
    if passes and EMPTY not in board:
        raise ValueError(f"{seen}{AFTER[passes]}; but on a full board the game is over")


def _described(chains: HexChains, player: Player, chain: Chain) -> str:
    """Such as `a ring and fork of X at A1`."""
    kinds = " and ".join(chains.kinds(chain))
    return f"a {kinds} of {player} at {cell_name(chains.cells_of(chain)[0])}"
