"""`hint`, step by step, and `needs` for a cell that waits for a function."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape

from course_lib.checks.cases import exercise_named, exercises
from course_lib.words import Say, _, row, told

KINDS = (
    _("a question"),
    _("the idea"),
    _("the outline of the code"),
    _("the lines, out of order"),
)

PUZZLE = _("""\
Copy these lines into the exercise's cell, in place of the line that raises NotImplementedError.
Put them in order, indent what belongs inside, and run the check. With Alt and an arrow key you move
the line you are in, and Tab indents it. On paper, cut them apart.""")
"""What to do with the lines of the last hint."""

_given: dict[str, int] = {}
"""How many hints each exercise has given in this session."""


@dataclass(frozen=True, repr=False)
class Hint:
    """One hint; it shows itself in a notebook."""

    name: str
    number: int
    text: str

    def __str__(self) -> str:
        return f"{self._title()}:\n{self._advice()}\n{told(self.text)}".replace("\n\n", "\n")

    def _title(self) -> str:
        kind = Say(KINDS[self.number - 1])
        template = _("Hint {number} of {count} for {name}, {kind}")
        count = len(hints(self.name))
        return told(Say(template, number=self.number, count=count, name=self.name, kind=kind))

    def _advice(self) -> str:
        return told(PUZZLE).replace("\n", " ") if self.number == len(KINDS) else ""

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        """The hint for a notebook."""
        title = f"<p><b>{escape(self._title())}:</b></p>"
        if advice := self._advice():
            return f"{title}<p>{escape(advice)}</p><pre>{escape(self.text)}</pre>"
        # The outline of code is indented; all else is prose, and every line may wrap.
        style = "white-space:pre-wrap;max-width:46em"
        return f'{title}<div style="{style}">{escape(told(self.text))}</div>'


def hints(name: str) -> tuple[str, ...]:
    """The hints of this exercise: three, and a fourth where its solution has a few lines."""
    return exercise_named(name).hints


def hint(name: str) -> Hint:
    """The next hint for this exercise: a question, then the idea, then the outline of the code.

    Where the answer has a few lines, the fourth is those lines in the wrong order. After the last,
    the last is shown again.

    >>> first = hint("minimax")
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
        wanted = row(names, len(names)) or Say("your function")
        template = _(
            "This cell waits for {name}: write it above, run its cell, and then run this one again."
        )
        sys.stdout.write(told(Say(template, name=wanted)) + "\n")
    except NameError as error:
        if error.name not in {*names, *exercises()}:
            error.add_note(told(Say("After a restart, the cells above have to run again.")))
            raise
        template = _(
            "This cell waits for {name}: run its cell above (after a restart, all cells), and then"
            " run this one again."
        )
        sys.stdout.write(told(Say(template, name=error.name)) + "\n")
