"""The exercise `middle_first(game, state)`: a player that likes the middle."""

from functools import cache
from random import Random

from course_lib import ConnectFour, Count, KInARow, Nim, TicTacToe
from course_lib.checks import Position
from course_lib.checks.cases import Case, Group

HINTS = (
    "Who knows which actions are legal in this state?",
    (
        "The game does: game.actions(state) is a tuple of all legal actions. `in` tells you"
        " whether something is among them, and [0] is the first one."
    ),
    "if the middle is among the legal actions: it's the middle\notherwise: it's the first of them",
)

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
)
"""Lines of other games: on a larger board, with columns that fill from below, without a board."""

HIDDEN = (
    (KInARow(5, 3, 3), "a1"),
    (KInARow(5, 3, 3), "b4 c1 a5"),
    (ConnectFour(3, 4, 3), "b b"),
    (ConnectFour(3, 4, 3), "b"),
    (Count(9, 4), "4 2"),
    (Nim((2, 1)), "a1"),
)


def visible():
    return groups_of(FREE, TAKEN, OTHER)


def hidden():
    free, taken = lines()
    return groups_of(free, taken, HIDDEN)


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
    """The question for the state after these moves."""
    where = f"after {line}" if line else "at the start"
    return Case(
        (game, Position(game, game.play(line))),
        shown=f"middle_first(game, state), {where} in {game!r},",
        size=len(line.split()),
    )


@cache
def lines():
    """Beginnings of random games, those with the middle free and those with it taken."""
    rng = Random(4_711)
    free = []
    taken = []
    while min(len(free), len(taken)) < 12:
        state, played = TIC_TAC_TOE.initial, []
        for _ in range(rng.randrange(7)):
            action = rng.choice(TIC_TAC_TOE.actions(state))
            after = TIC_TAC_TOE.result(state, action)
            if TIC_TAC_TOE.is_terminal(after):
                break
            state = after
            played.append(TIC_TAC_TOE.action_name(action))
        (free if MIDDLE in TIC_TAC_TOE.actions(state) else taken).append(" ".join(played))
    return tuple(dict.fromkeys(free[:12])), tuple(dict.fromkeys(taken[:12]))
