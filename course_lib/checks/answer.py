"""What a student's function did when it was called: `Answer`, and the pieces of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from course_lib.game import State


@dataclass(frozen=True)
class Position:
    """A state of one of our games as an argument: it crosses as the text that shows it."""

    game: Any
    state: State
    made_up: bool = False
    """No game leads there: it crosses by its fields, because reading its text would refuse it."""


@dataclass(frozen=True)
class Dice:
    """Randomness as an argument: the function gets a `Random` with this seed."""

    seed: int


@dataclass(frozen=True)
class Use:
    """A function as an argument, by its name among the student's own or the library's."""

    name: str


class Nodes(list[Any]):
    """Nodes of a tree as an argument: the function gets a list of them.

    What an answer says of them afterwards is true of these nodes, whatever that list then holds.
    """


@dataclass(frozen=True)
class Strange:
    """Stands for a value that is not plain data, or too large to be handed on."""

    kind: str
    shown: str

    def __repr__(self) -> str:
        return self.shown


@dataclass(frozen=True)
class Fault:
    """An exception that a student's function let out, and where."""

    type: str
    message: str
    line: int | None = None
    code: str = ""
    final: bool = False
    """Whether it came in a state in which the game is over."""

    def __str__(self) -> str:
        where = f", in line {self.line}: {self.code}" if self.line and self.code else ""
        return f"{self.type}: {self.message}{where}" if self.message else f"{self.type}{where}"


@dataclass(frozen=True)
class Answer:
    """What came of one call."""

    value: Any = None
    afterwards: tuple[Any, ...] = ()
    """The arguments that are plain data, as they were after the call; `None` for the others."""
    visits: int | None = None
    """How many states of the game were visited; `None` where no game was handed over."""
    printed: str = ""
    error: Fault | None = None
    out_of_budget: bool = False
    out_of_time: bool = False
    shares_rows: bool = False
    """Whether the list given back holds a list that is also in an argument."""
    same_as: int | None = None
    """The argument that was itself given back, not a copy of it."""
    digest: str = ""
    """A short name for the set of states that were visited, when it was asked for."""
    at_end: Any = None
    """Of several calls: what was given back, as it looked when the last of them was over."""
    missing: bool = False
    """Whether there is no such function."""
    found: str = ""
    """The type of what the name stands for where it is no function, such as `int`."""
    signature: str = ""
    """What the function takes, where it can't be called with these arguments."""
    fell_off: bool = False
    """Whether it gave None, can come to its end without a `return`, and returns None nowhere."""
    never_returns: bool = False
    """Whether it gave None, can come to its end, and returns nothing else anywhere."""
    leaves: tuple[tuple[int, ...], ...] = ()
    """The leaves of a secret tree that were looked at, in order, as the grader counted them."""

    @property
    def stopped(self) -> bool:
        """Whether the call had to be stopped."""
        return self.out_of_budget or self.out_of_time

    @property
    def not_attempted(self) -> bool:
        """Whether the function is missing, or is still the stub that was handed out."""
        return self.missing or (self.error is not None and self.error.type == "NotImplementedError")
