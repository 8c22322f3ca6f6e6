"""What is closed while an exercise is checked: the library's own answers to it.

Whoever holds an answer asks here before giving it: `refuse_in("02")` in what would answer an
exercise of lesson 02. This keeps honest people honest, in the notebook and in the grade alike; in
the sandbox of a grader the rooms that answer the lesson are empty besides.
"""

from __future__ import annotations

from typing import NoReturn

SEARCHED = ("02", "03", "05", "06", "07", "10")
"""In these lessons students write the searches, or strategies, that the library has, too."""

checked: list[str] = []
"""The lessons whose exercises are being checked at this moment, the innermost last.

Whoever checks puts the lesson there, and takes it away again.
"""


def refuse_in(*lessons: str) -> None:
    """Raise an `ImportError` while an exercise of one of these lessons is checked."""
    if checked and checked[-1] in lessons:
        refused()


def refused(*_: object, **__: object) -> NoReturn:
    """Raise the `ImportError` that says why there is no answer here."""
    raise ImportError(
        "in a check and in grading, the library's own answer is out of reach:"
        " the function has to be the one you wrote"
    )
