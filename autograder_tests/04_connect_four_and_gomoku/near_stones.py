"""The exercise `near_stones(game, state, distance)`: the actions worth looking at."""

from autograder_tests.cases import Case, Position
from autograder_tests.positions import played
from course_lib.games import ConnectFour, Gomoku, KInARow, TicTacToe

from .shared import groups_of, open_states, probes_of, stones_in

MINUTES = "10 to 20"

HINTS = (
    "How far apart are (2, 3) and (4, 4), if a step may also be diagonal?",
    (
        "Don't build the squares around each stone: some would be occupied, or off the board, or"
        " in the list twice. Go through game.actions, and keep those that have a stone nearby."
    ),
    (
        "collect the squares of all stones; place p of the board is in row p // columns\n"
        "no stone at all? then the list holds only the middle square\n"
        "for each action of the game, in its order:\n"
        "    is some stone at most `distance` rows and columns away? then keep the action"
    ),
)

SAME = {"remembers all but game": "the actions in a state tell how many rows and columns there are"}
"""Slips that change no answer, each with the reason."""


def visible():
    small, five, three = KInARow(4, 5, 3), Gomoku(9), TicTacToe()
    several = played(five, "e5 f5", "e5 f6 b2", "a9 i1 e5 e6", "e5 e6 d5 c4 f5")
    return groups_for(
        empty=[
            (game, game.initial, 1)
            for game in (five, small, three, KInARow(5, 4, 3), KInARow(12, 3, 3), KInARow(3, 19, 4))
        ],
        around_one=at_distances(played(five, "e5", "a1", "i5"), 1, 2, 3)
        + at_distances(played(KInARow(15, 4, 4), "b8"), 4, 6)
        + at_distances(played(KInARow(4, 19, 4), "j2", "s1"), 1, 6)
        + at_distances([at for game in TWINS for at in played(game, "a1")], 1),
        around_several=at_distances(several, 1, 2)
        + at_distances(played(Gomoku(16), "p1 n2"), 2)
        + at_distances([(game, on_places(game, 1, 9)) for game in TWINS], 1, 2),
        others=at_distances((*played(small, "a1 e4", "c2"), *played(three, "a3", "b2 a3")), 1, 2)
        + at_distances((*played(three, "b2 a1 b1 a2 b3"), *played(ConnectFour(), "4433")), 1),
    )


def hidden(rng):
    """Near few stones and many."""
    seed = rng.random()
    games = (Gomoku(), Gomoku(8), KInARow(5, 9, 4), KInARow(8, 6, 4))
    small = (KInARow(3, 4, 3), KInARow(4, 4, 3))
    twins = [(game, on_places(game, *rng.sample(range(20), 3))) for game in TWINS for _ in range(2)]
    last = [
        (game, game.result(game.initial, (row, game.columns - 2)))
        for game in (Gomoku(19), KInARow(19, 3, 3), KInARow(3, 19, 3))
        for row in (game.rows - 1,)
    ]
    sizes = [KInARow(rng.randint(4, 14), rng.randint(4, 14), 4) for _ in range(3)]
    return groups_for(
        empty=[(game, game.initial, 2) for game in (*games, *sizes)],
        around_one=at_distances(random_states(games, 3, (1,), seed), 1, 2, 4, 6)
        + at_distances(last, 1, 5),
        around_several=at_distances(random_states(games, 2, (2, 5, 9), seed), 1, 2)
        + at_distances(twins, 1, 2),
        others=at_distances(random_states(small, 3, (2, 3), seed), 1, 2)
        + at_distances(played(KInARow(3, 4, 3), "a1 b1 a2 b2 a3"), 1)
        + at_distances(played(ConnectFour(), "433245"), 1),
    )


TWINS = (KInARow(4, 6, 3), KInARow(6, 4, 3), KInARow(3, 8, 3), KInARow(8, 3, 3))
"""Games whose boards have as many squares, in other rows and columns."""


def on_places(game, *places):
    """The state after stones on these places, one after the other."""
    state = game.initial
    for place in places:
        state = game.result(state, divmod(place, game.columns))
    return state


def probes():
    return probes_of(visible())


def groups_for(empty, around_one, around_several, others):
    """An empty board, one stone, several, and other games."""
    return groups_of(
        case_of,
        {
            "an empty board": empty,
            "around one stone": around_one,
            "around several stones, each action once": around_several,
            "other games": others,
        },
    )


def case_of(game, state, distance):
    """The question for this distance."""
    return Case(
        (game, Position(game, state), distance),
        size=10 * stones_in(state) + distance,
        judge="right_members",
        known={
            "extra": "{member} does not belong there",
            "order": "each action comes once, in the order of game.actions",
        },
    )


def at_distances(places, *distances):
    """Each of these states with each distance."""
    return [(*at, distance) for at in places for distance in distances]


def random_states(games, many, lengths, seed):
    """States of random games."""
    return [at for game in games for at in open_states(game, many, lengths, seed)]
