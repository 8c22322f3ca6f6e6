"""`break_it`: your own function with one small slip, and the hunt for the case that shows it."""

from __future__ import annotations

import ast
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from itertools import islice
from typing import Any

from course_lib.checks.cases import exercise_named, same
from course_lib.checks.checking import NotebookStudent, callers_names, judge
from course_lib.checks.keeping import NotKeptError, loaded, source_of
from course_lib.checks.verdict import CRASHED, NOT_ATTEMPTED, TOO_SLOW, WAITS
from course_lib.game import Game
from course_lib.play.clock import OutOfTime, within

SECONDS = 2.0
"""A slip that makes the function go round for so long is left out."""

ENOUGH = 4
"""Of so many slips that the check finds, the one that earns most points is the subtlest."""

LEAST = 1e-9

OTHERS: Mapping[type[ast.AST], type[Any]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
"""What is written in place of a sign."""

NAMES = {"max": "min", "min": "max", "any": "all", "all": "any"}
"""What is written in place of a function."""


def break_it(name: str, seed: int | None = None) -> Broken:
    """Your own function with one slip in it, which the check of this exercise would find.

    `broken.exposed_by(...)` takes what the function takes, and says whether both give the same.
    `broken.show()` tells what was changed. The same `seed` makes the same slip. No points depend
    on it.
    """
    namespace = callers_names()
    exercise = exercise_named(name)
    verdict = judge(exercise, NotebookStudent(namespace))
    if verdict.status in {NOT_ATTEMPTED, WAITS}:
        raise NotImplementedError(f"{name} is still to be written")
    if not verdict.passed:
        raise ValueError(f'let {name} pass its check first: check("{name}")')
    try:
        source = source_of(name, namespace)
    except NotKeptError as error:
        raise ValueError(f"{name} can't be broken: {error}") from None
    changes = list(_slips(source, name))
    random.Random(seed).shuffle(changes)
    wrong = ((share, *change) for change in changes if (share := _share(change[0], name)))
    slips = sorted(islice(wrong, ENOUGH), key=lambda slip: slip[0])
    if not slips:
        raise ValueError(f"no small slip in {name} makes it wrong on the cases of its check")
    _, text, told = slips[-1]
    whole, broken = (loaded(each, f"<{name}>")[name] for each in (source, text))
    return Broken(name, whole, broken, told)


class Broken:
    """A function with a slip in it, beside the whole one."""

    def __init__(
        self, name: str, whole: Callable[..., Any], broken: Callable[..., Any], told: str
    ) -> None:
        """Keep both, and what was changed."""
        self.name, self._whole, self._broken, self._told = name, whole, broken, told

    def __call__(self, *given: Any, **options: Any) -> Any:
        """What the broken function gives."""
        return self._broken(*given, **options)

    def exposed_by(self, *given: Any, **options: Any) -> bool:
        """Whether yours and the broken one part here; what each of them gives is printed."""
        whole, broken = (self._answer(each, given, options) for each in (self._whole, self._broken))
        parted = not same(whole, broken)
        if parted:
            told = f"Exposed! Your {self.name} gives {whole!r}, the broken one {broken!r}."
        else:
            told = f"Not here: both give {whole!r}."
        sys.stdout.write(f"{told}\n")
        return parted

    def show(self) -> None:
        """Say what was changed."""
        sys.stdout.write(f"{self._told}\n")

    def __repr__(self) -> str:
        return (
            f"{self.name} with one slip in it. Which case shows it? broken.exposed_by(...) takes"
            f" what {self.name} takes, and broken.show() tells what was changed."
        )

    def _answer(self, function: Callable[..., Any], given: Any, options: Any) -> Any:
        """What it gives, or the error or the clock that stopped it, in words."""
        own = [each if isinstance(each, Game) else deepcopy(each) for each in given]
        try:
            return within(SECONDS, lambda: function(*own, **options))
        except OutOfTime:
            return f"nothing within {SECONDS:g} seconds"
        except Exception as error:  # noqa: BLE001 - it is what the reader wants to see
            return f"{type(error).__name__}: {error}"


def _share(text: str, name: str) -> float:
    """How much the check gives this source; 0 where all is right, it crashes, or never ends."""
    try:
        verdict = within(
            SECONDS, lambda: judge(exercise_named(name), NotebookStudent(loaded(text)))
        )
    except OutOfTime:
        return 0.0
    told = not verdict.passed and verdict.status not in {CRASHED, TOO_SLOW}
    return max(verdict.share, LEAST) if told else 0.0


def _slips(source: str, name: str) -> Iterator[tuple[str, str]]:
    """The source with one slip in this function, another one each time, and what was changed."""
    tree = ast.parse(source)
    for place, node in enumerate(ast.walk(_function(tree, name))):
        for change in _changes(node):
            changed = deepcopy(tree)
            function = _function(changed, name)
            before = ast.unparse(function).splitlines()
            change(list(ast.walk(function))[place])
            after = ast.unparse(function).splitlines()
            first = next(pair for pair in zip(before, after, strict=True) if pair[0] != pair[1])
            yield ast.unparse(changed), "{}\nbecame\n{}".format(*map(str.strip, first))


def _function(tree: ast.Module, name: str) -> ast.AST:
    """Where the function of this name is defined; nothing to change if it is made otherwise."""
    defined = [each for each in tree.body if getattr(each, "name", None) == name]
    return defined[-1] if defined else ast.Pass()


def _changes(node: ast.AST) -> Iterator[Callable[[Any], None]]:
    """What can be changed at this node."""
    match node:
        case ast.Compare(ops=[sign]) if type(sign) in OTHERS:
            yield lambda other: other.ops.__setitem__(0, OTHERS[type(sign)]())
        case ast.BinOp(op=sign) | ast.BoolOp(op=sign) if type(sign) in OTHERS:
            yield lambda other: setattr(other, "op", OTHERS[type(sign)]())
        case ast.Name(id=called, ctx=ast.Load()) if called in NAMES:
            yield lambda other: setattr(other, "id", NAMES[called])
        case ast.UnaryOp(op=ast.USub()):
            yield lambda other: setattr(other, "op", ast.UAdd())
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            yield lambda other: setattr(other, "value", number + 1)
