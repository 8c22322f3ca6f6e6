"""`mine`: the functions that passed their checks, kept in `my_work/` for later lessons."""

from __future__ import annotations

import ast
import dis
import inspect
import io
import json
import linecache
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout, suppress
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType, MappingProxyType, ModuleType
from typing import Any

from course_lib.checks.calling import Request, call
from course_lib.checks.cases import Exercise, exercise_named, exercises
from course_lib.game import Game
from course_lib.plain import tagged, write_whole
from course_lib.words import Say, Text, _, told


def mine(name: str) -> Callable[..., Any]:
    """Your own function from an earlier lesson, or the library's; one line says which, and why.

    While work is graded it is always the library's, so that no lesson suffers from another.

    >>> player = mine("player")
    player: the library's, until yours passes its check in lesson 01.
    """
    lending = import_module("course_lib.lessons.lending")
    lesson = lending.lesson_of(name) or exercise_named(name).lesson
    path = work_folder() / f"{lesson}.py"
    why: Text = Say("until yours passes its check in lesson {lesson}", lesson=lesson)
    if name not in exercises():
        why = Say("as your course leaves out lesson {lesson}", lesson=lesson)
    if grading():
        why = Say("as always while work is graded")
    elif name in kept_in(path):
        try:
            own = _kept_in(path, name)
        except NotKeptError as error:
            why = error.why
        else:
            _say(Say("{name}: yours, from lesson {lesson}.", name=name, lesson=lesson))
            return own
    function: Callable[..., Any] = lending.lent(name)
    _say(Say("{name}: the library's, {why}.", name=name, why=why))
    return function


def _say(text: Text) -> None:
    sys.stdout.write(f"{told(text)}\n")


def _kept_in(path: Path, name: str) -> Callable[..., Any]:
    """The function with this name in such a file; a `NotKeptError` says why it can't be used."""
    try:
        return brought(name, kept_in(path)[name], f"<{path.name}: {name}>")
    except Exception as error:  # noqa: BLE001 - the file may hold anything
        template = _("as what {path} has can't be used ({kind}: {error})")
        why = Say(template, path=str(path), kind=type(error).__name__, error=str(error))
        raise NotKeptError(why) from None


def brought(name: str, section: str, file: str = "<my_work>", **given: Any) -> Callable[..., Any]:
    """The function of this name in a section that was kept, which may use what is `given`."""
    function: Callable[..., Any] = loaded(section, file, "my_work", given)[name]
    vars(function).update(kept=name, section=section)
    return function


def kept_functions() -> dict[str, str]:
    """The sources of all functions that were kept, by the names of their exercises."""
    found: dict[str, str] = {}
    for lesson in sorted({one.lesson for one in exercises().values()}):
        with suppress(OSError, ValueError):
            found |= kept_in(work_folder() / f"{lesson}.py")
    return {name: source for name, source in found.items() if name in exercises()}


def back_in(lesson: str) -> None:
    """Bring your functions of this lesson back after a break, as far as they passed their checks.

    A function that the notebook has already stays as it is; while work is graded nothing is done.

    >>> back_in("02")
    """
    shell = sys.modules.get("IPython")
    if grading() or shell is None or (notebook := shell.get_ipython()) is None:
        return
    names, path = notebook.user_ns, work_folder() / f"{lesson}.py"
    back = []
    for name in [name for name in kept_in(path) if name not in names]:
        try:
            with redirect_stdout(io.StringIO()):
                names[name] = _kept_in(path, name)
        except NotKeptError as error:
            again = _("{name} has to be run and checked again, {why}.")
            _say(Say(again, name=name, why=error.why))
        else:
            back.append(name)
    template = _("Back again: {names}.") if back else _("Nothing has to be brought back.")
    _say(Say(template, names=", ".join(back)))


def grading() -> bool:
    """Whether work is being graded now, by our grader or by nbgrader's own."""
    by_nbgrader = os.environ.get("NBGRADER_EXECUTION") == "autograde"
    return by_nbgrader or os.environ.get("COURSE_GRADING", "") not in {"", "0"}


COLABS_DRIVE = Path("/content/drive/MyDrive")
"""The student's own drive, once it is mounted there; everything else is lost with the session."""


def work_folder() -> Path:
    """Where functions are kept: `my_work` beside the folder `notebooks`, else right here.

    The environment variable `COURSE_WORK` names another folder. On Colab it is in the student's
    drive, if that is mounted.
    """
    if named := os.environ.get("COURSE_WORK"):
        return Path(named).expanduser()
    if "google.colab" in sys.modules and COLABS_DRIVE.is_dir():
        return COLABS_DRIVE / "my_work"
    here = Path.cwd()
    beside = next(
        (folder.parent for folder in (here, *here.parents) if folder.name == "notebooks"), here
    )
    return beside / "my_work"


def kept_data(name: str) -> dict[str, Any]:
    """What this JSON file among the kept functions holds; nothing where it can't be read."""
    try:
        kept = json.loads((work_folder() / name).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}


def keep_data(name: str, data: Mapping[str, Any]) -> str:
    """Keep this in such a file; why it can't be done, or ""."""
    try:
        work_folder().mkdir(exist_ok=True)
        write_whole(work_folder() / name, json.dumps(data, indent=1) + "\n")
    except OSError as error:
        return str(error)
    return ""


class NotKeptError(ValueError):
    """Why a function can't be kept, as a clause."""

    @property
    def why(self) -> Text:
        """The clause."""
        why: Text = self.args[0]
        return why


def keep(exercise: Exercise, namespace: Mapping[str, Any]) -> Text:
    """Keep the function's source in place of an older one; a sentence if that can't be done."""
    if grading() or getattr(namespace[exercise.name], "lent", False):
        return ""
    path = work_folder() / f"{exercise.lesson}.py"
    try:
        source = source_of(exercise.name, namespace)
        _try(exercise, source, namespace)
        text = "".join(
            f"# %% {name}\n{part.strip()}\n\n"
            for name, part in (kept_in(path) | {exercise.name: source}).items()
        )
        path.parent.mkdir(exist_ok=True)
        write_whole(path, text)
    except (NotKeptError, OSError) as error:
        template = _(
            "Later lessons will use the library's {name}, as yours could not be kept in {folder}:"
            " {why}."
        )
        why = error.why if isinstance(error, NotKeptError) else str(error)
        return Say(template, name=exercise.name, folder=path.parent.name, why=why)
    return ""


def _try(exercise: Exercise, source: str, namespace: Mapping[str, Any]) -> None:
    """Ask what is to be kept about one case: what raises there would do so in a later lesson."""
    cases = [case for group in exercise.groups() for case in group.cases if case.judge != "refuses"]
    for case in [each for each in cases if not (each.world or each.secret or each.given)][:1]:
        with redirect_stdout(io.StringIO()):
            names = {**namespace, **loaded(source, "<my_work>", "my_work")}
        request = Request((case.line,), seconds=exercise.seconds, lesson=exercise.lesson)
        [answer] = call(names, request, lambda _: 0)
        if answer.error is not None:
            raise _stops(answer.error.type, answer.error.message)


def _stops(kind: str, error: str) -> NotKeptError:
    return NotKeptError(Say("by itself it stops with {kind}: {error}", kind=kind, error=error))


def source_of(name: str, namespace: Mapping[str, Any], *, sealed: bool = False) -> str:
    """The source of a function with all it needs from its notebook: imports, helpers, values.

    It is run before it is given back: what can't be run again by itself is a `NotKeptError`.
    A `sealed` source does the same wherever it is run: what `mine` brought is written out in it,
    and a player that a cell made is made by the line of that cell.
    """
    source = _with_all_it_needs(name, namespace, sealed=sealed)
    try:
        with redirect_stdout(io.StringIO()):
            fresh = loaded(source, "<my_work>", "my_work")
    except Exception as error:  # noqa: BLE001 - whatever it is, it would come again
        raise _stops(type(error).__name__, str(error)) from None
    if not callable(fresh.get(name)):
        raise NotKeptError(Say("its source does not define it"))
    return source


def alone_again(name: str, namespace: Mapping[str, Any]) -> dict[str, Any] | None:
    """What the source of this function and of all it needs defines, run anew, if it can be."""
    try:
        source = _with_all_it_needs(name, namespace, anew=True)
        with redirect_stdout(io.StringIO()):
            fresh = loaded(source, f"<{name}, alone>")
    except Exception:  # noqa: BLE001 - then nobody can tell what it would do alone
        return None
    return fresh if callable(fresh.get(name)) and _alike(fresh, namespace) else None


def _alike(fresh: Mapping[str, Any], namespace: Mapping[str, Any]) -> bool:
    """Whether the functions that were made anew are those of the notebook: a cell may be older."""
    pairs = [(fresh[name], namespace[name]) for name in fresh.keys() & namespace.keys()]
    return all(
        parts_of(one.__code__) == parts_of(other.__code__)
        for one, other in pairs
        if isinstance(one, FunctionType) and isinstance(other, FunctionType)
    )


_AROUND_CALLS = {"PRECALL", "PUSH_NULL", "NOP", "RESUME", "EXTENDED_ARG"}
"""Steps that come or go with a module's function: is the module imported in the same cell?"""

_NAMED = {*dis.hasname, *dis.haslocal, *dis.hasfree, *dis.hascompare, dis.opmap["BINARY_OP"]}


def parts_of(code: CodeType) -> list[Any]:
    """What this code does, wherever it stands."""
    parts = [parts_of(one) if isinstance(one, CodeType) else one for one in code.co_consts]
    steps = [
        (each.opname.replace("METHOD", "ATTR"), each.argval if each.opcode in _NAMED else "")
        for each in dis.get_instructions(code)
        if each.opname not in _AROUND_CALLS
    ]
    return [steps, code.co_varnames, repr(parts)]


def _with_all_it_needs(name: str, namespace: Mapping[str, Any], **how: bool) -> str:
    """The source of this name and of what it uses; what was brought back stays as it was kept."""
    thing = namespace.get(name)
    if getattr(thing, "kept", None) == name:
        return kept_in(work_folder() / f"{exercise_named(name).lesson}.py")[name]
    parts: dict[str, str] = {}
    _collect(name, namespace, parts, **how)
    return "\n\n".join(filter(None, parts.values()))


def _collect(
    name: str,
    namespace: Mapping[str, Any],
    parts: dict[str, str],
    *,
    anew: bool = False,
    sealed: bool = False,
) -> None:
    """Add the source of this name, behind those of the names that it uses.

    Values are as they are now, or `anew` as the cells made them; `sealed` is as in `source_of`.
    """
    if name in parts or name not in namespace or name == "__annotations__":
        return  # what the notebook does not define is Python's own, or a mistake that shows
    thing = namespace[name]
    if sealed and hasattr(thing, "section"):
        parts[name] = _written_out(name, thing, namespace, parts)
    elif (imported := _import_of(name, thing, sealed=sealed)) is not None:
        parts[name] = imported
    elif (made := _lines_of(name, thing, namespace, anew=anew)) is None:
        parts[name] = _assignment(name, thing)
    else:
        parts[name] = ""  # it may use itself, and those that use it
        for used in sorted(names_used(compile(made, "<cell>", "exec"))):
            _collect(used, namespace, parts, anew=anew, sealed=sealed)
        del parts[name]
        parts[name] = made


def _lines_of(name: str, thing: Any, namespace: Mapping[str, Any], *, anew: bool) -> str | None:
    """The lines of the notebook that made this thing; `None` for a value as it is now."""
    if callable(thing):
        return _definition(name, thing, namespace)
    return _made_by(name, namespace) if anew or _has_no_line(thing) else None


_MINE = re.compile(r'^from course_lib\.checks import mine\n\n(\w+) = mine\("\w+"\)$', re.MULTILINE)
"""How a section that was kept brings another function."""


def _written_out(name: str, thing: Any, namespace: Mapping[str, Any], parts: dict[str, str]) -> str:
    """A line that makes this function, which was brought back, from the section it was kept in.

    What the section itself brought becomes parts of their own, under names that nobody has.
    """
    given = ""
    for inner in _MINE.findall(thing.section):
        outer = f"kept_{inner}"
        while outer in namespace or outer in parts:
            outer += "_"
        _collect(outer, {**namespace, outer: thing.__globals__[inner]}, parts, sealed=True)
        given += f", {inner}={outer}"
    section = _MINE.sub("", thing.section).strip()
    text = f"{section!r}" if "'''" in section else f"r'''\n{section}\n'''"
    imported = "from course_lib.checks.keeping import brought as _brought"
    return f"{imported}\n\n{name} = _brought({thing.kept!r}, {text}{given})"


def statements_of(namespace: Mapping[str, Any]) -> Iterator[ast.stmt]:
    """The statements of the cells that made these names, as far as they are known."""
    functions = [thing for thing in namespace.values() if isinstance(thing, FunctionType)]
    files = dict.fromkeys(one.__code__.co_filename for one in functions)
    texts = ["".join(linecache.getlines(file)) for file in files if file.startswith("<")]
    texts += [text for text in namespace.get("In", ()) if isinstance(text, str)]
    for text in texts:
        with suppress(SyntaxError, ValueError):
            yield from ast.parse(text).body


def _made_by(name: str, namespace: Mapping[str, Any]) -> str | None:
    """The lines of cells that give this name its value, from the last one that begins anew.

    `None` where there are none, or where it got its value otherwise since, as in a loop.
    """
    found: list[str] = []
    for node in statements_of(namespace):
        if name in _changed_by(node):
            plain = isinstance(node, ast.Assign | ast.AnnAssign) and name in {
                each.id for each in ast.walk(node)
                if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
            }  # fmt: skip
            found = [*([] if plain else found), ast.unparse(node)]
        elif not isinstance(node, ast.FunctionDef | ast.ClassDef) and any(
            isinstance(each, ast.Name) and each.id == name and isinstance(each.ctx, ast.Store)
            for each in ast.walk(node)
        ):
            found = []
    return "\n".join(found) or None


def _changed_by(node: ast.AST) -> set[str | None]:
    """The names to which this statement gives a value, or whose value it changes."""
    match node:
        case ast.FunctionDef() | ast.ClassDef() | ast.For() | ast.While() | ast.comprehension():
            return set()
        case ast.Name(ctx=ast.Store()):
            return {node.id}
        case ast.Attribute(ctx=ast.Store()) | ast.Subscript(ctx=ast.Store()):
            return {base_of(node)}
        case ast.Expr(value=ast.Call(func=ast.Attribute() as method)):
            return {base_of(method)}
    return set().union(*map(_changed_by, ast.iter_child_nodes(node)))


def base_of(node: ast.AST) -> str | None:
    """The name that `name[...].more` begins with."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _import_of(name: str, thing: Any, *, sealed: bool) -> str | None:
    """The line that imports this thing under this name, or `None` if it is the notebook's own."""
    if isinstance(thing, ModuleType):
        return f"import {thing.__name__}" + (f" as {name}" if name != thing.__name__ else "")
    back = getattr(thing, "kept", None) or (getattr(thing, "lent", False) and thing.__name__)
    if back and sealed:
        return f'from course_lib.lessons.lending import lent as _lent\n\n{name} = _lent("{back}")'
    if back:
        return f'from course_lib.checks import mine\n\n{name} = mine("{back}")'
    home = "math" if isinstance(thing, float) else getattr(thing, "__module__", None)
    called = getattr(thing, "__name__", None) or getattr(thing, "name", None) or name
    if home in {None, "__main__", "my_work"} or not isinstance(called, str):
        return None
    if getattr(sys.modules.get(str(home)), called, None) is not thing:
        return None
    return f"from {home} import {called}" + (f" as {name}" if name != called else "")


def _definition(name: str, thing: Any, namespace: Mapping[str, Any]) -> str:
    """The lines of cells that define this function or class, its decorators and attributes too."""
    inside = vars(thing).values() if isinstance(thing, type) else [inspect.unwrap(thing)]
    codes = [part.__code__ for part in inside if isinstance(part, FunctionType)]
    statements, called = [*statements_of(namespace)], getattr(thing, "__name__", None)
    found = ""
    if isinstance(thing, type) and not codes:  # a class of nothing but values
        classes = [node for node in statements if isinstance(node, ast.ClassDef)]
        found = next((ast.unparse(node) for node in classes[::-1] if node.name == called), "")
    for code in codes[:1]:
        lines = linecache.getlines(code.co_filename)
        with suppress(SyntaxError):
            for node in ast.parse("".join(lines)).body:
                begins = [node, *getattr(node, "decorator_list", ())]
                first, last = min(part.lineno for part in begins), node.end_lineno or 0
                own = getattr(node, "name", called) == called
                if own and first <= code.co_firstlineno <= last:
                    found = "".join(lines[first - 1 : last]).strip()
    if found:
        also = [f"{name} = {called}"] if str(called).isidentifier() and called != name else []
        also += [
            ast.unparse(node)
            for node in statements
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute)
            if base_of(node.targets[0]) in {name, called}
        ]
        return "\n\n".join([found, *dict.fromkeys(also)])
    elsewhere = "<locals>" in getattr(thing, "__qualname__", "<locals>")
    if elsewhere and (made := _made_by(name, namespace)) is not None:
        return made  # a function, or an object to call, that another function or a class has made
    why = Say("the source of {name} can't be found", name=name)
    if any("timed" in code.co_filename for code in codes):
        why = Say("the source of {name} can't be found; take %%time out of its cell", name=name)
    raise NotKeptError(why)


def _has_no_line(thing: Any) -> bool:
    """Whether it is a game that only its cell can make, such as one from functions."""
    return isinstance(thing, Game) and repr(thing).startswith("<")


def _assignment(name: str, thing: Any) -> str:
    """The line that makes this value again; a `NotKeptError` if there is none."""
    kind, home = type(thing).__name__, type(thing).__module__
    if isinstance(thing, Game) and home.startswith("course_lib"):
        return f"from {home} import {kind}\n\n{name} = {thing!r}"
    text = re.sub(r"(?<![\w'\"])(inf|nan)\b", r'float("\1")', repr(thing))
    try:
        tagged(thing)
        ast.parse(text)
    except (TypeError, SyntaxError):
        template = _(
            "it uses {name}, a {kind} that a cell of the notebook made; hand it in as an argument"
        )
        raise NotKeptError(Say(template, name=name, kind=kind)) from None
    return f"{name} = {text}"


def kept_in(path: Path) -> dict[str, str]:
    """The parts of such a file, by exercise."""
    if not path.exists():
        return {}
    pieces = re.split(r"^# %% (\w+)\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(pieces[1::2], pieces[2::2], strict=True))


def loaded(
    source: str,
    name: str = "<answer>",
    module: str = "__main__",
    given: Mapping[str, Any] = MappingProxyType({}),
) -> dict[str, Any]:
    """The names that this source defines, beside those given; its lines can be named in errors."""
    namespace: dict[str, Any] = {"__name__": module, **given}
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    exec(compile(source, name, "exec"), namespace)  # noqa: S102 - running it is the purpose
    return namespace


def names_used(code: CodeType) -> set[str]:
    """The names that this code, and the functions inside it, look up outside of themselves."""
    found = {step.argval for step in dis.get_instructions(code) if step.opname in _LOOK_UP}
    return found.union(*(names_used(part) for part in code.co_consts if type(part) is CodeType))


_LOOK_UP = {"LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"}
