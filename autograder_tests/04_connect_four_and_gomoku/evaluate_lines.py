"""The exercise `evaluate_lines(game, state, player)`: an estimate by the lines still open."""

from autograder_tests.cases import Case, Position
from autograder_tests.positions import played
from course_lib.games import ConnectFour, Gomoku, KInARow

from .shared import groups_of, last_stones, open_states, probes_of, stones_in

HINTS = (
    "Who can still make four in a window that holds two X and an O? What should it be worth?",
    (
        "In each window, count the player's stones and the opponent's. If only the player has"
        " some, add points; if only the opponent has some, subtract them. At the very end, turn"
        " the sum into a number between -1 and 1."
    ),
    (
        "start with 0 points\n"
        "for each window of this game:\n"
        "    count the player's stones in it, and the opponent's\n"
        "    only the player's? add 4 to the power of (their number - 1)\n"
        "    only the opponent's? subtract 4 to the power of (their number - 1)\n"
        "divide the points by 100 plus their size without the sign"
    ),
)

ALONE = "lines of one player alone"
MIXED = "lines that both have a stone in count nothing"
OTHER = "for the other player too, whoever is to move"
FIVES = "lines of five or six"


def visible():
    four, small, five, six = ConnectFour(), KInARow(4, 5, 3), Gomoku(9), KInARow(7, 7, 6)
    return groups_for(
        alone=played(small, "b2", "a4", "b2 a4")
        + played(four, "4", "1", "4141", "42434", "1122334"),
        mixed=played(four, "44", "4455", "445566", "4352671")
        + played(small, "b2 b3", "b2 b3 c2 d2"),
        other=played(small, "b2", "b2 a4 c2") + played(four, "4", "43", "4141", "4435621"),
        fives=played(five, "e5", "e5 e6", "e5 e6 f5 f6 g5 c3 d5", "c3 c4 d3 d4 e3 e4 f3 f4 g3")
        + played(six, "a1 a7 b1 c7 c1 e7 d1 g7 e1"),
    )


def hidden(rng):
    """States of random games on boards of many sizes."""
    seed = rng.random()
    games = (ConnectFour(), ConnectFour(5, 6, 4), KInARow(4, 6, 3), KInARow(5, 4, 3))
    early = [at for game in games for at in open_states(game, 4, (1, 2), seed)]
    later = [at for game in games for at in open_states(game, 4, (3, 5, 6, 8, 9), seed)]
    fives = [at for game in (Gomoku(7), Gomoku(10)) for at in open_states(game, 3, (5, 8), seed)]
    early += [(game, state) for game in games[:2] for _, state, _ in last_stones(game, seed, 2)]
    fives += played(KInARow(6, 7, 6), "b1 a1 b2 c1 b3 d2 b4 f4 b5")
    return groups_for(alone=early, mixed=later, other=[*early, *later], fives=fives)


def probes():
    return probes_of(visible())


def groups_for(alone, mixed, other, fives):
    """States in which to estimate for X, for O, and for both."""
    return groups_of(
        case_of,
        {
            ALONE: [(*at, "X") for at in alone],
            MIXED: [(*at, "X") for at in mixed],
            OTHER: [(*at, "O") for at in other],
            FIVES: [(*at, player) for at in fives for player in ("X", "O")],
        },
    )


def case_of(game, state, player):
    """The question for this player."""
    arguments = (game, Position(game, state), player)
    return Case(arguments, size=stones_in(state), judge="gives_about")
