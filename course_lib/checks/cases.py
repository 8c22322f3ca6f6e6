"""What a check asks: cases, groups of cases, exercises, and ways to judge one answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from course_lib.checks.answer import Answer, Fault, Position, Strange
from course_lib.checks.verdict import WRONG
from course_lib.game import Action
from course_lib.games import Havannah

NO_RETURN = "None is returned, so a return is missing"
"""The name of the most frequent of all mistakes."""

PRINTED = "the result is printed instead of returned"
"""The name of the next."""


Fingerprint = list[list[str]]
"""For each probe two short hashes: of what came back, and of the states that were visited."""


@dataclass(frozen=True)
class Objection:
    """Why an answer is not accepted: a sentence, and the mistake's name where it is plain."""

    sentence: str
    mistake: str | None = None
    expected: str = ""
    got: str = ""
    status: str = WRONG
    """What to call it: wrong, or right with more visits than needed."""


class _Solved:
    """Stands for what the solution of the exercise gives, until the solution has been asked."""

    def __repr__(self) -> str:
        return "what the solution gives"


SOLVED: Final = _Solved()


class OneOf(tuple[Any, ...]):
    """The answers that are right, shown as words."""

    __slots__ = ()

    def __repr__(self) -> str:
        shown = [repr(answer) for answer in self]
        return shown[0] if len(shown) == 1 else f"one of {', '.join(shown)}"


@dataclass(frozen=True)
class Case:
    """One question to a function, and how its answer is judged."""

    arguments: tuple[Any, ...]
    expected: Any = SOLVED
    shown: str = ""
    """How the call is written in messages, such as `winner(board)`."""
    size: int = 0
    """Of the cases that fail, the smallest is shown."""
    judge: str = "gives"
    """The name of one of the `judges`, who have nothing to object to a right answer."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """What this judge has to know beside the case: plain data."""
    budget: int | None = None
    again: tuple[Any, ...] | None = None
    """Other arguments for a second call; what the first gave must not change by it."""
    drawn: tuple[int, Collection[Action], Collection[Action]] | None = None
    """A board of Havannah to draw: its size, and the stones of X and of O as they lie there."""

    @property
    def board(self) -> Any:
        """What can be drawn of this case: its stones, its position or its board."""
        if self.drawn is not None:
            size, first, other = self.drawn
            return Position(Havannah(size), Havannah(size).with_stones(first, other))
        for argument in self.arguments:
            if isinstance(argument, Position) or (isinstance(argument, list) and argument):
                return argument
        return None


@dataclass(frozen=True)
class Group:
    """Cases that belong together and earn a share of the points together."""

    title: str
    cases: tuple[Case, ...]
    weight: float = 1

    def __post_init__(self) -> None:
        """Put the cases in order, so that the first that fails is the smallest."""
        object.__setattr__(self, "cases", tuple(sorted(self.cases, key=lambda case: case.size)))


@dataclass(frozen=True)
class Exercise:
    """Everything about one exercise that students may see."""

    name: str
    lesson: str
    groups: Callable[[], tuple[Group, ...]]
    """Makes the visible cases."""
    probes: Callable[[], tuple[tuple[Any, ...], ...]] = tuple
    """Makes the arguments on which answers are compared with those of known mistakes."""
    seconds: float = 5
    digest: bool = False
    """Whether known mistakes are told apart by which states they visit, too."""
    budget: int | None = None
    pieces: Callable[[Any], list[Any]] | None = None
    """Takes a typed answer apart into pieces, each of which may be right or show a mistake."""
    hints: tuple[str, ...] = ()
    """A question, the idea, and the shape of the loop."""
    right: Fingerprint = field(default_factory=list)
    """How the solution answers the probes."""
    mistakes: Mapping[str, Fingerprint] = field(default_factory=dict)
    """How each known mistake does, by its name."""


Judge = Callable[..., Objection | None]
Ask = Callable[[Case], Answer]
"""Gives what the function answers to this case, or ends the conversation where there is none."""

JUDGES: dict[str, Judge] = {}
CONVERSATIONS: dict[str, Judge] = {}


def a_judge(function: Judge) -> Judge:
    """The function, which is now a judge by its name; it takes a case and the answer to it."""
    JUDGES[function.__name__] = function
    return function


def a_conversation(function: Judge) -> Judge:
    """The function, which is now a judge who asks several times; it takes a case and `ask`."""
    CONVERSATIONS[function.__name__] = function
    return function


@a_judge
def gives(case: Case, answer: Answer) -> Objection | None:
    """Nothing if the answer has the expected value and has left its arguments alone."""
    if not same(case.expected, answer.value):
        return _other_value(case, answer)
    return changed(case, answer)


@a_judge
def gives_that_value(case: Case, answer: Answer) -> Objection | None:
    """Nothing if the answer has the expected value, whatever became of the arguments."""
    return None if same(case.expected, answer.value) else _other_value(case, answer)


@a_judge
def refuses(case: Case, answer: Answer) -> Objection | None:
    """Nothing if the call ended in an exception, as it has to."""
    if answer.error is not None:
        return None
    got = "the same board back" if answer.same_as is not None else repr(answer.value)
    return Objection(
        f"{case.shown} is not legal and must raise an exception; it gave {got}",
        "an illegal action is not refused",
        "an exception",
        got,
    )


@a_judge
def changed(case: Case, answer: Answer) -> Objection | None:
    """Nothing if the lists that were handed over are as they were before."""
    for before, after in zip(case.arguments, answer.afterwards, strict=False):
        if isinstance(before, list | dict | set) and not same(before, after):
            name = "the board was changed"
            if answer.same_as is None and isinstance(answer.value, list):
                name = "a copy that shares its rows with the old board"
            return Objection(
                f"{case.shown} changed the board that it was given; work on a copy of every row",
                name,
                repr(before),
                repr(after),
            )
    return None


def same(expected: Any, got: Any) -> bool:
    """Whether two plain values are equal and of one kind; whole numbers may be written 1.0.

    >>> same(1, 1.0), same(1, True), same((1, 2), [1, 2]), same({(0, 1)}, frozenset({(0, 1)}))
    (True, False, False, True)
    """
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if isinstance(expected, int | float):
        return isinstance(got, int | float) and bool(expected == got)
    if isinstance(expected, set | frozenset):
        return isinstance(got, set | frozenset) and expected == got
    if isinstance(expected, list | tuple):
        return (
            type(expected) is type(got)
            and len(expected) == len(got)
            and all(map(same, expected, got))
        )
    return type(expected) is type(got) and bool(expected == got)


def _other_value(case: Case, answer: Answer) -> Objection:
    expected, got = repr(case.expected), repr(answer.value)
    sentence = f"{case.shown} gave {got}, expected {expected}"
    mistake = None
    if answer.value is None:
        mistake = NO_RETURN
        if answer.printed.strip():
            mistake = PRINTED
    elif isinstance(answer.value, Strange):
        sentence = f"{case.shown} gave {answer.value.shown}, expected {expected}"
    elif type(case.expected) is not type(answer.value) and not (
        _is_number(case.expected) and _is_number(answer.value)
    ):
        sentence += f" ({_kind(case.expected)}, not {_kind(answer.value)})"
    return Objection(sentence, mistake, expected, got)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _kind(value: Any) -> str:
    """The name of a value's type, as it stands in a sentence."""
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def error_sentence(case: Case, error: Fault) -> str:
    """What to say about an exception."""
    if error.type == "RecursionError":
        return (
            f"{case.shown} called itself without an end; does it stop in final states, and does"
            " each call get the state after an action?"
        )
    return f"{case.shown} raised {error}"
