"""The exercise `puzzle_moves()`: each puzzle by itself, and any first stone that wins is right.

Graded are A and B; C and D are there for those who want more. No message shows a stone that wins.
"""

from functools import cache

from autograder_tests.cases import Case, Group
from autograder_tests.fours import first_stones
from course_lib.checks.cases import lessons_judges
from course_lib.lessons.lesson_04.gomoku_puzzles import fours_puzzles, winning_squares

OPTIONS = {"seconds": 30}

JUDGES = lessons_judges("04")

MINUTES = "10"

HINTS = (
    "Which stones leave the other side only one square to answer on?",
    (
        "Look for five squares in a line with three of your stones and two empty squares: a"
        " stone on either of the two makes a four. Answer it for the other side, and look again."
        " You are after a stone that makes two fours at once, each with an empty square of its own."
    ),
    (
        "write down every four you could make now\n"
        "for each of them:\n"
        "    place the stone, and the only answer to it\n"
        "    does the answer make a four for the other side? then you have to stop that first\n"
        "    are there two squares where you could make five? then you have won\n"
        "    otherwise start again with the fours you could make now"
    ),
)

LONGEST = 12
"""Longer wins are not looked for, and no puzzle needs one."""


hidden = None
"""What students see is all there is to grade."""


@cache
def visible():
    return [
        Group(f"puzzle {name}", [case_of(number, name, *fours_puzzles()[name])])
        for number, name in enumerate("AB")
    ]


def case_of(number, name, game, state):
    """The question about this puzzle."""
    wins = first_stones(game, state, LONGEST)
    leads_to = {
        JUDGES.digest(f"{name} {game.action_name(square)}"): (
            JUDGES.WINS if square in wins else what_becomes(game, state, square)
        )
        for square in game.actions(state)
    }
    return Case(
        (),
        f"the name of a square for puzzle {name}",
        size=number,
        judge="begins_a_win",
        known={
            "puzzle": name,
            "squares": game.rows,
            "attacker": game.to_move(state),
            "leads_to": leads_to,
        },
    )


def what_becomes(game, state, square):
    """What becomes of a stone on this square, which does not win by fours."""
    attacker = game.to_move(state)
    after = game.result(state, square)
    answers = winning_squares(game, after, attacker)
    if not answers:
        return JUDGES.NO_FOUR
    if winning_squares(game, after, game.to_move(after)):
        return JUDGES.SLOWER
    reply = game.result(after, min(answers))
    return (
        JUDGES.OWN_FOUR if winning_squares(game, reply, game.to_move(after)) else JUDGES.MAKES_FOUR
    )
