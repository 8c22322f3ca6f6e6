"""The exercise `middle_first(game, state)`: a player that likes the middle."""

from autograder_tests.cases import Case, Group, Position
from autograder_tests.positions import small_games
from course_lib import ConnectFour, Count, Gomoku, KInARow, Nim, TicTacToe
from course_lib.games import TextbookTree, compact

MINUTES = "5 to 10"

HINTS = (
    "Who knows which actions are legal in this state?",
    (
        "The game does: game.actions(state) is a tuple of all legal actions. `in` tells you"
        " whether something is among them, and [0] is the first one."
    ),
    "if the middle is among the legal actions: return it\notherwise: return the first of them",
)

OPTIONS = {"exact": True}

MIDDLE = (1, 1)
TIC_TAC_TOE = TicTacToe()

FREE = ("", "a3", "c1", "a3 b3", "c2 a1 c1", "a1 a2 c1 c2 b3")
"""Lines of tic-tac-toe after which the middle is free."""

TAKEN = ("b2", "a3 b2", "b2 a3", "b2 a3 b3", "b2 b3 a3 c1", "a3 b2 b3 c3 a1 a2 c2")
"""Lines of tic-tac-toe after which it is taken."""

OTHER = (
    (KInARow(4, 5, 3), ""),
    (KInARow(4, 5, 3), "b3 a4"),
    (ConnectFour(4, 4, 3), "a"),
    (Count(7, 3), "2"),
    (ConnectFour(4, 4, 3), "b b"),
    (ConnectFour(4, 4, 3), "d d d"),
    (Gomoku(9), ""),
    (KInARow(12, 12, 5), "b11 a12 l1"),
    (KInARow(3, 5, 3), "a2 b2"),
    (KInARow(5, 3, 3), "a4 b4"),
    (TicTacToe(players=("A", "B")), "a3"),
    (TextbookTree([1] * 12), ""),
    *((compact(game), "") for game in (TicTacToe(), ConnectFour(4, 4, 3), KInARow(1, 5, 3))),
)
"""Lines of other games: on larger boards, with columns that fill from below, without a board.

Some of their states are equal, or have equal boards, though another action is right.
"""

HIDDEN = (
    (KInARow(5, 3, 3), "a1"),
    (KInARow(5, 3, 3), "b4 c1 a5"),
    (ConnectFour(3, 4, 3), "b b"),
    (ConnectFour(3, 4, 3), "b"),
    (Count(9, 4), "4 2"),
    (Nim((2, 1)), "a1"),
    (ConnectFour(5, 4, 3), "b b b"),
    (ConnectFour(4, 4, 3), "c c c"),
    (Gomoku(19), "b18 s1"),
    (Gomoku(12), "a1"),
    (KInARow(4, 6, 3), "a3 b3"),
    (KInARow(6, 4, 3), "c5 a4"),
    (TicTacToe(players=("A", "B")), "b2"),
    *((compact(game), "") for game in (Gomoku(5), ConnectFour(3, 4, 3), KInARow(5, 1, 3))),
)

SAME = {"9:2 game.actions(state)[0] -> game.actions(state)[:9][0]": "it is the first of both"}
"""Slips that change no answer, each with the reason."""


def visible():
    return groups_of(FREE, TAKEN, OTHER)


def hidden(rng):
    free, taken = lines(rng)
    boards = [KInARow(rng.randint(3, 6), rng.randint(3, 6), 3) for _ in range(4)]
    boards += [ConnectFour(rng.randint(3, 5), rng.randint(3, 6), 3) for _ in range(4)]
    others = [(game, line_of(game, rng)) for game in (*boards, *small_games(rng, 2))]
    return groups_of(free, taken, (*HIDDEN, *others))


def probes():
    return [case.arguments for group in visible() for case in group.cases]


def groups_of(free, taken, other):
    """The middle where it is free, the first action where it is not, and other games."""
    return (
        Group("the middle, where it is free", [case_of(TIC_TAC_TOE, line) for line in free]),
        Group("otherwise the first legal action", [case_of(TIC_TAC_TOE, line) for line in taken]),
        Group("the same in other games", [case_of(*each) for each in other]),
    )


def case_of(game, line):
    """The question for the state after these moves; what nobody has met by now comes last."""
    size = len(line.split()) + 100 * (type(game) not in {TicTacToe, ConnectFour, KInARow, Count})
    return Case((game, Position(game, game.play(line))), size=size)


def lines(rng):
    """Beginnings of random games, those with the middle free and those with it taken."""
    free = []
    taken = []
    while min(len(free), len(taken)) < 12:
        line = line_of(TIC_TAC_TOE, rng)
        is_free = MIDDLE in TIC_TAC_TOE.actions(TIC_TAC_TOE.play(line))
        (free if is_free else taken).append(line)
    return tuple(dict.fromkeys(free[:12])), tuple(dict.fromkeys(taken[:12]))


def line_of(game, rng):
    """The first moves of a random game, which goes on after them."""
    state, played = game.initial, []
    for _ in range(rng.randrange(7)):
        action = rng.choice(game.actions(state))
        after = game.result(state, action)
        if game.is_terminal(after):
            break
        state = after
        played.append(game.action_name(action))
    return " ".join(played)
