"""`own_card`: a question about a function that its reader wrote, answered by running it.

The function runs on a case that its check shows, once as it is and once with each of several slips;
so the key and every wrong option are what a program gave. Only short runs are asked about.
"""

from __future__ import annotations

import io
import re
import sys
from contextlib import redirect_stdout
from copy import deepcopy
from random import Random
from types import FrameType
from typing import Any

from course_lib.checks.cases import Case, arguments_of, exercise_named, text_of
from course_lib.checks.keeping import loaded
from course_lib.plain import visible
from course_lib.play.clock import OutOfTime, within
from course_lib.questions.breaking import SECONDS, lines_of
from course_lib.questions.changing import Change, changes
from course_lib.questions.question import Card
from course_lib.words import Say, told

MOST_STEPS = 12
"""The run has reached no more lines of the function than this."""

_ENDLESS = 400
"""A slip whose run has reached so many lines is left out."""

_SHORT, _LINE, _CODE = 24, 80, 24
"""The longest answer, the longest call, and the most lines to read in half a minute."""

_CASES, _CHANGES, _CHOICES = 8, 10, 4


def own_card(name: str, source: str, rng: Random) -> Card | None:
    """What this function would give with one line changed, or `None` if no question is short."""
    try:
        return _card(name, source, rng)
    except (Exception, SystemExit):  # noqa: BLE001 - whatever a file holds, no lesson stops for it
        return None


def _card(name: str, source: str, rng: Random) -> Card | None:
    source = source.strip()
    lines = lines_of(source, name)
    if not lines or len(lines) > _CODE:
        return None
    some = changes(source, lines)
    cases = [
        case for group in exercise_named(name).groups() for case in group.cases if _plain(case)
    ]
    rng.shuffle(some)
    rng.shuffle(cases)
    for case in cases[:_CASES]:
        whole, steps = _value(source, name, case)
        if whole is None or steps > MOST_STEPS:
            continue
        found: dict[str, Change] = {}
        for change in some[:_CHANGES]:
            value, _ = _value(change.source, name, case)
            if value not in {None, whole}:
                found.setdefault(str(value), change)
        if found:
            return _asked(name, source, case.line, whole, dict(list(found.items())[: _CHOICES - 1]))
    return None


def _asked(name: str, source: str, line: str, whole: str, found: dict[str, Change]) -> Card:
    """The card: the first change is asked about, the others and none at all are the mistakes."""
    right, change = next(iter(found.items()))
    others = [(value, other.said) for value, other in found.items() if value != right]
    code = "\n".join(f"{at:3}  {visible(text)}" for at, text in enumerate(source.split("\n"), 1))
    asked = Say("This is your `{name}`. If {change}, what would `{line}` give?",
                name=name, change=change.said, line=line)  # fmt: skip
    slips = {whole: told(Say("leaving the function as it is"))}
    slips |= {
        value: told(Say("another change, as if {change}", change=said)) for value, said in others
    }
    because = Say("As you wrote it, it gives {whole}.", whole=whole)
    return Card(
        told(asked),
        right,
        tuple(sorted([whole, *found])),
        because=told(because),
        words=code,
        slips=slips,
    )


def _plain(case: Case) -> bool:
    """Whether this case is a line that one can read and run by itself."""
    return len(case.line) <= _LINE and not (case.secret or case.world or case.given or case.covered)


def _value(source: str, name: str, case: Case) -> tuple[str | None, int]:
    """What the function gives for this case, as short text, and how many of its lines ran."""
    counted = _Lines(f"<own {name}>")
    before = sys.gettrace()
    try:
        with redirect_stdout(io.StringIO()):
            names = loaded(source, counted.file)
            given = deepcopy(arguments_of(case.line, names, fresh=True))
            sys.settrace(counted)
            value = within(SECONDS, lambda: names[name](*given))
    except (Exception, SystemExit, OutOfTime, _EndlessError):  # noqa: BLE001 - a slip may raise anything
        return None, 0
    finally:
        sys.settrace(before)
    text = text_of(value)
    short = value is not None and len(text) <= _SHORT and not _LONG.search(text)
    return (text if short else None), counted.count


_LONG = re.compile(r"\.\d{4}| at 0x")
"""What nobody works out in the head, or reads."""


class _EndlessError(BaseException):
    """Ends a run of too many lines, whatever it catches."""


class _Lines:
    """Counts the lines of one file that run."""

    def __init__(self, file: str) -> None:
        self.file, self.count = file, 0

    def __call__(self, frame: FrameType, event: str, _value: Any) -> Any:
        if frame.f_code.co_filename != self.file:
            return None
        self.count += event == "line"
        if self.count > _ENDLESS:
            raise _EndlessError
        return self
