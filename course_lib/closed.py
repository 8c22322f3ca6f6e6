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


class OutOfReach(ImportError):
    """Says that there is no answer here."""


def refused(*_: object, **__: object) -> NoReturn:
    """Raise the error that says why there is no answer here."""
    raise OutOfReach(
        "in a check and in grading, the library's own answer is out of reach:"
        " the function has to be the one you wrote"
    )


class Missing:
    """Stands for what a line would have made that was out of reach: whoever uses it is refused."""

    __getattr__ = __getitem__ = __iter__ = __len__ = __bool__ = __call__ = refused
