"""The same games with small states for heavy work: `compact(game)`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Generic, NamedTuple, TypeVar

from course_lib.game import (
    PASS,
    Action,
    Game,
    Player,
    Playout,
    State,
    Symmetry,
    find_action,
    is_plain,
)
from course_lib.games.k_in_a_row import KInARow, lines_through
from course_lib.games.squares import EMPTY, Places, Square, image_places, square_symmetries
from course_lib.games.three_musketeers import GUARD, MUSKETEER, MusketeersState, ThreeMusketeers


def compact(game: Game) -> Game:
    """The same game with bitboards for states: same actions, names and text, less to do for each.

    Written for the games of rows (two players) and for Three Musketeers.

    >>> from course_lib.games.tic_tac_toe import TicTacToe
    >>> compact(TicTacToe()).initial
    (0, 0, 0)
    """
    if isinstance(game, KInARow):
        return CompactRows(game)
    if isinstance(game, ThreeMusketeers):
        return CompactMusketeers(game)
    raise ValueError(
        f"there is no compact form of {game!r}: tic-tac-toe, Connect Four, Gomoku and other games"
        " of rows have one, and Three Musketeers"
    )


AnyGame = TypeVar("AnyGame", KInARow, ThreeMusketeers)

Bitboards = tuple[int, int, int]
"""A state: two sets of squares, bit `i` the square at place `i` in reading order, and a number."""


@dataclass(frozen=True, repr=False)
class CompactGame(Game, Generic[AnyGame]):
    """The same game as `game`, with small states made of whole numbers.

    Actions, their order and names, `render` and `parse` are those of the readable game;
    `pack` and `unpack` go from its states to ours and back.
    """

    game: AnyGame

    full: int = field(init=False, compare=False)
    """The bits of all squares."""

    @abstractmethod
    def __post_init__(self) -> None:
        """Work out, as plain attributes, what the rules look up at every move."""

    @abstractmethod
    def pack(self, state: State) -> State:
        """The compact state for a state of the readable game."""

    @abstractmethod
    def unpack(self, state: State) -> State:
        """The readable game's state for a compact one."""

    @property
    def players(self) -> tuple[Player, ...]:
        """The players' names."""
        return self.game.players

    @cached_property
    def initial(self) -> State:
        """The state before anybody has moved."""
        return self.pack(self.game.initial)

    @property
    def utility_range(self) -> tuple[float, float]:
        """The least and the greatest utility."""
        return self.game.utility_range

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

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The readable game's maps onto itself, for compact states."""
        return tuple(
            Symmetry(symmetry.name, self._image(symmetry), symmetry.action)
            for symmetry in self.game.symmetries
        )

    def _image(self, symmetry: Symmetry) -> Callable[[State], State]:
        return lambda state: self.pack(symmetry.state(self.unpack(state)))


def _bits(board: Sequence[str], mark: str) -> int:
    """The bits of the squares that bear this mark."""
    return sum(1 << at for at, other in enumerate(board) if other == mark)


OPEN, WON, DRAWN = 0, 1, 2

BitLine = tuple[int, int]
"""`(watched, wanted)`: there is a row when a player has just the wanted of the watched bits."""

BitPlace = tuple[int, int, tuple[BitLine, ...], Square]
"""Of a square: its bit, the bit that must be taken before (or 0), its lines, and itself."""

SMALL = 12
"""On boards up to this many squares the squares that finish a row are looked up in a table."""


class CompactRows(CompactGame[KInARow]):
    """A game of rows for two players on bitboards.

    A state: the stones of the player to move, the other's, and whether it is OPEN, WON or DRAWN.
    A WON game was won by who moved last.
    """

    _places: dict[Action, BitPlace]
    _columns: tuple[tuple[int, tuple[Square, ...]], ...]
    _free_squares: Chunks[Square]

    def __post_init__(self) -> None:
        """Work out what `result` looks up."""
        game = self.game
        if len(game.players) != 2:
            raise ValueError(f"bitboards are for two players; {game!r} has {len(game.players)}")
        squares = [(row, column) for row in range(game.rows) for column in range(game.columns)]
        bits = {square: 1 << at for at, square in enumerate(squares)}
        table: dict[Action, BitPlace] = {}
        for (square, bit), through in zip(bits.items(), lines_through(game), strict=True):
            row, column = square
            below = bits.get((row + 1, column), 0) if game.gravity else 0
            table[square] = (bit, below, tuple(_line(line, ends) for line, ends in through), square)
        columns = []
        for column in range(game.columns if game.gravity else 0):
            upward = tuple(squares[column :: game.columns][::-1])
            columns.append((sum(bits[square] for square in upward), upward))
        vars(self).update(_places=table, _columns=tuple(columns), full=(1 << len(squares)) - 1)
        vars(self).update(_free_squares=Chunks(squares))

    def pack(self, state: State) -> Bitboards:
        """The bitboards of a readable state."""
        first, second = (_bits(state.board, player) for player in self.players)
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
        return self._free_squares(self.full ^ taken)

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
        if state[2] == OPEN:
            raise self.not_final(state)
        if player not in self.players:
            raise self.no_such_player(player)
        if state[2] == DRAWN:
            return 0
        return -1 if player == self.to_move(state) else 1

    def winner(self, state: State) -> Player | None:
        """The player with the row, or `None`."""
        return self._other(state) if state[2] == WON else None

    def canonical(self, state: State) -> tuple[int, int]:
        """The least of the bitboards' mirror images."""
        mine, theirs, _ = state
        return min((image(mine), image(theirs)) for image in self._maps)

    @cached_property
    def _maps(self) -> tuple[BitMap, ...]:
        """The mirror images as maps of bits."""
        return tuple(BitMap(places) for _, _, places in self.game.images)

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
    ) -> tuple[dict[Action, int], list[int], list[tuple[BitLine, ...]], list[int]]:
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
        free = self.full ^ (mine | theirs)
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
        small = self.full.bit_length() <= SMALL
        return tuple(map(self._finishing, range(self.full + 1))) if small else ()

    def _finishing(self, stones: int) -> int:
        """The squares on which one more stone finishes a row."""
        found = 0
        for bit, _, lines, _ in self._places.values():
            with_it = stones | bit
            if any(with_it & watched == wanted for watched, wanted in lines):
                found |= bit
        return found


def _line(places: Places, ends: Places) -> BitLine:
    """This line as bits."""
    wanted = sum(1 << at for at in places)
    return wanted | sum(1 << at for at in ends), wanted


MUSKETEERS, GUARDS = 0, 1


class BitStep(NamedTuple):
    """An action, and the bits of the squares it leaves and enters."""

    action: Action
    leave: int
    enter: int


class CompactMusketeers(CompactGame[ThreeMusketeers]):
    """Three Musketeers on bitboards: the musketeers, the guards, and whose turn it is."""

    _steps: Chunks[list[BitStep]]
    _lines: frozenset[int]
    _not_left: int
    _not_right: int

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
                [BitStep(((row, column), to), leave, bits[to]) for to in around if to in bits]
            )
        lines = [[bits[row, column] for column in columns] for row in rows]
        lines += [[bits[row, column] for row in rows] for column in columns]
        number = game.initial.board.count(MUSKETEER)
        in_line = {sum(placed) for line in lines for placed in combinations(line, number)}
        left_edge = sum(bits[row, 0] for row in rows)
        right_edge = sum(bits[row, columns[-1]] for row in rows)
        vars(self).update(_steps=Chunks(steps), _lines=frozenset(in_line))
        vars(self).update(_not_left=~left_edge, _not_right=~right_edge, full=(1 << len(bits)) - 1)

    def pack(self, state: State) -> Bitboards:
        """The bitboards of a readable state."""
        board, to_move = state
        return _bits(board, MUSKETEER), _bits(board, GUARD), self.players.index(to_move)

    def unpack(self, state: State) -> MusketeersState:
        """The readable state of these bitboards."""
        musketeers, guards, side = state
        places = range(self.full.bit_length())
        board = tuple(
            MUSKETEER if musketeers >> at & 1 else GUARD if guards >> at & 1 else EMPTY
            for at in places
        )
        return MusketeersState(board, self.players[side])

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
            movers, onto = guards, self.full ^ (musketeers | guards)
        steps = self._steps(movers & self._next_to(onto))
        moves = tuple([action for near in steps for action, _, enter in near if onto & enter])
        return moves or (PASS,)

    def result(self, state: State, action: Action) -> Bitboards:
        """The state after this side has moved from the first square to the second."""
        musketeers, guards, side = state
        move = find_action(self.actions(state), action)
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
        return self.by_winner(state, player)

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
            empty = self.full ^ (musketeers | guards)
            if not self._next_to(guards) & empty:
                return MUSKETEERS
        return None

    def _next_to(self, bits: int) -> int:
        """The squares above, left, right and below these."""
        sideways = (bits & self._not_left) >> 1 | (bits & self._not_right) << 1
        return (sideways | bits >> self.game.columns | bits << self.game.columns) & self.full

    @cached_property
    def _ends(self) -> dict[Action, tuple[int, int]]:
        """The bits that each action leaves and enters."""
        every_step = self._steps(self.full)
        return {action: (leave, enter) for near in every_step for action, leave, enter in near}

    @cached_property
    def _maps(self) -> tuple[BitMap, ...]:
        """The mirror images as maps of bits."""
        size = (self.game.rows, self.game.columns)
        images = (image for _, image in square_symmetries(*size))
        return tuple(BitMap(image_places(image, *size)) for image in images)


# --- whole numbers read ten bits at a time, with a table for each ten --------------------------

CHUNK = 10
MASK = (1 << CHUNK) - 1

Item = TypeVar("Item")


class BitMap:
    """A function that moves bits: bit `i` of what it gives is bit `places[i]` of the number."""

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


class Chunks(Generic[Item]):
    """A function that gives the items whose bits are set, in the order of the bits."""

    def __init__(self, items: Sequence[Item]) -> None:
        """Work out the items of each value of each ten bits."""
        self._tables: list[list[tuple[Item, ...]]] = []
        for start in range(0, len(items), CHUNK):
            table: list[tuple[Item, ...]] = [()]
            for item in items[start : start + CHUNK]:
                table += [(*before, item) for before in table]
            self._tables.append(table)

    def __call__(self, bits: int) -> tuple[Item, ...]:
        """The items whose bits are set."""
        found: tuple[Item, ...] = ()
        for table in self._tables:
            found += table[bits & MASK]
            bits >>= CHUNK
        return found
