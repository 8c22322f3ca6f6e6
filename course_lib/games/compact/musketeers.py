"""Three Musketeers with a board of two whole numbers: a bit for each musketeer and guard."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from course_lib.game import PASS, Action, Player, State
from course_lib.games.compact.base import CompactGame
from course_lib.games.compact.bits import BitMap, Chunks
from course_lib.games.meant import meant
from course_lib.games.squares import image_places, square_symmetries
from course_lib.games.three_musketeers import (
    EMPTY,
    GUARD,
    MUSKETEER,
    MusketeersState,
    ThreeMusketeers,
)

MUSKETEERS, GUARDS = 0, 1

Bitboards = tuple[int, int, int]
"""A state: the musketeers, the guards, and whose turn it is: MUSKETEERS or GUARDS.

Bit `i` is the square at place `i` in reading order.
"""


class Step(NamedTuple):
    """An action, and the bits of the squares it leaves and enters."""

    action: Action
    leave: int
    enter: int


@dataclass(frozen=True, repr=False)
class CompactMusketeers(CompactGame[ThreeMusketeers]):
    """Three Musketeers on bitboards."""

    _steps: Chunks[list[Step]] = field(init=False, compare=False)
    _lines: frozenset[int] = field(init=False, compare=False)
    _edges: tuple[int, int, int] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """Work out the steps from each square and the placements in line."""
        game = self.game
        rows, columns = range(game.rows), range(game.columns)
        bits = {
            (row, column): 1 << row * game.columns + column for row in rows for column in columns
        }
        steps = []
        for (row, column), leave in bits.items():
            around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
            steps.append(
                [Step(((row, column), to), leave, bits[to]) for to in around if to in bits]
            )
        lines = [[bits[row, column] for column in columns] for row in rows]
        lines += [[bits[row, column] for row in rows] for column in columns]
        number = game.initial.board.count(MUSKETEER)
        in_line = {sum(placed) for line in lines for placed in combinations(line, number)}
        left_edge = sum(bits[row, 0] for row in rows)
        right_edge = sum(bits[row, columns[-1]] for row in rows)
        object.__setattr__(self, "_steps", Chunks(steps))
        object.__setattr__(self, "_lines", frozenset(in_line))
        object.__setattr__(self, "_edges", (~left_edge, ~right_edge, (1 << len(bits)) - 1))

    def pack(self, state: State) -> Bitboards:
        """The bitboards of a readable state."""
        board, to_move = state
        musketeers, guards = (
            sum(1 << at for at, mark in enumerate(board) if mark == piece)
            for piece in (MUSKETEER, GUARD)
        )
        return musketeers, guards, self.players.index(to_move)

    def unpack(self, state: State) -> MusketeersState:
        """The readable state of these bitboards."""
        musketeers, guards, side = state
        places = range(self.game.rows * self.game.columns)
        board = tuple(
            MUSKETEER if musketeers >> at & 1 else GUARD if guards >> at & 1 else EMPTY
            for at in places
        )
        return MusketeersState(board, self.players[side])

    @property
    def full(self) -> int:
        """The bits of all squares."""
        return self._edges[2]

    # --- the rules ---------------------------------------------------------------------------

    def to_move(self, state: State) -> Player:
        """The side whose turn it is."""
        return self.players[state[2]]

    def actions(self, state: State) -> tuple[Action, ...]:
        """The captures of the musketeers, or the moves of the guards, in reading order."""
        if self._winner(state) is not None:
            return ()
        musketeers, guards, side = state
        if side == MUSKETEERS:
            movers, onto = musketeers, guards
        else:
            movers, onto = guards, self._edges[2] ^ (musketeers | guards)
        steps = self._steps(movers & self._next_to(onto))
        moves = tuple([action for near in steps for action, _, enter in near if onto & enter])
        return moves or (PASS,)

    def result(self, state: State, action: Action) -> Bitboards:
        """The state after this side has moved from the first square to the second."""
        musketeers, guards, side = state
        move = meant(self.actions(state), action)
        if move is None:
            raise self.illegal(state, action)
        if move is PASS:
            return musketeers, guards, 1 - side
        leave, enter = self._ends[move]
        if side == MUSKETEERS:
            return musketeers ^ leave ^ enter, guards ^ enter, GUARDS
        return musketeers, guards ^ leave ^ enter, MUSKETEERS

    def is_terminal(self, state: State) -> bool:
        """Whether the musketeers are in line or somebody is stuck."""
        return self._winner(state) is not None

    def utility(self, state: State, player: Player) -> float:
        """+1 for the winner and -1 for the other: there are no draws."""
        winner = self.winner(state)
        if winner is None:
            raise self.not_final(state)
        if player not in self.players:
            raise self.no_such_player(player)
        return 1 if player == winner else -1

    def winner(self, state: State) -> Player | None:
        """The side that has won, or `None`."""
        side = self._winner(state)
        return None if side is None else self.players[side]

    def canonical(self, state: State) -> Bitboards:
        """The least of the bitboards' mirror images."""
        musketeers, guards, side = state
        return min((image(musketeers), image(guards), side) for image in self._maps)

    def _winner(self, state: Bitboards) -> int | None:
        """MUSKETEERS, GUARDS or nobody yet."""
        musketeers, guards, side = state
        if musketeers in self._lines:
            return GUARDS
        if (side == MUSKETEERS or self.game.stuck_musketeers == "any moment") and not (
            self._next_to(musketeers) & guards
        ):
            return MUSKETEERS
        if side == GUARDS and self.game.stuck_guards == "lose":
            empty = self._edges[2] ^ (musketeers | guards)
            if not self._next_to(guards) & empty:
                return MUSKETEERS
        return None

    def _next_to(self, bits: int) -> int:
        """The squares above, left, right and below these."""
        not_left, not_right, full = self._edges
        sideways = (bits & not_left) >> 1 | (bits & not_right) << 1
        return (sideways | bits >> self.game.columns | bits << self.game.columns) & full

    @cached_property
    def _ends(self) -> dict[Action, tuple[int, int]]:
        """The bits that each action leaves and enters."""
        every_step = self._steps(self._edges[2])
        return {action: (leave, enter) for near in every_step for action, leave, enter in near}

    @cached_property
    def _maps(self) -> tuple[BitMap, ...]:
        """The mirror images as maps of bits."""
        size = (self.game.rows, self.game.columns)
        images = (image for _, image in square_symmetries(*size))
        return tuple(BitMap(image_places(image, *size)) for image in images)
