"""The exercise `my_evaluation`: no formula is asked for, only what each of them has to keep."""

from contextlib import suppress

from autograder_tests.cases import Case, Group, Position, line_of
from course_lib.games import ConnectFour

from .shared import (
    any_state,
    in_a_mirror,
    states,
    threats,
    waits_in_an_own_row,
    with_colours_exchanged,
)

OPTIONS = {"budget": 5_000}

MINUTES = "15 to 30"

HINTS = (
    "If you swap X and O everywhere on the board, what should happen to your number?",
    (
        "Start with the points of lesson 4: a power of 4 for each window in which only one player"
        " has stones, added for the player and subtracted for the opponent. Then look at the"
        " windows that lack just one stone. Is the gap in an odd row, counted from below, or in an"
        " even one?"
    ),
    (
        "for each window:\n"
        "    how many stones are the player's, and how many the opponent's?\n"
        "    if both have some, or neither has any: go on with the next window\n"
        "    points = 4 to the power of (number of stones - 1)\n"
        "    if one stone is missing, and the gap is in an own row of the window's owner:\n"
        "        multiply the points, by 4 for example\n"
        "    add them for the player, subtract them for the opponent\n"
        "squeeze the sum between -1 and 1: sum / (100 + abs(sum)) is one way"
    ),
)

SAME = {
    "11:3 len(window) -> min(len(window), 9)": "no line is as long",
    "18:2 *= -> +=": "any weights will do that keep their order",
    "14:3 4 -> 5": "any weights will do that keep their order",
    "14:3 4 -> 3": "any weights will do that keep their order",
    "14:8 - -> +": "any weights will do that keep their order",
    "20:4 (100 -> (101": "any weights will do that keep their order",
    "20:4 (100 -> (99": "any weights will do that keep their order",
    "14:9 1) -> 2)": "any weights will do that keep their order",
    "14:9 1) -> 0)": "any weights will do that keep their order",
    "18:3 4 -> 5": "any weights will do that keep their order",
    "18:3 4 -> 3": "any weights will do that keep their order",
    "18:9 1 -> 2": "any weights will do that keep their order",
    "17:9 0) -> 1)": "a window that lacks one stone has more than one",
}
"""Slips that change no answer, each with the reason."""


def visible():
    """Of two lines of play X should like the first better.

    After the first of `fuller` X has three stones in an open window; after the second of `opener`
    an O shuts the windows in which X has three stones.
    """
    return groups_of(
        (ConnectFour(), ConnectFour(4, 5, 3), ConnectFour(5, 6, 4), ConnectFour(6, 7, 3)),
        seed=1,
        fuller=(("7415747", "7415742"), ("7314121", "7314126")),
        opener=(("4253641261", "4253641267"), ("442412", "442413")),
        crowded=[(ConnectFour(), 3, 3), (ConnectFour(), 1, 4), (ConnectFour(6, 7, 6), 1, 5)],
    )


def hidden(rng):
    sizes = [ConnectFour(rng.randint(4, 9), rng.randint(5, 12), 4) for _ in range(2)]
    start, columns = rng.randint(2, 4), rng.randint(8, 9)
    return groups_of(
        (ConnectFour(), ConnectFour(7, 5, 4), ConnectFour(4, 6, 3), ConnectFour(6, 7, 3)),
        seed=rng.random(),
        fuller=(("5532334", "5532331"), ("5532336", "5532331"), ("1473141", "1473147")),
        opener=(("4635247627", "4635247621"), ("36112262", "36112264")),
        crowded=[
            (ConnectFour(rng.randint(5, 8)), start, 3),
            (ConnectFour(rng.randint(5, 8)), rng.randint(1, 4), 4),
            (ConnectFour(6, columns, 6), rng.choice((1, columns - 4)), 5),
        ],
        sizes=sizes,
    )


def groups_of(games, seed, *, fuller, opener, crowded, sizes=()):
    """What is asked about states of random games of these sizes, and after these lines of play.

    Of `crowded` boards X has so many stones side by side, from this column on: three open ones
    are worth more than 100 points, five that lack one more than 1,000, and four are a win.
    """
    alone, opposites, mirrored = [], [], []
    some = [seen for game in games for seen in states(game, seed, any_state, 6, 7)]
    for size, seen in enumerate(some):
        game, state = seen
        alone.append(case_of((game, state, "O"), size))
        opposites.append(pair_of((game, state, "X"), (game, state, "O"), size, "opposite"))
        mirrored.append(
            pair_of((game, state, "X"), (game, in_a_mirror(seen), "X"), size, "the same")
        )
    for game, start, stones in crowded:
        columns = [str(start + number) for number in range(stones) for _ in "XO"]
        alone.append(case_of((game, game.play(" ".join(columns[:-1])), "X"), 9))
    # The same board with other rows to make: asked for X with one, and then for both with another.
    for number, seen in enumerate(states(ConnectFour(6, 7, 5), seed, has_an_open_row, 3)):
        for game in (ConnectFour(6, 7, 5), ConnectFour(), ConnectFour(6, 7, 6)):
            state, size = seen.state, len(some) + number
            alone.append(case_of((game, state, "X"), size))
            opposites.append(pair_of((game, state, "X"), (game, state, "O"), size, "opposite"))
            opposites.append(pair_of((game, state, "O"), (game, state, "X"), size, "opposite"))
    first = [(game, game.play(str(game.columns // 2)), "X") for game in (*games, *sizes)]
    return (
        Group("a number strictly between -1 and 1, from the board alone", alone),
        Group("what is good for one is just as bad for the other", opposites),
        Group("a mirror image is worth the same", mirrored, weight=0.5),
        Group(
            "three stones in an open window are worth more",
            [
                *(case_of(at, 1, rule="ahead") for at in first),
                *by_lines(fuller, "the last stone elsewhere"),
                *by_lines(opener, "the windows of the three shut"),
                *by_lines(LONGER, "the last stone elsewhere", game=ConnectFour(7, 9, 5)),
            ],
        ),
        Group("threats in the own rows are worth more", by_rows(games, seed), weight=1.5),
    )


def case_of(at, size, **parameters):
    """The question for an estimate."""
    game, state, player = at
    arguments = (game, Position(game, state), player)
    return Case(arguments, "a number", size=size, judge="estimates", known=parameters)


def pair_of(one, other, size, rule, **words):
    """Two questions, whose answers are compared when both have come."""
    game, state, player = other
    made_up = rule == "less"
    second = (game, Position(game, state, made_up), player)
    parameters = {
        "other": line_of("my_evaluation", *second),
        "rule": rule,
        **words,
    }
    case = case_of(one, size)
    return Case(case.arguments, "a number", size=size, judge="estimates_pair", known=parameters)


LONGER = (("314151917", "314151919"), ("213141916", "213141919"))
"""After the first of each, X has four stones in an open window of five."""


FOUR = ConnectFour()


def has_an_open_row(seen):
    """Whether nobody has four in a row, and the number of stones is even."""
    four = ConnectFour()
    with suppress(ValueError):
        return seen.stones > 7 and four.winner(four.parse(four.render(seen.state))) is None
    return False


def by_lines(lines, why, *, game=FOUR):
    """The question which of two states X should like better, for each of these."""
    return [
        pair_of(
            (game, game.play(better), "X"),
            (game, game.play(worse), "X"),
            len(better),
            "less",
            why=why,
        )
        for better, worse in lines
    ]


def by_rows(games, seed):
    """The same stones with the colours exchanged, so that threats lie in the wrong rows."""
    waiting = [seen for game in games for seen in states(game, seed, waits_in_an_own_row, 3)]
    pairs = []
    for size, seen in enumerate(waiting):
        game, state = seen
        [owner] = {owner for owner, _ in threats(*seen)}
        rival = game.players[owner == game.players[0]]
        pairs.append(
            pair_of(
                (game, state, owner),
                (game, with_colours_exchanged(seen), rival),
                size,
                "less",
                why="all colours exchanged, where the threat is in the wrong row for its owner,",
            )
        )
    return pairs
