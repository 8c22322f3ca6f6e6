"""Havannah: on a hexagonal board, the first ring, bridge or fork wins."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import Any, ClassVar, NamedTuple

from course_lib.game import (
    OTHER,
    PASS,
    Action,
    Game,
    Player,
    Symmetry,
    must_be_whole,
)
from course_lib.games.hexboard import (
    Cell,
    HexBoard,
    board_text,
    cell_name,
    hex_board,
    read_board,
)
from course_lib.games.hexchains import (
    Chain,
    Chains,
    HexChains,
    hex_chains,
    line_of,
)

X = "X"
O = "O"  # noqa: E741 - the player's name
EMPTY = "."
IS_EMPTY = bytes(code == ord(EMPTY) for code in range(256))
"""Turns the bytes of a board into ones, where a cell is empty, and zeros."""
AFTER = ("", ", after a pass", ", after two passes")
"""What follows `O to move` in a picture, by the number of passes just before."""

ENOUGH_PASSES = 2
LEAST_SIZE = 2


class HavannahState(NamedTuple):
    """A position. Every field follows from the stones and passes, not from the order of moves."""

    board: str
    """`X`, `O` or `.` for each cell, in the order of the actions: A1, A2, ... B1, ..."""
    to_move: Player
    passes: int
    """How many passes the game has just seen in a row."""
    winner: Player | None
    chains: tuple[Chains, Chains]
    """The connected stones of X and of O, kept so that a new stone need only join them."""

    def __repr__(self) -> str:
        """Show the cells and who is to move; the chains follow from the cells."""
        return f"<Havannah {self.board}, {self.to_move} to move>"


@dataclass(frozen=True, repr=False)
class Havannah(Game):
    """Havannah on a board with `size` cells along each side.

    A ring is a chain around at least one cell, whatever stands on it; a bridge joins two corners; a
    fork joins three sides, to which the corners do not belong. A full board without any is a draw.

    With `passing` a player may leave the board as it is. Two passes in a row end the game as a
    draw.

    >>> game = Havannah(size=3)
    >>> state = game.play("A1 C4 A2 C5 A3")
    >>> game.winner(state), game.win_line(state)
    ('X', (('bridge',), ((1, 1), (1, 2), (1, 3))))
    """

    size: int = 10
    passing: bool = False

    def __post_init__(self) -> None:
        """Refuse a size that gives no board."""
        must_be_whole(LEAST_SIZE, size=self.size)

    players: ClassVar[tuple[Player, ...]] = (X, O)

    @property
    def initial(self) -> HavannahState:
        """The empty board."""
        return HavannahState(EMPTY * len(self._board.cells), X, 0, None, ((), ()))

    def to_move(self, state: HavannahState) -> Player:
        """The player whose turn it is."""
        return state.to_move

    @property
    def all_actions(self) -> tuple[Action, ...]:
        """All cells by x and then by y, and PASS last if allowed: what the empty board offers."""
        return self.actions(self.initial)

    def actions(self, state: HavannahState) -> tuple[Action, ...]:
        """The empty cells by x and then by y (A1, A2, ... B1, ...), and PASS last if allowed."""
        if self.is_terminal(state):
            return ()
        empty = tuple(compress(self._board.cells, state.board.encode().translate(IS_EMPTY)))
        return (*empty, PASS) if self.passing else empty

    def result(self, state: HavannahState, action: Action) -> HavannahState:
        """The state after the player to move has put a stone on this cell, or has passed."""
        board, player, passes, _, chains = state
        if self.is_terminal(state):
            raise self.illegal(state, action)
        if action is PASS and self.passing:
            return HavannahState(board, OTHER[player], passes + 1, None, chains)
        place = self._place(action)
        if place is None or board[place] != EMPTY:
            raise self.illegal(state, action)

        seat = 0 if player == X else 1
        mine, chain = self._chains.with_stone(chains[seat], place)
        alone = len(mine) > len(chains[seat])  # a stone that touches no other wins nothing
        return HavannahState(
            board[:place] + player + board[place + 1 :],
            OTHER[player],
            0,
            player if not alone and self._chains.kinds(chain) else None,
            (mine, chains[1]) if seat == 0 else (chains[0], mine),
        )

    def is_terminal(self, state: HavannahState) -> bool:
        """Whether somebody has won, the board is full, or both players have passed."""
        return state.winner is not None or EMPTY not in state.board or state.passes == ENOUGH_PASSES

    def winner(self, state: HavannahState) -> Player | None:
        """The player who has completed a ring, a bridge or a fork."""
        return state.winner

    def win_line(self, state: HavannahState) -> tuple[tuple[str, ...], tuple[Cell, ...]] | None:
        """`(kinds, squares)`: which of ring, bridge, fork have won, and the cells that show it.

        These are, for each kind in turn, the cells of one as small as can be found in the winning
        chain: a ring in its own order, a bridge from corner to corner, a fork by its three ways.
        """
        if state.winner is None:
            return None
        chains = state.chains[0 if state.winner == X else 1]
        [chain] = [chain for chain in chains if self._chains.kinds(chain)]
        kinds = self._chains.kinds(chain)
        cells = self._chains.cells_of(chain)
        [last] = self._chains.cells_of(self._chains.decisive(chain))
        squares = (cell for kind in kinds for cell in line_of(self._board, kind, cells, last))
        return kinds, tuple(dict.fromkeys(squares))

    def has_state(self, state: Any) -> bool:
        """Whether this is a `HavannahState` with as many cells."""
        return super().has_state(state) and len(state.board) == len(self._board.cells)

    def render(self, state: HavannahState) -> str:
        """The board with its connections; where passing is allowed, who is to move as well."""
        stones = zip(self._board.cells, state.board, strict=True)
        marks = {cell: stone for cell, stone in stones if stone != EMPTY}
        text = board_text(self.size, marks)
        return f"{text}\n{state.to_move} to move{AFTER[state.passes]}" if self.passing else text

    def parse(self, text: str) -> HavannahState:
        """The state that this picture shows.

        Labels, lines between stones and the width of the blanks do not matter. A last line such as
        `O to move, after a pass` is needed only where the stones do not say it.
        """
        turn = re.search(r"([XO]) to move(, after (a pass|two passes))?\s*\Z", text)
        board = read_board(self.size, text[: turn.start()] if turn else text)
        if turn:
            to_move, passes = turn[1], AFTER.index(turn[2] or "")
        else:
            to_move, passes = X if board.count(X) == board.count(O) else O, 0
        chains = chains_on(self._chains, board)
        winner = winner_on(self._chains, chains)
        check_turn(board, to_move, passes, winner, passing=self.passing)
        return HavannahState(board, to_move, passes, winner, chains)

    def with_stones(self, first: Collection[Action], other: Collection[Action]) -> HavannahState:
        """The state with these stones of X and of O, X to move, in which nobody has won yet.

        Nobody has to have played them: it is for pictures, and for questions about some stones.
        """
        for cell in (*first, *other):
            if self._place(cell) is None:
                raise ValueError(f"{cell!r} is not a cell (x, y) of the board of size {self.size}")
        if both := sorted(set(first) & set(other), key=repr):
            raise ValueError(f"{both[0]!r} can't hold a stone of X and one of O")
        cells = self._board.cells
        board = "".join(X if at in first else O if at in other else EMPTY for at in cells)
        return HavannahState(board, X, 0, None, chains_on(self._chains, board))

    def action_name(self, action: Action) -> str:
        """Such as `L3`: the letter is x, the number is y; or `pass`."""
        if action is PASS:
            return "pass"
        place = self._place(action)
        if place is None:
            raise ValueError(f"{action!r} is not a cell (x, y) of the board of {self!r}")
        return cell_name(self._board.cells[place])

    def action_named(self, text: str) -> Action:
        """The cell, or pass, that people write like this; capitals do not matter."""
        if text.strip().lower() == "pass":
            if self.passing:
                return PASS
            raise ValueError(
                f"'pass' is not an action of {self!r}: nobody may pass, except in a game made with"
                " passing=True"
            )
        return self._board.cell_named(text)

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """Six turns, and the same six of the mirror image."""
        return tuple(self._symmetry(name) for name in self._board.images)

    def canonical(self, state: HavannahState) -> Hashable:
        """The least of the board's twelve images, who is to move, and the passes before."""
        board = state.board
        images = ("".join(image(board)) for image in self._board.pulls.values())
        return min(images), state.to_move, state.passes

    @cached_property
    def _board(self) -> HexBoard:
        """The geometry, shared by all games of this size."""
        return hex_board(self.size)

    @cached_property
    def _chains(self) -> HexChains:
        """What there is to know about chains, shared by all games of this size."""
        return hex_chains(self.size)

    def _place(self, action: Action) -> int | None:
        """The place of this cell in the board's order, or `None` for what is no cell."""
        try:
            return self._board.index.get(action)  # type: ignore[call-overload]
        except TypeError:  # a list, say, which cannot be looked up
            return None

    def _symmetry(self, name: str) -> Symmetry:
        """The map of states and actions with this name."""
        hexes, chains = self._board, self._chains
        pull = hexes.pulls[name]
        images = dict(zip(hexes.cells, hexes.images[name], strict=True))

        def image_of_state(state: HavannahState) -> HavannahState:
            board = "".join(pull(state.board))
            return state._replace(board=board, chains=chains_on(chains, board))

        def image_of_action(action: Any) -> Any:
            return PASS if action is PASS else images[action]

        return Symmetry(name, image_of_state, image_of_action)


# --- which pictures can come about ----------------------------------------------------------------


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
    """Refuse a board on which it cannot be this player's turn."""
    stones = {player: board.count(player) for player in (X, O)}
    seen = f"this board has {stones[X]} stones of X and {stones[O]} of O, with {to_move} to move"
    seen += AFTER[passes]
    alternate = stones[X] - stones[O] == (0 if to_move == X else 1)
    if not passing and (passes or not alternate):
        raise ValueError(
            f"{seen}; X begins, the players take turns and nobody passes, so X has"
            " as many stones as O, or one more and then O is to move"
        )
    # Who set a stone last: passing on, the turn has gone round once for each pass since.
    last = OTHER[to_move] if passes % 2 == 0 else to_move
    if not (stones[last] or (last == O and not stones[X])):
        raise ValueError(
            f"{seen}; then {last} was the last to set a stone, but there is none"
            " (if there were passes before, add a last line such as: O to move, after a pass)"
        )
    if winner is not None and (passes or winner != last):
        raise ValueError(
            f"{seen}; {winner} has won, so {winner} made the last move and it is"
            f" {OTHER[winner]}'s turn, without a pass"
        )
    if passes and EMPTY not in board:
        raise ValueError(f"{seen}; but on a full board the game is over")


def _described(chains: HexChains, player: Player, chain: Chain) -> str:
    """Such as `a ring and fork of X at A1`."""
    kinds = " and ".join(chains.kinds(chain))
    return f"a {kinds} of {player} at {cell_name(chains.cells_of(chain)[0])}"
