"""The two forms of a student: functions in this process, and functions at the end of a pipe."""

from __future__ import annotations

import dis
import json
import linecache
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from types import CodeType
from typing import Any, NamedTuple

from course_lib.checks import wire
from course_lib.checks.answer import Answer
from course_lib.checks.calling import SECONDS, perform
from course_lib.checks.clock import WAITING
from course_lib.checks.guard import without_searches
from course_lib.checks.secret import Outside

ScriptLine = Sequence[Any]
"""A function's name and its arguments, as in `("result", board, (0, 0))`."""


class Request(NamedTuple):
    """One call, or several, as JSON data."""

    steps: list[dict[str, Any]]
    secret: Outside | None
    """What the calls may ask about."""


class Student(ABC):
    """Somebody's functions, to be called with plain data, games, states, seeds and secret trees."""

    def call(self, name: str, *arguments: Any, **more: Any) -> Answer:
        """What came of calling this function; `one_call` says what may be handed over."""
        return self._asked([one_call(name, *arguments, **more)])[0][0]

    def in_turn(self, requests: Iterable[Request]) -> Iterator[Answer]:
        """What came of the first call of each request.

        They are asked together, twice as many each time: few are asked in vain where the reader
        of the answers stops at a wrong one, and few messages cross a pipe where there is none.
        """
        waiting, together = iter(requests), 1
        while batch := list(islice(waiting, together)):
            found = self._asked(batch)
            yield from (answers[0] for answers in found)
            waiting, together = chain(batch[len(found) :], waiting), 2 * together

    @contextmanager
    def ready(self) -> Iterator[None]:
        """While this lasts, several calls are made; what they all need is done once."""
        yield

    @abstractmethod
    def _replies(self, requests: Sequence[Request]) -> Iterator[Any]:
        """The JSON data that comes back for each request, or an `Answer` that ends them all."""

    def _asked(self, requests: Sequence[Request]) -> list[list[Answer]]:
        """The answers to each request, as far as the first that had to be stopped."""
        found: list[list[Answer]] = []
        for request, reply in zip(requests, self._replies(requests), strict=False):
            found.append(_answers(request, reply))
            if any(answer.stopped for answer in found[-1]):
                break
        return found


def _answers(request: Request, reply: Any) -> list[Answer]:
    """What came of each call."""
    steps, secret = request
    if isinstance(reply, Answer):
        return [reply] * len(steps)
    if not isinstance(reply, list) or len(reply) != len(steps):
        return [wire.broken("the answer has not as many parts as the question")] * len(steps)
    leaves = tuple(secret.asked) if secret else ()
    return [wire.answer_in(part, leaves) for part in reply]


def one_call(
    name: str,
    *arguments: Any,
    budget: int | None = None,
    seconds: float | None = None,
    wall: float | None = None,
    digest: bool = False,
    **named: Any,
) -> Request:
    """A call of this function.

    A game is handed over as a `Game`, a state of it as `Position(game, state)`, randomness
    as `Dice(seed)`, a function as `Use(name)`, a tree with hidden numbers as a `Secret`.
    `budget` counts visits. `seconds` of computing, and `wall` with all waiting, are a safety
    net only.
    """
    step = _step(name, arguments, seconds) | {"budget": budget, "digest": digest}
    step["named"] = {key: wire.packed(argument) for key, argument in named.items()}
    if wall is not None:
        step["wall"] = wall
    return Request([step], _secrets((*arguments, *named.values())))


def several_calls(steps: Sequence[ScriptLine], *, seconds: float | None = None) -> Request:
    """These calls one after the other.

    So a board that is changed too late shows: each answer also says how its value looked `at_end`,
    after the last call.
    """
    packed = [_step(name, arguments, seconds) for name, *arguments in steps]
    return Request(packed, _secrets([part for step in steps for part in step[1:]]))


def _step(name: str, arguments: Sequence[Any], seconds: float | None) -> dict[str, Any]:
    """This call as JSON data."""
    seconds = seconds or SECONDS
    return {
        "call": name,
        "args": [wire.packed(argument) for argument in arguments],
        "named": {},
        "budget": None,
        "seconds": seconds,
        "wall": WAITING * seconds,
        "digest": False,
    }


class NotebookStudent(Student):
    """The functions of a notebook, called in this process.

    With `guarded`, the library's own searches are out of reach while a function runs.
    """

    def __init__(self, namespace: Mapping[str, Any], *, guarded: bool = False) -> None:
        self.namespace = namespace
        self.guarded = guarded
        self._ready = False

    @contextmanager
    def ready(self) -> Iterator[None]:
        """While this lasts, the searches are out of reach, once for all calls."""
        if self._ready:
            yield
            return
        with without_searches(active=self.guarded):
            self._ready = True
            try:
                yield
            finally:
                self._ready = False

    def _replies(self, requests: Sequence[Request]) -> Iterator[Any]:
        return map(self._reply, requests)

    def _reply(self, request: Request) -> Any:
        """The JSON data that comes back for this request."""
        steps, secret = request
        ask = secret.answer if secret else _no_secret
        # Through text and back, like over the pipe: nothing but plain data comes out of it.
        with self.ready():
            text = json.dumps(perform(self.namespace, json.loads(json.dumps(steps)), ask))
        return json.loads(text)


def _secrets(arguments: Sequence[Any]) -> Outside | None:
    """The one secret tree among the arguments, if there is one, for this request alone."""
    found = [argument for argument in arguments if isinstance(argument, Outside)]
    if len({id(secret) for secret in found}) > 1:
        raise ValueError("one secret tree at a time, so that it is clear whose leaf is asked for")
    return found[0].fresh() if found else None


def _no_secret(path: tuple[int, ...]) -> float:
    raise LookupError(f"there is no secret tree, so nothing is at {path}")


def loaded(source: str, name: str = "<answer>", module: str = "__main__") -> dict[str, Any]:
    """The names that this source defines; its lines can be named in errors."""
    namespace: dict[str, Any] = {"__name__": module}
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    exec(compile(source, name, "exec"), namespace)  # noqa: S102 - running it is the purpose
    return namespace


def names_used(code: CodeType) -> set[str]:
    """The names that this code, and the functions inside it, look up outside of themselves."""
    found = {step.argval for step in dis.get_instructions(code) if step.opname in _LOOK_UP}
    return found.union(*(names_used(part) for part in code.co_consts if type(part) is CodeType))


_LOOK_UP = {"LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"}
