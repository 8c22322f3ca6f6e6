"""The exercise `by_hand()`: four trees searched with pen and paper, each judged by itself.

The graded trees are these same ones: they are drawn in the lesson. No message shows a right
answer; it says what is not right yet, and why, one leaf at a time.
"""

from autograder_tests.cases import Case, Group
from autograder_tests.solution import solution
from course_lib.lessons.lesson_03.pen_and_paper import pen_and_paper_trees

from .shared import leaves_with_windows

OPTIONS = {"pieces": "value_and_leaves"}

MINUTES = "15"

HINTS = (
    "Before you look at a leaf: how much is MAX sure of by now, and how much will MIN allow?",
    (
        "Write alpha and beta beside each node, and take them along on the way down. Where MAX"
        " moves, a child's value can raise alpha; where MIN moves, it can lower beta. Once alpha"
        " has reached beta, the other children of that node are skipped."
    ),
    (
        "copy alpha and beta from the node above\n"
        "for each child, from the left:\n"
        "    find its value in the same way\n"
        "    if it is better than what you have: raise alpha (MAX) or lower beta (MIN)\n"
        "    has alpha reached beta? then cross out everything further right at this node\n"
        "the best value goes back up; alpha and beta stay behind"
    ),
)


hidden = None
"""What students see is all there is to grade."""


def visible():
    return [
        Group(f"tree {name}", [case_of(number, name, game)])
        for number, (name, game) in enumerate(pen_and_paper_trees().items())
    ]


def probes():
    return [()]


def case_of(number, name, game):
    """The question about this tree."""
    return Case(
        (),
        f"an answer (value, [leaves that are never looked at]) for tree {name}",
        size=number,
        judge="searched_by_hand",
        known={
            "tree": name,
            "right": solution("by_hand")()[name][0],
            "leaves": [leaf[1:] for leaf in leaves_with_windows(game)],
        },
    )
