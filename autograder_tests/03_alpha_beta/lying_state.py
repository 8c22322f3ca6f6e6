"""The exercise `lying_state()`: a position about which the careless search is wrong.

What is graded is the same as what is checked: any of these positions is right.
"""

from functools import cache

from autograder_tests.cases import Case, Group
from autograder_tests.positions import states_below
from course_lib.checks.cases import lessons_judges
from course_lib.games import TicTacToe
from course_lib.lessons.lesson_03.careless import careless_search
from course_lib.search import alphabeta_search

JUDGES = lessons_judges("03")

MINUTES = "8 to 12"

HINTS = (
    (
        "When is a number in the table not the value of its state? And what has to happen"
        " before that number does any harm?"
    ),
    (
        "Let the machine look: go through all the states, and compare what the careless search"
        " says with what your alphabeta says. Make sure that both speak for the same player."
    ),
    (
        "for each state in under_way:\n"
        "    is claimed(state) different from what your alphabeta says?\n"
        "    then print the state\n"
        "copy one of them into lying_state, row by row"
    ),
)

GAME = TicTacToe()


hidden = None
"""What students see is all there is to grade."""


def visible():
    lies = lying()
    images = {symmetry.state(state) for state in lies for symmetry in GAME.symmetries}
    parameters = {"lies": digests(lies), "images": digests(images)}
    return (
        Group("an unfinished position of tic-tac-toe", [case_of("a_position")]),
        Group(
            "the careless search gives a wrong value there",
            [case_of("lies_there", size=1, known=parameters)],
            weight=3,
        ),
    )


@cache
def lying():
    """All positions about which the careless search is wrong."""
    return [
        state
        for state in states_below(GAME, GAME.initial)
        if not GAME.is_terminal(state)
        and careless_search(GAME, state)[0] != alphabeta_search(GAME, state)[0]
    ]


def digests(states):
    """These positions, so that they can be recognised and not read."""
    return sorted(JUDGES.digest("".join(GAME.render(state).split())) for state in states)


def case_of(judge, **options):
    """What is asked of the text."""
    return Case((), JUDGES.A_TEXT, judge=judge, **options)
