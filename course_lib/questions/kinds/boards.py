"""Questions about boards and moves: whose turn, what wins, where a stone lands, what a chain is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import comb, perm
from random import Random
from typing import Any

from course_lib.games.havannah import Havannah
from course_lib.games.hexboard import cell_name, hex_board
from course_lib.games.hexchains import hex_chains
from course_lib.games.k_in_a_row import ConnectFour
from course_lib.games.tic_tac_toe import TicTacToe
from course_lib.questions.question import Facts, Question
from course_lib.search import minimax_search
from course_lib.views.boards import board_svg
from course_lib.words import Say, Text, _

GAME = TicTacToe()


def _position(rng: Random, moves: int) -> Any:
    """A state after so many random moves, or after fewer if the game is over before."""
    state = GAME.initial
    for _move in range(moves):
        if actions := GAME.actions(state):
            state = GAME.result(state, rng.choice(actions))
    return state


def _empty(state: Any) -> list[Any]:
    return [
        square for square, mark in zip(GAME.all_actions, state.board, strict=True) if mark == "."
    ]


def _winning(state: Any, player: str) -> list[Any]:
    """The empty squares with which this player would have three in a row, whoever is to move."""
    other = "O" if player == "X" else "X"
    found = []
    for square in _empty(state):
        board = list(state.board)
        board[GAME.all_actions.index(square)] = player
        lines = [[board[at] for at in line] for line in _LINES]
        found += [square] * ([player] * 3 in lines and [other] * 3 not in lines)
    return found


_LINES = [[3 * at + step for step in range(3)] for at in range(3)]
_LINES += [[at + 3 * step for step in range(3)] for at in range(3)] + [[0, 4, 8], [2, 4, 6]]


def _on_board(lesson: str, draw: Callable[[Random, int], Facts | None], ask: Callable[..., Text],
              **more: Any) -> Question:  # fmt: skip
    """A question below whose words a board of tic-tac-toe is drawn."""
    return Question(
        lesson,
        draw,
        ask,
        picture=lambda state, **_: board_svg(GAME, state),
        words=lambda state, **_: GAME.render(state),
        **more,
    )


# --- lesson 00 ------------------------------------------------------------------------------------

_NOBODY = _("nobody: the game is over")


def _last_mover(state: Any) -> str:
    return "X" if state.board.count("X") > state.board.count("O") else "O"


def _next_mover(state: Any) -> str:
    """Whose turn it is by the number of marks, as if no game were ever over."""
    return "O" if _last_mover(state) == "X" else "X"


def _why_turn(state: Any) -> Say:
    for line in _LINES:
        if (mark := state.board[line[0]]) != "." and {state.board[at] for at in line} == {mark}:
            squares = ", ".join(GAME.action_name(GAME.all_actions[at]) for at in line)
            return Say("{player} has three in a row: {squares}.", player=mark, squares=squares)
    return Say(
        "There are {x} X and {o} O on the board; X moves when there are as many of both.",
        x=state.board.count("X"),
        o=state.board.count("O"),
    )


_WHOSE_TURN = _on_board(
    "00",
    lambda rng, level: {"state": _position(rng, rng.randint(5, 8))},
    lambda state: _("X moved first. Who is to move on this board?"),
    key=lambda state: _NOBODY if GAME.is_terminal(state) else GAME.to_move(state),
    slips={
        _("not seeing that somebody has won"): lambda state: (
            _next_mover(state) if GAME.is_terminal(state) else None
        ),
        _("giving the turn to whoever has just moved"): _last_mover,
        _("seeing a row that isn't there"): lambda state: _NOBODY,
    },
    options=lambda state: ["X", "O", _NOBODY],
    because=_why_turn,
)

_LEGAL = _on_board(
    "00",
    lambda rng, level: {"state": _position(rng, rng.randint(3, 8))},
    lambda state: _("How many legal actions are there in this state?"),
    key=lambda state: len(GAME.actions(state)),
    slips={
        _("counting empty squares where the game is over"): lambda state: len(_empty(state)),
        _("counting the marks"): lambda state: 9 - len(_empty(state)),
        _("counting all squares"): lambda state: 9,
        _("counting only squares that win at once"): lambda state: len(
            _winning(state, GAME.to_move(state))
        ),
    },
    because=lambda state: _(
        "Every empty square is one, unless the game is over: then there are none."
    ),
)


def _going_on(rng: Random, moves: int) -> Facts | None:
    state = _position(rng, moves)
    return None if GAME.is_terminal(state) else {"state": state}


_WINNING = _on_board(
    "00",
    lambda rng, level: _going_on(rng, rng.randint(4, 7)),
    lambda state: _("How many squares win at once for the player to move? X moved first."),
    key=lambda state: sum(
        GAME.winner(GAME.result(state, action)) is not None for action in GAME.actions(state)
    ),
    slips={
        _("looking for the other player's squares"): lambda state: len(
            _winning(state, "O" if GAME.to_move(state) == "X" else "X")
        ),
        _("counting every empty square"): lambda state: len(_empty(state)),
        _("adding the squares that stop the other player"): lambda state: len(
            {*_winning(state, "X"), *_winning(state, "O")}
        ),
    },
    because=lambda state: Say("{player} is to move.", player=GAME.to_move(state)),
)


def _lucky(state: Any) -> int:
    return len(_winning(state, GAME.to_move(state)))


# --- lesson 01 ------------------------------------------------------------------------------------


def _rows(size: int, row: int, column: int) -> list[list[str]]:
    board = [["."] * size for _ in range(size)]
    board[row][column] = "X"
    return board


def _one_square(rng: Random, _level: int) -> Facts:
    size = rng.randint(3, 5)
    row, column = rng.sample(range(size), 2)
    return {"size": size, "row": row, "column": column}


_ROW_AND_COLUMN = Question(
    "01",
    _one_square,
    lambda size, row, column: Say(
        "A board is a list of rows: `{board}`. For which `(row, column)` is `board[row][column]`"
        " the X?",
        board=_rows(size, row, column),
    ),
    key=lambda size, row, column: next(
        (r, c)
        for r, line in enumerate(_rows(size, row, column))
        for c, mark in enumerate(line)
        if mark == "X"
    ),
    slips={
        _("reading the column before the row"): lambda size, row, column: (column, row),
        _("counting from 1"): lambda size, row, column: (row + 1, column + 1),
        _("counting the rows from below"): lambda size, row, column: (size - 1 - row, column),
    },
    because=lambda size, row, column: _(
        "First the row out of the list, then the square out of the row, both counted from 0."
    ),
)


def _boards(squares: int, moves: int) -> int:
    """The different boards after so many moves, found by playing all of them."""
    boards = {(".",) * squares}
    for at in range(moves):
        boards = {
            (*board[:square], "XO"[at % 2], *board[square + 1 :])
            for board in boards
            for square, mark in enumerate(board)
            if mark == "."
        }
    return len(boards)


_BOARDS = Question(
    "01",
    lambda rng, level: {"squares": rng.randint(4, 12), "moves": rng.randint(2, 3)},
    lambda squares, moves: Say(
        "X and O take turns on a board of {squares} squares, and nobody can win within {moves}"
        " moves."
        " How many different boards can there be after {moves} moves?",
        squares=squares,
        moves=moves,
    ),
    key=_boards,
    slips={
        _("counting the orders in which the moves are played"): lambda squares, moves: (
            perm(squares, moves) if moves > 2 else None
        ),
        _("not telling X from O"): lambda squares, moves: comb(squares, moves),
        _("letting a square be taken twice"): lambda squares, moves: squares**moves,
        _("letting each square be X, O or empty"): lambda squares, moves: 3**squares,
    },
    because=lambda squares, moves: Say(
        "X has {ways} ways to choose its squares, and O takes one of the other {rest}.",
        ways=comb(squares, moves - 1),
        rest=squares - moves + 1,
    ),
)

_UTILITY = _on_board(
    "01",
    lambda rng, level: (
        {"state": state, "player": rng.choice("XO")}
        if GAME.is_terminal(state := _position(rng, 9))
        else None
    ),
    lambda state, player: Say("The game is over. What is its utility for {player}?", player=player),
    key=lambda state, player: int(GAME.utility(state, player)),
    slips={
        _("giving the other player's utility"): lambda state, player: int(
            GAME.utility(state, "O" if player == "X" else "X")
        ),
        _("not seeing the row"): lambda state, player: 0,
        _("giving the last move the win"): lambda state, player: (
            1 if _last_mover(state) == player else -1
        ),
    },
    options=lambda state, player: [-1, 0, 1],
    because=lambda state, player: _("+1 for a win, \u22121 for a loss, 0 for a draw."),
)

_COPIES: dict[str, Callable[[Any], Any]] = {
    "before = board": lambda board: board,
    "before = list(board)": list,
    "before = [list(row) for row in board]": lambda board: [list(row) for row in board],
}
_MAKES: dict[str, Callable[[], list[list[str]]]] = {
    '[["."] * 3] * 3': lambda: [["."] * 3] * 3,
    '[["."] * 3 for _ in range(3)]': lambda: [["."] * 3 for _ in range(3)],
}


def _marks(make: str, copy: str, squares: tuple[Any, ...]) -> int:
    """How many X stand on the copy once these squares of the board were set, as Python has it."""
    board = _MAKES[make]()
    before = _COPIES[copy](board)
    for row, column in squares:
        board[row][column] = "X"
    return sum(line.count("X") for line in before)


_ALONE, _SAME, _DEEP = list(_MAKES)[1], next(iter(_COPIES)), list(_COPIES)[2]

_ROWS_MADE = (_("`* 3` repeats one and the same row"), _("`board` has three different rows"))
_WHAT_BEFORE_IS = (
    _("`before` is another name for `board`"),
    _("`list(board)` is a new list of the same rows"),
    _("`before` has a copy of each row"),
)

_SHARED = Question(
    "01",
    lambda rng, level: {
        "make": rng.choice(list(_MAKES)),
        "copy": rng.choice(list(_COPIES)),
        "squares": tuple(rng.sample([(row, column) for row in range(3) for column in range(3)], 2)),
    },
    lambda make, copy, squares: Say(
        "Python runs `{lines}`. How many X stand on `before` then?",
        lines="; ".join(
            [f"board = {make}", copy, *(f'board[{row}][{column}] = "X"' for row, column in squares)]
        ),
    ),
    key=_marks,
    slips={
        _("taking `before` for a copy"): lambda make, copy, squares: (
            _marks(make, _DEEP, squares) if copy == _SAME else None
        ),
        _("taking every copy for a deep one"): lambda make, copy, squares: (
            _marks(make, _DEEP, squares) if copy != _SAME else None
        ),
        _("taking the rows for three different lists"): lambda make, copy, squares: _marks(
            _ALONE, copy, squares
        ),
        _("taking the three rows for one list"): lambda make, copy, squares: _marks(
            next(iter(_MAKES)), copy, squares
        ),
    },
    because=lambda make, copy, squares: Say(
        "{rows}, and {before}.",
        rows=Say(_ROWS_MADE[list(_MAKES).index(make)]),
        before=Say(_WHAT_BEFORE_IS[list(_COPIES).index(copy)]),
    ),
)

# --- lesson 02, 04 and 07: tic-tac-toe, Connect Four, mirror images -------------------------------


def _forced(rng: Random, level: int) -> Facts | None:
    state = _position(rng, (6, 4, 4)[level])
    if GAME.is_terminal(state):
        return None
    wins = [
        square
        for square in GAME.actions(state)
        if not GAME.is_terminal(after := GAME.result(state, square))
        and minimax_search(GAME, after)[0] == -1
    ]
    return {"state": state} if len(wins) == 1 and not _lucky(state) else None


def _win(state: Any) -> str:
    return GAME.action_name(minimax_search(GAME, state)[1])


def _first_of(squares: list[Any]) -> str | None:
    return GAME.action_name(squares[0]) if squares else None


_WINS = _on_board(
    "02",
    _forced,
    lambda state: _("X moves, and can force a win with one square only. Which one?"),
    key=_win,
    slips={
        _("taking the first square in reading order"): lambda state: _first_of(_empty(state)),
        _("taking a corner because it is one"): lambda state: _first_of(
            [square for square in _empty(state) if sum(square) % 2 == 0 and square != (1, 1)]
        ),
        _("taking an edge"): lambda state: _first_of(
            [square for square in _empty(state) if sum(square) % 2]
        ),
    },
    options=lambda state: map(GAME.action_name, _empty(state)),
    because=lambda state: Say("After {square} X wins, whatever O does.", square=_win(state)),
    solution=lambda state: board_svg(GAME, GAME.result(state, minimax_search(GAME, state)[1])),
)

_FOUR = ConnectFour()


def _some_columns(rng: Random, _level: int) -> Facts | None:
    state = _FOUR.initial
    for _move in range(rng.randint(4, 9)):
        state = _FOUR.result(state, rng.choice(_FOUR.actions(state)[1:4]))
        if _FOUR.is_terminal(state):
            return None
    column = rng.randint(1, 3)
    free = "." in state.board[column::7][:1]
    return {"state": state, "column": column} if free else None


def _lands(state: Any, column: int) -> tuple[int, int]:
    """The square of this column that is legal."""
    squares: Any = _FOUR.actions(state)
    return next((row, there) for row, there in squares if there == column)


_LANDS = Question(
    "04",
    _some_columns,
    lambda state, column: (
        f"A stone is dropped into column {'abcdefg'[column]}. On which square, as `(row, column)`"
        " with row 0 on top, does it land?"
    ),
    key=_lands,
    slips={
        "landing on top of the board": lambda state, column: (0, column),
        "landing on the stone below": lambda state, column: (
            (_lands(state, column)[0] + 1, column) if _lands(state, column)[0] < 5 else None
        ),
        "counting the rows from below": lambda state, column: (
            5 - _lands(state, column)[0],
            column,
        ),
        "reading the column before the row": lambda state, column: _lands(state, column)[::-1],
    },
    because=lambda state, column: "On the lowest empty square: the one with the largest row.",
    picture=lambda state, column: board_svg(_FOUR, state),
    words=lambda state, column: _FOUR.render(state),
)


def _windows(rows: int, columns: int, length: int) -> list[tuple[tuple[int, int], ...]]:
    """All straight lines of this length on the board."""
    squares = list(product(range(rows), range(columns)))
    every = [
        tuple((row + down * at, column + right * at) for at in range(length))
        for row, column in squares
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    ]
    return [line for line in every if line[-1] in squares]


def _lines_without(rows: int, columns: int, length: int, *, diagonals: float) -> float:
    """The lines of the board, with so many of the two diagonal directions."""
    straight = rows * (columns - length + 1) + columns * (rows - length + 1)
    return straight + diagonals * (rows - length + 1) * (columns - length + 1)


_LINES_ON_BOARD = Question(
    "04",
    lambda rng, level: {
        "rows": rng.randint(3, 6),
        "columns": rng.randint(4, 7),
        "length": rng.randint(3, 4),
    },
    lambda rows, columns, length: (
        f"How many lines of {length} squares are there on a board of {rows} rows and {columns}"
        " columns, in all four directions?"
    ),
    key=lambda rows, columns, length: len(_windows(rows, columns, length)),
    slips={
        "leaving out the diagonals": lambda rows, columns, length: _lines_without(
            rows, columns, length, diagonals=0
        ),
        "counting one kind of diagonals": lambda rows, columns, length: _lines_without(
            rows, columns, length, diagonals=1
        ),
        "forgetting the line that ends at the edge": lambda rows, columns, length: len(
            _windows(rows - 1, columns - 1, length)
        ),
        "counting each line from both of its ends": lambda rows, columns, length: (
            2 * len(_windows(rows, columns, length))
        ),
    },
    because=lambda rows, columns, length: (
        f"{rows} rows have {columns - length + 1} each, {columns} columns"
        f" {rows - length + 1}, and each kind of diagonal has"
        f" {(rows - length + 1) * (columns - length + 1)}."
    ),
)


_TURN = [6, 3, 0, 7, 4, 1, 8, 5, 2]
_HALF = [_TURN[at] for at in _TURN]
_TURNS = [list(range(9)), _TURN, _HALF, [_TURN[at] for at in _HALF]]
_MIRRORED = [2, 1, 0, 5, 4, 3, 8, 7, 6]


def _images(state: Any) -> int:
    """The different boards among the eight images of this one."""
    return len({tuple(image.state(state).board) for image in GAME.symmetries})


def _some_images(state: Any, places: list[list[int]]) -> int:
    return len({tuple(state.board[at] for at in image) for image in places})


_IMAGES = _on_board(
    "07",
    lambda rng, level: _going_on(rng, rng.randint(1, 4)),
    lambda state: (
        "Turn and mirror this board in all eight ways. How many different boards come out, this one"
        " included?"
    ),
    key=_images,
    slips={
        "counting an image twice where the board is its own image": lambda state: 8,
        "turning without mirroring": lambda state: _some_images(state, _TURNS),
        "mirroring without turning": lambda state: _some_images(state, [_TURNS[0], _MIRRORED]),
    },
    options=lambda state: [1, 2, 4, 8],
    because=lambda state: (
        f"There are {_images(state)}; a board that is its own image has fewer than 8."
    ),
)
# --- lesson 06 ------------------------------------------------------------------------------------


def _hex_cell(rng: Random, _level: int) -> Facts:
    size = rng.randint(3, 5)
    return {"size": size, "cell": rng.choice(hex_board(size).cells)}


def _on_edge(size: int, cell: Any) -> set[int]:
    """Which of the board's six sides this cell is on, corners counted with both of theirs."""
    x, y = cell
    most = 2 * size - 1
    on = (x == 1, y == 1, x == most, y == most, x - y == size - 1, y - x == size - 1)
    return {side for side, there in enumerate(on) if there}


_HEX_NEIGHBOURS = Question(
    "06",
    _hex_cell,
    lambda size, cell: (
        f"How many neighbours does the cell {cell_name(cell)} have on a Havannah board of size"
        f" {size}?"
    ),
    key=lambda size, cell: len(hex_board(size).neighbours[cell]),
    slips={
        "forgetting the edge of the board": lambda size, cell: 6,
        "counting the neighbours of a square": lambda size, cell: (
            8 - 3 * bool(_on_edge(size, cell))
        ),
        "taking an edge for a corner": lambda size, cell: 3 if _on_edge(size, cell) else None,
        "taking a corner for an edge": lambda size, cell: 4 if _on_edge(size, cell) else None,
    },
    because=lambda size, cell: "Six in the inside, four on a side, and three in a corner.",
)

_NOTHING = "nothing yet"


def _chain(rng: Random, _level: int) -> Facts | None:
    """A chain on a small board: a way between two cells of the edge, a ring, or a way of three."""
    size = 4
    board = hex_board(size)
    if rng.random() < 0.25:
        inside = [cell for cell in board.cells if len(board.neighbours[cell]) == 6]
        chain = set(board.neighbours[rng.choice(inside)])
    else:
        edge = [cell for cell in board.cells if len(board.neighbours[cell]) < 6]
        corners = list(board.corners)
        ends = (
            rng.sample(corners, 2) if rng.random() < 0.4 else rng.sample(edge, rng.choice((2, 3)))
        )
        chain = {ends[0]}
        for end in ends[1:]:
            chain |= set(_way(board, chain, end))
    if rng.random() < 0.3:
        chain.remove(rng.choice(sorted(chain)))
    return {"size": size, "chain": tuple(sorted(chain))} if 4 <= len(chain) <= 8 else None


def _way(board: Any, chain: set[Any], end: Any) -> Iterator[Any]:
    """A shortest way from this cell to the chain."""
    above: dict[Any, Any] = {end: None}
    for cell in (queue := [end]):
        if cell in chain:
            break
        new = [near for near in board.neighbours[cell] if near not in above]
        above |= dict.fromkeys(new, cell)
        queue += new
    while cell is not None:
        yield cell
        cell = above[cell]


def _made(size: int, chain: tuple[Any, ...]) -> str:
    """What the rules say that these stones have won by."""
    chains = hex_chains(size)
    found = [chains.kinds(one) for one in chains.chains_of(chains.bits_of(chain))]
    return " and ".join(dict.fromkeys(kind for kinds in found for kind in kinds)) or _NOTHING


def _with_corners(size: int, chain: tuple[Any, ...]) -> str | None:
    """A fork, if corners were on sides, too."""
    chains = hex_chains(size)
    for one in chains.chains_of(chains.bits_of(chain)):
        cells = [cell for cell in chain if one & chains.bits_of((cell,))]
        if len(set[int]().union(*(_on_edge(size, cell) for cell in cells))) > 2:
            return "fork"
    return None


def _as_one(size: int, chain: tuple[Any, ...]) -> str | None:
    """What several chains would have made as one."""
    chains = hex_chains(size)
    if len(list(chains.chains_of(chains.bits_of(chain)))) < 2:
        return None
    on = [_on_edge(size, cell) for cell in chain]
    if sum(len(sides) > 1 for sides in on) > 1:
        return "bridge"
    return "fork" if len(set[int]().union(*(one for one in on if len(one) == 1))) > 2 else None


_HEX_KIND = Question(
    "06",
    _chain,
    lambda size, chain: (
        f"On a Havannah board of size {size} one player has stones on"
        f" {', '.join(map(cell_name, chain))}. What have they made?"
    ),
    key=_made,
    slips={
        "taking corners for sides": _with_corners,
        "seeing one chain where there are several": _as_one,
        "not seeing it": lambda size, chain: _NOTHING,
        "seeing a ring where no cell is surrounded": lambda size, chain: "ring",
    },
    options=lambda size, chain: ["ring", "bridge", "fork", _NOTHING],
    because=lambda size, chain: (
        "A ring surrounds a cell, a bridge joins two corners, and a fork three sides; a corner is"
        " on no"
        " side."
    ),
    picture=lambda size, chain: board_svg(Havannah(size), Havannah(size).with_stones(chain, ())),
)

KINDS = {
    "whose-turn": _WHOSE_TURN,
    "legal": _LEGAL,
    "winning": _WINNING,
    "row-and-column": _ROW_AND_COLUMN,
    "boards": _BOARDS,
    "utility": _UTILITY,
    "shared-rows": _SHARED,
    "wins": _WINS,
    "lands": _LANDS,
    "lines": _LINES_ON_BOARD,
    "images": _IMAGES,
    "neighbours": _HEX_NEIGHBOURS,
    "havannah": _HEX_KIND,
}
"""The kinds of questions about boards."""
