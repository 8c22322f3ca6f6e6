"""The games of rows with small states for heavy work: `compact(game)`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from random import Random
from typing import TypeVar

from course_lib.game import (
    Action,
    Game,
    Player,
    Playout,
    State,
    Symmetry,
    passed_on,
    settle,
)
from course_lib.games.k_in_a_row import GridState, KInARow, lines_through
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

    _squares: Sequence[list[tuple[Square, ...]]] = field(init=False, compare=False)
    """The squares of each ten bits, for each value that these may have; not used with gravity."""

    def __post_init__(self) -> None:
        """Work out, as plain attributes, what the rules look up at every move."""
        game = self.game
        if len(game.players) != 2:
            raise ValueError(f"bitboards are for two players; {game!r} has {len(game.players)}")
        places: dict[Action, BitPlace] = {}
        columns: dict[int, list[Square]] = {}  # from the bottom up
        for at, through in enumerate(lines_through(game)):
            row, column = square = divmod(at, game.columns)
            below = 1 << at + game.columns if game.gravity and row < game.rows - 1 else 0
            lines = tuple((_bits(line + ends), _bits(line)) for line, ends in through)
            places[square] = (1 << at, below, lines, square)
            columns.setdefault(column if game.gravity else -1, []).insert(0, square)
        heights = [
            (sum(places[square][0] for square in upward), tuple(upward))
            for upward in columns.values()
        ]
        settle(
            self,
            full=(1 << len(places)) - 1,
            players=game.players,
            _places=places,
            _columns=tuple(heights) if game.gravity else (),
            _squares=() if game.gravity else _by_tens([(square,) for square in places], ()),
        )

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
        marks = [
            player if mine & bit else other if theirs & bit else EMPTY
            for bit, _, _, _ in self._places.values()
        ]
        winner = other if over == WON else None
        return GridState(tuple(marks), player, self.actions(state), winner)  # type: ignore[arg-type]

    # --- the rules ---------------------------------------------------------------------------

    players, all_actions, action_name, action_named = passed_on(4)

    initial = (0, 0, OPEN)

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
        empty = self.full ^ taken
        found: tuple[Square, ...] = ()
        for table in self._squares:
            found += table[empty & MASK]
            empty >>= CHUNK
        return found

    def result(self, state: State, action: Action) -> Bitboards:
        """The state after the player to move has put a stone on this square."""
        mine, theirs, over = state
        taken = mine | theirs
        try:
            bit, below, lines, _ = self._places[action]
        except (KeyError, TypeError):
            raise self.illegal(state, action) from None
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

    def winner(self, state: State) -> Player | None:
        """The player with the row, or `None`."""
        return self._other(state) if state[2] == WON else None

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

    def playout(self, state: State, rng: Random) -> Playout:
        """The readable game's random game from here."""
        return self.game.playout(self.unpack(state), rng)

    def parse(self, text: str) -> State:
        """The state that the readable game reads."""
        return self.pack(self.game.parse(text))

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
        maps = zip(self._maps, self.game.images, strict=True)
        return tuple(
            Symmetry(image.name, partial(_image, places), image.square) for places, image in maps
        )

    def canonical(self, state: State) -> tuple[int, int]:
        """The least of the bitboards' mirror images."""
        return min(_image(places, state)[:2] for places in self._maps)

    @cached_property
    def _maps(self) -> tuple[BitMap, ...]:
        """The mirror images as maps of bits."""
        return tuple(BitMap(image.places) for image in self.game.images)


def _image(places: BitMap, state: Bitboards) -> Bitboards:
    """The mirror image of a state."""
    mine, theirs, over = state
    return places(mine), places(theirs), over


def _bits(places: Sequence[int]) -> int:
    """The bits of these places."""
    return sum(1 << at for at in places)


CHUNK = 10
MASK = (1 << CHUNK) - 1

T = TypeVar("T", int, tuple[Square, ...])


def _by_tens(parts: Sequence[T], nothing: T) -> list[list[T]]:
    """For each ten bits a table with each value that they may have: the sum of its bits' parts."""
    tables = []
    for start in range(0, len(parts), CHUNK):
        table = [nothing]
        for part in parts[start : start + CHUNK]:
            table += [before + part for before in table]
        tables.append(table)
    return tables


class BitMap:
    """A function that moves bits: bit `i` of what it gives is bit `places[i]` of the number.

    The number is read ten bits at a time, with a table for each ten.
    """

    def __init__(self, places: Sequence[int]) -> None:
        """Work out what each value of each ten bits becomes."""
        goes_to = {source: 1 << at for at, source in enumerate(places)}
        self._tables = _by_tens([goes_to[source] for source in range(len(places))], 0)

    def __call__(self, bits: int) -> int:
        """The number with its bits moved."""
        moved = 0
        for table in self._tables:
            moved |= table[bits & MASK]
            bits >>= CHUNK
        return moved
