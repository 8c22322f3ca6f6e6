"""A case is a line of Python and what it gives; exercises are cases, hints and known mistakes.

The line that is judged is the line that is shown and pasted: `nim_sum((3, 5))` gives `6`. Its
arguments are evaluated among the course's own names, so that nobody's own `Nim` changes a case;
other names are the student's functions. `course build` writes the lines of each exercise, with
what the solution gives, into `course_lib/lessons/lesson_NN/exercises/NAME.json`.
"""

from __future__ import annotations

import ast
import difflib
import json
import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from course_lib.checks.verdict import GAVE, WRONG
from course_lib.game import PASS, RESIGN, Game, State
from course_lib.words import Say, Text, _

LESSONS = Path(__file__).resolve().parent.parent / "lessons"

SEED = "of no class"
"""What hidden cases are drawn from where a class has no seed of its own, as in stock nbgrader."""


def _games() -> dict[str, Any]:
    """The games by name; none where another course is graded, which has the checks alone."""
    if find_spec("course_lib.games") is None:
        return {}
    games = import_module("course_lib.games")
    return {name: getattr(games, name) for name in games.__all__}


GAMES: Mapping[str, Any] = _games()
COURSE: Mapping[str, Any] = {
    **GAMES,
    "Random": Random,
    "inf": math.inf,
    "PASS": PASS,
    "RESIGN": RESIGN,
}
"""The names that the arguments of a case may use."""

BUILT_IN = {"type", "tuple", "set", "frozenset", "dict", "slice"}
"""Python's own names that they may use besides."""

# --- lines ----------------------------------------------------------------------------------------


class Use(str):
    """A function that is handed over, by its name; judges need not have it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


class Call(NamedTuple):
    """A line taken apart: the function's name, and its arguments ready to be evaluated."""

    name: str
    arguments: tuple[Argument, ...]


class Argument(NamedTuple):
    """An argument of a line."""

    text: str
    code: Any
    names: tuple[str, ...]
    """The names in it that are none of the course's."""
    fixed: bool
    """Whether it is a game or a state, which nobody can change: making it once is enough."""
    number: int | float | str | None = None
    """What it says, where that is a number or a text alone."""


@lru_cache(maxsize=4096)
def call_in(line: str) -> Call:
    """The call that this line makes.

    >>> call_in("nim_sum((3, 5))").name
    'nim_sum'
    """
    call = ast.parse(line, mode="eval").body
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.keywords:
        raise ValueError(f"a case calls a function by its name, without keywords; this is {line!r}")
    return Call(call.func.id, tuple(_argument(part, line) for part in call.args))


def _argument(node: ast.expr, line: str) -> Argument:
    written = line.isascii() and "\n" not in line  # unparsing a large tree takes long
    text = line[node.col_offset : node.end_col_offset] if written else ast.unparse(node)
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    own = tuple(sorted(names - COURSE.keys() - BUILT_IN))
    first: Any = node
    while isinstance(first, ast.Call | ast.Attribute):
        first = first.func if isinstance(first, ast.Call) else first.value
    made = isinstance(node, ast.Call | ast.Attribute) and not isinstance(first, ast.Constant)
    kept = made and first.id not in {"Random", "set", "dict", *own}
    said: Any = node.value if isinstance(node, ast.Constant) else None
    number = said if type(said) in (int, float, str) else None
    return Argument(text, compile(text, "<case>", "eval"), own, kept, number)


def arguments_of(
    line: str, functions: Mapping[str, Any] | None = None, *, fresh: bool = False
) -> list[Any]:
    """The arguments of this line, lists and dice made afresh, games and states too if `fresh`.

    A name that is none of the course's stands for one of these functions, else for itself.
    """
    return [
        _fixed(part.text) if part.fixed and not fresh else evaluated(part, functions)
        for part in call_in(line).arguments
    ]


@lru_cache(maxsize=4096)
def _fixed(text: str) -> Any:
    return eval(text, dict(COURSE))  # noqa: S307 - a case is our own line


def evaluated(part: Argument, functions: Mapping[str, Any] | None) -> Any:
    """The value of this argument among the course's names and these functions."""
    if part.number is not None:
        return part.number
    names = dict(COURSE)
    for name in part.names:
        if functions is None:
            names[name] = Use(name)
        elif name in functions:
            names[name] = functions[name]
        else:
            raise LookupError(f"there is nothing called {name!r} to hand over")
    return eval(part.code, names)  # noqa: S307 - a case is our own line


@lru_cache(maxsize=1024)
def without_numbers(line: str) -> str:
    """The line with a 0 at each leaf of the tree that is its first argument.

    >>> without_numbers("minimax_value(TextbookTree([[3, -5], [2]]), (), 4)")
    'minimax_value(TextbookTree([[0, 0], [0]]), (), 4)'
    """
    call = ast.parse(line, mode="eval")
    tree: Any = call.body
    tree.args[0].args = [_Zeros().visit(part) for part in tree.args[0].args]
    return ast.unparse(call)


class _Zeros(ast.NodeTransformer):
    """Puts a 0 in the place of every number."""

    def visit_Constant(self, _: ast.Constant) -> ast.Constant:
        """A leaf that nobody may read."""
        return ast.Constant(0)

    def visit_UnaryOp(self, _: ast.UnaryOp) -> ast.Constant:
        """The same for a negative one."""
        return ast.Constant(0)


def value_of(text: str) -> Any:
    """The value that `text_of` wrote."""
    return eval(text, dict(COURSE))  # noqa: S307 - what the build wrote, or our own program


def text_of(value: Any) -> str:
    """Plain data as Python writes it, sets in order.

    >>> text_of({(1, 0), (0, 1)}), text_of([{"b": math.inf}])
    ('{(0, 1), (1, 0)}', "[{'b': inf}]")
    """
    if isinstance(value, set | frozenset) and value:
        members = f"{{{', '.join(sorted(map(text_of, value)))}}}"
        return members if isinstance(value, set) else f"frozenset({members})"
    if type(value) in (list, tuple):
        inside = ", ".join(map(text_of, value))
        comma = "," if type(value) is tuple and len(value) == 1 else ""
        return f"[{inside}]" if type(value) is list else f"({inside}{comma})"
    if isinstance(value, tuple):  # a state: what is plain data of it
        return text_of(tuple(value))
    if isinstance(value, dict):
        return f"{{{', '.join(f'{text_of(key)}: {text_of(part)}' for key, part in value.items())}}}"
    return repr(value)


def state_text(game: Game, state: State) -> str:
    """The expression that makes this state of the game."""
    if type(state) is tuple:
        return repr(state)
    if state == game.initial:
        return f"{game!r}.initial"
    text = game.render(state)
    with suppress(ValueError):  # other texts need their lines
        short = "".join(text.split())
        text = short if game.parse(short) == state else text
    return f"{game!r}.parse({text!r})"


def with_imports(line: str, more: Iterable[str] = ()) -> str:
    """The line as it works in a fresh cell, behind what it needs to import, and `more` of it.

    >>> with_imports("winner(Count(goal=4), Random(3))")
    'from course_lib import Count; from random import Random; winner(Count(goal=4), Random(3))'
    """
    names = {part.id for part in ast.walk(ast.parse(line)) if isinstance(part, ast.Name)}
    games = sorted(names & GAMES.keys())
    first = [name for name in games if hasattr(import_module("course_lib"), name)]
    others = [name for name in games if name not in first]
    imports = [f"from course_lib import {', '.join([*first, *more])}"] if first or more else []
    imports += [f"from course_lib.games import {', '.join(others)}"] if others else []
    imports += ["from random import Random"] if "Random" in names else []
    imports += ["from math import inf"] if "inf" in names else []
    return "; ".join([*imports, line])


# --- cases ----------------------------------------------------------------------------------------


NO_RETURN = _("None is returned, so a return is missing")
"""The name of the most frequent of all mistakes."""

PRINTED = _("the result is printed instead of returned")
"""The name of the next."""


class Objection(NamedTuple):
    """Why an answer is not accepted."""

    sentence: Text
    """Why, without a stop behind it."""
    expected: Text = ""
    got: Text = ""
    status: str = WRONG
    """What to call it: wrong, or right with more visits than needed, or why there is no value."""
    misfit: bool = False
    """Whether the function can't be called with the arguments that it has to take."""
    mistake: str | None = None
    """Its name, where what came back proves it: `NO_RETURN` or `PRINTED`."""
    line: str = ""
    """The line that shows it, where that is not the case's own."""
    printed: str = ""
    """What the function printed meanwhile."""
    change: bool = False
    """Whether it objects to a change of what was handed over."""
    ends: bool = False
    """Whether the sentence has an end of its own: a question mark, or a dot that is part of it."""


class OneOf(tuple[Any, ...]):
    """The answers that are right, shown as words."""

    __slots__ = ()

    def __repr__(self) -> str:
        shown = [repr(answer) for answer in self]
        return shown[0] if len(shown) == 1 else f"one of {', '.join(shown)}"


LONGEST_SHOWN, LONGEST_ARGUMENT = 88, 64
"""Of a longer line the game is named once in a sentence, and long arguments are cut short."""


def _short(text: str) -> str:
    """An argument in a sentence: of what is long only how it begins and ends."""
    if len(text) <= LONGEST_ARGUMENT:
        return text
    return f"{text[: LONGEST_ARGUMENT - 15]} \N{HORIZONTAL ELLIPSIS} {text[-12:]}"


@dataclass(frozen=True)
class Case:
    """A line, what it gives, and who judges the answer."""

    line: str
    expected: Any = None
    size: int = 0
    """Of the cases that fail, the smallest is shown."""
    judge: str = "gives"
    known: Mapping[str, Any] = field(default_factory=dict)
    """What this judge has to know beside the case: plain data."""
    budget: int | None = None
    again: str = ""
    """A line for a second call; what the first gave must not change by it."""
    secret: tuple[float, int | None] | None = None
    """Of a tree whose leaves only the grader knows: their bound, and how many good ones are good.

    It is the first argument.
    """
    board: str = ""
    """What to draw where no argument shows it: a game and a state, as text."""
    exact: bool = False
    """Whether a list is no tuple and no set: the exercise is about the difference."""
    covered: bool = False
    """Whether the line is never shown: the numbers of its tree would be worth points, or are no
    others than those that come up while it is asked."""
    world: str = ""
    """Of a line about all members of a small world, its name: what other names in it stand for."""
    given: Mapping[str, Any] = field(default_factory=dict)
    """What names in the line stand for, such as a board that is too long to be read there."""

    @cached_property
    def arguments(self) -> list[Any]:
        """What the line hands over, as it is before the call."""
        return arguments_of(self.line, self.given or None)

    @property
    def call(self) -> str:
        """The line in a sentence: whole, or with its game named behind it where it is long."""
        if self.covered:
            return f"{call_in(self.line).name}(tree, ...)"
        if len(self.line) <= LONGEST_SHOWN:
            return self.line
        name, [first, *others] = call_in(self.line)
        texts, behind = [each.text for each in others], ""
        if first.text[0].isupper() and any(first.text in text for text in texts):
            texts = ["game", *(text.replace(first.text, "game") for text in texts)]
            behind = f" with game = {first.text}"
        else:
            texts = [first.text, *texts]
        return f"{name}({', '.join(map(_short, texts))}){behind}"

    def accepts(self, value: Any) -> bool:
        """Whether this is the expected value."""
        return same(self.expected, value, exact=self.exact)

    def with_seed(self, seed: int) -> Case:
        """The same question with this seed."""
        return replace(self, line=re.sub(r"Random\(\d+\)", f"Random({seed})", self.line))

    def wrong(
        self, what: Text, expected: Text = "", got: Text = "", status: str = WRONG, joint: str = " "
    ) -> Objection:
        """An objection that begins with the call; `what` goes on from there, behind the joint."""
        sentence = Say("{call}{joint}{words}", call=self.call, joint=joint, words=what)
        return Objection(sentence, expected, got, status)

    def asked(
        self, what: Text, expected: Text, got: Text, status: str, joint: str = " "
    ) -> Objection:
        """The same for what ends in a question."""
        return self.wrong(what, expected, got, status, joint)._replace(ends=True)

    def gave(self, got: Text, want: Text) -> Objection:
        """The objection that says what came and what should have come, in these words."""
        return self.wrong(Say(GAVE, got=got, want=want), want, got)

    def to_draw(self) -> Any:
        """What can be drawn of this case: a game and a state, or a board of lists, or `None`."""
        if self.board:
            return value_of(self.board)
        for place, argument in enumerate(self.arguments):
            before = self.arguments[place - 1] if place else None
            if isinstance(before, Game) and type(argument) is type(before.initial):
                return before, argument
            if isinstance(argument, list) and argument and isinstance(argument[0], list):
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


Fingerprint = list[list[str]]
"""For each probe two short hashes: of what came back, and of the states that were visited."""


@dataclass(frozen=True)
class Exercise:
    """Everything about one exercise that students may see."""

    name: str
    lesson: str
    """Its number, or "" for a function of a file, which has no cells."""
    groups: Callable[[], tuple[Group, ...]]
    """Makes the visible cases."""
    probes: tuple[str, ...] = ()
    """The lines on which answers are compared with those of known mistakes."""
    seconds: float = 5
    digest: bool = False
    """Whether known mistakes are told apart by which states they visit, too."""
    budget: int | None = None
    changes: tuple[int, ...] = ()
    """The places of arguments that it may change, or whose change is judged by cases of its own."""
    games: tuple[str, ...] = ()
    """The games that the lesson's text shows; others come later where a case is chosen."""
    signature: str = ""
    """How the function begins, such as `minimax_value(game, state)`."""
    pieces: str | None = None
    """The lesson's function that takes a typed answer apart into pieces."""
    hints: tuple[str, ...] = ()
    """A question, the idea, and the outline of the code."""
    right: Fingerprint = field(default_factory=list)
    """How the solution answers the probes."""
    mistakes: Mapping[str, Fingerprint] = field(default_factory=dict)
    """How each known mistake does, by its name."""

    def strangeness(self, case: Case) -> tuple[bool, int]:
        """Less for a case that is easier to see: familiar games come first, then what is small."""
        first = call_in(case.line).arguments[:1]
        kind = first[0].text.partition("(")[0] if first else ""
        return kind in GAMES and kind not in self.games, case.size

    def lessons_own(self, name: str) -> Any:
        """The function with this name among the judges of the lesson itself."""
        return getattr(lessons_judges(self.lesson), name)


@cache
def lessons_judges(lesson: str) -> Any:
    """The module with the judges that serve this lesson alone."""
    return import_module(f"course_lib.lessons.lesson_{lesson}.judges")


# --- reading what the build has written -----------------------------------------------------------


class PlainError(Exception):
    """An error of which a notebook shows the sentence, and no traceback."""

    def _render_traceback_(self) -> list[str]:
        """The sentence alone, where IPython would show the lines that led to it."""
        return str(self).splitlines()


class NoExerciseError(PlainError, LookupError):
    """Nobody knows an exercise with this name."""


@cache
def exercises() -> dict[str, Exercise]:
    """The exercises of all lessons, by name, in the order in which they come."""
    names = sorted(_files(), key=lambda name: (_data(name)["lesson"], _data(name)["place"]))
    return {name: _exercise(name) for name in names}


def exercise_named(name: str) -> Exercise:
    """The exercise with this name; another is a `LookupError` that says which comes close."""
    if not isinstance(name, str):
        called = getattr(name, "__name__", "minimax")
        raise NoExerciseError(f'the name of an exercise goes in quotes, like "{called}"')
    if name not in _files():
        known = exercises()
        perhaps = did_you_mean(name, known)
        raise NoExerciseError(
            f"no exercise is called {name!r}{perhaps or '; there are: ' + ', '.join(known)}"
        )
    return _exercise(name)


@cache
def _files() -> dict[str, Path]:
    """Where the data of each exercise lie, by its name."""
    return {path.stem: path for path in LESSONS.glob("lesson_*/exercises/*.json")}


@cache
def _data(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(_files()[name].read_text(encoding="utf-8"))
    return data


@cache
def _exercise(name: str) -> Exercise:
    return exercise_from(_data(name))


def exercise_from(data: Mapping[str, Any]) -> Exercise:
    """The exercise in this JSON data; its cases are made when somebody wants them."""
    exact = data["exact"]
    return Exercise(
        name=data["name"],
        lesson=data["lesson"],
        groups=cache(lambda: groups_from(data["groups"], exact=exact)),
        probes=tuple(data["probes"]),
        seconds=data["seconds"],
        digest=data["digest"],
        budget=data["budget"],
        changes=tuple(data["changes"]),
        games=tuple(data["games"]),
        signature=data["signature"],
        pieces=data["pieces"],
        hints=tuple(data["hints"]),
        right=data["right"],
        mistakes=data["mistakes"],
    )


def groups_from(data: Iterable[Mapping[str, Any]], *, exact: bool = False) -> tuple[Group, ...]:
    """The groups of cases in this JSON data."""
    return tuple(_group_from(group, exact=exact) for group in data)


def _group_from(data: Mapping[str, Any], *, exact: bool) -> Group:
    cases = tuple(_case_from(case, exact=exact) for case in data["cases"])
    return Group(data["title"], cases, data["weight"])


def _case_from(data: Mapping[str, Any], *, exact: bool) -> Case:
    given = dict(data)
    several = "one of" in given
    expected = value_of(given.pop("one of" if several else "gives"))
    known = value_of(given.pop("known", "{}"))
    secret = given.pop("secret", None)
    return Case(
        **given,
        expected=OneOf(expected) if several else expected,
        known=known,
        secret=None if secret is None else tuple(secret),
        covered=secret is not None and secret[1] is not None,
        exact=exact,
    )


def data_of(group: Group) -> dict[str, Any]:
    """A group of cases as JSON data."""
    return {
        "title": group.title,
        "weight": group.weight,
        "cases": [dict(_case_data(case)) for case in group.cases],
    }


def _case_data(case: Case) -> Iterator[tuple[str, Any]]:
    """What a case holds beside what most cases hold."""
    yield "line", case.line
    yield "one of" if isinstance(case.expected, OneOf) else "gives", text_of(case.expected)
    plain = Case("")
    for name in ("size", "judge", "budget", "again", "board", "world"):
        if getattr(case, name) != getattr(plain, name):
            yield name, getattr(case, name)
    if case.known:
        yield "known", text_of(dict(case.known))
    if case.secret is not None:
        yield "secret", list(case.secret)


def did_you_mean(name: str, known: Iterable[str], *, alike: float = 0.5) -> str:
    """Words to put behind a name that nobody knows: the one that comes close, or nothing.

    `alike`, up to 1, is how much of two names has to be the same.

    >>> did_you_mean("alphabta", ["minimax", "alphabeta"])
    ' (did you mean alphabeta?)'
    """
    near = difflib.get_close_matches(name, known, n=1, cutoff=alike)
    return f" (did you mean {near[0]}?)" if near else ""


# --- comparing by meaning -------------------------------------------------------------------------


def same(expected: Any, got: Any, *, exact: bool = False) -> bool:
    """Whether two plain values mean the same; if `exact`, containers are of one kind, too.

    Tuples in a container are squares, actions or states, and no list can stand for one: whoever
    gets it looks it up.

    >>> same(1, 1.0), same(1, True), same((1, 2), [1, 2]), same({(0, 1)}, [(0, 1)])
    (True, True, True, True)
    >>> same((1, 2), [1, 2], exact=True), same({(0, 1)}, frozenset({(0, 1)}), exact=True)
    (False, True)
    >>> same({(0, 1)}, [[0, 1]]), same([(0, 1)], [[0, 1]])
    (False, False)
    """
    if isinstance(expected, bool):
        return got is expected
    if isinstance(expected, int | float):
        return isinstance(got, int | float) and bool(expected == got)
    if isinstance(expected, set | frozenset):
        if isinstance(got, set | frozenset):
            return expected == got
        if exact or not isinstance(got, list | tuple) or len(got) != len(expected):
            return False
        return all(member in got for member in expected)
    if isinstance(expected, list | tuple):
        alike = type(expected) is type(got) if exact else isinstance(got, list | tuple)
        return (
            alike
            and len(expected) == len(got)
            and all(
                same(one, other, exact=exact or isinstance(one, tuple))
                for one, other in zip(expected, got, strict=True)
            )
        )
    return type(expected) is type(got) and bool(expected == got)


def is_number(value: Any) -> bool:
    """Whether this is a number, and not True or False."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def whole_numbers(values: Collection[Any]) -> bool:
    """Whether each of these is a whole number."""
    return all(type(value) is int for value in values)
