"""Connect Four solved: the exact score of any position, of each move, and a best line.

A score is for the player to move. It is positive if he can force a win: then it says how many
stones he will still have at hand, the winning one counted, if he wins as soon as he can and the
other holds out as long as he can. On 6 rows and 7 columns that is 22 minus the stones that the
winner will have placed. A loss is the same with a minus, and a draw is 0.

    solver = Solver(ConnectFour())    it remembers what it has found out
    solver.score(state)               one number
    solver.scores(state)              one for each legal action

`OpenedSolver` looks the first moves on the usual board up, which take longest to search.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from operator import itemgetter
from pathlib import Path
from typing import Any

from course_lib.game import Action, Game, State
from course_lib.games.compact import CompactGame
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.squares import EMPTY
from course_tools.arena.engines.jit import array, have_numba, large_array, plain

LENGTH = 4

OPENINGS = Path(__file__).with_name("openings_6x7.txt")
"""A key and a score for each position of the usual board with so many stones; of mirror images one.

`python -m benchmarks.connect_four_openings` makes it.
"""
OPENED = 4

BATCH = 3_000_000
"""So many positions are visited in well under a second; after them Ctrl-C is heard."""


class Solver:
    """Exact scores in one game of Connect Four; what one question shows is kept for the next."""

    def __init__(self, game: Game, *, compiled: bool = True) -> None:
        """Make a solver; nothing is compiled before the first question, or ever if not `compiled`.

        Where there is no numba, or on a board too large for 63 bits, plain Python answers: the same
        numbers, later.
        """
        self.game, self.board = game, board_of(game, compiled=compiled)
        self._search: tuple[int, _Search] | None = None

    def score(self, state: State) -> int:
        """The exact score of this state for the player to move; of a final one what it has been.

        >>> from course_lib.games import ConnectFour
        >>> game = ConnectFour()
        >>> solver = Solver(game)
        >>> solver.score(game.play("4141414"))   # X has won with his fourth stone
        -18
        >>> solver.score(game.play("414141"))
        18
        """
        mine, taken, over = self.board.position(self.game, state)
        if over:
            return -self.board.winning_score(taken.bit_count() - 1) if over == "won" else 0
        return self.score_of(mine, taken)

    def scores(self, state: State) -> dict[Action, int]:
        """The exact score of every legal action for the player who takes it."""
        mine, taken, _ = self.board.position(self.game, state)
        winning = self.board.winning_squares(mine, taken)
        now, theirs = self.board.winning_score(taken.bit_count()), taken ^ mine
        values = {}
        for action in self.game.actions(state):
            move = self.board.bit(action)
            values[action] = now if winning & move else -self.score_of(theirs, taken | move)
        return values

    def best_line(self, state: State) -> tuple[Action, ...]:
        """The actions to the end if both sides take a best one, of equal ones the first."""
        line = []
        while values := self.scores(state):
            action = max(values, key=lambda action: values[action])
            line.append(action)
            state = self.game.result(state, action)
        return tuple(line)

    def score_of(self, mine: int, taken: int) -> int:
        """The score of a position that is not won, given as bits: see `connect_four_search`."""
        stones = taken.bit_count()
        if self._search is None or stones < self._search[0]:
            self._search = stones, _Search(self.board, stones)
        return self._search[1].score_of(mine, taken)

    def prepare(self) -> None:
        """Compile or load the search now, so that the first question is not the slow one."""
        _Search(self.board, self.board.squares).score_of(0, self.board.full >> 1)


class OpenedSolver(Solver):
    """A solver that looks positions of the usual board with few stones up in a table."""

    @cached_property
    def openings(self) -> dict[int, int]:
        """The score of each position with `OPENED` stones, by its key; for other boards nothing."""
        if (self.board.rows, self.board.columns) != (6, 7):
            return {}
        lines = OPENINGS.read_text(encoding="utf-8").splitlines()
        return {int(key, 16): int(score) for key, score in map(str.split, lines)}

    def knows(self, stones: int) -> bool:
        """Whether positions with so many stones are in the table, or follow from it at once."""
        return stones <= OPENED and bool(self.openings)

    def score_of(self, mine: int, taken: int) -> int:
        """The score of a position that is not won."""
        if not self.knows(stones := taken.bit_count()):
            return super().score_of(mine, taken)
        if stones == OPENED:
            return self.openings[self.board.key(mine, taken)]
        # With so few stones nobody can have won.
        moves = self.board.moves(taken)
        return max(-self.score_of(taken ^ mine, taken | move) for move in moves)


class _Search:
    """The arrays of a search, for positions with at least so many stones."""

    def __init__(self, board: FourBoard, stones: int) -> None:
        self.kernels, bits = board.kernels, table_bits(board.squares - stones)
        if not board.compiled:
            bits = min(bits, 20)
        self.table = large_array(2 << bits, compiled=board.compiled)
        self.numbers = array(board_numbers(board, bits), compiled=board.compiled)

    def score_of(self, mine: int, taken: int, batch: int = BATCH) -> int:
        """The score of a position that is not won, with a stop after every batch of visits.

        The table keeps what was found out. Since a small one forgets, each batch is longer than
        the one before, so that one of them is long enough.
        """
        numbers, search = self.numbers, self.kernels
        while True:
            numbers[search.MOST] = int(numbers[search.VISITS]) + batch
            found = int(search.score_of(mine, taken, numbers, self.table))
            if found != search.UNFINISHED:
                return found
            batch += batch // 16 + 1


def table_bits(empty: int) -> int:
    """The size of a table for so many empty squares, as a power of two pairs of numbers.

    The least is half a megabyte, the most 256 megabytes.
    """
    return min(max(empty - 13, 15), 24)


def board_numbers(board: FourBoard, bits: int) -> list[int]:
    """What a search works on, with a table of 2 ** `bits` pairs of numbers."""
    search = board.kernels
    numbers = [0] * (search.LISTS + search.LIST * (board.squares + 1))
    numbers[search.FULL], numbers[search.BOTTOM] = board.full, board.bottom
    numbers[search.STEP], numbers[search.SQUARES] = board.step, board.squares
    numbers[search.COLUMNS], numbers[search.ODD_ROWS] = board.columns, board.odd_rows
    numbers[search.SHIFT] = 63 - bits
    numbers[search.FILES : search.FILES + board.columns] = board.files
    return numbers


class FourBoard:
    """An empty board of this size, and how states of a game become bits on it."""

    def __init__(self, rows: int, columns: int, *, compiled: bool = True) -> None:
        """Work everything out from the size."""
        self.rows, self.columns, self._may_compile = rows, columns, compiled
        self.step, self.squares = rows + 1, rows * columns
        column = (1 << rows) - 1
        outwards = sorted(range(columns), key=lambda at: (abs(2 * at + 1 - columns), at))
        self.bottom = sum(1 << self.step * number for number in range(columns))
        self.full = self.bottom * column
        self.odd_rows = self.bottom * sum(1 << row for row in range(0, rows, 2))
        self.files = tuple(column << self.step * number for number in outwards)
        # A number is written with its last bit first: from the right column, from its top, which
        # is the spare square. That one is read from a mark behind those of the state's board.
        spare = rows * columns
        self._from_the_last_bit = itemgetter(
            *(
                square
                for column in reversed(range(columns))
                for square in (spare, *range(column, spare, columns))
            )
        )

    @cached_property
    def compiled(self) -> bool:
        """Whether a position with its bound fits into 63 bits, and numba is there."""
        fits = self.step * self.columns <= 56 and self.step <= 20
        return self._may_compile and fits and have_numba()

    @cached_property
    def kernels(self) -> Any:
        """The functions of `connect_four_search` that know this board: compiled, or plain ones."""
        from course_tools.arena.engines import connect_four_search as search

        if self.compiled:
            return search
        bounds = {"BITS": 11, "AT_MOST": 512, "EITHER": 1024, "AT_LEAST": 1536}
        return plain(search.__name__, how_many=int.bit_count, **bounds)

    def bit(self, square: Any) -> int:
        """The bit of this square."""
        row, column = square
        return 1 << column * self.step + self.rows - 1 - row

    def winning_squares(self, stones: int, taken: int) -> int:
        """The empty squares that would finish a four for these stones, within reach or not."""
        return int(self.kernels.winning_squares(stones, taken, self.full, self.step))

    def has_four(self, stones: int) -> bool:
        """Whether four of these stones lie in a line."""
        return bool(self.kernels.has_four(stones, self.step))

    def mirrored(self, stones: int) -> int:
        """The same stones with left and right swapped."""
        return int(self.kernels.mirrored(stones, self.step, self.columns))

    def key(self, mine: int, taken: int) -> int:
        """One number for a position and its mirror image."""
        return min(mine + taken, self.mirrored(mine) + self.mirrored(taken))

    def moves(self, taken: int) -> Iterator[int]:
        """The lowest empty square of each column that has one, from the middle outwards."""
        free = (taken + self.bottom) & self.full
        return (free & file for file in self.files if free & file)

    def winning_score(self, stones: int) -> int:
        """What it is worth to win now, with so many stones on the board before the winning one.

        That is how many stones the winner still has at hand, the winning one counted, when all
        stones that the board has room for are dealt out to the players in turn. On 6 rows and
        7 columns it is 22 minus the stones that the winner has placed, the winning one included.
        """
        return (self.squares + 1 - stones) // 2

    def position(self, game: Game, state: State) -> tuple[int, int, str]:
        """The stones of the player to move, all stones, and "won" or "drawn" if the game is over.

        >>> from course_lib.games import ConnectFour
        >>> game = ConnectFour()
        >>> FourBoard(6, 7).position(game, game.play("a a b"))
        (2, 131, '')
        """
        if isinstance(game, CompactGame):
            state = game.unpack(state)
        board, player, actions, winner = state
        marks = self._from_the_last_bit((*board, EMPTY))
        mine = int("".join("01"[mark == player] for mark in marks), 2)
        taken = int("".join("10"[mark == EMPTY] for mark in marks), 2)
        return mine, taken, "won" if winner is not None else "" if actions else "drawn"


def is_connect_four(game: Game) -> bool:
    """Whether this is Connect Four for two, on a board of any size."""
    if not isinstance(game, KInARow) or len(game.players) != 2:
        return False
    return game.gravity and game.length == LENGTH and not game.exact


def board_of(game: Game, *, compiled: bool = True) -> FourBoard:
    """The board of this game, which must be a Connect Four for two with rows of four."""
    # A compact game keeps its states as bitboards with bits of its own.
    rules: Any = game.game if isinstance(game, CompactGame) else game
    if is_connect_four(rules):
        return FourBoard(rules.rows, rules.columns, compiled=compiled)
    raise ValueError(
        f"this solver knows Connect Four with four in a row on any board, such as ConnectFour(6, 7)"
        f"; it was given {game!r}"
    )
