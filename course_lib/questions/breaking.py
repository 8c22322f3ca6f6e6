"""`break_it`: your own function with one small slip, and the hunt for the case that shows it."""

from __future__ import annotations

import ast
import random
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import islice
from typing import Any

from course_lib.checks.cases import exercise_named, same
from course_lib.checks.causes import judge
from course_lib.checks.checking import callers_names
from course_lib.checks.evidence import NotebookStudent
from course_lib.checks.keeping import NotKeptError, loaded, source_of
from course_lib.checks.verdict import CRASHED, NOT_ATTEMPTED, TOO_SLOW, WAITS
from course_lib.game import Game
from course_lib.play.clock import OutOfTime, within
from course_lib.questions.changing import changes
from course_lib.words import Say, told

SECONDS = 2.0
"""A slip that makes the function go round for so long is left out."""

ENOUGH = 4
"""Of so many slips that the check finds, the one that earns most points is the subtlest."""

LEAST = 1e-9


def break_it(name: str, *unseen_on: Any, seed: int | None = None) -> Broken:
    """Your own function with one slip in it, which the check of this exercise would find.

    `broken.exposed_by(...)` takes what the function takes, and says whether both give the same.
    `broken.show()` tells what was changed. The same `seed` makes the same slip. What the function
    takes may follow its name: there both give the same. No points depend on it.

    >>> try:
    ...     broken = break_it("alphabeta")
    ... except NotImplementedError as first:
    ...     print(first)
    alphabeta is still to be written
    """
    namespace = callers_names()
    exercise = exercise_named(name)
    verdict = judge(exercise, NotebookStudent(namespace), causes=False)
    if verdict.status in {NOT_ATTEMPTED, WAITS}:
        raise NotImplementedError(f"{name} is still to be written")
    if not verdict.passed:
        raise ValueError(f'let {name} pass its check first: check("{name}")')
    try:
        source = source_of(name, namespace)
    except NotKeptError as error:
        raise ValueError(f"{name} can't be broken: {error}") from None
    texts = [change.source for change in changes(source, lines_of(source, name))]
    random.Random(seed).shuffle(texts)
    slips = islice(_slips(source, texts, name, unseen_on), ENOUGH)
    if subtlest := max(slips, key=lambda slip: slip[0], default=None):
        return subtlest[1]
    raise ValueError(f"no small slip in {name} makes it wrong only on the cases of its check")


class Broken:
    """A function with a slip in it, beside the whole one.

    >>> broken = Broken("top", max, min, "max became min")
    >>> broken((3, 5))
    3
    """

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
        whole, broken = self.answers(*given, **options)
        parted = not same(whole, broken)
        if parted:
            news = Say(
                "Exposed! Your {name} gives {whole!r}, the broken one {broken!r}.",
                name=self.name,
                whole=whole,
                broken=broken,
            )
        else:
            news = Say("Not here: both give {whole!r}.", whole=whole)
        sys.stdout.write(f"{told(news)}\n")
        return parted

    def answers(self, *given: Any, **options: Any) -> tuple[Any, Any]:
        """What the whole function gives, and what the broken one does."""
        both = (self._whole, self._broken)
        whole, broken = (self._answer(each, given, options) for each in both)
        return whole, broken

    def show(self) -> None:
        """Say what was changed."""
        sys.stdout.write(f"{self._told}\n")

    def __repr__(self) -> str:
        return told(
            Say(
                "{name} with one slip in it. Which case shows it? broken.exposed_by(...) takes what"
                " {name} takes, and broken.show() tells what was changed.",
                name=self.name,
            )
        )

    def _answer(self, function: Callable[..., Any], given: Any, options: Any) -> Any:
        """What it gives, or the error or the clock that stopped it, in words."""
        own = [each if isinstance(each, Game) else deepcopy(each) for each in given]
        try:
            return within(SECONDS, lambda: function(*own, **options))
        except OutOfTime:
            return told(Say("nothing within {n:g} seconds", n=SECONDS))
        except Exception as error:  # noqa: BLE001 - it is what the reader wants to see
            return f"{type(error).__name__}: {error}"


def _slips(
    source: str, texts: list[str], name: str, unseen_on: tuple[Any, ...]
) -> Iterator[tuple[float, Broken]]:
    """Those that the check finds and that can't be seen here; the more points, the subtler."""
    whole = loaded(source, f"<{name}>")[name]
    for text in texts:
        if share := _share(text, name):
            made = Broken(name, whole, loaded(text, f"<{name}>")[name], _told(source, text))
            if not unseen_on or same(*made.answers(*unseen_on)):
                yield share, made


def _share(text: str, name: str) -> float:
    """How much the check gives this source; 0 where all is right, it crashes, or never ends."""
    try:
        verdict = within(
            SECONDS,
            lambda: judge(exercise_named(name), NotebookStudent(loaded(text)), causes=False),
        )
    except OutOfTime:
        return 0.0
    told = not verdict.passed and verdict.status not in {CRASHED, TOO_SLOW}
    return max(verdict.share, LEAST) if told else 0.0


def lines_of(source: str, name: str) -> range:
    """The lines of the function of this name; none if it is made otherwise."""
    defined = [one for one in ast.parse(source).body if getattr(one, "name", None) == name]
    return range(defined[-1].lineno, (defined[-1].end_lineno or 0) + 1) if defined else range(0)


def _told(source: str, text: str) -> str:
    """What was changed: the line before, and after."""
    pairs = zip(source.splitlines(), text.splitlines(), strict=True)
    before, after = next((one.strip(), other.strip()) for one, other in pairs if one != other)
    return told(Say("{before}\nbecame\n{after}", before=before, after=after))
