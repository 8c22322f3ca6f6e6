"""The games of rows: so many in a row on any rectangle. Connect Four and Gomoku are two of them.

At the end stand two evaluations, to hand over to a search that stops early.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from random import Random
from typing import Any, NamedTuple

from course_lib.game import (
    Action,
    Game,
    Player,
    Playout,
    State,
    Symmetry,
    is_plain,
    must_be_true_or_false,
    must_be_whole,
)
from course_lib.games.squares import (
    EMPTY,
    Board,
    Places,
    Square,
    image_places,
    number_of,
    square_name,
    square_named,
    square_symmetries,
)

Line = tuple[int, list[int]]
"""The places that must hold the same mark as a given one to finish a row: the first, the others."""

Place = tuple[int, tuple[Line, ...], Square | None]
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
    """

    rows: int
    columns: int
    length: int
    players: tuple[Player, ...] = ("X", "O")
    gravity: bool = False
    exact: bool = False

    _squares: tuple[Square, ...] = field(init=False, compare=False)
    _places: dict[Action, Place] = field(init=False, compare=False)
    _next: dict[Player, Player] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """Refuse sizes that make no board and names that can't be told apart on it."""
        must_be_whole(1, rows=self.rows, columns=self.columns, length=self.length)
        must_be_true_or_false(gravity=self.gravity, exact=self.exact)
        if self.length > max(self.rows, self.columns):
            raise ValueError(
                f"{self.length} in a row do not fit on {self.rows} rows and {self.columns} columns;"
                f" length must be at most {max(self.rows, self.columns)}"
            )
        object.__setattr__(self, "players", tuple(self.players))
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
        # These are plain attributes, which Python reads faster than cached properties.
        squares = [(row, column) for row in range(self.rows) for column in range(self.columns)]
        places: dict[Action, Place] = {}
        for at, through in enumerate(lines_through(self)):
            # A row of one stone is finished by itself, so it is its own first place.
            others = [tuple(other for other in line if other != at) or (at,) for line, _ in through]
            row, column = squares[at]
            opened = (row - 1, column) if self.gravity and row > 0 else None
            places[row, column] = (at, tuple((first, rest) for first, *rest in others), opened)
        following = self.players[1:] + self.players[:1]
        turns = dict(zip(self.players, following, strict=True))
        vars(self).update(_squares=tuple(squares), _places=places, _next=turns)

    # --- the rules ---------------------------------------------------------------------------

    @cached_property
    def initial(self) -> State:
        """The empty board, the first player to move."""
        return self.state_of((EMPTY,) * (self.rows * self.columns), None)

    def to_move(self, state: State) -> Player:
        """The player whose turn it is."""
        return state.to_move

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
        if actions[number] is not action and not is_plain(action):
            raise self.illegal(state, action)
        at, lines, opened = self._places[action]
        board = list(before)
        board[at] = player
        if self._finishes_row(board, at, lines):
            return _new(GridState, (tuple(board), self._next[player], (), player))
        left = list(actions)
        if opened is None:
            del left[number]
        else:
            left[number] = opened
        return _new(GridState, (tuple(board), self._next[player], tuple(left), None))

    def is_terminal(self, state: State) -> bool:
        """Whether somebody has won or the board is full."""
        return not state.actions

    def utility(self, state: State, player: Player) -> float:
        """+1 for the winner, -1 for everybody else, 0 for a draw."""
        return self.by_winner(state, player)

    def winner(self, state: State) -> Player | None:
        """The player with the row, or `None`."""
        return state.winner

    def win_line(self, state: State) -> tuple[tuple[str, ...], tuple[Action, ...]] | None:
        """`(("row",), squares)` with the squares of every row that has won, or `None`."""
        if state.winner is None:
            return None
        rows = rows_of(self, state.board, state.winner)
        return ("row",), tuple(self._squares[at] for at in sorted(set().union(*rows)))

    def has_state(self, state: State) -> bool:
        """Whether this is a `GridState` of this size, for these players."""
        return (
            self.of_kind(state, GridState)
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
        return self.state_of(board, checked_winner(self, board))

    def action_name(self, action: Action) -> str:
        """The square's name, such as `b2`."""
        if not is_plain(action) or action not in self._places:
            raise ValueError(
                f"{action!r} is no square of {self.rows} rows and {self.columns} columns"
            )
        return square_name(action, self.rows)  # type: ignore[arg-type]

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
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The mirror images and turns of the board; with gravity only left and right."""
        return tuple(
            Symmetry(name, self._state_map(places), square_map)
            for name, square_map, places in self.images
        )

    def canonical(self, state: State) -> Board:
        """The least of the board's mirror images."""
        board = state.board
        return min(tuple(board[at] for at in places) for _, _, places in self.images)

    # --- random games ---------------------------------------------------------------------------

    def playout(self, state: State, rng: Random) -> Playout:
        """A random game, the same one as `Game.playout` gives, on one board without states between.

        About twice as fast, and it draws the same random numbers for the same moves.
        """
        board, player, choices = list(state.board), state.to_move, list(state.actions)
        played: list[Action] = []
        winner = state.winner
        while choices:
            number = int(rng.random() * len(choices))
            action = choices[number]
            at, lines, opened = self._places[action]
            played.append(action)
            board[at] = player
            if self._finishes_row(board, at, lines):
                winner = player
                break
            if opened is None:
                del choices[number]
            else:
                choices[number] = opened
            player = self._next[player]
        values = [0 if winner is None else 1 if who == winner else -1 for who in self.players]
        return Playout(tuple(played), tuple(values))

    def _finishes_row(self, board: Sequence[str], at: int, lines: Iterable[Line]) -> bool:
        """Whether the stone just put on this place, with these lines through it, has won."""
        player = board[at]
        for first, others in lines:
            if board[first] == player:
                for other in others:
                    if board[other] != player:
                        break
                else:
                    rows = rows_of(self, board, player) if self.exact else [{at}]
                    return any(at in row for row in rows)
        return False

    # --- making states -------------------------------------------------------------------------

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

    @cached_property
    def images(self) -> tuple[tuple[str, Callable[[Square], Square], tuple[int, ...]], ...]:
        """Each symmetry: its name, its map of squares, and for each place the one it comes from."""
        images = []
        for name, square_map in square_symmetries(self.rows, self.columns):
            if self.gravity and any(square_map(square)[0] != square[0] for square in self._squares):
                continue
            places = image_places(square_map, self.rows, self.columns)
            images.append((name, square_map, places))
        return tuple(images)

    def _state_map(self, places: tuple[int, ...]) -> Callable[[State], State]:
        """The function that gives a state's image, whose place `i` comes from `places[i]`."""
        return lambda state: self.state_of(tuple(state.board[at] for at in places), state.winner)


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


def lines_through(rules: KInARow) -> list[list[tuple[Places, Places]]]:
    """For each place the lines that a stone put there last can finish, in reading order.

    A line comes with the places next to its two ends if the game is `exact`: they must not hold
    the same mark. With gravity nothing lies above a stone put last, so of the lines of its column
    only the one that ends there counts.
    """
    rows, columns, length = rules.rows, rules.columns, rules.length
    through: list[list[tuple[Places, Places]]] = [[] for _ in range(rows * columns)]
    for line in lines_of(rows, columns, length):
        row, column = divmod(line[0], columns)
        down, right = _step(line, columns)
        ends = [(row - down, column - right), (row + length * down, column + length * right)]
        on_board = [at for at in ends if 0 <= at[0] < rows and 0 <= at[1] < columns]
        ends_held = tuple(row * columns + column for row, column in on_board if rules.exact)
        for at in line[:1] if rules.gravity and right == 0 else line:
            through[at].append((line, ends_held))
    return through


def _step(line: Places, columns: int) -> tuple[int, int]:
    """How far down and right each place of this line is from the one before."""
    if len(line) == 1:
        return DIRECTIONS[0]
    (row, column), (lower, further) = (divmod(at, columns) for at in line[:2])
    return lower - row, further - column


def runs_of(rules: KInARow, board: Sequence[str], player: Player) -> list[set[int]]:
    """The places of each run of this player's stones that is at least `length` long."""

    def holds(row: int, column: int) -> bool:
        on_board = 0 <= row < rules.rows and 0 <= column < rules.columns
        return on_board and board[row * rules.columns + column] == player

    runs = []
    for down, right in DIRECTIONS:
        for at in range(rules.rows * rules.columns):
            row, column = divmod(at, rules.columns)
            if board[at] != player or holds(row - down, column - right):
                continue  # no stone, or not the first of its run
            run = set()
            while holds(row, column):
                run.add(row * rules.columns + column)
                row, column = row + down, column + right
            if len(run) >= rules.length:
                runs.append(run)
    return runs


def rows_of(rules: KInARow, board: Sequence[str], player: Player) -> list[set[int]]:
    """The places of each row that wins for this player: long enough, and no longer if `exact`."""
    runs = runs_of(rules, board, player)
    return [run for run in runs if len(run) == rules.length or not rules.exact]


# --- which boards are possible -----------------------------------------------------------------


def checked_winner(rules: KInARow, board: Board) -> Player | None:
    """The player with a row on this board, or `None`; an impossible board is a `ValueError`."""
    _check_marks(rules, board)
    if rules.gravity:
        _check_nothing_floats(rules, board)
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


def _check_marks(rules: KInARow, board: Board) -> None:
    """Refuse a board of the wrong size, with marks that are nobody's, or with too many of one."""
    if strange := sorted(set(board) - {EMPTY, *rules.players}):
        raise ValueError(
            f"{strange[0]!r} is on the board; only {', '.join(rules.players)}"
            f" and {EMPTY} for an empty square can be"
        )
    if len(board) != rules.rows * rules.columns:
        raise ValueError(
            f"the text shows {len(board)} squares; {rules.rows} rows"
            f" of {rules.columns} are {rules.rows * rules.columns}"
        )
    rounds, more = divmod(len(board) - board.count(EMPTY), len(rules.players))
    for number, player in enumerate(rules.players):
        if board.count(player) != rounds + (number < more):
            counts = ", ".join(f"{board.count(mark)} {mark}" for mark in rules.players)
            raise ValueError(
                f"the board has {counts}; players take turns and {rules.players[0]} starts,"
                " so nobody has more stones than the player before"
            )


def _check_nothing_floats(rules: KInARow, board: Board) -> None:
    """Refuse a stone above an empty square."""
    for at in range(len(board) - rules.columns):
        if board[at] != EMPTY and board[at + rules.columns] == EMPTY:
            name = square_name(divmod(at, rules.columns), rules.rows)
            raise ValueError(f"the stone on {name} floats: the square below it is empty")


def _before_last(rules: KInARow, board: Board, *, rowless: bool = False) -> Iterator[Board]:
    """The boards without a row from which the last stone, in its turn, can have led to this one.

    With `rowless` nobody has a row on this board already, so only an exact row can come up.
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

    Where stones lie anywhere any order will do, unless a run too long for an exact row may have
    been one on the way.
    """
    if not rules.gravity and not any(runs_of(rules, board, player) for player in rules.players):
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
        """Make the game for X and O; with `exact` six in a row do not win."""
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
    total = 0
    for place, mark in enumerate(board):
        column = place % columns
        if mark in game.players:
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
            f"near_the_middle looks at the columns of a board; found {type(inner).__name__},"
            " and for example TicTacToe or ConnectFour would be right"
        )
    return inner.columns, readable.board
