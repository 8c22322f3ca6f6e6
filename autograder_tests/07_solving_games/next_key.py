"""The exercise `next_key(key, numbers, board, leave, enter)`: a key that follows a move."""

from dataclasses import replace
from itertools import product
from random import Random

from autograder_tests.cases import Case, Group
from autograder_tests.solution import solution

MINUTES = "6 to 10"

HINTS = (
    "What is left if you put the same number into a key twice, both times by exclusive or?",
    (
        "^ takes a number out of a key just as it puts one in. So which numbers are in the key"
        " before the move but not after it, and which only after the move? One of them has nothing"
        " to do with squares."
    ),
    (
        "key ^ the number of the piece on the square that it leaves\n"
        "    ^ the number of the piece on the square that it enters\n"
        "    ^ the number of the turn\n"
        "if something was captured: ^ the number of that piece on its square"
    ),
)

# A board of four by four squares, where the piece leaves and enters, and who has been to move.
QUIET = (
    ("M..GG..M.G......", 3, 2, 1),
    ("G...M....M...G.M", 0, 1, 1),
    (".GM..M.GGG...M..", 8, 12, 0),
    (".M.........M....", 1, 12, 0),
    (".M.........M....", 11, 2, 0),
)
TAKING = (
    ("M..GG..M.G......", 0, 4, 0),
    ("G..MM....M...G.M", 9, 13, 1),
    (".GM..M.GGG...M..", 2, 1, 0),
    ("MG..............", 0, 1, 1),
    ("M..GG..M.G......", 4, 0, 1),
    ("GG..M...........", 0, 1, 1),
)


def visible():
    return groups_of(QUIET, TAKING, 7)


def again(moves, seed):
    """The first of these moves with other numbers, from another key, on other boards.

    Then the very first once more, each time with one argument that is another.
    """
    for (board, leave, enter, turn), bits in zip(moves, (16, 64, 32), strict=False):
        yield case_of(board, leave, enter, turn, f"other {seed}", bits=bits)
        yield case_of(board, leave, enter, 1 - turn, seed)
    board, leave, enter, turn = moves[0]
    mark = "." if board[enter] != "." else "G" if board[leave] == "M" else "M"
    other = board[:enter] + mark + board[enter + 1 :]
    case = case_of(other, leave, enter, turn, seed)
    key, numbers, *_ = case_of(*moves[0], seed).arguments
    pieces = [place for place, mark in enumerate(board) if mark != "."]
    empty = [place for place, mark in enumerate(board) if mark == "."]
    from_elsewhere = next(place for place in pieces if place not in (leave, enter))
    to_elsewhere = next(place for place in empty if place != enter)
    for changed in (
        (key, numbers, other, leave, enter),
        (key, numbers_for(f"again {seed}"), board, leave, enter),
        (key, numbers, board, from_elsewhere, enter),
        (key, numbers, board, leave, to_elsewhere),
    ):
        after = solution("next_key")(*changed)
        yield replace(case, arguments=changed, known={}, expected=after)


def hidden(rng):
    return groups_of(
        quiet=(
            ("GG..M....M..G..M", 1, 2, 1),
            ("..M.G....M.....M", 4, 5, 1),
            ("G..M....MG...M..", 9, 10, 0),
        ),
        taking=(
            ("GG..M....M..G..M", 4, 0, 0),
            ("..MGG....M.....M", 2, 3, 1),
            ("G..M....MG...M..", 13, 9, 0),
            ("..............MG", 14, 15, 0),
            ("..MGG....M.....M", 3, 2, 0),
        ),
        seed=rng.random(),
    )


def probes():
    return [case_of(*move, 7).arguments for move in (*QUIET, *TAKING)]


def groups_of(quiet, taking, seed):
    """Without a capture and with one."""
    return (
        *(
            Group(title, [*(case_of(*move, seed) for move in moves), *again(moves, seed)])
            for title, moves in (
                ("moves to an empty square", quiet),
                ("moves that capture", taking),
            )
        ),
    )


def case_of(board, leave, enter, turn, seed, *, bits=16):
    """The question for this move."""
    numbers = numbers_for(seed, bits)
    key = key_of(board, turn, numbers)
    after = solution("next_key")(key, numbers, board, leave, enter)
    mover, captured = (
        f"an {at}" if at == "M" else f"a {at}" for at in (board[leave], board[enter])
    )
    took = f"which captures {captured}" if board[enter] != "." else "which is empty"
    move = f"{mover} goes from square {leave} to square {enter}, {took}"
    return Case(
        (key, numbers, board, leave, enter),
        after,
        size=16 - board.count("."),
        known={"why": f"the key of the board after the move is {after}: {move}"},
    )


def numbers_for(seed, bits=16):
    """A random number for each piece on each square, and one for the turn."""
    rng = Random(seed)
    names = ["turn", *product(range(16), "MG")]
    return {name: rng.randrange(1 << bits) for name in names}


def key_of(board, turn, numbers):
    """The key of a whole board; `turn` is 1 when the second player is to move."""
    key = numbers["turn"] * turn
    for place in enumerate(board):
        key ^= numbers.get(place, 0)
    return key
