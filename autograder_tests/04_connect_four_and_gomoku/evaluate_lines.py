"""The exercise `evaluate_lines(game, state, player)`: an estimate by the lines still open."""

from autograder_tests.cases import Case, Position
from autograder_tests.positions import played
from course_lib.games import ConnectFour, Gomoku, KInARow

from .shared import groups_of, last_stones, open_states, probes_of, stones_in

MINUTES = "12 to 20"

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
MIXED = "a line with stones of both players counts for nothing"
OTHER = "for the other player too, whoever is to move"
LARGE = "other boards, lengths and players"
FIVES = "lines of five or six"


def visible():
    four, small, five, six = ConnectFour(), KInARow(4, 5, 3), Gomoku(9), KInARow(7, 7, 6)
    return groups_for(
        alone=played(small, "b2", "a4", "b2 a4")
        + played(four, "4", "1", "4141", "42434", "1122334"),
        mixed=played(four, "44", "4455", "445566", "4352671")
        + played(small, "b2 b3", "b2 b3 c2 d2"),
        other=played(small, "b2", "b2 a4 c2") + played(four, "4", "43", "4141", "4435621"),
        large=[
            *played(KInARow(12, 3, 3), "b11 a1 c12", "a12"),
            *played(KInARow(3, 12, 3), "k2 a1 l3", "l1"),
            *played(KInARow(8, 8, 6), "b8 a1 c8 c1 d8 e1 e8 g1 f8"),
            *played(Gomoku(15), "h8 o15 n14 a1 o14"),
        ],
        fives=played(five, "e5", "e5 e6", "e5 e6 f5 f6 g5 c3 d5", "c3 c4 d3 d4 e3 e4 f3 f4 g3")
        + played(six, "a1 a7 b1 c7 c1 e7 d1 g7 e1"),
    )


def hidden(rng):
    """States of random games on boards of many sizes."""
    seed = rng.random()
    large = [KInARow(rng.randint(10, 14), 3, 3), KInARow(3, rng.randint(10, 14), 3), Gomoku(13)]
    games = (ConnectFour(), ConnectFour(5, 6, 4), KInARow(4, 6, 3), KInARow(5, 4, 3))
    early = [at for game in games for at in open_states(game, 4, (1, 2), seed)]
    later = [at for game in games for at in open_states(game, 4, (3, 5, 6, 8, 9), seed)]
    fives = [at for game in (Gomoku(7), Gomoku(10)) for at in open_states(game, 3, (5, 8), seed)]
    early += [(game, state) for game in games[:2] for _, state, _ in last_stones(game, seed, 2)]
    fives += played(KInARow(6, 7, 6), "b1 a1 b2 c1 b3 d2 b4 f4 b5")
    far = [at for game in large for at in open_states(game, 2, (1, 4), seed)]
    far += open_states(KInARow(8, 8, 6), 2, (9, 11), seed)
    return groups_for(alone=early, mixed=later, other=[*early, *later], large=far, fives=fives)


def probes():
    return probes_of(visible())


RENAMED = (KInARow(4, 5, 3, players=("A", "B")), KInARow(3, 3, 3, players=("O", "X")))
TWINS = (
    (KInARow(4, 4, 3), KInARow(4, 4, 4), KInARow(4, 4, 2)),
    (ConnectFour(4, 4, 3), ConnectFour(4, 4, 4)),
    (KInARow(4, 6, 3), KInARow(6, 4, 3), KInARow(3, 8, 3)),
)
"""Games whose boards have as many squares, and that count other lines."""


def twins():
    """Stones on the same places of the boards of different games."""
    return [
        (game, state)
        for games in TWINS
        for game in games
        for places in ([0], [1, 10])
        for state in [after(game, places)]
        if state is not None
    ]


def after(game, places):
    """The state with stones on these places, one after the other; `None` where they can't lie."""
    state = game.initial
    for place in places:
        square = divmod(place + (12 if game.options.get("gravity") is None else 0), game.columns)
        if square not in game.actions(state):
            return None
        state = game.result(state, square)
    return state


def groups_for(alone, mixed, other, large, fives):
    """States in which to estimate for X, for O, and for both."""
    renamed = [at for game in RENAMED for at in played(game, "b2", "b2 a1", "a1 b2 c3")]
    more = [(*at, player) for at in (*large, *twins(), *renamed) for player in at[0].players]
    return groups_of(
        case_of,
        {
            ALONE: [(*at, "X") for at in alone],
            MIXED: [(*at, "X") for at in mixed],
            OTHER: [(*at, "O") for at in other],
            LARGE: more,
            FIVES: [(*at, player) for at in fives for player in ("X", "O")],
        },
    )


def case_of(game, state, player):
    """The question for this player."""
    arguments = (game, Position(game, state), player)
    return Case(arguments, size=stones_in(state), judge="gives_about")
