"""Three Musketeers: a few who must capture every turn against many who want them in one line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from course_lib.game import PASS, Action, Game, Player, State, Symmetry, equal_action
from course_lib.games.squares import (
    Board,
    Places,
    Square,
    square_name,
    square_named,
    square_symmetries,
)

MUSKETEER, GUARD, EMPTY = "M", "G", "."

STANDARD = """
G G G G M
G G G G G
G G M G G
G G G G G
M G G G G
"""

_SIDE = re.compile(r"(\w+) to move")
_MOVE = re.compile(r"([a-z]+\d+)\s*-?\s*([a-z]+\d+)")
_CHOICES = {"stuck_guards": ("lose", "pass"), "stuck_musketeers": ("to move", "any moment")}


Move = tuple[Square, Square]
"""From where to where."""


class MusketeersState(NamedTuple):
    """A position: the board and the side whose turn it is."""

    board: Board
    to_move: Player

    def __repr__(self) -> str:
        """Show the squares in reading order and who is to move."""
        return f"<Three Musketeers {''.join(self.board)}, {self.to_move} to move>"


@dataclass(frozen=True, repr=False)
class ThreeMusketeers(Game):
    """Three Musketeers on the standard board, or from any other `start`.

    A musketeer moves onto a guard next to it (not diagonally) and takes it off; a guard moves to
    an empty square next to it. All musketeers in one row or column: the guards win, whoever moved.
    Musketeers to move who can capture nobody, and are not in line, win.

    - `start`: a board as text, rows of `M`, `G` and `.`; two or more musketeers on any rectangle.
    - `stuck_guards`: guards to move who can't move `"lose"`, or `"pass"` (the only action is PASS).
    - `stuck_musketeers`: `"to move"`, or `"any moment"` when musketeers who can capture nobody win
      at once, also while it is the guards' turn.

    An action is `(from, to)`, two squares; actions come in the reading order of the first square,
    then of the second. Its name is `a5-b5`, or `a5b5`.

    >>> game = ThreeMusketeers("M G . / . . . / . . M")
    >>> print(game.render(game.play("a3-b3")))
    . M .
    . . .
    . . M
    guards to move
    """

    start: str | None = None
    _: KW_ONLY
    stuck_guards: str = "lose"
    stuck_musketeers: str = "to move"

    def __post_init__(self) -> None:
        """Refuse a start that is no board, and rules that we don't know."""
        for rule, choices in _CHOICES.items():
            if getattr(self, rule) not in choices:
                raise ValueError(
                    f"{rule} is {getattr(self, rule)!r}; it must be one of {', '.join(choices)}"
                )
        musketeers = self.initial.board.count(MUSKETEER)
        if musketeers < 2:
            raise ValueError(
                f"the start has {musketeers} musketeers; it needs two or more, because one alone"
                " is always in line with itself"
            )

    # --- the rules ---------------------------------------------------------------------------

    players: ClassVar[tuple[Player, ...]] = ("musketeers", "guards")

    @cached_property
    def initial(self) -> State:
        """The start, the musketeers to move."""
        rows = _rows_in(STANDARD if self.start is None else self.start)
        return MusketeersState(tuple("".join(rows)), "musketeers")

    def to_move(self, state: State) -> Player:
        """The side whose turn it is."""
        return str(state.to_move)

    @property
    def all_actions(self) -> tuple[Action, ...]:
        """Each step from a square to one next to it, in reading order; then PASS where allowed."""
        steps = self._moves((GUARD,) * self.rows * self.columns, GUARD, GUARD)
        return (*steps, PASS) if self.stuck_guards == "pass" else tuple(steps)

    def actions(self, state: State) -> tuple[Action, ...]:
        """The captures of the musketeers, or the moves of the guards, in reading order."""
        if self.winner(state) is not None:
            return ()
        piece, onto = (MUSKETEER, GUARD) if state.to_move == "musketeers" else (GUARD, EMPTY)
        return tuple(self._moves(state.board, piece, onto)) or (PASS,)

    def result(self, state: State, action: Action) -> State:
        """The state after this side has moved from the first square to the second."""
        move = self.legal(state, action)
        board, to_move = state
        other = "guards" if to_move == "musketeers" else "musketeers"
        if move is PASS:
            return MusketeersState(board, other)
        leave, enter = (row * self.columns + column for row, column in move)
        after = list(board)
        after[enter], after[leave] = board[leave], EMPTY
        return MusketeersState(tuple(after), other)

    def is_terminal(self, state: State) -> bool:
        """Whether the musketeers are in line or somebody is stuck."""
        return self.winner(state) is not None

    def winner(self, state: State) -> Player | None:
        """The side that has won, or `None` while both can still do something."""
        board, to_move = state
        if self._aligned(board):
            return "guards"
        musketeers_turn = to_move == "musketeers"
        must_capture = musketeers_turn or self.stuck_musketeers == "any moment"
        if must_capture and not self._can_move(board, MUSKETEER, GUARD):
            return "musketeers"
        must_move = not musketeers_turn and self.stuck_guards == "lose"
        if must_move and not self._can_move(board, GUARD, EMPTY):
            return "musketeers"
        return None

    def win_line(self, state: State) -> tuple[tuple[str, ...], tuple[Action, ...]] | None:
        """`("row",)` and the musketeers' squares when they are in line; else `None`."""
        if not self._aligned(state.board):
            return None
        return ("row",), tuple(divmod(at, self.columns) for at in _places(state.board, MUSKETEER))

    def has_state(self, state: State) -> bool:
        """Whether this is a `MusketeersState` with as many squares."""
        return super().has_state(state) and len(state.board) == len(self._moves_from)

    # --- texts and names ---------------------------------------------------------------------

    def render(self, state: State) -> str:
        """The board, row by row, and whose turn it is."""
        board, to_move = state
        rows = [
            " ".join(board[row * self.columns : (row + 1) * self.columns])
            for row in range(self.rows)
        ]
        return "\n".join((*rows, f"{to_move} to move"))

    def parse(self, text: str) -> State:
        """The state that such a text shows; without a last line the musketeers are to move.

        Any placement of as many musketeers, and no more guards, is taken, to set a board up: only a
        search could tell whether a game leads to it.
        """
        *lines, last = text.strip().splitlines() or [""]
        side = _SIDE.fullmatch(last.strip().lower())
        rows = _rows_in("\n".join(lines) if side else text)
        if (len(rows), len(rows[0])) != (self.rows, self.columns):
            raise ValueError(
                f"the board has {len(rows)} rows and {len(rows[0])} columns,"
                f" but this game has {self.rows} and {self.columns}"
            )
        board = tuple("".join(rows))
        found, wanted = board.count(MUSKETEER), self.initial.board.count(MUSKETEER)
        if found != wanted:
            raise ValueError(f"the board has {found} musketeers; it must have {wanted}")
        found, wanted = board.count(GUARD), self.initial.board.count(GUARD)
        if found > wanted:
            raise ValueError(f"the board has {found} guards, but the game starts with {wanted}")
        player = side[1] if side else "musketeers"
        if player not in self.players:
            raise self.no_such_player(player)
        return MusketeersState(board, player)

    def action_name(self, action: Action) -> str:
        """The two squares, such as `a5-b5`, or `pass`."""
        if action is PASS:
            return PASS.value
        pair = action if isinstance(action, tuple) and len(action) == 2 else ()
        board = [(row, column) for row in range(self.rows) for column in range(self.columns)]
        squares = [equal_action(board, square) for square in pair]
        if not squares or None in squares:
            raise ValueError(f"{action!r} is not an action: a pair of squares on the board")
        return "-".join(square_name(square, self.rows) for square in squares)

    def action_named(self, text: str) -> Action:
        """The pair of squares written like this; the dash may be left out."""
        name = text.strip().lower()
        if name == PASS.value:
            return PASS
        found = _MOVE.fullmatch(name)
        if not found:
            raise ValueError(f"{text!r} is not a move: write the two squares, like a5-b5")
        leave, enter = (square_named(square, self.rows, self.columns) for square in found.groups())
        return (leave, enter)

    # --- mirror images -------------------------------------------------------------------------

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """Every way to lay the board onto itself: 8 for a square board, 4 for a rectangle."""

        def symmetry(name: str, image: Callable[[Square], Square], places: Places) -> Symmetry:
            return Symmetry(
                name,
                lambda state: state._replace(board=tuple([state.board[at] for at in places])),
                lambda action: action if action is PASS else tuple(map(image, action)),
            )

        return tuple(symmetry(*each) for each in square_symmetries(self.rows, self.columns))

    # --- the board and who can move on it --------------------------------------------------------

    @cached_property
    def rows(self) -> int:
        """The number of rows."""
        return len(_rows_in(STANDARD if self.start is None else self.start))

    @cached_property
    def columns(self) -> int:
        """The number of columns."""
        return len(self.initial.board) // self.rows

    @cached_property
    def _moves_from(self) -> list[list[tuple[int, Move]]]:
        """For each square in reading order: the places next to it and the action of going there."""
        moves: list[list[tuple[int, Move]]] = []
        for at in range(self.rows * self.columns):
            row, column = divmod(at, self.columns)
            around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
            moves.append(
                [
                    (other[0] * self.columns + other[1], ((row, column), other))
                    for other in around
                    if 0 <= other[0] < self.rows and 0 <= other[1] < self.columns
                ]
            )
        return moves

    def _moves(self, board: Board, piece: str, onto: str) -> Iterator[Action]:
        """The moves of all such pieces onto squares that show `onto`, in reading order."""
        for at in _places(board, piece):
            for other, action in self._moves_from[at]:
                if board[other] == onto:
                    yield action

    def _can_move(self, board: Board, piece: str, onto: str) -> bool:
        """Whether there is any such move."""
        return any(True for _ in self._moves(board, piece, onto))

    def _aligned(self, board: Board) -> bool:
        """Whether all musketeers stand in one row or one column."""
        places = _places(board, MUSKETEER)
        one_row = len({at // self.columns for at in places}) == 1
        return one_row or len({at % self.columns for at in places}) == 1


def _places(board: Board, piece: str) -> list[int]:
    """Where such pieces stand, in reading order."""
    return [at for at, mark in enumerate(board) if mark == piece]


def _rows_in(text: str) -> list[str]:
    """The rows of a board written in lines (or with `/` between rows), spaces left out."""
    lines = ["".join(line.split()) for line in text.strip().replace("/", "\n").splitlines()]
    if len(lines) == 1 and len(lines[0]) == 25:  # a 5 by 5 board written as one word
        lines = [lines[0][at : at + 5] for at in range(0, 25, 5)]
    for number, line in enumerate(lines, 1):
        for mark in line:
            if mark not in (MUSKETEER, GUARD, EMPTY):
                raise ValueError(
                    f"row {number} has {mark!r}; a board is written with {MUSKETEER} for a"
                    f" musketeer, {GUARD} for a guard and {EMPTY} for an empty square"
                )
        if len(line) != len(lines[0]):
            raise ValueError(
                f"row {number} has {len(line)} squares, but row 1 has {len(lines[0])};"
                " all rows must be equally long"
            )
    if not lines or not lines[0]:
        raise ValueError("the board is empty; write rows of M, G and . below each other")
    return lines
