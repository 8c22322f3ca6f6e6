"""The exercise `mcts(game, state, simulations, rng, c)`: the four steps together."""

from random import Random

from autograder_tests.cases import Case, Dice, Group, OneOf, Position, Secret
from autograder_tests.positions import played, value_for_max
from autograder_tests.solution import solution
from course_lib import Count, Nim, TextbookTree, TicTacToe

OPTIONS = {"seconds": 20, "budget": 100_000}

MINUTES = "12"

HINTS = (
    "What does each of the four steps need from the one before it?",
    (
        "Each simulation walks down from the root, adds a child to the last node of the path,"
        " plays a random game from that child, and counts it at every node of the path, the new"
        " child included. A final node adds no child, so there the path stays as it is."
    ),
    (
        "make a new root; its chooser is the player to move\n"
        "as many times as there are simulations:\n"
        "    select the path from the root down\n"
        "    expand the last node of the path\n"
        "    if that gave a new node, append it to the path\n"
        "    play a random game from the end of the path\n"
        "    back its value up along the whole path\n"
        "return the action of the root's most visited child, and the root"
    ),
)

SIMULATIONS = 300
THREE = TicTacToe()
TRAPS = (
    (TextbookTree([[0, 0, 0], [1, 1, -1]]), ()),
    (TextbookTree([[[0, 0, 0], [-1, -1, 1]]]), (0,)),
    (TextbookTree([[-1, 1, 1, 1], [1, -1, 1, 1], [0, 0, 0, 0]]), ()),
    (TextbookTree([[[1, 1], [-1, 0], [1, 0]], -1]), (0,)),
    (TextbookTree([-1] * 11 + [1]), ()),
)
BOTH_TO_MOVE = TextbookTree([[[1, 1], [0, 0]], [[-1, -1], [-1, 1]]])

SAME = {
    "remembers its arguments written together": "no place and number of simulations read alike",
    "1:6 c=1.4): -> c=2.4):": "the text asks for no c of its own",
    "1:6 c=1.4): -> c=0.3999999999999999):": "the text asks for no c of its own",
}
"""Slips that change no answer, each with the reason."""


def visible():
    late = ("b2 a3 c3 a1 a2 c2", "b2 a3 a1 c3 b3 b1", "b2 a3 a1 c3 c2", "b2 a3 a1 c3 c2 a2")
    games = [*TRAPS, *played(THREE, *late), *played(Nim((1, 2)), ""), *played(Count(4, 2), "")]
    return groups_of(
        wide=[wide_case(2, 1, 1), wide_case(4, 3, 2), wide_case(9, 9, 3), wide_case(9, 9, 4, (0,))],
        counts=[
            *(counts_case((0, 1, -1), (), *many) for many in ((9, 1.4), (24, 0.5), (24, 1.4))),
            *(counts_case((1, 0.5, -1), (0,), *many) for many in ((10, 3), (25, 0.7))),
            counts_case((1, -1, 0), (), 24, 1.4),
            counts_case((0, 1, -1), (), 1_000, 1.4),
        ],
        turning=[turning_case(5, 16), turning_case(8, 24)],
        best=[
            *(best_case(*at, seed, seed) for seed, at in enumerate(games)),
            *(best_case(BOTH_TO_MOVE, state, 1, 9) for state in ((), (0,))),
        ],
    )


def hidden(rng):
    late = ("b2 b3 a1 c3 a2", "b2 b3 a1 c3 a3 c1", "a1 b2 c3 a3 c1 c2", "b2 a1 a2 c2 b3 b1 c1")
    games = [
        (TextbookTree([[1, 1, -1, 1], [0, 0], [-1, 1, 1]]), ()),
        (TextbookTree([[[-1, -1, 1, -1], [0, 0], [0, 1]]]), (0,)),
        *played(THREE, *late),
        *played(Nim((2, 2)), "a1", "a2"),
        *played(Count(5, 2), "", "1"),
        *((clear_tree(rng), ()) for _ in range(2)),
        (TextbookTree([[-1] * rng.randint(10, 14) + [1], 0]), ()),
        (TextbookTree([rng.choice((0, -1)) for _ in range(11)] + [1]), ()),
    ]
    first = rng.randrange(1_000_000)
    worth = [rng.sample([number / 8 for number in range(-8, 9)], 3) for _ in range(2)]
    return groups_of(
        wide=[
            *(wide_case(width, width - 2, first + width) for width in rng.sample(range(5, 15), 2)),
            wide_case(3, 2, 1),
            wide_case(7, 5, 2),
            wide_case(11, 11, 3),
            wide_case(8, 8, 4, (0,)),
        ],
        counts=[
            counts_case((-1, 0.25, 0), (), 14, 0.9),
            counts_case((0.5, 1, -0.5, 0), (0,), 30, 2.5),
            *(counts_case((1, 0, 0.5), (), *many) for many in ((26, 0.4), (26, 1.3), (18, 0.4))),
            counts_case((1, 0, 0.5), (), rng.randint(1_000, 1_200), 1.4),
            *(counts_case(tuple(values), (), rng.randint(12, 30), 1.1) for values in worth),
        ],
        turning=[
            *(turning_case(good, 3 * good) for good in (*rng.sample(range(10, 40), 2), 9)),
            turning_case(6, 19),
        ],
        best=[best_case(*at, 50 + place, place) for place, at in enumerate(games)],
        first=first,
    )


def clear_tree(rng):
    """A tree in which one action is sure to win, and the others never do."""
    others = [[rng.choice((0, -1)) for _ in range(3)] for _ in range(rng.randint(2, 4))]
    branches = [[1] * 3, *others]
    rng.shuffle(branches)
    return TextbookTree(branches)


def groups_of(wide, counts, turning, best, first=30):
    """The tree, which way it grows, the final choice, whether it works, and chance."""
    known = {"each": ("one_game_each", {}), "outcome": "leaves"}
    chance = [
        wide_case(9, 6, judge="draws_alike", known={**known, "seeds": (first, first + 4)}),
        wide_case(9, 6, judge="draws_all", known={**known, "seeds": (first + 10, first + 18)}),
        # The only action: there is nothing to draw but the random game.
        wide_case(1, 1, judge="draws_all", known={**known, "seeds": (first + 20, first + 36)}),
        Case(
            (TextbookTree([0, 1, -1] * 3), (), 6, Dice(0)),
            "an action and the tree",
            judge="draws_all",
            known={"each": ("grows_a_tree", {}), "outcome": "tried", "seeds": (first, first + 6)},
        ),
    ]
    return (
        Group("each simulation adds a child and plays a game from there", wide, weight=1.25),
        Group("the visits at the root are those of UCB1", counts),
        Group("the most visited action is chosen", turning, weight=0.75),
        Group("good actions are found", best, weight=1.25),
        Group("all chance comes from the rng it is given", chance, weight=0.75),
    )


def wide_case(width, simulations, seed=1, state=(), *, judge="one_game_each", known=None):
    """A search that is over before any action is tried twice."""
    below = [[0, 1, -1, 0, 1]] * width
    return Case(
        (Secret([below] if state else below, bound=1), state, simulations, Dice(seed)),
        "an action and the tree",
        simulations,
        judge,
        known or {},
    )


def counts_case(values, state, simulations, c):
    """A search in which it is certain how often each action is visited: below each all is alike.

    `values` are what the actions lead to, for MAX, from the root or the only state after it.
    """
    below = [[value] * 5 for value in values]
    game = TextbookTree([below] if state else below)
    sign = -1 if state else 1
    return Case(
        (game, state, simulations, Dice(1), c),
        "an action and the tree",
        simulations,
        "visits_by_bound",
        {
            "mover": game.to_move(state),
            "worth": {action: sign * value for action, value in enumerate(values)},
            "visits": visits(game, state, simulations, c),
        },
    )


def visits(game, state, simulations, c):
    """How often each action is visited by the solution's search."""
    _, root = solution("mcts")(game, state, simulations, Random(1), c)
    return {action: child["visits"] for action, child in sorted(root["children"].items())}


def turning_case(good, simulations):
    """A search after which the most visited action has not the best mean.

    The second branch looks good at first and turns out to be bad; the first is worth a little more
    than a draw. So the second gets most visits, and at the end the first has the better mean.
    """
    return Case(
        (Secret([0.05, [1] * 80], bound=1, good=good), (), simulations, Dice(good), 0),
        "the action with most visits",
        simulations,
        "grows_a_tree",
    )


def best_case(game, state, seed, size):
    """A search that is long enough to find the best action."""
    first, mover = game.players[0], game.to_move(state)
    values = [(a, value_for_max(game, game.result(state, a))) for a in game.actions(state)]
    most = (max if mover == first else min)(value for _, value in values)
    return Case(
        (game, Position(game, state), SIMULATIONS, Dice(seed)),
        OneOf(action for action, value in values if value == most),
        size=size,
        judge="finds_best",
        known={"values": values, "first": first, "mover": mover},
    )
