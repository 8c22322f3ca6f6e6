"""The exercise `my_order`: wins, then blocks, then from the middle outwards."""

from contextlib import suppress

from autograder_tests.cases import Case, Group, Position
from course_lib.games import ConnectFour, KInARow

from .shared import Seen, states, with_colours_exchanged

OPTIONS = {"budget": 5_000}

MINUTES = "15 to 35"

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

SAME = {
    "12:6 len(set(marks)) -> min(len(set(marks)), 9)": "there are three marks",
}
"""Slips that change no answer, each with the reason."""


def visible():
    games = (ConnectFour(), ConnectFour(5, 6, 3), KInARow(4, 5, 3), ConnectFour(6, 7, 5))
    return groups_of((*games, KInARow(3, 24, 3)), 2)


def hidden(rng):
    games = (ConnectFour(), ConnectFour(5, 5, 3), KInARow(5, 4, 3), ConnectFour(6, 7, 5))
    return groups_of((*games, ConnectFour(4, rng.randint(22, 30), 4)), rng.random())


def groups_of(games, seed):
    """What is asked about states of random games of these sizes."""
    quiet, wins, both, blocks = (
        [
            case_of(seen, seen.game.actions(seen.state))
            for game in games
            for seen in states(game, seed, kind, 4 if game.columns < 20 else 1)
        ]
        for kind in (is_quiet, has_wins, has_both, has_blocks)
    )
    # The same squares with each stone the other player's, and the same board with shorter rows.
    for game in games:
        for seen in states(game, seed, stops_evenly, 2):
            other = Seen(game, with_colours_exchanged(seen))
            blocks.append(case_of(seen, game.actions(seen.state)))
            wins.append(case_of(other, game.actions(seen.state), made_up=True))
    for seen in states(ConnectFour(5, 6, 3), seed, has_both_evenly, 2):
        other = Seen(seen.game, with_colours_exchanged(seen))
        both.append(case_of(seen, seen.game.actions(seen.state)))
        both.append(case_of(other, seen.game.actions(seen.state), made_up=True))
    for seen in states(ConnectFour(6, 7, 5), seed, has_shorter_rows, 4):
        for length in (5, 4):
            one = Seen(ConnectFour(6, 7, length), seen.state)
            (wins if one.wins else blocks if one.blocks else quiet).append(
                case_of(one, one.game.actions(one.state))
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
        for seen in states(game, seed, has_choice, 4 if game.columns < 20 else 1, 5)
        for actions in [game.actions(seen.state)]
        for some in (actions[::2], actions[::-1])
    ]


def case_of(seen, actions, *, made_up=False):
    """The question in which order to try these actions."""
    game, state = seen
    return Case(
        (game, Position(game, state, made_up), actions),
        size=seen.stones + 100 * (game.columns > 20),
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


def has_both_evenly(seen):
    """The same, each player having a square of their own, and both as many stones."""
    return has_both(seen) and bool(seen.wins - seen.blocks) and seen.stones % 2 == 0


def stops_evenly(seen):
    """Whether there is something to stop and no win, and both have as many stones."""
    return has_blocks(seen) and seen.stones % 2 == 0


def has_shorter_rows(seen):
    """Whether a row of four could be finished, and has not been."""
    four = Seen(ConnectFour(6, 7, 4), seen.state)
    with suppress(ValueError):
        if four.game.winner(four.game.parse(four.game.render(seen.state))) is None:
            return bool(four.wins or four.blocks) and is_quiet(seen)
    return False


def has_choice(seen):
    """Whether there are four actions or more."""
    return len(seen.state.actions) > 3
