"""What exercises of lesson 02 share: the trees, and cases about the best actions."""

from autograder_tests.cases import Case, OneOf
from autograder_tests.positions import LARGE, played, value_for_max
from course_lib import Count, Nim, TicTacToe

TREES = (
    [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
    [[5, 3], [-2, 7]],
    [[[-4, -6], [-3, -8]], [[-1, -7], [-9, -2]]],
    LARGE[0],
)

RENAMED = TicTacToe(players=("A", "B"))
"""A game whose players are called otherwise."""


def twin_games(goal, most, heaps):
    """States that are equal, and the games are not: in these the other player wins."""
    return [
        *((Count(more, most), Count(more, most).initial) for more in (goal, goal + 1, goal + 2)),
        *((game, game.initial) for game in (Nim(heaps), Nim(heaps, misere=True))),
        *played(Count(goal, most + 1), ""),
    ]


def values_after(game, state):
    """Each action with what it leads to for the first player."""
    return [
        (action, value_for_max(game, game.result(state, action))) for action in game.actions(state)
    ]


def best_of(game, state):
    """All actions that are best for the player to move, and `None` alone in a final state."""
    values = dict(values_after(game, state))
    if not values:
        return OneOf([None])
    best = (max if game.to_move(state) == game.players[0] else min)(values.values())
    return OneOf(action for action, value in values.items() if value == best)


def best_case(game, state, arguments, **options):
    """A case in which any best action of this state is right."""
    known = {
        "values": values_after(game, state),
        "first": game.players[0],
        "mover": game.to_move(state),
    }
    return Case(arguments, best_of(game, state), judge="best_action", known=known, **options)
