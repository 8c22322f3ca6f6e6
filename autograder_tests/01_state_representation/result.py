"""The exercise `result(board, action)`: a new board, and illegal actions refused."""

from autograder_tests.cases import Case, Group
from autograder_tests.positions import SEEN, board, pairs_of_twins, state_on, stones

from .shared import ILLEGAL, MANY, OPEN, SQUARES, THREE, not_over, of_kind, sample

OPTIONS = {"exact": True, "changes": (0,)}

MINUTES = "9 to 16"

HINTS = (
    "If you write on the board you were given, what happens to everybody else who uses it?",
    "Refuse an illegal action. Copy every row, and write the mark only on the copy.",
    (
        "if the square is not on the board, or is taken: raise an exception\n"
        "make a new list of new rows\nwrite the mark of the player to move on it\n"
        "return the new list"
    ),
)

SAME = {
    "11:3 player(board) -> player(after)": "until the mark is put the two boards are alike",
}
"""Slips that change no answer, each with the reason."""


def visible():
    return groups_of(OPEN, ILLEGAL, SEEN)


def hidden(rng):
    taken = [
        (text, square)
        for text in sample("open", 12, rng)
        for square in SQUARES
        if board(text)[square[0]][square[1]] is not None
    ]
    outside = [(".../.../...", square) for square in ((3, 3), (0, -1), (-3, 2), (5, 0))]
    return groups_of(sample("open", MANY // 2, rng), (*ILLEGAL, *taken, *outside), rng.random())


def probes():
    legal = [(text, action) for text in OPEN for action in ((2, 1), (1, 2), (2, 0), (0, 2))]
    return [(board(text), action) for text, action in (*legal, *ILLEGAL)]


def groups_of(texts, illegal, seed):
    """The right board, the old board untouched, and illegal actions refused."""
    pairs = [
        (text, action)
        for number, text in enumerate(not_over(texts))
        for action in some(sorted(THREE.actions(state_on(text))), number)
    ]
    both = [
        (text, action)
        for pair in pairs_of_twins(str, of_kind("open"), seed)
        for action in sorted(set.intersection(*map(free, pair)))[:1]
        for text in pair
    ]
    refused = [
        Case((board(text), action), "an exception", size=1, judge="refuses")
        for text, action in illegal
    ]
    empty = board(".../.../...")
    return (
        Group(
            "the right mark on the right square",
            moves([*pairs, *both], "gives"),
            weight=2,
        ),
        Group(
            "the old board stays as it is",
            moves(pairs, "leaves_alone", again=(empty, (1, 1)), known={"apart": True}),
        ),
        Group("illegal actions raise an exception", refused),
    )


def free(text):
    """The free squares of this board."""
    return set(THREE.actions(state_on(text)))


def moves(pairs, judge, **options):
    """The question about each of these legal actions."""
    return [
        Case((board(text), action), size=stones(text), judge=judge, **options)
        for text, action in pairs
    ]


def some(actions, number):
    """One or two of the actions, another one for each board."""
    return [actions[number % len(actions)], actions[-1]][: len(actions)]
