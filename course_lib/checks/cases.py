"""What a check asks: cases, groups of cases, exercises, and ways to judge one answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from course_lib.checks.answer import Answer, Position
from course_lib.checks.verdict import WRONG
from course_lib.game import Action
from course_lib.games import Havannah

NO_RETURN = "None is returned, so a return is missing"
"""The name of the most frequent of all mistakes."""

PRINTED = "the result is printed instead of returned"
"""The name of the next."""


Fingerprint = list[list[str]]
"""For each probe two short hashes: of what came back, and of the states that were visited."""


class Objection(NamedTuple):
    """Why an answer is not accepted."""

    sentence: str
    expected: str = ""
    got: str = ""
    status: str = WRONG
    """What to call it: wrong, or right with more visits than needed, or why there is no value."""
    misfit: bool = False
    """Whether the function can't be called with the arguments that it has to take."""
    mistake: str | None = None
    """Its name, where what came back proves it: `NO_RETURN` or `PRINTED`."""
    seeds: Sequence[int] = ()
    """The seeds with which the call has to be made to see it, where they are not the case's."""


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
    exact: bool = False
    """Whether a list is no tuple and no set: the exercise is about the difference."""
    drawn: tuple[int, Collection[Action], Collection[Action]] | None = None
    """A board of Havannah to draw: its size, and the stones of X and of O as they lie there."""

    def accepts(self, value: Any) -> bool:
        """Whether this is the expected value."""
        return same(self.expected, value, exact=self.exact)

    def wrong(self, what: str, expected: str = "", got: str = "", status: str = WRONG) -> Objection:
        """An objection that begins with the call; `what` goes on from there."""
        between = "" if what.startswith((":", ",")) else " "
        return Objection(f"{self.shown}{between}{what}", expected, got, status)

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
    signature: str = ""
    """How the function begins, such as `minimax_value(game, state)`."""
    pieces: Callable[[Any], list[Any]] | None = None
    """Takes a typed answer apart into pieces, each of which may be right or show a mistake."""
    hints: tuple[str, ...] = ()
    """A question, the idea, and the outline of the code."""
    right: Fingerprint = field(default_factory=list)
    """How the solution answers the probes."""
    mistakes: Mapping[str, Fingerprint] = field(default_factory=dict)
    """How each known mistake does, by its name."""

    def lacks_return(self, answer: Answer) -> bool:
        """Whether this answer is None because a `return` is missing, and for no other reason.

        Where None may be right, coming to the end is no mistake, unless nothing else is returned.
        """
        cases = (case for group in self.groups() for case in group.cases)
        rights = (case.expected for case in cases if case.judge != "refuses")
        may_be_none = any(
            right is None or (isinstance(right, OneOf) and None in right) for right in rights
        )
        return answer.never_returns if may_be_none else answer.fell_off


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


def same(expected: Any, got: Any, *, exact: bool = False) -> bool:
    """Whether two plain values mean the same; if `exact`, containers are of one kind, too.

    >>> same(1, 1.0), same(1, True), same((1, 2), [1, 2]), same({(0, 1)}, [[0, 1]])
    (True, True, True, True)
    >>> same((1, 2), [1, 2], exact=True), same({(0, 1)}, frozenset({(0, 1)}), exact=True)
    (False, True)
    """
    if isinstance(expected, bool):
        return got is expected
    if isinstance(expected, int | float):
        return isinstance(got, int | float) and bool(expected == got)
    if isinstance(expected, set | frozenset):
        if isinstance(got, set | frozenset):
            return expected == got
        if exact or not isinstance(got, list | tuple):
            return False
        return len(got) == len(expected) and expected == set(map(_as_tuples, got))
    if isinstance(expected, list | tuple):
        alike = type(expected) is type(got) if exact else isinstance(got, list | tuple)
        return (
            alike
            and len(expected) == len(got)
            and all(same(*pair, exact=exact) for pair in zip(expected, got, strict=True))
        )
    return type(expected) is type(got) and bool(expected == got)


def _as_tuples(value: Any) -> Any:
    """The value with a tuple for each list, so that it can be looked up."""
    if isinstance(value, list | tuple):
        return tuple(map(_as_tuples, value))
    return repr(value) if isinstance(value, dict | set) else value


def is_number(value: Any) -> bool:
    """Whether this is a number, and not True or False."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def whole_numbers(values: Collection[Any]) -> bool:
    """Whether each of these is a whole number."""
    return all(type(value) is int for value in values)
