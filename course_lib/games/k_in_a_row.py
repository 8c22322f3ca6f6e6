"""The games of rows: so many in a row on any rectangle. Connect Four and Gomoku are two of them.

At the end stand two evaluations, to hand over to a search that stops early.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from random import Random
from typing import Any, NamedTuple

from course_lib.closed import refuse_in
from course_lib.game import (
    Action,
    Game,
    Player,
    Playout,
    State,
    Symmetry,
    equal_action,
    must_be_whole,
    settle,
)
from course_lib.games.squares import (
    EMPTY,
    Board,
    BoardImage,
    Places,
    Square,
    square_name,
    square_named,
    square_symmetries,
)
from course_lib.plain import number_of

Finish = tuple[int, int, Places, Places]
"""The other places of a line through a square: the first, the last, and those between; its ends."""

Surroundings = tuple[int, tuple[Finish, ...], Square | None]
"""Of a square: its place in the board, its lines, and the square that a stone there opens."""


class GridState(NamedTuple):
    """A position: the board, who is to move, what this player may do, and who has won."""

    board: Board
    to_move: Player
    actions: tuple[Square, ...]
    winner: Player | None

    def __hash__(self) -> int:
        """The board says everything else, so it is enough to hash."""
        return hash(self.board)

    def __repr__(self) -> str:
        """Show the squares in reading order and how things stand; the rest follows from that."""
        news = "a draw" if not self.actions else f"{self.to_move} to move"
        news = f"{self.winner} has won" if self.winner else news
        return f"<GridState {''.join(self.board)}, {news}>"


@dataclass(frozen=True, repr=False)
class KInARow(Game):
    """`length` stones in a row, column or diagonal win, on a board of `rows` by `columns`.

    With `gravity` a stone falls to the lowest empty square of its column.
    With `exact` a row of more than `length` stones does not count.
    An action is the `(row, column)` where the stone comes to lie. Actions come in reading order,
    and with gravity from the left column to the right.

    >>> game = KInARow(3, 4, 3, gravity=True)
    >>> game.actions(game.initial)
    ((2, 0), (2, 1), (2, 2), (2, 3))
    >>> game.winner(game.play(["b1", "a1", "c1", "a2", "d1"]))
    'X'
    """

    rows: int
    columns: int
    length: int
    players: tuple[Player, ...] = ("X", "O")
    gravity: bool = False
    exact: bool = False

    winning: tuple[tuple[Places, Places], ...] = field(init=False, compare=False)
    """The places of each line that ends the game, and those next to its ends that spoil it."""

    _squares: tuple[Square, ...] = field(init=False, compare=False)
    _places: dict[Action, Surroundings] = field(init=False, compare=False)
    _next: dict[Player, Player] = field(init=False, compare=False)
    _initial: GridState = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """Refuse sizes that make no board and names that can't be told apart on it."""
        must_be_whole(1, rows=self.rows, columns=self.columns, length=self.length)
        if self.length > max(self.rows, self.columns):
            raise ValueError(
                f"{self.length} in a row do not fit on {self.rows} rows and {self.columns} columns;"
                f" length must be at most {max(self.rows, self.columns)}"
            )
        settle(self, players=tuple(self.players))
        if len(set(self.players)) != len(self.players) or len(self.players) < 2:
            raise ValueError(
                f"players are {self.players!r}; there must be two or more, all different"
            )
        for mark in self.players:
            one_sign = isinstance(mark, str) and len(mark) == 1
            if not one_sign or not mark.isprintable() or mark.isspace() or mark == EMPTY:
                raise ValueError(
                    f"players are {self.players!r}; each is the one character drawn on the board,"
                    f" and {EMPTY!r} stands for an empty square"
                )
        winning = lines_with_ends(self.rows, self.columns, self.length, exact=self.exact)
        settle(self, winning=winning)
        places: dict[Action, Surroundings] = {}
        for at, through in enumerate(lines_through(self)):
            row, column = divmod(at, self.columns)
            lines = []
            for line, ends in through:
                # A row of one stone is finished by itself, so it is its own first place.
                others = tuple(other for other in line if other != at) or line
                lines.append((others[0], others[-1], others[1:-1], ends))
            opened = (row - 1, column) if self.gravity and row > 0 else None
            places[row, column] = (at, tuple(lines), opened)
        following = self.players[1:] + self.players[:1]
        turns = dict(zip(self.players, following, strict=True))
        settle(self, _squares=tuple(places), _places=places, _next=turns)
        settle(self, _initial=self.state_of((EMPTY,) * len(places), None))

    # --- the rules ---------------------------------------------------------------------------

    @property
    def initial(self) -> State:
        """The empty board, the first player to move."""
        return self._initial

    def to_move(self, state: State) -> Player:
        """The player whose turn it is."""
        return state.to_move

    @property
    def all_actions(self) -> tuple[Action, ...]:
        """All squares in reading order; with gravity column by column, each from the bottom up."""
        if not self.gravity:
            return self._squares
        return tuple(sorted(self._squares, key=lambda square: (square[1], -square[0])))

    def actions(self, state: State) -> tuple[Action, ...]:
        """The squares where a stone may come to lie."""
        return state.actions

    def result(self, state: State, action: Action) -> State:
        """The state after the player to move has put a stone on this square."""
        before, player, actions, _ = state
        try:
            number = actions.index(action)
        except ValueError:
            raise self.illegal(state, action) from None
        at, lines, opened = self._places[action]
        board = [*before]
        board[at] = player
        if _finishes_row(board, player, lines):
            winner = player
            return _new(GridState, (tuple(board), self._next[player], (), winner))
        left = [*actions]
        if opened is None:
            del left[number]
        else:
            left[number] = opened
        return _new(GridState, (tuple(board), self._next[player], tuple(left), None))

    def is_terminal(self, state: State) -> bool:
        """Whether somebody has won or the board is full."""
        return not state.actions

    def winner(self, state: State) -> Player | None:
        """The player with the row, or `None`."""
        return state.winner

    def win_line(self, state: State) -> tuple[tuple[str, ...], tuple[Action, ...]] | None:
        """`(("row",), squares)` with the squares of every row that ended the game, or `None`."""
        if state.winner is None:
            return None
        rows = [row for one in self.players for row in rows_of(self, state.board, one)]
        return ("row",), tuple(self._squares[at] for at in sorted(set().union(*rows)))

    def has_state(self, state: State) -> bool:
        """Whether this is a `GridState` of this size, for these players."""
        return (
            super().has_state(state)
            and len(state.board) == len(self._squares)
            and state.to_move in self.players
            and all(square in self._places for square in state.actions)
        )

    # --- text ----------------------------------------------------------------------------------

    def render(self, state: State) -> str:
        """The board as rows of marks, `.` where it is empty."""
        board, width = state.board, self.columns
        rows = (board[start : start + width] for start in range(0, len(board), width))
        return "\n".join(" ".join(row) for row in rows)

    def parse(self, text: str) -> State:
        """The state that these marks show; blanks and line ends between them do not matter."""
        board = tuple("".join(text.split()))
        row = checked_row(self, board)
        return self.state_of(board, row)

    def action_name(self, action: Action) -> str:
        """The square's name, such as `b2`."""
        square = equal_action(self._squares, action)
        if square is None:
            raise ValueError(
                f"{action!r} is not a square of {self.rows} rows and {self.columns} columns"
            )
        return square_name(square, self.rows)

    def action_named(self, text: str) -> Action:
        """The square with this name."""
        return square_named(text, self.rows, self.columns)

    def action_in(self, state: State, text: str) -> Action:
        """The square with this name; with gravity the column's letter or number is enough."""
        column = text.strip().lower()
        if self.gravity and (column.isdecimal() or (column.isascii() and column.isalpha())):
            wanted = (int(column) if column.isdecimal() else number_of(column)) - 1
            for square in state.actions:
                if square[1] == wanted:
                    return square
            raise ValueError(f"no stone can be put in column {text.strip()}; {self.choices(state)}")
        return self.action_named(text)

    def play(self, names: str | Iterable[str]) -> State:
        """The state after these moves; with gravity `play("4453")` gives four columns."""
        if isinstance(names, str):
            names = names.split()
            if self.gravity and self.columns < 10:  # one digit is enough for a column
                names = [part for name in names for part in (name if name.isdecimal() else [name])]
        return super().play(names)

    # --- mirror images ---------------------------------------------------------------------------

    @cached_property
    def images(self) -> tuple[BoardImage, ...]:
        """The mirror images and turns of the board; with gravity only those that keep its rows."""
        return tuple(
            image
            for image in square_symmetries(self.rows, self.columns)
            if not self.gravity or all(image.square(at)[0] == at[0] for at in self._squares)
        )

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The board's images as maps of states and of squares."""
        return tuple(
            Symmetry(image.name, partial(self._image, image.places), image.square)
            for image in self.images
        )

    def canonical(self, state: State) -> Board:
        """The least of the board's mirror images."""
        board = state.board
        return min(tuple(board[at] for at in image.places) for image in self.images)

    def _image(self, places: Places, state: State) -> GridState:
        """The image of a state, whose place `i` comes from `places[i]`."""
        return self.state_of(tuple(state.board[at] for at in places), state.winner)

    # --- random games, and making states ---------------------------------------------------------

    def playout(self, state: State, rng: Random) -> Playout:
        """A random game, the same one as `Game.playout` gives, on one board without states between.

        About twice as fast, and it draws the same random numbers for the same moves.
        """
        refuse_in("05")
        board, player, choices = list(state.board), state.to_move, list(state.actions)
        played: list[Action] = []
        winner = state.winner
        while choices:
            number = int(rng.random() * len(choices))
            action = choices[number]
            at, lines, opened = self._places[action]
            played.append(action)
            board[at] = player
            if _finishes_row(board, player, lines):
                winner = player
                break
            if opened is None:
                del choices[number]
            else:
                choices[number] = opened
            player = self._next[player]
        values = [0 if winner is None else 1 if who == winner else -1 for who in self.players]
        return Playout(tuple(played), tuple(values))

    def state_of(self, board: Board, winner: Player | None) -> GridState:
        """The state with this board, whoever's turn the number of stones makes it."""
        stones = len(board) - board.count(EMPTY)
        player = self.players[stones % len(self.players)]
        if winner is not None:
            return GridState(board, player, (), winner)
        empty = [square for square, mark in zip(self._squares, board, strict=True) if mark == EMPTY]
        if self.gravity:
            lowest = {column: (row, column) for row, column in empty}
            empty = [lowest[column] for column in sorted(lowest)]
        return GridState(board, player, tuple(empty), None)


# --- lines and rows -------------------------------------------------------------------------------

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""(down, right) for a row, a column and the two diagonals."""


_MOST_BOARDS = 1_000_000
"""More boards than can lie below any of Connect Four's; on far larger ones the search may end."""


@cache
def lines_of(rows: int, columns: int, length: int) -> tuple[Places, ...]:
    """The places of each line of this length on such a board, in the order of their first place.

    >>> len(lines_of(6, 7, 4)), lines_of(6, 7, 4)[0]
    (69, (0, 1, 2, 3))
    """
    far = length - 1
    return tuple(
        tuple(range(start, start + far * step + 1, step))
        for start in range(rows * columns)
        for down, right in DIRECTIONS[: 1 if length == 1 else None]
        for step in [down * columns + right]
        if start // columns + far * down < rows and 0 <= start % columns + far * right < columns
    )


@cache
def lines_with_ends(
    rows: int, columns: int, length: int, *, exact: bool
) -> tuple[tuple[Places, Places], ...]:
    """Each such line, with the places next to its two ends if the game is `exact`.

    These must not hold the same mark as the line. A line and such a place are a line one longer.
    """
    ends: defaultdict[Places, Places] = defaultdict(tuple)
    for longer in lines_of(rows, columns, length + 1) if exact else ():
        ends[longer[1:]] += longer[:1]
        ends[longer[:-1]] += longer[-1:]
    return tuple((line, ends[line]) for line in lines_of(rows, columns, length))


def lines_through(rules: KInARow) -> list[list[tuple[Places, Places]]]:
    """For each place the lines, with ends, that a stone put there last can finish.

    With gravity nothing lies above a stone put last, so of the lines of its column only the one
    that ends there counts.
    """
    through: list[list[tuple[Places, Places]]] = [[] for _ in range(rules.rows * rules.columns)]
    for line, ends in rules.winning:
        upright = line[1:2] == (line[0] + rules.columns,)
        for at in line[:1] if rules.gravity and upright else line:
            through[at].append((line, ends))
    return through


def rows_of(rules: KInARow, board: Sequence[str], player: Player) -> list[Places]:
    """The lines that win for this player: all its own, and their ends not."""
    return [
        line
        for line, ends in rules.winning
        if board[line[0]] == player  # few lines get further than this
        and all(board[at] == player for at in line)
        and all(board[at] != player for at in ends)
    ]


def _finishes_row(board: Sequence[str], player: Player, lines: Iterable[Finish]) -> bool:
    """Whether the stone that this player has just put, with these lines through it, has won."""
    for first, last, between, ends in lines:
        if board[first] == player and board[last] == player:
            for other in between:
                if board[other] != player:
                    break
            else:
                if not ends or all(board[end] != player for end in ends):
                    return True
    return False


# --- which boards are possible -----------------------------------------------------------------


def checked_row(rules: KInARow, board: Board) -> Player | None:
    """The player with a row on this board, or `None`; an impossible board is a `ValueError`."""
    _check_stones(rules, board)
    winners = [player for player in rules.players if rows_of(rules, board, player)]
    if len(winners) > 1:
        raise ValueError(f"{' and '.join(winners)} both have a row; the first row ends the game")
    stones = len(board) - board.count(EMPTY)
    last = rules.players[(stones - 1) % len(rules.players)]
    if winners and winners != [last]:
        raise ValueError(f"{winners[0]} has a row, but did not move last; a row ends the game")
    before = list(_before_last(rules, board)) if winners else [board]
    if not before:
        raise ValueError(f"{last} has rows that no single last stone can have finished")
    if not any(_can_arise(rules, board) for board in before):
        raise ValueError(
            "no game leads to this board: whoever puts its stones down one by one in turn"
            f"{', each column from the bottom,' if rules.gravity else ''} comes to a wrong turn"
            " or to an earlier row"
        )
    return winners[0] if winners else None


def _check_stones(rules: KInARow, board: Board) -> None:
    """Refuse the wrong size, marks that are nobody's or too many, and stones that float."""
    rows, columns, players = rules.rows, rules.columns, rules.players
    if strange := sorted(set(board) - {EMPTY, *players}):
        raise ValueError(
            f"{strange[0]!r} is on the board; only {', '.join(players)}"
            f" and {EMPTY} for an empty square can be"
        )
    if len(board) != rows * columns:
        raise ValueError(
            f"the text shows {len(board)} squares; {rows} rows of {columns} are {rows * columns}"
        )
    rounds, more = divmod(len(board) - board.count(EMPTY), len(players))
    if any(board.count(mark) != rounds + (seat < more) for seat, mark in enumerate(players)):
        counts = ", ".join(f"{board.count(mark)} {mark}" for mark in players)
        raise ValueError(
            f"the board has {counts}; players take turns and {players[0]} starts,"
            " so nobody has more stones than the player before"
        )
    for at, below in enumerate(range(columns, len(board) if rules.gravity else 0)):
        if board[at] != EMPTY and board[below] == EMPTY:
            name = square_name(divmod(at, columns), rows)
            raise ValueError(f"the stone on {name} floats: the square below it is empty")


def _before_last(rules: KInARow, board: Board, *, rowless: bool = False) -> Iterator[Board]:
    """The boards without a row from which the last stone can have led to this one.

    With `rowless`, this board has no row. If longer rows count too, there was none before, either.
    """
    stones = len(board) - board.count(EMPTY)
    last = rules.players[(stones - 1) % len(rules.players)]
    for at, mark in enumerate(board):
        on_top = not rules.gravity or at < rules.columns or board[at - rules.columns] == EMPTY
        if mark == last and on_top:
            before = (*board[:at], EMPTY, *board[at + 1 :])
            if (rowless and not rules.exact) or not rows_of(rules, before, last):
                yield before


def _can_arise(rules: KInARow, board: Board) -> bool:
    """Whether some order of moves leads to this board, on which nobody has a row.

    Where stones lie anywhere any order will do, unless a line of one mark, in a run too long for an
    exact row, may have been a row on the way.
    """
    lines = ({board[at] for at in line} for line, _ in rules.winning)
    if not rules.gravity and all(len(marks) > 1 or marks == {EMPTY} for marks in lines):
        return True
    seen: set[Board] = set()
    ways_back = [iter((board,))]
    while ways_back and len(seen) < _MOST_BOARDS:
        earlier = next(ways_back[-1], None)
        if earlier is None:
            ways_back.pop()
        elif earlier not in seen:
            seen.add(earlier)
            ways_back.append(_before_last(rules, earlier, rowless=True))
            if set(earlier) == {EMPTY}:
                return True
    return bool(ways_back)


# Half the cost of `GridState(...)`, in the busiest function of every search.
_new = tuple.__new__


class ConnectFour(KInARow):
    """Connect Four on any board, with any length: `ConnectFour(3, 5, 3)` is a Connect Three.

    >>> game = ConnectFour(rows=2, columns=4, length=2)
    >>> print(game.render(game.play("d d a")))
    . . . O
    X . . X
    """

    def __init__(self, rows: int = 6, columns: int = 7, length: int = 4) -> None:
        """Make the game for X and O."""
        super().__init__(rows, columns, length, gravity=True)


class Gomoku(KInARow):
    """Gomoku on `size` by `size` squares: five or more in a row win, or exactly five.

    >>> Gomoku(exact=True).action_name((7, 7))
    'h8'
    """

    def __init__(self, size: int = 15, exact: bool = False) -> None:  # noqa: FBT001, FBT002 - a fixed name
        """Make the game for X and O; with `exact` six in a row do not count."""
        super().__init__(size, size, 5, exact=exact)

    @property
    def size(self) -> int:
        """The number of rows and of columns."""
        return self.rows


# --- two evaluations ------------------------------------------------------------------------------

_SMALL = 100


def mobility(game: Game, state: State, player: Player) -> float:
    """How many actions there are, in hundredths: good for the player to move, bad for others.

    >>> from course_lib.games.nim import Nim
    >>> game = Nim((3, 2))
    >>> mobility(game, game.initial, "X"), mobility(game, game.initial, "O")
    (0.05, -0.05)
    """
    choices = len(game.actions(state)) / _SMALL
    return choices if game.to_move(state) == player else -choices


def near_the_middle(game: Any, state: State, player: Player) -> float:
    """How much nearer to the middle column the player's stones lie, in hundredths.

    Each stone counts the columns between it and the nearer edge: the player's own are added, all
    others taken off.

    >>> from course_lib.games.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> near_the_middle(game, game.play("b2 a3"), "X")
    0.01
    """
    columns, board = _board(game, state)
    players, total = game.players, 0
    for place, mark in enumerate(board):
        if mark in players:
            column = place % columns
            total += min(column, columns - 1 - column) * (1 if mark == player else -1)
    return total / _SMALL


def _board(game: Any, state: State) -> tuple[int, Sequence[Any]]:
    """The number of columns and the marks of a state, of a compact or watched game, too."""
    readable = game.unpack(state) if hasattr(game, "unpack") else state
    inner = game
    while not hasattr(inner, "columns") and hasattr(inner, "game"):
        inner = inner.game  # a compact or watched game holds the one that it is about
    if not hasattr(inner, "columns") or not hasattr(readable, "board"):
        raise TypeError(
            f"near_the_middle looks at the columns of a board; found {type(inner).__name__};"
            " use it with TicTacToe or ConnectFour, for example"
        )
    return inner.columns, readable.board
