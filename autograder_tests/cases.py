"""Cases as an author writes them: arguments in Python, from which the lines are made.

What can't be written down as itself has a form of its own here: a state needs its game
(`Position`), randomness its seed (`Dice`), a function its name (`Use`), and a tree whose numbers
stay with the grader is a `Secret`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from course_lib.checks import cases
from course_lib.checks.cases import OneOf, state_text, text_of
from course_lib.checks.worlds import TIMES
from course_lib.game import Action, Game, State
from course_lib.games import Havannah, TextbookTree

__all__ = [
    "SOLVED",
    "Case",
    "Dice",
    "Group",
    "OneOf",
    "Position",
    "Secret",
    "Use",
    "Written",
    "as_function",
    "everywhere",
    "line_of",
]


@dataclass(frozen=True)
class Position:
    """A state of one of our games as an argument."""

    game: Game
    state: State
    made_up: bool = False
    """No game leads there: it is written by its fields, as reading its text would refuse it."""


@dataclass(frozen=True)
class Dice:
    """Randomness as an argument: the function gets a `Random` with this seed."""

    seed: int


@dataclass(frozen=True)
class Use:
    """A function as an argument, by its name among the library's or the student's own."""

    name: str


@dataclass(frozen=True)
class Secret:
    """A tree whose leaves only the grader knows, as the first argument.

    With `good`, only so many of the leaves worth `bound` are, those looked at first.
    """

    tree: Any
    bound: float = 99
    good: int | None = None


class Written(str):
    """A piece of a line that is written as it is."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def as_function(found: Mapping[Any, Any]) -> Written:
    """The function that looks its argument up among these, as a piece of a line."""
    return Written(f"dict({found!r}).get")


class _Solved:
    """Stands for what the solution of the exercise gives, until the solution has been asked."""

    def __repr__(self) -> str:
        return "what the solution gives"


SOLVED: Final = _Solved()


@dataclass(frozen=True)
class Case:
    """One question to a function, and how its answer is judged."""

    arguments: tuple[Any, ...]
    expected: Any = SOLVED
    size: int = 0
    """Of the cases that fail, the smallest is shown."""
    judge: str = "gives"
    """The name of a judge of the engine's, or of the lesson's own."""
    known: Mapping[str, Any] = field(default_factory=dict)
    """What this judge has to know beside the case: plain data."""
    budget: int | None = None
    again: tuple[Any, ...] | None = None
    """Other arguments for a second call; what the first gave must not change by it."""
    world: tuple[str, str, Callable[..., Any] | None] | None = None
    """A small world, by its name, the line that is asked about each of its members, and what gives
    the right answer where the solution doesn't."""
    drawn: tuple[int, Collection[Action], Collection[Action]] | None = None
    """A board of Havannah to draw: its size, and the stones of X and of O as they lie there."""

    def as_line(self, name: str, expected: Any, *, exact: bool, hidden: bool) -> cases.Case:
        """The same case as a line that calls the exercise of this name."""
        first = self.arguments[0] if self.arguments else None
        secret = (first.bound, first.good) if isinstance(first, Secret) else None
        board = ""
        if self.drawn is not None:
            size, one, other = self.drawn
            stones = f"{text_of(set(one))}, {text_of(set(other))}"
            board = f"({Havannah(size)!r}, {Havannah(size)!r}.with_stones({stones}))"
        world, line, _ = self.world or ("", line_of(name, *self.arguments), None)
        return cases.Case(
            line,
            expected,
            world=world,
            size=self.size,
            judge=self.judge,
            known=self.known,
            budget=self.budget,
            again="" if self.again is None else line_of(name, *self.again),
            secret=secret,
            board=board,
            exact=exact,
            covered=secret is not None and (hidden or secret[1] is not None),
        )

    def times(self, number: int) -> Case:
        """The same case of a small world, whose numbers are all so many times as large."""
        where, line, right = self.world or ("", "", None)
        return replace(self, world=(f"{where}{TIMES}{number}", line, right))


def everywhere(
    world: str,
    line: str,
    *,
    by: str = "gives",
    right: Callable[..., Any] | None = None,
    **known: Any,
) -> Case:
    """The case of all members of a small world (`course_lib/checks/worlds.py`).

    Names in the line stand for what each member brings; the judge `by` may have to know more. What
    is right comes from the solution, or from `right`.
    """
    more = {"by": by, "known": known}
    return Case((), judge="everywhere", known=more, world=(world, line, right))


EVERY_TREE, SMALL_TREES, EVERY_CHOICE = (
    "every tree with at most four leaves",
    "every tree with at most three leaves",
    "every tree with two to four leaves",
)


@dataclass(frozen=True)
class Group:
    """Cases that belong together and earn a share of the points together."""

    title: str
    cases: Sequence[Case]
    weight: float = 1


def line_of(name: str, *arguments: Any) -> str:
    """The call of this function with these arguments.

    >>> line_of("alphabeta", TextbookTree([[3, 5], [2, 9]]), (), 0, 4)
    'alphabeta(TextbookTree([[3, 5], [2, 9]]), (), 0, 4)'
    """
    return f"{name}({', '.join(map(_as_code, arguments))})"


def _as_code(argument: Any) -> str:
    """The expression that makes this argument."""
    match argument:
        case Position(game, state, made_up=True):
            return f"type({_as_code(game)}.initial)(*{text_of(tuple(state))})"
        case Position(game, state):
            return state_text(game, state)
        case Secret(tree) | TextbookTree(tree):
            return f"TextbookTree({_nested(tree)})"
        case Game():
            return repr(argument)
        case Dice(seed):
            return f"Random({seed})"
        case Use(name):
            return name
    if type(argument) is list:
        return f"[{', '.join(map(_as_code, argument))}]"
    if type(argument) is dict:
        return f"{{{', '.join(f'{text_of(key)}: {_as_code(argument[key])}' for key in argument)}}}"
    return text_of(argument)


def _nested(node: Any) -> str:
    """A tree as lists inside of lists, as the lessons write it."""
    inside = isinstance(node, tuple | list)
    return f"[{', '.join(map(_nested, node))}]" if inside else repr(node)
