"""Which parts of a notebook have to run before its functions can be checked.

All that the student has written or changed runs, and so does every cell with an exercise. Of the
cells that came with the course and are unchanged, which is trusted code, these statements do:

- imports and definitions of functions, which cost nothing;
- what binds a name that is used, directly or not, by anything else that runs, or begins with it, as
  `table.update(a=1)` and `table["a"] = 1` do;
- calls that set up a module from elsewhere, such as `random.seed(1)`.

What is left only shows something: no lesson changes things from inside in other ways, and a test
sees to that. In a teacher's own course nobody does, and everything runs, as it does where a student
looks names up by text (`globals()`, `eval`...).
"""

from __future__ import annotations

import ast
import re
import symtable
import warnings
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from nbformat import NotebookNode

_BY_TEXT = frozenset(
    ("globals", "locals", "vars", "eval", "exec", "get_ipython", "In", "Out", "_", "__main__")
)
DEFINES = (ast.Import, ast.ImportFrom, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
BEGINS = re.compile(r"^(\w+)[.\[]", re.MULTILINE)
_SETS_UP = re.compile(r"(random|np|numpy|sys|os|locale|decimal|warnings)\.[\w.]+\(")
"""What a lesson may set up once and for all: who draws later does not name what changed."""


@dataclass(frozen=True)
class Names:
    """The names of the notebook that a piece of code binds and uses."""

    binds: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset()
    at_once: frozenset[str] = frozenset()
    """Of the names used, those used when the code runs, not only in the functions it defines."""
    python: bool = True
    """Whether it is Python alone; else any word in it may be a name."""


@dataclass(frozen=True)
class Part:
    """What runs of one cell."""

    index: int
    """Which cell of the notebook it is."""
    source: str
    """The cell's text; lines that do not run are empty, so that the others keep their numbers."""
    names: Names
    exercise: str = ""
    """The exercise whose cell it is, if it is one's."""
    own: bool = False
    """Whether the student has written or changed it."""
    line: int = 1
    """Of a statement, the line of the cell in which it begins."""


def parts_to_run(
    notebook: NotebookNode, released: NotebookNode, *, everything: bool = False
) -> list[Part]:
    """What has to run of this notebook, in order; with `everything`, all cells but the checks."""
    ours = {cell.source.strip() for cell in released.cells if cell.cell_type == "code"}
    parts: list[Part] = []
    given: list[Part] = []
    for index, cell in enumerate(notebook.cells):
        mark = cell.metadata.get("nbgrader", {})
        if cell.cell_type != "code" or not cell.source.strip() or mark.get("grade"):
            continue
        exercise = str(mark["grade_id"]) if mark.get("solution") else ""
        own = cell.source.strip() not in ours
        part = Part(index, cell.source, names_in(cell.source), exercise, own)
        (parts if own or exercise else given).append(part)
    if not everything and not any(part.own and part.names.uses & _BY_TEXT for part in parts):
        statements = [one for part in given for one in statements_in(part)]
        # A function that nobody uses needs nothing but what its definition mentions.
        always = {one for one in statements if _always_runs(one.source)}
        used = {name for part in parts for name in part.names.uses}
        used |= {name for one in always for name in one.names.at_once}
        touched = {
            one: one.names.binds | {begun[1] for begun in BEGINS.finditer(one.source)}
            for one in [*parts, *statements]
        }
        kept = always | _needed(touched, used)
        given = [
            replace(part, source=text, names=names_in(text))
            for part in given
            if (text := together([one for one in statements if one in kept], part))
        ]
    return sorted([*parts, *given], key=lambda part: part.index)


def last_needed(parts: Iterable[Part], notebook: NotebookNode, exercise: str, check: str) -> int:
    """The number of the first cell that the check of this exercise does not need any more.

    That is the check's own cell, below which nothing has run in a notebook, either; but an answer
    that stands only further down counts, too.
    """
    marks = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in notebook.cells]
    place = marks.index(check) if check in marks else len(marks)
    answers = [part.index for part in parts if part.own and exercise in part.names.binds]
    return max(place, min(answers) + 1) if answers else place


def names_used(parts: Iterable[Part]) -> dict[str, set[str]]:
    """For each name that a statement of these parts binds, the names that the statement uses."""
    found: dict[str, set[str]] = {}
    for part in parts:
        for one in statements_in(part):
            for name in one.names.binds:
                found.setdefault(name, set()).update(one.names.uses)
    return found


def needed_for(name: str, parts: Sequence[Part]) -> list[Part]:
    """Those of a student's parts that bind or may change this name, or anything that they use.

    Whoever mentions more than functions may change a thing from inside.
    """
    functions = {name for part in parts for name in defined(part.source)}
    touched = {part: part.names.binds | part.names.at_once - functions for part in parts}
    stars = {part for part in parts if "import *" in part.source}
    kept = stars | _needed(touched, {name}.union(*(part.names.uses for part in stars)))
    if any(part.names.uses & _BY_TEXT for part in kept):
        return list(parts)  # it may ask for any name
    return [part for part in parts if part in kept]


def _needed(touched: Mapping[Part, frozenset[str]], used: set[str]) -> set[Part]:
    """The parts that touch one of the names that are used, or that those use."""
    kept: set[Part] = set()
    while more := {part for part in touched if part not in kept and touched[part] & used}:
        kept |= more
        used = used.union(*(one.names.uses for one in more))
    return kept


@lru_cache(10_000)
def defined(source: str) -> frozenset[str]:
    """The names of the functions and classes that this code defines or imports."""
    found = [one for one in ast.walk(parsed(source) or ast.Pass()) if isinstance(one, DEFINES)]
    imported = (each.asname or each.name for one in found for each in getattr(one, "names", ()))
    return frozenset((*imported, *(one.name for one in found if hasattr(one, "name"))))


def _always_runs(source: str) -> bool:
    """Whether this statement defines something, or is a call like `random.seed(1)`."""
    tree = parsed(source)
    return any(
        isinstance(one, DEFINES) or (isinstance(one, ast.Expr) and _SETS_UP.match(ast.unparse(one)))
        for one in (tree.body if tree else ())
    )


def statements_in(part: Part) -> Iterator[Part]:
    """The statements of a cell, each with the number of its first line."""
    for line, text, names in _statements(part.source):
        yield replace(part, source=text, line=line, names=names)


def together(statements: Sequence[Part], part: Part) -> str:
    """The part's text with only those lines that stand in one of these statements of it."""
    lines = [""] * (part.source.count("\n") + 1)
    for one in statements:
        if one.index == part.index:
            own = one.source.split("\n")
            lines[one.line - 1 : one.line - 1 + len(own)] = own
    return "\n".join(lines) if any(lines) else ""


# --- the names in a piece of code, without running it --------------------------------------------


@lru_cache(1_000)
def names_in(source: str) -> Names:
    """The names that this code binds and uses; code that is not plain Python may use any word."""
    if (top := _table(source)) is not None:
        binds, uses = _bound_and_used(top)
        now = {one.get_name() for one in top.get_symbols() if one.is_referenced()}
        return Names(frozenset(binds), frozenset(uses), frozenset(now))
    words = frozenset(re.findall(r"[^\W\d]\w*", source))
    return Names(words, words, words, python=False)


@lru_cache(1_000)
def _statements(source: str) -> tuple[tuple[int, str, Names], ...]:
    """Each statement's first line, its text and its names, in time in proportion to the cell's."""
    tree, top, lines = parsed(source), _table(source), source.split("\n")
    if tree is None or top is None:
        return ((1, source, names_in(source)),)
    firsts = [
        min(one.lineno, *(d.lineno for d in getattr(one, "decorator_list", [])), one.lineno)
        for one in tree.body
    ]
    # Functions in one line are, for our purpose, in each of its statements.
    inside: dict[int, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
    for child in top.get_children():
        line = firsts[bisect_right(firsts, child.get_lineno()) - 1]
        bound, used = _bound_and_used(child)
        inside[line][0].update(bound)
        inside[line][1].update(used)
    found = []
    for first, one in zip(firsts, tree.body, strict=True):
        binds, now = _at_once(one)
        at_once = frozenset(now)
        if first in inside:
            binds |= inside[first][0]
            now |= inside[first][1]
        names = Names(frozenset(binds), frozenset(now), at_once)
        found.append((first, "\n".join(lines[first - 1 : one.end_lineno]), names))
    return tuple(found)


def _at_once(statement: ast.stmt) -> tuple[set[str], set[str]]:
    """The names that it binds and uses as it runs, not in the functions that it makes."""
    binds: set[str] = set()
    uses: set[str] = set()
    waiting: list[Any] = [statement]
    while waiting:
        one = waiting.pop()
        kind = type(one)
        if kind is ast.Name:
            (uses if type(one.ctx) is ast.Load else binds).add(one.id)
        elif kind in _WITHIN:
            waiting += _WITHIN[kind](one)
            binds |= {one.name} if hasattr(one, "name") else set()
        elif kind in (ast.Import, ast.ImportFrom):
            binds |= {(each.asname or each.name).partition(".")[0] for each in one.names}
        elif kind is not ast.Constant:
            binds |= {one.name} if isinstance(getattr(one, "name", None), str) else set()
            for field in one._fields:
                part = getattr(one, field, None)
                if type(part) is list:
                    waiting += [each for each in part if isinstance(each, ast.AST)]
                elif isinstance(part, ast.AST) and type(part) not in _SIGNS:
                    waiting.append(part)
    return binds, uses


_SIGNS = {ast.Load, ast.Store, ast.Del}


def _around(one: Any) -> list[Any]:
    """What of a function runs where it is made: decorators, defaults and annotations."""
    every = [*one.args.posonlyargs, *one.args.args, *one.args.kwonlyargs]
    every += filter(None, [one.args.vararg, one.args.kwarg])
    notes = [each.annotation for each in every if each.annotation]
    values = [*one.args.defaults, *filter(None, one.args.kw_defaults)]
    return [*one.decorator_list, *filter(None, [one.returns]), *notes, *values]


_WITHIN: dict[type, Callable[[Any], list[Any]]] = {
    **dict.fromkeys((ast.FunctionDef, ast.AsyncFunctionDef), _around),
    ast.ClassDef: lambda one: [*one.decorator_list, *one.bases, *one.keywords],
    ast.Lambda: lambda one: [*one.args.defaults, *filter(None, one.args.kw_defaults)],
    **dict.fromkeys(
        (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
        lambda one: [one.generators[0].iter],
    ),
}
"""Of what has names of its own, the parts that stand outside."""


def _table(source: str) -> symtable.SymbolTable | None:
    """Python's own table of the names, or `None` if it can't make one."""
    if parsed(source) is None:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return symtable.symtable(source, "<cell>", "exec")
    except (SyntaxError, RecursionError):
        return None  # such as a `return` outside of a function, or nested deeper than we look


@lru_cache(1_000)
def parsed(source: str) -> ast.Module | None:
    """The code as a tree, or `None` if it is not plain Python; nobody is warned of anything."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


def _bound_and_used(table: symtable.SymbolTable) -> tuple[set[str], set[str]]:
    """The notebook's names that the code of this table, and all inside it, binds and uses."""
    top = table.get_type() == "module"
    symbols = [symbol for symbol in table.get_symbols() if top or symbol.is_global()]
    binds = {one.get_name() for one in symbols if one.is_assigned() or one.is_imported()}
    uses = {one.get_name() for one in symbols if one.is_referenced()}
    for child in table.get_children():
        more_bound, more_used = _bound_and_used(child)
        binds |= more_bound
        uses |= more_used
    return binds, uses
