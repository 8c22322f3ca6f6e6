"""`hint`, step by step, and `needs` for a cell that waits for a function."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape

from course_lib.checks.cases import exercise_named, exercises
from course_lib.plain import listed

KINDS = ("a question", "the idea", "the outline of the code")

_given: dict[str, int] = {}
"""How many hints each exercise has given in this session."""


@dataclass(frozen=True, repr=False)
class Hint:
    """One hint; it shows itself in a notebook."""

    name: str
    number: int
    text: str

    def __str__(self) -> str:
        kind = KINDS[self.number - 1]
        return f"Hint {self.number} of {len(KINDS)} for {self.name}, {kind}:\n{self.text}"

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        """The hint for a notebook."""
        first, _, text = str(self).partition("\n")
        # The outline of code is indented; all else is prose, and every line may wrap.
        style = "white-space:pre-wrap;max-width:46em"
        return f'<p><b>{escape(first)}</b></p><div style="{style}">{escape(text)}</div>'


def hints(name: str) -> tuple[str, ...]:
    """The three hints of this exercise."""
    return exercise_named(name).hints


def hint(name: str) -> Hint:
    """The next hint for this exercise: a question, then the idea, then the outline of the code.

    After the third, the third is shown again.
    """
    texts = hints(name)
    number = min(_given.get(name, 0) + 1, len(texts))
    _given[name] = number
    return Hint(name, number, texts[number - 1])


@contextmanager
def needs(*names: str) -> Iterator[None]:
    """Run the lines below; if one of these functions is still to be written, say so and go on.

    Only what is missing ends the lines quietly: an exercise that nobody has touched, or a function
    whose cell has not run since the notebook was started. Every other error is shown as usual.

    >>> with needs("minimax"):
    ...     raise NotImplementedError
    This cell waits for minimax: write it above, run its cell, and then run this one again.
    """
    try:
        yield
    except NotImplementedError:
        wanted = listed(names, len(names)) or "your function"
        _say(f"This cell waits for {wanted}: write it above, run its cell")
    except NameError as error:
        if error.name not in {*names, *exercises()}:
            error.add_note("After a restart, the cells above have to run again.")
            raise
        _say(f"This cell waits for {error.name}: run its cell above (after a restart, all cells)")


def _say(words: str) -> None:
    sys.stdout.write(f"{words}, and then run this one again.\n")
