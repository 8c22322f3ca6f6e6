"""What exercises of lesson 02 share: the trees, and cases about the best actions."""

from autograder_tests.cases import Case, OneOf
from autograder_tests.positions import LARGE, value_for_max

TREES = (
    [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
    [[5, 3], [-2, 7]],
    [[[-4, -6], [-3, -8]], [[-1, -7], [-9, -2]]],
    LARGE[0],
)


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
