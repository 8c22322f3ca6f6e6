"""The games of rows with a board of two whole numbers: a bit for each stone."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from random import Random

from course_lib.game import Action, Player, Playout, State
from course_lib.games.compact.base import CompactGame
from course_lib.games.compact.bits import BitMap, Chunks
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.meant import is_plain
from course_lib.games.rows import EMPTY, Board, Places, lines_through
from course_lib.games.squares import Square

OPEN, WON, DRAWN = 0, 1, 2

Bitboards = tuple[int, int, int]
"""A state: the stones of the player to move, the other's, and whether it is OPEN, WON or DRAWN.

Bit `i` is the square at place `i` in reading order. A WON game was won by who moved last.
"""

Line = tuple[int, int]
"""`(watched, wanted)`: there is a row when a player has just the wanted of the watched bits."""

Place = tuple[int, int, tuple[Line, ...], Square]
"""Of a square: its bit, the bit that must be taken before (or 0), its lines, and itself."""

SMALL = 12
"""On boards up to this many squares the squares that finish a row are looked up in a table."""


@dataclass(frozen=True, repr=False)
class CompactRows(CompactGame[KInARow]):
    """A game of rows for two players on bitboards."""

    _places: dict[Action, Place] = field(init=False, compare=False)
    _columns: tuple[tuple[int, tuple[Square, ...]], ...] = field(init=False, compare=False)
    _full: int = field(init=False, compare=False)
    _free_squares: Chunks[Square] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """Work out what `result` looks up."""
        game = self.game
        if len(game.players) != 2:
            raise ValueError(f"bitboards are for two players; {game!r} has {len(game.players)}")
        squares = [(row, column) for row in range(game.rows) for column in range(game.columns)]
        bits = {square: 1 << at for at, square in enumerate(squares)}
        table: dict[Action, Place] = {}
        for (square, bit), through in zip(bits.items(), lines_through(game), strict=True):
            row, column = square
            below = bits.get((row + 1, column), 0) if game.gravity else 0
            table[square] = (bit, below, tuple(_line(line, ends) for line, ends in through), square)
        columns = []
        for column in range(game.columns if game.gravity else 0):
            upward = tuple(squares[column :: game.columns][::-1])
            columns.append((sum(bits[square] for square in upward), upward))
        object.__setattr__(self, "_places", table)
        object.__setattr__(self, "_columns", tuple(columns))
        object.__setattr__(self, "_full", (1 << len(squares)) - 1)
        object.__setattr__(self, "_free_squares", Chunks(squares))

    def pack(self, state: State) -> Bitboards:
        """The bitboards of a readable state."""
        mine = self._stones(state.board, state.to_move)
        other = next(player for player in self.players if player != state.to_move)
        over = WON if state.winner is not None else OPEN if state.actions else DRAWN
        return mine, self._stones(state.board, other), over

    def unpack(self, state: State) -> State:
        """The readable state of these bitboards."""
        mine, theirs, over = state
        player = self.to_move(state)
        other = next(name for name in self.players if name != player)
        board = tuple(
            player if mine & bit else other if theirs & bit else EMPTY
            for bit, *_ in self._places.values()
        )
        return self.game.state_of(board, other if over == WON else None)

    @property
    def full(self) -> int:
        """The bits of all squares."""
        return self._full

    # --- the rules ---------------------------------------------------------------------------

    def to_move(self, state: State) -> Player:
        """The player whose turn it is."""
        mine, theirs, _ = state
        return self.players[(mine | theirs).bit_count() & 1]

    def actions(self, state: State) -> tuple[Action, ...]:
        """The squares where a stone may come to lie, in the readable game's order."""
        mine, theirs, over = state
        if over:
            return ()
        taken = mine | theirs
        if self._columns:
            heights = [((taken & column).bit_count(), upward) for column, upward in self._columns]
            return tuple([upward[height] for height, upward in heights if height < len(upward)])
        return self._free_squares(self._full ^ taken)

    def result(self, state: State, action: Action) -> Bitboards:
        """The state after the player to move has put a stone on this square."""
        mine, theirs, over = state
        taken = mine | theirs
        try:
            bit, below, lines, square = self._places[action]
        except (KeyError, TypeError):
            raise self.illegal(state, action) from None
        if square is not action and not is_plain(action):
            raise self.illegal(state, action)
        if over or taken & bit or taken & below != below:
            raise self.illegal(state, action)
        mine |= bit
        for watched, wanted in lines:
            if mine & watched == wanted:
                return theirs, mine, WON
        return theirs, mine, DRAWN if taken | bit == self._full else OPEN

    def is_terminal(self, state: State) -> bool:
        """Whether somebody has won or the board is full."""
        return state[2] != OPEN

    def utility(self, state: State, player: Player) -> float:
        """+1 for the winner, -1 for the loser, 0 for a draw."""
        if state[2] == OPEN:
            raise self.not_final(state)
        if player not in self.players:
            raise self.no_such_player(player)
        if state[2] == DRAWN:
            return 0
        return -1 if player == self.to_move(state) else 1

    def winner(self, state: State) -> Player | None:
        """The player with the row, or `None`."""
        if state[2] != WON:
            return None
        return self.players[1 - self.players.index(self.to_move(state))]

    def canonical(self, state: State) -> tuple[int, int]:
        """The least of the bitboards' mirror images."""
        mine, theirs, _ = state
        return min((image(mine), image(theirs)) for image in self._maps)

    @cached_property
    def _maps(self) -> tuple[BitMap, ...]:
        """The mirror images as maps of bits."""
        return tuple(BitMap(places) for _, _, places in self.game.images)

    def _stones(self, board: Board, player: Player) -> int:
        """The bits of this player's stones."""
        return sum(1 << at for at, mark in enumerate(board) if mark == player)

    # --- many positions at once ----------------------------------------------------------------

    def playout(self, state: State, rng: Random) -> Playout:
        """The same random game as the readable game's, on bitboards."""
        mine, theirs, over = state
        player, random = self.to_move(state), rng.random
        numbers, bits, lines, above = self._for_playouts
        choices = [numbers[action] for action in self.actions(state)]
        played: list[int] = []
        while choices:
            number = int(random() * len(choices))
            at = choices[number]
            played.append(at)
            mine, theirs = theirs, mine | bits[at]
            for watched, wanted in lines[at]:
                if theirs & watched == wanted:
                    over, choices = WON, []
                    break
            else:
                if above[at] < 0:
                    del choices[number]
                else:
                    choices[number] = above[at]
        won_by_first = over == WON and (len(played) % 2 == 1) == (player == self.players[0])
        value = (1 if won_by_first else -1) if over == WON else 0
        squares = list(numbers)
        return Playout(tuple([squares[at] for at in played]), (value, -value))

    @cached_property
    def _for_playouts(
        self,
    ) -> tuple[dict[Action, int], list[int], list[tuple[Line, ...]], list[int]]:
        """Each square's number; and by number its bit, its lines, the square it opens or -1."""
        numbers = {square: at for at, square in enumerate(self._places)}
        bits = [bit for bit, *_ in self._places.values()]
        lines = [lines for _, _, lines, _ in self._places.values()]
        columns = self.game.columns
        above = [at - columns if self._columns else -1 for at in range(len(bits))]
        return numbers, bits, lines, [max(at, -1) for at in above]

    def count(self, state: State, depth: int) -> tuple[int, ...]:
        """How many positions lie 0, 1, 2... `depth` moves ahead.

        A move that finishes no row leaves one free square fewer, and each of those is a move. So
        the positions two moves ahead are counted without making a move at all.
        """
        mine, theirs, over = state
        if self._columns or over or depth < 2:
            return super().count(state, depth)
        free = self._full ^ (mine | theirs)
        counts = [1, free.bit_count()] + [0] * (depth - 1)
        finishers = self._finishers

        def walk(mine: int, theirs: int, free: int, ahead: int) -> None:
            """Add what lies two and more moves behind this position, itself `ahead` - 2 ahead."""
            quiet = free & ~(finishers[mine] if finishers else self._finishing(mine))
            left = free.bit_count() - 1
            counts[ahead] += quiet.bit_count() * left
            if left > 1 and ahead < depth:
                while quiet:
                    bit = quiet & -quiet
                    quiet ^= bit
                    walk(theirs, mine | bit, free ^ bit, ahead + 1)

        walk(mine, theirs, free, 2)
        return tuple(counts)

    @cached_property
    def _finishers(self) -> tuple[int, ...]:
        """On a small board: for each set of stones the squares that finish a row with it."""
        small = self._full.bit_length() <= SMALL
        return tuple(map(self._finishing, range(self._full + 1))) if small else ()

    def _finishing(self, stones: int) -> int:
        """The squares on which one more stone finishes a row."""
        found = 0
        for bit, _, lines, _ in self._places.values():
            with_it = stones | bit
            if any(with_it & watched == wanted for watched, wanted in lines):
                found |= bit
        return found


def _line(places: Places, ends: Places) -> Line:
    """This line as bits."""
    wanted = sum(1 << at for at in places)
    return wanted | sum(1 << at for at in ends), wanted
