"""The games of rows with small states for heavy work: `compact(game)`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress
from random import Random

from course_lib.game import Action, Game, Player, Playout, State, Symmetry, is_plain
from course_lib.games.k_in_a_row import KInARow, lines_through
from course_lib.games.squares import EMPTY, Square


def compact(game: Game) -> Game:
    """The same game with bitboards for states: same actions, names and text, less to do for each.

    Written for the games of rows for two players.

    >>> from course_lib.games.tic_tac_toe import TicTacToe
    >>> compact(TicTacToe()).initial
    (0, 0, 0)
    """
    if isinstance(game, KInARow):
        return CompactGame(game)
    raise ValueError(
        f"there is no compact form of {game!r}: tic-tac-toe, Connect Four, Gomoku and other games"
        " of rows have one"
    )


Bitboards = tuple[int, int, int]
"""A state: the stones of the player to move, the other's, and OPEN, WON or DRAWN.

Bit `i` of the stones is the square at place `i` in reading order. A WON game was won by who moved
last.
"""

OPEN, WON, DRAWN = 0, 1, 2

BitLine = tuple[int, int]
"""`(watched, wanted)`: there is a row when a player has just the wanted of the watched bits."""

BitPlace = tuple[int, int, tuple[BitLine, ...], Square]
"""Of a square: its bit, the bit that must be taken before (or 0), its lines, and itself."""

_ARE_SET = bytes(code == ord("1") for code in range(256))
"""Turns the digits of a number in binary into ones and zeros."""


@dataclass(frozen=True, repr=False)
class CompactGame(Game):
    """A game of rows for two players on bitboards.

    Actions, their order and names, `render` and `parse` are those of the readable game;
    `pack` and `unpack` go from its states to ours and back.
    """

    game: KInARow

    full: int = field(init=False, compare=False)
    """The bits of all squares."""

    _places: dict[Action, BitPlace] = field(init=False, compare=False)
    _columns: tuple[tuple[int, tuple[Square, ...]], ...] = field(init=False, compare=False)
    _last_first: list[Square] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """Work out, as plain attributes, what the rules look up at every move."""
        game = self.game
        if len(game.players) != 2:
            raise ValueError(f"bitboards are for two players; {game!r} has {len(game.players)}")
        squares = [(row, column) for row in range(game.rows) for column in range(game.columns)]
        bits = {square: 1 << at for at, square in enumerate(squares)}
        places: dict[Action, BitPlace] = {}
        for (square, bit), through in zip(bits.items(), lines_through(game), strict=True):
            row, column = square
            below = bits.get((row + 1, column), 0) if game.gravity else 0
            lines = tuple((_bits(line + ends), _bits(line)) for line, ends in through)
            places[square] = (bit, below, lines, square)
        upward = [tuple(squares[at :: game.columns][::-1]) for at in range(game.columns)]
        columns = [(sum(bits[square] for square in column), column) for column in upward]
        vars(self).update(_places=places, _columns=tuple(columns) if game.gravity else ())
        vars(self).update(full=(1 << len(squares)) - 1, _last_first=squares[::-1])

    def pack(self, state: State) -> Bitboards:
        """The bitboards of a readable state."""
        first, second = (
            _bits([at for at, mark in enumerate(state.board) if mark == player])
            for player in self.players
        )
        over = WON if state.winner is not None else OPEN if state.actions else DRAWN
        first_moves = state.to_move == self.players[0]
        return (first, second, over) if first_moves else (second, first, over)

    def unpack(self, state: State) -> State:
        """The readable state of these bitboards."""
        mine, theirs, over = state
        player, other = self.to_move(state), self._other(state)
        board = tuple(
            player if mine & bit else other if theirs & bit else EMPTY
            for bit, *_ in self._places.values()
        )
        return self.game.state_of(board, other if over == WON else None)

    # --- the rules ---------------------------------------------------------------------------

    @property
    def players(self) -> tuple[Player, ...]:
        """The players' names."""
        return self.game.players

    @cached_property
    def initial(self) -> Bitboards:
        """The empty board."""
        return (0, 0, OPEN)

    def to_move(self, state: State) -> Player:
        """The player whose turn it is."""
        mine, theirs, _ = state
        return self.players[(mine | theirs).bit_count() & 1]

    def _other(self, state: State) -> Player:
        """The player who moved last."""
        mine, theirs, _ = state
        return self.players[~(mine | theirs).bit_count() & 1]

    def actions(self, state: State) -> tuple[Action, ...]:
        """The squares where a stone may come to lie, in the readable game's order."""
        mine, theirs, over = state
        if over:
            return ()
        taken = mine | theirs
        if self._columns:
            heights = [((taken & column).bit_count(), upward) for column, upward in self._columns]
            return tuple([upward[height] for height, upward in heights if height < len(upward)])
        return self._squares_of(self.full ^ taken)

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
        return theirs, mine, DRAWN if taken | bit == self.full else OPEN

    def is_terminal(self, state: State) -> bool:
        """Whether somebody has won or the board is full."""
        return state[2] != OPEN

    def utility(self, state: State, player: Player) -> float:
        """+1 for the winner, -1 for the loser, 0 for a draw."""
        return self.by_winner(state, player)

    def winner(self, state: State) -> Player | None:
        """The player with the row, or `None`."""
        return self._other(state) if state[2] == WON else None

    def playout(self, state: State, rng: Random) -> Playout:
        """The same random game as the readable game's, on bitboards."""
        mine, theirs, over = state
        player, random = self.to_move(state), rng.random
        squares, bits, lines, above = self._for_playouts
        choices = [self._places[action][0].bit_length() - 1 for action in self.actions(state)]
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
        return Playout(tuple([squares[at] for at in played]), (value, -value))

    @cached_property
    def _for_playouts(
        self,
    ) -> tuple[list[Action], list[int], list[tuple[BitLine, ...]], list[int]]:
        """By number each square, its bit, its lines, and the square that it opens or -1."""
        columns = self.game.columns
        above = [at - columns if self._columns else -1 for at in range(len(self._places))]
        bits, _, lines, _ = zip(*self._places.values(), strict=True)
        return list(self._places), list(bits), list(lines), [max(at, -1) for at in above]

    def _squares_of(self, bits: int) -> tuple[Square, ...]:
        """The squares with these bits, in reading order."""
        digits = f"{bits:0{self.full.bit_length()}b}".encode().translate(_ARE_SET)
        return tuple(compress(self._last_first, digits))[::-1]

    # --- what the readable game says ---------------------------------------------------------

    def win_line(self, state: State) -> tuple[tuple[str, ...], tuple[Action, ...]] | None:
        """`(kinds, squares)` of what has won, or `None`."""
        return self.game.win_line(self.unpack(state))

    def has_state(self, state: State) -> bool:
        """Whether these are three whole numbers, the bits of the first two on this board."""
        kinds = [type(number) for number in state] if type(state) is tuple else []
        return kinds == [int] * 3 and 0 <= state[0] | state[1] <= self.full

    def __repr__(self) -> str:
        return f"compact({self.game!r})"

    def render(self, state: State) -> str:
        """The text that the readable game shows."""
        return self.game.render(self.unpack(state))

    def parse(self, text: str) -> State:
        """The state that the readable game reads."""
        return self.pack(self.game.parse(text))

    def action_name(self, action: Action) -> str:
        """The action's name in the readable game."""
        return self.game.action_name(action)

    def action_named(self, text: str) -> Action:
        """The action with this name in the readable game."""
        return self.game.action_named(text)

    def play(self, names: str | Iterable[str]) -> State:
        """The state after these moves, written as the readable game reads them."""
        return self.pack(self.game.play(names))

    def action_in(self, state: State, text: str) -> Action:
        """The action with this name, where a shorter name may be enough in this state."""
        return self.game.action_in(self.unpack(state), text)

    # --- mirror images -------------------------------------------------------------------------

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The readable game's maps onto itself, for compact states."""
        return tuple(
            Symmetry(name, self._state_map(places), action)
            for (_, _, places), (name, _, action) in zip(
                self.game.images, self.game.symmetries, strict=True
            )
        )

    def _state_map(self, places: Sequence[int]) -> Callable[[State], State]:
        image = BitMap(places)
        return lambda state: (image(state[0]), image(state[1]), state[2])

    def canonical(self, state: State) -> tuple[int, int]:
        """The least of the bitboards' mirror images."""
        mine, theirs, _ = state
        return min((image(mine), image(theirs)) for image in self._maps)

    @cached_property
    def _maps(self) -> tuple[BitMap, ...]:
        """The mirror images as maps of bits."""
        return tuple(BitMap(places) for _, _, places in self.game.images)


def _bits(places: Sequence[int]) -> int:
    """The bits of these places."""
    return sum(1 << at for at in places)


CHUNK = 10
MASK = (1 << CHUNK) - 1


class BitMap:
    """A function that moves bits: bit `i` of what it gives is bit `places[i]` of the number.

    The number is read ten bits at a time, with a table for each ten.
    """

    def __init__(self, places: Sequence[int]) -> None:
        """Work out what each value of each ten bits becomes."""
        goes_to = {source: 1 << at for at, source in enumerate(places)}
        self._tables: list[list[int]] = []
        for start in range(0, len(places), CHUNK):
            table = [0]
            for source in range(start, min(start + CHUNK, len(places))):
                table += [value | goes_to[source] for value in table]
            self._tables.append(table)

    def __call__(self, bits: int) -> int:
        """The number with its bits moved."""
        moved = 0
        for table in self._tables:
            moved |= table[bits & MASK]
            bits >>= CHUNK
        return moved
