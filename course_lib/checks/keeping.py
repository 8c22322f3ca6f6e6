"""`mine`: the functions that passed their checks, kept in `my_work/` for later lessons."""

from __future__ import annotations

import ast
import inspect
import os
import re
import sys
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from course_lib.checks.cases import Exercise
from course_lib.checks.exercises import exercise_named
from course_lib.checks.lending import lent
from course_lib.plain import tagged


def mine(name: str) -> Callable[..., Any]:
    """Your own function from an earlier lesson, or the library's; one line says which.

    While work is graded it is always the library's, so that no lesson suffers from another.
    """
    exercise = exercise_named(name)
    section = None if grading() else kept(exercise)
    if section is not None:
        namespace: dict[str, Any] = {"__name__": "my_work"}
        path = work_folder() / f"{exercise.lesson}.py"
        try:
            exec(compile(section, str(path), "exec"), namespace)  # noqa: S102 - the reader's own
            function: Callable[..., Any] = namespace[name]
        except Exception as error:  # noqa: BLE001 - the file may hold anything
            _say(f"{name}: what {path} has can't be used ({type(error).__name__}: {error}).")
        else:
            _say(f"{name}: yours, from lesson {exercise.lesson}.")
            return function
    function = lent(name)
    _say(f"{name}: the library's.")
    return function


def _say(line: str) -> None:
    """Print one line: a reader wants to know whose function it is."""
    sys.stdout.write(f"{line}\n")


def grading() -> bool:
    """Whether work is being graded now, by our grader or by nbgrader's own."""
    by_nbgrader = os.environ.get("NBGRADER_EXECUTION") == "autograde"
    return by_nbgrader or os.environ.get("COURSE_GRADING", "") not in {"", "0"}


def work_folder() -> Path:
    """Where functions are kept: `my_work` beside the folder `notebooks`, else right here."""
    here = Path.cwd()
    beside = next(
        (folder.parent for folder in (here, *here.parents) if folder.name == "notebooks"), here
    )
    return beside / "my_work"


def kept(exercise: Exercise) -> str | None:
    """The text that is kept for this exercise, or `None`."""
    return _sections(work_folder() / f"{exercise.lesson}.py").get(exercise.name)


def keep(exercise: Exercise, namespace: Mapping[str, Any]) -> bool:
    """Whether the function's source could be kept; an older one is replaced."""
    source = source_of(exercise.name, namespace)
    if grading() or source is None:
        return False
    path = work_folder() / f"{exercise.lesson}.py"
    sections = _sections(path) | {exercise.name: source}
    text = "".join(f"# %% {name}\n{part.strip()}\n\n" for name, part in sections.items())
    try:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError:
        return False  # a folder that can't be written to is no reason to spoil a passed check
    return True


def source_of(name: str, namespace: Mapping[str, Any]) -> str | None:
    """The source of a function with all it needs from its notebook, or `None` if it is unknown."""
    parts: dict[str, str] = {}
    if not _collect(name, namespace, parts):
        return None
    # What is short stands first: imports and constants, then the functions.
    return "\n\n".join(sorted(parts.values(), key=lambda part: part.startswith("def ")))


def _collect(name: str, namespace: Mapping[str, Any], parts: dict[str, str]) -> bool:
    """Add the source of this name, and of the names it uses; whether that is possible."""
    if name in parts or name not in namespace:
        return name in parts
    thing = namespace[name]
    if isinstance(thing, ModuleType):
        parts[name] = f"import {thing.__name__} as {name}"
        return True
    if getattr(thing, "lent", False):
        parts[name] = f'from course_lib.checks import mine\n\n{name} = mine("{thing.__name__}")'
        return True
    home = getattr(thing, "__module__", None)
    if callable(thing) and isinstance(home, str) and home not in {"__main__", "builtins"}:
        parts[name] = f"from {home} import {thing.__name__} as {name}"
        return True
    if isinstance(thing, FunctionType):
        try:
            source = textwrap.dedent(inspect.getsource(thing))
            ast.parse(source)
        except (OSError, TypeError, SyntaxError):
            return False
        parts[name] = source.strip()
        return all(_collect(used, namespace, parts) for used in _names(thing.__code__, namespace))
    try:
        tagged(thing)
    except TypeError:
        return False
    parts[name] = f"{name} = {thing!r}"
    return True


def _names(code: CodeType, namespace: Mapping[str, Any]) -> list[str]:
    """The notebook's names that this code uses, those of functions inside it included."""
    inner = [part for part in code.co_consts if isinstance(part, CodeType)]
    found = [name for name in code.co_names if name in namespace]
    return found + [name for part in inner for name in _names(part, namespace)]


def _sections(path: Path) -> dict[str, str]:
    """The parts of such a file, by exercise."""
    if not path.exists():
        return {}
    pieces = re.split(r"^# %% (\w+)\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(pieces[1::2], pieces[2::2], strict=True))
