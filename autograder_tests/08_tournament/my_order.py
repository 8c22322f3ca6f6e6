"""The exercise `my_order`: wins, then blocks, then from the middle outwards."""

from autograder_tests.cases import Case, Group, Position
from course_lib.games import ConnectFour, KInARow

from .shared import states

OPTIONS = {"budget": 5_000}

HINTS = (
    "How can you tell from the board alone, without trying an action, where somebody would win?",
    (
        "Look for windows that lack just one stone: whose are the others? First collect these"
        " squares in two sets, one for each player. Then sort the actions. The key may be a tuple,"
        " because Python compares tuples part by part."
    ),
    (
        "for each window with one empty square, and stones of one player on all others:\n"
        "    put the square into that player's set\n"
        "sort the actions by a tuple of three:\n"
        "    is it not in the mover's own set? (False comes before True)\n"
        "    is it not in the opponent's set?\n"
        "    how far is its column from the middle?"
    ),
)


def visible():
    return groups_of((ConnectFour(), ConnectFour(5, 6, 3), KInARow(4, 5, 3)), 2)


def hidden(rng):
    return groups_of((ConnectFour(), ConnectFour(5, 5, 3), KInARow(5, 4, 3)), rng.random())


def groups_of(games, seed):
    """What is asked about states of random games of these sizes."""
    quiet, wins, both, blocks = (
        [
            case_of(seen, seen.game.actions(seen.state))
            for game in games
            for seen in states(game, seed, kind, 4)
        ]
        for kind in (is_quiet, has_wins, has_both, has_blocks)
    )
    return (
        Group("wins come first", [*wins, *both], weight=1.5),
        Group("then the squares where the opponent would win", blocks, weight=1.5),
        Group("then the others, from the middle to the edge", quiet),
        Group("exactly the actions it was given, each once", parts(games, seed)),
    )


def parts(games, seed):
    """Questions about some of the actions, and about all of them turned round."""
    return [
        case_of(seen, some)
        for game in games
        for seen in states(game, seed, has_choice, 4, 5)
        for actions in [game.actions(seen.state)]
        for some in (actions[::2], actions[::-1])
    ]


def case_of(seen, actions):
    """The question in which order to try these actions."""
    game, state = seen
    return Case(
        (game, Position(game, state), actions),
        size=seen.stones,
        judge="well_ordered",
        known={"wins": seen.wins, "blocks": seen.blocks},
    )


def is_quiet(seen):
    """Whether nobody could finish a window."""
    return not seen.wins and not seen.blocks


def has_wins(seen):
    """Whether there is a win, and nothing to stop."""
    return bool(seen.wins) and not seen.blocks


def has_blocks(seen):
    """Whether there is something to stop, and no win."""
    return bool(seen.blocks) and not seen.wins


def has_both(seen):
    """Whether there is a win, and something to stop elsewhere."""
    return bool(seen.wins and seen.blocks - seen.wins)


def has_choice(seen):
    """Whether there are four actions or more."""
    return len(seen.state.actions) > 3
