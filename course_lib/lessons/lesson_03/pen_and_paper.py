"""Four trees to be searched with pen and paper."""

from __future__ import annotations

from course_lib.games.textbook_tree import TextbookTree


def pen_and_paper_trees() -> dict[str, TextbookTree]:
    """The trees A, B, C and D: MAX moves at the root, and then they take turns.

    A leaf is named by its number: no number that may be left out stands in a tree twice. In C
    the 5 does, because what happens at equality is the question there; both are always looked at.

    - A has two plies, as in most textbooks.
    - B has three, and leaves out leaves below MAX and below MIN.
    - C has two, and a value that is exactly as good as the one before.
    - D has four, and a bound that is handed down past a player who has none yet.
    """
    return {
        "A": TextbookTree([[6, 11, 9], [8, 4, 13], [2, 7, 10]]),
        "B": TextbookTree([[[7, 3], [9, 12, 5], [4, 6]], [[8, 2], [1, 10]], [[0, -3], [11, -6]]]),
        "C": TextbookTree([[9, 5, 8], [7, 5, 3, 12], [6, 4], [2, 11, 10]]),
        "D": TextbookTree(
            [
                [[[6, 9], [3, 14]], [[8, 11], [2, 5]]],
                [[[4, 13], [7, 10]], [[1, 17], [12, 15], [-2, 16]]],
            ]
        ),
    }
