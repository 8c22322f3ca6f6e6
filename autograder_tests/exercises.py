"""Every exercise in its one place: `NN_topic/NAME.py`, with its answers in `NAME_answers.py`.

Such a file holds

- `MINUTES`: how long it takes, at a minute for each line and two for a failed check;
- `HINTS`: a question, the idea, and the outline of the code;
- `visible()`, and `hidden(rng)`, which draws anew what no case has to be: groups of cases. Where a
  small world stands nothing is drawn: a class meets the same world in numbers of its own. With
  `hidden = None`, the visible ones are all there is to grade;
- if mistakes are to be named, `probes()`: the arguments on which answers are compared;
- if need be, `OPTIONS`: `seconds`, `budget`, `digest`, `pieces` or `changes` of an `Exercise`, and
  `exact` where a list is no tuple and no set.

A case that does not say what is expected expects what the lesson's solution gives. `course build`
makes a line of each case, and writes what students may see of all this, as data, into
`course_lib/lessons/lesson_NN/exercises/NAME.json`.

Answers are compared by what they mean:

- a number: also `numpy.int64(3)`, `Fraction(3)`, `Decimal(3)`, `3.0`, and `True` for 1;
- `True` or `False`: also `numpy.True_`, but no 1 and no 0;
- a list: also a tuple, a deque, a range with the same members, an array of numbers;
- a tuple: also a list, unless it is an action of a game, or a square in a list or set;
- a set: also a frozenset, or a list or tuple in which each member comes once;
- a text: nothing else, but the name of a square may be in small letters.

With `exact`, as in lesson 01, only the type that was asked for will do. What a function must leave
unchanged is always compared exactly.
"""

from __future__ import annotations

import importlib
import inspect
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from traceback import extract_tb
from types import ModuleType
from typing import Any

import course_lib.games
from autograder_tests import bank
from autograder_tests.cases import SOLVED, Secret, line_of
from autograder_tests.solution import SOURCES, exercises_in, namespace, shuffled
from course_lib.checks import mistakes, secret
from course_lib.checks.calling import Answer, Student
from course_lib.checks.cases import (
    SEED,
    Case,
    Exercise,
    Fingerprint,
    Group,
    arguments_of,
    data_of,
    exercise_from,
    exercise_named,
    without_numbers,
)
from course_lib.checks.causes import judge
from course_lib.checks.evidence import NotebookStudent
from course_lib.checks.keeping import loaded
from course_lib.checks.worlds import TIMES, world

HERE = Path(__file__).resolve().parent
PARTS = {"HINTS", "visible", "hidden"}
"""What an exercise's file can't do without."""
WRONG, RIGHT = 8, 3
"""So many answers of both kinds show that checks are good."""
DRAWS, FEW = 20, 8
"""How often hidden cases are drawn before we give up; how many of a kind are enough to look."""
OPTIONS = {
    "seconds": 5,
    "budget": None,
    "digest": False,
    "pieces": None,
    "exact": False,
    "changes": (),
}


@cache
def files() -> dict[str, Path]:
    """The file of each exercise, by the exercise's name, in the order of the lessons."""
    places = _places()
    names = [name for source in sorted(SOURCES.glob("*.py")) for name in exercises_in(source)]
    return {name: places[name] for name in names if name in places}


@cache
def _places() -> dict[str, Path]:
    return {path.stem: path for path in sorted(HERE.glob("[0-9][0-9]_*/*.py"))}


def hidden(name: str, seed: str = SEED) -> tuple[Group, ...]:
    """The cases by which this exercise is graded in a class with this seed.

    The visible ones are among them, so that what is wrong there is wrong here, however the others
    are drawn. The solution has to pass those, or they are drawn again. A `LookupError` where the
    exercise has no file.
    """
    if name not in files():
        raise LookupError(f"no file autograder_tests/NN_topic/{name}.py holds this exercise")
    return _once(_hidden, name, seed)


DRAWN: dict[tuple[str, ...], tuple[Group, ...]] = {}
"""The cases that this process has drawn, by exercise and seed; `new_cases` also by their reason.

Drawing takes long, so a grader keeps them for a class.
"""


def _once(draw: Callable[..., tuple[Group, ...]], *about: str) -> tuple[Group, ...]:
    if about not in DRAWN:
        DRAWN[about] = draw(*about)
    return DRAWN[about]


def _hidden(name: str, seed: str) -> tuple[Group, ...]:
    if module_of(name).hidden is None:
        return exercise_named(name).groups()
    seen = {group.title: group.cases for group in exercise_named(name).groups()}
    return tuple(
        replace(group, cases=(*seen[group.title], *_without(group, seen[group.title])))
        for group in _drawn(name, seed)
    )


@cache
def further(name: str, seed: str) -> tuple[Group, ...]:
    """The cases of `hidden` that nobody has seen, for whoever is right in the visible ones."""
    seen = {group.title: group.cases for group in exercise_named(name).groups()}
    return tuple(
        replace(group, cases=tuple(_without(group, seen[group.title])))
        for group in hidden(name, seed)
    )


def new_cases(name: str, seed: str, why: str) -> tuple[Group, ...]:
    """More cases of the same kinds, some of each, that this class is not graded by.

    They are the same each time for the same reason, and tell nothing of the hidden ones.
    """
    return _once(_new_cases, name, seed, why)


def _new_cases(name: str, seed: str, why: str) -> tuple[Group, ...]:
    if module_of(name).hidden is None:
        return ()
    known = [case for group in hidden(name, seed) for case in group.cases]
    return _drawn(name, f"{seed} {why}", known)


def _drawn(name: str, seed: str, known: Sequence[Case] = ()) -> tuple[Group, ...]:
    """Groups that are drawn, and that the solution passes; some cases of each where some are known.

    Then they are others than those.
    """
    for number in range(DRAWS):
        rng = Random(f"{seed} {name} {number}")
        groups = _complete(name, _further(name, rng, _times_beside(known)), hidden=True)
        if known:
            new = [(group, _without(group, known)) for group in groups]
            groups = tuple(
                replace(one, cases=tuple(more[:: -(-len(more) // FEW)]))
                for one, more in new
                if more
            )
        if judge(exercise_named(name), NotebookStudent(namespace(name)), groups).passed:
            return groups
    raise ValueError(f"the solution of {name} fails in its hidden cases, however they are drawn")


def _further(name: str, rng: Random, several: range) -> list[Any]:
    """The groups of cases that nobody has seen: small worlds in other numbers, or what is drawn."""
    drawn = {group.title: group for group in module_of(name).hidden(rng)}
    times = rng.choice(several)
    groups = []
    for group in module_of(name).visible():
        worlds = [case.times(times) for case in group.cases if case.world]
        groups.append(replace(group, cases=worlds or drawn[group.title].cases))
    return groups


def _times_beside(known: Sequence[Case]) -> range:
    """So many times as large may the numbers of a small world be, beside those of these cases.

    Then they are smaller: who takes 1000 for infinity has learned nothing by heart.
    """
    worlds = [int(case.world.partition(TIMES)[2]) for case in known if TIMES in case.world]
    return range(2, min(worlds)) if worlds else range(3, 1_000)


def _without(group: Group, known: Sequence[Case]) -> list[Case]:
    """The cases of this group that are not among the known ones."""
    met = {(case.line, case.world) for case in known}
    return [case for case in group.cases if (case.line, case.world) not in met]


@cache
def data(name: str) -> dict[str, Any]:
    """What students may see of this exercise, as JSON data."""
    module, path = module_of(name), files()[name]
    options = OPTIONS | getattr(module, "OPTIONS", {})
    probes = module.probes() if hasattr(module, "probes") else ()
    found = {
        "name": name,
        "signature": f"{name}{inspect.signature(namespace(name)[name])}",
        "lesson": path.parent.name[:2],
        "place": exercises_in(SOURCES / f"{path.parent.name}.py").index(name),
        **options,
        "games": _games_in(SOURCES / f"{path.parent.name}.py"),
        "hints": [*module.HINTS, *filter(None, [shuffled(name)])],
        "groups": [data_of(group) for group in _complete(name, module.visible())],
        "probes": [line_of(name, *probe) for probe in probes],
        "right": [],
        "mistakes": {},
    }
    exercise = exercise_from(found)
    right = _fingerprint(exercise, NotebookStudent(namespace(name)))
    return found | {"right": right, "mistakes": _told_apart(replace(exercise, right=right))}


@cache
def _games_in(source: Path) -> list[str]:
    """The games that this lesson shows its readers."""
    words = {*re.findall(r"\w+", source.read_text(encoding="utf-8"))}
    games = course_lib.games
    return [name for name in games.__all__ if name in words and name in _kinds(games)]


def _kinds(games: ModuleType) -> set[str]:
    return {name for name in games.__all__ if isinstance(getattr(games, name), type)}


def data_text(name: str) -> str:
    """The data as the text of a file, in which a case is a line."""
    return _lines(data(name), 0) + "\n"


def faults_of(name: str) -> list[str]:
    """What is wrong in the files of this exercise, in lines that begin with their places.

    An exercise whose cell is not to be found in its lesson has no data to be made.
    """
    found = []
    for attempt in (bank.entries, _drawn_once, *([data] if name in files() else [])):
        try:
            attempt(name)
        except bank.AnswersFault as fault:
            found += str(fault).splitlines()
        except Exception as error:  # noqa: BLE001 - the author is to hear of all others, too
            found.append(_sentence(error, _places()[name]))
    return list(dict.fromkeys(found))


def _drawn_once(name: str) -> None:
    if draw := module_of(name).hidden:
        draw(Random(SEED))


def _sentence(error: Exception, path: Path) -> str:
    """What went wrong, behind the last place in an exercise or a solution that led to it."""
    frames = extract_tb(error.__traceback__)
    places = [(Path(frame.filename), frame.lineno) for frame in frames]
    why = f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError):
        places.append((Path(error.filename or ""), error.lineno))
        why = error.msg
    own = [place for place in places if place[0].parent in (path.parent, SOURCES)]
    where, line = own[-1] if own else (path, 1)
    return f"{where.relative_to(HERE.parent).as_posix()}:{line}: {why}"


def missing(name: str) -> list[str]:
    """What good checks of this exercise should have besides, in whole sentences."""
    count = Counter(entry.right for entry in bank.entries(name))
    module = module_of(name)
    groups = {group.title for group in module.visible()}
    wanted = {
        f"at least {WRONG} wrong answers, not {count[False]}": count[False] < WRONG,
        f"at least {RIGHT} right answers, not {count[True]}": count[True] < RIGHT,
        "three hints": len(module.HINTS) != 3,
        'its MINUTES, such as "5 to 10"': not hasattr(module, "MINUTES"),
        "the groups of visible() in hidden(), too": groups
        - {group.title for group in hidden(name)},
    }
    return [f"{name} should have {what}." for what, lacks in wanted.items() if lacks]


def module_of(name: str) -> ModuleType:
    """The file of this exercise, as a module."""
    path = _places()[name]
    module = importlib.import_module(f"autograder_tests.{path.parent.name}.{name}")
    if lacking := PARTS - vars(module).keys():
        raise AttributeError(f"this file has no {' and no '.join(sorted(lacking))}.")
    return module


def _complete(name: str, groups: Sequence[Any], *, hidden: bool = False) -> tuple[Group, ...]:
    """The groups with a line for each case, and with what the solution gives."""
    exact = getattr(module_of(name), "OPTIONS", OPTIONS).get("exact", False)
    made = []
    for group in groups:
        cases = []
        for case in group.cases:
            expected = case.expected
            if case.world is not None:
                case = _with_values(name, case)  # noqa: PLW2901 - the same case, completed
                expected = None
            elif expected is SOLVED:
                # The last digits of a sum of floats are others since Python 3.12.
                expected = mistakes.rounded(solved(name, *case.arguments).value)
            cases.append(case.as_line(name, expected, exact=exact, hidden=hidden))
        made.append(Group(group.title, tuple(cases), group.weight))
    return tuple(made)


def _with_values(name: str, case: Any) -> Any:
    """The case about a whole small world with what is right for each member."""
    where, line, right = case.world
    if right is not None:
        values = [right(**member) for member in world(where)]
    else:
        values = _solved_everywhere(name, where, line)
    return replace(case, known={**case.known, "values": values})


@cache
def _solved_everywhere(name: str, where: str, line: str) -> list[Any]:
    """What the solution gives for each member of this world."""
    answer = NotebookStudent(namespace(name)).call(line, seconds=600, world=where)
    values: list[Any] = mistakes.rounded(answer.value)
    if len(values) != len(world(where)):
        raise ValueError(f"the solution of {name} does not answer {line} everywhere")
    return values


def solved(name: str, *arguments: Any) -> Answer:
    """What the solution of this exercise answers, asked as students are."""
    line, tree = line_of(name, *arguments), None
    if arguments and isinstance(first := arguments[0], Secret):
        tree = secret.Secret(arguments_of(line)[0], bound=first.bound, good=first.good)
        line = without_numbers(line)
    answer = NotebookStudent(namespace(name)).call(line, seconds=600, secret=tree)
    if answer.error is not None:
        raise ValueError(f"the solution of {name}, asked {line}: {answer.error}")
    return answer


def _told_apart(exercise: Exercise) -> dict[str, Fingerprint]:
    """The fingerprints of the wrong answers that can be told from all others by their outputs."""
    if not exercise.probes:
        return {}
    entries = bank.entries(exercise.name)
    found = [_fingerprint(exercise, student(entry)) for entry in entries]
    return {
        entry.name: theirs
        for entry, theirs in sorted(zip(entries, found, strict=True), key=lambda pair: pair[0].name)
        if not entry.right
        and [exercise.right, *found].count(theirs) == 1
        and not mistakes.fails_everywhere(theirs)
    }


@cache
def why_nameless(entry: bank.Entry) -> str:
    """What keeps students from being told the name of this wrong answer."""
    exercise = exercise_named(entry.exercise)
    if not exercise.probes:
        return "its exercise has no probes()"
    mine = _fingerprint(exercise, student(entry))
    if mistakes.fails_everywhere(mine):
        return "it fails on every probe"
    others = [one for one in bank.entries(entry.exercise) if one.name != entry.name]
    alike = [repr(one.name) for one in others if _fingerprint(exercise, student(one)) == mine]
    alike += ["the solution"] if mine == exercise.right else []
    if alike:
        return f"on every probe it answers as {alike[0]} does"
    return f"course build {exercise.lesson} has not seen it yet"


def _fingerprint(exercise: Exercise, student: Student) -> Fingerprint:
    return mistakes.fingerprint(exercise, student)


def student(entry: bank.Entry) -> NotebookStudent:
    """The student who gives this answer of the bank, in a notebook."""
    return NotebookStudent(loaded(entry.source, "<answer>"))


def _lines(value: Any, depth: int) -> str:
    """JSON text, in which long values stand part by part on lines of their own."""
    short = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if depth == 4 or len(short) <= 100 or not isinstance(value, list | dict):
        return short
    inner, outer = "\n" + " " * (depth + 1), "\n" + " " * depth
    if isinstance(value, list):
        parts = [_lines(part, depth + 1) for part in value]
        return f"[{inner}{f',{inner}'.join(parts)}{outer}]"
    parts = [f"{json.dumps(key)}: {_lines(part, depth + 1)}" for key, part in value.items()]
    return f"{{{inner}{f',{inner}'.join(parts)}{outer}}}"


if __name__ == "__main__":
    FAULTS = {name: faults_of(name) for name in sys.argv[1:]}
    TEXTS = {name: data_text(name) for name in files() if FAULTS.get(name) == []}
    json.dump([TEXTS, [line for found in FAULTS.values() for line in found]], sys.stdout)
