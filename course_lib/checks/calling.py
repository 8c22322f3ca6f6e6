"""Calls a student's functions and writes down what happened, on whichever side of a pipe."""

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
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any

import course_lib.games
from course_lib.checks import wire
from course_lib.checks.answer import Dice, Nodes, Position, Use
from course_lib.checks.clock import OutOfTime, within
from course_lib.checks.lending import being_checked
from course_lib.checks.secret import Ask, SecretTree
from course_lib.game import Game, State
from course_lib.watch import OutOfBudget, Watched

SECONDS = 10.0
"""The safety net of a call for which nobody has asked for another."""

_OURS = str(Path(__file__).resolve().parent.parent)
_MOST_PRINTED = 10_000
_LIBRARIES = [f"{sysconfig.get_path(of)}{os.sep}" for of in ("stdlib", "purelib", "platlib")]


Refereed = Callable[[dict[str, Any], Ask], Any]
"""Makes the game, or the state, whose rules stay with a referee."""


def perform(
    namespace: Mapping[str, Any],
    request: Sequence[dict[str, Any]],
    ask: Ask,
    refereed: Refereed | None = None,
) -> list[dict[str, Any]]:
    """What happened at each step of the request, as JSON data."""
    steps = [_Step(namespace, asked, ask, refereed) for asked in request]
    replies = [step.reply() for step in steps]
    if len(steps) > 1:
        for step, reply in zip(steps, replies, strict=True):
            reply["at_end"] = wire.value_out(step.value)
    return replies


def was_stopped(reply: Mapping[str, Any]) -> bool:
    """Whether this call, whose reply this is, had to be stopped."""
    return bool(reply.keys() & {"out_of_budget", "out_of_time"})


class Noted(Watched):
    """A watched game that also remembers which states were visited."""

    def __init__(self, game: Game, *, budget: int | None = None) -> None:
        super().__init__(game, budget=budget)
        self.seen: list[str] = []

    def _visit(self, state: State) -> None:
        super()._visit(state)
        self.seen.append(self.game.render(state))

    def digest(self) -> str:
        """A short name for the states that were visited, the same in whatever order."""
        return hashlib.sha256("\n".join(sorted(self.seen)).encode()).hexdigest()[:12]


@dataclass
class _Step:
    """One call: its arguments, and what came of it."""

    namespace: Mapping[str, Any]
    asked: dict[str, Any]
    ask: Ask
    refereed: Refereed | None
    value: Any = None
    watched: Watched | None = None
    arguments: list[Any] = field(default_factory=list)

    def reply(self) -> dict[str, Any]:
        """Make the call, and tell what happened."""
        function = self.namespace.get(self.asked["call"])
        if not callable(function):
            found = "" if function is None else type(function).__name__
            return {"missing": True, "found": found, "value": wire.value_out(None)}
        self.arguments = [self._argument(content) for content in self.asked["args"]]
        named = {key: self._argument(content) for key, content in self.asked["named"].items()}
        if (signature := _misfit(function, self.arguments, named)) is not None:
            return {"signature": signature, "value": wire.value_out(None)}
        told: dict[str, Any] = {}
        handed = [[*each] if isinstance(each, Nodes) else each for each in self.arguments]
        printed = _Capped()
        try:
            # nbgrader gives no points to a cell in which anything was written as an error.
            with (
                redirect_stdout(printed),
                redirect_stderr(_Capped()),
                being_checked(self.asked["call"]),
            ):
                self.value = within(
                    self.asked["seconds"],
                    lambda: function(*handed, **named),
                    wall=self.asked["wall"],
                )
        except OutOfBudget:
            told["out_of_budget"] = True
        except OutOfTime:
            told["out_of_time"] = True
        except KeyboardInterrupt:
            raise  # somebody pressed the button that stops a cell
        except BaseException as error:  # noqa: BLE001 - students' code may raise anything
            told["error"] = _told(error)
        told |= {
            "value": wire.value_out(self.value),
            "afterwards": self.arguments_now(),
            "printed": printed.getvalue(),
            "same_as": self._same_as(),
            "shares_rows": self._shares_rows(),
        }
        if self.value is None and "error" not in told:
            told |= _ends(function)
        if self.watched is not None:
            told["visits"] = self.watched.visits
        if isinstance(self.watched, Noted):
            told["digest"] = Noted.digest(self.watched)
        return told

    def arguments_now(self) -> list[Any]:
        """The plain arguments as they are at this moment."""
        return [
            wire.value_out(value if content.keys() & {"plain", "nodes"} else None)
            for value, content in zip(self.arguments, self.asked["args"], strict=False)
        ]

    def _argument(self, content: dict[str, Any]) -> Any:
        """The argument that this JSON data stands for."""
        if self.refereed is not None and "refereed" in content:
            return self.refereed(content, self.ask)
        if "secret" in content:
            return self._counted(SecretTree(content["secret"], content["bound"], self.ask))
        match wire.restored(content):
            case Game() as game:
                return self._counted(game)
            case Position(_, state):
                return state
            case Dice(seed):
                return Random(seed)
            case Use(name):
                return named_function(self.namespace, name)

            case plain:
                return plain

    def _counted(self, game: Game) -> Watched:
        kind = Noted if self.asked.get("digest") else Watched
        self.watched = kind(game, budget=self.asked.get("budget"))
        return self.watched

    def _shares_rows(self) -> bool:
        """Whether a list inside the value is in an argument, too: a change shows in both."""
        if not isinstance(self.value, list):
            return False
        old = {id(row) for given in self.arguments if isinstance(given, list) for row in given}
        return any(isinstance(row, list) and id(row) in old for row in self.value)

    def _same_as(self) -> int | None:
        """The argument that was given back itself, among those that may change."""
        for place, argument in enumerate(self.arguments):
            if argument is self.value and isinstance(argument, list | dict | set):
                return place
        return None


def _misfit(function: Any, arguments: list[Any], named: dict[str, Any]) -> str | None:
    """What the function takes, in words, if it can't be called with these arguments."""
    if not isinstance(function, FunctionType) or hasattr(function, "__signature__"):
        return None  # calling it will show
    code = function.__code__
    least = code.co_argcount - len(function.__defaults__ or ())
    if not (named or code.co_kwonlyargcount) and least <= len(arguments) <= code.co_argcount:
        return None
    signature = inspect.signature(function)
    try:
        signature.bind(*arguments, **named)
    except TypeError:
        return f"{function.__name__}{signature}"
    return None


@lru_cache(maxsize=64)
def _ends(function: Callable[..., Any]) -> dict[str, bool]:
    """How this function, which gave None, may have come to that, as its source says."""
    try:
        [tree] = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(function)))).body
    except (OSError, TypeError, SyntaxError, ValueError):
        return {}
    if not isinstance(tree, ast.FunctionDef):
        return {}
    waiting: list[ast.AST] = [*tree.body]
    values: list[ast.expr | None] = []
    named: defaultdict[str, list[ast.expr | None]] = defaultdict(list)
    while waiting:
        match waiting.pop():
            case ast.Return(value=value):
                values.append(value)
            case ast.FunctionDef() | ast.Lambda():
                pass
            case ast.Assign(targets=[ast.Name(name)], value=value):
                named[name].append(value)
            case ast.AugAssign(target=ast.Name()):
                pass  # no operator gives None
            case ast.Name(name, ctx=ast.Store()):
                named[name].append(None)
            case node:
                waiting += ast.iter_child_nodes(node)

    def is_something(value: ast.expr | None, *asked: str) -> bool:
        """Whether this is never None, unless this very function gave that."""
        match value:
            case ast.Constant(value=it):
                return it is not None
            case ast.IfExp(body=one, orelse=other):
                return is_something(one, *asked) and is_something(other, *asked)
            case ast.BoolOp(values=parts):
                return all(is_something(part, *asked) for part in parts)
            case ast.Name(name):
                known = named.get(name, [None])
                return name in asked or all(is_something(each, name, *asked) for each in known)
            case ast.Call(func=ast.Name("max" | "min"), args=[one, *more], keywords=keys):
                return not keys and (bool(more) or is_something(getattr(one, "elt", None), *asked))
            case ast.Call(func=ast.Name(name)):
                return name == tree.name or (name in _GIVE_SOMETHING and name not in named)
            case ast.Call(func=ast.Attribute(value=ast.Name("game"), attr=asked_for)):
                return asked_for not in {"winner", "win_line"}
        return isinstance(value, _SOMETHING)

    nothing = [one is None or getattr(one, "value", ...) is None for one in values]
    on_purpose = isinstance(tree.body[-1], ast.Return)
    return {
        "fell_off": all(map(is_something, values)),
        "never_returns": all(nothing) and not on_purpose,
    }


_GIVE_SOMETHING = {
    *("abs", "all", "any", "bool", "dict", "float", "frozenset", "int", "len", "list", "range"),
    *("round", "set", "sorted", "str", "sum", "tuple"),
}

_SOMETHING = (
    *(ast.BinOp, ast.UnaryOp, ast.Compare, ast.Tuple, ast.List, ast.Set, ast.Dict, ast.JoinedStr),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
)


class _Capped(io.StringIO):
    """Keeps the beginning of what is printed, and forgets the rest."""

    def write(self, text: str) -> int:
        """Keep this text, as long as there is room."""
        room = _MOST_PRINTED - self.tell()
        if room > 0:
            super().write(text[:room])
        return len(text)


def named_function(namespace: Mapping[str, Any], name: str) -> Callable[..., Any]:
    """The function with this name: the student's, or one of the library's."""
    found = namespace.get(name, getattr(course_lib.games, name, None))
    if not callable(found):
        raise LookupError(f"there is no function {name!r} to hand over")
    function: Callable[..., Any] = found
    return function


def _in_a_final_state(names: Mapping[str, Any]) -> bool:
    """Whether one of these values is a game, and another of them a state in which it is over."""
    # What is asked now is no visit of the student's.
    games = [getattr(game, "game", game) for game in names.values() if isinstance(game, Game)]
    for game, state in itertools.product(games, names.values()):
        with suppress(Exception):  # most of the values are no states
            if game.is_terminal(state):
                return True
    return False


def _told(error: BaseException) -> dict[str, Any]:
    """The kind and text of an exception, and the last line of the student's own that it passed."""
    told: dict[str, Any] = {"type": type(error).__name__}
    try:
        # Who wrote `utility` of a game that counts is of no interest to who called `game.utility`.
        told["message"] = re.sub(r"^Watched\b", "game", str(error)[:500])
    except Exception:  # noqa: BLE001 - a student's exception may fail to say what it is
        told["message"] = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        name = frame.f_code.co_filename
        if not name.startswith((_OURS, "<frozen", *_LIBRARIES)):
            told |= {"line": line, "code": linecache.getline(name, line).strip()[:200]}
            told["final"] = isinstance(error, ValueError) and _in_a_final_state(frame.f_locals)
    return told
