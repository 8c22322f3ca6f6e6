"""Calls a student's function as a line says, and writes down what happened: an `Answer`.

`call` is the same in a notebook and in the sandbox of a grader. What comes back is plain data in
both, so that an answer means the same in both.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import io
import itertools
import linecache
import os
import re
import sysconfig
import textwrap
import traceback
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, KeysView, Mapping, Sequence, ValuesView
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache
from numbers import Rational
from pathlib import Path
from types import FunctionType
from typing import Any

from course_lib.checks.cases import arguments_of, call_in
from course_lib.checks.secret import Ask, Outside
from course_lib.checks.worlds import arguments_about, world
from course_lib.closed import checked
from course_lib.game import Game, State, Word
from course_lib.plain import untagged, visible
from course_lib.play.clock import OutOfTime, within
from course_lib.watching.watched import Limited, OutOfBudget, Watched
from course_lib.words import Say, Text

SECONDS = 10.0
"""The safety net of a call for which nobody has asked for another."""

_OURS = str(Path(__file__).resolve().parent.parent)
_MOST_PRINTED = 10_000
_LIBRARIES = [f"{sysconfig.get_path(of)}{os.sep}" for of in ("stdlib", "purelib", "platlib")]

# --- what came of a call --------------------------------------------------------------------------

NO_ANSWER, _STUB = "NoAnswer", "NotImplementedError"
"""The type of what is no exception: the process has ended, or said what is no answer."""


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

    @property
    def words(self) -> Text:
        """What it is, and where."""
        error = visible(f"{self.type}: {self.message}" if self.message else self.type)
        code = re.sub(r":(?=$|  # in )", "", self.code)
        if not (self.line and code):
            return error
        return Say("{error}, in line {n}: {code}", error=error, n=self.line, code=visible(code))

    def __str__(self) -> str:
        return str(self.words)


@dataclass(frozen=True)
class Answer:
    """What came of one call."""

    value: Any = None
    afterwards: tuple[Any, ...] = ()
    """The arguments that are plain data, as they were after the call; `None` for the others."""
    visits: int | None = None
    """How many states of the game were visited; `None` where no game was handed over."""
    edges: int | None = None
    """How many states were made with `result`, looked into or not; `None` as for `visits`."""
    printed: str = ""
    lines: int = 0
    """How many lines were printed, those that were not kept among them."""
    error: Fault | None = None
    out_of_budget: bool = False
    out_of_time: bool = False
    shares_rows: bool = False
    """Whether the list given back holds a list that is also in an argument, or only such nodes;
    of a node, whether it is itself in an argument."""
    same_as: int | None = None
    """The argument that was itself given back, not a copy of it."""
    digest: str = ""
    """A short name for the set of states that were visited, when it was asked for."""
    at_end: Any = None
    """Of several calls: what was given back, as it looked when the last of them was over."""
    missing: str | None = None
    """Of a name that is no function, the type of what it stands for; "" where there is nothing."""
    signature: str = ""
    """What the function takes, where it can't be called with these arguments."""
    no_return: bool = False
    """Whether it gave None, and its source never returns anything else."""
    container: str = ""
    """What the value is, or what its members are, where that is no container of Python's own."""
    leaves: tuple[tuple[int, ...], ...] = ()
    """The leaves of a secret tree that were looked at, in order, as the grader counted them."""

    @property
    def stopped(self) -> bool:
        """Whether the call had to be stopped."""
        return self.out_of_budget or self.out_of_time

    @property
    def raised(self) -> bool:
        """Whether the function itself has let an exception out, and not as the stub it was."""
        return self.error is not None and self.error.type not in {NO_ANSWER, _STUB}

    @property
    def not_attempted(self) -> bool:
        """Whether the function is missing, or is still the stub that was handed out."""
        stub = self.error is not None and self.error.type == _STUB
        return self.missing is not None or stub


def broken(why: str) -> Answer:
    """The answer that stands for no answer."""
    return Answer(error=Fault(NO_ANSWER, why))


# --- asking a student -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Request:
    """Lines to be called one after the other, and what each call may use."""

    lines: tuple[str, ...]
    seconds: float = SECONDS
    wall: float | None = None
    """How long a call may take with all its waiting; by default some times its seconds."""
    budget: int | None = None
    digest: bool = False
    lesson: str = ""
    """The lesson whose answers the library does not give meanwhile."""
    fresh: bool = False
    """Whether games and states are made anew, equal to those of earlier calls and not the same.

    Then a list, set or node of a later line is that of the line before, filled with other things:
    stones that more have joined, or a tree that has grown.
    """
    shared: bool = False
    """Whether a game that stands in several lines is the same object in all of them."""
    world: str = ""
    """Of a line about members of a small world, its name; the value is the list of values."""
    since: int = 0
    until: int | None = None
    """Which of its members, from the smallest on."""
    alone: tuple[str, int] | None = None
    """A function that is made anew, with all it needs, and the number of that copy."""
    secret: Outside | None = None
    """What the calls may ask about, bit by bit."""
    given: Mapping[str, Any] = field(default_factory=dict)
    """What names in the lines stand for that are neither the course's nor the student's: plain
    data, tagged, or what a referee makes of it."""


class Student(ABC):
    """Somebody's functions, to be called as lines say."""

    def call(self, line: str, *, again: str = "", **options: Any) -> Answer:
        """What came of this line; the options are those of a `Request`."""
        lines = (line, again) if again else (line,)
        return next(self.in_turn([Request(lines, **options)]))

    def in_turn(self, requests: Iterable[Request]) -> Iterator[Answer]:
        """What came of the first line of each request."""
        return (answers[0] for answers in self.answers(requests))

    @abstractmethod
    def answers(self, requests: Iterable[Request]) -> Iterator[Sequence[Answer]]:
        """What came of each line of each request."""

    @contextmanager
    def alone(self, name: str) -> Iterator[Student | None]:
        """Somebody with the same function, as if nothing had been called yet, if that can be."""
        del name
        yield None


# --- one call -------------------------------------------------------------------------------------

Refereed = Callable[[Any, Ask], Any]
"""Makes what was handed over by its name: a game, or a state, whose rules stay with a referee."""


def call(
    names: Mapping[str, Any], request: Request, ask: Ask, refereed: Refereed | None = None
) -> list[Answer]:
    """What came of each line of the request."""
    own = dict(names)
    for name, given in request.given.items():
        if "plain" in given:
            own[name] = untagged(given["plain"])
        elif refereed is not None:
            own[name] = refereed(given, ask)
    games: dict[str, Watched] = {}
    kind = _EachCall if request.world else _Call
    calls = [kind(own, request, line, ask, games) for line in request.lines]
    answers: list[Answer] = []
    for before, each in zip([None, *calls], calls, strict=False):
        # What had to be stopped once would only take the same time again.
        ended = answers and answers[-1].stopped
        answers.append(answers[-1] if ended else each.answer(before))
    if len(calls) < 2:
        return answers
    last = [each.value_at_end() for each in calls]
    return [replace(one, at_end=value) for one, value in zip(answers, last, strict=True)]


class Noted(Watched):
    """A watched game that also remembers which states were visited."""

    def __init__(self, game: Game, *, budget: int | None = None) -> None:
        super().__init__(game, budget=budget)
        self._noted: list[str] = []  # `seen` is a name that students like for a table

    def _visit(self, state: State) -> None:
        super()._visit(state)
        self._noted.append(self.game.render(state))

    def digest(self) -> str:
        """A short name for the states that were visited, the same in whatever order."""
        return hashlib.sha256("\n".join(sorted(self._noted)).encode()).hexdigest()[:12]


class _Call:
    """One call: its arguments, and what came of it."""

    def __init__(
        self,
        names: Mapping[str, Any],
        request: Request,
        line: str,
        ask: Ask,
        games: dict[str, Watched],
    ) -> None:
        self.names, self.request, self.line, self.ask = names, request, line, ask
        self.games = games
        self.value: Any = None
        self.nodes: dict[int, Any] = {}
        self.watched: Watched | None = None
        self.arguments: list[Any] = []
        self.may_change = False
        """Whether an argument is a list, a set or a dictionary."""

    def answer(self, before: _Call | None) -> Answer:
        """Make the call, and tell what happened; the call before it may have left something."""
        request, name = self.request, call_in(self.line).name
        function = self.names.get(name)
        if not callable(function):
            return Answer(missing="" if function is None else type(function).__name__[:64])
        arguments = self.arguments = self._arguments(before)
        self.may_change = any(map(_may_change, arguments))
        if (signature := _misfit(function, arguments)) is not None:
            return Answer(signature=signature[:200])
        # Of a list of nodes it counts what becomes of the nodes that it held.
        kept = [
            [*each] if isinstance(each, list) and _is_nodes(each) else each for each in arguments
        ]
        printed = _Capped()
        told: dict[str, Any] = {}
        checked.append(request.lesson)
        try:
            # nbgrader gives no points to a cell in which anything was written as an error.
            with redirect_stdout(printed), redirect_stderr(_Capped()):
                self.value = within(
                    request.seconds, lambda: self.ask_for(function), wall=request.wall
                )
        except OutOfBudget:
            told["out_of_budget"] = True
        except OutOfTime:
            told["out_of_time"] = True
        except KeyboardInterrupt:
            raise  # somebody pressed the button that stops a cell
        except BaseException as error:  # noqa: BLE001 - students' code may raise anything
            told["error"] = _told(error)
        finally:
            checked.pop()
        if self.value is None and not told:
            told["no_return"] = _has_no_return(function)
        if self.watched is not None:
            told["visits"], told["edges"] = self.watched.visits, self.watched.edges
        if isinstance(self.watched, Noted):
            told["digest"] = Noted.digest(self.watched)
        value = as_plain(self.value)
        told["afterwards"] = (None,) * len(arguments)
        if self.may_change:
            told["afterwards"] = tuple(
                as_plain(_after(one, now)) if _may_change(one) else None
                for one, now in zip(kept, arguments, strict=True)
            )
            told["same_as"], told["shares_rows"] = self._same_as(arguments), self.shares_rows
        return Answer(
            value=value,
            container="" if isinstance(value, Strange) else _container(self.value),
            printed=printed.getvalue(),
            lines=printed.lines,
            **told,
        )

    def ask_for(self, function: Callable[..., Any]) -> Any:
        """What the function gives."""
        return function(*self.arguments)

    def _arguments(self, before: _Call | None) -> list[Any]:
        """The arguments, the game among them watched, a secret tree without its numbers."""
        request = self.request
        arguments = arguments_of(self.line, self.names, fresh=request.fresh)
        for place, argument in enumerate(arguments):
            if isinstance(argument, Game) and not request.given:
                game = argument
                if request.secret is not None and hasattr(game, "tree"):
                    # Loaded when wanted: who grades another course has no trees.
                    from course_lib.checks.secret_tree import SecretTree  # noqa: PLC0415

                    game = SecretTree(game.tree, request.secret.bound, self.ask)
                kind = Noted if request.digest else Watched
                text = call_in(self.line).arguments[place].text
                if request.shared and text in self.games:
                    self.watched = arguments[place] = self.games[text]
                    self.watched.restart(request.budget)
                else:
                    watched = kind(game, budget=request.budget)
                    self.watched = arguments[place] = self.games[text] = watched
        if request.fresh and before and before.may_change and not before.shares_boards_rows:
            before.keep_nodes()
            for place, old in enumerate(before.arguments[: len(arguments)]):
                if old is not before.value:
                    arguments[place] = _refilled(old, arguments[place])
        return arguments

    def keep_nodes(self) -> None:
        """Write down the nodes in the value, before those of the arguments change."""
        own = {id(node) for argument in self.arguments for node in _nodes_in(argument)}
        nodes = self.value if isinstance(self.value, list | tuple) else [self.value]
        self.nodes = {id(node): as_plain(node) for node in nodes if id(node) in own}

    def value_at_end(self) -> Any:
        """The value as it is when the last call is over, nodes that had to change as they were."""
        if self.nodes and isinstance(self.value, list | tuple):
            parts = (self.nodes.get(id(part), as_plain(part)) for part in self.value)
            return type(self.value)(parts)
        return self.nodes.get(id(self.value), as_plain(self.value))

    @property
    def shares_rows(self) -> bool:
        """Whether a list inside the value is in an argument, too: a change shows in both.

        Of nodes, or of a single one, all have to be in one.
        """
        value = [self.value] if isinstance(self.value, dict) else self.value
        if isinstance(value, list | tuple) and value and _is_nodes(value):
            own = {id(node) for given in self.arguments for node in _nodes_in(given)}
            return all(id(node) in own for node in value)
        return self.shares_boards_rows

    @property
    def shares_boards_rows(self) -> bool:
        """Whether a list inside the value is in an argument, too."""
        if not isinstance(self.value, list):
            return False
        old = {id(row) for given in self.arguments if isinstance(given, list) for row in given}
        return any(isinstance(row, list) and id(row) in old for row in self.value)

    def _same_as(self, arguments: Sequence[Any]) -> int | None:
        """The argument that was given back itself, among those that may change."""
        for place, argument in enumerate(arguments):
            if argument is self.value and isinstance(argument, list | dict | set):
                return place
        return None


class _EachCall(_Call):
    """The calls about all members of a small world, as far as they come to an end."""

    def answer(self, before: _Call | None) -> Answer:
        """The list of what came back; where a call fails it ends before that."""
        self.values: list[Any] = []
        answer = super().answer(before)
        if answer.missing is not None or answer.signature or answer.not_attempted:
            return answer
        return Answer(value=self.values, lines=answer.lines, out_of_time=answer.out_of_time)

    def ask_for(self, function: Callable[..., Any]) -> Any:
        """Nothing: what the function gives each time is in `values`."""
        request, budget = self.request, self.request.budget
        members = world(request.world)[request.since : request.until]
        games = [at for at, one in enumerate(self.arguments) if isinstance(one, Game)]
        for arguments in arguments_about(self.line, members, self.names):
            for at in games:
                arguments[at] = Limited(arguments[at], budget=budget)
            self.values.append(as_plain(function(*arguments)))

    def _arguments(self, _before: _Call | None) -> list[Any]:
        return next(arguments_about(self.line, world(self.request.world)[:1], self.names))


@lru_cache(maxsize=64)
def _has_no_return(function: Callable[..., Any]) -> bool:
    """Whether the function's own source never returns anything but None."""
    try:
        [tree] = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(function)))).body
    except (OSError, TypeError, SyntaxError, ValueError):
        return False
    if not isinstance(tree, ast.FunctionDef) or isinstance(tree.body[-1], ast.Return):
        return False
    waiting: list[ast.AST] = [*tree.body]
    while waiting:
        match waiting.pop():
            case ast.Return(value=None | ast.Constant(value=None)):
                pass
            case ast.Return():
                return False
            case ast.FunctionDef() | ast.Lambda() | ast.ClassDef():
                pass
            case node:
                waiting += ast.iter_child_nodes(node)
    return True


def _refilled(old: Any, new: Any) -> Any:
    """The old list, set or dictionary with what the new one holds, and so for what is in it."""
    if type(old) is not type(new):
        return new
    if isinstance(old, list):
        rows = [_refilled(*pair) for pair in zip(old, new, strict=False)]
        old[:] = rows + new[len(rows) :]
    elif isinstance(old, dict):
        refilled = {key: _refilled(old.get(key), part) for key, part in new.items()}
        old.clear()
        old.update(refilled)
    elif isinstance(old, set):
        old.clear()
        old.update(new)
    else:
        return new
    return old


def _nodes_in(value: Any) -> Iterator[dict[Any, Any]]:
    """All dictionaries in a value, and in what they hold, each once: some hold themselves."""
    waiting, seen = [value], set[int]()
    while waiting:
        part = waiting.pop()
        if id(part) in seen or not isinstance(part, dict | list | tuple):
            continue
        seen.add(id(part))
        if isinstance(part, dict):
            yield part
        waiting += part.values() if isinstance(part, dict) else part


def _is_nodes(argument: Any) -> bool:
    return isinstance(argument, list | tuple) and all(isinstance(one, dict) for one in argument)


def _after(held: Any, now: Any) -> Any:
    """What a list held, for its changes; the list as it is now, if nodes left it or moved in it."""
    if not isinstance(now, list) or held is now:
        return held
    before, after = [*map(id, held)], [*map(id, now)]
    moved = before != after and sorted(before) == sorted(after)
    return now if moved or len(before) != len(after) else held


def _may_change(argument: Any) -> bool:
    return isinstance(argument, list | dict | set)


def _misfit(function: Any, arguments: Sequence[Any]) -> str | None:
    """What the function takes, in words, if it can't be called with these arguments."""
    if not isinstance(function, FunctionType) or hasattr(function, "__signature__"):
        return None  # calling it will show
    code = function.__code__
    least = code.co_argcount - len(function.__defaults__ or ())
    if not code.co_kwonlyargcount and least <= len(arguments) <= code.co_argcount:
        return None
    signature = inspect.signature(function)
    try:
        signature.bind(*arguments)
    except TypeError:
        return f"{function.__name__}{signature}"
    return None


class _Capped(io.StringIO):
    """Keeps the beginning of what is printed, and counts the lines of all of it."""

    lines = 0

    def write(self, text: str) -> int:
        """Keep this text, as long as there is room."""
        self.lines += text.count("\n")
        room = _MOST_PRINTED - self.tell()
        if room > 0:
            super().write(text[:room])
        return len(text)


def _in_a_final_state(names: Mapping[str, Any]) -> bool:
    """Whether one of these values is a game, and another of them a state in which it is over."""
    # What is asked now is no visit of the student's.
    games = [getattr(game, "game", game) for game in names.values() if isinstance(game, Game)]
    for game, state in itertools.product(games, names.values()):
        with suppress(Exception):  # most of the values are no states
            if game.is_terminal(state):
                return True
    return False


def _told(error: BaseException) -> Fault:
    """The kind and text of an exception, and the last line of the student's own that it passed."""
    try:
        # Who wrote `utility` of a game that counts is of no interest to who called `game.utility`.
        message = re.sub(r"^Watched\b", "game", str(error)[:500])
    except Exception:  # noqa: BLE001 - a student's exception may fail to say what it is
        message = ""
    fault, cells = Fault(type(error).__name__[:80], message), set()
    for frame, line in traceback.walk_tb(error.__traceback__):
        name = frame.f_code.co_filename
        if not name.startswith((_OURS, "<frozen", "<case>", *_LIBRARIES)):
            code = linecache.getline(name, line).strip()[:200]
            cells.add(name)
            code += f"  # in {frame.f_code.co_name}" if len(cells) > 1 else ""
            final = isinstance(error, ValueError) and _in_a_final_state(frame.f_locals)
            fault = replace(fault, line=line, code=code, final=final)
    return fault


# --- plain data -----------------------------------------------------------------------------------


def as_plain(value: Any) -> Any:
    """The value in Python's own types, a copy; what is no plain data, or huge, as a `Strange`.

    >>> from fractions import Fraction
    >>> as_plain([Fraction(6, 2), {"a": 1}.keys()]), as_plain(len)
    ([3, {'a'}], a builtin_function_or_method: <built-in function len>)
    """
    if type(value) is int and -_SMALL < value < _SMALL:
        return value  # as most are
    try:
        return _own(value, 0, [_MOST_PARTS])
    except (TypeError, ValueError, RecursionError):
        if inspect.iscoroutine(value):
            value.close()  # else Python warns that nobody has awaited it
        return Strange(type(value).__name__[:80], _shown(value))


_DEEPEST, _MOST_PARTS, _LONGEST_TEXT, _MOST_BITS = 120, 20_000, 20_000, 1_000
"""No honest answer is deeper or larger."""

_SMALL = 10**9
_EXACT: dict[type, Callable[[Any], Any]] = {
    int: int.__int__,
    str: str.__str__,
    float: float.__float__,
}
"""Makes Python's own number or text of one of a class that was made of it."""


def _own(value: Any, depth: int, room: list[int]) -> Any:
    """The value with `numpy.int64(3)` and `Fraction(3)` as 3, an array or a deque as a list."""
    room[0] -= 1
    if room[0] < 0 or depth > _DEEPEST:
        raise ValueError("the value is too large")
    kind = type(value)
    if (kind is int and -_SMALL < value < _SMALL) or kind is bool:
        return value
    if kind.__module__ == "numpy" and hasattr(value, "tolist"):
        return _own(value.tolist(), depth, room)
    if kind not in (int, str, float, bool) and isinstance(value, int | str | float):
        # A class of the student's own could say that it equals everything.
        value = next(exact(value) for one, exact in _EXACT.items() if isinstance(value, one))
    if value is None or isinstance(value, bool | float | Word):
        return value
    if isinstance(value, int | str):
        long = (
            len(value) > _LONGEST_TEXT
            if isinstance(value, str)
            else (value.bit_length() > _MOST_BITS)
        )
        if long:
            raise ValueError("the value is too long")
        return value
    if isinstance(value, Rational | Decimal):
        number = float(value)
        return int(number) if number.is_integer() else number
    if isinstance(value, dict):
        return {
            _own(key, depth + 1, room): _own(part, depth + 1, room) for key, part in value.items()
        }
    if isinstance(value, tuple | list | set | frozenset | deque | range | ValuesView | KeysView):
        parts = [_own(part, depth + 1, room) for part in value]
        if isinstance(value, KeysView):
            return set(parts)
        return next((one for one in (tuple, set, frozenset) if isinstance(value, one)), list)(parts)
    if value is ...:
        return "..."  # what a stub leaves to be filled in, beside entries that are
    raise TypeError(f"a {kind.__name__} is no plain data")


def _container(value: Any) -> str:
    """What a container is called that is none of Python's own, or the first such one inside.

    >>> _container([deque()]), _container([[1], (2,)])
    ('deque', '')
    """
    if isinstance(value, deque | range) or getattr(value, "shape", ()) != ():
        return type(value).__name__[:80]
    if type(value) in (list, tuple, set, frozenset):
        return next(filter(None, map(_container, value)), "")
    return ""


def _shown(value: Any) -> str:
    """A value in words, whatever its own `repr` does, and without its place in memory.

    >>> _shown(as_plain for _ in ())
    'a generator: <generator object <genexpr>>'
    """
    try:
        text = re.sub(r" at 0x[0-9A-Fa-f]+", "", repr(value))
        return f"a {type(value).__name__}: {text:.120}"
    except Exception:  # noqa: BLE001 - a student's class may raise anything when shown
        return f"a {type(value).__name__}"
