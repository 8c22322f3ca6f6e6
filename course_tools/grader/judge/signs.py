"""What a teacher should look at in a notebook: a reason to look, never a verdict.

A sign is something in the syntax tree of a student's own cell that some attack has gained by, and
that no lesson needs. Words in comments and texts are none; `tests/grader/test_signs.py` measures
that honest cells hardly ever have one.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from nbformat import NotebookNode

from course_tools.grader.judge.slicing import parsed

MODULE = "changes a module or class that others use"
EQUAL = "says itself what it equals"
GRADER = "names the grader"
PYTHON = "reaches into Python itself"
TEXT = "looks up a name that was put together from texts"
OUTSIDE = "reaches for the JavaScript around Python"
NOTEBOOK = "changes how Python or the notebook works"
PRIVATE = "reaches for a private part of something"
PROCESS = "ends or starts processes"

_GRADERS = {"autograder_tests", "course_tools", "nbgrader"}
_TALKS = {"calling", "cases", "checking", "evidence", "judges", "secret", "verdict"}
"""The parts of `course_lib.checks` that ask and judge."""
_NAMED = re.compile(r"\b(autograder_tests|hidden_check|course_tools|gradebook\.db)\b")
_SCRIPTS = {"js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core"}
_INNER = {
    *("__code__", "__globals__", "__closure__", "__subclasses__", "__wrapped__", "__bases__"),
    *("__getattribute__", "__defaults__", "__builtins__", "_getframe", "settrace"),
    *("setprofile", "get_objects", "get_referrers", "get_referents", "currentframe", "meta_path"),
}
_MACHINERY = {
    *("ast_transformers", "input_transformers_cleanup", "input_transformers_post", "user_ns"),
    *("ast_node_interactivity", "set_custom_exc"),
}
_RUN = ("eval", "exec", "compile")
_PROCESSES = {"fork", "forkpty", "_exit", "kill", "killpg", "abort"}
_USUAL = {"_replace", "_asdict", "_fields", "_make", "_field_defaults", "_repr_html_"}
_STREAMS = {"stdout", "stderr", "stdin"}
_MOST = 3
"""So many reasons of one kind are named in a cell."""
_NAMES_READ = 9
"""So many names are read one after the other; who uses more has something to hide."""


def suspicions_in(notebook: NotebookNode, released: NotebookNode) -> tuple[str, ...]:
    """A sentence for each sign in each cell of the student's own."""
    ours = {cell.source.strip() for cell in released.cells}
    own: list[tuple[int, ast.Module]] = []
    for number, cell in enumerate(notebook.cells, 1):
        if cell.cell_type == "code" and cell.source.strip() not in ours:
            tree = parsed(without_magics(cell.source))
            own += [(number, tree)] if tree is not None else []
    private = {name for _, tree in own for name in _own_names(tree)}
    found: list[str] = []
    for number, tree in own:
        lines, told = notebook.cells[number - 1].source.split("\n"), Counter[str]()
        for sign, line in sorted(set(signs_in(tree, private)), key=lambda one: one[1]):
            told[sign] += 1
            if told[sign] <= _MOST:
                found.append(f"Cell {number} {sign}: {lines[line - 1].strip()[:60]}")
    return tuple(found)


def without_magics(source: str) -> str:
    """The cell with `pass` where a line is for the notebook alone; lines keep their numbers."""
    return re.sub(r"(?m)^([ \t]*)[%!?].*$", r"\1pass", source)


def signs_in(tree: ast.Module, private: set[str]) -> Iterator[tuple[str, int]]:
    """Each sign in this code, with its line; names in `private` are the notebook's own."""
    imported = {
        (each.asname or each.name).partition(".")[0]: (getattr(one, "module", None) or each.name)
        for one in ast.walk(tree)
        if isinstance(one, ast.Import | ast.ImportFrom)
        for each in one.names
    }
    assigned = _assigned_once(tree)
    inside: dict[str, set[str]] = {}
    said = {*_said_to_people(tree, private | imported.keys())}
    for one in ast.walk(tree):
        if isinstance(one, ast.Constant) and one in said:
            continue
        if (look := _SIGNS.get(type(one))) is not None:
            for sign in look(one, imported, private):
                yield sign, one.lineno  # type: ignore[attr-defined]
        if isinstance(one, ast.Call) and getattr(one.func, "id", "") in _RUN and one.args:
            code = _written_out(one.args[0], assigned)
            if code is None:
                yield TEXT, one.lineno
                continue
            if code not in inside:
                read = parsed(code)
                inside[code] = {sign for sign, _ in signs_in(read, private)} if read else set()
            yield from ((sign, one.lineno) for sign in inside[code])


def _said_to_people(tree: ast.Module, own: set[str]) -> Iterator[ast.AST]:
    """The texts that stand alone, and those that are printed, if `print` is Python's `own`."""
    bound = own | {one.arg for one in ast.walk(tree) if isinstance(one, ast.arg)}
    for one in ast.walk(tree):
        if isinstance(one, ast.Expr):
            yield one.value
        elif isinstance(one, ast.Call) and getattr(one.func, "id", "") == "print" not in bound:
            for arg in one.args:
                yield from (arg, *getattr(arg, "values", ()))  # of an f-string, what is written


def _assigned_once(tree: ast.Module) -> dict[str, ast.expr]:
    """The names that this code binds at one place, each with what it stands for."""
    nodes = [*ast.walk(tree)]
    places = Counter(one.id for one in nodes if isinstance(one, ast.Name) and _binds(one))
    places.update(one.arg for one in nodes if isinstance(one, ast.arg))
    return {
        target.id: one.value
        for one in nodes
        if isinstance(one, ast.Assign)
        for target in one.targets
        if isinstance(target, ast.Name) and places[target.id] == 1
    }


def _binds(name: ast.Name) -> bool:
    return not isinstance(name.ctx, ast.Load)


def _written_out(given: ast.expr, assigned: dict[str, ast.expr]) -> str | None:
    """The code that stands here for everybody to read, or `None` where that takes many names."""
    for _ in range(_NAMES_READ):
        if isinstance(given, ast.Name) and given.id in assigned:
            given = assigned[given.id]
        elif isinstance(given, ast.Call) and getattr(given.func, "id", "") == "compile":
            if not given.args:
                return None
            given = given.args[0]
        else:
            break
    if isinstance(given, ast.Constant) and isinstance(given.value, str):
        return given.value
    return None


def _own_names(tree: ast.Module) -> Iterator[str]:
    """The names that a notebook gives to parts of its own classes."""
    for one in ast.walk(tree):
        if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name):
            if one.value.id in ("self", "cls"):
                yield one.attr
        elif isinstance(one, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            yield one.name
        elif isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
            yield one.id


# --- by the kind of node --------------------------------------------------------------------------

Signs = Iterator[str]
Imported = dict[str, str]
"""The names that the cell imports, each with the module that it comes from."""


def _of_import(one: ast.Import | ast.ImportFrom, *_: Any) -> Signs:
    within = getattr(one, "module", None)
    whole = [within] if within else [each.name for each in one.names]
    below = [f"{within}.{each.name}" for each in one.names] if within else whole
    tops = {name.partition(".")[0] for name in whole}
    if tops & _GRADERS or any(
        name.startswith("course_lib.checks.") and name.split(".")[2] in _TALKS
        for name in (*whole, *below)
    ):
        yield GRADER
    if tops & _SCRIPTS:
        yield OUTSIDE
    if "ctypes" in tops or {each.name for each in one.names} & _INNER:
        yield PYTHON


def _of_attribute(one: ast.Attribute, _: Imported, private: set[str]) -> Signs:
    root = one.value
    if one.attr in _INNER:
        yield PYTHON
    elif one.attr in _MACHINERY:
        yield NOTEBOOK
    elif isinstance(root, ast.Name) and root.id == "os" and one.attr in _PROCESSES:
        yield PROCESS
    elif (
        re.fullmatch(r"_[a-z]\w*", one.attr)
        and one.attr not in private | _USUAL
        and not (isinstance(root, ast.Name) and root.id in ("self", "cls"))
    ):
        yield PRIVATE


def _of_name(one: ast.Name, *_: Any) -> Signs:
    if one.id in ("__builtins__", "__loader__"):
        yield NOTEBOOK
    elif one.id == "hidden_check":
        yield GRADER


def _of_text(one: ast.Constant, *_: Any) -> Signs:
    if isinstance(one.value, str) and _NAMED.search(one.value):
        yield GRADER


def _of_call(one: ast.Call, imported: Imported, _: set[str]) -> Signs:
    bare = isinstance(one.func, ast.Name)
    name = one.func.id if isinstance(one.func, ast.Name) else getattr(one.func, "attr", "")
    first = one.args[0] if one.args else None
    imports = (bare and name == "__import__") or name == "import_module"
    if imports and not isinstance(first, ast.Constant):
        yield TEXT
    if name in ("getattr", "attrgetter") and _put_together(one.args[:2]):
        yield TEXT
    if bare and name in ("setattr", "delattr", "vars") and _is_shared(first, imported):
        yield MODULE
    if bare and name == "type" and len(one.args) == 3 and "__eq__" in ast.unparse(one.args[2]):
        yield EQUAL


def _put_together(arguments: list[ast.expr]) -> bool:
    """Whether a name is made of pieces here."""
    return any(isinstance(one, ast.BinOp | ast.JoinedStr) for one in arguments)


def _of_function(one: ast.FunctionDef, *_: Any) -> Signs:
    given = one.body[0].value if isinstance(one.body[0], ast.Return) else None
    if one.name == "__eq__" and isinstance(given, ast.Constant) and given.value is True:
        yield EQUAL
    if one.name in ("__class__", "__reduce__", "__reduce_ex__", "__instancecheck__"):
        yield EQUAL


def _of_assignment(one: Any, imported: Imported, _: set[str]) -> Signs:
    for target in one.targets if hasattr(one, "targets") else [one.target]:
        if isinstance(target, ast.Attribute) and target.attr not in _STREAMS:
            if _is_shared(target.value, imported):
                yield MODULE
        elif isinstance(target, ast.Subscript):
            held = target.value
            if isinstance(held, ast.Attribute) and (held.attr in ("modules", "__dict__")):
                if _is_shared(held.value, imported):
                    yield MODULE
            elif isinstance(held, ast.Call) and getattr(held.func, "id", "") == "vars":
                continue  # said of the call
        elif isinstance(target, ast.Name) and target.id == "__class__":
            yield EQUAL


def _is_shared(root: ast.expr | None, imported: Imported) -> bool:
    """Whether this is, or hangs on, something that came from Python's library or the course."""
    while isinstance(root, ast.Attribute):
        root = root.value
    if not isinstance(root, ast.Name):
        return False
    top = imported.get(root.id, "").partition(".")[0]
    return top in sys.stdlib_module_names or top in ("course_lib", "IPython")


_SIGNS: dict[type, Callable[..., Signs]] = {
    ast.Import: _of_import,
    ast.ImportFrom: _of_import,
    ast.Attribute: _of_attribute,
    ast.Name: _of_name,
    ast.Constant: _of_text,
    ast.Call: _of_call,
    ast.FunctionDef: _of_function,
    **dict.fromkeys((ast.Assign, ast.AugAssign, ast.Delete), _of_assignment),
}
